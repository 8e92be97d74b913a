#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/commands.h"
#include "formats/container/salvage.h"
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
    return "make a trace of the whole blocks of an unfinished or damaged one";
  }

  void Declare(FlagSet& flags) override {
    flags.Positional("TRACE", &in_,
                     "the damaged .ioreel file, or the .partial of a killed recorder");
    flags.Option("-o,--output", &out_, "the trace to write", "FILE");
    flags.Example("ioreel salvage out.ioreel.partial -o saved.ioreel");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (out_.empty()) return UsageError("name the trace to write with -o");
    IOREEL_ASSIGN_OR_RETURN(const SalvageReport report, SalvageContainer(in_, out_));
    for (const LostPart& part : report.lost) std::cout << WhatWasLost(part) << "\n";
    if (report.dropped_links + report.dropped_events > 0) {
      std::cout << "dropped: " << FormatCount(report.dropped_links) << " links and "
                << FormatCount(report.dropped_events) << " events that name lost rows\n";
    }
    std::cout << out_ << ": " << FormatCount(report.queued) << " queued I/Os and "
              << FormatCount(report.requests) << " requests of " << FormatCount(report.blocks)
              << (report.blocks == 1 ? " whole block; " : " whole blocks; ") << Verdict(report)
              << "\n";
    return ExitCode::kOk;
  }

 private:
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
