#include "replay/run/in_flight.h"

#include <errno.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace ioreel {
namespace {

BlockIo IoOf(const Sample& sample) {
  return {.offset = sample.offset,
          .length = sample.length,
          .volume = sample.volume,
          .op = sample.op,
          .flags = sample.flags};
}

}  // namespace

InFlight::InFlight(const Setup& setup)
    : setup_(setup),
      needs_scratch_(setup.buffers != nullptr && setup.target->ScratchBytes(kMaxBufferBytes) > 0),
      requests_(static_cast<size_t>(setup.depth)),
      claims_(setup.depth) {
  for (int i = setup.depth; i-- > 0;) free_.push_back(static_cast<uint32_t>(i));
}

bool InFlight::Start(const Sample& sample, std::vector<DeviceIo>* outbox,
                     std::vector<Sample>* done) {
  const uint32_t index = free_.back();
  Request& request = requests_[index];
  const BlockIo io = IoOf(sample);
  if (!TakeMemory(io, &request)) return false;
  free_.pop_back();
  request.sample = sample;
  request.reads_back = request.submitted = false;
  Enter(index, io, sample.submit_ns, outbox, done);
  if (request.mapped.cut) cut_.Add(io.length);
  return true;
}

/// Maps `io`, for which the request has memory, and lets it go as far as it may.
void InFlight::Enter(uint32_t index, const BlockIo& io, int64_t now_ns,
                     std::vector<DeviceIo>* outbox, std::vector<Sample>* done) {
  Request& request = requests_[index];
  setup_.target->Map(io, &request.mapped);
  if (request.mapped.parts.size() > kMostParts) {
    request.mapped.Clear();
    request.sample.result = -EOVERFLOW;
  }
  CHECK(setup_.buffers == nullptr || request.mapped.scratch_bytes <= request.scratch_bytes);
  const std::vector<TargetPart>& parts = request.mapped.parts;
  request.next_part = 0;
  request.needed = static_cast<uint32_t>(std::count_if(
      parts.begin(), parts.end(), [](const TargetPart& part) { return !part.background; }));
  request.finished = false;
  if (setup_.part_log != nullptr) request.part_samples.resize(parts.size());
  if (setup_.verify.verifier != nullptr) {
    request.mark = setup_.verify.verifier->Begin(
        io, {request.memory.data, io.op == Op::kWrite ? request.buffer_bytes : 0});
  }
  if (!OpensWithFlush(request)) NoteFlushed(request);
  if (claims_.Enter(index, request.mapped.claims)) {
    Begin(index, now_ns, outbox, done);
  } else {
    request.submitted = true;  // to the target, which makes it wait
  }
}

bool InFlight::TakeMemory(const BlockIo& io, Request* request) {
  IoBuffers* const buffers = setup_.buffers;
  request->memory = {};
  request->buffer_bytes = buffers == nullptr ? 0 : BufferBytes(io);
  request->scratch_bytes = needs_scratch_ ? setup_.target->ScratchBytes(BufferBytes(io)) : 0;
  if (request->buffer_bytes > 0) {
    request->memory.data = static_cast<char*>(buffers->Acquire(io.op, request->buffer_bytes));
    if (request->memory.data == nullptr) return false;
  }
  if (request->scratch_bytes > 0) {
    request->memory.scratch = static_cast<char*>(buffers->AcquireScratch(request->scratch_bytes));
    if (request->memory.scratch == nullptr) {
      if (request->buffer_bytes > 0) buffers->Release(request->memory.data, request->buffer_bytes);
      return false;
    }
  }
  return true;
}

bool InFlight::OpensWithFlush(const Request& request) {
  const std::vector<TargetPart>& parts = request.mapped.parts;
  return request.sample.op != Op::kFlush && !parts.empty() && parts.front().op == Op::kFlush;
}

