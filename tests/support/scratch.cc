#include "tests/support/scratch.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"

namespace ioreel {

std::string ScratchPath(absl::string_view name) { return absl::StrCat(testing::TempDir(), name); }

std::string FreshScratchPath(absl::string_view name) {
  const std::string path = ScratchPath(name);
  std::filesystem::remove(path);
  return path;
}

std::string ScratchFile(absl::string_view name, absl::string_view text) {
  const std::string path = ScratchPath(name);
  CHECK_OK(WriteFile(path, text));
  return path;
}

}  // namespace ioreel
