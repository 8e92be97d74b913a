#include <utility>

#include "absl/strings/match.h"
#include "base/status_macros.h"
#include "formats/container/container_reader.h"
#include "formats/container/container_writer.h"
#include "formats/container/layout.h"
#include "formats/container/plain_file.h"
#include "formats/formats.h"

namespace ioreel {
namespace {

class IoreelFormat : public Format {
 public:
  absl::string_view name() const override { return "ioreel"; }
  absl::string_view description() const override { return "ioreel trace container"; }
  absl::string_view carries() const override { return "everything"; }
  std::vector<absl::string_view> extensions() const override { return {".ioreel"}; }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    return absl::StartsWith(head, kFileMagic);
  }

  /// Its first bytes may be damaged; then the reader says so.
  bool SniffLast(absl::string_view, absl::string_view name) const override {
    return absl::EndsWith(name, ".ioreel") || absl::EndsWith(name, ".ioreel.partial");
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog*) const override {
    if (inputs.size() != 1) {
      return absl::InvalidArgumentError("an ioreel trace is one file; name one");
    }
    IOREEL_ASSIGN_OR_RETURN(PlainFile plain, OpenPlainFile(*inputs[0]));
    IOREEL_RETURN_IF_ERROR(plain.damage);
    return OpenContainer(std::move(plain.fd), inputs[0]->name(),
                         options.unfinished ? Unfinished::kRead : Unfinished::kRefuse);
  }

  bool CanWrite() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(const std::string& path,
                                                          const WriteOptions&) const override {
    return ContainerWriter::Create(path);
  }
};

}  // namespace

const Format* ContainerFormat() {
  static const IoreelFormat format;
  return &format;
}

}  // namespace ioreel
