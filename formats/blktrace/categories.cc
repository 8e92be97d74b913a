#include "formats/blktrace/categories.h"

#include "base/check.h"

namespace ioreel {
namespace {

uint64_t StageWord(Stage stage) {
  switch (stage) {
    case Stage::kQueued:
      return 1 | kCategoryQueue;
    case Stage::kBackMerged:
      return 2 | kCategoryQueue;
    case Stage::kRequeued:
      return 6 | kCategoryRequeue;
    case Stage::kIssued:
      return 7 | kCategoryIssue;
    default:
      CHECK(stage == Stage::kCompleted);
      return 8 | kCategoryComplete;
  }
}

uint64_t OpWord(Stage stage, Op op) {
  switch (op) {
    case Op::kRead:
    case Op::kPassthrough:
      return kCategoryRead;
    case Op::kFlush:
      return kCategoryFlush | (stage == Stage::kQueued ? kCategoryWrite : kCategoryRead);
    case Op::kDiscard:
    case Op::kSecureErase:
      return kCategoryDiscard | kCategoryWrite;
    default:
      CHECK(op == Op::kWrite || op == Op::kWriteZeroes);
      return kCategoryWrite;
  }
}

uint64_t FlagsWord(Op op, IoFlags flags) {
  uint64_t word = 0;
  if (flags & kSync) word |= kCategorySync;
  if (flags & kMeta) word |= kCategoryMeta;
  if (flags & kReadahead) word |= kCategoryAhead;
  if (flags & kFua) word |= kCategoryFua;
  if ((flags & kPreflush) && op == Op::kWrite) word |= kCategoryFlush;
  return word;
}

}  // namespace

bool HasBlktraceWord(Op op) {
  return op == Op::kRead || op == Op::kWrite || op == Op::kFlush || op == Op::kDiscard ||
         op == Op::kWriteZeroes || op == Op::kSecureErase || op == Op::kPassthrough;
}

uint32_t BlktraceAction(Stage stage, Op op, IoFlags flags) {
  const bool of_request = stage != Stage::kQueued && stage != Stage::kBackMerged;
  const bool passthrough = op == Op::kPassthrough;
  uint64_t word = StageWord(stage) | OpWord(stage, op) | FlagsWord(op, flags);
  if (passthrough) word |= kCategoryPassthrough;
  if (of_request && !passthrough) word |= kCategoryFs;
  return static_cast<uint32_t>(word);
}

}  // namespace ioreel
