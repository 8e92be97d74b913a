#include "traces/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "formats/digest.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kDigest[] = "xxh3-128:0123456789abcdef0123456789abcdef";
constexpr char kOther[] = "xxh3-128:ffffffffffffffffffffffffffffffff";

std::string TraceTable(const std::string& name, const std::string& digest,
                       const std::string& more = "") {
  return absl::StrCat("[[trace]]\nname = \"", name, "\"\npath = \"", name,
                      "/trace.ioreel\"\ndigest = \"", digest, "\"\n", more);
}

std::string Two(const std::string& head = "") {
  return absl::StrCat("name = \"mine\"\n", head, TraceTable("edit", kDigest),
                      TraceTable("build", kOther));
}

constexpr char kReference[] =
    "[reference.full]\ndevice = \"a loop device\"\nfingerprint = \"Linux\"\npasses = 3\n"
    "[reference.full.conditions]\nmode = \"dependent\"\n"
    "[reference.full.traces]\nedit = {completion_ns = 2000, busy_ns = 300}\n"
    "build = {completion_ns = 4000, busy_ns = 500}\n";

Suite Parsed(const std::string& text) {
  const auto suite = ParseSuite(text, "suite.toml");
  EXPECT_THAT(suite, IsOk());
  return suite.ok() ? *suite : Suite();
}

std::string ErrorOf(const std::string& text) {
  const auto suite = ParseSuite(text, "suite.toml");
  EXPECT_FALSE(suite.ok()) << text;
  return std::string(suite.status().message());
}

TEST(SuiteTest, WhatIsNotSaidIsAsByDefault) {
  const Suite suite = Parsed(Two());
  EXPECT_EQ(suite.identity, (SuiteIdentity{"mine", 1}));
  ASSERT_EQ(suite.traces.size(), 2);
  EXPECT_EQ(suite.traces[0], (SuiteTrace{"edit", "edit/trace.ioreel", kDigest, 1, ""}));
  EXPECT_TRUE(suite.quick.empty());
  EXPECT_FALSE(suite.full_reference.has_value());
  EXPECT_EQ(suite.Find("build"), &suite.traces[1]);
  EXPECT_EQ(suite.Find("play"), nullptr);
}

TEST(SuiteTest, WhatIsWrittenIsReadAsItWas) {
  Suite suite = Parsed(Two("version = 3\nquick = [\"build\"]\n") + kReference);
  suite.traces[0].about = "says \"hello\"\n";
  suite.traces[1].weight = 0.25;
  suite.quick_reference = SuiteReference{.device = "quick",
                                         .fingerprint = "",
                                         .passes = 1,
                                         .conditions = {{"option fit", "fail"}},
                                         .traces = {{"build", {7, 5}}}};
  EXPECT_EQ(Parsed(SuiteText(suite)), suite);
  EXPECT_THAT(suite.quick, ElementsAre("build"));
  EXPECT_EQ(suite.full_reference->traces.at("build"), (ReferenceTimes{4000, 500}));
}

TEST(SuiteTest, WhatCannotBeIsToldWithItsPlace) {
  EXPECT_THAT(ErrorOf("nam = \"x\""),
              StartsWith("suite.toml:1:1: no key is called 'nam' here; there are name, version"));
  EXPECT_THAT(ErrorOf("name = \"x\""), HasSubstr("a suite has one or more [[trace]]"));
  EXPECT_THAT(ErrorOf(TraceTable("edit", kDigest)), HasSubstr("name: is missing"));
  EXPECT_THAT(ErrorOf(Two("version = 0\n")),
              StartsWith("suite.toml:2:11: version: takes a whole number from 1"));
  const std::string head = "name = \"x\"\n";
  EXPECT_THAT(ErrorOf(head + TraceTable("../edit", kDigest)), StartsWith("suite.toml:3:8: name: "));
  EXPECT_THAT(ErrorOf(head + TraceTable("edit", "md5:1")), StartsWith("suite.toml:5:10: digest: "));
  EXPECT_THAT(ErrorOf(head + "[[trace]]\nname = \"a\"\n"), HasSubstr("path: is missing"));
  for (const char* weight : {"0", "-1", "nan", "inf", "\"1\""}) {
    EXPECT_THAT(ErrorOf(head + TraceTable("edit", kDigest, absl::StrCat("weight = ", weight))),
                StartsWith("suite.toml:6:10: weight: takes"));
  }
}

TEST(SuiteTest, ATraceIsThereOnce) {
  const std::string head = absl::StrCat("name = \"x\"\n", TraceTable("edit", kDigest));
  EXPECT_THAT(ErrorOf(head + TraceTable("edit", kOther)),
              HasSubstr("name: there is a trace edit already"));
  EXPECT_THAT(ErrorOf(head + TraceTable("again", kDigest)),
              HasSubstr("digest: again is the same trace as edit"));
  EXPECT_THAT(ErrorOf(Two("quick = [\"play\"]\n")), HasSubstr("no trace is called 'play'"));
  EXPECT_THAT(ErrorOf(Two("quick = [\"edit\", \"edit\"]\n")),
              HasSubstr("'edit' stands there twice"));
}

TEST(SuiteTest, AReferenceHasTimesOfEachTraceAndOfNoOther) {
  const std::string whole = Two() + kReference;
  const auto without = [&](const std::string& text, const std::string& instead = "") {
    return ErrorOf(absl::StrReplaceAll(whole, {{text, instead}}));
  };
  EXPECT_THAT(without("build = {completion_ns = 4000, busy_ns = 500}\n"),
              HasSubstr("the reference has no times of build"));
  EXPECT_THAT(without("edit = {", "play = {"), HasSubstr("no key is called 'play' here"));
  EXPECT_THAT(without(", busy_ns = 500"), HasSubstr("busy_ns: is missing"));
  EXPECT_THAT(without("busy_ns = 500", "busy_ns = 0"), HasSubstr("busy_ns: takes a whole number"));
  EXPECT_THAT(without("passes = 3\n"), HasSubstr("passes: is missing"));
  EXPECT_THAT(without("device = \"a loop device\"\n"), HasSubstr("device: is missing"));
  EXPECT_THAT(without("reference.full", "reference.quick"),
              HasSubstr("there is no quick run to refer to"));
}

TEST(SuiteTest, AChangedTraceIsToldByName) {
  const std::string file = ScratchFile("changed.ioreel", "as it was");
  const std::string suite = ScratchPath("suite.toml");
  SuiteTrace trace{
      .name = "edit", .path = "changed.ioreel", .digest = StringDigest("as it was"), .about = ""};
  EXPECT_THAT(CheckUnchanged(suite, trace), IsOk());
  ScratchFile("changed.ioreel", "as it is");
  EXPECT_THAT(CheckUnchanged(suite, trace),
              FailsWith(absl::StatusCode::kFailedPrecondition,
                        HasSubstr("changed.ioreel has changed since the suite was made")));
  trace.path = "gone.ioreel";
  EXPECT_THAT(CheckUnchanged(suite, trace),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("gone.ioreel")));
}

}  // namespace
}  // namespace ioreel
