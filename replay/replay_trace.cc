#include "replay/replay_trace.h"

#include <errno.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/temporary_file.h"
#include "formats/digest.h"
#include "formats/load.h"

namespace ioreel {
namespace {

/// A reader with an import log of its own.
class OwnLogReader : public TraceReader {
 public:
  OwnLogReader(std::unique_ptr<ImportLog> log, std::unique_ptr<TraceReader> reader)
      : log_(std::move(log)), reader_(std::move(reader)) {}
  const TraceInfo& info() const override { return reader_->info(); }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override { return reader_->Read(chunk); }
  absl::StatusOr<const TraceSummary*> Summary() override { return reader_->Summary(); }

 private:
  std::unique_ptr<ImportLog> log_;
  std::unique_ptr<TraceReader> reader_;
};

absl::StatusOr<ScopedFd> SpoolStandardInput() {
  IOREEL_ASSIGN_OR_RETURN(ScopedFd copy, OpenTemporaryFile());
  std::string buffer(1 << 20, '\0');
  for (uint64_t at = 0;;) {
    const ssize_t n = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, "cannot read standard input");
    if (n == 0) return copy;
    const auto bytes = static_cast<size_t>(n);
    IOREEL_RETURN_IF_ERROR(WriteTemporary(copy.get(), {buffer.data(), bytes}, at));
    at += bytes;
  }
}

/// Files, or standard input's copy.
class FileTrace : public TraceSource {
 public:
  explicit FileTrace(const SessionOptions& options)
      : name_(absl::StrJoin(options.trace, " ")),
        from_(options.from_format),
        options_(options.read) {}

  absl::Status Find(const std::vector<std::string>& paths) {
    IOREEL_ASSIGN_OR_RETURN(files_, FindTraceFiles(paths));
    for (std::string& file : files_) {
      if (file != "-") continue;
      IOREEL_ASSIGN_OR_RETURN(spooled_, SpoolStandardInput());
      file = absl::StrCat("/proc/self/fd/", spooled_.get());
    }
    return absl::OkStatus();
  }

  const std::string& name() const override { return name_; }

  absl::StatusOr<std::unique_ptr<TraceReader>> Open(ImportLog* log) const override {
    return OpenTrace(files_, from_, options_, log);
  }

  absl::StatusOr<std::string> Digest() const override {
    if (files_.size() == 1) return FileDigest(files_.front());
    std::vector<std::string> digests;
    for (const std::string& file : files_) {
      IOREEL_ASSIGN_OR_RETURN(std::string digest, FileDigest(file));
      digests.push_back(std::move(digest));
    }
    return StringDigest(absl::StrJoin(digests, "\n"));
  }

 private:
  const std::string name_;
  const std::string from_;
  const ReadOptions options_;
  std::vector<std::string> files_;
  ScopedFd spooled_;  ///< which files_ then names
};

}  // namespace

absl::StatusOr<ReplayTrace> ReplayTrace::Find(const SessionOptions& options) {
  if (options.source != nullptr) return ReplayTrace(options.source);
  auto files = std::make_shared<FileTrace>(options);
  IOREEL_RETURN_IF_ERROR(files->Find(options.trace));
  return ReplayTrace(std::move(files));
}

absl::StatusOr<std::unique_ptr<LevelReader>> ReplayTrace::Open(Level level, ImportLog* log) const {
  auto own_log = std::make_unique<ImportLog>();
  IOREEL_ASSIGN_OR_RETURN(auto reader, source_->Open(log != nullptr ? log : own_log.get()));
  return std::make_unique<LevelReader>(
      std::make_unique<OwnLogReader>(std::move(own_log), std::move(reader)), level);
}

absl::StatusOr<ReplayTrace::FirstLook> ReplayTrace::Look(std::optional<Level> wanted) const {
  IOREEL_ASSIGN_OR_RETURN(const auto reader, Open(Level::kIssue));
  IOREEL_ASSIGN_OR_RETURN(const TraceSummary* const summary, reader->Summary());
  FirstLook look;
  look.level = wanted.value_or(Level::kQueue);
  bool has_issues = false;
  if (summary != nullptr) {
    look.summary = *summary;
    look.info = reader->info();
    has_issues = summary->issue.ios > 0;
  } else if (!wanted) {
    std::vector<Io> first;
    IOREEL_ASSIGN_OR_RETURN(has_issues, reader->Read(1, &first));
  }
  if (!wanted && has_issues) look.level = Level::kIssue;
  return look;
}

}  // namespace ioreel
