#include "replay/models/ssd_space.h"

#include <gtest/gtest.h>

#include "tests/replay/models/drive_run.h"

namespace ioreel {
namespace {

constexpr uint64_t kUnit = 4096;
constexpr uint64_t kUnits = 1 << 16;
constexpr uint64_t kSize = kUnits * kUnit;

SsdSpace Space(double spare_share, bool used = true) {
  return SsdSpace({.size_bytes = kSize,
                   .spare_bytes = spare_share * kSize,
                   .unit_bytes = kUnit,
                   .filled_bytes = used ? kSize : 0,
                   .used = used});
}

/// Bytes copied for each written, over so many random writes.
double Copied(SsdSpace* space, uint64_t writes, uint64_t units = kUnits) {
  Places places;
  double copied = 0;
  for (uint64_t i = 0; i < writes; ++i) {
    copied += space->Write(places.Next(units) * kUnit, kUnit, false);
  }
  return copied / static_cast<double>(writes * kUnit);
}

/// Desnoyers' closed form: A = α / (α + W(−α·exp(−α))), of which α = 1 / share. By the values of W.
TEST(WriteAmplificationTest, IsTheClosedForm) {
  EXPECT_NEAR(WriteAmplification(0.5), 1.255, 0.001);  // W(−2·e⁻²) = −0.40637
  EXPECT_NEAR(WriteAmplification(0.8), 2.690, 0.005);  // W(−1.25·e⁻¹·²⁵) = −0.78538
  EXPECT_NEAR(WriteAmplification(0.001), 1, 1e-9);
  EXPECT_GT(WriteAmplification(0.95), WriteAmplification(0.9));
}

TEST(SsdSpaceTest, OnAUsedDriveRandomWritesCopyAndStreamsDoNot) {
  SsdSpace space = Space(0.25);
  Copied(&space, 4 * kUnits);  // until it knows that they go everywhere
  EXPECT_NEAR(Copied(&space, kUnits), WriteAmplification(1 / 1.25) - 1, 0.02);
  for (uint64_t i = 0; i < kUnits; ++i) EXPECT_EQ(space.Write(i * kUnit, kUnit, true), 0);
}

TEST(SsdSpaceTest, AllSpareFlashServesTheRegionThatIsWritten) {
  SsdSpace space = Space(0.25);
  EXPECT_LT(Copied(&space, 4 * kUnits, kUnits / 64), 0.001);
}

TEST(SsdSpaceTest, AFreshDriveCopiesOnceItsErasedFlashIsGone) {
  SsdSpace space = Space(0.25, false);
  EXPECT_EQ(space.valid_bytes(), 0u);
  EXPECT_EQ(Copied(&space, kUnits), 0);
  EXPECT_GT(Copied(&space, 2 * kUnits), 0.3);
}

TEST(SsdSpaceTest, TrimGivesUnitsBackThatLieInItAsAWhole) {
  SsdSpace space = Space(0.25);
  Copied(&space, 4 * kUnits);
  const double before = space.amplification();
  space.Trim(kUnit / 2, 3 * kUnit);
  EXPECT_EQ(space.valid_bytes(), kSize - 2 * kUnit);
  EXPECT_FALSE(space.HoldsData(kUnit, 2 * kUnit));
  EXPECT_TRUE(space.HoldsData(0, kUnit));
  EXPECT_TRUE(space.HoldsData(kUnit, 2 * kUnit + 1));
  space.Trim(kSize / 2, kSize);
  EXPECT_EQ(space.valid_bytes(), kSize / 2 - 2 * kUnit);
  Copied(&space, 1, 1);
  EXPECT_LT(space.amplification(), before - 0.5);
  EXPECT_EQ(space.valid_bytes(), kSize / 2 - 2 * kUnit) << "unit 0 held data before";
  space.Write(kUnit, 1, false);
  EXPECT_EQ(space.valid_bytes(), kSize / 2 - kUnit);
}

TEST(SsdSpaceTest, WhereAUnitIsErasedAsAWholeNothingIsCopied) {
  SsdSpace space({.size_bytes = kSize,
                  .spare_bytes = 0.05 * kSize,
                  .unit_bytes = kUnit,
                  .filled_bytes = kSize,
                  .used = true,
                  .whole_blocks = true});
  EXPECT_EQ(Copied(&space, kUnits), 0);
}

}  // namespace
}  // namespace ioreel
