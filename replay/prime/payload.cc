#include "replay/prime/payload.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr size_t kSector = 512;
/// A stamp covers the first bytes of its sector, and no compressor takes away so many of them,
/// about.
constexpr size_t kStampBytes = 32, kStampEntropy = 12;

/// splitmix64: a bijection of the counter, so that no value comes twice.
uint64_t Mix(uint64_t counter) {
  uint64_t z = counter * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

void Store(char* at, const char* end, uint64_t value) {
  std::memcpy(at, &value, std::min<size_t>(sizeof(value), static_cast<size_t>(end - at)));
}

/// Incompressible bytes at the front of each sector, before it is stamped.
size_t RandomBytes(const Payload& payload) {
  const size_t bytes = kSector * static_cast<size_t>(100 - payload.compress_percent) / 100;
  if (!payload.stamp || payload.compress_percent == 0) return bytes;
  return std::min(kSector, bytes + kStampBytes - kStampEntropy);
}

void FillSectors(absl::Span<char> area, size_t random_bytes, uint64_t counter) {
  for (size_t sector = 0; sector < area.size(); sector += kSector) {
    char* const end = area.data() + std::min(area.size(), sector + random_bytes);
    for (char* at = area.data() + sector; at < end; at += sizeof(uint64_t)) {
      Store(at, end, Mix(counter++));
    }
  }
}

absl::StatusOr<int> ParsePercent(absl::string_view text, int most) {
  int percent = 0;
  if (!absl::SimpleAtoi(text, &percent) || percent < 0 || percent > most) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' is no percentage from 0 to ", most));
  }
  return percent;
}

absl::Status ParseSetting(absl::string_view text, Payload* payload) {
  const std::pair<absl::string_view, absl::string_view> setting =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  if (text == "stamp") {
    payload->stamp = true;
  } else if (setting.first == "compress") {
    IOREEL_ASSIGN_OR_RETURN(payload->compress_percent, ParsePercent(setting.second, 99));
  } else if (setting.first == "dedupe") {
    IOREEL_ASSIGN_OR_RETURN(payload->dedupe_percent, ParsePercent(setting.second, 100));
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text,
                     "' is none of random, zero, compress=PERCENT, dedupe=PERCENT, "
                     "stamp"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Payload> ParsePayload(absl::string_view text) {
  if (text == "random") return Payload();
  if (text == "zero") return Payload{.compress_percent = 100};
  Payload payload;
  std::set<absl::string_view> given;
  for (const absl::string_view setting : absl::StrSplit(text, ',')) {
    const absl::string_view key = setting.substr(0, setting.find('='));
    if (!given.insert(key).second) {
      return absl::InvalidArgumentError(absl::StrCat("'", key, "' is given twice"));
    }
    IOREEL_RETURN_IF_ERROR(ParseSetting(setting, &payload));
  }
  if (payload.stamp && payload.dedupe_percent > 0) {
    return absl::InvalidArgumentError(
        "stamped blocks are never copies: dedupe= or stamp, not both");
  }
  return payload;
}

std::string ToString(const Payload& payload) {
  if (payload == Payload()) return "random";
  if (!payload.unique()) return "zero";
  std::vector<std::string> settings;
  if (payload.compress_percent > 0) {
    settings.push_back(absl::StrCat("compress=", payload.compress_percent));
  }
  if (payload.dedupe_percent > 0) {
    settings.push_back(absl::StrCat("dedupe=", payload.dedupe_percent));
  }
  if (payload.stamp) settings.push_back("stamp");
  return absl::StrJoin(settings, ",");
}

PayloadPool::PayloadPool(const Payload& payload, absl::Span<char> area, uint64_t seed)
    : payload_(payload), base_(area.data()), seed_(Mix(seed + 1)), counter_(seed) {
  const size_t random_bytes = RandomBytes(payload);
  FillSectors(area, random_bytes, seed_);
  for (size_t at = 0; at < area.size(); at += kPayloadBlock) {
    const absl::Span<char> block = area.subspan(at, kPayloadBlock);
    if (IsCopy(block.data())) FillSectors(block, random_bytes, ~seed_);
  }
}

bool PayloadPool::IsCopy(const char* block) const {
  const auto number = static_cast<uint64_t>(block - base_) / kPayloadBlock;
  return Mix(seed_ ^ number) % 100 < static_cast<uint64_t>(payload_.dedupe_percent);
}

void PayloadPool::Refresh(char* data, size_t length) {
  if (!payload_.unique() || payload_.stamp) return;
  for (char* block = data; block < data + length; block += kPayloadBlock) {
    if (payload_.dedupe_percent == 0 || !IsCopy(block))
      Store(block, data + length, Mix(++counter_));
  }
}

}  // namespace ioreel
