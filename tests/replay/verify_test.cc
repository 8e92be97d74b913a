#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "replay/verify/verifier.h"
#include "replay/verify/verify_plan.h"

namespace ioreel {
namespace {

constexpr uint64_t kRun = 7;
constexpr size_t kBlock = 4096;

/// A drive of one's own, to do right and wrong.
class VerifierTest : public testing::Test {
 protected:
  static BlockIo Write(uint64_t offset, uint64_t length) {
    return {.offset = offset, .length = length, .op = Op::kWrite};
  }
  /// The data of a write that has begun.
  std::string Begin(const BlockIo& io) {
    std::string data(io.length, 'x');
    verifier_.Begin(io, absl::MakeSpan(data));
    return data;
  }
  void Store(uint64_t offset, const std::string& data) {
    drive_.resize(std::max(drive_.size(), offset + data.size()), '\0');
    drive_.replace(offset, data.size(), data);
  }
  void DoWrite(uint64_t offset, uint64_t length) {
    Store(offset, Begin(Write(offset, length)));
    verifier_.End(Write(offset, length), false);
  }
  void Check(uint64_t offset, uint64_t length, uint64_t mark) {
    verifier_.Check({.offset = offset, .length = length, .op = Op::kRead},
                    absl::MakeConstSpan(drive_).subspan(offset, length), mark);
  }
  const WriteLedger& Ledger() const { return verifier_.ledgers().at(0); }
  void CheckAll() { Check(0, drive_.size(), Ledger().now()); }

