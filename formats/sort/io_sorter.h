#pragma once

#include "formats/model/io.h"
#include "formats/sort/time_sorter.h"

namespace ioreel {

using IoSorter = TimeSorter<QueuedIo, &QueuedIo::queue_ns>;

}  // namespace ioreel
