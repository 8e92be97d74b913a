#include "formats/import/record_importer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/import/faults.h"
#include "formats/import/row_importer.h"
#include "formats/import/stamp_spreader.h"

namespace ioreel {
namespace {

constexpr size_t kBufferRecords = 4096;

class RecordSource : public RowSource {
 public:
  static absl::StatusOr<std::unique_ptr<RecordSource>> Open(std::shared_ptr<const Input> input,
                                                            std::unique_ptr<RecordDecoder> decoder,
                                                            const ReadOptions& options,
                                                            ImportLog* log) {
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, input->Open());
    return std::unique_ptr<RecordSource>(
        new RecordSource(std::move(input), std::move(stream), std::move(decoder), options, log));
  }

  const TraceInfo& info() const override { return decoder_->info(); }
  int64_t Start(int64_t first_ns) override { return decoder_->Start(first_ns); }
  std::string Place() const override { return absl::StrCat(input_->name(), ": byte ", place_); }

  absl::StatusOr<bool> Next(QueuedIo* io) override {
    const auto notice = [this](absl::string_view name, absl::string_view explanation) {
      if (log_->CountAgain(name)) return;
      log_->Add(name, ImportLog::Severity::kNotice, Place(), explanation);
    };
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const absl::string_view record, NextRecord());
      if (record.empty()) return End();
      *io = QueuedIo();
      const absl::StatusOr<bool> row = decoder_->Decode(record, notice, io);
      if (!row.ok()) IOREEL_RETURN_IF_ERROR(BadRecord(row.status()));
      if (!row.ok() || !*row) continue;
      ++rows_;
      return true;
    }
  }

  absl::StatusOr<std::unique_ptr<RowSource>> TimesOnly() const override {
    auto unread = std::make_unique<ImportLog>();
    ImportLog* const log = unread.get();
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<RecordSource> source,
                            Open(input_, decoder_->Again(), options_, log));
    source->own_log_ = std::move(unread);
    return source;
  }

 private:
  RecordSource(std::shared_ptr<const Input> input, std::unique_ptr<std::istream> stream,
               std::unique_ptr<RecordDecoder> decoder, const ReadOptions& options, ImportLog* log)
      : input_(std::move(input)),
        stream_(std::move(stream)),
        decoder_(std::move(decoder)),
        options_(options),
        log_(log),
        buffer_(kBufferRecords * decoder_->record_bytes(), '\0') {}

  /// Empty at the end.
  absl::StatusOr<absl::string_view> NextRecord() {
    const size_t bytes = decoder_->record_bytes();
    if (end_ - begin_ < bytes) IOREEL_RETURN_IF_ERROR(Fill());
    if (end_ - begin_ < bytes) return absl::string_view();
    const absl::string_view record(buffer_.data() + begin_, bytes);
    place_ = read_ - (end_ - begin_);
    begin_ += bytes;
    return record;
  }

  absl::Status Fill() {
    buffer_.replace(0, end_ - begin_, buffer_, begin_, end_ - begin_);
    buffer_.resize(kBufferRecords * decoder_->record_bytes());
    end_ -= begin_;
    begin_ = 0;
    stream_->read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
    end_ += static_cast<size_t>(stream_->gcount());
    read_ += static_cast<uint64_t>(stream_->gcount());
    const absl::Status status = StreamStatus(*stream_, input_->name());
    return status.ok() ? status : Damage(status, options_, log_);
  }

  absl::Status BadRecord(const absl::Status& what) {
    if (!options_.tolerant)
      return absl::InvalidArgumentError(
          absl::StrCat(Place(), ": ", what.message(), "; --tolerant skips such records"));
    log_->Add("bad_record", ImportLog::Severity::kDataLoss, Place(),
              absl::StrCat("skipped; the first: ", what.message()));
    return absl::OkStatus();
  }

  absl::StatusOr<bool> End() {
    if (end_ > begin_) {
      place_ = read_ - (end_ - begin_);
      IOREEL_RETURN_IF_ERROR(BadRecord(absl::InvalidArgumentError("the file ends in a record")));
    }
    if (rows_ > 0) return false;
    return absl::InvalidArgumentError(absl::StrCat(input_->name(), ": holds no I/O"));
  }

  std::shared_ptr<const Input> input_;
  std::unique_ptr<std::istream> stream_;
  std::unique_ptr<RecordDecoder> decoder_;
  ReadOptions options_;
  std::unique_ptr<ImportLog> own_log_;
  ImportLog* log_;
  std::string buffer_;
  size_t begin_ = 0, end_ = 0;  ///< the unread part of buffer_
  uint64_t read_ = 0;           ///< bytes from the stream
  uint64_t place_ = 0;          ///< of the record at hand
  uint64_t rows_ = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceReader>> MakeRecordImporter(
    std::vector<std::unique_ptr<Input>> inputs, std::unique_ptr<RecordDecoder> decoder,
    const ReadOptions& options, ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<Input> input, OnlyInput(std::move(inputs)));
  const int64_t stamp_ns = decoder->stamp_ns();
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<RowSource> source,
                          RecordSource::Open(std::move(input), std::move(decoder), options, log));
  if (stamp_ns > 0) source = SpreadStamps(std::move(source), stamp_ns, log);
  return MakeRowImporter(std::move(source), TimeOrder::kSort, options, log);
}

}  // namespace ioreel
