#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_split.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/markup_check.h"
#include "tests/support/matchers.h"
#include "tests/support/noisy_runs.h"
#include "tests/support/report_cases.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kTrace[] =
    "fio version 2 iolog\n/dev/sda add\n/dev/sda open\n/dev/sda write 0 4096\n/dev/sda read 8192 "
    "4096\n";

class ReportCommandTest : public testing::Test {
 protected:
  static std::string Write(const std::string& name, const RunResult& result) {
    const std::string path = ScratchPath(name);
    EXPECT_THAT(WriteRunResult(result, path), IsOk());
    return path;
  }
  static std::string Read(const std::string& path) {
    const absl::StatusOr<std::string> text = ReadFile(path);
    EXPECT_THAT(text.status(), IsOk());
    return text.value_or("");
  }

  const std::string result_ = Write("report.json", RichResult());
  const std::string trace_ =
      ScratchFile("report.csv",
                  "queue_ns,complete_ns,op,offset_bytes,length_bytes\n0,50000,read,0,4096\n"
                  "1000000,1200000,write,4096,8192\n");
  const std::string output_ = FreshScratchPath("report.html");
};

TEST_F(ReportCommandTest, WritesOnePageOfResultsAndTraces) {
  const ProgramRun run = RunIoreel({"report", result_, trace_, "-o", output_});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith(output_ + ": "));
  const std::string html = Read(output_);
  EXPECT_EQ(MarkupFault(html), "");
  EXPECT_THAT(html, AllOf(HasSubstr("app.ioreel: app --all"), HasSubstr("report.csv"),
                          HasSubstr("Latency histogram")));
}

TEST_F(ReportCommandTest, TheExtensionTellsTheFormat) {
  for (const auto& [extension, begin] : std::vector<std::pair<std::string, std::string>>{
           {".html", "<!DOCTYPE html>"},
           {".HTM", "<!DOCTYPE html>"},
           {".txt", "trace app.ioreel"},
           {".md", "# app.ioreel"},
           {".json", "{\"suites\": null,\n\"scores\": [{"},
           {".csv", "file,trace,repeat,key,value\n"},
           {".svg", "<svg xmlns=\"http://www.w3.org/2000/svg\""}}) {
    const std::string path = FreshScratchPath("report_as" + extension);
    const ProgramRun run = RunIoreel({"report", result_, "-o", path});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(Read(path), StartsWith(begin));
  }
}

TEST_F(ReportCommandTest, FormatGoesBeforeTheExtension) {
  EXPECT_EQ(RunIoreel({"report", result_, "--format", "md", "-o", output_}).code, 0);
  EXPECT_THAT(Read(output_), StartsWith("# "));
}

TEST_F(ReportCommandTest, PrintsTextWhereNoFileIsNamed) {
  const ProgramRun run = RunIoreel({"report", result_, trace_});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("speed score"), HasSubstr("queued I/Os")));
}

TEST_F(ReportCommandTest, JsonHoldsWhatScoreCompareAndInfoPrint) {
  const ProgramRun run = RunIoreel({"report", "--format", "json", result_, trace_, "--", result_});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["scores"][0]["results"][0]["file"], result_);
  EXPECT_EQ(json["scores"][0]["results"][0]["repeats"], 3);
  EXPECT_EQ(json["comparison"]["traces"].size(), 1u);
  EXPECT_EQ(json["traces"][0]["queue"]["ops"]["read"]["count"], 1);
}

TEST_F(ReportCommandTest, CsvHasARowForEachFigureOfEachRepeat) {
  const ProgramRun run = RunIoreel({"report", "--format", "csv", result_});
  ASSERT_EQ(run.code, 0);
  EXPECT_THAT(run.out,
              AllOf(HasSubstr(result_ + ",app.ioreel,1,completion_ns,2000000000\n"),
                    HasSubstr(",app.ioreel,3,completion_ns,1900000000\n"),
                    HasSubstr(",app.ioreel,1,ops.read.completion.p50_ns,"),
                    HasSubstr(",app.ioreel,2,array.members.1.path,slow.img\n"),
                    HasSubstr(",app.ioreel,2,substitutions.0.what,discard skipped: target has "
                              "no discard\n")));
  for (const absl::string_view line : absl::StrSplit(run.out, '\n', absl::SkipEmpty()))
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 4) << line;
}

