#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/result/run_result.h"
#include "replay/opened_target.h"
#include "replay/plan/trace_survey.h"
#include "replay/session_options.h"
#include "replay/target.h"

namespace ioreel {

/// The opened targets of a trace's volumes, one each, in their order.
class OpenedVolumes {
 public:
  /// Where targets are to be made (--create), as they would be.
  /// Errors: as OpenedTarget and NeededBytes, where there are several with the option that names
  /// the target; InvalidArgument when two targets share space.
  static absl::StatusOr<OpenedVolumes> Open(const SessionOptions& options,
                                            const TraceSurvey& survey);

  /// Makes the files of volume `i`, which were only foreseen, and opens them; their paths go to
  /// `created`, also before an error. Errors: as CreateScratchFile.
  absl::Status Create(size_t i, std::vector<std::string>* created);

  size_t size() const { return targets_.size(); }
  OpenedTarget& operator[](size_t i) { return targets_[i]; }
  const OpenedTarget& operator[](size_t i) const { return targets_[i]; }

  /// All of them as one: requests go to that of their volume.
  Target* target() const;
  std::vector<int> fds() const;  ///< of all devices, as the parts of target() number them
  /// Of all devices, where the targets are simulated; else none.
  std::vector<SimModel> drives() const;
  std::vector<std::string> paths() const;
  const std::vector<std::string>& texts() const { return texts_; }
  /// Of the one target; of several what they have in common, their texts, and all devices as
  /// members.
  TargetFacts facts() const;

 private:
  std::string SharedText(size_t first, size_t second) const;
  absl::Status CheckApart() const;
  absl::Status CheckTogether() const;
  void Join();

  std::vector<std::string> texts_;  ///< as the user named the targets
  std::vector<OpenedTarget> targets_;
  uint64_t split_bytes_ = 0;
  std::unique_ptr<Target> all_;  ///< none where there is one target
};

}  // namespace ioreel
