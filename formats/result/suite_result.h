#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/model/time.h"
#include "formats/result/run_result.h"

/// A suite as it was run, versioned with RunResult. docs/result_format.md describes the file.

namespace ioreel {

/// What a trace took where a reference was measured: medians over its passes.
struct ReferenceTimes {
  int64_t completion_ns = kNoTime;
  int64_t busy_ns = kNoTime;

  bool operator==(const ReferenceTimes&) const = default;
};

/// What 1000 points of a suite stand for.
struct SuiteReference {
  std::string device;       ///< in words
  std::string fingerprint;  ///< class of the drive, machine, kernel
  int passes = 1;
  std::map<std::string, std::string> conditions;  ///< analysis/suite_conditions.h
  std::map<std::string, ReferenceTimes> traces;   ///< by name

  bool operator==(const SuiteReference&) const = default;
};

/// Which suite.
struct SuiteIdentity {
  std::string name;
  int version = 1;

  bool operator==(const SuiteIdentity&) const = default;
};

/// One trace of a suite and what its passes gave.
struct SuiteTraceResult {
  std::string name;
  std::string digest;  ///< of the trace, as RunResult has it
  double weight = 1;
  std::string about;                           ///< one line
  uint64_t begin_bytes = 0, length_bytes = 0;  ///< its area of the target
  std::string failure;                         ///< why a pass of it gave no result; "" = each did
  std::optional<RunResult> result;             ///< a repeat for each pass made, in order

  bool operator==(const SuiteTraceResult&) const = default;
};

struct SuiteResult {
  std::string ioreel_version;
  int64_t created_wall_ns = 0;  ///< when it was begun
  SuiteIdentity suite;
  std::string scope;      ///< "full", "quick", or "part": not all traces of the suite
  int passes = 1;         ///< wanted of each trace
  std::string layout;     ///< "separate" or "shared"
  int64_t idle_ns = 0;    ///< pause before each replay
  bool trim = false;      ///< its place was discarded before each replay
  bool complete = false;  ///< each pass of each trace was tried
  std::optional<SuiteReference> reference;  ///< the suite's own, for this scope
  std::vector<SuiteTraceResult> traces;

  bool operator==(const SuiteResult&) const = default;
};

}  // namespace ioreel
