#include "tests/support/whole_trace.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "formats/registry.h"

namespace ioreel {
namespace {

template <typename T>
void Append(const std::vector<T>& from, std::vector<T>* to) {
  to->insert(to->end(), from.begin(), from.end());
}

void CheckRows(const TraceChunk& chunk, const WholeTrace& before) {
  CHECK(chunk.first_queued == before.rows.queued.size());
  CHECK(chunk.first_request == before.rows.requests.size());
  int64_t last_ns = before.rows.queued.empty() ? kNoTime : before.rows.queued.back().queue_ns;
  for (const QueuedIo& io : chunk.queued) {
    CHECK(io.queue_ns >= last_ns);
    CHECK(io.device < before.info.devices.size());
    CHECK(io.task == kNoTask || io.task < before.info.tasks.size());
    last_ns = io.queue_ns;
  }
  for (const IoLink& link : chunk.links) {
    CHECK(link.queued < before.rows.queued.size() + chunk.queued.size());
    CHECK(link.request < before.rows.requests.size() + chunk.requests.size());
  }
}

}  // namespace

absl::StatusOr<WholeTrace> ReadWhole(TraceReader& reader) {
  WholeTrace whole;
  TraceChunk chunk;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader.Read(&chunk));
    whole.info = reader.info();
    if (!more) return whole;
    CheckRows(chunk, whole);
    Append(chunk.queued, &whole.rows.queued);
    Append(chunk.requests, &whole.rows.requests);
    Append(chunk.links, &whole.rows.links);
    Append(chunk.events, &whole.rows.events);
  }
}

absl::StatusOr<WholeTrace> ReadText(absl::string_view format, absl::string_view text,
                                    const ReadOptions& options, ImportLog* log) {
  const Format* const found = FindFormat(format);
  CHECK(found != nullptr);
  ImportLog unused;
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(MakeMemoryInput("test", std::string(text)));
  IOREEL_ASSIGN_OR_RETURN(
      const std::unique_ptr<TraceReader> reader,
      found->OpenReader(std::move(inputs), options, log != nullptr ? log : &unused));
  return ReadWhole(*reader);
}

const ImportLog::Entry* FindEntry(const ImportLog& log, absl::string_view name) {
  for (const ImportLog::Entry& entry : log.entries()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace ioreel
