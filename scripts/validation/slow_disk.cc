// slow_disk FOLDER [KEY=VALUE...]: serves FOLDER/disk, a file in memory that is as slow as a drive
// is told to be, for a loop device to lie on:
//
//     size=4294967296 read_us=300 write_us=150 flush_us=1000 channels=8 mb_per_s=100
//
// An I/O takes a channel for its latency, then the one bus for its bytes; a flush takes the bus.
// SIGUSR1: from now on without any delay; SIGUSR2: with them again. Unmount FOLDER to end it.
#define FUSE_USE_VERSION 35
#include <errno.h>
#include <fuse_lowlevel.h>
#include <linux/falloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace {

constexpr fuse_ino_t kFolder = FUSE_ROOT_ID, kDisk = 2;
constexpr char kName[] = "disk";
constexpr double kForever = 86400;

using Nanoseconds = int64_t;

Nanoseconds Now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void SleepUntil(Nanoseconds time) {
  prctl(PR_SET_TIMERSLACK, 1);
  const timespec deadline{time / 1'000'000'000, time % 1'000'000'000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nullptr) == EINTR) {
  }
}

/// When the I/Os of a drive are done.
class Drive {
 public:
  struct Figures {
    uint64_t size = uint64_t{4} << 30;
    Nanoseconds read = 300'000, write = 150'000, flush = 1'000'000;
    int channels = 8;
    double ns_per_byte = 10;
  };

  explicit Drive(const Figures& figures)
      : figures_(figures), free_at_(static_cast<size_t>(figures.channels)) {}

  const Figures& figures() const { return figures_; }
  void set_delays(bool on) { delays_ = on; }

  void Transfer(Nanoseconds latency, size_t bytes) {
    if (!delays_) return;
    Nanoseconds done;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      auto channel = std::min_element(free_at_.begin(), free_at_.end());
      *channel = std::max(*channel, Now()) + latency;
      bus_free_at_ = std::max(bus_free_at_, *channel) +
                     static_cast<Nanoseconds>(static_cast<double>(bytes) * figures_.ns_per_byte);
      done = bus_free_at_;
    }
    SleepUntil(done);
  }

  void Flush() {
    if (!delays_) return;
    Nanoseconds done;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      done = bus_free_at_ = std::max(bus_free_at_, Now()) + figures_.flush;
    }
    SleepUntil(done);
  }

 private:
  const Figures figures_;
  std::atomic<bool> delays_{true};
  std::mutex mutex_;
  std::vector<Nanoseconds> free_at_;
  Nanoseconds bus_free_at_ = 0;
};

Drive* drive;
char* memory;

bool IsInside(off_t offset, size_t bytes) {
  const uint64_t size = drive->figures().size;
  return offset >= 0 && static_cast<uint64_t>(offset) <= size &&
         bytes <= size - static_cast<uint64_t>(offset);
}

struct stat StatOf(fuse_ino_t node) {
  struct stat stat = {};
  stat.st_ino = node;
  stat.st_nlink = 1;
  stat.st_mode = node == kFolder ? S_IFDIR | 0755 : S_IFREG | 0600;
  if (node == kDisk) {
    stat.st_size = static_cast<off_t>(drive->figures().size);
    stat.st_blocks = stat.st_size / 512;
    stat.st_blksize = 4096;
  }
  return stat;
}

void GetAttributes(fuse_req_t request, fuse_ino_t node, fuse_file_info*) {
  const struct stat stat = StatOf(node);
  fuse_reply_attr(request, &stat, kForever);
}

void SetAttributes(fuse_req_t request, fuse_ino_t node, struct stat*, int, fuse_file_info*) {
  GetAttributes(request, node, nullptr);
}

void LookUp(fuse_req_t request, fuse_ino_t, const char* name) {
  if (std::strcmp(name, kName) != 0) {
    fuse_reply_err(request, ENOENT);
    return;
  }
  fuse_entry_param entry = {};
  entry.ino = kDisk;
  entry.attr = StatOf(kDisk);
  entry.attr_timeout = entry.entry_timeout = kForever;
  fuse_reply_entry(request, &entry);
}

void Open(fuse_req_t request, fuse_ino_t, fuse_file_info* file) {
  file->keep_cache = 1;
  fuse_reply_open(request, file);
}

