#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/container_files.h"
#include "tests/support/loop_device.h"
#include "tests/support/run_ioreel.h"

namespace ioreel {
namespace {

/// What the descriptors 0 to 2 are of an ioreel that was started with all of them closed; it waits
/// for someone to write to a pipe.
std::string DescriptorsOfOneWithout() {
  const std::string pipe = FreshPath("pipe");
  return RunShell(absl::StrCat(
                      "mkfifo ", pipe, "; ", IoreelPath(), " info ", pipe,
                      " <&- >&- 2>&- & for i in $(seq 1000); do "
                      "[ \"$(readlink /proc/$!/fd/2)\" = /dev/null ] && break; sleep 0.01; done; "
                      "readlink /proc/$!/fd/0 /proc/$!/fd/1 /proc/$!/fd/2; kill $!"))
      .output;
}

TEST(DescriptorsTest, NoFileGetsTheNumberOfAClosedOne) {
  EXPECT_EQ(DescriptorsOfOneWithout(), "/dev/null\n/dev/null\n/dev/null\n");
}

TEST(DescriptorsTest, AClosedOutputIsStillNoOutput) {
  EXPECT_EQ(RunShell(absl::StrCat(IoreelPath(), " doctor >&-")).status, 1);
}

}  // namespace
}  // namespace ioreel
