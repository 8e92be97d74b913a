#include "formats/io/frame_decoder.h"

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace ioreel {
namespace {

struct Kind {
  absl::string_view magic;
  std::unique_ptr<FrameDecoder> (*make)();
};

constexpr Kind kKinds[] = {{"\x1f\x8b", MakeGzipDecoder},
                           {"\x28\xb5\x2f\xfd", MakeZstdDecoder},
                           {absl::string_view("\xfd\x37zXZ\0", 6), MakeXzDecoder}};

/// "BZh" and the size of its blocks.
bool IsBzip2(absl::string_view stored) {
  return stored.size() > 3 && absl::StartsWith(stored, "BZh") && stored[3] >= '1' &&
         stored[3] <= '9';
}

}  // namespace

absl::string_view WithoutCompressionSuffix(absl::string_view name) {
  for (const absl::string_view suffix : kCompressionSuffixes) {
    if (absl::ConsumeSuffix(&name, suffix)) break;
  }
  return name;
}

std::unique_ptr<FrameDecoder> MakeFrameDecoder(absl::string_view stored) {
  for (const Kind& kind : kKinds) {
    if (absl::StartsWith(stored, kind.magic)) return kind.make();
  }
  return IsBzip2(stored) ? MakeBzip2Decoder() : nullptr;
}

}  // namespace ioreel
