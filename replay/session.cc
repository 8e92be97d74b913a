#include "replay/session.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/engine_registry.h"
#include "replay/io_buffers.h"
#include "replay/opened_target.h"
#include "replay/preflight.h"
#include "replay/priming.h"
#include "replay/repeat.h"
#include "replay/replay_trace.h"
#include "replay/run_facts.h"
#include "replay/sample_file.h"
#include "replay/scratch_file.h"
#include "replay/trace_survey.h"

namespace ioreel {
namespace {

constexpr int kDefaultDepth = 256;
constexpr int kDefaultAfapDepth = 32;

class Session {
 public:
  Session(const SessionOptions& options, const std::atomic<bool>* stop, SessionUi* ui)
      : options_(options), stop_(stop), ui_(ui) {}

  /// A file that was made for nothing is taken away again.
  ~Session() {
    if (!created_.empty()) unlink(created_.c_str());
  }

  absl::StatusOr<std::optional<RunResult>> Run() {
    IOREEL_RETURN_IF_ERROR(LookAtTrace());
    IOREEL_RETURN_IF_ERROR(LookAtTarget());
    IOREEL_RETURN_IF_ERROR(Plan());
    if (options_.dry_run) return std::optional<RunResult>();
    IOREEL_RETURN_IF_ERROR(TakeTarget());
    IOREEL_RETURN_IF_ERROR(OpenEngine());
    IOREEL_ASSIGN_OR_RETURN(RunResult result, Replay());
    created_.clear();
    return std::optional<RunResult>(std::move(result));
  }

 private:
  absl::Status LookAtTrace();
  absl::Status LookAtTarget();
  absl::Status Plan();
  absl::Status PlanPriming();
  absl::Status CheckRoom(const RangeSet& holes) const;
  absl::Status TakeTarget();
  absl::Status OpenEngine();
  absl::Status OpenBuffers();
  absl::Status PrimeNow();
  absl::StatusOr<RunResult> Replay();
  std::string SamplesPath(int repeat) const;

  bool DoesIo() const { return kind_ == nullptr || kind_->real; }
  bool RemovesData() const {
    const TraceScan& scan = survey_.scan;
    return scan.of(Op::kDiscard).count + scan.of(Op::kSecureErase).count > 0;
  }

  const SessionOptions& options_;
  const std::atomic<bool>* const stop_;
  SessionUi* const ui_;

  std::optional<ReplayTrace> trace_;
  TraceSurvey survey_;
  std::optional<OpenedTarget> target_;
  Preflight preflight_;
  TargetRanges ranges_;
  bool primes_ = false;
  std::string created_;  ///< a file made by this session, until its first result

