#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// Where a field of a trace event lies in its bytes, as this kernel says.
struct EventField {
  std::string name;
  uint32_t offset = 0;
  uint32_t size = 0;
  bool is_signed = false;
};

/// The layout of one trace event, read from its `format` file; kernels differ.
class EventFormat {
 public:
  /// Errors: InvalidArgument when `text` is no format file.
  static absl::StatusOr<EventFormat> Parse(absl::string_view text);

  const std::string& name() const { return name_; }
  uint16_t id() const { return id_; }

  /// nullptr when this kernel's event has no such field.
  const EventField* Find(absl::string_view field) const;

 private:
  std::string name_;
  uint16_t id_ = 0;
  std::vector<EventField> fields_;
};

/// The value of an integer field of 1, 2, 4 or 8 bytes, in host order; 0 when `field` is nullptr
/// or lies outside `bytes`.
int64_t FieldInt(absl::string_view bytes, const EventField* field);

/// The text of a char array field up to its NUL; "" as above.
absl::string_view FieldText(absl::string_view bytes, const EventField* field);

}  // namespace ioreel
