#include "replay/safety/shared_space.h"

#include <gmock/gmock.h>

#include "tests/replay/made_up_system.h"

namespace ioreel {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

class SharedSpaceTest : public MadeUpSystem {
 protected:
  void SetUp() override {
    MadeUpSystem::SetUp();
    Attribute("sda/sda1", "start", "2048");
    Attribute("sda/sda1", "size", "1000");
    Attribute("sda/sda2", "start", "3048");
    Attribute("sda/sda2", "size", "1000");
    Add("loop1", 7, 1);
    Add("dm-1", 252, 1);
  }

  Medium Of(const NodeId& node, const std::string& name) {
    return {.path = name, .new_file = {}, .footings = FindFootings(node, name, roots_)};
  }
  Medium Device(unsigned major_number, unsigned minor_number, const std::string& name) {
    return Of(Block(major_number, minor_number), name);
  }
  Medium FileAt(const std::string& path) { return Of(*NodeAt(path), path); }

  /// The same, whichever is named first.
  std::string Shared(const Medium& a, const Medium& b) {
    EXPECT_EQ(SharedSpaceText(a, b).empty(), SharedSpaceText(b, a).empty());
    return SharedSpaceText(a, b);
  }
};

TEST_F(SharedSpaceTest, AnotherNameOfTheSameIsTheSame) {
  EXPECT_EQ(Shared(Device(8, 0, "/dev/sda"), Device(8, 0, "/dev/sda")), "/dev/sda is given twice");
  EXPECT_EQ(Shared(Device(8, 0, "/dev/sda"), Device(8, 0, "/dev/disk")),
            "/dev/disk is the same as /dev/sda");
  EXPECT_EQ(Shared(Device(8, 0, "/dev/sda"), Device(8, 16, "/dev/sdb")), "");
  const Medium one = {.path = "a", .new_file = "/x/a", .footings = {}};
  EXPECT_EQ(Shared(one, {.path = "a", .new_file = "/x/a", .footings = {}}), "a is given twice");
  EXPECT_EQ(Shared(one, {.path = "./a", .new_file = "/x/a", .footings = {}}),
            "./a is the same as a");
  EXPECT_EQ(Shared(one, {.path = "b", .new_file = "/x/b", .footings = {}}), "");
}

TEST_F(SharedSpaceTest, APartitionLiesOnItsDiskAndNotOnItsSibling) {
  const Medium disk = Device(8, 0, "sda"), first = Device(8, 1, "sda1"),
               second = Device(8, 2, "sda2");
  EXPECT_EQ(Shared(disk, first), "sda1 lies on sda");
  EXPECT_EQ(Shared(second, disk), "sda2 lies on sda");
  EXPECT_EQ(Shared(first, second), "");
  Attribute("sda/sda2", "start", "3047");  // as an extended partition holds a logical one
  EXPECT_EQ(Shared(first, Device(8, 2, "sda2")), "sda1 and sda2 both lie on /dev/sda");
}

TEST_F(SharedSpaceTest, ALoopDeviceLiesOnItsFile) {
  const std::string image = File("image"), other = File("other");
  Back("loop0", image);
  EXPECT_EQ(Shared(Device(7, 0, "loop0"), FileAt(image)), "loop0 lies on " + image);
  EXPECT_EQ(Shared(Device(7, 0, "loop0"), FileAt(other)), "");
  Back("loop1", image);
  EXPECT_EQ(Shared(Device(7, 0, "loop0"), Device(7, 1, "loop1")),
            "loop0 and loop1 both lie on " + image);
}

TEST_F(SharedSpaceTest, LoopDevicesOnDifferentStretchesOfAFileShareNothing) {
  const std::string image = File("image");
  Back("loop0", image);
  Attribute("loop0", "size", "8");
  Back("loop1", image);
  Attribute("loop1", "size", "8");
  Attribute("loop1", "loop/offset", "4096");
  EXPECT_EQ(Shared(Device(7, 0, "loop0"), Device(7, 1, "loop1")), "");
  Attribute("loop1", "loop/offset", "4095");
  EXPECT_THAT(Shared(Device(7, 0, "loop0"), Device(7, 1, "loop1")), HasSubstr("both lie on"));
}

TEST_F(SharedSpaceTest, ADeviceOfDeviceMapperLiesOnItsSlaves) {
  Link("dm-0", "slaves", "sda/sda2");
  const Medium mapped = Device(252, 0, "dm-0");
  EXPECT_EQ(Shared(mapped, Device(8, 2, "sda2")), "dm-0 lies on sda2");
  EXPECT_EQ(Shared(Device(8, 0, "sda"), mapped), "dm-0 lies on sda");
  EXPECT_EQ(Shared(mapped, Device(8, 1, "sda1")), "");
  EXPECT_EQ(Shared(mapped, Device(8, 16, "sdb")), "");
  Link("dm-1", "slaves", "sda/sda2");
  EXPECT_EQ(Shared(mapped, Device(252, 1, "dm-1")), "") << "two volumes of one group";
}

TEST_F(SharedSpaceTest, StacksAreSeenThrough) {
  const std::string image = File("image");
  Back("loop0", image);
  Link("dm-0", "slaves", "loop0");
  Link("dm-1", "slaves", "dm-0");
  EXPECT_EQ(Shared(Device(252, 1, "dm-1"), FileAt(image)), "dm-1 lies on " + image);
}

TEST_F(SharedSpaceTest, AFileLiesOnTheDeviceOfItsFilesystem) {
  const std::string image = File("image"), other = File("other");
  const dev_t filesystem = NodeAt(image)->device;
  Add("vda", major(filesystem), minor(filesystem));
  EXPECT_EQ(Shared(FileAt(image), Of({true, filesystem, 0}, "vda")), image + " lies on vda");
  EXPECT_EQ(Shared(FileAt(image), FileAt(other)), "");
}

TEST_F(SharedSpaceTest, ARingOfDevicesEnds) {
  Link("dm-0", "slaves", "dm-1");
  Link("dm-1", "slaves", "dm-0");
  EXPECT_THAT(Shared(Device(252, 0, "dm-0"), Device(252, 1, "dm-1")),
              AnyOf("dm-1 lies on dm-0", "dm-0 lies on dm-1"));
}

}  // namespace
}  // namespace ioreel
