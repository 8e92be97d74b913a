#pragma once

#include <vector>

namespace ioreel {

/// Takes from the page cache what it holds of the devices and files that are open for direct I/O,
/// such as what the look for signatures read. The kernel does not wait for a page to go when it is
/// asked not to: io_uring would pass the first write to each to a worker thread, later and past the
/// next I/Os.
void DropCachedPages(const std::vector<int>& fds);

}  // namespace ioreel
