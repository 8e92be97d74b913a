#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/format.h"
#include "formats/level_reader.h"
#include "formats/model/time.h"
#include "formats/result/run_result.h"
#include "formats/trace_source.h"
#include "replay/plan/device_map.h"
#include "replay/plan/remap.h"
#include "replay/prime/payload.h"
#include "replay/replay_mode.h"
#include "replay/safety/safety.h"
#include "replay/verify/verify_plan.h"

namespace ioreel {

/// What becomes of an op that the target does not have.
enum class OnUnsupported : uint8_t {
  kSkip,        ///< not done; its recorded time passes
  kSubstitute,  ///< done as the nearest op that the target has, if there is one; else skipped
  kFail,        ///< the replay is refused
};

/// Where SessionOptions::target stands on the command line.
inline constexpr char kTargetOrigin[] = "--target";

/// Everything that a replay is told. Defaults are those of `ioreel replay`.
struct SessionOptions {
  std::vector<std::string> trace;  ///< as formats/load.h takes it
  std::string from_format;         ///< "" = sniff
  ReadOptions read;
  std::shared_ptr<const TraceSource> source;  ///< in place of these three; null = they say it
  std::string target;                         ///< target_spec.h; "" where `map` names the targets
  std::vector<DeviceMapping> map;  ///< a target each for the devices of the trace; else one for all
  bool concat = false;             ///< several devices on one target lie one behind the other

  ReplayMode mode = ReplayMode::kDependent;
  std::optional<Level> level;            ///< default: issue where the trace has issue times
  std::optional<uint32_t> task_classes;  ///< 1 << TaskClass each; default: the command's if any
  std::vector<std::string> devices;      ///< only these of the trace, by name; none = all
  int64_t from_ns = kNoTime, to_ns = kNoTime;
  bool allow_tainted = false;  ///< also a trace that is not the whole of what happened (taint.h)
  double speed = 1;
  int64_t idle_cap_ns = kNoTime;
  int64_t duration_ns = kNoTime;
  int loops = 1, repeats = 1;
  int depth = 0;    ///< 0 = 32 as fast as possible, else 256
  int threads = 1;  ///< loops that submit, each with its share of the depth
  std::string engine = "auto";
  int64_t max_lag_ns = Fidelity().max_lag_ns;
  bool stop_on_error = false;       ///< the first failed I/O ends the replay
  int64_t io_timeout_ns = kNoTime;  ///< an I/O that takes longer has failed, and ends the replay

  bool read_only = false;
  Payload payload;
  VerifyPlan verify;   ///< anything of it needs stamped payload
  std::string create;  ///< "" = the target exists; "auto" or a size = make it
  Consent consent;
  bool prime = false;    ///< also where ioreel did not make the file
  double lba_scale = 1;  ///< offsets of the trace are multiplied by it, before all else
  Fit fit = Fit::kFail;
  int tiles = 1;                 ///< copies of the trace at once, one beside the other
  uint64_t offset_bytes = 0;     ///< where on the target the trace begins
  uint64_t split_bytes = 0;      ///< longest request to a target; 0 = as in the trace
  uint64_t align_bytes = 0;      ///< 0 = not asked for
  bool round_unaligned = false;  ///< widen what the target's blocks cannot do; else refuse
  OnUnsupported on_unsupported = OnUnsupported::kSkip;

  int64_t idle_ns =
      0;  ///< pause before each repeat, once all is primed; simulated drives need none

  bool dry_run = false;
  std::string label = "replay";  ///< of the progress
  int64_t after_ns = 0;          ///< time that what follows this replay will take, for the progress
  std::string samples_path;      ///< "" = keep none
};

}  // namespace ioreel
