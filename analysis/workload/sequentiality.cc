#include "analysis/workload/sequentiality.h"

#include "base/checked_math.h"

namespace ioreel {
std::optional<double> Sequentiality::Result::share() const {
  if (ios == 0) return std::nullopt;
  return static_cast<double>(sequential) / static_cast<double>(ios);
}

void Sequentiality::Run::Extend(const Run& more) {
  ios += more.ios;
  bytes = SaturatingAdd(bytes, more.bytes);
}

bool Sequentiality::Add(uint64_t stream, const Io& io) {
  ++ios_;
  const uint64_t end = SaturatingAdd(io.offset, io.length);
  const Run one = {1, io.length};
  const auto [it, is_new] = streams_.try_emplace(stream << 1 | (io.op == Op::kRead ? 0 : 1));
  Stream& known = it->second;
  if (is_new) {
    known.first_offset = io.offset;
    known.next_offset = end;
    known.first = one;
    return false;
  }
  const bool sequential = io.offset == known.next_offset;
  known.next_offset = end;
  if (sequential) {
    ++sequential_;
    (known.one_run ? known.first : known.last).Extend(one);
    return true;
  }
  if (!known.one_run) Close(known.last);
  known.one_run = false;
  known.last = one;
  return false;
}

void Sequentiality::Close(const Run& run) {
  run_ios_.Add(SampleOf(run.ios));
  run_bytes_.Add(SampleOf(run.bytes));
}

/// The last run of `stream` and the first of `later` become one where they meet.
void Sequentiality::Append(const Stream& later, Stream* stream) {
  Run& end = stream->one_run ? stream->first : stream->last;
  if (stream->next_offset == later.first_offset) {
    ++sequential_;
    end.Extend(later.first);
    if (!later.one_run && !stream->one_run) Close(end);
  } else {
    if (!stream->one_run) Close(end);
    if (later.one_run)
      stream->last = later.first;
    else
      Close(later.first);
    stream->one_run = false;
  }
  if (!later.one_run) {
    stream->last = later.last;
    stream->one_run = false;
  }
  stream->next_offset = later.next_offset;
}

void Sequentiality::Merge(const Sequentiality& later) {
  ios_ += later.ios_;
  sequential_ += later.sequential_;
  run_ios_.Merge(later.run_ios_);
  run_bytes_.Merge(later.run_bytes_);
  for (const auto& [key, stream] : later.streams_) {
    const auto [it, is_new] = streams_.try_emplace(key, stream);
    if (!is_new) Append(stream, &it->second);
  }
}

Sequentiality::Result Sequentiality::result() const {
  Sequentiality ended = *this;
  for (const auto& [key, stream] : streams_) {
    ended.Close(stream.first);
    if (!stream.one_run) ended.Close(stream.last);
  }
  return {ios_, sequential_, Describe(ended.run_ios_), Describe(ended.run_bytes_)};
}

}  // namespace ioreel
