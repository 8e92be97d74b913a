#include "tests/support/container_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/check.h"
#include "base/status_macros.h"
#include "formats/container/container_writer.h"

namespace ioreel {

namespace {

/// A folder that goes away with the process; in memory where possible, since tests write
/// thousands of small files and have each flushed.
class Folder {
 public:
  Folder() {
    path_ = access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : ::testing::TempDir();
    path_ += "ioreel_test.XXXXXX";
    CHECK(mkdtemp(path_.data()) != nullptr);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

std::string FreshPath(const std::string& name) {
  static const Folder folder;
  static int files = 0;
  return absl::StrCat(folder.path(), "/", files++, ".", name);
}

std::string WriteContainer(const TraceInMemory& trace, bool finish) {
  auto writer = ContainerWriter::Create(FreshPath("t.ioreel"));
  CHECK_OK(writer.status());
  for (const TraceChunk& chunk : trace.chunks) {
    CHECK_OK((*writer)->Write(trace.info, chunk));
    CHECK_OK((*writer)->Flush(trace.info));
  }
  if (!finish) return (*writer)->path() + ".partial";
  CHECK_OK((*writer)->Finish(trace.info));
  return (*writer)->path();
}

absl::StatusOr<TraceInMemory> ReadAll(TraceReader* reader) {
  TraceInMemory trace;
  for (TraceChunk chunk;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader->Read(&chunk));
    if (!more) break;
    trace.chunks.push_back(chunk);
  }
  trace.info = reader->info();
  return trace;
}

absl::StatusOr<TraceInMemory> ReadContainer(const std::string& path, Unfinished unfinished) {
  IOREEL_ASSIGN_OR_RETURN(const auto reader, OpenContainer(path, unfinished));
  return ReadAll(reader.get());
}

void ExpectSameChunks(const std::vector<TraceChunk>& got, const std::vector<TraceChunk>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    SCOPED_TRACE(absl::StrCat("chunk ", i));
    EXPECT_EQ(got[i].first_queued, want[i].first_queued);
    EXPECT_EQ(got[i].first_request, want[i].first_request);
    EXPECT_TRUE(got[i].queued == want[i].queued);
    EXPECT_TRUE(got[i].requests == want[i].requests);
    EXPECT_TRUE(got[i].links == want[i].links);
    EXPECT_TRUE(got[i].events == want[i].events);
  }
}

void ExpectSameTrace(const TraceInMemory& got, const TraceInMemory& want) {
  EXPECT_TRUE(got.info == want.info);
  ExpectSameChunks(got.chunks, want.chunks);
}

}  // namespace ioreel
