#include "replay/run/sample_file.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/load.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 4096;

/// One request for each queued I/O of the chunk, in order of issue, and what links them.
void AddRequests(TraceChunk* chunk) {
  std::vector<uint32_t> order(chunk->queued.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return chunk->queued[a].issue_ns < chunk->queued[b].issue_ns;
  });
  for (const uint32_t row : order) {
    const QueuedIo& io = chunk->queued[row];
    chunk->links.push_back(
        {chunk->first_queued + row, chunk->first_request + chunk->requests.size()});
    chunk->requests.push_back({.issue_ns = io.issue_ns,
                               .complete_ns = io.complete_ns,
                               .offset = io.offset,
                               .length = io.length,
                               .device = io.device,
                               .op = io.op,
                               .flags = io.flags,
                               .error = io.error});
  }
  std::sort(chunk->links.begin(), chunk->links.end(),
            [](const IoLink& a, const IoLink& b) { return a.queued < b.queued; });
}

}  // namespace

std::string SamplesPath(const std::string& path, int repeat, int repeats) {
  if (repeats == 1) return path;
  const size_t slash = path.rfind('/');
  size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) dot = path.size();
  return absl::StrCat(path.substr(0, dot), ".", repeat, path.substr(dot));
}

absl::StatusOr<std::unique_ptr<SampleFile>> SampleFile::Create(const std::string& path,
                                                               ReplayMode mode) {
  IOREEL_ASSIGN_OR_RETURN(auto writer, OpenTraceWriter(path, "", {}));
  return std::unique_ptr<SampleFile>(new SampleFile(std::move(writer), mode));
}

void SampleFile::Add(absl::Span<const Sample> samples) {
  for (const Sample& sample : samples) {
    if (!status_.ok()) return;
    status_ =
        sorter_.Add({.queue_ns = mode_ == ReplayMode::kAfap ? sample.submit_ns : sample.due_ns,
                     .issue_ns = sample.submit_ns,
                     .complete_ns = sample.complete_ns,
                     .offset = sample.offset,
                     .length = sample.length,
                     .device = sample.volume,
                     .op = sample.op,
                     .flags = sample.flags,
                     .error = sample.result < 0 ? -sample.result : 0});
  }
}

absl::Status SampleFile::Finish(const TraceInfo& info) {
  IOREEL_RETURN_IF_ERROR(status_);
  IOREEL_RETURN_IF_ERROR(sorter_.Finish());
  TraceChunk chunk;
  for (;;) {
    chunk.first_queued += chunk.queued.size();
    chunk.first_request += chunk.requests.size();
    chunk.Clear();
    IOREEL_ASSIGN_OR_RETURN(const bool more, sorter_.Take(kChunkRows, &chunk.queued));
    if (!more) return writer_->Finish(info);
    AddRequests(&chunk);
    IOREEL_RETURN_IF_ERROR(writer_->Write(info, chunk));
  }
}

}  // namespace ioreel
