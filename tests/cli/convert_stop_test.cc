#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/loop_device.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

constexpr char kTrace[] = "queue_ns,op,offset_bytes,length_bytes\n0,read,0,4096\n9,read,0,4096\n";

/// A merge that would take minutes, into `out`, gets `signal`, which is to it what `handling` says
/// (default or ignore), once the file that it writes, FILE.partial, is there; then comes `after`.
CommandResult Signalled(const std::string& signal, const std::string& out, const std::string& file,
                        const std::string& handling = "default", const std::string& after = "") {
  std::filesystem::remove(file + ".partial");
  return RunShell(absl::StrCat("env --", handling, "-signal=", signal, " ", IoreelPath(),
                               " convert --merge ", ScratchFile("short.csv", kTrace),
                               ",repeat=3000000 -o ", out, " & for i in $(seq 3000); do [ -e ",
                               file, ".partial ] && break; sleep 0.01; done; kill -", signal,
                               " $!; ", after, "wait $!"));
}

TEST(ConvertStopTest, ASignalLeavesNoPartOfTheOutput) {
  for (const auto& [signal, number] : {std::pair("INT", 2), {"TERM", 15}, {"HUP", 1}}) {
    const std::string out = ScratchPath("endless.csv");
    EXPECT_EQ(Signalled(signal, out, out).status, 128 + number) << signal;
    EXPECT_FALSE(std::filesystem::exists(out + ".partial")) << signal;
    EXPECT_FALSE(std::filesystem::exists(out)) << signal;
  }
}

TEST(ConvertStopTest, ASignalLeavesNoFolderThatWasMadeForTheOutput) {
  const std::string folder = ScratchPath("stopped");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const std::string out = folder + "/a/b/";
  const std::string part = out + "host=__HIVE_DEFAULT_PARTITION__/trace=merged/part-00000.parquet";
  EXPECT_EQ(Signalled("INT", out, part).status, 128 + 2);
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "which was there before";
}

TEST(ConvertStopTest, WhatIsIgnoredEndsNothing) {
  const std::string out = ScratchPath("nohup.csv");
  EXPECT_EQ(Signalled("HUP", out, out, "ignore", "sleep 0.2; kill -KILL $!; ").status, 128 + 9);
  std::filesystem::remove(out + ".partial");
}

}  // namespace
}  // namespace ioreel
