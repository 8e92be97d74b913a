#include "tests/support/replays.h"

#include <gtest/gtest.h>

#include "formats/result/result_file.h"
#include "tests/support/matchers.h"

namespace ioreel {

ProgramRun RunReplay(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "replay");
  return RunIoreel(arguments);
}

RunResult ResultOf(const std::string& path) {
  const auto result = ReadRunResult(path);
  EXPECT_THAT(result, IsOk());
  return result.ok() ? *result : RunResult();
}

}  // namespace ioreel
