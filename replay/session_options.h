#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/format.h"
#include "formats/level_reader.h"
#include "formats/model/time.h"
#include "formats/result/run_result.h"
#include "replay/plan/remap.h"
#include "replay/prime/payload.h"
#include "replay/replay_mode.h"
#include "replay/safety/safety.h"

namespace ioreel {

/// What becomes of an op that the target does not have.
enum class OnUnsupported : uint8_t {
  kSkip,        ///< not done; its recorded time passes
  kSubstitute,  ///< done as the nearest op that the target has, if there is one; else skipped
  kFail,        ///< the replay is refused
};

/// Everything that a replay is told. Defaults are those of `ioreel replay`.
struct SessionOptions {
  std::vector<std::string> trace;  ///< as formats/load.h takes it
  std::string from_format;         ///< "" = sniff
  ReadOptions read;
  std::string target;  ///< target_spec.h

  ReplayMode mode = ReplayMode::kDependent;
  std::optional<Level> level;            ///< default: issue where the trace has issue times
  std::optional<uint32_t> task_classes;  ///< 1 << TaskClass each; default: the command's if any
  std::string device;                    ///< of the trace, by name; "" = the only one
  int64_t from_ns = kNoTime, to_ns = kNoTime;
  bool allow_tainted = false;  ///< also a trace that is not the whole of what happened (taint.h)
  double speed = 1;
  int64_t idle_cap_ns = kNoTime;
  int64_t duration_ns = kNoTime;
  int loops = 1, repeats = 1;
  int depth = 0;  ///< 0 = 32 as fast as possible, else 256
  std::string engine = "auto";
  int64_t max_lag_ns = Fidelity().max_lag_ns;

  bool read_only = false;
  Payload payload = Payload::kRandom;
  std::string create;  ///< "" = the target exists; "auto" or a size = make it
  Consent consent;
  bool prime = false;  ///< also where ioreel did not make the file
  Fit fit = Fit::kFail;
  uint64_t align_bytes = 0;      ///< 0 = not asked for
  bool round_unaligned = false;  ///< widen what the target's blocks cannot do; else refuse
  OnUnsupported on_unsupported = OnUnsupported::kSkip;

  bool dry_run = false;
  std::string samples_path;  ///< "" = keep none
};

}  // namespace ioreel
