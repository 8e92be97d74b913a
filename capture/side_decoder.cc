#include "capture/side_decoder.h"

#include <linux/sched.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/kernel_text/rwbs.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

constexpr int kMinorBits = 20;  // of the kernel's own dev_t

/// The fields of one event that we read; absent ones are nullptr.
struct Fields {
  const EventField *common_pid, *pid, *name, *other, *state, *dev, *sector, *sectors, *rwbs, *flags;
};

using Fill = bool (*)(absl::string_view bytes, const Fields& fields, SideEvent* event);

int32_t Tid(absl::string_view bytes, const EventField* field) {
  return static_cast<int32_t>(FieldInt(bytes, field));
}

void CopyName(absl::string_view name, SideEvent* event) {
  name.copy(event->name, std::min(name.size(), sizeof(event->name) - 1));
}

bool FillBio(absl::string_view bytes, const Fields& fields, SideEvent* event) {
  const auto sectors = static_cast<uint64_t>(FieldInt(bytes, fields.sectors));
  const std::optional<Op> op = SpecialOp(FieldText(bytes, fields.rwbs), sectors);
  if (!op) return false;
  const auto dev = static_cast<uint32_t>(FieldInt(bytes, fields.dev));
  event->kind = SideEvent::Kind::kSpecialBio;
  event->op = *op;
  event->major = dev >> kMinorBits;
  event->minor = dev & ((1u << kMinorBits) - 1);
  event->offset = static_cast<uint64_t>(FieldInt(bytes, fields.sector)) * kSectorBytes;
  event->length = sectors * kSectorBytes;
  event->tid = Tid(bytes, fields.common_pid);
  return true;
}

bool FillNewTask(absl::string_view bytes, const Fields& fields, SideEvent* event) {
  event->kind = SideEvent::Kind::kNewTask;
  event->tid = Tid(bytes, fields.pid);
  event->other_tid = Tid(bytes, fields.common_pid);
  event->thread = (FieldInt(bytes, fields.flags) & CLONE_THREAD) != 0;
  CopyName(FieldText(bytes, fields.name), event);
  return true;
}

bool FillRename(absl::string_view bytes, const Fields& fields, SideEvent* event) {
  event->kind = SideEvent::Kind::kRename;
  event->tid = Tid(bytes, fields.pid);
  CopyName(FieldText(bytes, fields.name), event);
  return true;
}

bool FillExec(absl::string_view bytes, const Fields& fields, SideEvent* event) {
  event->kind = SideEvent::Kind::kExec;
  event->tid = Tid(bytes, fields.pid);
  event->other_tid = Tid(bytes, fields.other);
  return true;
}

/// `prev_state` of sched_switch: 0 or the mark of preemption = still runnable.
RunState RunStateOf(int64_t prev_state) {
  constexpr int64_t kUninterruptible = 2, kPreempted = 0x100;
  if (prev_state == 0 || (prev_state & kPreempted)) return RunState::kRunnable;
  return (prev_state & kUninterruptible) ? RunState::kBlocked : RunState::kAsleep;
}

bool FillSwitch(absl::string_view bytes, const Fields& fields, SideEvent* event) {
  event->kind = SideEvent::Kind::kSwitch;
  event->tid = Tid(bytes, fields.pid);
  event->other_tid = Tid(bytes, fields.other);
  event->run_state = RunStateOf(FieldInt(bytes, fields.state));
  CopyName(FieldText(bytes, fields.name), event);
  return true;
}

bool FillWaking(absl::string_view bytes, const Fields& fields, SideEvent* event) {
  event->kind = SideEvent::Kind::kWaking;
  event->tid = Tid(bytes, fields.pid);
  return true;
}

template <SideEvent::Kind kKind>
bool FillPlain(absl::string_view bytes, const Fields& fields, SideEvent* event) {
  event->kind = kKind;
  event->tid = Tid(bytes, fields.common_pid);
  return true;
}

/// How an event is read: its fields by this kernel's names, "" where it has none for us.
struct Known {
  absl::string_view event, pid, name, other;
  std::vector<absl::string_view> also;  ///< further fields that it must have
  Fill fill;
};

const std::vector<Known>& KnownEvents() {
  using Kind = SideEvent::Kind;
  static const auto& known = *new std::vector<Known>{
      {"block_bio_queue", "", "", "", {"dev", "sector", "nr_sector", "rwbs"}, FillBio},
      {"task_newtask", "pid", "comm", "", {"clone_flags"}, FillNewTask},
      {"task_rename", "pid", "newcomm", "", {}, FillRename},
      {"sched_process_exec", "pid", "", "old_pid", {}, FillExec},
      {"sched_process_exit", "", "", "", {}, FillPlain<Kind::kExit>},
      {"workqueue_execute_start", "", "", "", {}, FillPlain<Kind::kFlushBegin>},
      {"workqueue_execute_end", "", "", "", {}, FillPlain<Kind::kFlushEnd>},
      {"sched_switch", "prev_pid", "prev_comm", "next_pid", {"prev_state"}, FillSwitch},
      {"sched_waking", "pid", "", "", {}, FillWaking},
  };
  return known;
}

}  // namespace

struct SideDecoder::Rule {
  EventFormat format;
  Fields fields;
  Fill fill;
};

SideDecoder::SideDecoder() = default;
SideDecoder::~SideDecoder() = default;

absl::Status SideDecoder::AddFormat(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(EventFormat parsed, EventFormat::Parse(text));
  const auto& known = KnownEvents();
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Known& k) { return k.event == parsed.name(); });
  if (found == known.end()) {
    return absl::InvalidArgumentError(absl::StrCat("no use for trace event ", parsed.name()));
  }
  auto rule = std::make_unique<Rule>(Rule{std::move(parsed), {}, found->fill});
  const EventFormat& format = rule->format;
  std::vector<absl::string_view> needed = found->also;
  for (absl::string_view field : {found->pid, found->name, found->other}) {
    if (!field.empty()) needed.push_back(field);
  }
  for (absl::string_view field : needed) {
    if (format.Find(field) != nullptr) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("this kernel's trace event ", format.name(), " has no field ", field));
  }
  rule->fields = {format.Find("common_pid"), format.Find(found->pid),   format.Find(found->name),
                  format.Find(found->other), format.Find("prev_state"), format.Find("dev"),
                  format.Find("sector"),     format.Find("nr_sector"),  format.Find("rwbs"),
                  format.Find("clone_flags")};
  type_ = std::make_unique<EventField>(*format.Find("common_type"));
  rules_.push_back(std::move(rule));
  return absl::OkStatus();
}

std::optional<SideEvent> SideDecoder::Decode(int64_t time_ns, absl::string_view bytes) const {
  const int64_t type = FieldInt(bytes, type_.get());
  for (const auto& rule : rules_) {
    if (rule->format.id() != type) continue;
    SideEvent event;
    event.time_ns = time_ns;
    if (!rule->fill(bytes, rule->fields, &event)) return std::nullopt;
    return event;
  }
  return std::nullopt;
}

std::optional<Op> SpecialOp(absl::string_view rwbs, uint64_t sectors) {
  const std::optional<Rwbs> said = ParseRwbs(rwbs, sectors);
  if (!said) return std::nullopt;
  switch (said->op) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kFlush:
    case Op::kDiscard:
    case Op::kPassthrough:
      return std::nullopt;
    default:
      return said->op;
  }
}

}  // namespace ioreel
