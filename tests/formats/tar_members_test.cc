#include "formats/io/tar_members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>

#include "absl/strings/match.h"
#include "tests/support/gzip.h"
#include "tests/support/matchers.h"
#include "tests/support/octf_bytes.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

bool IsInD(absl::string_view path) { return absl::StartsWith(path, "d/"); }

std::string Contents(const Input& input) {
  const auto stream = input.Open();
  EXPECT_THAT(stream, IsOk());
  return std::string(std::istreambuf_iterator<char>(**stream), {});
}

TEST(TarMembersTest, GivesTheWantedOnesWhole) {
  const std::string long_text(70'000, 'x');
  const auto archive = MakeMemoryInput(
      "a.tar", Tar({{"d/one", "1"}, {"two", "22"}, {"d/three", long_text}, {"d/empty", ""}}));
  const auto members = SpoolTarMembers(*archive, IsInD);
  ASSERT_THAT(members, IsOk());
  EXPECT_THAT(members->damage, IsOk());
  ASSERT_EQ(members->inputs.size(), 2u);
  EXPECT_EQ(members->inputs[0]->name(), "a.tar: d/one");
  EXPECT_EQ(*members->inputs[0]->Head(), "1");
  EXPECT_EQ(Contents(*members->inputs[1]), long_text);
}

TEST(TarMembersTest, ACutArchiveGivesWhatStandsBeforeTheCut) {
  const std::string tar = Tar({{"d/one", "1"}, {"d/two", std::string(1000, 'y')}});
  for (const auto& [size, second] :
       {std::pair(1024 + 512 + 700, 700), {1024 + 512, 0}, {1100, 0}}) {
    const auto members =
        SpoolTarMembers(*MakeMemoryInput("a.tar", tar.substr(0, static_cast<size_t>(size))), IsInD);
    ASSERT_THAT(members, IsOk());
    EXPECT_THAT(members->damage,
                FailsWith(absl::StatusCode::kDataLoss, HasSubstr("a.tar: the tar archive is cut")));
    ASSERT_EQ(members->inputs.size(), second > 0 ? 2u : 1u);
    if (second > 0) {
      EXPECT_EQ(Contents(*members->inputs[1]), std::string(static_cast<size_t>(second), 'y'));
    }
  }
}

TEST(TarMembersTest, TheCompressionOfTheArchiveIsReadToItsEnd) {
  const std::string packed = Gzip(Tar({{"d/one", "1"}, {"two", std::string(5000, 'x')}}));
  std::string wrong_checksum = packed;
  wrong_checksum[packed.size() - 8] ^= 1;
  for (const std::string& damaged :
       {packed.substr(0, packed.size() - 1), packed.substr(0, packed.size() - 8), wrong_checksum}) {
    const auto members = SpoolTarMembers(*MakeMemoryInput("a.tgz", damaged), IsInD);
    ASSERT_THAT(members, IsOk());
    EXPECT_THAT(members->damage,
                FailsWith(absl::StatusCode::kDataLoss, HasSubstr("a.tgz: cut or damaged")));
    EXPECT_EQ(members->inputs.size(), 1u);
  }
  const auto whole = SpoolTarMembers(*MakeMemoryInput("a.tgz", packed), IsInD);
  ASSERT_THAT(whole, IsOk());
  EXPECT_THAT(whole->damage, IsOk());
}

}  // namespace
}  // namespace ioreel
