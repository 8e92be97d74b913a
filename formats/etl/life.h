#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/etl/event.h"
#include "formats/etl/record.h"

namespace ioreel {

/// What a process or thread event says.
struct EtlLife {
  EtlEvent::Life life = EtlEvent::Life::kStart;
  uint32_t pid = 0;
  uint32_t tid = 0;     ///< of a thread
  uint32_t parent = 0;  ///< process id; of a process
  std::string name;     ///< image of a process ("svchost.exe"), name of a thread; "" = none
};

enum class EtlLifeVerdict {
  kOk,
  kOther,    ///< an opcode that tells of no life
  kUnknown,  ///< a version or length that we do not know
};

/// Versions 0 to 5 of both. REQUIRES: the record is of the process or the thread group.
EtlLifeVerdict DecodeEtlLife(const EtlRecord& record, EtlLife* out);

}  // namespace ioreel
