#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ioreel {

/// Which blocks or stripes of a volume the request being mapped has touched, and the stage from
/// which on each may be touched again: by then everything before is done. Between requests it is
/// claims that keep order, within one it is this. Allocates nothing once it has grown.
class StageLedger {
 public:
  /// Forgets everything when another request begins.
  void Begin(uint64_t serial) {
    if (serial == serial_) return;
    serial_ = serial;
    touched_.clear();
  }

  bool Has(uint64_t key) const { return Find(key) < touched_.size(); }

  /// `stage`, or the later one in which `key` may be touched.
  uint32_t StageFor(uint64_t key, uint32_t stage) const {
    const size_t i = Find(key);
    return i == touched_.size() ? stage : std::max(stage, touched_[i].stage);
  }

  void Touch(uint64_t key, uint32_t stage) {
    const size_t i = Find(key);
    if (i == touched_.size()) {
      highest_ = touched_.empty() ? key : std::max(highest_, key);
      touched_.push_back({key, stage});
    } else {
      touched_[i].stage = std::max(touched_[i].stage, stage);
    }
  }

 private:
  struct Touched {
    uint64_t key;
    uint32_t stage;
  };

  size_t Find(uint64_t key) const {
    if (touched_.empty() || key > highest_) return touched_.size();  // as in a sequential request
    return static_cast<size_t>(std::find_if(touched_.begin(), touched_.end(),
                                            [key](const Touched& t) { return t.key == key; }) -
                               touched_.begin());
  }

  uint64_t serial_ = 0;
  uint64_t highest_ = 0;
  std::vector<Touched> touched_;
};

}  // namespace ioreel
