#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "replay/plan/schedule.h"

namespace ioreel {

/// The steps that the loop looks at: the last kStepWindow of the schedule. Tells which may start
/// when, from what it is told of their parents. Pretended steps and the command's end pass by
/// themselves. Times are from the replay's zero. One thread.
class StepWindow {
 public:
  /// A step whose time is known; sorted by it, then in order of the schedule.
  struct Ready {
    int64_t due_ns;
    uint64_t id;
    bool operator>(const Ready& other) const {
      return due_ns != other.due_ns ? due_ns > other.due_ns : id > other.id;
    }
  };

  StepWindow() : slots_(kStepWindow) {}

  /// False while a step kStepWindow before that one, or twice so far and so on, is not over.
  bool HasRoomFor(uint64_t id) const { return SlotOf(id).over; }

  /// REQUIRES: HasRoomFor(step.id), an id above the last (others may have those between), its
  /// parent in the window.
  void Add(const Step& step);

  /// The step that may start first; nullptr when none can yet.
  const Ready* Front() const;
  void PopFront();

  /// How many steps may start once their time has come.
  size_t ready() const { return in_order_.size() + out_of_order_.size(); }
  /// Steps that are not over.
  uint64_t unfinished() const { return unfinished_; }
  uint64_t pretended() const { return pretended_; }
  int64_t command_end_ns() const { return command_end_ns_; }

  const Step& step(uint64_t id) const { return SlotOf(id).step; }

  /// Told once each for a step that Front gave out, in this order.
  void Issued(uint64_t id, int64_t issue_ns);
  void Completed(uint64_t id, int64_t complete_ns);

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct Slot {
    Step step;
    int64_t issue_ns = kNoTime, complete_ns = kNoTime;
    uint32_t first_child = kNone;   ///< slot of a step that waits for this one
    uint32_t next_sibling = kNone;  ///< slot of another step that waits for the same one
    bool over = true;
  };

  /// A queue with room for every step of the window.
  class ReadyRing {
   public:
    bool empty() const { return head_ == tail_; }
    size_t size() const { return tail_ - head_; }
    const Ready& front() const { return items_[head_ % kStepWindow]; }
    const Ready& back() const { return items_[(tail_ - 1) % kStepWindow]; }
    void push(const Ready& ready) { items_[tail_++ % kStepWindow] = ready; }
    void pop() { ++head_; }

   private:
    std::vector<Ready> items_ = std::vector<Ready>(kStepWindow);
    size_t head_ = 0, tail_ = 0;
  };

  const Slot& SlotOf(uint64_t id) const { return slots_[id % kStepWindow]; }
  Slot& SlotOf(uint64_t id) { return slots_[id % kStepWindow]; }
  uint32_t IndexOf(const Slot& slot) const { return static_cast<uint32_t>(&slot - slots_.data()); }
  void StartOrWait(Slot* slot, Slot* parent);
  /// What `slot` waited for has happened at `anchor_ns`.
  void Start(Slot* slot, int64_t anchor_ns);
  void Pass(Slot* slot, int64_t due_ns);
  void PushReady(Ready ready);
  bool FrontIsOutOfOrder() const;
  /// Starts what waited for the slots in `happened_`, and so on.
  void Settle();

  std::vector<Slot> slots_;
  uint64_t next_id_ = 0;
  uint64_t unfinished_ = 0;
  uint64_t pretended_ = 0;
  int64_t command_end_ns_ = kNoTime;
  std::vector<uint32_t> happened_;  ///< slots with a new issue or completion time
  ReadyRing in_order_;  ///< sorted as it is: a step is put here if it starts after the last of it
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> out_of_order_;
};

}  // namespace ioreel