TEST_F(ReportCommandTest, ResultsBehindTheMarkAreCompared) {
  Noise noise(4);
  const std::string a = Write("report_a.json", NoisyRuns(10, 1, 0.01, &noise));
  const std::string b = Write("report_b.json", NoisyRuns(10, 1.4, 0.01, &noise));
  const ProgramRun run = RunIoreel({"report", "--format", "md", a, "--", b});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("## B held against A"), HasSubstr("B is worse")));
}

TEST_F(ReportCommandTest, TheReferenceIsWorthAThousandPoints) {
  const ProgramRun run = RunIoreel({"report", "--format", "md", "--reference", result_, result_});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("reference run"), HasSubstr("speed score **1000**")));
}

TEST_F(ReportCommandTest, PerfettoShowsOneTrace) {
  const std::string path = FreshScratchPath("report.perfetto");
  const ProgramRun one = RunIoreel({"report", trace_, "-o", path});
  EXPECT_EQ(one.code, 0);
  EXPECT_THAT(one.out, StartsWith(path + ": "));
  const auto json = nlohmann::json::parse(Read(path));
  EXPECT_FALSE(json["traceEvents"].empty());
  const ProgramRun two = RunIoreel({"report", trace_, result_, "-o", path});
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("takes one trace"));
}

TEST_F(ReportCommandTest, SaysWhatDoesNotFitTogether) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"report"}, "name results or traces"},
      {{"report", result_, "-o", ScratchPath("report.doc")}, "tells no format"},
      {{"report", result_, "--format", "html"}, "needs -o"},
      {{"report", trace_, "--", result_, "-o", output_}, "both sides"},
      {{"report", trace_, "--format", "csv"}, "figures of results"},
      {{"report", result_, "--vary", "colour", "--", result_, "-o", output_}, "colour"},
      {{"report", result_, "--seed", "-1", "-o", output_}, "--seed"},
      {{"report", result_, "--format", "json", "-o", result_}, "would replace"},
      {{"report", result_, "--op", "read", "-o", output_}, "none is named"},
      {{"report", trace_, "--from", "csv", "-o", output_}, "--from csv: takes a time"},
      {{"report", trace_, "-r", result_, "--format", "md", "-o", result_}, "would replace"}};
  for (const auto& [arguments, message] : cases) {
    const ProgramRun run = RunIoreel(arguments);
    EXPECT_EQ(run.code, 2) << message;
    EXPECT_THAT(run.err, HasSubstr(message));
  }
  EXPECT_FALSE(std::filesystem::exists(output_));
}

TEST_F(ReportCommandTest, BadInputLeavesNoPage) {
  const std::string cut = ScratchFile("report_cut.json", "{\"schema_version\": 4,");
  for (const std::string& bad : {cut, ScratchPath("report_is_not_there.json")}) {
    const ProgramRun run = RunIoreel({"report", result_, bad, "-o", output_});
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.err, HasSubstr(bad));
    EXPECT_FALSE(std::filesystem::exists(output_));
  }
}

TEST_F(ReportCommandTest, TracesOfAnyFormatAreTold) {
  const std::string iolog = ScratchFile("report.log", kTrace);
  const ProgramRun run = RunIoreel({"report", iolog, "--format", "md"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("fio"), HasSubstr("| write | 1 |")));
}

TEST_F(ReportCommandTest, ShowsWhatIsChosenOfATraceAndSaysWhatIsNot) {
  const ProgramRun run = RunIoreel({"report", trace_, "--op", "write", "--format", "md"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("| write | 1 |"), Not(HasSubstr("| read |")),
                             HasSubstr("left out: 1 queued I/O of other ops \\(left")));
  const std::string path = FreshScratchPath("report_writes.perfetto");
  ASSERT_EQ(RunIoreel({"report", trace_, "--op", "write", "-o", path}).code, 0);
  EXPECT_THAT(Read(path), AllOf(HasSubstr("\"write\""), Not(HasSubstr("\"read\""))));
}

TEST_F(ReportCommandTest, SamplesOfAReplayAreShownAtTheIssueLevel) {
  const std::string samples = FreshScratchPath("report_samples.ioreel");
  const std::string json = FreshScratchPath("report_replay.json");
  ASSERT_EQ(RunIoreel({"replay", trace_, "--target", "sim:1g", "--mode", "timed", "--samples",
                       samples, "-o", json})
                .code,
            0);
  const ProgramRun run = RunIoreel({"report", json, samples, "--format", "md"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("## Samples: "), HasSubstr("issued requests")));
}

}  // namespace
}  // namespace ioreel
