#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "replay/run/memory_steps.h"
#include "replay/target_registry.h"
#include "tests/support/matchers.h"

namespace ioreel {

/// A target whose devices lie in memory. Requests are done one after the other, the parts of a
/// stage in random order, and now and then those in the background after all others.
class MemberImages {
 public:
  /// `sizes` of the devices, in bytes; of the first device for all where there is but one.
  MemberImages(const std::string& spec, std::vector<uint64_t> sizes) : random_(7) {
    const auto parsed = ParseKnownTargetSpec(spec);
    EXPECT_THAT(parsed, IsOk()) << spec;
    std::vector<TargetDevice> devices;
    for (size_t i = 0; i < parsed->Leaves().size(); ++i) {
      devices.push_back({.size_bytes = sizes[std::min(i, sizes.size() - 1)]});
      images_.push_back(std::string(devices.back().size_bytes, '\0'));
    }
    auto target = MakeTarget(spec, *parsed, devices);
    EXPECT_THAT(target, IsOk()) << spec;
    target_ = *std::move(target);
  }

  Target* target() { return target_.get(); }
  std::vector<std::string>& images() { return images_; }
  const MappedIo& mapped() const { return mapped_; }  ///< of the last request

  void Write(uint64_t offset, std::string data) {
    target_->Map({.offset = offset, .length = data.size(), .op = Op::kWrite}, &mapped_);
    Do(data.data());
  }
  /// What the request's memory holds when it is complete, which is before what is in the
  /// background.
  std::string Read(uint64_t offset, uint64_t length) {
    std::string data(length, '?');
    target_->Map({.offset = offset, .length = length, .op = Op::kRead}, &mapped_);
    std::string when_complete;
    Do(data.data(), [&] { when_complete = data; });
    return when_complete;
  }
  /// An op without data.
  void Do(Op op, uint64_t offset, uint64_t length) {
    target_->Map({.offset = offset, .length = length, .op = op}, &mapped_);
    Do(nullptr);
  }
  void EmptyCaches() {
    while (target_->MapWriteBack(&mapped_)) Do(nullptr);
    target_->Reset();
  }
  std::string All() { return Read(0, target_->size_bytes()); }

  /// Does `part` on the images.
  void Do(const TargetPart& part, char* memory) {
    ASSERT_LT(part.device, images_.size());
    std::string& image = images_[part.device];
    ASSERT_LE(part.offset + part.length, image.size());
    if (part.op == Op::kRead) {
      image.copy(memory, part.length, part.offset);
    } else if (part.op == Op::kWrite) {
      image.replace(part.offset, part.length, memory, part.length);
    } else if (part.op != Op::kFlush) {
      image.replace(part.offset, part.length, part.length, '\0');
    }
  }

 private:
  void Do(
      char* data, const std::function<void()>& complete = [] {}) {
    std::string scratch(mapped_.scratch_bytes, '!');
    const RequestMemory memory = {data, scratch.data()};
    std::shuffle(mapped_.parts.begin(), mapped_.parts.end(), random_);
    const bool needed_first = random_() % 2 == 0;
    std::stable_sort(mapped_.parts.begin(), mapped_.parts.end(), [&](const auto& a, const auto& b) {
      if (a.stage != b.stage) return a.stage < b.stage;
      return needed_first && a.background < b.background;
    });
    auto needed = std::count_if(mapped_.parts.begin(), mapped_.parts.end(),
                                [](const TargetPart& part) { return !part.background; });
    bool is_complete = false;
    const auto look = [&] {
      if (needed == 0 && !std::exchange(is_complete, true)) complete();
    };
    uint32_t stage = 0;
    DoMemorySteps(mapped_, stage, memory);
    for (const TargetPart& part : mapped_.parts) {
      if (part.stage > stage) {
        DoMemorySteps(mapped_, ++stage, memory);
        look();
      }
      Do(part, memory.At(part.memory));
      needed -= !part.background;
      if (mapped_.steps.empty()) look();
    }
    DoMemorySteps(mapped_, stage + 1, memory);
    look();
  }

  std::mt19937_64 random_;
  std::vector<std::string> images_;
  std::unique_ptr<Target> target_;
  MappedIo mapped_;
};

/// Bytes that tell what was written when and where.
inline std::string Pattern(uint64_t seed, uint64_t bytes) {
  std::mt19937_64 random(seed);
  std::string data;
  for (uint64_t word; data.size() < bytes; data.append(reinterpret_cast<char*>(&word), 8)) {
    word = random();
  }
  data.resize(bytes);
  return data;
}

}  // namespace ioreel
