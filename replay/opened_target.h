#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/range_set.h"
#include "replay/device.h"
#include "replay/engines/sim_engine.h"
#include "replay/safety/safety.h"
#include "replay/safety/scratch_file.h"
#include "replay/safety/shared_space.h"
#include "replay/target.h"
#include "replay/target_spec.h"

namespace ioreel {

/// A target whose devices are open: for reading, until writes are granted. A simulated one has
/// nothing to open.
class OpenedTarget {
 public:
  /// Errors: InvalidArgument for what is wrong with the spec, or members that share space; those of
  /// Device::Open; NotFound names --create.
  /// `split_bytes`: longest read or write that a file or device gets; 0 = any.
  static absl::StatusOr<OpenedTarget> Open(const std::string& text, uint64_t split_bytes = 0);

  /// New scratch files for all of a target's paths.
  struct NewFiles {
    uint64_t bytes = 0;
    bool together = false;  ///< `bytes` of the whole target, at least; else of each file
  };
  /// They are as they would be, without being made: opened on unnamed files in the same folders.
  /// Errors: as Open; AlreadyExists; others as open(2) on the folder.
  /// REQUIRES: the target is not simulated.
  static absl::StatusOr<OpenedTarget> Foresee(const std::string& text, const NewFiles& files,
                                              uint64_t split_bytes = 0);
  /// Makes the files of a target that was foreseen; their paths go to `created`, also before an
  /// error. Errors: as CreateScratchFile.
  absl::Status CreateFiles(std::vector<std::string>* created) const;

  /// Which members are written to.
  enum class Writes {
    kByReads,  ///< those to which even an I/O that only reads may write: caches'
    kAll,
  };
  /// Whether writes would be granted. Changes nothing.
  absl::Status JudgeWrites(const Consent& consent, Writes writes) const;
  /// Files that ioreel made, and nobody changed, stay so: they are marked again when this ends.
  absl::Status GrantWrites(const Consent& consent, Writes writes);

  Target* target() const { return target_.get(); }
  /// None where the target is simulated.
  std::vector<Device>& devices() { return devices_; }
  const std::vector<Device>& devices() const { return devices_; }
  /// By index of a device, of which there are as many; -1 each where the target is simulated.
  std::vector<int> fds() const;
  bool is_simulated() const { return !drives_.empty(); }
  const std::vector<SimModel>& drives() const { return drives_; }  ///< by index of a device
  const std::vector<Medium>& media() const { return media_; }  ///< what it lies on, as devices()
  const DeviceLimits& limits() const { return limits_; }       ///< of the whole
  TargetFacts facts() const;
  std::vector<std::string> doubts() const;

  /// Files that ioreel made, and nothing else, so that they may be primed without asking.
  bool is_scratch() const { return scratch_; }
  /// One file or device.
  bool is_single() const { return spec_.is_leaf(); }
  /// REQUIRES: is_single().
  const std::string& path() const { return spec_.path; }
  /// Only files, whoever made them.
  bool is_files() const;

  /// Some byte of some of its files was never written. REQUIRES: is_files().
  bool HasHole() const;

  /// What of `ranges` was never written: of one file exactly; of several the stretches of up to
  /// 1 MiB of which one of them has a part that was not. REQUIRES: is_files().
  RangeSet FindHoles(const RangeSet& ranges);

 private:
  OpenedTarget() = default;
  static absl::StatusOr<OpenedTarget> Parse(const std::string& text);
  absl::Status Simulate(uint64_t split_bytes);
  absl::Status Build(uint64_t split_bytes);
  absl::Status MakeWhole(uint64_t split_bytes);
  absl::Status OpenError(const TargetSpec::Leaf& leaf, const absl::Status& error) const;
  absl::Status CheckApart() const;
  MemberFacts FactsOfMember(size_t i) const;
  bool IsWritten(size_t device, Writes writes) const;

  std::string text_;
  TargetSpec spec_;
  std::vector<TargetSpec::Leaf> leaves_;
  std::vector<Device> devices_;  ///< of the leaves, as are what follow; one of them is empty
  std::vector<SimModel> drives_;
  std::vector<DeviceLimits> device_limits_;
  std::vector<Medium> media_;
  std::vector<ScratchRenewal> renewals_;
  std::unique_ptr<Target> target_;
  DeviceLimits limits_;
  bool scratch_ = false;
};

}  // namespace ioreel
