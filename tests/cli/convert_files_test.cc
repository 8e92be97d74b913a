#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/units.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/read_back.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

/// What files `convert` makes, and which it leaves alone.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;

namespace fs = std::filesystem;

std::string FreshFolder(const std::string& name) {
  const std::string folder = FreshPath(name);
  fs::create_directory(folder);
  return folder;
}

/// A container with an I/O on each of these CPUs.
std::string TraceOfCpus(const std::vector<uint16_t>& cpus) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  TraceChunk& chunk = trace.chunks.emplace_back();
  for (const uint16_t cpu : cpus)
    chunk.queued.push_back({.queue_ns = cpu, .length = 512, .cpu = cpu});
  return WriteContainer(trace);
}

TEST(ConvertFilesTest, NoFileThatIsReadIsReplaced) {
  const std::string folder = FreshFolder("siblings"), container = TraceOfCpus({0, 3});
  const std::string first = folder + "/k.blktrace.0", other = folder + "/k.blktrace.3";
  ASSERT_EQ(RunIoreel({"convert", container, "-o", first}).code, 0);
  const std::string before = *ReadFile(other);
  fs::remove(first);
  for (const std::vector<std::string>& input :
       {std::vector<std::string>{other}, {folder + "/k"}, {"--merge", other, container}}) {
    std::vector<std::string> arguments = {"convert", "-o", first};
    arguments.insert(arguments.end(), input.begin(), input.end());
    const ProgramRun run = RunIoreel(arguments);
    EXPECT_EQ(run.code, 1) << run.out;
    EXPECT_THAT(run.err, HasSubstr("k.blktrace.3: is the input, too"));
    EXPECT_FALSE(fs::exists(first));
    EXPECT_EQ(*ReadFile(other), before);
  }
  EXPECT_EQ(RunIoreel({"convert", other, "-o", folder + "/j.blktrace.0"}).code, 0);
}

TEST(ConvertFilesTest, ARecordingOfManyCpusNeedsManyOpenFiles) {
  const std::string folder = FreshFolder("cpus"), container = TraceOfCpus({100});
  const auto convert = [&](const std::string& limit, const std::string& name) {
    return RunProgram({"bash", "-c",
                       absl::StrCat("ulimit ", limit, " && exec ", IoreelPath(), " convert ",
                                    container, " --output-format blktrace -o ", folder, name)});
  };
  const ProgramRun refused = convert("-n 128", "/a.blktrace.0");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("a recording of 101 CPUs has as many files"),
                                 HasSubstr("no more than 128 may be open")));
  EXPECT_TRUE(fs::is_empty(folder));
  EXPECT_EQ(convert("-n 128", "/one").code, 0);
  EXPECT_EQ(convert("-Sn 128", "/b.blktrace.0").code, 0) << "the limit is raised";
  EXPECT_TRUE(fs::exists(folder + "/b.blktrace.100"));
}

TEST(ConvertFilesTest, ReadingManyFilesNeedsThemOpen) {
  const std::string folder = FreshFolder("many"), first = folder + "/k.blktrace.0";
  std::vector<uint16_t> cpus(100);
  std::iota(cpus.begin(), cpus.end(), uint16_t{0});
  ASSERT_EQ(RunIoreel({"convert", TraceOfCpus(cpus), "-o", first}).code, 0);
  const auto info = [&](const std::string& limit) {
    return RunProgram(
        {"bash", "-c", absl::StrCat("ulimit ", limit, " && exec ", IoreelPath(), " info ", first)});
  };
  const ProgramRun refused = info("-n 64");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("Too many open files; allow more with ulimit -n"));
  EXPECT_EQ(info("-Sn 64").code, 0) << "the limit is raised";
}

TEST(ConvertFilesTest, AFolderIsParquetOfTheTracesInIt) {
  const std::string folder = FreshFolder("corpus") + "/", trace = TraceOfCpus({1});
  const ProgramRun run = RunIoreel({"convert", trace, "-o", folder});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string part = absl::StrCat(folder, "host=__HIVE_DEFAULT_PARTITION__/trace=",
                                        fs::path(trace).stem().string(), "/part-00000.parquet");
  EXPECT_THAT(run.out, HasSubstr(FormatCount(fs::file_size(part), "byte")));
  const ProgramRun again = RunIoreel({"convert", trace, "-o", folder});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("part-00000.parquet: is there already"));
  EXPECT_EQ(RunIoreel({"convert", trace, "-o", folder + "host=b/trace=c/"}).code, 0);
  EXPECT_TRUE(fs::exists(folder + "host=b/trace=c/part-00000.parquet"));
  const ProgramRun csv = RunIoreel({"convert", trace, "-o", folder, "--output-format", "csv"});
  EXPECT_EQ(csv.code, 2);
  EXPECT_THAT(csv.err, HasSubstr("only Parquet is written as a folder"));
}