/// Nothing, or no longer, stands before the data of a write that asked for a flush.
void InFlight::NoteFlushed(const Request& request) {
  if (setup_.open_flushes != nullptr && (request.sample.flags & kPreflush) != 0) {
    setup_.open_flushes->Done(request.sample.step);
  }
}

void InFlight::Begin(uint32_t index, int64_t now_ns, std::vector<DeviceIo>* outbox,
                     std::vector<Sample>* done) {
  Request& request = requests_[index];
  if (request.expired) return Free(index, now_ns, outbox, done);
  DoMemorySteps(request.mapped, 0, request.memory);
  StartStage(index, outbox);
  if (request.needed == 0) Finish(&request, now_ns, done);
  if (request.stage_left == 0) Free(index, now_ns, outbox, done);
}

void InFlight::StartStage(uint32_t index, std::vector<DeviceIo>* outbox) {
  Request& request = requests_[index];
  const std::vector<TargetPart>& parts = request.mapped.parts;
  for (uint32_t& next = request.next_part; next < parts.size(); ++next) {
    const TargetPart& part = parts[next];
    if (request.stage_left > 0 && part.stage != parts[next - 1].stage) return;
    outbox->push_back({.tag = uint64_t{index} << kPartBits | next,
                       .fd = setup_.fds.empty() ? -1 : setup_.fds[part.device],
                       .device = part.device,
                       .offset = part.offset,
                       .length = part.length,
                       .buffer = HasPayload(part.op) ? request.memory.At(part.memory) : nullptr,
                       .op = part.op,
                       .fua = part.fua});
    ++request.stage_left;
  }
}

void InFlight::Submitted(uint64_t tag, int64_t submit_ns, int64_t submitted_ns) {
  Request& request = requests_[tag >> kPartBits];
  if (setup_.part_log != nullptr) {
    Sample& sample = request.part_samples[tag & ((1u << kPartBits) - 1)];
    sample.submit_ns = submit_ns;
    sample.submitted_ns = submitted_ns;
  }
  if (std::exchange(request.submitted, true)) return;
  request.sample.submit_ns = submit_ns;
  request.sample.submitted_ns = submitted_ns;
}

void InFlight::NoteResult(const Completion& completion, const TargetPart& part, int64_t now_ns,
                          Request* request) {
  const bool is_short = HasPayload(part.op) && completion.result >= 0 &&
                        static_cast<uint64_t>(completion.result) < part.length;
  const int32_t result =
      is_short ? -EIO : static_cast<int32_t>(std::min<int64_t>(completion.result, 0));
  if (setup_.part_log != nullptr && !request->reads_back) {
    Sample sample = request->part_samples[completion.tag & ((1u << kPartBits) - 1)];
    sample.submit_ns = std::min(sample.submit_ns, now_ns);
    sample.submitted_ns = std::max(sample.submit_ns, sample.submitted_ns);
    sample.complete_ns = now_ns;
    sample.offset = part.offset;
    sample.length = part.length;
    sample.result = result;
    sample.op = part.op;
    sample.device = part.device;
    setup_.part_log->Append(sample);
  }
  late_errors_ += result != 0 && request->finished;
  if (request->sample.result == 0) request->sample.result = result;
}

void InFlight::Completed(const Completion& completion, int64_t now_ns,
                         std::vector<DeviceIo>* outbox, std::vector<Sample>* done) {
  const auto index = static_cast<uint32_t>(completion.tag >> kPartBits);
  Request& request = requests_[index];
  const TargetPart& part = request.mapped.parts[completion.tag & ((1u << kPartBits) - 1)];
  NoteResult(completion, part, now_ns, &request);
  --request.stage_left;
  if (!request.finished) request.sample.slept = completion.slept;
  if (!part.background) --request.needed;
  const bool over = request.needed == 0 && !request.finished;
  if (over && request.mapped.steps.empty()) Finish(&request, now_ns, done);
  if (request.stage_left > 0) return;
  if (part.stage == 0) NoteFlushed(request);
  const bool failed = request.sample.result != 0;
  if (!failed) DoMemorySteps(request.mapped, part.stage + 1, request.memory);
  // What follows a failed stage is not done.
  if (!request.finished && (request.needed == 0 || failed)) Finish(&request, now_ns, done);
  if (!failed) StartStage(index, outbox);
  if (request.stage_left == 0) Free(index, now_ns, outbox, done);
}

