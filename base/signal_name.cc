#include "base/signal_name.h"

#include <string.h>

#include "absl/strings/str_cat.h"

namespace ioreel {

std::string SignalName(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name != nullptr ? absl::StrCat("SIG", name) : absl::StrCat("signal ", signal);
}

}  // namespace ioreel
