#include "replay/run/in_flight.h"

#include <errno.h>

#include <algorithm>
#include <utility>

namespace ioreel {

InFlight::InFlight(Target* target, IoBuffers* buffers, const std::vector<int>& fds, int depth)
    : target_(target), buffers_(buffers), fds_(fds), requests_(depth) {
  for (int i = depth; i-- > 0;) free_.push_back(i);
}

bool InFlight::Start(const Sample& sample, std::vector<DeviceIo>* outbox,
                     std::vector<Sample>* done) {
  const uint32_t index = free_.back();
  Request& request = requests_[index];
  const BlockIo io = {
      .offset = sample.offset, .length = sample.length, .op = sample.op, .flags = sample.flags};
  request.buffer_bytes = buffers_ == nullptr ? 0 : BufferBytes(io);
  if (request.buffer_bytes > 0) {
    request.buffer = buffers_->Acquire(io.op, request.buffer_bytes);
    if (request.buffer == nullptr) return false;
  }
  free_.pop_back();
  request.sample = sample;
  request.parts.clear();
  target_->Map(io, &request.parts);
  request.next_part = 0;
  request.needed =
      static_cast<uint32_t>(std::count_if(request.parts.begin(), request.parts.end(),
                                          [](const TargetPart& part) { return !part.background; }));
  request.submitted = false;
  opening_ += OpensWithFlush(request);
  StartStage(index, outbox);
  if (request.needed == 0) Finish(&request, sample.submit_ns, done);
  if (request.stage_left == 0) Free(index);
  return true;
}

bool InFlight::OpensWithFlush(const Request& request) {
  return request.sample.op != Op::kFlush && !request.parts.empty() &&
         request.parts.front().op == Op::kFlush;
}

void InFlight::StartStage(uint32_t index, std::vector<DeviceIo>* outbox) {
  Request& request = requests_[index];
  const auto& parts = request.parts;
  for (uint32_t& next = request.next_part; next < parts.size(); ++next) {
    const TargetPart& part = parts[next];
    if (request.stage_left > 0 && part.stage != parts[next - 1].stage) return;
    auto* buffer = static_cast<char*>(request.buffer);
    outbox->push_back(
        {.tag = uint64_t{index} << kPartBits | next,
         .fd = fds_.empty() ? -1 : fds_[part.device],
         .device = part.device,
         .offset = part.offset,
         .length = part.length,
         .buffer = HasPayload(part.op) && buffer ? buffer + part.buffer_offset : nullptr,
         .op = part.op,
         .fua = part.fua});
    ++request.stage_left;
  }
}

void InFlight::Submitted(uint64_t tag, int64_t submit_ns, int64_t submitted_ns) {
  Request& request = requests_[tag >> kPartBits];
  if (std::exchange(request.submitted, true)) return;
  request.sample.submit_ns = submit_ns;
  request.sample.submitted_ns = submitted_ns;
}

void InFlight::Completed(const Completion& completion, int64_t now_ns,
                         std::vector<DeviceIo>* outbox, std::vector<Sample>* done) {
  const auto index = static_cast<uint32_t>(completion.tag >> kPartBits);
  Request& request = requests_[index];
  const TargetPart& part = request.parts[completion.tag & ((1u << kPartBits) - 1)];
  const bool is_short = HasPayload(part.op) && completion.result >= 0 &&
                        static_cast<uint64_t>(completion.result) < part.length;
  const bool failed = completion.result < 0 || is_short;
  if (failed && request.sample.result == 0) {
    request.sample.result = is_short ? -EIO : static_cast<int32_t>(completion.result);
  }
  --request.stage_left;
  request.sample.slept = completion.slept;
  if (!part.background && --request.needed == 0) Finish(&request, now_ns, done);
  if (request.stage_left > 0) return;
  if (part.stage == 0) opening_ -= OpensWithFlush(request);
  if (request.sample.result == 0) {
    StartStage(index, outbox);
  } else if (request.needed > 0) {  // what follows a failed stage is not done
    request.needed = 0;
    Finish(&request, now_ns, done);
  }
  if (request.stage_left == 0) Free(index);
}

void InFlight::Finish(Request* request, int64_t now_ns, std::vector<Sample>* done) {
  request->sample.complete_ns = now_ns;
  // The submit time is a guess within the call that submitted it: it may have been sooner.
  request->sample.submit_ns = std::min(request->sample.submit_ns, now_ns);
  done->push_back(request->sample);
}

void InFlight::Free(uint32_t index) {
  Request& request = requests_[index];
  if (request.buffer != nullptr) {
    buffers_->Release(request.buffer, request.buffer_bytes);
    request.buffer = nullptr;
  }
  free_.push_back(index);
}

}  // namespace ioreel
