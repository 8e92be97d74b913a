#include "formats/kernel_devices.h"

#include <gtest/gtest.h>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TEST(KernelDevicesTest, AsManyAsATraceCanHaveAreFoundAgain) {
  std::vector<DeviceInfo> devices;
  KernelDevices known(&devices);
  for (int round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < 0xffff; ++i) ASSERT_EQ(*known.Find(i / 1000, i % 1000), i);
  }
  ASSERT_EQ(devices.size(), 0xffffu);
  EXPECT_EQ(devices[8'016].name, "8:16");
  EXPECT_THAT(known.Find(4000, 1),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("more than 65535 devices")));
  EXPECT_EQ(*known.Find(8, 16), 8'016) << "those that are known stay so";
}

}  // namespace
}  // namespace ioreel
