#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "formats/registry.h"
#include "replay/models/drive_file.h"
#include "replay/target_registry.h"
#include "traces/synth/named_patterns.h"
#include "traces/synth/sweep_presets.h"

namespace ioreel {
namespace {

/// "msr (reads): MSR Cambridge CSV …" and, below, what it carries.
std::string FormatText(const Format& format) {
  std::vector<std::string> uses;
  if (format.CanRead()) uses.push_back("reads");
  if (format.CanWrite())
    uses.push_back(absl::StrCat("writes ", absl::StrJoin(format.extensions(), " ")));
  return absl::StrCat(format.name(), " (", absl::StrJoin(uses, ", "), "): ", format.description(),
                      "\n    carries ", format.carries(), "\n");
}

/// "raid1(A,B): every member …"; a text of kinds is what --target takes.
std::string TargetText(const TargetKind& kind) {
  return absl::StrCat(kind.usage(), "\n    ", kind.description(), "\n");
}

/// "database: IOmeter's database" and, below, its keys, which is what `synth` takes.
std::string PatternText(const NamedPattern& pattern) {
  return absl::StrCat(pattern.name, ": ", pattern.description, "\n    ", pattern.keys, "\n");
}

/// "intel-520-240: Intel SSD 520 …, 223.6 GiB"; `sim:` before the name makes it a target.
std::string DriveText(const std::string& name, const DriveSpec& drive) {
  return absl::StrCat(name, ": ", drive.model, ", ", FormatSize(drive.size_bytes), "\n");
}

class ListCommand : public Command {
 public:
  std::string name() const override { return "list"; }
  std::string summary() const override {
    return "List the trace formats, the kinds of target, the patterns, the sweeps or the drives";
  }

  void Declare(FlagSet& flags) override {
    flags.PositionalChoice("what", &what_, {"formats", "targets", "patterns", "sweeps", "drives"},
                           "what to list");
    flags.Example("ioreel list formats");
    flags.Example("ioreel list targets");
    flags.Example("ioreel list patterns");
    flags.Example("ioreel list drives");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (what_ == "formats") {
      for (const Format* format : AllFormats()) Print(FormatText(*format));
    } else if (what_ == "patterns") {
      for (const NamedPattern& pattern : NamedPatterns()) Print(PatternText(pattern));
    } else if (what_ == "sweeps") {
      for (const SweepPreset& sweep : SweepPresets()) {
        Print(absl::StrCat(sweep.name, ": ", sweep.description, "\n"));
      }
    } else if (what_ == "drives") {
      for (const std::string& name : DriveNames()) {
        IOREEL_ASSIGN_OR_RETURN(const std::string file, FindDriveFile(name));
        IOREEL_ASSIGN_OR_RETURN(const DriveSpec drive, ReadDriveFile(file));
        Print(DriveText(name, drive));
      }
    } else {
      for (const TargetKind* kind : AllTargetKinds()) Print(TargetText(*kind));
    }
    return ExitCode::kOk;
  }

 private:
  std::string what_;
};

}  // namespace

std::unique_ptr<Command> MakeListCommand() { return std::make_unique<ListCommand>(); }

}  // namespace ioreel
