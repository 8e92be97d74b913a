#include <lzma.h>

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/units.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

constexpr uint64_t kMostMemory = uint64_t{128} << 20;  // xz -9 takes half of it

std::string ErrorText(lzma_ret result) {
  switch (result) {
    case LZMA_OK:
    case LZMA_STREAM_END:
    case LZMA_BUF_ERROR:  // nothing to do
      return "";
    case LZMA_FORMAT_ERROR:
      return "no xz stream";
    case LZMA_OPTIONS_ERROR:
      return "an option of xz that is not known here";
    default:
      return "the xz data is damaged";
  }
}

class XzDecoder : public FrameDecoder {
 public:
  XzDecoder() { Restart(); }
  ~XzDecoder() override { lzma_end(&lzma_); }

  Step Decode(absl::string_view input, char* output, size_t output_size) override {
    lzma_.next_in = reinterpret_cast<const uint8_t*>(input.data());
    lzma_.avail_in = input.size();
    lzma_.next_out = reinterpret_cast<uint8_t*>(output);
    lzma_.avail_out = output_size;
    const lzma_ret result = lzma_code(&lzma_, LZMA_RUN);
    Step step{input.size() - lzma_.avail_in, output_size - lzma_.avail_out,
              result == LZMA_STREAM_END, ErrorText(result)};
    step.refused = result == LZMA_MEMLIMIT_ERROR;
    if (step.refused)
      step.error = absl::StrCat("not unpacked: it takes ", FormatSize(lzma_memusage(&lzma_)),
                                " of memory, more than the 128 MiB taken for it; unpack it with "
                                "`xz -dc FILE`, into a file or a pipe that is read as -");
    return step;
  }

  void Restart() override { CHECK(lzma_stream_decoder(&lzma_, kMostMemory, 0) == LZMA_OK); }
  bool AllowsPadding() const override { return true; }

 private:
  lzma_stream lzma_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<FrameDecoder> MakeXzDecoder() { return std::make_unique<XzDecoder>(); }

}  // namespace ioreel
