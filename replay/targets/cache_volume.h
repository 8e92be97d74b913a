#pragma once

#include <cstdint>
#include <memory>

#include "replay/targets/cache_index.h"
#include "replay/targets/volume.h"

namespace ioreel {

/// What becomes of a write.
enum class CacheMode {
  kRead,          ///< goes to the slow member; the cache lets go of what it changes
  kWriteThrough,  ///< goes to both
  kWriteBack,     ///< goes to the fast member, and later from there to the slow one
};

struct CacheOptions {
  uint64_t block_bytes = 0;
  uint32_t blocks = 0;  ///< that fit into the fast member
  CachePolicy policy = CachePolicy::kLru;
  CacheMode mode = CacheMode::kRead;
};

/// A fast member that holds blocks of a slow one. `scope` is its own, for its claims.
std::unique_ptr<Volume> MakeCacheVolume(std::unique_ptr<Volume> fast, std::unique_ptr<Volume> slow,
                                        const CacheOptions& options, uint32_t scope);

}  // namespace ioreel