/// Every file below, by its path in there.
std::vector<std::string> FilesBelow(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    files.push_back(fs::relative(entry.path(), folder).string());
  return files;
}

constexpr char kSecrets[] =
    "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,pid,tid,process\n"
    "0,9000,read,0,512,secret-disk,1,1,secret-app\n";

/// What a stranger gets tells no name, nor where it lies.
TEST(ConvertFilesTest, NothingThatIsWrittenTellsAHiddenName) {
  const std::string in = ScratchFile("secret-in.csv", kSecrets);
  const std::string folder = FreshFolder("hidden");
  for (const char* out : {"/a.csv", "/a.ioreel", "/a.parquet", "/a.json", "/a.iolog", "/a.blkparse",
                          "/a.blktrace.0", "/corpus/"})
    ASSERT_EQ(RunIoreel({"convert", in, "-o", folder + out, "--anonymize"}).code, 0) << out;
  const std::string merged = folder + "/merged/";
  ASSERT_EQ(RunIoreel({"convert", "--merge", in, "-o", merged, "--anonymize"}).code, 0);
  for (const std::string& file : FilesBelow(folder)) {
    EXPECT_THAT(file, Not(HasSubstr("secret")));
    if (fs::is_regular_file(folder + "/" + file))
      EXPECT_THAT(*ReadFile(folder + "/" + file), Not(HasSubstr("secret"))) << file;
  }
  const WholeTrace hidden = ReadBack(folder + "/a.ioreel");
  EXPECT_THAT(hidden.info.tasks[0].name, MatchesRegex("task-[0-9a-f]{12}"));
  EXPECT_EQ(hidden.info.origin, "");
}

TEST(ConvertFilesTest, AKeyKeepsCommonNamesCommon) {
  const std::string folder = FreshFolder("keyed");
  const std::string key = ScratchFile("names.key", "a secret of tests");
  const auto convert = [&](const std::string& in, const std::string& with, const char* out) {
    return RunIoreel(
        {"convert", ScratchFile(in, kSecrets), "-o", folder + out, "--anonymize-key", with});
  };
  EXPECT_EQ(convert("web.csv", key, "/").code, 0);
  EXPECT_TRUE(fs::exists(folder + "/host=__HIVE_DEFAULT_PARTITION__/trace=trace-42d0376fb694/"
                                  "part-00000.parquet"));
  EXPECT_EQ(convert("one.csv", key, "/1.csv").code, 0);
  EXPECT_EQ(convert("two.csv", key, "/2.csv").code, 0);
  EXPECT_EQ(*ReadFile(folder + "/1.csv"), *ReadFile(folder + "/2.csv"));
  for (const std::string& with :
       {std::string("/dev/urandom"), ScratchFile("short.key", "too short"), folder}) {
    const ProgramRun run = convert("web.csv", with, "/3.csv");
    EXPECT_EQ(run.code, 1) << with;
    EXPECT_THAT(run.err, HasSubstr("takes a file of 16 to 1048576 random bytes"));
  }
  EXPECT_THAT(convert("web.csv", folder + "/none", "/3.csv").err,
              HasSubstr("no such file; make it"));
}

TEST(ConvertFilesTest, AnErrorLeavesNoEmptyFolder) {
  const std::string folder = FreshFolder("failed"), trace = TraceOfCpus({1});
  EXPECT_EQ(RunIoreel({"convert", trace, "-o", folder + "/a/", "--level", "issue"}).code, 1);
  EXPECT_THAT(FilesBelow(folder), IsEmpty());
  ASSERT_TRUE(WriteFile(folder + "/file", "").ok());
  for (const char* out : {"/file/", "/file/b/"})
    EXPECT_THAT(RunIoreel({"convert", trace, "-o", folder + out}).err,
                HasSubstr("cannot make the folder"));
  EXPECT_THAT(FilesBelow(folder), ElementsAre("file"));
}

TEST(ConvertFilesTest, TheSpanIsOfWhatWasWritten) {
  const std::string csv = ScratchFile("spans.csv",
                                      "queue_ns,complete_ns,op,offset_bytes,length_bytes\n"
                                      "0,9000,read,0,512\n2000,,read,0,512\n"
                                      "5000,,zone_reset,0,512\n");
  const auto span = [&](const std::string& name) {
    return RunIoreel({"convert", csv, "-o", ScratchPath(name)}).out;
  };
  EXPECT_THAT(span("spans.ioreel"), HasSubstr(" 9 µs, "));
  EXPECT_THAT(span("spans.blktrace.0"), HasSubstr(" 9 µs, "));
  EXPECT_THAT(span("spans.iolog"), HasSubstr(" 2 µs, ")) << "without completions and zones";
}

}  // namespace
}  // namespace ioreel
