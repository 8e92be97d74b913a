#pragma once

#include "formats/format.h"

/// The formats that registry.cc lists, each defined in its own .cc: a new one is a declaration
/// here and a line there.

namespace ioreel {

const Format* AlibabaFormat();
const Format* BlkreplayFormat();
const Format* BlktraceFormat();
const Format* CsvFormat();
const Format* ContainerFormat();
const Format* FioIologFormat();
const Format* MsrFormat();
const Format* SpcFormat();

}  // namespace ioreel
