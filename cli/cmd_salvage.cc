#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/commands.h"
#include "formats/container/salvage.h"
#include "formats/load.h"
#include "formats/model/time.h"

namespace ioreel {
namespace {

std::string WhatWasLost(const LostPart& part) {
  std::string text = absl::StrFormat("lost: %s", part.why);
  if (part.bytes > 0) absl::StrAppend(&text, "; ", FormatCount(part.bytes), " bytes");
  if (part.rows.queued + part.rows.requests > 0) {
    absl::StrAppend(&text, "; ", FormatCount(part.rows.queued), " queued I/Os and ",
                    FormatCount(part.rows.requests), " requests");
  }
  if (part.rows.first_ns != kNoTime) {
    absl::StrAppend(&text, " between ", FormatDuration(part.rows.first_ns), " and ",
                    FormatDuration(part.rows.last_ns));
  }
  return text;
}

class SalvageCommand : public Command {
 public:
  std::string name() const override { return "salvage"; }
  std::string summary() const override {
    return "Make a trace of the whole blocks of an unfinished or damaged one";
  }

  void Declare(FlagSet& flags) override {
    flags.Positional("TRACE", &in_,
                     "the damaged .ioreel file, or the .partial of a killed recorder");
    flags.Option("-o,--output", &out_, "the trace to write", "FILE");
    flags.Example("ioreel salvage out.ioreel.partial -o saved.ioreel");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(CheckOutput());
    IOREEL_ASSIGN_OR_RETURN(const SalvageReport report, SalvageContainer(in_, out_));
    for (const LostPart& part : report.lost) Say(WhatWasLost(part));
    if (report.dropped_links + report.dropped_events > 0) {
      Say(absl::StrCat("dropped: ", FormatCount(report.dropped_links, "link"), " and ",
                       FormatCount(report.dropped_events, "event"), " that name lost rows"));
    }
    Say(absl::StrCat(out_, ": ", FormatCount(report.queued, "queued I/O"), " and ",
                     FormatCount(report.requests, "request"), " of ",
                     FormatCount(report.blocks, "whole block"), "; ", Verdict(report)));
    if (IsOwnPartial()) Say(absl::StrCat(in_, ": left as it is; remove it when it is not needed"));
    return ExitCode::kOk;
  }

 private:
  static void Say(const std::string& line) { Print(absl::StrCat(Printable(line), "\n")); }

  absl::Status CheckOutput() const {
    if (out_.empty()) return UsageError("name the trace to write with -o");
    if (!IsContainerName(out_))
      return UsageError(absl::StrCat("-o ", out_, ": what is salvaged is an ioreel trace; name it ",
                                     "like saved.ioreel"));
    return IsOwnPartial() ? absl::OkStatus() : CheckTraceOutput(out_);
  }

  /// What is salvaged is the unfinished part of the very file to write.
  bool IsOwnPartial() const {
    std::error_code none;
    return std::filesystem::equivalent(in_, AtomicFile::PartialPath(out_), none);
  }

  static std::string Verdict(const SalvageReport& report) {
    if (report.whole()) return "nothing was lost";
    return report.finished ? "marked as tainted"
                           : "the recording never finished, marked as tainted";
  }

  std::string in_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> MakeSalvageCommand() { return std::make_unique<SalvageCommand>(); }

}  // namespace ioreel
