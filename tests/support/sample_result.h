#pragma once

#include "formats/result/run_result.h"
#include "formats/result/suite_result.h"

namespace ioreel {

/// A result whose every field, down to the last, has a value of its own that is not its default;
/// every list has two entries, every optional a value.
RunResult FullResult();

/// A sound result of three repeats in dependent mode: completion 2.0, 2.1 and 1.9 s (recorded
/// 4.0 s), busy 0.5 s (recorded 1.0 s), 350 MB/s, 75 µs mean access time.
RunResult SoundResult();

/// As FullResult, of a suite.
SuiteResult FullSuiteResult();

/// A suite "two" of traces "edit" (weight 1) and "build" (weight 3), each a SoundResult of three
/// passes on /dev/sdb; "build" takes ten times as long as "edit". Its reference took twice as long
/// as both, and was half as busy.
SuiteResult SoundSuiteResult();

}  // namespace ioreel
