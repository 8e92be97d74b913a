#include "tests/support/shared_files.h"

#include <cstdlib>
#include <filesystem>

namespace ioreel {

std::string SharedFile(const std::string& relative) {
  const char* set = std::getenv("IOREEL_SHARED");
  const std::string folder = set ? set : std::string(IOREEL_SOURCE_DIR) + "/../shared";
  const std::string path = folder + "/" + relative;
  return std::filesystem::exists(path) ? path : "";
}

}  // namespace ioreel
