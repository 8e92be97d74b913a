#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/status_macros.h"
#include "formats/registry.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

/// tests/golden/FORMAT: `in` is read as that format and written as CSV, which is `expected.csv`.

namespace ioreel {
namespace {

absl::Status ConvertToCsv(const Format& format, const std::string& in, const std::string& out) {
  std::vector<std::unique_ptr<Input>> inputs;
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<Input> input, OpenFileInput(in));
  inputs.push_back(std::move(input));
  ImportLog log;
  IOREEL_ASSIGN_OR_RETURN(const auto reader, format.OpenReader(std::move(inputs), {}, &log));
  IOREEL_ASSIGN_OR_RETURN(const auto writer, FindFormat("csv")->OpenWriter(out, {}));
  TraceChunk chunk;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader->Read(&chunk));
    if (!more) return writer->Finish(reader->info());
    IOREEL_RETURN_IF_ERROR(writer->Write(reader->info(), chunk));
  }
}

TEST(GoldenTest, EveryFolderHoldsWhatItsFormatReads) {
  int folders = 0;
  for (const auto& folder : std::filesystem::directory_iterator(ProjectFile("tests/golden"))) {
    const std::string name = folder.path().filename().string();
    SCOPED_TRACE(name);
    const Format* const format = FindFormat(name);
    ASSERT_NE(format, nullptr);
    const std::string out = ScratchPath(name + ".csv");
    ASSERT_THAT(ConvertToCsv(*format, folder.path() / "in", out), IsOk());
    EXPECT_EQ(*ReadFile(out), *ReadFile(folder.path() / "expected.csv"));
    ++folders;
  }
  EXPECT_GE(folders, 17);
}

}  // namespace
}  // namespace ioreel
