#include "formats/model/trace.h"

namespace ioreel {

void TraceChunk::Clear() {
  queued.clear();
  requests.clear();
  links.clear();
  events.clear();
}

}  // namespace ioreel
