#include "replay/plan/completion_history.h"

namespace ioreel {

void CompletionHistory::AdvanceTo(int64_t time_ns) {
  while (!pending_.empty() && pending_.top().complete_ns <= time_ns) {
    const Entry& entry = pending_.top();
    (entry.kernel ? kernel_ : application_).Push(entry);
    pending_.pop();
  }
}

const CompletionHistory::Entry* CompletionHistory::Newest(int64_t time_ns) const {
  const auto accepts = [=](const Entry& entry) { return entry.complete_ns <= time_ns; };
  const Entry* const kernel = kernel_.FindNewest(accepts);
  const Entry* const application = application_.FindNewest(accepts);
  if (kernel == nullptr || application == nullptr) return kernel ? kernel : application;
  return kernel->complete_ns > application->complete_ns ? kernel : application;
}

const CompletionHistory::Entry* CompletionHistory::NewestForeign(bool kernel, int32_t tid,
                                                                 int64_t time_ns) const {
  return (kernel ? kernel_ : application_).FindNewest([=](const Entry& entry) {
    return entry.tid != tid && entry.complete_ns <= time_ns;
  });
}

}  // namespace ioreel
