#include "replay/run/run_stats.h"

#include <algorithm>
#include <utility>

#include "formats/result/summarize.h"

namespace ioreel {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

}  // namespace

void RunStats::Add(absl::Span<const Sample> samples) {
  for (const Sample& sample : samples) {
    if (first_submit_ns_ == kNoTime) first_submit_ns_ = sample.submit_ns;
    first_submit_ns_ = std::min(first_submit_ns_, sample.submit_ns);
    last_complete_ns_ = std::max(last_complete_ns_, sample.complete_ns);
    if (sample.result < 0) {
      AddError(sample);
    } else {
      AddGood(sample);
    }
  }
}

void RunStats::AddGood(const Sample& sample) {
  ++completed_;
  PerOp& op = ops_[sample.op];
  ++op.count;
  op.bytes += sample.length;
  op.submission.Add(sample.submitted_ns - sample.submit_ns);
  op.completion.Add(sample.complete_ns - sample.submit_ns);
  if (HasPayload(sample.op)) busy_.Add(sample.submit_ns, sample.complete_ns);

  const auto second = static_cast<size_t>(std::max<int64_t>(sample.complete_ns, 0) / kSecond);
  if (second >= seconds_.size()) seconds_.resize(second + 1);
  SecondSummary& summary = seconds_[second];
  if (sample.op == Op::kRead) {
    ++summary.reads;
    summary.read_bytes += sample.length;
  } else if (HasPayload(sample.op)) {
    ++summary.writes;
    summary.written_bytes += sample.length;
  } else {
    ++summary.others;
  }
}

void RunStats::AddError(const Sample& sample) {
  ++errors_;
  ++ops_[sample.op].errors;
  const int error = -sample.result;
  const auto [entry, is_new] = by_error_.try_emplace({error, sample.op});
  auto& [summary, first] = entry->second;
  const std::pair<int64_t, uint64_t> place = {sample.complete_ns, sample.step};
  if (is_new || place < first) {
    first = place;
    summary.first_offset_bytes = sample.offset;
  }
  summary.error = error;
  summary.op = sample.op;
  ++summary.count;
}

void RunStats::Fill(RepeatResult* repeat) const {
  Histogram access;
  for (const auto& [op, sums] : ops_) {
    repeat->ops.push_back({.op = op,
                           .count = sums.count,
                           .bytes = sums.bytes,
                           .errors = sums.errors,
                           .submission = Summarize(sums.submission),
                           .completion = Summarize(sums.completion)});
    if (!HasPayload(op)) continue;
    (op == Op::kRead ? repeat->read_bytes : repeat->written_bytes) += sums.bytes;
    access.Merge(sums.completion);
  }
  repeat->mean_access_ns = access.mean();
  repeat->busy_ns = busy_.busy_ns();
  repeat->mean_depth = busy_.mean_depth();
  if (repeat->busy_ns > 0) {
    repeat->bandwidth_bytes_per_s =
        static_cast<double>(repeat->read_bytes + repeat->written_bytes) * kSecond /
        static_cast<double>(repeat->busy_ns);
  }
  if (first_submit_ns_ != kNoTime) repeat->elapsed_ns = last_complete_ns_ - first_submit_ns_;
  if (repeat->elapsed_ns > 0) {
    repeat->iops =
        static_cast<double>(completed_) * kSecond / static_cast<double>(repeat->elapsed_ns);
  }
  repeat->seconds = seconds_;
  for (const auto& [key, error] : by_error_) repeat->errors.push_back(error.summary);
}

MemberResult RunStats::Member(const std::string& path) const {
  RepeatResult all;
  Fill(&all);
  return {.path = path,
          .read_bytes = all.read_bytes,
          .written_bytes = all.written_bytes,
          .busy_ns = all.busy_ns,
          .bandwidth_bytes_per_s = all.bandwidth_bytes_per_s,
          .iops = all.iops,
          .mean_access_ns = all.mean_access_ns,
          .mean_depth = all.mean_depth,
          .ops = std::move(all.ops),
          .errors = std::move(all.errors)};
}

}  // namespace ioreel
