#include "formats/digest.h"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <memory>

#include "absl/strings/str_format.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

std::string Text(const XXH128_hash_t& hash) {
  return absl::StrFormat("xxh3-128:%016x%016x", hash.high64, hash.low64);
}

}  // namespace

std::string StringDigest(absl::string_view bytes) {
  return Text(XXH3_128bits(bytes.data(), bytes.size()));
}

absl::StatusOr<std::string> FileDigest(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(path, O_RDONLY));
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       XXH3_freeState);
  XXH3_128bits_reset(state.get());
  std::string buffer(1 << 20, '\0');
  for (;;) {
    const ssize_t n = read(fd.get(), buffer.data(), buffer.size());
    if (n < 0) return ErrnoError(errno, "cannot read", path);
    if (n == 0) break;
    XXH3_128bits_update(state.get(), buffer.data(), static_cast<size_t>(n));
  }
  return Text(XXH3_128bits_digest(state.get()));
}

}  // namespace ioreel
