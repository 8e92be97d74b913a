#include "base/mount_table.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"

namespace ioreel {
namespace {

bool IsOctal(absl::string_view digits) {
  return digits.size() == 3 &&
         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '7'; });
}

/// "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue"
bool ParseLine(absl::string_view line, Mount* mount) {
  const std::vector<absl::string_view> fields = absl::StrSplit(line, ' ');
  const auto dash = std::find(fields.begin(), fields.end(), "-");
  if (fields.size() < 6 || dash - fields.begin() < 6 || fields.end() - dash < 3) return false;
  const std::pair<absl::string_view, absl::string_view> number = absl::StrSplit(fields[2], ':');
  mount->point = UnescapeOctal(fields[4]);
  mount->filesystem = UnescapeOctal(dash[1]);
  mount->source = UnescapeOctal(dash[2]);
  return absl::SimpleAtoi(number.first, &mount->major) &&
         absl::SimpleAtoi(number.second, &mount->minor);
}

}  // namespace

std::string UnescapeOctal(absl::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const absl::string_view digits = text.substr(i + 1, 3);
    if (text[i] == '\\' && IsOctal(digits)) {
      plain += static_cast<char>((digits[0] - '0') * 64 + (digits[1] - '0') * 8 + digits[2] - '0');
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::vector<Mount> ParseMountTable(absl::string_view mountinfo) {
  std::vector<Mount> mounts;
  for (absl::string_view line : absl::StrSplit(mountinfo, '\n', absl::SkipEmpty())) {
    if (Mount mount; ParseLine(line, &mount)) mounts.push_back(std::move(mount));
  }
  return mounts;
}

std::vector<Mount> ReadMountTable(const std::string& proc_root, const std::string& process) {
  const auto text = ReadFile(absl::StrCat(proc_root, "/", process, "/mountinfo"));
  return text.ok() ? ParseMountTable(*text) : std::vector<Mount>();
}

}  // namespace ioreel
