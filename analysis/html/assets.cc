#include "analysis/html/assets.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace ioreel {

std::string EmbeddedFile::CspSource() const {
  const absl::string_view digest(reinterpret_cast<const char*>(sha256_), 32);
  return absl::StrCat("'sha256-", absl::Base64Escape(digest), "'");
}

}  // namespace ioreel
