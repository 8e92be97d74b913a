#include "absl/strings/str_cat.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "base/unfinished_files.h"
#include "base/units.h"
#include "cli/commands.h"
#include "cli/import_report.h"
#include "formats/load.h"
#include "traces/synth/pattern_source.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

class SynthCommand : public Command {
 public:
  std::string name() const override { return "synth"; }
  std::string summary() const override { return "Make the trace of a synthetic load"; }

  void Declare(FlagSet& flags) override {
    flags.Positional("pattern", &pattern_, "NAME{,KEY=VALUE}, see `ioreel list patterns`");
    flags.Option("-o,--output", &output_, "file to write, its format told by the extension",
                 "FILE");
    flags.Example("ioreel synth randread,bs=4k,span=25g,ios=1000000 -o reads.ioreel");
    flags.Example("ioreel synth fileserver,span=50g,ios=100000,rate=2000,arrival=poisson -o s.csv");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (output_.empty()) return UsageError("-o FILE is missing: where to write");
    const auto pattern = ParsePattern(pattern_);
    if (!pattern.ok()) return UsageError(pattern.status().message());
    const auto source = MakePatternSource(*pattern, pattern_);
    if (!source.ok()) return UsageError(source.status().message());
    RemoveUnfinishedFilesOnSignal();
    ImportLog log;
    const absl::Status status = Write(**source, &log);
    PrintImportLog(log);
    if (status.ok()) return ExitCode::kOk;
    RemoveUnfinishedFiles();
    return status;
  }

 private:
  absl::Status Write(const TraceSource& source, ImportLog* log) const {
    IOREEL_ASSIGN_OR_RETURN(const auto reader, source.Open(log));
    IOREEL_ASSIGN_OR_RETURN(const auto writer, OpenTraceWriter(output_, "", {.log = log}));
    TraceChunk chunk;
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, reader->Read(&chunk));
      if (!more) break;
      IOREEL_RETURN_IF_ERROR(writer->Write(reader->info(), chunk));
    }
    IOREEL_RETURN_IF_ERROR(writer->Finish(reader->info()));
    Print(
        absl::StrCat(Printable(output_), ": ", FormatCount(writer->written().queued, "I/O"), "\n"));
    return absl::OkStatus();
  }

  std::string pattern_, output_;
};

}  // namespace

std::unique_ptr<Command> MakeSynthCommand() { return std::make_unique<SynthCommand>(); }

}  // namespace ioreel
