#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "formats/chrome_trace/writer.h"
#include "formats/formats.h"

namespace ioreel {
namespace {

class ChromeTrace : public Format {
 public:
  absl::string_view name() const override { return "chrome-trace"; }
  absl::string_view description() const override {
    return "Trace Event JSON, to look at: ui.perfetto.dev, chrome://tracing";
  }
  absl::string_view carries() const override {
    return "one level: start and completion in ns, range, device, task, CPU, flags, error, time of "
           "day; an event an I/O, on a track of its task";
  }
  std::vector<absl::string_view> extensions() const override { return {".json"}; }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    return absl::StartsWith(head, "{\"traceEvents\":[");
  }

  bool CanRead() const override { return false; }
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions&, ImportLog*) const override {
    return absl::UnimplementedError(
        absl::StrCat(inputs.front()->name(),
                     ": is a Chrome trace, which ioreel writes for looking at but does not read"));
  }

  bool CanWrite() const override { return true; }
  bool OneLevel() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const override {
    return OpenChromeTraceWriter(path, options);
  }
};

}  // namespace

const Format* ChromeTraceFormat() {
  static const ChromeTrace format;
  return &format;
}

}  // namespace ioreel
