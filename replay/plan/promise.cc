#include "replay/plan/promise.h"

#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

constexpr char kRemedy[] =
    "; no I/O was done that the summary does not tell of; `ioreel convert` makes a trace with a "
    "right one";

}  // namespace

bool PromiseCheck::Keeps(const Io& io, const TraceInfo& info) {
  if (demand_ == nullptr || io.device != device_) {
    const auto found = promise_.summary->devices.find(io.device);
    if (found == promise_.summary->devices.end()) return false;
    demand_ = &found->second;
    device_ = io.device;
  }
  ++taken_;
  return taken_ <= promise_.summary->all.ios &&
         demand_->Holds(io.op, OffsetInDevice(io, info), io.length);
}

absl::Status PromiseCheck::Broken(const Io& io) const {
  return absl::DataLossError(absl::StrCat(
      promise_.trace, ": I/O ", io.ordinal, " (", OpName(io.op), " of ", io.length, " bytes at ",
      io.offset, ") is none of those that the summary in the trace tells of", kRemedy));
}

absl::Status PromiseCheck::Finish() const {
  if (promise_.summary == nullptr || taken_ == promise_.summary->all.ios) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(promise_.trace, ": the summary in the trace tells of ",
                                          promise_.summary->all.ios, " I/Os, but there are ",
                                          taken_, kRemedy));
}

}  // namespace ioreel
