#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"
#include "traces/suite.h"

/// The suite that ioreel comes with.

namespace ioreel {
namespace {

namespace fs = std::filesystem;

TEST(OwnSuiteTest, ItsTracesAreThoseOfTheFolderAsTheyAre) {
  const std::string path = ProjectFile("traces/suite.toml");
  const auto suite = ReadSuite(path);
  ASSERT_THAT(suite, IsOk());
  std::set<std::string> named;
  for (const SuiteTrace& trace : suite->traces) {
    EXPECT_THAT(CheckUnchanged(path, trace), IsOk());
    EXPECT_FALSE(trace.about.empty()) << trace.name;
    named.insert(trace.path);
  }
  for (const fs::directory_entry& folder : fs::directory_iterator(ProjectFile("traces"))) {
    const std::string name = folder.path().filename().string();
    if (name == "demo" || !fs::exists(folder.path() / "trace.ioreel")) continue;
    EXPECT_TRUE(named.contains(name + "/trace.ioreel")) << name << " is not in the suite";
  }
  EXPECT_EQ(suite->quick.size(), 4);
}

}  // namespace
}  // namespace ioreel
