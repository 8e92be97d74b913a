#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

// CTest runs every test as a process of its own, several at a time: each gets a temporary folder
// of its own, so that tests may use fixed names in testing::TempDir().
int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  std::string folder = std::filesystem::temp_directory_path() / "ioreel-test-XXXXXX";
  if (!mkdtemp(folder.data())) {
    std::perror(folder.c_str());
    return 1;
  }
  setenv("TEST_TMPDIR", folder.c_str(), 1);
  setenv("TMPDIR", folder.c_str(), 1);
  const int result = RUN_ALL_TESTS();
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return result;
}
