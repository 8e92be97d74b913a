#include "replay/prime/io_buffers.h"

#include <errno.h>
#include <sys/mman.h>

#include <algorithm>

#include "base/check.h"
#include "base/file.h"
#include "replay/target.h"

namespace ioreel {
namespace {

constexpr size_t kMostRing = 64 << 20;
/// Random data repeats, but for what makes it unique, after this many bytes: beyond the window of
/// any compressor that a drive or a filesystem has.
constexpr size_t kPayloadPeriod = 64 << 20;

size_t RoundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

/// Enough for `depth` I/Os of `longest` bytes, within reason, and never too little for four.
size_t RingBytes(uint64_t longest, int depth) {
  if (longest == 0) return 0;
  const size_t one = RoundUp(longest, BufferRing::kAlignment);
  const size_t wanted = one * static_cast<size_t>(std::max(depth, 1));
  return std::max(std::min(wanted, kMostRing), 4 * one);
}

size_t WriteRingBytes(const IoBuffers::Options& options) {
  const size_t ring = RingBytes(std::min(options.longest_write, kMaxBufferBytes), options.depth);
  if (ring == 0 || !options.payload.unique()) return ring;
  const uint64_t asked = options.written_bytes + options.writes * BufferRing::kAlignment;
  const size_t unique = std::min<uint64_t>(asked, kPayloadPeriod);
  return std::max(ring, RoundUp(unique, BufferRing::kAlignment));
}

}  // namespace

BufferRing::BufferRing(char* base, size_t bytes, Order order)
    : base_(base), bytes_(bytes), order_(order), users_((bytes + kChunk - 1) / kChunk) {
  CHECK(bytes % kAlignment == 0);
}

/// First chunk with users that [begin, end) enters; the one `begin` lies inside of was entered,
/// and found free, before. users_.size() when there is none.
size_t BufferRing::FirstBusyChunk(size_t begin, size_t end) const {
  const size_t last = (end + kChunk - 1) / kChunk;
  for (size_t chunk = (begin + kChunk - 1) / kChunk; chunk < last; ++chunk) {
    if (users_[chunk] > 0) return chunk;
  }
  return users_.size();
}

char* BufferRing::Acquire(size_t length) {
  const size_t need = RoundUp(length, kAlignment);
  if (need > bytes_) return nullptr;
  const bool enters_chunk = cursor_ + need > RoundUp(cursor_, kChunk);
  bool wrapped = order_ == Order::kLowest && enters_chunk;
  for (size_t begin = wrapped ? 0 : cursor_;;) {
    if (begin + need > bytes_) {
      if (wrapped) return nullptr;
      wrapped = true;
      begin = 0;
    }
    const size_t busy = FirstBusyChunk(begin, begin + need);
    if (busy == users_.size()) {
      for (size_t chunk = begin / kChunk; chunk * kChunk < begin + need; ++chunk) ++users_[chunk];
      cursor_ = begin + need;
      return base_ + begin;
    }
    begin = (busy + 1) * kChunk;
  }
}

void BufferRing::Release(const char* buffer, size_t length) {
  const size_t begin = static_cast<size_t>(buffer - base_);
  const size_t end = begin + RoundUp(length, kAlignment);
  for (size_t chunk = begin / kChunk; chunk * kChunk < end; ++chunk) --users_[chunk];
}

void IoBuffers::Unmap::operator()(char* area) const { munmap(area, bytes); }

absl::StatusOr<IoBuffers> IoBuffers::Create(const Options& options) {
  IoBuffers buffers;
  const size_t reads = RingBytes(std::min(options.longest_read, kMaxBufferBytes), options.depth);
  const size_t writes = WriteRingBytes(options);
  const size_t scratch = RingBytes(options.scratch, options.depth);
  const size_t all = reads + writes + scratch;
  if (all == 0) return buffers;
  void* area = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (area == MAP_FAILED) return ErrnoError(errno, "cannot get memory for the data in flight");
  char* const base = static_cast<char*>(area);
  madvise(area, all, MADV_HUGEPAGE);  // the kernel pins a huge page at once; without is as right
  for (size_t at = 0; at < all; at += BufferRing::kAlignment) base[at] = 0;
  buffers.area_ = {base, Unmap{all}};
  using Order = BufferRing::Order;
  const Order writes_order = options.payload.unique() ? Order::kRound : Order::kLowest;
  buffers.reads_ = BufferRing(base, reads, Order::kLowest);
  buffers.writes_ = BufferRing(base + reads, writes, writes_order);
  buffers.scratch_ = BufferRing(base + reads + writes, scratch, Order::kLowest);
  buffers.payload_ =
      PayloadPool(options.payload, absl::MakeSpan(base + reads, writes), options.seed);
  return buffers;
}

void* IoBuffers::Acquire(Op op, size_t length) {
  const bool read = op == Op::kRead;
  char* const buffer = (read ? reads_ : writes_).Acquire(length);
  if (buffer != nullptr && !read) payload_.Refresh(buffer, length);
  return buffer;
}

void IoBuffers::Release(void* buffer, size_t length) {
  const char* const data = static_cast<char*>(buffer);
  BufferRing& ring = reads_.Owns(data) ? reads_ : writes_.Owns(data) ? writes_ : scratch_;
  ring.Release(data, length);
}

}  // namespace ioreel
