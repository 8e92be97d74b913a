#include "capture/restore_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/blktrace_api.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "capture/kernel_file.h"

namespace ioreel {
namespace {

constexpr absl::string_view kSet = "set", kInstance = "instance", kTrace = "trace";

bool IsNumber(absl::string_view text) {
  uint64_t ignored;
  return absl::SimpleAtoi(text, &ignored);
}

/// Back to `before`, unless it is so already or someone else has set it to a third thing.
/// (The kernel rounds numbers: a number that is neither is still ours.)
absl::Status UndoSet(const std::string& path, absl::string_view before, absl::string_view ours) {
  if (!FileExists(path)) return absl::OkStatus();
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadKernelFile(path));
  const std::string now = SettingIn(text);
  if (now == before || (now != ours && !IsNumber(now))) return absl::OkStatus();
  return WriteKernelFile(path, before);
}

absl::Status UndoInstance(const std::string& path) {
  if (!FileExists(path)) return absl::OkStatus();
  // Clearing it first lets go of the events; the kernel refuses to remove a busy instance.
  WriteKernelFile(path + "/events/enable", "0").IgnoreError();
  if (rmdir(path.c_str()) != 0) return ErrnoError(errno, "cannot remove the trace instance", path);
  return absl::OkStatus();
}

absl::Status UndoTrace(const std::string& device) {
  const auto fd = OpenFd(device, O_RDONLY | O_NONBLOCK);
  if (!fd.ok()) return absl::OkStatus();  // the device is gone, and its trace with it
  ioctl(fd->get(), BLKTRACESTOP);
  if (ioctl(fd->get(), BLKTRACETEARDOWN) != 0 && errno != EINVAL) {  // EINVAL: there is none
    return ErrnoError(errno, "cannot end the block trace of", device);
  }
  return absl::OkStatus();
}

absl::Status UndoLine(absl::string_view line) {
  const std::vector<std::string> words = absl::StrSplit(line, '\t');
  if (words.size() == 4 && words[0] == kSet) return UndoSet(words[1], words[2], words[3]);
  if (words.size() == 2 && words[0] == kInstance) return UndoInstance(words[1]);
  if (words.size() == 2 && words[0] == kTrace) return UndoTrace(words[1]);
  return absl::OkStatus();  // a line cut short by the kill: its change was not made yet
}

std::string Describe(absl::string_view line) {
  const std::vector<std::string> words = absl::StrSplit(line, '\t');
  if (words.size() == 4) return absl::StrCat(words[1], " = ", words[2]);
  if (words.size() == 2 && words[0] == kInstance) return absl::StrCat("removed ", words[1]);
  if (words.size() == 2) return absl::StrCat("ended the block trace of ", words[1]);
  return std::string(line);
}

/// Whole lines, last first.
std::vector<std::string> LinesBackwards(const std::string& text) {
  std::vector<std::string> lines = absl::StrSplit(text, '\n', absl::SkipEmpty());
  if (!absl::EndsWith(text, "\n") && !lines.empty()) lines.pop_back();
  std::reverse(lines.begin(), lines.end());
  return lines;
}

absl::Status UndoAll(const std::string& path, std::vector<std::string>* done) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  absl::Status first;
  for (const std::string& line : LinesBackwards(text)) {
    const absl::Status status = UndoLine(line);
    first.Update(status);
    if (status.ok() && done != nullptr) done->push_back(Describe(line));
  }
  if (first.ok()) unlink(path.c_str());
  return first;
}

/// One journal found in the folder.
void Visit(const std::string& path, LeftoverReport* report) {
  auto fd = OpenFd(path, O_RDWR);
  if (!fd.ok()) return;  // its owner has just removed it
  const std::string name = std::filesystem::path(path).filename();
  int pid = 0;
  if (!absl::SimpleAtoi(name.substr(0, name.find('-')), &pid)) return;
  if (flock(fd->get(), LOCK_EX | LOCK_NB) != 0) {
    if (std::find(report->living.begin(), report->living.end(), pid) == report->living.end()) {
      report->living.push_back(pid);
    }
    return;
  }
  std::vector<std::string> done;
  const absl::Status status = UndoAll(path, &done);
  for (const std::string& what : done) {
    report->undone.push_back(absl::StrCat("recorder ", pid, ", killed: ", what));
  }
  if (!status.ok()) report->errors.push_back(Annotate(status, path));
}

}  // namespace

absl::StatusOr<RestoreJournal> RestoreJournal::Create(absl::string_view name,
                                                      const std::string& folder) {
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return ErrnoError(errno, "cannot make the folder of restore notes", folder);
  }
  const std::string path = absl::StrCat(folder, "/", getpid(), "-", name);
  IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenFd(path, O_RDWR | O_CREAT | O_APPEND, 0600));
  if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) return ErrnoError(errno, "cannot lock", path);
  return RestoreJournal(path, std::move(fd));
}

absl::Status RestoreJournal::Note(const std::vector<absl::string_view>& words) {
  const std::string line = absl::StrJoin(words, "\t") + "\n";
  if (write(fd_.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return ErrnoError(errno, "cannot note a change in", path_);
  }
  return absl::OkStatus();
}

absl::Status RestoreJournal::Change(const std::string& path, absl::string_view value) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadKernelFile(path));
  const std::string before = SettingIn(text);
  if (before == value) return absl::OkStatus();
  IOREEL_RETURN_IF_ERROR(Note({kSet, path, before, value}));
  return WriteKernelFile(path, value);
}

absl::Status RestoreJournal::MakeInstance(const std::string& path) {
  IOREEL_RETURN_IF_ERROR(Note({kInstance, path}));
  if (mkdir(path.c_str(), 0700) != 0) {
    return ErrnoError(errno, "cannot make the trace instance", path);
  }
  return absl::OkStatus();
}

absl::Status RestoreJournal::WillTrace(const std::string& device_path) {
  return Note({kTrace, device_path});
}

absl::Status RestoreJournal::Restore() { return UndoAll(path_, nullptr); }

LeftoverReport RestoreLeftovers(const std::string& folder) {
  LeftoverReport report;
  std::error_code none;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) Visit(path, &report);
  return report;
}

}  // namespace ioreel
