#include "replay/run/cached_pages.h"

#include <fcntl.h>

namespace ioreel {

void DropCachedPages(const std::vector<int>& fds) {
  for (const int fd : fds) {
    const int flags = fcntl(fd, F_GETFL);
    if (flags >= 0 && (flags & O_DIRECT) != 0) posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  }
}

}  // namespace ioreel
