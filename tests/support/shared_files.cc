#include "tests/support/shared_files.h"

#include <cstdlib>
#include <filesystem>

namespace ioreel {

std::string ProjectFile(const std::string& relative) {
  return std::string(IOREEL_SOURCE_DIR) + "/" + relative;
}

std::string SharedFile(const std::string& relative) {
  const char* set = std::getenv("IOREEL_SHARED");
  const std::string folder = set ? set : ProjectFile("../shared");
  const std::string path = folder + "/" + relative;
  return std::filesystem::exists(path) ? path : "";
}

}  // namespace ioreel
