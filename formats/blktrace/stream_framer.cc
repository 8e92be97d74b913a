#include "formats/blktrace/stream_framer.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/match.h"
#include "base/check.h"
#include "formats/kernel_text/lost_line.h"

namespace ioreel {
namespace {

constexpr size_t kContextBytes = 16;  ///< task, cpu and time that the ftrace pipe puts in front
constexpr size_t kMagicBytes = 4;
constexpr size_t kNone = static_cast<size_t>(-1);
constexpr size_t kMaxLineBytes = 64;
constexpr absl::string_view kLineStart = "CPU:";

}  // namespace

absl::Span<char> BlktraceFramer::Room(size_t least) {
  CHECK(!ended_);
  if (buffer_.size() - end_ < least) {
    std::memmove(buffer_.data(), data(), available());
    buffer_offset_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    if (buffer_.size() < end_ + least) buffer_.resize(end_ + least);
  }
  return {buffer_.data() + end_, buffer_.size() - end_};
}

bool BlktraceFramer::Next(BlktraceFrame* frame) {
  for (;;) {
    frame->byte_offset = byte_offset();
    const Step step = TakeOne(frame);
    if (step != Step::kAgain) return step == Step::kFrame;
  }
}

BlktraceFramer::Step BlktraceFramer::TakeOne(BlktraceFrame* frame) {
  if (skipping_ && available() > 0) return Skip(0);
  if (available() < kMagicBytes) {
    return ended_ && available() > 0 ? EndCut(frame) : Step::kNeedMore;
  }
  if (const auto magic = FindBlktraceMagic(data())) {
    return magic->is_read() ? TakeRecord(0, *magic, frame) : StartSkipping(frame);
  }
  if (absl::StartsWith(absl::string_view(data(), kMagicBytes), kLineStart)) {
    return TakeLostLine(frame);
  }
  if (available() < kContextBytes + kMagicBytes) return ended_ ? EndCut(frame) : Step::kNeedMore;
  const auto magic = FindBlktraceMagic(data() + kContextBytes);
  if (!magic || !magic->is_read()) return StartSkipping(frame);
  return TakeRecord(kContextBytes, *magic, frame);
}

BlktraceFramer::Step BlktraceFramer::TakeRecord(size_t prefix, const BlktraceMagic& magic,
                                                BlktraceFrame* frame) {
  const size_t header = magic.header_bytes();
  if (available() < prefix + header) return ended_ ? EndCut(frame) : Step::kNeedMore;
  const char* const start = data() + prefix;
  DecodeBlktraceHeader(start, magic, &frame->record);
  const BlktraceRecord& record = frame->record;
  if (!record.IsPlausible()) return StartSkipping(frame);
  if (available() < prefix + record.size()) return ended_ ? EndCut(frame) : Step::kNeedMore;
  if (record.payload_bytes >= kLeastBlktraceHeader &&
      FindRecordStart(prefix + header, prefix + record.size()) != kNone) {
    return StartSkipping(frame);  // its length is wrong: it would swallow other records
  }
  prefixed_ = prefix != 0;
  frame->kind = BlktraceFrame::Kind::kRecord;
  frame->payload = absl::string_view(start + header, record.payload_bytes);
  frame->device = PlaceOf(record.device);
  begin_ += prefix + record.size();
  return Step::kFrame;
}

uint32_t BlktraceFramer::PlaceOf(uint32_t device) {
  if (places_.empty() || device != last_device_) {
    last_device_ = device;
    last_place_ = places_.try_emplace(device, static_cast<uint32_t>(places_.size())).first->second;
  }
  return last_place_;
}

BlktraceFramer::Step BlktraceFramer::TakeLostLine(BlktraceFrame* frame) {
  const absl::string_view head(data(), std::min(available(), kMaxLineBytes));
  const size_t end = head.find('\n');
  if (end == absl::string_view::npos) {
    if (available() >= kMaxLineBytes) return StartSkipping(frame);
    return ended_ ? EndCut(frame) : Step::kNeedMore;
  }
  const auto lost = ParseLostLine(head.substr(0, end));
  if (!lost) return StartSkipping(frame);
  frame->kind = BlktraceFrame::Kind::kLost;
  frame->cpu = lost->cpu;
  frame->events = lost->events;
  begin_ += end + 1;
  return Step::kFrame;
}

bool BlktraceFramer::IsRecordStart(const char* bytes, size_t size) const {
  const auto magic = FindBlktraceMagic(bytes);
  if (!magic || !magic->is_read() || size < magic->header_bytes()) return false;
  BlktraceRecord record;
  DecodeBlktraceHeader(bytes, *magic, &record);
  if (!record.IsPlausible()) return false;
  return places_.empty() || places_.contains(record.device);
}

/// From bytes that are no record.
BlktraceFramer::Step BlktraceFramer::StartSkipping(BlktraceFrame* frame) {
  frame->kind = BlktraceFrame::Kind::kBadBytes;
  const auto magic = FindBlktraceMagic(data());
  if (magic && !magic->is_read()) {
    if (foreign_version_ == 0) foreign_version_ = magic->version;
    frame->kind = BlktraceFrame::Kind::kForeignVersion;
    frame->record.magic = *magic;
  }
  skipping_ = true;
  Skip(1);
  return Step::kFrame;
}

/// On to the next record, from the first byte but `skipped` on.
BlktraceFramer::Step BlktraceFramer::Skip(size_t skipped) {
  const size_t start = FindRecordStart(skipped, available());
  if (start != kNone) {
    skipping_ = false;
    begin_ += start;
    return Step::kAgain;
  }
  // A record may start in the last bytes, where its header is not whole yet.
  const size_t header = (prefixed_ ? kContextBytes : 0) + kMostBlktraceHeader;
  const size_t searched = available() >= header ? available() - header + 1 : 0;
  begin_ += ended_ ? available() : std::max(skipped, searched);
  return Step::kNeedMore;
}

/// Where in [from, to) of what is available a record starts, with its context, or kNone.
size_t BlktraceFramer::FindRecordStart(size_t from, size_t to) const {
  const size_t prefix = prefixed_ ? kContextBytes : 0;
  for (; from < to && from + prefix + kLeastBlktraceHeader <= available(); ++from) {
    if (IsRecordStart(data() + from + prefix, available() - from - prefix)) return from;
  }
  return kNone;
}

BlktraceFramer::Step BlktraceFramer::EndCut(BlktraceFrame* frame) {
  if (FindRecordStart(1, available()) != kNone) return StartSkipping(frame);
  frame->kind = BlktraceFrame::Kind::kCutRecord;
  frame->bytes = available();
  begin_ = end_;
  return Step::kFrame;
}

}  // namespace ioreel
