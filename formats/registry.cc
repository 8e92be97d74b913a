#include "formats/registry.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "formats/formats.h"

namespace ioreel {

const std::vector<const Format*>& AllFormats() {
  static const auto* formats = new std::vector<const Format*>{
      // One a line, so that additions do not meet.
      // clang-format off
      ContainerFormat(),
      BlktraceFormat(),
      BlkparseFormat(),
      BlockEventsFormat(),
      BiosnoopFormat(),
      EtlFormat(),
      CsvFormat(),
      FioIologFormat(),
      BlkreplayFormat(),
      MsrFormat(),
      SpcFormat(),
      AlibabaFormat(),
      TencentFormat(),
      SystorFormat(),
      FiuFormat(),
      DiskmonFormat(),
      HfplayerFormat(),
      VscsiCsvFormat(),
      DisksimFormat(),
      MqsimFormat(),
      SsdsimFormat(),
      HeimdallFormat(),
      WpaFormat(),
      XperfFormat(),
      ProcmonFormat(),
      VscsiFormat(),
      OracleGeneralFormat(),
      IotraceFormat(),
      ParquetFormat(),
      ChromeTraceFormat(),
      ColumnsFormat(),
      // clang-format on
  };
  return *formats;
}

std::string FormatNames(const std::vector<const Format*>& formats) {
  return absl::StrJoin(formats, ", ", [](std::string* out, const Format* format) {
    absl::StrAppend(out, format->name());
  });
}

const Format* FindFormat(absl::string_view name) {
  for (const Format* format : AllFormats()) {
    if (format->name() == name) return format;
  }
  return nullptr;
}

}  // namespace ioreel
