#include "base/host_facts.h"

#include <sys/utsname.h>
#include <unistd.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"

namespace ioreel {
namespace {

std::string CpuModel() {
  const auto cpuinfo = ReadFile("/proc/cpuinfo");
  if (!cpuinfo.ok()) return "";
  for (absl::string_view line : absl::StrSplit(*cpuinfo, '\n')) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    if (absl::StripAsciiWhitespace(field.first) == "model name") {
      return std::string(absl::StripAsciiWhitespace(field.second));
    }
  }
  return "";
}

}  // namespace

HostFacts ReadHostFacts() {
  HostFacts facts;
  utsname name;
  if (uname(&name) == 0) {
    facts.hostname = name.nodename;
    facts.kernel = absl::StrCat(name.sysname, " ", name.release, " ", name.machine);
  }
  facts.cpu = CpuModel();
  facts.cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  facts.memory_bytes =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return facts;
}

}  // namespace ioreel
