#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "formats/container/block_streams.h"
#include "formats/container/column_codec.h"
#include "formats/container/offset_forecast.h"
#include "formats/container/recent_values.h"
#include "formats/container/streams.h"

namespace ioreel {

/// Kinds of fields, each described once for both directions: `Streams` is a StreamEncoder, which
/// takes the values, or a StreamDecoder, which sets them. What is foretold of a value must come
/// from values coded before. Not thread-safe.
template <typename Streams>
class FieldCoder {
 public:
  FieldCoder(Streams* streams, const BlockScale& scale) : streams_(*streams), scale_(scale) {}

  /// Any integer, as its difference from what is foretold.
  template <typename T>
  void Number(BlockStream stream, T& value, uint64_t foretold = 0) {
    static_assert(std::is_integral_v<T>);
    auto difference = static_cast<int64_t>(static_cast<uint64_t>(value) - foretold);
    streams_.Number(stream, difference);
    if constexpr (Streams::kEncoding) return;
    const uint64_t whole = foretold + static_cast<uint64_t>(difference);
    value = static_cast<T>(whole);
    Require(static_cast<uint64_t>(value) == whole);
  }

  /// A time: as foretold, unknown, or ticks and a remainder from `foretold`, or from `otherwise`
  /// where that is unknown. `fraction` carries the clock on along a column of such times.
  void Time(BlockStream stream, int64_t& time_ns, int64_t foretold, int64_t otherwise,
            uint32_t* fraction);
  void Time(BlockStream stream, int64_t& time_ns, int64_t foretold, int64_t otherwise = 0) {
    uint32_t fraction = ClockGrid::kHalf;
    Time(stream, time_ns, foretold, otherwise, &fraction);
  }

  /// A value that comes again and again: as foretold (if anything is), one of the recent ones,
  /// or a new one, which `code_new(value)` codes.
  template <typename T, typename CodeNew>
  void Recent(BlockStream stream, T& value, RecentValues<T>& recent, const T* foretold,
              CodeNew code_new);
  template <typename T>
  void RecentNumber(BlockStream stream, T& value, RecentValues<T>& recent) {
    Recent(stream, value, recent, static_cast<const T*>(nullptr),
           [this](T& literal) { Number(kLiterals, literal); });
  }
  void RecentProfile(BlockStream stream, Profile& profile, RecentValues<Profile>& recent,
                     const Profile* foretold) {
    Recent(stream, profile, recent, foretold, [this](Profile& literal) { NewProfile(literal); });
  }

  /// Where an I/O with a range begins.
  void Offset(uint64_t& offset, const OffsetForecast& forecast);

  /// A decoded value is none that rows can have.
  void Require(bool sound) { sound_ &= sound; }
  bool sound() const { return sound_; }
  const Needed& needed() const { return needed_; }

 private:
  static constexpr int kPageShift = 12;

  void NewProfile(Profile& profile);

