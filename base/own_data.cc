#include "base/own_data.h"

#include <filesystem>

namespace ioreel {

absl::StatusOr<std::string> FindOwnData(std::initializer_list<const char*> places) {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const char* place : places) {
    const std::filesystem::path path = (program.parent_path() / place).lexically_normal();
    if (std::filesystem::exists(path, error)) return path.string();
  }
  return absl::NotFoundError("it is not installed beside this program");
}

}  // namespace ioreel
