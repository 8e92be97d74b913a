#include "replay/plan/promise.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "replay/plan/trace_scan.h"

namespace ioreel {
namespace {

constexpr char kRemedy[] =
    "; no I/O was done that the summary does not tell of; `ioreel convert` makes a trace with a "
    "right one";

/// A sum in floating point may have come about in another order.
bool IsAboutEqual(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::string Times(int64_t time_ns) {
  return time_ns == kNoTime ? "unknown" : absl::StrCat(time_ns, " ns");
}

/// What `told` has other than `found`, "busy time 1 ns, but it is 800 ns"; "" where it has nothing.
std::string FirstDifference(const LevelSummary& told, const LevelSummary& found) {
  const auto differ = [](const char* what, const auto& a, const auto& b) {
    return absl::StrCat(what, " ", a, ", but it is ", b);
  };
  if (told.first_ns != found.first_ns)
    return differ("start of the first I/O", Times(told.first_ns), Times(found.first_ns));
  if (told.last_ns != found.last_ns)
    return differ("start of the last I/O", Times(told.last_ns), Times(found.last_ns));
  if (told.last_complete_ns != found.last_complete_ns)
    return differ("last completion", Times(told.last_complete_ns), Times(found.last_complete_ns));
  if (told.without_completion != found.without_completion)
    return differ("number of I/Os without completion", told.without_completion,
                  found.without_completion);
  if (told.without_thread != found.without_thread)
    return differ("number of I/Os without thread", told.without_thread, found.without_thread);
  if (told.busy_ns != found.busy_ns)
    return differ("busy time", Times(told.busy_ns), Times(found.busy_ns));
  if (!IsAboutEqual(told.mean_depth, found.mean_depth))
    return differ("mean depth", told.mean_depth, found.mean_depth);
  if (told.left_out != found.left_out) return "of I/Os left out what is not so";
  if (told.devices != found.devices) return "of sizes, offsets and kinds of I/O what is not so";
  return "";
}

}  // namespace

bool PromiseCheck::Keeps(const Io& io, const TraceInfo& info) {
  if (demand_ == nullptr || io.device != device_) {
    const auto found = promise_.summary->devices.find(io.device);
    if (found == promise_.summary->devices.end()) return false;
    demand_ = &found->second;
    device_ = io.device;
  }
  ++taken_;
  const uint64_t offset = OffsetInDevice(io, info);
  found_.Add(io, offset, info);
  return taken_ <= promise_.summary->all.ios && demand_->Holds(io.op, offset, io.length);
}

absl::Status PromiseCheck::Broken(const Io& io) const {
  return absl::DataLossError(absl::StrCat(
      promise_.trace, ": I/O ", io.ordinal, " (", OpName(io.op), " of ", io.length, " bytes at ",
      io.offset, ") is none of those that the summary in the trace tells of", kRemedy));
}

absl::Status PromiseCheck::Finish(const std::map<std::string, uint64_t>& left_out,
                                  uint64_t untimed) {
  if (promise_.summary == nullptr) return absl::OkStatus();
  const LevelSummary& told = *promise_.summary;
  if (taken_ != told.all.ios)
    return absl::DataLossError(absl::StrCat(promise_.trace, ": the summary in the trace tells of ",
                                            told.all.ios, " I/Os, but there are ", taken_,
                                            kRemedy));
  LevelSummary found = found_.Finish();
  found.left_out = left_out;
  CountUntimed(promise_.level, untimed, &found);
  const std::string lie = FirstDifference(told, found);
  if (lie.empty()) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat(promise_.trace, ": the summary in the trace says ", lie, kRemedy));
}

}  // namespace ioreel
