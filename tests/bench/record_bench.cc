#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "tests/device/recording.h"
#include "tests/support/loop_device.h"

/// What recording costs the application: recorded ÷ not recorded, one after the other; the median
/// of the ratios. Its time from start to end counts, on an idle machine; its CPU time, where the
/// kernel's tracing is part of it, also tells on a busy one.

namespace ioreel {
namespace {

constexpr int kRounds = 9;

std::string DirectReads(const std::string& node) {
  return absl::StrCat("for i in 1 2 3 4; do dd if=", node,
                      " of=/dev/null bs=4k count=4000 iflag=direct status=none; done");
}
std::string BufferedWrites(const std::string& node) {
  return absl::StrCat("for i in 1 2 3 4; do dd if=/dev/zero of=", node,
                      " bs=64k count=512 conv=fsync status=none; done");
}

/// CPU time of all children that have ended.
int64_t ChildrenCpuNs() {
  rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto ns = [](const timeval& t) { return t.tv_sec * 1'000'000'000LL + t.tv_usec * 1000LL; };
  return ns(usage.ru_utime) + ns(usage.ru_stime);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int64_t RunPlainly(const std::vector<std::string>& argv) {
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int64_t start_ns = SteadyClock().NowNs();
  const pid_t pid = fork();
  if (pid == 0) {
    execvp(words[0], words.data());
    _exit(127);
  }
  waitpid(pid, nullptr, 0);
  return SteadyClock().NowNs() - start_ns;
}

void RecordOverhead(benchmark::State& state, std::string (*script)(const std::string& node)) {
  LoopDevice loop(64 << 20);
  if (geteuid() != 0 || loop.path().empty() || !Tracefs::Find().ok()) {
    return state.SkipWithError("needs root, a loop device and tracefs");
  }
  const RecordOptions options = ShellOn(loop.path().substr(5), script(loop.path()));
  std::vector<double> time_ratios, cpu_ratios;
  for (auto _ : state) {
    for (int i = 0; i < kRounds; ++i) {
      const int64_t cpu_before = ChildrenCpuNs();
      const double plain = static_cast<double>(RunPlainly(options.argv));
      const int64_t cpu_between = ChildrenCpuNs();
      Recording recording;
      if (const absl::Status status = RecordInto(&recording, options); !status.ok()) {
        return state.SkipWithError(std::string(status.message()).c_str());
      }
      const CommandInfo& command = *recording.info.command;
      time_ratios.push_back(static_cast<double>(command.exit_ns - command.start_ns) / plain);
      cpu_ratios.push_back(static_cast<double>(ChildrenCpuNs() - cpu_between) /
                           static_cast<double>(cpu_between - cpu_before));
    }
  }
  state.counters["time recorded/unrecorded"] = Median(time_ratios);
  state.counters["CPU recorded/unrecorded"] = Median(cpu_ratios);
}

BENCHMARK_CAPTURE(RecordOverhead, DirectReads, DirectReads)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(RecordOverhead, BufferedWrites, BufferedWrites)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
