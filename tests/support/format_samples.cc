#include "tests/support/format_samples.h"

#include <filesystem>
#include <map>

#include "absl/strings/str_cat.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/file.h"
#include "tests/support/etl_bytes.h"
#include "tests/support/octf_bytes.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

std::string Vscsi() {
  std::string bytes;
  for (uint64_t i = 0; i < 2; ++i) {
    for (uint32_t value : {7u, 512u, 1u}) AppendInt(&bytes, value);
    for (uint16_t value : {0x2a, 0x0100}) AppendInt(&bytes, value);
    for (uint64_t value : {42932745 + i, 5633898368802 + i}) AppendInt(&bytes, value);
  }
  return bytes;
}

}  // namespace

std::string FormatSampleName(absl::string_view format) {
  return format == "oracle-general" ? "sample.oracleGeneral" : absl::StrCat("sample.", format);
}

std::string FormatSample(absl::string_view format) {
  const std::string golden = ProjectFile(absl::StrCat("tests/golden/", format, "/in"));
  if (std::filesystem::exists(golden)) return *ReadFile(golden);
  const std::map<std::string, std::string> samples = {
      {"blkreplay",
       "text\nstart ; sector; length ; op ;  replay_delay=0 ; replay_duration=0\n"
       "      0.000000000 ;     37766853 ;   64 ; W ; 0.0 ; 0.000412000\n"},
      {"etl", SmallEtl()},
      {"iotrace", OctfDevice(1, "sda", 100) + OctfIo(2, 1, 2, 8, 8) + OctfCompletion(3, 1)},
      {"vscsi", Vscsi()},
  };
  const auto found = samples.find(std::string(format));
  CHECK(found != samples.end());
  return found->second;
}

}  // namespace ioreel
