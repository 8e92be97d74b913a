#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {

/// A trace in CSV of so many reads and writes, 5 ms apart.
inline std::string SmallTrace(const std::string& name, int ios) {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,tid\n";
  for (int i = 0; i < ios; ++i) {
    const int64_t begin = int64_t{5'000'000} * i;
    absl::StrAppend(&text, begin, ",", begin + 80'000, ",", i % 3 == 0 ? "write" : "read", ",",
                    i * 8192 % (1 << 20), ",4096,1\n");
  }
  return ScratchFile(name, text);
}

/// Makes a suite of "edit" (40 I/Os) and "build" (80), of which the first is quick; the path of its
/// suite.toml.
inline std::string SmallSuite(const std::string& folder) {
  const std::string path = ScratchPath(folder);
  RunProgram({"rm", "-rf", path});
  RunIoreel({"suite", "init", path, SmallTrace("edit.csv", 40), SmallTrace("build.csv", 80),
             "--quick", "edit"});
  return path + "/suite.toml";
}

}  // namespace ioreel
