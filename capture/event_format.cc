#include "capture/event_format.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/bytes.h"

namespace ioreel {
namespace {

constexpr ByteOrder kHostOrder =
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ByteOrder::kLittle : ByteOrder::kBig;

/// "char comm[16]" and "__data_loc char[] filename" both end in the name.
std::string NameIn(absl::string_view declaration) {
  const size_t space = declaration.rfind(' ');
  absl::string_view name = declaration.substr(space + 1);
  return std::string(name.substr(0, name.find('[')));
}

/// "field:dev_t dev;\toffset:8;\tsize:4;\tsigned:0;"
bool ParseField(absl::string_view line, EventField* field) {
  for (absl::string_view part : absl::StrSplit(line, ';', absl::SkipWhitespace())) {
    const std::pair<absl::string_view, absl::string_view> entry =
        absl::StrSplit(absl::StripAsciiWhitespace(part), absl::MaxSplits(':', 1));
    uint32_t number = 0;
    if (entry.first == "field") {
      field->name = NameIn(entry.second);
    } else if (!absl::SimpleAtoi(entry.second, &number)) {
      return false;
    } else if (entry.first == "offset") {
      field->offset = number;
    } else if (entry.first == "size") {
      field->size = number;
    } else if (entry.first == "signed") {
      field->is_signed = number != 0;
    }
  }
  return !field->name.empty();
}

template <typename Unsigned>
int64_t Widen(const char* data, bool is_signed) {
  const auto value = LoadInt<Unsigned>(data, kHostOrder);
  return is_signed ? static_cast<int64_t>(static_cast<std::make_signed_t<Unsigned>>(value))
                   : static_cast<int64_t>(value);
}

bool Inside(absl::string_view bytes, const EventField* field) {
  return field != nullptr && uint64_t{field->offset} + field->size <= bytes.size();
}

}  // namespace

absl::StatusOr<EventFormat> EventFormat::Parse(absl::string_view text) {
  EventFormat format;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    EventField field;
    uint32_t id = 0;
    if (absl::StartsWith(line, "name: ")) {
      format.name_ = std::string(line.substr(6));
    } else if (absl::StartsWith(line, "ID: ") && absl::SimpleAtoi(line.substr(4), &id)) {
      format.id_ = static_cast<uint16_t>(id);
    } else if (absl::StartsWith(line, "field:") && ParseField(line, &field)) {
      format.fields_.push_back(std::move(field));
    }
  }
  if (format.name_.empty() || format.id_ == 0 || format.Find("common_type") == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("not the format of a trace event: \"",
                                                   text.substr(0, text.find('\n')), " …\""));
  }
  return format;
}

const EventField* EventFormat::Find(absl::string_view field) const {
  for (const EventField& candidate : fields_) {
    if (candidate.name == field) return &candidate;
  }
  return nullptr;
}

int64_t FieldInt(absl::string_view bytes, const EventField* field) {
  if (!Inside(bytes, field)) return 0;
  const char* data = bytes.data() + field->offset;
  switch (field->size) {
    case 1:
      return Widen<uint8_t>(data, field->is_signed);
    case 2:
      return Widen<uint16_t>(data, field->is_signed);
    case 4:
      return Widen<uint32_t>(data, field->is_signed);
    case 8:
      return Widen<uint64_t>(data, field->is_signed);
    default:
      return 0;
  }
}

absl::string_view FieldText(absl::string_view bytes, const EventField* field) {
  if (!Inside(bytes, field)) return {};
  const absl::string_view text = bytes.substr(field->offset, field->size);
  return text.substr(0, text.find('\0'));
}

}  // namespace ioreel
