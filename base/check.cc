#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace ioreel {

void CheckFailed(const char* file, int line, absl::string_view what) {
  std::fprintf(stderr, "ioreel: internal error at %s:%d: %.*s\nPlease report this.\n", file, line,
               static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace ioreel
