#pragma once

#include <memory>

#include "formats/format.h"
#include "formats/import/row_source.h"

namespace ioreel {

/// A reader of a source's rows in order of time, which is brought about as TimeOrder says.
/// `log` must outlive it.
std::unique_ptr<TraceReader> MakeRowImporter(std::unique_ptr<RowSource> source,
                                             TimeOrder default_order, const ReadOptions& options,
                                             ImportLog* log);

}  // namespace ioreel
