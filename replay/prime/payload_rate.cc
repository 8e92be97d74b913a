#include "replay/prime/payload_rate.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "base/clock.h"
#include "base/log.h"
#include "replay/verify/stamp.h"

namespace ioreel {
namespace {

constexpr int64_t kMeasureNs = 5'000'000;
constexpr size_t kWriteBytes = 4096;
constexpr int kWritesALook = 64;
constexpr double kEnough = 2;

double FastestWriting(const RunResult& result) {
  double fastest = 0;
  for (const RepeatResult& repeat : result.repeats) {
    if (repeat.elapsed_ns <= 0) continue;
    fastest = std::max(fastest, static_cast<double>(repeat.written_bytes) * 1e9 /
                                    static_cast<double>(repeat.elapsed_ns));
  }
  return fastest;
}

}  // namespace

double MeasurePayloadRate(IoBuffers* buffers, bool stamp) {
  const SteadyClock clock;
  const int64_t begin_ns = clock.NowNs();
  int64_t now_ns = begin_ns;
  uint64_t bytes = 0;
  for (; now_ns - begin_ns < kMeasureNs; now_ns = clock.NowNs()) {
    for (int i = 0; i < kWritesALook; ++i) {
      auto* const data = static_cast<char*>(buffers->Acquire(Op::kWrite, kWriteBytes));
      if (data == nullptr) return 0;
      if (stamp) StampSectors({data, kWriteBytes}, 1, bytes, 1);
      buffers->Release(data, kWriteBytes);
      bytes += kWriteBytes;
    }
  }
  return static_cast<double>(bytes) * 1e9 / static_cast<double>(now_ns - begin_ns);
}

void NotePayloadHeadroom(double bytes_per_s, RunResult* result) {
  const double written = FastestWriting(*result);
  if (bytes_per_s <= 0 || written <= 0) return;
  const double headroom = bytes_per_s / written;
  result->notes["payload_headroom"] = absl::StrFormat("%.1f", headroom);
  if (headroom >= kEnough) return;
  LogWarning(absl::StrFormat(
      "payload is made only %.1f times as fast as it was written: the replay may have waited for "
      "it; --payload random, without --verify, costs least",
      headroom));
}

}  // namespace ioreel
