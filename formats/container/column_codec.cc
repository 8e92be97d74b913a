#include "formats/container/column_codec.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"
#include "formats/container/block_coder.h"

namespace ioreel {
namespace {

using Encoder = StreamEncoder<kBlockStreams>;
using Decoder = StreamDecoder<kBlockStreams>;

constexpr int kMaxUnitShift = 12;

template <typename T>
void TakeRows(const std::vector<T>& from, uint32_t n, uint32_t* taken, std::vector<T>* to) {
  const auto begin = from.begin() + *taken;
  to->assign(begin, begin + n);
  *taken += n;
}

template <typename T>
void AppendAll(std::vector<T>* to, const std::vector<T>& from) {
  to->insert(to->end(), from.begin(), from.end());
}

ClockGrid FindClock(const TraceChunk& rows) {
  constexpr size_t kEnough = 2048;
  std::vector<int64_t> deltas;
  int64_t before_ns = kNoTime;
  const auto add = [&](int64_t time_ns) {
    if (before_ns != kNoTime && time_ns > before_ns) deltas.push_back(time_ns - before_ns);
    before_ns = time_ns;
  };
  for (const QueuedIo& io : rows.queued) {
    if (deltas.size() < kEnough) add(io.queue_ns);
  }
  for (const IssuedRequest& request : rows.requests) {
    if (deltas.size() < kEnough) add(request.issue_ns);
  }
  return ClockGrid::Find(deltas);
}

int FindUnitShift(const TraceChunk& rows) {
  uint64_t bits = uint64_t{1} << kMaxUnitShift;
  for (const QueuedIo& io : rows.queued) bits |= io.offset | io.length;
  return std::countr_zero(bits);
}

}  // namespace

void BlockRows::Append(const TraceChunk& chunk) {
  if (pieces.empty()) {
    rows.first_queued = chunk.first_queued;
    rows.first_request = chunk.first_request;
  }
  pieces.push_back(
      {static_cast<uint32_t>(chunk.queued.size()), static_cast<uint32_t>(chunk.requests.size()),
       static_cast<uint32_t>(chunk.links.size()), static_cast<uint32_t>(chunk.events.size())});
  AppendAll(&rows.queued, chunk.queued);
  AppendAll(&rows.requests, chunk.requests);
  AppendAll(&rows.links, chunk.links);
  AppendAll(&rows.events, chunk.events);
}

void BlockRows::Clear() {
  rows.Clear();
  pieces.clear();
  next_piece_ = 0;
  taken_ = {};
}

bool BlockRows::TakePiece(TraceChunk* chunk) {
  chunk->Clear();
  if (next_piece_ == pieces.size()) return false;
  const PieceSize& size = pieces[next_piece_++];
  if (pieces.size() == 1) {
    std::swap(*chunk, rows);
    return true;
  }
  chunk->first_queued = rows.first_queued + taken_.queued;
  chunk->first_request = rows.first_request + taken_.requests;
  TakeRows(rows.queued, size.queued, &taken_.queued, &chunk->queued);
  TakeRows(rows.requests, size.requests, &taken_.requests, &chunk->requests);
  TakeRows(rows.links, size.links, &taken_.links, &chunk->links);
  TakeRows(rows.events, size.events, &taken_.events, &chunk->events);
  return true;
}

BlockSummary Summarize(const TraceChunk& rows) {
  BlockSummary summary;
  summary.queued = static_cast<uint32_t>(rows.queued.size());
  summary.requests = static_cast<uint32_t>(rows.requests.size());
  summary.links = static_cast<uint32_t>(rows.links.size());
  summary.first_queued = rows.first_queued;
  summary.first_request = rows.first_request;
  summary.min_offset = UINT64_MAX;
  const auto cover = [&](int64_t time_ns, Op op, uint64_t offset, uint64_t length) {
    if (time_ns != kNoTime) {
      if (summary.first_ns == kNoTime || time_ns < summary.first_ns) summary.first_ns = time_ns;
      summary.last_ns = std::max(summary.last_ns, time_ns);
    }
    if (!HasRange(op) || length == 0) return;
    summary.min_offset = std::min(summary.min_offset, offset);
    summary.max_end = std::max(summary.max_end, offset + length);
  };
  for (const QueuedIo& io : rows.queued) cover(io.queue_ns, io.op, io.offset, io.length);
  for (const IssuedRequest& r : rows.requests) cover(r.issue_ns, r.op, r.offset, r.length);
  if (summary.max_end == 0) summary.min_offset = 0;
  return summary;
}

std::vector<std::string> EncodeRows(BlockRows* block, Needed* needed) {
  const BlockScale scale{FindClock(block->rows), FindUnitShift(block->rows)};
  const BlockSummary summary = Summarize(block->rows);
  Encoder encoder;
  BlockCoder<Encoder> coder(&encoder, scale, summary, block);
  CHECK(coder.Run());
  *needed = coder.needed();

  std::vector<std::string> parts = encoder.Take();
  std::string head;
  AppendInt(&head, scale.clock.period());
  AppendInt(&head, static_cast<uint8_t>(scale.unit_shift));
  for (const std::string& part : parts) AppendInt(&head, static_cast<uint32_t>(part.size()));
  parts.insert(parts.begin(), std::move(head));
  return parts;
}

absl::Status DecodeRows(absl::string_view raw, const BlockSummary& summary, BlockRows* block,
                        Needed* needed) {
  ByteReader in(raw);
  const uint64_t period = in.Read<uint64_t>();
  const int unit_shift = in.Read<uint8_t>();
  uint32_t sizes[kBlockStreams + 1];
  for (uint32_t& size : sizes) size = in.Read<uint32_t>();
  std::vector<absl::string_view> streams;
  for (const uint32_t size : sizes) streams.push_back(in.ReadBytes(size));
  if (!in.ok() || in.remaining() != 0 || period < ClockGrid::kNanosecond ||
      unit_shift > kMaxUnitShift) {
    return absl::DataLossError("its streams do not fit together");
  }
  block->Clear();
  block->rows.first_queued = summary.first_queued;
  block->rows.first_request = summary.first_request;
  block->rows.queued.resize(summary.queued);
  block->rows.requests.resize(summary.requests);
  block->rows.links.resize(summary.links);

  Decoder decoder(streams);
  BlockCoder<Decoder> coder(&decoder, {ClockGrid(period), unit_shift}, summary, block);
  if (!coder.Run()) return absl::DataLossError("it holds values that no row can have");
  *needed = coder.needed();
  return absl::OkStatus();
}

}  // namespace ioreel
