#include "tests/support/sample_result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "formats/result/run_result_fields.h"

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

}  // namespace ioreel
