#pragma once

#include "formats/format.h"

/// The formats that registry.cc lists, each defined in its own .cc: a new one is a declaration
/// here and a line there.

namespace ioreel {

const Format* AlibabaFormat();
const Format* BiosnoopFormat();
const Format* BlkparseFormat();
const Format* BlkreplayFormat();
const Format* BlockEventsFormat();
const Format* BlktraceFormat();
const Format* ChromeTraceFormat();
const Format* ColumnsFormat();
const Format* ContainerFormat();
const Format* CsvFormat();
const Format* DiskmonFormat();
const Format* DisksimFormat();
const Format* EtlFormat();
const Format* FioIologFormat();
const Format* FiuFormat();
const Format* HeimdallFormat();
const Format* HfplayerFormat();
const Format* IotraceFormat();
const Format* MqsimFormat();
const Format* MsrFormat();
const Format* OracleGeneralFormat();
const Format* ParquetFormat();
const Format* ProcmonFormat();
const Format* SpcFormat();
const Format* SsdsimFormat();
const Format* SystorFormat();
const Format* TencentFormat();
const Format* VscsiCsvFormat();
const Format* VscsiFormat();
const Format* WpaFormat();
const Format* XperfFormat();

}  // namespace ioreel