void Read(fuse_req_t request, fuse_ino_t, size_t bytes, off_t offset, fuse_file_info*) {
  if (!IsInside(offset, bytes)) {
    fuse_reply_err(request, EINVAL);
    return;
  }
  drive->Transfer(drive->figures().read, bytes);
  fuse_reply_buf(request, memory + offset, bytes);
}

void Write(fuse_req_t request, fuse_ino_t, const char* data, size_t bytes, off_t offset,
           fuse_file_info*) {
  if (!IsInside(offset, bytes)) {
    fuse_reply_err(request, ENOSPC);
    return;
  }
  std::memcpy(memory + offset, data, bytes);
  drive->Transfer(drive->figures().write, bytes);
  fuse_reply_write(request, bytes);
}

void Sync(fuse_req_t request, fuse_ino_t, int, fuse_file_info*) {
  drive->Flush();
  fuse_reply_err(request, 0);
}

/// Discards give the memory back.
void Allocate(fuse_req_t request, fuse_ino_t, int mode, off_t offset, off_t bytes,
              fuse_file_info*) {
  if ((mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE)) == 0 ||
      !IsInside(offset, static_cast<size_t>(bytes))) {
    fuse_reply_err(request, EOPNOTSUPP);
    return;
  }
  if (madvise(memory + offset, static_cast<size_t>(bytes), MADV_DONTNEED) != 0) {
    std::memset(memory + offset, 0, static_cast<size_t>(bytes));
  }
  fuse_reply_err(request, 0);
}

void Initialize(void*, fuse_conn_info* connection) {
  connection->max_background = connection->congestion_threshold = 64;
  connection->want |= connection->capable & FUSE_CAP_ASYNC_DIO;
  connection->max_write = 1 << 20;
}

Drive::Figures ParseFigures(int argc, char** argv) {
  std::map<std::string, double> values = {{"size", 4294967296}, {"read_us", 300},
                                          {"write_us", 150},    {"flush_us", 1000},
                                          {"channels", 8},      {"mb_per_s", 100}};
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    const auto at = values.find(word.substr(0, equals));
    char* end = nullptr;
    const double value =
        equals == std::string::npos ? 0 : std::strtod(word.c_str() + equals + 1, &end);
    if (at == values.end() || end == nullptr || *end != '\0' || !(value > 0)) {
      std::fprintf(stderr,
                   "slow_disk: '%s' is none of size, read_us, write_us, flush_us, "
                   "channels, mb_per_s with =NUMBER\n",
                   argv[i]);
      std::exit(2);
    }
    at->second = value;
  }
  return {.size = static_cast<uint64_t>(values["size"]),
          .read = static_cast<Nanoseconds>(values["read_us"] * 1000),
          .write = static_cast<Nanoseconds>(values["write_us"] * 1000),
          .flush = static_cast<Nanoseconds>(values["flush_us"] * 1000),
          .channels = static_cast<int>(values["channels"]),
          .ns_per_byte = 1000 / values["mb_per_s"]};
}

int Serve(const char* folder) {
  fuse_lowlevel_ops operations = {};
  operations.init = Initialize;
  operations.lookup = LookUp;
  operations.getattr = GetAttributes;
  operations.setattr = SetAttributes;
  operations.open = Open;
  operations.read = Read;
  operations.write = Write;
  operations.fsync = Sync;
  operations.fallocate = Allocate;
  const char* arguments[] = {"slow_disk", "-o", "fsname=slow_disk"};
  fuse_args args = FUSE_ARGS_INIT(3, const_cast<char**>(arguments));
  fuse_session* const session = fuse_session_new(&args, &operations, sizeof operations, nullptr);
  if (session == nullptr || fuse_session_mount(session, folder) != 0) return 1;
  fuse_loop_config loop = {};
  loop.clone_fd = 1;
  loop.max_idle_threads = 32;
  const int status = fuse_session_loop_mt(session, &loop);
  fuse_session_unmount(session);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: slow_disk FOLDER [KEY=VALUE...]\n");
    return 2;
  }
  Drive the_drive(ParseFigures(argc, argv));
  drive = &the_drive;
  void* const area = mmap(nullptr, drive->figures().size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (area == MAP_FAILED) {
    std::perror("slow_disk: memory for the disk");
    return 1;
  }
  memory = static_cast<char*>(area);
  signal(SIGUSR1, [](int) { drive->set_delays(false); });
  signal(SIGUSR2, [](int) { drive->set_delays(true); });
  return Serve(argv[1]);
}
