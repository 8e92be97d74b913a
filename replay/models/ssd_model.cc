#include "replay/models/ssd_model.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "replay/models/queued_drive.h"
#include "replay/models/ring_queue.h"
#include "replay/models/ssd_flash.h"
#include "replay/models/ssd_space.h"
#include "replay/models/ssd_streams.h"

namespace ioreel {
namespace {

/// What ends at a moment.
struct Event {
  enum class Kind : uint8_t {
    kCommand,       ///< the controller has looked at command `io`
    kDie,           ///< `die` has read for `io`
    kData,          ///< a part of `io` is in the controller
    kHostIn,        ///< the data of `io` has come over the interface
    kProgrammable,  ///< what `die` is to program has reached it
    kProgrammed,    ///< `die` has programmed, and `bytes` of the buffer are free
    kFree,          ///< `die` has read something that nobody waits for
  };
  int64_t time_ns = 0;
  uint64_t serial = 0;  ///< of events at the same time the first goes first
  Kind kind = Kind::kCommand;
  uint32_t io = 0, die = 0;
  uint64_t bytes = 0;
  bool moves = false;  ///< what is programmable is what collection copies
};

bool Later(const Event& a, const Event& b) {
  return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.serial > b.serial;
}

int64_t Ns(double us) { return std::llround(us * 1e3); }

class SsdModel : public QueuedDrive {
 public:
  SsdModel(const SsdSpec& spec, uint64_t size_bytes, double data_share)
      : QueuedDrive(spec.queue_depth),
        spec_(spec),
        data_share_(data_share),
        unit_bytes_(static_cast<uint64_t>(spec.mapping_kib) * 1024),
        flash_(spec),
        space_({.size_bytes = size_bytes,
                .spare_bytes = static_cast<double>(size_bytes) * spec.spare_percent / 100,
                .unit_bytes = unit_bytes_,
                .filled_bytes = static_cast<uint64_t>(static_cast<double>(size_bytes) *
                                                      spec.filled_percent / 100),
                .used = spec.used,
                .whole_blocks = unit_bytes_ >=
                                flash_.stripe_bytes() * static_cast<uint64_t>(spec.pages_per_block),
                .data_share = data_share}),
        stripe_bytes_(static_cast<double>(flash_.stripe_bytes())),
        last_stripe_((size_bytes - 1) / flash_.stripe_bytes()),
        buffer_bytes_(static_cast<uint64_t>(spec.buffer_mb * 1e6)) {}

 private:
  struct Command {
    DriveIo io;
    bool follows = false;  ///< on a stream
    uint32_t parts_left = 0;
    int64_t sent_ns = 0;  ///< when the last part that is read has gone over the interface
  };
  struct Waiting {
    uint32_t io = 0;
    uint64_t programs = 0;  ///< until so many are done
  };

  int64_t NextStepNs() const override { return events_.empty() ? kNever : events_.front().time_ns; }

  void Step() override {
    std::pop_heap(events_.begin(), events_.end(), Later);
    const Event event = events_.back();
    events_.pop_back();
    Handle(event);
  }

  void Handle(const Event& event) {
    switch (event.kind) {
      case Event::Kind::kCommand:
        return Begin(event.io, event.time_ns);
      case Event::Kind::kDie:
        return TakeFromDie(event);
      case Event::Kind::kData:
        return SendPart(event);
      case Event::Kind::kHostIn:
        return TakeData(event.io, event.time_ns);
      case Event::Kind::kProgrammable:
        flash_.AddProgram(event.die, {.released_bytes = event.bytes, .moves = event.moves});
        return StartPrograms(event.die, event.time_ns);
      case Event::Kind::kProgrammed:
        EndProgram(event);
        return StartPrograms(event.die, event.time_ns);
      case Event::Kind::kFree:
        return StartPrograms(event.die, event.time_ns);
    }
  }

  void Push(Event event) {
    event.serial = ++serial_;
    events_.push_back(event);
    std::push_heap(events_.begin(), events_.end(), Later);
  }

