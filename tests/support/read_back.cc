#include "tests/support/read_back.h"

#include <gtest/gtest.h>

#include <utility>

#include "formats/load.h"
#include "tests/support/matchers.h"

namespace ioreel {

WholeTrace ReadBack(const std::string& path) {
  ImportLog log;
  auto reader = OpenTrace({path}, "", {}, &log);
  EXPECT_THAT(reader, IsOk());
  auto trace = ReadWhole(**reader);
  EXPECT_THAT(trace, IsOk());
  return *std::move(trace);
}

}  // namespace ioreel
