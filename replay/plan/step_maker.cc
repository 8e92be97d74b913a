#include "replay/plan/step_maker.h"

#include <algorithm>

#include "base/status_macros.h"

namespace ioreel {
namespace {

std::unique_ptr<DependencyInferrer> MakeInferrer(const PlanOptions& options, int64_t zero_ns) {
  const uint64_t window = TileWindow(options.tiles.count);
  switch (options.mode) {
    case ReplayMode::kStream:
      return MakeStreamInferrer(zero_ns, window);
    case ReplayMode::kDependent:
      return options.global_dependencies ? MakeGlobalInferrer(zero_ns, window)
                                         : MakeRuleInferrer(zero_ns, options.rules, window);
    case ReplayMode::kTimed:
    case ReplayMode::kAfap:
      return nullptr;
  }
  return nullptr;
}

/// Writeback and the journal go on without the application.
bool IsForeground(const TaskInfo& task) {
  return task.task_class == TaskClass::kTree || task.task_class == TaskClass::kOther;
}

}  // namespace

StepMaker::StepMaker(const PlanOptions& options, const Pass& pass, PlanReport* report)
    : options_(options),
      report_(report),
      pass_(pass),
      next_id_(pass.first_id),
      window_(TileWindow(options.tiles.count)),
      selector_(options.selection),
      promise_(options.promise) {
  report_->between_passes_ns += pass.idle_ns;
}

void StepMaker::Begin(const Io& io, const TraceInfo& info) {
  zero_ns_ = FirstNs(options_.selection, info);
  if (zero_ns_ == kNoTime) zero_ns_ = io.start_ns;
  const int64_t to_ns = options_.selection.to_ns;
  if (info.command && (to_ns == kNoTime || info.command->exit_ns < to_ns)) {
    exit_ns_ = info.command->exit_ns;
  }
  pacer_.emplace(options_.pacing, zero_ns_);
  inferrer_ = MakeInferrer(options_, zero_ns_);
  report_->zero_ns = zero_ns_;
}

absl::Status StepMaker::Add(const Io& io, const TraceInfo& info, std::vector<Step>* out) {
  if (zero_ns_ == kNoTime) Begin(io, info);
  ++report_->read;
  if (!selector_.Takes(io, info)) return absl::OkStatus();
  IOREEL_RETURN_IF_ERROR(promise_.Take(io, info));
  if (exit_ns_ != kNoTime && io.start_ns > exit_ns_) AddCommandEnd(exit_ns_, out);

  static const TaskInfo kUnknown;
  const TaskInfo& task = io.task < info.tasks.size() ? info.tasks[io.task] : kUnknown;
  Step step;
  step.id = next_id_++;
  step.io = {.offset = io.offset, .length = io.length, .op = io.op, .flags = io.flags};
  step.service_ns =
      std::max<int64_t>(0, io.complete_ns == kNoTime ? 0 : io.complete_ns - io.start_ns);
  if (options_.map && !options_.map(io, &step.io)) step.kind = StepKind::kPretend;
  const bool in_command = end_ns_ == kNoTime && (exit_ns_ == kNoTime || io.complete_ns <= exit_ns_);
  step.foreground = in_command && IsForeground(task);
  SetTime(io, task, &step);
  Count(io, task, step);
  out->push_back(step);
  return absl::OkStatus();
}

void StepMaker::SetTime(const Io& io, const TaskInfo& task, Step* step) {
  if (options_.mode == ReplayMode::kTimed) {
    step->not_before_ns = pass_.offset_ns + pacer_->DueNs(io);
  } else if (inferrer_ != nullptr) {
    HangOn(inferrer_->Add(step->id, io, task), step);
  }
  if (io.complete_ns > last_complete_ns_ && (end_ns_ == kNoTime) &&
      (exit_ns_ == kNoTime || io.complete_ns <= exit_ns_)) {
    last_complete_ns_ = io.complete_ns;
    last_completed_ = step->id;
  }
  last_start_ns_ = io.start_ns;
}

void StepMaker::HangOn(const Dependency& dependency, Step* step) {
  step->parent = dependency.parent;
  step->anchor = dependency.anchor;
  step->think_ns = pacer_->ThinkNs(dependency);
  report_->far_parents += dependency.far;
  if (dependency.anchor != Anchor::kStart || pass_.after == kNoStep) return;
  // In a later pass the zero is where the pass before ended.
  const bool far = step->id - pass_.after >= window_;
  step->parent = far ? step->id - 1 : pass_.after;
  step->anchor = Anchor::kComplete;
  report_->far_parents += far;
}

void StepMaker::AddCommandEnd(int64_t end_ns, std::vector<Step>* out) {
  end_ns_ = report_->end_ns = end_ns;
  end_due_ns_ = std::max<int64_t>(0, pacer_->EndNs(end_ns));
  exit_ns_ = kNoTime;
  Step end;
  end.id = next_id_++;
  end.kind = StepKind::kCommandEnd;
  const bool hangs = last_completed_ != kNoStep && end.id - last_completed_ < window_;
  if (options_.mode == ReplayMode::kTimed && !hangs) {
    end.not_before_ns = pass_.offset_ns + end_due_ns_;
  } else if (options_.mode != ReplayMode::kAfap) {
    HangOn({.parent = hangs ? last_completed_ : kNoStep,
            .anchor = hangs ? Anchor::kComplete : Anchor::kStart,
            .think_ns = std::max<int64_t>(0, end_ns - (hangs ? last_complete_ns_ : zero_ns_))},
           &end);
  }
  end_step_ = end.id;
  out->push_back(end);
}

void StepMaker::Count(const Io& io, const TaskInfo& task, const Step& step) {
  const auto tiles = static_cast<uint64_t>(options_.tiles.count);
  if (step.kind == StepKind::kPretend) {
    PlanReport::Count& count = report_->pretended[io.op];
    count.ios += tiles;
    count.bytes += tiles * io.length;
  } else {
    report_->ios += tiles;
  }
  report_->without_completion += io.complete_ns == kNoTime;
  report_->without_task += task.tid < 0;
  if (report_->first_ns == kNoTime) report_->first_ns = io.start_ns;
  report_->last_ns = io.start_ns;
}

absl::StatusOr<StepMaker::Pass> StepMaker::Finish(const TraceInfo& info, uint64_t untimed,
                                                  std::vector<Step>* out) {
  IOREEL_RETURN_IF_ERROR(promise_.Finish(selector_.left_out(), untimed));
  if (zero_ns_ == kNoTime) return pass_;
  if (end_ns_ == kNoTime) {
    const int64_t last_ns = std::max(last_complete_ns_, last_start_ns_);
    if (exit_ns_ == kNoTime && info.command && options_.selection.to_ns == kNoTime) {
      exit_ns_ = info.command->exit_ns;
    }
    AddCommandEnd(exit_ns_ != kNoTime ? exit_ns_ : std::max(last_ns, zero_ns_), out);
  }
  for (const auto& [reason, count] : selector_.left_out()) report_->left_out[reason] += count;
  report_->idle_cut_ns += pacer_->idle_cut_ns();
  Pass next = {.first_id = next_id_, .after = end_step_, .offset_ns = pass_.offset_ns};
  int64_t span_ns = end_due_ns_;
  if (last_start_ns_ > end_ns_) span_ns = std::max(span_ns, pacer_->AtNs(last_start_ns_));
  next.offset_ns += span_ns;
  if (options_.mode == ReplayMode::kTimed) next.idle_ns = span_ns - end_due_ns_;
  return next;
}

}  // namespace ioreel
