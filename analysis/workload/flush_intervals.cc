#include "analysis/workload/flush_intervals.h"

#include <algorithm>

#include "base/checked_math.h"

namespace ioreel {

void FlushIntervals::Follow(const Moments& later, Moments* moments, Histogram* intervals_ns) {
  if (later.first_ns == kNoTime) return;
  if (moments->last_ns == kNoTime)
    moments->first_ns = later.first_ns;
  else
    intervals_ns->Add(NsBetween(moments->last_ns, later.first_ns));
  moments->last_ns = later.last_ns;
}

void FlushIntervals::AddFlush(Device* device) {
  if (device->flushed) bytes_between_.Add(SampleOf(device->bytes_since));
  device->flushed = true;
  device->bytes_since = 0;
}

void FlushIntervals::Add(const Io& io) {
  const bool writes = io.op != Op::kRead && HasPayload(io.op);
  const bool preflushes = writes && (io.flags & kPreflush);
  const bool fua = writes && (io.flags & kFua);
  if (!writes && io.op != Op::kFlush) return;
  if (io.device >= devices_.size()) devices_.resize(io.device + size_t{1});
  Device& device = devices_[io.device];
  flushes_ += io.op == Op::kFlush;
  preflushes_ += preflushes;
  fua_writes_ += fua;
  const Moments now = {io.start_ns, io.start_ns};
  if (fua) Follow(now, &device.fua, &fua_interval_ns_);
  if (preflushes || io.op == Op::kFlush) {
    Follow(now, &device.flush, &flush_interval_ns_);
    AddFlush(&device);
  }
  uint64_t& bytes = device.flushed ? device.bytes_since : device.bytes_before;
  if (writes) bytes = SaturatingAdd(bytes, io.length);
}

void FlushIntervals::Merge(const FlushIntervals& later) {
  devices_.resize(std::max(devices_.size(), later.devices_.size()));
  for (size_t i = 0; i < later.devices_.size(); ++i) {
    const Device& more = later.devices_[i];
    Device& device = devices_[i];
    Follow(more.flush, &device.flush, &flush_interval_ns_);
    Follow(more.fua, &device.fua, &fua_interval_ns_);
    uint64_t& bytes = device.flushed ? device.bytes_since : device.bytes_before;
    bytes = SaturatingAdd(bytes, more.bytes_before);
    if (!more.flushed) continue;
    AddFlush(&device);
    device.bytes_since = more.bytes_since;
  }
  flushes_ += later.flushes_;
  preflushes_ += later.preflushes_;
  fua_writes_ += later.fua_writes_;
  flush_interval_ns_.Merge(later.flush_interval_ns_);
  fua_interval_ns_.Merge(later.fua_interval_ns_);
  bytes_between_.Merge(later.bytes_between_);
}

FlushIntervals::Result FlushIntervals::result() const {
  return {.flushes = flushes_,
          .preflushes = preflushes_,
          .fua_writes = fua_writes_,
          .flush_interval_ns = Describe(flush_interval_ns_),
          .fua_interval_ns = Describe(fua_interval_ns_),
          .bytes_between = Describe(bytes_between_)};
}

}  // namespace ioreel