  /// The controller looks at one command after the other.
  void TakeIn(const DriveIo& io, int64_t now_ns) override {
    uint32_t index = static_cast<uint32_t>(commands_.size());
    if (free_.empty()) {
      commands_.emplace_back();
    } else {
      index = free_.back();
      free_.pop_back();
    }
    commands_[index] = {.io = io};
    commands_[index].follows = Follows(io);
    command_free_ns_ = std::max(command_free_ns_, now_ns) + CommandNs(commands_[index]);
    Push({.time_ns = command_free_ns_, .kind = Event::Kind::kCommand, .io = index});
  }

  bool Follows(const DriveIo& io) {
    if (!HasPayload(io.op)) return false;
    return (io.op == Op::kRead ? streams_ : write_streams_).Follows(io.offset, io.length);
  }

  int64_t CommandNs(const Command& command) const {
    const DriveIo& io = command.io;
    if (io.op == Op::kRead) return Ns(spec_.read_command_us) + DataNs(io);
    if (!HasPayload(io.op)) return Ns(spec_.write_command_us);
    const bool scattered = !command.follows && space_.all_written();
    return Ns(spec_.write_command_us + (scattered ? spec_.random_write_us : 0)) + DataNs(io);
  }
  int64_t DataNs(const DriveIo& io) const {
    return std::llround(static_cast<double>(io.length) * 1e3 / spec_.controller_mb_s);
  }

  void Complete(uint32_t index, int64_t time_ns, int64_t now_ns) {
    const DriveIo io = commands_[index].io;
    free_.push_back(index);
    Leave(io, time_ns, now_ns);
  }

  void Begin(uint32_t index, int64_t now_ns) {
    const DriveIo& io = commands_[index].io;
    if (HasPayload(io.op) && io.length == 0) return Complete(index, now_ns, now_ns);
    if (io.op == Op::kRead) return BeginRead(index, now_ns);
    if (io.op == Op::kWrite) {
      const double rate = spec_.interface_write_mb_s;
      const int64_t in_ns = OverLink(io.length, rate > 0 ? rate : spec_.interface_mb_s, now_ns);
      return Push({.time_ns = in_ns, .kind = Event::Kind::kHostIn, .io = index});
    }
    if (io.op == Op::kFlush && !spec_.safe_buffer) return AwaitPrograms(index, now_ns);
    if (HasRange(io.op) && io.length > 0) {
      space_.Trim(io.offset, io.length);
      return Complete(index, now_ns + Ns(spec_.trim_us), now_ns);
    }
    Complete(index, now_ns, now_ns);
  }

  int64_t OverLink(uint64_t bytes, double mb_s, int64_t now_ns) {
    const double taken_ns = static_cast<double>(bytes) * 1e3 / mb_s;
    link_free_ns_ = std::max(link_free_ns_, now_ns) + std::llround(taken_ns);
    return link_free_ns_;
  }

  // Reads.

  void BeginRead(uint32_t index, int64_t now_ns) {
    const DriveIo io = commands_[index].io;
    const uint64_t stripe_bytes = flash_.stripe_bytes();
    const uint64_t first = io.offset / stripe_bytes;
    const uint64_t last = (io.offset + io.length - 1) / stripe_bytes;
    commands_[index].parts_left = static_cast<uint32_t>(last - first + 1);
    if (commands_[index].follows && spec_.read_ahead_pages > 0) ReadAhead(first, last, now_ns);
    for (uint64_t stripe = first; stripe <= last; ++stripe) {
      const uint64_t begin = std::max(io.offset, stripe * stripe_bytes);
      const uint64_t end = std::min(io.offset + io.length, (stripe + 1) * stripe_bytes);
      ReadPart(index, stripe, begin, end - begin, now_ns);
    }
  }

