#include <gtest/gtest.h>

#include "base/file.h"
#include "base/status_macros.h"
#include "formats/registry.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

/// tests/golden/FORMAT: `in` is read as that format and written as CSV, which is `expected.csv`.
/// That of the container also holds its layout: another one is another version.

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

TEST(GoldenTest, EveryFormatReadsWhatItsFolderHolds) {
  for (const Format* format : AllFormats()) {
    if (!format->CanRead()) continue;
    const std::string name(format->name());
    SCOPED_TRACE(name);
    const std::string folder = ProjectFile("tests/golden/" + name);
    const std::string out = ScratchPath(name + ".csv");
    ASSERT_THAT(ConvertToCsv(*format, folder + "/in", out), IsOk());
    EXPECT_EQ(*ReadFile(out), *ReadFile(folder + "/expected.csv"));
  }
}

}  // namespace
}  // namespace ioreel
