#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/text_table.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "formats/result/result_file.h"
#include "replay/models/drive_file.h"
#include "replay/models/fit.h"
#include "replay/prime/payload.h"
#include "traces/synth/pattern_ios.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

constexpr uint64_t kMostIos = 12'000, kFewestIos = 400;  // of a load that are simulated
constexpr uint64_t kEnoughBytes = 96 << 20;

double MedianIops(const SweepCellResult& cell) {
  std::vector<double> iops;
  for (const RepeatResult& repeat : cell.result.repeats) iops.push_back(repeat.iops);
  if (iops.empty()) return 0;
  std::nth_element(iops.begin(), iops.begin() + static_cast<ptrdiff_t>(iops.size() / 2),
                   iops.end());
  return iops[iops.size() / 2];
}

/// The same I/Os as were measured, but fewer.
absl::StatusOr<FitLoad> LoadOf(const SweepCellResult& cell) {
  IOREEL_ASSIGN_OR_RETURN(Pattern pattern, ParsePattern(cell.pattern));
  pattern.bytes = 0;
  pattern.ios = std::clamp(kEnoughBytes / pattern.longest(), kFewestIos, kMostIos);
  FitLoad load;
  load.depth = static_cast<uint64_t>(cell.depth * cell.threads);
  load.iops = MedianIops(cell);
  PatternIos ios(pattern);
  for (QueuedIo io; ios.Next(&io);) {
    load.ios.push_back({.offset = io.offset, .length = io.length, .op = io.op});
  }
  return load;
}

class FitCommand : public Command {
 public:
  std::string name() const override { return "fit"; }
  std::string summary() const override {
    return "Find a simulated drive that is as fast as one that was measured";
  }

  void Declare(FlagSet& flags) override {
    flags.Positional("sweep", &sweep_, "what `ioreel sweep` measured on the real drive");
    flags.Option("--like", &like_, "the drive to begin with: of `ioreel list drives`, or a file",
                 "NAME");
    flags.Option("-o,--output", &output_, "the simulated drive's file", "FILE.toml");
    flags.Example(
        "ioreel sweep --target /dev/sdb --preset block-sizes --allow-writes -o sweep.json");
    flags.Example("ioreel fit sweep.json --like intel-520-240 -o mine.toml");
    flags.Example("ioreel replay app.ioreel --target sim:./mine.toml");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (like_.empty()) return UsageError("--like NAME is missing: the drive to begin with");
    if (!output_.empty()) IOREEL_RETURN_IF_ERROR(AtomicFile::CheckReplaceable(output_));
    IOREEL_ASSIGN_OR_RETURN(const SweepResult sweep, ReadSweepResult(sweep_));
    IOREEL_ASSIGN_OR_RETURN(DriveSpec drive, Begin());
    IOREEL_RETURN_IF_ERROR(TakeLoads(sweep, &drive));
    const double error = FitDrive(loads_, compress_percent_, &drive);
    Print(Text(drive, error));
    if (output_.empty()) return ExitCode::kOk;
    IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(output_));
    IOREEL_RETURN_IF_ERROR(file.Append(DriveFileText(
        drive, absl::StrCat("Fitted by ioreel to ", loads_.size(), " loads of a sweep, from ",
                            like_, ";\nusual error ", FormatShare(error), "."))));
    IOREEL_RETURN_IF_ERROR(file.Commit());
    return ExitCode::kOk;
  }

 private:
  absl::StatusOr<DriveSpec> Begin() const {
    if (absl::EndsWith(like_, ".toml")) return ReadDriveFile(like_);
    IOREEL_ASSIGN_OR_RETURN(const std::string file, FindDriveFile(like_));
    return ReadDriveFile(file);
  }

  absl::Status TakeLoads(const SweepResult& sweep, DriveSpec* drive) {
    for (const SweepCellResult& cell : sweep.cells) {
      auto load = LoadOf(cell);
      IOREEL_RETURN_IF_ERROR(Annotate(load.status(), sweep_));
      if (load->iops <= 0) continue;
      cells_.push_back(&cell);
      loads_.push_back(*std::move(load));
    }
    if (loads_.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(sweep_, ": no load of it was measured"));
    }
    const TargetFacts& target = cells_.front()->result.target;
    drive->size_bytes = target.size_bytes;
    drive->model = target.model.empty() ? target.spec : target.model;
    const auto& options = cells_.front()->result.options;
    const auto payload = options.find("payload");
    if (payload == options.end()) return absl::OkStatus();
    IOREEL_ASSIGN_OR_RETURN(const Payload written, ParsePayload(payload->second));
    compress_percent_ = written.compress_percent;
    return absl::OkStatus();
  }

  std::string Text(const DriveSpec& drive, double error) const {
    TextTable table;
    table.AddRow({"load", "length", "depth", "measured", "simulated", "error"});
    for (size_t i = 0; i < loads_.size(); ++i) {
      const SweepCellResult& cell = *cells_[i];
      const double iops = SimulateLoad(drive, loads_[i], compress_percent_);
      table.AddRow({cell.test, cell.block_bytes > 0 ? FormatSize(cell.block_bytes) : "mix",
                    absl::StrCat(loads_[i].depth), CountText(loads_[i].iops), CountText(iops),
                    absl::StrFormat("%+.1f %%", 100 * (iops / loads_[i].iops - 1))});
    }
    return absl::StrCat(table.Format(), "\nIOPS of ", drive.model, "; usual error ",
                        FormatShare(error), "\n");
  }

  static std::string CountText(double iops) {
    return FormatCount(static_cast<uint64_t>(std::llround(iops)));
  }

  std::string sweep_, like_, output_;
  std::vector<const SweepCellResult*> cells_;
  std::vector<FitLoad> loads_;
  int compress_percent_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeFitCommand() { return std::make_unique<FitCommand>(); }

}  // namespace ioreel
