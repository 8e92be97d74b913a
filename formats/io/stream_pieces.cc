#include "formats/io/stream_pieces.h"

#include <algorithm>
#include <atomic>

namespace ioreel {
namespace {

constexpr size_t kAllBytes = 4 << 20;  // of each kind of piece, but for the least
constexpr size_t kLeast = 2 << 10, kMost = 64 << 10;

std::atomic<size_t> holders = 0;

}  // namespace

StreamHolder::StreamHolder() : piece_bytes_(std::clamp(kAllBytes / ++holders, kLeast, kMost)) {}
StreamHolder::~StreamHolder() { --holders; }

}  // namespace ioreel
