#include "formats/import/fio_iolog_writer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "formats/io/text_output.h"
#include "formats/level_writer.h"

namespace ioreel {
namespace {

constexpr int64_t kNsPerUs = 1'000;
constexpr uint64_t kLongestLine = 1u << 31;  // a multiple of every block size below 2^32
constexpr size_t kLongestName = 255;         // that fio reads

/// fio's word for an op; "" when it has none.
absl::string_view ActionOf(Op op) {
  switch (op) {
    case Op::kRead:
      return "read";
    case Op::kWrite:
      return "write";
    case Op::kDiscard:
      return "trim";
    case Op::kFlush:
      return "sync";
    default:
      return "";
  }
}

class FioIologWriter : public LevelWriter {
 public:
  FioIologWriter(TextOutput output, const WriteOptions& options)
      : LevelWriter("a fio I/O log", StartOnly(kPreflush | kFua), options),
        output_(std::move(output)) {
    output_.buffer() = "fio version 3 iolog\n";
  }

 protected:
  absl::StatusOr<bool> WriteIo(const TraceInfo& info, const Io& io) override {
    const absl::string_view action = ActionOf(io.op);
    if (action.empty()) {
      Leave("not_in_iolog_op", "left out: an op that fio has no word for");
      return false;
    }
    const int64_t us = std::max<int64_t>(io.start_ns / kNsPerUs, 0);
    Leave("not_in_iolog_time", "moved to 0: fio knows no time before the start", io.start_ns < 0);
    Leave("not_in_iolog_ns", "with their time cut to whole µs", io.start_ns % kNsPerUs != 0);
    Leave("not_in_iolog_cut", "cut into lines of 2 GiB: fio's lengths have 32 bits",
          io.length > kLongestLine);
    last_us_ = us;
    Open(info, io.device);
    Leave("not_in_iolog_preflush", "written as a sync and the write: fio knows no preflush",
          (io.flags & kPreflush) != 0);
    if (io.flags & kPreflush) Line(us, io.device, "sync", 0, 0);
    Leave("not_in_iolog_fua", "written without: fio knows no FUA", (io.flags & kFua) != 0);
    uint64_t offset = io.offset, left = io.length;
    do {
      const uint64_t piece = std::min(left, kLongestLine);
      Line(us, io.device, action, offset, piece);
      offset += piece;
      left -= piece;
    } while (left > 0);
    IOREEL_RETURN_IF_ERROR(output_.Relieve());
    return true;
  }

  absl::Status End(const TraceInfo&) override {
    for (const std::string& name : names_) {
      if (!name.empty()) absl::StrAppend(&output_.buffer(), last_us_, " ", name, " close\n");
    }
    return output_.Finish();
  }

 private:
  /// fio wants a file added and opened before its first I/O.
  void Open(const TraceInfo& info, uint16_t device) {
    if (device >= names_.size()) names_.resize(device + 1u);
    if (!names_[device].empty()) return;
    names_[device] = NameOf(info.devices[device].name, device);
    absl::StrAppend(&output_.buffer(), last_us_, " ", names_[device], " add\n", last_us_, " ",
                    names_[device], " open\n");
  }

  std::string NameOf(const std::string& name, uint16_t device) {
    const bool fits = !name.empty() && name.size() <= kLongestName &&
                      name.find_first_of(" \t\r\n\v\f") == std::string::npos && !IsTaken(name);
    if (fits) return name;
    std::string instead = absl::StrCat("device", device);
    while (IsTaken(instead)) instead += '_';
    if (!name.empty()) {
      Leave("not_in_iolog_device",
            absl::StrCat("devices with a name that fio cannot read (blanks, more than ",
                         kLongestName, " bytes) or that another one has: the first, \"",
                         Printable(name), "\", is ", instead, " in it"));
    }
    return instead;
  }

  bool IsTaken(absl::string_view name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }

  void Line(int64_t us, uint16_t device, absl::string_view action, uint64_t offset,
            uint64_t length) {
    absl::StrAppend(&output_.buffer(), us, " ", names_[device], " ", action, " ");
    absl::StrAppend(&output_.buffer(), offset, " ", length, "\n");
  }

  TextOutput output_;
  std::vector<std::string> names_;  ///< by device; "" = not opened yet
  int64_t last_us_ = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenFioIologWriter(const std::string& path,
                                                                const WriteOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  return std::make_unique<FioIologWriter>(std::move(output), options);
}

}  // namespace ioreel
