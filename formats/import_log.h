#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Damage and doubt met while reading: each kind by name, with a count and the first place.
/// Nothing is skipped without an entry here; it is shown with the result. Not thread-safe.
class ImportLog {
 public:
  enum class Severity { kNotice, kDataLoss };

  struct Entry {
    std::string name;  ///< "bad_magic", "time_inversion", "zero_length"
    Severity severity;
    uint64_t count = 0;
    std::string first_place;  ///< "trace.blktrace.3: byte 4711" or "x.csv: line 12"
    std::string explanation;  ///< one sentence for the user
  };

  void Add(absl::string_view name, Severity severity, absl::string_view place,
           absl::string_view explanation, uint64_t count = 1);

  /// What `other` holds, behind what this one does.
  void Add(const ImportLog& other);

  /// Counts one more where there is an entry of that name; for what may happen in every row.
  bool CountAgain(absl::string_view name);

  const std::vector<Entry>& entries() const { return entries_; }
  bool HasDataLoss() const;

 private:
  Entry* Find(absl::string_view name);

  std::vector<Entry> entries_;
};

}  // namespace ioreel