  Streams& streams_;
  const BlockScale scale_;
  bool sound_ = true;
  Needed needed_;
};

template <typename Streams>
void FieldCoder<Streams>::Time(BlockStream stream, int64_t& time_ns, int64_t foretold,
                               int64_t otherwise, uint32_t* fraction) {
  const ClockGrid& clock = scale_.clock;
  const auto base = static_cast<uint64_t>(foretold != kNoTime ? foretold : otherwise);
  int64_t ticks = 0, remainder = 0;
  if constexpr (Streams::kEncoding) {
    if (time_ns == foretold) return streams_.Symbol(stream, 0);
    if (time_ns == kNoTime) return streams_.Symbol(stream, kUnknownSymbol);
    const auto passed = static_cast<int64_t>(static_cast<uint64_t>(time_ns) - base);
    ticks = clock.Ticks(passed);
    remainder = static_cast<int64_t>(static_cast<uint64_t>(passed) -
                                     static_cast<uint64_t>(clock.Ns(ticks, *fraction)));
    streams_.Symbol(stream, ticks == 0 ? kZeroSymbol : NumberSymbol(ticks));
    streams_.Bits(ticks);
    if (clock.coarse()) streams_.Number(kTimeRemainder, remainder);
  } else {
    uint8_t symbol;
    streams_.Symbol(stream, symbol);
    time_ns = symbol == 0 ? foretold : kNoTime;
    if (symbol == 0 || symbol == kUnknownSymbol) return;
    if (symbol != kZeroSymbol) ticks = streams_.Bits(symbol);
    if (clock.coarse()) streams_.Number(kTimeRemainder, remainder);
    time_ns = static_cast<int64_t>(base + static_cast<uint64_t>(clock.Ns(ticks, *fraction)) +
                                   static_cast<uint64_t>(remainder));
  }
  *fraction = clock.FractionAfter(ticks, remainder, *fraction);
}

template <typename Streams>
template <typename T, typename CodeNew>
void FieldCoder<Streams>::Recent(BlockStream stream, T& value, RecentValues<T>& recent,
                                 const T* foretold, CodeNew code_new) {
  constexpr uint8_t kForetold = 0, kNew = RecentValues<T>::kPlaces + 1;
  uint8_t symbol;  // else a place and 1
  if constexpr (Streams::kEncoding) {
    const bool right = foretold != nullptr && value == *foretold;
    symbol = right ? kForetold : static_cast<uint8_t>(recent.Find(value) + 1);
  }
  streams_.Symbol(stream, symbol);
  if (symbol == kNew) {
    code_new(value);
    Streams::kEncoding ? recent.Add(value) : recent.Replace(value);
  } else if constexpr (!Streams::kEncoding) {
    if (symbol == kForetold && foretold != nullptr) {
      value = *foretold;
    } else if (symbol != kForetold && symbol <= recent.size()) {
      value = recent[symbol - 1];
    } else {
      Require(false);
    }
  }
}

template <typename Streams>
void FieldCoder<Streams>::NewProfile(Profile& profile) {
  uint32_t task = profile.task + 1;  // kNoTask is 0
  Number(kProfileFields, task);
  Number(kProfileFields, profile.device);
  Number(kProfileFields, profile.flags);
  Number(kProfileFields, profile.priority);
  auto op = static_cast<uint8_t>(profile.op);
  Number(kProfileFields, op);
  Number(kProfileFields, profile.error);
  Require(op < kOpCount);
  profile.task = task - 1;
  profile.op = static_cast<Op>(op < kOpCount ? op : 0);
  needed_.tasks = std::max(needed_.tasks, task);
  needed_.devices = std::max(needed_.devices, profile.device + 1u);
}

template <typename Streams>
void FieldCoder<Streams>::Offset(uint64_t& offset, const OffsetForecast& forecast) {
  uint8_t source;
  if constexpr (Streams::kEncoding) source = forecast.Nearest(offset);
  streams_.Symbol(kOffsetSource, source);
  if (source >= OffsetForecast::kSources) {
    Require(false);
    source = 0;
  }
  const int page_bits = std::max(kPageShift - scale_.unit_shift, 0);
  const uint64_t base = forecast.From(source) >> scale_.unit_shift;
  const auto distance = static_cast<int64_t>((offset >> scale_.unit_shift) - base);
  int64_t pages = distance >> page_bits;
  int64_t in_page = distance & ((int64_t{1} << page_bits) - 1);
  streams_.Number(source == OffsetForecast::kSuccessor ? kPagesFromSuccessor : kPagesFromStream,
                  pages);
  if (page_bits > 0) streams_.Number(kOffsetInPage, in_page);
  if constexpr (!Streams::kEncoding) {
    const uint64_t units = (static_cast<uint64_t>(pages) << page_bits) +
                           (page_bits > 0 ? static_cast<uint64_t>(in_page) : 0);
    offset = (base + units) << scale_.unit_shift;
  }
}

}  // namespace ioreel
