#include "formats/csv/csv_writer.h"

#include <deque>
#include <queue>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "formats/csv/csv_row.h"
#include "formats/csv/csv_text.h"
#include "formats/io/text_output.h"
#include "formats/not_carried.h"

namespace ioreel {
namespace {

/// The device column of each device; a name that stands twice gets a number. Not thread-safe.
class DeviceTexts {
 public:
  void Learn(const std::vector<DeviceInfo>& devices) {
    while (texts_.size() < devices.size()) {
      const std::string& given = devices[texts_.size()].name;
      std::string name = given;
      for (int i = 2; !taken_.insert(name).second; ++i) name = absl::StrCat(given, "#", i);
      AppendCsvField(name, &texts_.emplace_back());
    }
  }
  const std::string& operator[](uint16_t device) const { return texts_[device]; }

 private:
  std::vector<std::string> texts_;
  absl::flat_hash_set<std::string> taken_;
};

/// The columns pid, tid, process and class.
void AppendTask(const TaskInfo& task, std::string* out) {
  if (task.pid >= 0) absl::StrAppend(out, task.pid);
  out->push_back(',');
  if (task.tid >= 0) absl::StrAppend(out, task.tid);
  out->push_back(',');
  AppendCsvField(task.process.empty() ? task.name : task.process, out);
  absl::StrAppend(out, ",", TaskClassName(task.task_class));
}

void AppendTime(int64_t time_ns, std::string* out) {
  if (time_ns != kNoTime) absl::StrAppend(out, time_ns);
  out->push_back(',');
}

class CsvWriter : public TraceWriter {
 public:
  CsvWriter(TextOutput output, ImportLog* log)
      : output_(std::move(output)),
        not_carried_("ioreel's CSV",
                     {.thread_names = false,
                      .cpus = false,
                      .priorities = false,
                      .request_events = false,
                      .facts = false},
                     log) {
    absl::StrAppend(&output_.buffer(), kCsvHeader, "\n");
  }

  absl::Status Write(const TraceInfo& info, const TraceChunk& chunk) override {
    device_texts_.Learn(info.devices);
    not_carried_.Count(chunk);
    written_.Add(chunk);
    Await(chunk);
    auto link = chunk.links.begin();
    for (size_t i = 0; i < chunk.queued.size(); ++i) {
      const auto first = link;
      while (link != chunk.links.end() && link->queued == chunk.first_queued + i) ++link;
      IOREEL_RETURN_IF_ERROR(WriteQueued(info, chunk.queued[i], {first, link}));
    }
    CHECK(link == chunk.links.end());
    return chunk.queued.empty() ? WriteRequestsBefore(info, next_request_ + waiting_.size())
                                : absl::OkStatus();
  }

  absl::Status Finish(const TraceInfo& info) override {
    IOREEL_RETURN_IF_ERROR(WriteRequestsBefore(info, next_request_ + waiting_.size()));
    not_carried_.Report(info);
    return output_.Finish();
  }

  RowCounts written() const override { return written_; }

 private:
  using Turn = std::pair<int64_t, uint64_t>;  ///< issue_ns, ordinal
  struct Links {
    std::vector<IoLink>::const_iterator begin, end;
  };

  void Await(const TraceChunk& chunk) {
    CHECK(chunk.first_request == next_request_ + waiting_.size());
    for (size_t i = 0; i < chunk.requests.size(); ++i) {
      const IssuedRequest& request = chunk.requests[i];
      waiting_.push_back(request);
      if (request.issue_ns != kNoTime) turns_.push({request.issue_ns, chunk.first_request + i});
    }
  }

  /// Above an I/O stand the requests that it names and those that were issued before it.
  absl::Status WriteQueued(const TraceInfo& info, const QueuedIo& io, Links links) {
    uint64_t above = links.begin == links.end ? 0 : std::prev(links.end)->request + 1;
    for (; !turns_.empty() && turns_.top().first < io.queue_ns; turns_.pop())
      above = std::max(above, turns_.top().second + 1);
    IOREEL_RETURN_IF_ERROR(WriteRequestsBefore(info, above));

    std::string& out = output_.buffer();
    AppendTime(io.queue_ns, &out);
    AppendRow(info, io);
    for (auto link = links.begin; link != links.end; ++link)
      absl::StrAppend(&out, link == links.begin ? "" : "|", link->request);
    out.push_back('\n');
    return output_.Relieve();
  }

  absl::Status WriteRequestsBefore(const TraceInfo& info, uint64_t ordinal) {
    for (; next_request_ < ordinal; ++next_request_, waiting_.pop_front()) {
      output_.buffer().push_back(',');
      AppendRow(info, waiting_.front());
      absl::StrAppend(&output_.buffer(), next_request_, "\n");
      IOREEL_RETURN_IF_ERROR(output_.Relieve());
    }
    return absl::OkStatus();
  }

  /// The columns that both tables have, up to `request`.
  template <typename Row>
  void AppendRow(const TraceInfo& info, const Row& row) {
    std::string& out = output_.buffer();
    AppendTime(row.issue_ns, &out);
    AppendTime(row.complete_ns, &out);
    absl::StrAppend(&out, OpName(row.op), ",", row.offset, ",", row.length, ",");
    absl::StrAppend(&out, device_texts_[row.device], ",");
    if (row.task == kNoTask)
      out.append(",,,");
    else
      AppendTask(info.tasks[row.task], &out);
    absl::StrAppend(&out, ",", IoFlagsText(row.flags), ",", row.error, ",");
  }

  TextOutput output_;
  NotCarried not_carried_;
  RowCounts written_;
  DeviceTexts device_texts_;
  std::deque<IssuedRequest> waiting_;  ///< not written yet
  uint64_t next_request_ = 0;          ///< ordinal of the first of them
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;  ///< of those with a time
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenCsvWriter(const std::string& path,
                                                           const WriteOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  return std::make_unique<CsvWriter>(std::move(output), options.log);
}

}  // namespace ioreel