  Verifier verifier_{kRun};
  std::string drive_;
};

TEST_F(VerifierTest, WhatWasWrittenIsFound) {
  DoWrite(0, 4 * kBlock);
  DoWrite(kBlock + 512, kBlock);
  CheckAll();
  EXPECT_EQ(verifier_.found().checked_bytes, 4 * kBlock);
  EXPECT_EQ(verifier_.found().first, "");
}

TEST(VerificationTest, WhatWasNotReadBackMakesTheRunInvalidAndKeepsWhatWasFound) {
  RepeatResult result;
  AddVerification({.end = true}, {.checked_bytes = 4096}, absl::OkStatus(), &result);
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.fidelity.valid);
  AddVerification({.end = true}, {.checked_bytes = 4096}, absl::CancelledError("interrupted"),
                  &result);
  EXPECT_FALSE(result.complete);
  EXPECT_FALSE(result.fidelity.valid);
  EXPECT_EQ(result.fidelity.reasons,
            std::vector<std::string>{"the verification did not end (interrupted): it is unknown "
                                     "whether the rest is as written"});
  EXPECT_EQ(result.verification->checked_bytes, 4096u);
}

TEST_F(VerifierTest, WhatWasNeverWrittenIsPassedOver) {
  drive_.resize(2 * kBlock, 'q');
  Check(0, drive_.size(), 0);
  EXPECT_EQ(verifier_.found(), Verification());
}

TEST_F(VerifierTest, ALostWriteIsFoundWithItsPlace) {
  DoWrite(0, 2 * kBlock);
  Begin(Write(kBlock, kBlock));
  verifier_.End(Write(kBlock, kBlock), false);
  CheckAll();
  EXPECT_EQ(verifier_.found().mismatched_bytes, kBlock);
  EXPECT_EQ(verifier_.found().first_offset_bytes, kBlock);
  EXPECT_EQ(verifier_.found().first, "found write 1 where write 2 was expected");
}

TEST_F(VerifierTest, MovedDamagedAndForeignSectorsAreToldApart) {
  DoWrite(0, 4 * kBlock);
  const std::string good = drive_;
  drive_.replace(0, 512, good, 512, 512);
  CheckAll();
  EXPECT_EQ(verifier_.found().first, "found what was written elsewhere where write 1 was expected");
  EXPECT_EQ(verifier_.found().mismatched_bytes, 512u);
  for (const auto& [damage, what] : std::vector<std::pair<size_t, std::string>>{
           {2048 + 511, "damaged"}, {2048 + 20, "damaged"}, {2048, "not what this run wrote"}}) {
    Verifier other = verifier_;
    drive_ = good;
    drive_[damage] ^= 1;
    uint64_t sequence = 0;
    const SectorState state = ReadStamp(drive_.data() + 2048, kRun, 2048, &sequence);
    EXPECT_EQ(ToString(state), what) << damage;
  }
}

TEST_F(VerifierTest, OfWritesInFlightTogetherAnyMayBeTheLast) {
  DoWrite(0, kBlock);
  const std::string second = Begin(Write(0, kBlock)), third = Begin(Write(0, kBlock));
  verifier_.End(Write(0, kBlock), false);
  verifier_.End(Write(0, kBlock), false);
  for (const std::string& last : {second, third}) {
    Store(0, last);
    CheckAll();
    EXPECT_EQ(verifier_.found().first, "");
  }
  DoWrite(0, kBlock);
  Store(0, third);
  CheckAll();
  EXPECT_EQ(verifier_.found().first, "found write 3 where write 4 was expected");
}

TEST_F(VerifierTest, AReadMaySeeWhatWasReplacedWhileItWasOut) {
  DoWrite(0, kBlock);
  const std::string old = drive_;
  const uint64_t mark = verifier_.Begin({.length = kBlock, .op = Op::kRead}, {});
  DoWrite(0, kBlock);
  drive_ = old;
  Check(0, kBlock, mark);
  EXPECT_EQ(verifier_.found().first, "");
  CheckAll();
  EXPECT_EQ(verifier_.found().first, "found write 1 where write 2 was expected");
}

TEST_F(VerifierTest, FailedWritesAndDiscardsLeaveWhatCannotBeJudged) {
  DoWrite(0, 2 * kBlock);
  Begin(Write(0, kBlock));
  verifier_.End(Write(0, kBlock), true);
  const BlockIo discard = {.offset = kBlock, .length = 512, .op = Op::kDiscard};
  verifier_.Begin(discard, {});
  verifier_.End(discard, false);
  drive_.replace(0, kBlock + 512, kBlock + 512, '\0');
  CheckAll();
  EXPECT_EQ(verifier_.found().first, "");
  EXPECT_EQ(verifier_.found().unknown_bytes, kBlock + 512);
  EXPECT_EQ(verifier_.found().checked_bytes, kBlock - 512);
  DoWrite(0, kBlock);
  CheckAll();
  EXPECT_EQ(verifier_.found().unknown_bytes, kBlock + 512 + 512);
}

TEST_F(VerifierTest, NothingIsSaidOfWhatADiscardInFlightCovers) {
  DoWrite(0, kBlock);
  const BlockIo discard = {.length = kBlock, .op = Op::kDiscard};
  verifier_.Begin(discard, {});
  drive_.assign(kBlock, '\0');
  CheckAll();
  EXPECT_EQ(verifier_.found().first, "");
  EXPECT_EQ(verifier_.found().unknown_bytes, kBlock);
  verifier_.End(discard, false);
  CheckAll();
  EXPECT_EQ(verifier_.found().first, "");
  DoWrite(0, kBlock);
  CheckAll();
  EXPECT_EQ(verifier_.found().checked_bytes, kBlock);
}

TEST_F(VerifierTest, ALedgerNeedsOneExtentForNeighboursOfOneWrite) {
  for (int i = 0; i < 100; ++i) DoWrite(i % 8 * kBlock, kBlock);
  EXPECT_EQ(Ledger().extents().size(), 8u);
  DoWrite(0, 8 * kBlock);
  EXPECT_EQ(Ledger().extents().size(), 1u);
}

TEST_F(VerifierTest, RandomOverlappingWritesInAnyOrderOfCompletionAreNeverAccused) {
  std::mt19937_64 random(11);
  std::vector<std::pair<BlockIo, std::string>> out;
  DoWrite(0, 512);
  for (int i = 0; i < 20'000; ++i) {
    if (out.size() < 12 && random() % 2 == 0) {
      const BlockIo io = Write(512 * (random() % 64), 512 * (1 + random() % 16));
      out.emplace_back(io, Begin(io));
    } else if (!out.empty()) {
      std::swap(out[random() % out.size()], out.back());
      Store(out.back().first.offset, out.back().second);
      verifier_.End(out.back().first, false);
      out.pop_back();
    }
    if (i % 16 == 0) CheckAll();
  }
  EXPECT_EQ(verifier_.found().first, "");
  EXPECT_GT(verifier_.found().checked_bytes, 100u << 20 >> 4);
}

}  // namespace
}  // namespace ioreel
