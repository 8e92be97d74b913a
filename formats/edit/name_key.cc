#include "formats/edit/name_key.h"

#include <sodium.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "base/bytes.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr size_t kHashBytes = 6;

const uint8_t* Bytes(absl::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

}  // namespace

NameKey NameKey::Random() {
  CHECK(sodium_init() >= 0);
  NameKey key;
  randombytes_buf(key.bytes_.data(), key.bytes_.size());
  return key;
}

NameKey NameKey::OfSecret(absl::string_view secret) {
  NameKey key;
  CHECK(crypto_generichash(key.bytes_.data(), key.bytes_.size(), Bytes(secret), secret.size(),
                           nullptr, 0) == 0);
  return key;
}

uint64_t NameKey::Hash(absl::string_view kind, absl::string_view name, uint32_t turn) const {
  std::string text;
  AppendInt(&text, turn);
  absl::StrAppend(&text, kind, "/", name);
  std::string hash(crypto_generichash_BYTES_MIN, '\0');
  CHECK(crypto_generichash(reinterpret_cast<uint8_t*>(hash.data()), hash.size(), Bytes(text),
                           text.size(), bytes_.data(), bytes_.size()) == 0);
  uint64_t bits = 0;
  for (size_t i = 0; i < kHashBytes; ++i) bits = bits << 8 | static_cast<uint8_t>(hash[i]);
  return bits;
}

}  // namespace ioreel
