#include "tests/support/random_trace.h"

#include <algorithm>
#include <limits>

namespace ioreel {
namespace {

constexpr uint32_t kTasks = 12;
constexpr uint16_t kDevices = 3;

class Generator {
 public:
  explicit Generator(const RandomTraceOptions& options)
      : options_(options), random_(options.seed) {}

  TraceChunk Chunk() {
    TraceChunk chunk;
    chunk.first_queued = queued_;
    chunk.first_request = requests_;
    const int rows = static_cast<int>(Below(static_cast<uint64_t>(options_.rows_per_chunk) + 1));
    for (int i = 0; i < rows; ++i) AddQueued(&chunk);
    for (int i = 0; i < rows; ++i) AddRequest(&chunk);
    std::sort(chunk.links.begin(), chunk.links.end(), [](const IoLink& a, const IoLink& b) {
      return std::pair(a.queued, a.request) < std::pair(b.queued, b.request);
    });
    AddEvents(&chunk);
    queued_ += chunk.queued.size();
    requests_ += chunk.requests.size();
    floor_ns_ = now_;
    return chunk;
  }

 private:
  uint64_t Below(uint64_t n) { return random_() % n; }
  bool OneIn(uint64_t n) { return Below(n) == 0; }
  uint64_t Any64() { return random_() >> Below(64); }

  template <typename T>
  T Or(T usual) {
    if (!options_.extreme || !OneIn(6)) return usual;
    if (OneIn(3)) return std::numeric_limits<T>::max();
    if (OneIn(3)) return std::numeric_limits<T>::min();
    return static_cast<T>(Any64());
  }

  template <typename Row>
  void SetCommon(Row* row) {
    row->op = OneIn(8) ? static_cast<Op>(Below(kOpCount)) : static_cast<Op>(Below(2));
    row->offset = Or<uint64_t>(HasRange(row->op) ? Below(1 << 20) * 512 : 0);
    row->length = Or<uint64_t>(HasRange(row->op) ? (1 + Below(16)) * 4096 : 0);
    row->task = OneIn(10) ? kNoTask : static_cast<uint32_t>(Below(kTasks));
    row->device = static_cast<uint16_t>(Below(kDevices));
    row->cpu = Or<uint16_t>(OneIn(10) ? kNoCpu : static_cast<uint16_t>(Below(4)));
    row->priority = Or<uint8_t>(0);
    row->flags = Or<IoFlags>(OneIn(4) ? kSync | kMeta : 0);
    row->error = Or<int32_t>(OneIn(20) ? 5 : 0);
  }

