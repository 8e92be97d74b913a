#include "traces/synth/pattern_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/matchers.h"
#include "traces/synth/named_patterns.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(PatternTextTest, KeysDepartFromTheNamedPattern) {
  const auto pattern = ParsePattern(
      "randread,bs=8k,read=70,span=2g,align=4k,threads=3,ios=1000,rate=500.5,arrival=poisson,"
      "seed=9");
  ASSERT_THAT(pattern, IsOk());
  Pattern wanted;
  wanted.sizes = {{8192, 8192, 100}};
  wanted.read_percent = 70;
  wanted.random_percent = 100;
  wanted.span_bytes = uint64_t{2} << 30;
  wanted.align_bytes = 4096;
  wanted.threads = 3;
  wanted.ios = 1000;
  wanted.rate = 500.5;
  wanted.arrival = Pattern::Arrival::kPoisson;
  wanted.seed = 9;
  EXPECT_EQ(*pattern, wanted);
}

TEST(PatternTextTest, SizesAreMixesAndRanges) {
  const auto mixed = ParsePattern("randread,bs=512/12.5:4k/60:64k-1m/27.5");
  ASSERT_THAT(mixed, IsOk());
  EXPECT_EQ(mixed->sizes, (std::vector<Pattern::Size>{
                              {512, 512, 12.5}, {4096, 4096, 60}, {65536, 1 << 20, 27.5}}));
  EXPECT_EQ(mixed->longest(), uint64_t{1} << 20);
}

TEST(PatternTextTest, WrittenOutItReadsTheSame) {
  for (const NamedPattern& named : NamedPatterns()) {
    const auto pattern = ParsePattern(
        absl::StrCat(named.name, ",span=123456789k,ios=18446744073709551615,rate=0.1,seed=77"));
    ASSERT_THAT(pattern, IsOk()) << named.name;
    const auto again = ParsePattern(PatternText(*pattern));
    ASSERT_THAT(again, IsOk()) << PatternText(*pattern);
    EXPECT_EQ(*again, *pattern) << named.name;
  }
}

TEST(PatternTextTest, EveryNamedPatternMakesIos) {
  for (const NamedPattern& named : NamedPatterns()) {
    const auto pattern = ParsePattern(absl::StrCat(named.name, ",span=1g,ios=10"));
    ASSERT_THAT(pattern, IsOk()) << named.name;
    EXPECT_THAT(CheckPattern(*pattern), IsOk()) << named.name;
  }
}

TEST(PatternTextTest, TheFileServersMeanLengthIsThatOfIometer) {
  const auto pattern = ParsePattern("fileserver");
  ASSERT_THAT(pattern, IsOk());
  double mean = 0;
  for (const Pattern::Size& size : pattern->sizes) {
    mean += static_cast<double>(size.least) * size.percent / 100;
  }
  EXPECT_THAT(mean / 1024, DoubleEq(11.08)) << "11.1 KiB by its definition";
}

TEST(PatternTextTest, WhatIsWrongIsNamedWithItsKey) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "'' is no pattern; a text begins with one of seqread,"},
      {"reads,bs=4k", "'reads' is no pattern"},
      {"randread,blocksize=4k", "there is no key 'blocksize'; there are bs, read, random"},
      {"randread,bs", "expected key=value, found 'bs'"},
      {"randread,bs=", "bs: "},
      {"randread,bs=0", "bs: expected a length above 0, found '0'"},
      {"randread,bs=4q", "bs: '4q' is not a size"},
      {"randread,bs=8k-4k", "bs: expected the shorter length first, found '8k-4k'"},
      {"randread,bs=4k/x", "bs: expected a percentage from 0 to 100, found 'x'"},
      {"randread,read=101", "read: expected a percentage from 0 to 100, found '101'"},
      {"randread,random=-1", "random: expected a percentage"},
      {"randread,random=nan", "random: expected a percentage"},
      {"randread,other=flush", "other: expected write or discard, found 'flush'"},
      {"randread,threads=0", "threads: expected a number of threads from 1 to 1024, found '0'"},
      {"randread,ios=1.5", "ios: expected a whole number, found '1.5'"},
      {"randread,ios=-1", "ios: expected a whole number"},
      {"randread,rate=inf", "rate: expected I/Os a second"},
      {"randread,arrival=burst", "arrival: expected constant or poisson, found 'burst'"},
      {"randread,", "there is no key ''"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_THAT(ParsePattern(text), FailsWith(kInvalid, HasSubstr(message))) << text;
  }
}

TEST(PatternTextTest, WhatCannotBeMadeIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"randread,ios=1", "span: how much of the target is used must be given"},
      {"randread,span=1g", "either ios or bytes must say"},
      {"randread,span=1g,ios=1,bytes=1g", "either ios or bytes must say"},
      {"randread,span=2k,ios=1", "span: 2 KiB is too little for 1 threads with I/Os of 4 KiB"},
      {"randread,span=8k,ios=1,threads=3", "span: 8 KiB is too little for 3 threads"},
      {"randread,span=16000000t,ios=1", "larger than any device"},
      {"randread,bs=4k/50:8k/40,span=1g,ios=1", "bs: the shares add up to 90 %, not to 100 %"},
      {"randread,bs=6k,align=4k,span=1g,ios=1", "bs: lengths must be multiples of 4 KiB"},
      {"randread,bs=4k-6k,span=1g,ios=1", "bs: lengths must be multiples of 4 KiB, the shortest"},
  };
  for (const auto& [text, message] : cases) {
    const auto pattern = ParsePattern(text);
    if (!pattern.ok()) {
      EXPECT_THAT(pattern, FailsWith(kInvalid, HasSubstr(message))) << text;
    } else {
      EXPECT_THAT(CheckPattern(*pattern), FailsWith(kInvalid, HasSubstr(message))) << text;
    }
  }
}

}  // namespace
}  // namespace ioreel
