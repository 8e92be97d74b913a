#include "tests/support/late_name.h"

#include <utility>

#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

class LateNameReader : public TraceReader {
 public:
  LateNameReader(std::unique_ptr<TraceReader> rows, size_t named_with, std::string name)
      : rows_(std::move(rows)), info_(rows_->info()), wait_(named_with), name_(std::move(name)) {}

  const TraceInfo& info() const override { return info_; }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    if (wait_-- == 0) info_.tasks[0].name = name_;
    return rows_->Read(chunk);
  }

 private:
  std::unique_ptr<TraceReader> rows_;
  TraceInfo info_;
  size_t wait_;
  std::string name_;
};

}  // namespace

std::unique_ptr<TraceReader> MakeLateNameReader(TraceInfo info, std::vector<TraceChunk> chunks,
                                                size_t named_with, std::string name) {
  return std::make_unique<LateNameReader>(MakeVectorReader(std::move(info), std::move(chunks)),
                                          named_with, std::move(name));
}

}  // namespace ioreel
