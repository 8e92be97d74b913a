#include "formats/result/summarize.h"

namespace ioreel {

LatencySummary Summarize(const Histogram& latency_ns) {
  return {
      .count = latency_ns.count(),
      .mean_ns = latency_ns.mean(),
      .p50_ns = latency_ns.Quantile(0.5),
      .p95_ns = latency_ns.Quantile(0.95),
      .p99_ns = latency_ns.Quantile(0.99),
      .p999_ns = latency_ns.Quantile(0.999),
      .max_ns = latency_ns.max(),
  };
}

}  // namespace ioreel
