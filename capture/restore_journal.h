#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/file.h"

namespace ioreel {

/// Notes on disk what is about to be changed in the kernel, so that it can be undone: by
/// Restore(), or, when the recorder was killed, by the next one (RestoreLeftovers).
///
/// One file a recorder and part of it in /run/ioreel, locked while its owner lives: a journal
/// that can be locked is a dead recorder's. Each line is one change; undone last first.
class RestoreJournal {
 public:
  static constexpr char kFolder[] = "/run/ioreel";

  /// `name` tells the journals of one process apart: "ftrace-blk".
  static absl::StatusOr<RestoreJournal> Create(absl::string_view name,
                                               const std::string& folder = kFolder);
  RestoreJournal(RestoreJournal&&) = default;
  RestoreJournal& operator=(RestoreJournal&&) = default;

  /// Notes what the kernel file `path` says now, then writes `value` to it. Nothing is noted or
  /// written when it says that already.
  absl::Status Change(const std::string& path, absl::string_view value);
  /// Makes a tracefs instance, to be removed.
  absl::Status MakeInstance(const std::string& path);
  /// Notes that the classic block trace of the device is about to be set up.
  absl::Status WillTrace(const std::string& device_path);

  /// Undoes every change and removes the journal. Goes on after a failure, returns the first.
  absl::Status Restore();

 private:
  RestoreJournal(std::string path, ScopedFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  absl::Status Note(const std::vector<absl::string_view>& words);

  std::string path_;
  ScopedFd fd_;
};

/// What RestoreLeftovers did and found.
struct LeftoverReport {
  std::vector<std::string> undone;   ///< "recorder 4711, killed: /sys/…/current_tracer = nop"
  std::vector<int> living;           ///< pids of recorders that are at work now
  std::vector<absl::Status> errors;  ///< changes that could not be undone; kept for the next time
};

/// Undoes what killed recorders left changed. A setting that someone else has changed since is
/// left alone.
LeftoverReport RestoreLeftovers(const std::string& folder = RestoreJournal::kFolder);

}  // namespace ioreel
