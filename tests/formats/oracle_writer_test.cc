#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/import/oracle_record.h"
#include "formats/load.h"
#include "formats/registry.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kSecond = 1'000'000'000;

absl::StatusOr<std::vector<OracleRecord>> Written(const TraceInMemory& trace,
                                                  const WriteOptions& options) {
  const std::string path = ScratchPath("written.oracleGeneral");
  auto writer = FindFormat("oracle-general")->OpenWriter(path, options);
  if (!writer.ok()) return writer.status();
  for (const TraceChunk& chunk : trace.chunks) {
    if (absl::Status status = (*writer)->Write(trace.info, chunk); !status.ok()) return status;
  }
  if (absl::Status status = (*writer)->Finish(trace.info); !status.ok()) return status;
  const std::string bytes = *ReadFile(path);
  EXPECT_EQ(bytes.size() % kOracleRecordBytes, 0u);
  EXPECT_EQ(bytes.size() / kOracleRecordBytes, (*writer)->written().queued);
  std::vector<OracleRecord> records;
  for (size_t at = 0; at < bytes.size(); at += kOracleRecordBytes)
    records.push_back(DecodeOracleRecord(absl::string_view(bytes).substr(at)));
  return records;
}

/// A trace of one device with few places, so that they come again.
TraceInMemory Revisiting(uint32_t seed) {
  TraceInMemory trace = RandomTrace({.seed = seed, .chunks = 6, .rows_per_chunk = 60});
  trace.info.start_wall_ns = 1'700'000'000 * kSecond;
  for (TraceChunk& chunk : trace.chunks) {
    for (QueuedIo& io : chunk.queued) {
      io.device = 0;
      io.queue_ns *= 5000;
      io.offset %= 40 * 512;
    }
  }
  return trace;
}

TEST(OracleWriterTest, EachAccessKnowsTheNext) {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    const TraceInMemory trace = Revisiting(seed);
    std::vector<OracleRecord> expected;
    for (const TraceChunk& chunk : trace.chunks) {
      for (const QueuedIo& io : chunk.queued) {
        if (!HasPayload(io.op)) continue;
        const int64_t wall_ns = trace.info.start_wall_ns + io.queue_ns;
        expected.push_back({.seconds = static_cast<uint32_t>(wall_ns / kSecond),
                            .object = io.offset / 512,
                            .bytes = static_cast<uint32_t>(io.length)});
      }
    }
    for (size_t i = 0; i < expected.size(); ++i) {
      for (size_t later = expected.size(); --later > i;) {
        if (expected[later].object == expected[i].object)
          expected[i].next = static_cast<int64_t>(later) + 1;
      }
    }
    const auto records = Written(trace, {});
    ASSERT_THAT(records, IsOk());
    ASSERT_EQ(records->size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ((*records)[i].seconds, expected[i].seconds) << i;
      EXPECT_EQ((*records)[i].object, expected[i].object) << i;
      EXPECT_EQ((*records)[i].bytes, expected[i].bytes) << i;
      EXPECT_EQ((*records)[i].next, expected[i].next) << i;
    }
  }
}

TEST(OracleWriterTest, ReadsBackInOrderAndPlace) {
  const TraceInMemory trace = Revisiting(7);
  const auto records = Written(trace, {});
  ASSERT_THAT(records, IsOk());
  ImportLog log;
  auto reader = OpenTrace({ScratchPath("written.oracleGeneral")}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto back = ReadWhole(**reader);
  ASSERT_THAT(back, IsOk());
  size_t i = 0;
  for (const TraceChunk& chunk : trace.chunks) {
    for (const QueuedIo& io : chunk.queued) {
      if (!HasPayload(io.op)) continue;
      ASSERT_LT(i, back->rows.queued.size());
      EXPECT_EQ(back->rows.queued[i].offset, io.offset);
      EXPECT_EQ(back->rows.queued[i++].length, io.length);
    }
  }
  EXPECT_EQ(i, back->rows.queued.size());
  EXPECT_EQ(back->info.start_wall_ns / kSecond, records->front().seconds);
}

TEST(OracleWriterTest, WhatItCannotSayIsCounted) {
  TraceInMemory trace;
  trace.info.devices.resize(2);
  trace.info.devices[0].name = "sda";
  trace.info.devices[1].name = "sdb";
  trace.chunks.resize(1);
  std::vector<QueuedIo>& rows = trace.chunks[0].queued;
  rows = {{.queue_ns = -1, .length = 512},
          {.queue_ns = 0, .length = 512, .op = Op::kWrite},
          {.queue_ns = 1, .length = 512, .op = Op::kDiscard},
          {.queue_ns = 1, .op = Op::kFlush},
          {.queue_ns = kSecond, .offset = 100, .length = 512},
          {.queue_ns = kSecond, .length = 1ull << 32},
          {.queue_ns = kSecond << 32, .length = 512}};
  ImportLog log;
  const auto records = Written(trace, {.log = &log});
  ASSERT_THAT(records, IsOk());
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ((*records)[0].seconds, 0u);
  EXPECT_EQ((*records)[0].next, 2);
  const std::pair<const char*, uint64_t> counts[] = {
      {"op", 2}, {"write", 1}, {"early", 1}, {"late", 1}, {"place", 1}, {"length", 1}, {"time", 1}};
  for (const auto& [name, count] : counts) {
    const auto* entry = FindEntry(log, absl::StrCat("not_in_oracle_", name));
    ASSERT_NE(entry, nullptr) << name;
    EXPECT_EQ(entry->count, count) << name;
  }
  rows[1].device = 1;
  EXPECT_THAT(Written(trace, {}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("--device: sda or sdb")));
}

}  // namespace
}  // namespace ioreel
