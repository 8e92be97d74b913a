#include "replay/models/hdd_buffer.h"

#include <algorithm>

namespace ioreel {

HddBuffer::HddBuffer(const HddGeometry* geometry, size_t segments, uint64_t segment_bytes,
                     uint64_t ahead_bytes, uint64_t size_bytes)
    : geometry_(geometry),
      segment_bytes_(segment_bytes),
      ahead_bytes_(std::min(ahead_bytes, segment_bytes)),
      size_bytes_(size_bytes),
      segments_(segments) {}

uint64_t HddBuffer::EndAt(int64_t now_ns) const {
  const int64_t read_ns = std::max<int64_t>(0, now_ns - grows_ns_);
  return std::clamp(geometry_->OffsetAt(from_ns_ + read_ns), segments_[last_].end, limit_);
}

bool HddBuffer::Holds(uint64_t begin, uint64_t end, int64_t now_ns) const {
  for (size_t i = 0; i < segments_.size(); ++i) {
    const uint64_t held = growing_ && i == last_ ? EndAt(now_ns) : segments_[i].end;
    if (segments_[i].begin <= begin && end <= held) return true;
  }
  return false;
}

bool HddBuffer::Continues(uint64_t begin, int64_t now_ns) const {
  if (!growing_ || begin < segments_[last_].begin) return false;
  const uint64_t end = EndAt(now_ns);
  return begin <= end && end < limit_;
}

void HddBuffer::Read(uint64_t begin, uint64_t end, bool continued, int64_t now_ns) {
  if (continued) {
    begin = segments_[last_].begin;
  } else {
    last_ = (last_ + 1) % segments_.size();
  }
  segments_[last_] = {std::max(begin, end - std::min(end, segment_bytes_)), end};
  growing_ = true;
  grows_ns_ = now_ns;
  from_ns_ = geometry_->SpiralNs(end);
  limit_ = std::min(size_bytes_, end + ahead_bytes_);
}

bool HddBuffer::WantsMore(uint64_t end, int64_t now_ns) const {
  if (!growing_ || limit_ == size_bytes_ || EndAt(now_ns) < limit_) return false;
  return end <= limit_ && segments_[last_].begin <= end && limit_ - end < ahead_bytes_ / 2;
}

void HddBuffer::ReadOn(int64_t now_ns, int64_t wait_ns) {
  Segment& segment = segments_[last_];
  segment.end = limit_;
  grows_ns_ = now_ns + wait_ns;
  from_ns_ = geometry_->SpiralNs(limit_);
  limit_ = std::min(size_bytes_, limit_ + ahead_bytes_ / 2);
  segment.begin = std::max(segment.begin, limit_ - std::min(limit_, segment_bytes_));
}

int64_t HddBuffer::HeadNs(int64_t now_ns, int64_t head_ns) const {
  return growing_ ? geometry_->SpiralNs(EndAt(now_ns)) : head_ns;
}

int64_t HddBuffer::Stop(int64_t now_ns, int64_t head_ns) {
  if (!growing_) return head_ns;
  segments_[last_].end = EndAt(now_ns);
  growing_ = false;
  return geometry_->SpiralNs(segments_[last_].end);
}

void HddBuffer::Forget(uint64_t begin, uint64_t end, int64_t now_ns) {
  for (size_t i = 0; i < segments_.size(); ++i) {
    Segment& segment = segments_[i];
    const bool grows = growing_ && i == last_;
    if (begin >= (grows ? limit_ : segment.end) || end <= segment.begin) continue;
    if (grows) Stop(now_ns, 0);
    segment = {};
  }
}

}  // namespace ioreel