  void ReadPart(uint32_t index, uint64_t stripe, uint64_t begin, uint64_t bytes, int64_t now_ns) {
    Event event = {.kind = Event::Kind::kData, .io = index, .bytes = bytes};
    const int64_t held_ns = streams_.HeldFrom(stripe);
    if (held_ns >= 0 || !space_.HoldsData(begin, bytes)) {
      event.time_ns = std::max(held_ns, now_ns);
    } else {
      event.kind = Event::Kind::kDie;
      event.die = flash_.DieOf(stripe);
      event.time_ns = flash_.Read(event.die, now_ns);
    }
    Push(event);
  }

  /// The stripes of a stream's I/O, and those that it will come to, are fetched into the
  /// controller.
  void ReadAhead(uint64_t first, uint64_t last, int64_t now_ns) {
    const auto most = last + static_cast<uint64_t>(spec_.read_ahead_pages);
    for (uint64_t stripe = first; stripe <= std::min(most, last_stripe_); ++stripe) {
      if (streams_.HeldFrom(stripe) >= 0) continue;
      const uint32_t die = flash_.DieOf(stripe);
      const int64_t read_ns = flash_.Read(die, now_ns);
      Push({.time_ns = read_ns, .kind = Event::Kind::kFree, .die = die});
      const double bytes = stripe_bytes_ * data_share_;
      const int64_t moved_ns = flash_.Transfer(die, bytes, now_ns) - now_ns;
      streams_.Hold(stripe, read_ns + moved_ns);
    }
  }

  void TakeFromDie(const Event& event) {
    const double bytes = static_cast<double>(event.bytes) * data_share_;
    Event data = event;
    data.kind = Event::Kind::kData;
    data.time_ns = flash_.Transfer(event.die, bytes, event.time_ns);
    Push(data);
    StartPrograms(event.die, event.time_ns);
  }

  void SendPart(const Event& event) {
    Command& command = commands_[event.io];
    command.sent_ns = OverLink(event.bytes, spec_.interface_mb_s, event.time_ns);
    if (--command.parts_left > 0) return;
    Complete(event.io, command.sent_ns + Ns(spec_.read_latency_us), command.sent_ns);
  }

  // Writes.

  void TakeData(uint32_t index, int64_t now_ns) {
    if (used_bytes_ < buffer_bytes_ && for_buffer_.empty()) return TakeInBuffer(index, now_ns);
    for_buffer_.Push(index);
    if (programs_begun_ == programs_done_) CloseStripe(now_ns);
  }

  void TakeInBuffer(uint32_t index, int64_t now_ns) {
    const DriveIo io = commands_[index].io;
    used_bytes_ += io.length;
    const bool follows = commands_[index].follows;
    collected_bytes_ += space_.Write(io.offset, io.length, follows);
    const uint64_t begin = io.offset / unit_bytes_ * unit_bytes_;
    const uint64_t end = (io.offset + io.length + unit_bytes_ - 1) / unit_bytes_ * unit_bytes_;
    if (!follows) ReadRestOfUnits(io, begin, end, now_ns);
    const uint64_t written = follows ? io.length : end - begin;
    open_bytes_ += static_cast<double>(written) * data_share_;
    open_held_ += io.length;
    while (open_bytes_ >= stripe_bytes_) ProgramStripe(now_ns);
    for (; collected_bytes_ >= stripe_bytes_; collected_bytes_ -= stripe_bytes_) {
      Program({.moves = true}, now_ns);
    }
    if (io.fua && !spec_.safe_buffer) return AwaitPrograms(index, now_ns);
    Complete(index, now_ns + Ns(spec_.write_latency_us), now_ns);
  }

  /// What is written of a unit is put together with the rest of it.
  void ReadRestOfUnits(const DriveIo& io, uint64_t begin, uint64_t end, int64_t now_ns) {
    const bool one = end - begin == unit_bytes_;
    if (begin < io.offset || (one && io.offset + io.length < end)) ReadUnit(begin, now_ns);
    if (!one && io.offset + io.length < end) ReadUnit(end - unit_bytes_, now_ns);
  }