  void AddQueued(TraceChunk* chunk) {
    QueuedIo io;
    SetCommon(&io);
    if (OneIn(3)) io.offset = end_;
    end_ = io.offset + io.length;
    now_ += static_cast<int64_t>(Any64() >> 40);
    io.queue_ns = now_;
    io.issue_ns = Or<int64_t>(OneIn(5) ? kNoTime : now_ + 100);
    io.complete_ns = Or<int64_t>(OneIn(5) ? kNoTime : now_ + 90'000);
    chunk->queued.push_back(io);
  }

  void AddRequest(TraceChunk* chunk) {
    IssuedRequest request;
    SetCommon(&request);
    const uint64_t ordinal = chunk->first_request + chunk->requests.size();
    const size_t joined = chunk->queued.empty() ? 0 : Below(4);
    for (size_t i = 0; i < joined; ++i) {
      const QueuedIo& io = chunk->queued[Below(chunk->queued.size())];
      const uint64_t queued =
          chunk->first_queued + static_cast<uint64_t>(&io - chunk->queued.data());
      const IoLink link{queued, ordinal > 0 && OneIn(9) ? Below(ordinal) : ordinal};
      if (std::find(chunk->links.begin(), chunk->links.end(), link) == chunk->links.end()) {
        chunk->links.push_back(link);
      }
      if (!OneIn(4)) request.offset = io.offset;
      if (!OneIn(4)) request.length = io.length;
    }
    request.issue_ns = Or<int64_t>(OneIn(9) ? kNoTime : now_ + static_cast<int64_t>(Below(5000)));
    if (request.issue_ns != kNoTime) request.issue_ns = std::max(request.issue_ns, floor_ns_);
    request.complete_ns = Or<int64_t>(OneIn(9) ? kNoTime : now_ + 5000);
    chunk->requests.push_back(request);
  }

  void AddEvents(TraceChunk* chunk) {
    const uint64_t requests = chunk->first_request + chunk->requests.size();
    if (requests == 0) return;
    for (uint64_t n = Below(3); n > 0; --n) {
      chunk->events.push_back(
          {.request = Below(requests),
           .time_ns = Or<int64_t>(now_),
           .issue_ns = Or<int64_t>(now_ - 10),
           .bytes = Or<uint64_t>(4096),
           .error = Or<int32_t>(0),
           .kind = OneIn(2) ? RequestEvent::Kind::kRequeue : RequestEvent::Kind::kPartialComplete});
    }
  }

  const RandomTraceOptions& options_;
  std::mt19937_64 random_;
  uint64_t queued_ = 0, requests_ = 0, end_ = 0;
  int64_t now_ = -1000, floor_ns_ = kNoTime;
};

}  // namespace

TraceInfo FullTraceInfo() {
  TraceInfo info;
  for (uint16_t i = 0; i < kDevices; ++i) {
    DeviceInfo& device = info.devices.emplace_back();
    device.name = std::string("sd") + static_cast<char>('a' + i);
    device.major = 8;
    device.minor = i * 16u;
  }
  info.devices[0] = {.name = "\\\\.\\PhysicalDrive1",
                     .major = 259,
                     .minor = 1,
                     .size_bytes = UINT64_MAX,
                     .logical_block_bytes = 512,
                     .physical_block_bytes = 4096,
                     .rotational = false,
                     .model = "Ünïversal \"Disk\"",
                     .partition_start_bytes = 0,
                     .parent = "nvme0",
                     .members = {"a", "b\n"},
                     .scheduler = "none",
                     .read_ahead_kb = 128,
                     .nr_requests = 64,
                     .max_sectors_kb = 1280,
                     .wbt_lat_usec = -1,
                     .write_cache = "write back",
                     .fua = true,
                     .filesystem = "ext4",
                     .mount_point = "/mnt"};
  for (uint32_t i = 0; i < kTasks; ++i) {
    info.tasks.push_back({.pid = static_cast<int32_t>(100 + i),
                          .tid = static_cast<int32_t>(200 + i),
                          .parent = 1,
                          .name = "worker",
                          .process = i % 2 ? "app" : "",
                          .task_class = static_cast<TaskClass>(i % 5)});
  }
  info.tasks[3].name = std::string("not \xff utf-8 \x80\xc3", 14);
  info.losses = {{.cpu = 1, .from_ns = -5, .to_ns = 7, .events = 12}, {}};
  info.command = {.argv = {"dd", "", "if=/dev/zero"},
                  .start_ns = 5,
                  .exit_ns = kNoTime,
                  .exit_code = 137,
                  .exit_signal = 9};
  info.start_wall_ns = 1'700'000'000'000'000'000;
  info.start_clock_ns = 12345;
  info.clock = "CLOCK_MONOTONIC";
  info.clock_resolution_ns = 100;
  info.host = {.hostname = "box",
               .kernel = "Linux 6.18",
               .cpu = "Some CPU",
               .cpus = 8,
               .memory_bytes = 1ull << 40};
  info.source = "ftrace-blk";
  info.origin = "record -d /dev/sda -- dd";
  info.writer = "ioreel 0.1.0";
  info.stage_events = {{"Q", 12}, {"lost", UINT64_MAX}};
  info.notes = {{"mask", "all"}, {"empty", ""}};
  info.tainted = true;
  return info;
}

TraceInMemory RandomTrace(const RandomTraceOptions& options) {
  TraceInMemory trace;
  trace.info = FullTraceInfo();
  Generator generator(options);
  while (static_cast<int>(trace.chunks.size()) < options.chunks) {
    TraceChunk chunk = generator.Chunk();
    if (!chunk.empty()) trace.chunks.push_back(std::move(chunk));
  }
  return trace;
}

}  // namespace ioreel
