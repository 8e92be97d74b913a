#include "tests/support/bio_watch.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "capture/tracefs.h"

namespace ioreel {
namespace {

constexpr uint64_t kSector = 512;

/// "comm-123 [000] ..... 12.345678: block_bio_queue: 7,0 WS 2048 + 8 [comm]"
std::optional<BioWatch::Bio> ParseLine(const std::string& line) {
  const size_t event = line.find(": block_bio_queue: ");
  if (event == std::string::npos) return std::nullopt;
  const size_t time = line.rfind(' ', event - 1);
  char flags[16];
  unsigned long long sector = 0;
  unsigned sectors = 0;
  if (sscanf(line.c_str() + event, ": block_bio_queue: %*u,%*u %15s %llu + %u", flags, &sector,
             &sectors) != 3) {
    return std::nullopt;
  }
  BioWatch::Bio bio;
  bio.time_ns = std::llround(std::stod(line.substr(time)) * 1e9);
  const char* op = flags;
  if (*op == 'F' && sectors == 0) {
    bio.op = Op::kFlush;
    return bio;
  }
  if (*op == 'F') ++op;
  bio.op = *op == 'R'                                   ? Op::kRead
           : *op == 'D'                                 ? Op::kDiscard
           : *op == 'N' || (*op == 'W' && op[1] == 'Z') ? Op::kWriteZeroes
                                                        : Op::kWrite;
  bio.offset = sector * kSector;
  bio.length = sectors * kSector;
  return bio;
}

}  // namespace

BioWatch::BioWatch(const std::string& device) {
  const auto tracefs = Tracefs::Find();
  struct stat status;
  if (!tracefs.ok() || stat(device.c_str(), &status) != 0) {
    why_not_ = "no tracefs, or no device";
    return;
  }
  instance_ = tracefs->Path(absl::StrCat("instances/bio_watch_", getpid(), "_",
                                         major(status.st_rdev), "_", minor(status.st_rdev)));
  const std::string event = "events/block/block_bio_queue/";
  const uint64_t number = uint64_t{major(status.st_rdev)} << 20 | minor(status.st_rdev);
  const bool watching = mkdir(instance_.c_str(), 0700) == 0 && Write("trace_clock", "mono") &&
                        Write("buffer_size_kb", "16384") &&
                        Write(event + "filter", absl::StrCat("dev == ", number)) &&
                        Write(event + "enable", "1");
  if (!watching) why_not_ = "cannot set up a trace instance (needs root)";
}

BioWatch::~BioWatch() {
  if (instance_.empty()) return;
  Write("events/block/block_bio_queue/enable", "0");
  rmdir(instance_.c_str());
}

bool BioWatch::Write(const std::string& file, const std::string& text) {
  return WriteFile(instance_ + "/" + file, text).ok();
}

std::vector<BioWatch::Bio> BioWatch::Stop() {
  Write("tracing_on", "0");
  std::vector<Bio> bios;
  std::ifstream trace(instance_ + "/trace");
  for (std::string line; std::getline(trace, line);) {
    if (const auto bio = ParseLine(line)) bios.push_back(*bio);
  }
  return bios;
}

}  // namespace ioreel