  void ReadUnit(uint64_t offset, int64_t now_ns) {
    const uint64_t stripe_bytes = flash_.stripe_bytes();
    const uint64_t last = std::min(last_stripe_, (offset + unit_bytes_ - 1) / stripe_bytes);
    for (uint64_t stripe = offset / stripe_bytes; stripe <= last; ++stripe) {
      const uint32_t die = flash_.DieOf(stripe);
      Push({.time_ns = flash_.Read(die, now_ns), .kind = Event::Kind::kFree, .die = die});
    }
  }

  /// Writes a stripe of what is in the buffer, or what there is of one.
  void ProgramStripe(int64_t now_ns) {
    const double share = std::min(1.0, stripe_bytes_ / open_bytes_);
    const auto released =
        share < 1 ? static_cast<uint64_t>(share * static_cast<double>(open_held_)) : open_held_;
    open_bytes_ = std::max(0.0, open_bytes_ - stripe_bytes_);
    open_held_ -= released;
    Program({.released_bytes = released}, now_ns);
  }

  void CloseStripe(int64_t now_ns) {
    if (open_bytes_ > 0) ProgramStripe(now_ns);
  }

  void Program(const SsdFlash::Program& program, int64_t now_ns) {
    ++programs_begun_;
    const uint32_t die = flash_.NextDie();
    const int64_t there_ns = program.moves ? now_ns : flash_.Transfer(die, stripe_bytes_, now_ns);
    Push({.time_ns = there_ns,
          .kind = Event::Kind::kProgrammable,
          .die = die,
          .bytes = program.released_bytes,
          .moves = program.moves});
  }

  void StartPrograms(uint32_t die, int64_t now_ns) {
    SsdFlash::Program program;
    const int64_t end_ns = flash_.StartWaiting(die, now_ns, &program);
    if (end_ns < 0) return;
    Push({.time_ns = end_ns,
          .kind = Event::Kind::kProgrammed,
          .die = die,
          .bytes = program.released_bytes});
  }

  void EndProgram(const Event& event) {
    ++programs_done_;
    used_bytes_ -= event.bytes;
    while (!for_buffer_.empty() && used_bytes_ < buffer_bytes_) {
      TakeInBuffer(for_buffer_.Pop(), event.time_ns);
    }
    if (!for_buffer_.empty() && programs_begun_ == programs_done_) CloseStripe(event.time_ns);
    while (!flushes_.empty() && flushes_.front().programs <= programs_done_) {
      Complete(flushes_.Pop().io, event.time_ns, event.time_ns);
    }
  }

  /// Complete once all that was written before is on flash.
  void AwaitPrograms(uint32_t index, int64_t now_ns) {
    CloseStripe(now_ns);
    if (programs_begun_ == programs_done_) return Complete(index, now_ns, now_ns);
    flushes_.Push({index, programs_begun_});
  }

  const SsdSpec spec_;
  const double data_share_;
  const uint64_t unit_bytes_;
  SsdFlash flash_;
  SsdSpace space_;
  SsdStreams streams_, write_streams_;
  const double stripe_bytes_;
  const uint64_t last_stripe_, buffer_bytes_;

  std::vector<Command> commands_;
  std::vector<uint32_t> free_;  ///< of these
  int64_t command_free_ns_ = 0, link_free_ns_ = 0;

  uint64_t used_bytes_ = 0;         ///< of the buffer
  RingQueue<uint32_t> for_buffer_;  ///< writes that wait for room in it
  double open_bytes_ = 0;           ///< of flash, that no program was begun for
  uint64_t open_held_ = 0;          ///< of the buffer, that hold these
  double collected_bytes_ = 0;      ///< that collection is to copy
  uint64_t programs_begun_ = 0, programs_done_ = 0;
  RingQueue<Waiting> flushes_;

  std::vector<Event> events_;  ///< a heap
  uint64_t serial_ = 0;
};

}  // namespace

std::unique_ptr<DriveModel> MakeSsdModel(const SsdSpec& spec, uint64_t size_bytes,
                                         double data_share) {
  return std::make_unique<SsdModel>(spec, size_bytes, data_share);
}

}  // namespace ioreel