void InFlight::Expire(int64_t before_ns, int64_t now_ns, std::vector<Sample>* done) {
  for (Request& request : requests_) {
    const bool in_use = !request.finished || request.stage_left > 0;
    if (!in_use || request.expired || request.sample.submit_ns >= before_ns) continue;
    request.expired = true;
    ++expired_;
    late_errors_ += request.finished;
    if (request.finished) continue;
    request.sample.result = -ETIMEDOUT;
    Finish(&request, now_ns, done);
  }
}

void InFlight::Finish(Request* request, int64_t now_ns, std::vector<Sample>* done) {
  request->finished = true;
  if (setup_.verify.verifier != nullptr) Verify(*request);
  if (request->reads_back) return;
  request->sample.complete_ns = now_ns;
  // The submit time is a guess within the call that submitted it: it may have been sooner.
  request->sample.submit_ns = std::min(request->sample.submit_ns, now_ns);
  done->push_back(request->sample);
}

void InFlight::Verify(const Request& request) {
  Verifier& verifier = *setup_.verify.verifier;
  const Sample& sample = request.sample;
  const BlockIo io = IoOf(sample);
  const bool read = io.op == Op::kRead || request.reads_back;
  if (!read) {
    verifier.End(io, sample.result != 0);
  } else if (!setup_.verify.reads && !request.reads_back) {
    return;
  } else if (sample.result == 0) {
    verifier.Check(io, {request.memory.data, request.buffer_bytes}, request.mark);
  } else {
    verifier.Unreadable(io, -sample.result);
  }
}

bool InFlight::IsToBeReadBack(const Request& request) const {
  return setup_.verify.read_back && !request.expired && request.sample.op == Op::kWrite &&
         request.sample.result == 0 && request.sample.length == request.buffer_bytes &&
         request.sample.length > 0 && !request.reads_back;
}

/// Reads a write again, in the request's memory.
void InFlight::ReadBack(uint32_t index, int64_t now_ns, std::vector<DeviceIo>* outbox,
                        std::vector<Sample>* done) {
  Request& request = requests_[index];
  request.reads_back = true;
  request.sample.submit_ns = now_ns;
  std::memset(request.memory.data, 0, request.buffer_bytes);
  BlockIo io = IoOf(request.sample);
  io.op = Op::kRead;
  io.flags = 0;
  Enter(index, io, now_ns, outbox, done);
}

void InFlight::Free(uint32_t index, int64_t now_ns, std::vector<DeviceIo>* outbox,
                    std::vector<Sample>* done) {
  Request& request = requests_[index];
  if (IsToBeReadBack(request)) {
    claims_.Leave(index, &woken_);
    ReadBack(index, now_ns, outbox, done);
    Wake(now_ns, outbox, done);
    return;
  }
  if (request.memory.data != nullptr) {
    setup_.buffers->Release(request.memory.data, request.buffer_bytes);
  }
  if (request.memory.scratch != nullptr) {
    setup_.buffers->Release(request.memory.scratch, request.scratch_bytes);
  }
  expired_ -= std::exchange(request.expired, false);
  free_.push_back(index);
  claims_.Leave(index, &woken_);
  Wake(now_ns, outbox, done);
}

/// Begins what waited for a request that is over.
void InFlight::Wake(int64_t now_ns, std::vector<DeviceIo>* outbox, std::vector<Sample>* done) {
  while (!woken_.empty()) {
    const uint32_t woken = woken_.back();
    woken_.pop_back();
    Begin(woken, now_ns, outbox, done);
  }
}

}  // namespace ioreel
