#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/noisy_runs.h"
#include "tests/support/report_cases.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

/// A browser of the PATH; "" = there is none.
std::string Chromium() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (RunProgram({"sh", "-c", std::string("command -v ") + name}).code == 0) return name;
  }
  return "";
}

std::string Write(const std::string& name, const RunResult& result) {
  const std::string path = ScratchPath(name);
  EXPECT_THAT(WriteRunResult(result, path), IsOk());
  return path;
}

/// A trace as text, whose device has this name.
std::string WriteTrace(const std::string& name, const std::string& device) {
  std::string csv = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device\n";
  for (const QueuedIo& io : MixedIos()) {
    absl::StrAppend(&csv, io.queue_ns, ",", io.complete_ns, ",", OpName(io.op), ",", io.offset, ",",
                    io.length, ",", device, "\n");
  }
  return ScratchFile(name, csv);
}

void ExpectSoundInBrowser(std::vector<std::string> arguments, const std::string& name) {
  const std::string browser = Chromium();
  if (browser.empty()) GTEST_SKIP() << "no chromium (scripts/install-packages browser)";
  const std::string page = FreshScratchPath(name);
  arguments.insert(arguments.begin(), "report");
  arguments.insert(arguments.end(), {"-o", page});
  const ProgramRun made = RunIoreel(arguments);
  ASSERT_EQ(made.code, 0) << made.err;
  const ProgramRun looked =
      RunProgram({"python3", ProjectFile("tests/support/look_at_page.py"), browser, page});
  EXPECT_EQ(looked.code, 0) << looked.err;
  EXPECT_EQ(looked.out, "");
}

TEST(ReportInBrowserTest, ChartsAreDrawnInBothThemesAndOnAPhone) {
  Noise noise(4);
  ExpectSoundInBrowser({Write("browser_a.json", RichResult()), "--",
                        Write("browser_b.json", NoisyRuns(10, 1.3, 0.02, &noise)),
                        WriteTrace("browser.csv", std::string(300, 'x'))},
                       "browser.html");
}

TEST(ReportInBrowserTest, HostileNamesAreShownAsTheyAre) {
  ExpectSoundInBrowser({Write("hostile.json", HostileResult()),
                        WriteTrace("hostile.csv", "</script><img src=x onerror=window.harmed=1>")},
                       "hostile.html");
}

}  // namespace
}  // namespace ioreel
