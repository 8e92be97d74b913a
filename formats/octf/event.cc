#include "formats/octf/event.h"

#include "formats/octf/proto_fields.h"

namespace ioreel {
namespace {

constexpr uint64_t kHeader = 1;

bool DecodeHeader(absl::string_view message, OctfEvent* event) {
  ProtoFields field(message);
  while (field.Next()) {
    if (field.number() == 2) event->time = field.value();
  }
  return field.ok();
}

bool DecodeDevice(absl::string_view message, OctfEvent* event) {
  ProtoFields field(message);
  while (field.Next()) {
    if (field.number() == 1) event->device = field.value();
    if (field.number() == 2) event->name = std::string(field.bytes());
    if (field.number() == 3) event->size_sectors = field.value();
    if (field.number() == 4) event->model = std::string(field.bytes());
  }
  return field.ok();
}

void SetFlag(uint64_t value, IoFlag flag, OctfEvent* event) {
  if (value != 0) event->flags = static_cast<IoFlags>(event->flags | flag);
}

bool DecodeIo(absl::string_view message, OctfEvent* event) {
  ProtoFields field(message);
  while (field.Next()) {
    const uint64_t value = field.value();
    switch (field.number()) {
      case 1:
        event->sector = value;
        break;
      case 2:
        event->sectors = value;
        break;
      case 4:
        event->device = value;
        break;
      case 5:
        event->op = value;
        break;
      case 6:
        event->flush = value != 0;
        break;
      case 7:
        SetFlag(value, kFua, event);
        break;
      case 9:
        event->id = value;
        break;
      case 10:
        SetFlag(value, kMeta, event);
        break;
      case 12:
        SetFlag(value, kReadahead, event);
        break;
      default:
        break;
    }
  }
  return field.ok();
}

bool DecodeCompletion(absl::string_view message, OctfEvent* event) {
  ProtoFields field(message);
  while (field.Next()) {
    if (field.number() == 3) event->error = field.value();
    if (field.number() == 4) event->device = field.value();
    if (field.number() == 5) event->id = field.value();
  }
  return field.ok();
}

bool DecodeBody(absl::string_view message, OctfEvent* event) {
  switch (event->kind) {
    case OctfEvent::Kind::kDevice:
      return DecodeDevice(message, event);
    case OctfEvent::Kind::kIo:
      return DecodeIo(message, event);
    case OctfEvent::Kind::kCompletion:
      return DecodeCompletion(message, event);
    default:
      return true;
  }
}

}  // namespace

absl::string_view OctfKindName(OctfEvent::Kind kind) {
  switch (kind) {
    case OctfEvent::Kind::kIo:
      return "io";
    case OctfEvent::Kind::kDevice:
      return "device";
    case OctfEvent::Kind::kFsMeta:
      return "fsmeta";
    case OctfEvent::Kind::kCompletion:
      return "completion";
    case OctfEvent::Kind::kFileName:
      return "fname";
    case OctfEvent::Kind::kFsEvent:
      return "fsevent";
  }
  return "";
}

std::optional<OctfEvent> DecodeOctfEvent(absl::string_view message) {
  OctfEvent event;
  bool header = false, body = false;
  ProtoFields field(message);
  while (field.Next()) {
    if (field.number() == kHeader) {
      header = DecodeHeader(field.bytes(), &event);
      continue;
    }
    if (body || field.number() >= kOctfKinds) return std::nullopt;
    event.kind = static_cast<OctfEvent::Kind>(field.number());
    body = DecodeBody(field.bytes(), &event);
    if (!body) return std::nullopt;
  }
  if (!field.ok() || !header || !body) return std::nullopt;
  return event;
}

}  // namespace ioreel
