#include "tests/support/sample_result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "formats/result/suite_result_fields.h"

namespace ioreel {
namespace {

/// Gives each leaf the next number.
class Filler {
 public:
  template <typename T>
  void operator()(const char*, T& field) {
    Fill(&field);
  }

  void Fill(bool* flag) { *flag = !*flag; }
  void Fill(std::string* text) { *text = absl::StrCat("text \"", ++n_, "\" µ"); }
  void Fill(Op* op) { *op = static_cast<Op>(++n_ % (kOpCount - 1) + 1); }
  void Fill(double* number) { *number = ++n_ + 0.1; }
  template <std::integral T>
  void Fill(T* number) {
    *number = static_cast<T>(++n_);
  }
  template <HasFields T>
  void Fill(T* fields) {
    VisitFields(*fields, *this);
  }
  template <typename T>
  void Fill(std::optional<T>* value) {
    Fill(&value->emplace());
  }
  template <typename T>
  void Fill(std::vector<T>* values) {
    values->resize(2);
    for (T& value : *values) Fill(&value);
  }
  template <typename T>
  void Fill(std::map<std::string, T>* values) {
    for (const char* key : {"a key", "b"}) Fill(&(*values)[key]);
  }

 private:
  int n_ = 1000;
};

}  // namespace

RunResult FullResult() {
  RunResult result;
  Filler().Fill(&result);
  result.mode = "timed";
  result.level = "issue";
  return result;
}

RunResult SoundResult() {
  RunResult result;
  result.target = {.spec = "/tmp/scratch.img", .kind = "file", .filesystem = "xfs"};
  result.trace.path = "app.ioreel";
  result.trace.digest = "xxh3-128:1";
  result.trace.command = "app --all";
  result.trace.recorded_completion_ns = 4'000'000'000;
  result.trace.recorded_busy_ns = 1'000'000'000;
  result.mode = "dependent";
  result.level = "issue";
  result.engine = "libaio";
  for (const int64_t completion_ns : {2'000'000'000, 2'100'000'000, 1'900'000'000}) {
    RepeatResult repeat;
    repeat.completion_ns = completion_ns;
    repeat.busy_ns = 500'000'000;
    repeat.read_bytes = 175'000'000;
    repeat.bandwidth_bytes_per_s = 350e6;
    repeat.mean_access_ns = 75'000;
    repeat.iops = 1234;
    result.repeats.push_back(repeat);
  }
  return result;
}

SuiteResult FullSuiteResult() {
  SuiteResult suite;
  Filler().Fill(&suite);
  suite.scope = "part";
  suite.layout = "shared";
  for (SuiteTraceResult& trace : suite.traces) {
    trace.result->mode = "timed";
    trace.result->level = "issue";
    trace.result->trace.digest = trace.digest;
  }
  return suite;
}

SuiteResult SoundSuiteResult() {
  SuiteResult suite{.ioreel_version = "",
                    .suite = {"two", 1},
                    .scope = "full",
                    .passes = 3,
                    .layout = "separate",
                    .complete = true,
                    .reference = SuiteReference{.device = "a slow drive",
                                                .fingerprint = "",
                                                .passes = 3,
                                                .conditions = {{"mode", "dependent"},
                                                               {"level", "issue"},
                                                               {"layout", "separate"},
                                                               {"idle_ns", "0"},
                                                               {"trim", "false"}},
                                                .traces = {}},
                    .traces = {}};
  for (const int64_t factor : {1, 10}) {
    SuiteTraceResult& trace = suite.traces.emplace_back();
    trace.name = factor == 1 ? "edit" : "build";
    trace.digest = absl::StrCat("xxh3-128:", factor);
    trace.weight = factor == 1 ? 1 : 3;
    RunResult& run = trace.result.emplace(SoundResult());
    run.target = {.spec = "/dev/sdb", .kind = "device", .model = "DRIVE 9"};
    run.trace.digest = trace.digest;
    run.trace.path = trace.name + "/trace.ioreel";
    for (RepeatResult& repeat : run.repeats) {
      repeat.completion_ns *= factor;
      repeat.busy_ns *= factor;
      repeat.read_bytes *= static_cast<uint64_t>(factor);
      const uint64_t reads = 1'000 * static_cast<uint64_t>(factor);
      repeat.ops = {{.op = Op::kRead,
                     .count = reads,
                     .bytes = repeat.read_bytes,
                     .completion = {.count = reads, .mean_ns = 75'000, .max_ns = 900'000}}};
    }
    suite.reference->traces[trace.name] = {4'000'000'000 * factor, 250'000'000 * factor};
  }
  return suite;
}

}  // namespace ioreel
