#include "capture/cpu_streams.h"

#include <errno.h>
#include <unistd.h>

#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr size_t kReadBytes = 1 << 18;

}  // namespace

void CpuStreams::Add(std::string path, ScopedFd fd, int cpu) {
  BlktraceDecoder decoder(path, &log_);
  streams_.push_back(Stream{std::move(path), std::move(fd), cpu, std::move(decoder)});
}

absl::Status CpuStreams::Drain(bool all, const RawEventSink& sink) {
  const int64_t began_ns = SteadyClock().NowNs();
  for (size_t i = 0; i < streams_.size(); ++i) IOREEL_RETURN_IF_ERROR(ReadOne(i));
  merger_.Release(all ? std::numeric_limits<int64_t>::max() : last_drain_ns_, sink);
  last_drain_ns_ = began_ns;
  return absl::OkStatus();
}

absl::Status CpuStreams::ReadOne(size_t index) {
  Stream& stream = streams_[index];
  for (;;) {
    const absl::Span<char> room = stream.decoder.Room(kReadBytes);
    const ssize_t n = read(stream.fd.get(), room.data(), room.size());
    if (n == 0 || (n < 0 && errno == EAGAIN)) return absl::OkStatus();
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, "cannot read", stream.path);
    stream.decoder.Fed(static_cast<size_t>(n));
    Decode(index);
    if (const int version = stream.decoder.foreign_version(); version != 0) {
      return absl::UnimplementedError(absl::StrCat(stream.path, ": block trace records of version ",
                                                   version, "; this ioreel reads 7"));
    }
  }
}

void CpuStreams::Decode(size_t index) {
  Stream& stream = streams_[index];
  BlktraceItem item;
  while (stream.decoder.Next(&item)) {
    if (item.is_note) continue;
    if (item.raw.event.stage == Stage::kLost) stream.lost += item.raw.event.length;
    merger_.Add(index, item.raw);
  }
}

void CpuStreams::AddLoss(uint16_t cpu, uint64_t events) {
  RawEvent loss;
  loss.event.stage = Stage::kLost;
  loss.event.time_ns = SteadyClock().NowNs();
  loss.event.cpu = cpu;
  loss.event.length = events;
  merger_.Add(streams_.size(), loss);
}

uint64_t CpuStreams::LostOn(int cpu) const {
  uint64_t lost = 0;
  for (const Stream& stream : streams_) lost += stream.cpu == cpu ? stream.lost : 0;
  return lost;
}

void CpuStreams::ReportDamage() const {
  for (const ImportLog::Entry& entry : log_.entries()) {
    LogWarning(absl::StrCat(entry.first_place, ": ", entry.explanation, " (", entry.count, " ×)"));
  }
  if (merger_.late() > 0) {
    LogWarning(absl::StrCat(merger_.late(), " events were read too late for their place in time;",
                            " they have the time of the event before"));
  }
}

void CpuStreams::Close() { streams_.clear(); }

}  // namespace ioreel