  const EngineKind* kind_ = nullptr;  ///< null = auto
  EngineChoice choice_;
  std::unique_ptr<Clock> clock_;
  std::optional<IoBuffers> buffers_;
  std::unique_ptr<Engine> engine_;
  int depth_ = 0;
};

absl::Status Session::LookAtTrace() {
  if (options_.engine != "auto") {
    IOREEL_ASSIGN_OR_RETURN(kind_, FindEngine(options_.engine));
  }
  IOREEL_ASSIGN_OR_RETURN(trace_,
                          ReplayTrace::Find(options_.trace, options_.from_format, options_.read));
  IOREEL_ASSIGN_OR_RETURN(survey_, SurveyTrace(*trace_, options_, stop_));
  ui_->ReportImport(survey_.log);
  return absl::OkStatus();
}

absl::Status Session::LookAtTarget() {
  if (options_.create.empty()) {
    IOREEL_ASSIGN_OR_RETURN(target_, OpenedTarget::Open(options_.target));
  } else {
    uint64_t size_bytes = 0;
    if (options_.create != "auto") {
      IOREEL_ASSIGN_OR_RETURN(size_bytes, ParseSize(options_.create));
    } else {
      IOREEL_ASSIGN_OR_RETURN(size_bytes, NeededBytes(options_, survey_));
    }
    IOREEL_ASSIGN_OR_RETURN(target_, OpenedTarget::Foresee(options_.target, size_bytes));
  }
  std::vector<std::string> paths;
  for (const Device& device : target_->devices()) paths.push_back(device.path());
  return CheckOverwritesAreTargets(options_.consent, paths);
}

absl::Status Session::Plan() {
  IOREEL_ASSIGN_OR_RETURN(preflight_, FitToTarget(options_, survey_, target_->limits()));
  for (const std::string& line : DescribePlan(options_, survey_, preflight_, target_->facts())) {
    ui_->Say(line);
  }
  if (!DoesIo()) {
    ui_->Say(absl::StrCat("engine       ", options_.engine, ": no I/O is done"));
    return absl::OkStatus();
  }
  IOREEL_RETURN_IF_ERROR(PlanPriming());
  for (const std::string& doubt : target_->doubts()) LogWarning(doubt);
  if (!target_->facts().direct) {
    LogWarning(absl::StrCat(options_.target,
                            " is reached through the page cache: memory is measured, and no "
                            "score is given"));
  }
  const bool consent_needed = (preflight_.writes || primes_) && options_.create.empty();
  return consent_needed ? target_->JudgeWrites(options_.consent) : absl::OkStatus();
}

absl::Status Session::PlanPriming() {
  const bool reads = survey_.scan.of(Op::kRead).count > 0;
  if (options_.read_only || (!target_->is_file() && !options_.prime)) {
    if (reads && !target_->is_file()) {
      ui_->Say(
          "unprimed     blocks of the device that were never written cost nothing to read; "
          "--prime writes those that the trace reads first");
    }
    return absl::OkStatus();
  }
  IOREEL_ASSIGN_OR_RETURN(
      ranges_, FindTargetRanges(*trace_, survey_, preflight_.rules, preflight_.pretend_ops, stop_));
  if (target_->is_file()) {
    const int fd = target_->devices().front().fd();
    if (!options_.prime) ranges_.reads = FindHoles(fd, ranges_.reads);
    ranges_.writes = FindHoles(fd, ranges_.writes);
  } else {
    ranges_.writes = RangeSet(4096);
  }
  primes_ = options_.prime || target_->is_scratch_file();
  RangeSet all = ranges_.reads;
  for (const auto& [begin, end] : ranges_.writes.ranges()) all.Add(begin, end - begin);
  if (primes_) {
    ranges_.reads = all;
    ui_->Say(all.empty() ? "primed       everything that the trace reads was written before"
                         : absl::StrCat("priming      ", FormatSize(all.bytes()),
                                        " are written before the first I/O"));
  } else if (!ranges_.reads.empty()) {
    ui_->Say(absl::StrCat("unprimed     ", FormatSize(ranges_.reads.bytes()),
                          " of what the trace reads are holes, which cost nothing to read; --prime "
                          "writes them first"));
  }
  return target_->is_file() ? CheckRoom(all) : absl::OkStatus();
}

absl::Status Session::CheckRoom(const RangeSet& holes) const {
  struct statvfs fs;
  if (fstatvfs(target_->devices().front().fd(), &fs) != 0) return absl::OkStatus();
  const uint64_t free_bytes = uint64_t{fs.f_bavail} * fs.f_frsize;
  if (holes.bytes() <= free_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat(options_.target, " would grow by ", FormatSize(holes.bytes()),
                   ", but its filesystem has only ", FormatSize(free_bytes), " left"));
}

absl::Status Session::TakeTarget() {
  if (!DoesIo()) return absl::OkStatus();
  if (!options_.create.empty()) {
    const std::string path = target_->path();
    IOREEL_RETURN_IF_ERROR(CreateScratchFile(path, target_->limits().size_bytes));
    created_ = path;
    IOREEL_ASSIGN_OR_RETURN(target_, OpenedTarget::Open(options_.target));
    return target_->GrantWrites({.overwrite = {path}});
  }
  if (!preflight_.writes && !primes_) return absl::OkStatus();
  return target_->GrantWrites(options_.consent);
}

absl::Status Session::OpenEngine() {
  const bool afap = options_.mode == ReplayMode::kAfap;
  depth_ = options_.depth > 0 ? options_.depth : afap ? kDefaultAfapDepth : kDefaultDepth;
  if (kind_ == nullptr) {
    choice_ = ChooseEngine(target_->fds(), depth_);
    IOREEL_ASSIGN_OR_RETURN(kind_, FindEngine(choice_.name));
    ui_->Say(absl::StrCat("engine       ", choice_.name, ": ", choice_.reason));
  } else {
    choice_ = {.name = options_.engine, .reason = "--engine"};
  }
  if (kind_->virtual_time) {
    clock_ = std::make_unique<VirtualClock>();
  } else {
    clock_ = std::make_unique<SteadyClock>();
  }
  if (kind_->real) IOREEL_RETURN_IF_ERROR(OpenBuffers());
  IOREEL_ASSIGN_OR_RETURN(engine_, MakeEngine(kind_->name, clock_.get()));
  EngineOptions engine_options = {.depth = depth_, .fds = target_->fds()};
  if (buffers_) {
    engine_options.buffer_base = buffers_->base();
    engine_options.buffer_bytes = buffers_->bytes();
  }
  return engine_->Open(engine_options);
}

absl::Status Session::OpenBuffers() {
  const TraceScan& scan = survey_.scan;
  const uint64_t widened = 2 * preflight_.rules.align_bytes;
  IoBuffers::Options wanted = {.payload = options_.payload, .depth = depth_};
  wanted.seed = static_cast<uint64_t>(getpid());  // runs after each other write different data
  for (int i = 0; i < kOpCount; ++i) {
    const TraceScan::PerOp& op = scan.ops[static_cast<size_t>(i)];
    const Op becomes = preflight_.rules.ops[static_cast<size_t>(i)];
    if (op.count == 0 || !HasPayload(becomes) || preflight_.pretend_ops >> i & 1) continue;
    uint64_t& longest = becomes == Op::kRead ? wanted.longest_read : wanted.longest_write;
    longest = std::max(longest, op.longest + widened);
    if (becomes != Op::kRead) wanted.written_bytes += op.bytes;
  }
  IOREEL_ASSIGN_OR_RETURN(buffers_, IoBuffers::Create(wanted));
  return absl::OkStatus();
}

absl::Status Session::PrimeNow() {
  RangeSet ranges = ranges_.reads;
  if (target_->is_file() && !options_.prime) {
    ranges = FindHoles(target_->devices().front().fd(), ranges);
  }
  return Prime({.target = target_->target(),
                .fds = target_->fds(),
                .engine = choice_.name,
                .payload = options_.payload,
                .block_bytes = target_->limits().block_bytes,
                .stop = stop_},
               ranges);
}

absl::StatusOr<RunResult> Session::Replay() {
  RunResult result = RunFacts(options_, survey_, target_->facts(), choice_);
  IOREEL_ASSIGN_OR_RETURN(result.trace.digest, trace_->Digest());
  result.trace.path = trace_->name();
  if (!engine_->details().empty()) result.notes["engine_details"] = engine_->details();
  const RepeatSetup setup = {.options = &options_,
                             .trace = &*trace_,
                             .survey = &survey_,
                             .preflight = &preflight_,
                             .target = target_->target(),
                             .fds = target_->fds(),
                             .buffers = buffers_ ? &*buffers_ : nullptr,
                             .engine = engine_.get(),
                             .clock = clock_.get(),
                             .virtual_time = kind_->virtual_time,
                             .depth = depth_,
                             .stop = stop_};
  for (int i = 1; i <= options_.repeats && !stop_->load(); ++i) {
    const bool holes_again = i == 1 || RemovesData();
    if (primes_ && holes_again && kind_->real) IOREEL_RETURN_IF_ERROR(PrimeNow());
    std::unique_ptr<SampleFile> samples;
    if (!options_.samples_path.empty()) {
      IOREEL_ASSIGN_OR_RETURN(samples, SampleFile::Create(SamplesPath(i)));
    }
    const std::string label =
        options_.repeats == 1 ? "replay" : absl::StrCat("replay ", i, "/", options_.repeats);
    IOREEL_ASSIGN_OR_RETURN(RepeatOutcome repeat, RunRepeat(setup, label, samples.get()));
    AddRecorded(options_, survey_, repeat.plan, &result.trace);
    result.notes.insert(repeat.notes.begin(), repeat.notes.end());
    result.repeats.push_back(std::move(repeat.result));
    if (samples) {
      IOREEL_RETURN_IF_ERROR(samples->Finish(SampleInfo(result)));
    }
  }
  return result;
}

/// "s.ioreel", or "s.2.ioreel" for the second of several.
std::string Session::SamplesPath(int repeat) const {
  const std::string& path = options_.samples_path;
  if (options_.repeats == 1) return path;
  const size_t slash = path.rfind('/');
  size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) dot = path.size();
  return absl::StrCat(path.substr(0, dot), ".", repeat, path.substr(dot));
}

}  // namespace

absl::StatusOr<std::optional<RunResult>> RunSession(const SessionOptions& options,
                                                    const std::atomic<bool>* stop, SessionUi* ui) {
  return Session(options, stop, ui).Run();
}

}  // namespace ioreel
