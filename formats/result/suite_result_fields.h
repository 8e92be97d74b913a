#pragma once

#include "formats/result/run_result_fields.h"
#include "formats/result/suite_result.h"

/// The keys of suite.json, as run_result_fields.h has those of result.json.

namespace ioreel {

template <MaybeConst<ReferenceTimes> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("completion_ns", x.completion_ns);
  visit("busy_ns", x.busy_ns);
}

template <MaybeConst<SuiteReference> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("device", x.device);
  visit("fingerprint", x.fingerprint);
  visit("passes", x.passes);
  visit("conditions", x.conditions);
  visit("traces", x.traces);
}

template <MaybeConst<SuiteIdentity> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("name", x.name);
  visit("version", x.version);
}

template <MaybeConst<SuiteTraceResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("name", x.name);
  visit("digest", x.digest);
  visit("weight", x.weight);
  visit("about", x.about);
  visit("begin_bytes", x.begin_bytes);
  visit("length_bytes", x.length_bytes);
  visit("failure", x.failure);
  visit("result", x.result);
}

template <MaybeConst<SuiteResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("ioreel_version", x.ioreel_version);
  visit("created_wall_ns", x.created_wall_ns);
  visit("suite", x.suite);
  visit("scope", x.scope);
  visit("passes", x.passes);
  visit("layout", x.layout);
  visit("idle_ns", x.idle_ns);
  visit("trim", x.trim);
  visit("complete", x.complete);
  visit("reference", x.reference);
  visit("traces", x.traces);
}

}  // namespace ioreel
