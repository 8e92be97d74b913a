#include "formats/import/oracle_writer.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/import/oracle_record.h"
#include "formats/io/text_output.h"
#include "formats/level_writer.h"
#include "formats/model/sector.h"
#include "formats/sort/time_sorter.h"

namespace ioreel {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;
constexpr size_t kAtOnce = 4096;

/// A record and where it stands.
struct Access {
  int64_t number = 0;
  int64_t object = 0;
  int64_t next = -1;
  uint32_t seconds = 0, bytes = 0;
};
using ByObject = TimeSorter<Access, &Access::object>;
using ByNumber = TimeSorter<Access, &Access::number>;

/// Calls `use` for each of what was sorted.
template <typename Sorter, typename Use>
absl::Status ForEach(Sorter& sorter, Use use) {
  IOREEL_RETURN_IF_ERROR(sorter.Finish());
  std::vector<Access> accesses;
  for (;;) {
    accesses.clear();
    IOREEL_ASSIGN_OR_RETURN(const bool more, sorter.Take(kAtOnce, &accesses));
    if (!more) return absl::OkStatus();
    for (const Access& access : accesses) IOREEL_RETURN_IF_ERROR(use(access));
  }
}

int64_t FloorSeconds(int64_t ns) { return ns / kNsPerSecond - (ns % kNsPerSecond < 0); }

class OracleWriter : public LevelWriter {
 public:
  OracleWriter(TextOutput output, const std::string& path, const WriteOptions& options)
      : LevelWriter("a cache trace", WithStart(StartOnly(0)), options),
        path_(path),
        output_(std::move(output)) {}

 protected:
  absl::StatusOr<bool> WriteIo(const TraceInfo& info, const Io& io) override {
    if (!HasPayload(io.op)) {
      Leave("not_in_oracle_op", "left out: an op that moves no data and is no access to a cache");
      return false;
    }
    const std::optional<uint32_t> seconds = SecondsOf(info, io.start_ns);
    if (!seconds || !IsPlace(io)) return false;
    IOREEL_RETURN_IF_ERROR(CheckDevice(info, io.device));
    Leave("not_in_oracle_write", "written without its op: writes and reads are accesses alike",
          io.op != Op::kRead);
    IOREEL_RETURN_IF_ERROR(by_object_.Add({.number = ++count_,
                                           .object = static_cast<int64_t>(io.offset / kSectorBytes),
                                           .seconds = *seconds,
                                           .bytes = static_cast<uint32_t>(io.length)}));
    return true;
  }

  absl::Status End(const TraceInfo&) override {
    ByNumber by_number;
    std::optional<Access> held;  // until the next access to its object is known
    const auto number = [&](const Access& access) -> absl::Status {
      if (held && held->object == access.object) held->next = access.number;
      if (held) IOREEL_RETURN_IF_ERROR(by_number.Add(*held));
      held = access;
      return absl::OkStatus();
    };
    IOREEL_RETURN_IF_ERROR(ForEach(by_object_, number));
    if (held) IOREEL_RETURN_IF_ERROR(by_number.Add(*held));
    IOREEL_RETURN_IF_ERROR(ForEach(by_number, [this](const Access& access) {
      AppendOracleRecord({.seconds = access.seconds,
                          .object = static_cast<uint64_t>(access.object),
                          .bytes = access.bytes,
                          .next = access.next},
                         &output_.buffer());
      return output_.Relieve();
    }));
    return output_.Finish();
  }

 private:
  static Carries WithStart(Carries carries) {
    carries.start_time = true;
    return carries;
  }

  /// Since 1970 where the time of day is known, else since the start.
  std::optional<uint32_t> SecondsOf(const TraceInfo& info, int64_t start_ns) {
    const int64_t wall_ns = info.start_wall_ns == kNoTime ? 0 : info.start_wall_ns;
    const auto time_ns = CheckedAdd(wall_ns, start_ns);
    if (!time_ns || FloorSeconds(*time_ns) > std::numeric_limits<uint32_t>::max()) {
      Leave("not_in_oracle_late", "left out: a time above 2^32 seconds");
      return std::nullopt;
    }
    const int64_t seconds = FloorSeconds(*time_ns);
    Leave("not_in_oracle_early", "moved to second 0: a time before it", seconds < 0);
    Leave("not_in_oracle_time", "written without the part of a second of its time",
          *time_ns % kNsPerSecond != 0);
    return static_cast<uint32_t>(std::max<int64_t>(seconds, 0));
  }

  bool IsPlace(const Io& io) {
    if (io.offset % kSectorBytes != 0) {
      Leave("not_in_oracle_place", "left out: an I/O that begins at no sector of 512 bytes");
      return false;
    }
    if (io.length == 0 || io.length > std::numeric_limits<uint32_t>::max()) {
      Leave("not_in_oracle_length", "left out: an I/O of no bytes or of 4 GiB and more");
      return false;
    }
    return true;
  }

  absl::Status CheckDevice(const TraceInfo& info, uint16_t device) {
    if (!device_) device_ = device;
    if (*device_ == device) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        path_, ": a cache trace has one device, since sectors of two would have the same numbers; ",
        "choose one with --device: ", info.devices[*device_].name, " or ",
        info.devices[device].name));
  }

  const std::string path_;
  TextOutput output_;
  ByObject by_object_;
  int64_t count_ = 0;
  std::optional<uint16_t> device_;  ///< of all accesses
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenOracleWriter(const std::string& path,
                                                              const WriteOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  return std::make_unique<OracleWriter>(std::move(output), path, options);
}

}  // namespace ioreel
