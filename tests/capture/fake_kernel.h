#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "capture/kernel_file.h"
#include "capture/kernel_paths.h"

namespace ioreel {

/// A made-up tree of kernel files in a folder of its own, removed at the end of the test.
class FakeKernel {
 public:
  FakeKernel() {
    std::string name = testing::TempDir() + "/kernel.XXXXXX";
    root_ = mkdtemp(name.data());
  }
  ~FakeKernel() { std::filesystem::remove_all(root_); }

  void Put(const std::string& path, const std::string& text) const {
    const std::filesystem::path whole = Path(path);
    std::filesystem::create_directories(whole.parent_path());
    ASSERT_TRUE(WriteFile(whole, text + "\n").ok());
  }
  /// `bytes` as they are.
  void PutBytes(const std::string& path, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(Path(path)).parent_path());
    ASSERT_TRUE(WriteFile(Path(path), bytes).ok());
  }
  void Link(const std::string& path, const std::string& target) const {
    std::filesystem::create_directories(std::filesystem::path(Path(path)).parent_path());
    std::filesystem::create_symlink(Path(target), Path(path));
  }
  std::string Get(const std::string& path) const { return ReadKernelFileOrEmpty(Path(path)); }
  bool Has(const std::string& path) const { return FileExists(Path(path)); }
  std::string Path(const std::string& path) const { return absl::StrCat(root_, "/", path); }

  /// An idle tracefs with `cpus` CPUs.
  void PutTracefs(int cpus) const {
    Put("tracing/current_tracer", "nop");
    Put("tracing/set_event", "");
    Put("tracing/trace_clock", "[local] global mono");
    Put("tracing/buffer_size_kb", "7 (expanded: 1408)");
    Put("tracing/tracing_on", "1");
    Put("tracing/options/bin", "0");
    Put("tracing/options/context-info", "1");
    Put("tracing/options/overwrite", "1");
    Put("tracing/events/enable", "0");
    for (int cpu = 0; cpu < cpus; ++cpu) {
      PutBytes(absl::StrCat("tracing/per_cpu/cpu", cpu, "/trace_pipe"), "");
      Put(absl::StrCat("tracing/per_cpu/cpu", cpu, "/stats"), "overrun: 0\ndropped events: 0");
    }
  }
  /// A disk that can be traced.
  void PutDisk(const std::string& name, const std::string& number) const {
    Put("sys/devices/" + name + "/dev", number);
    Put("sys/devices/" + name + "/size", "2048");
    Put("sys/devices/" + name + "/trace/enable", "0");
    Put("sys/devices/" + name + "/trace/act_mask", "disabled");
    Link("sys/class/block/" + name, "sys/devices/" + name);
    Link("sys/block/" + name, "sys/devices/" + name);
    Link("sys/dev/block/" + number, "sys/devices/" + name);
  }

  KernelPaths paths() const {
    return {{Path("tracing")}, Path("debug"), Path("sys"), Path("journal")};
  }

 private:
  std::string root_;
};

}  // namespace ioreel
