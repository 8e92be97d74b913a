#include <zlib.h>

#include "base/check.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

class GzipDecoder : public FrameDecoder {
 public:
  GzipDecoder() {
    constexpr int kGzipOnly = 16;  // added to the bits of the window
    CHECK(inflateInit2(&zlib_, kGzipOnly + MAX_WBITS) == Z_OK);
  }
  ~GzipDecoder() override { inflateEnd(&zlib_); }

  Step Decode(absl::string_view input, char* output, size_t output_size) override {
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    zlib_.avail_in = static_cast<uInt>(input.size());
    zlib_.next_out = reinterpret_cast<Bytef*>(output);
    zlib_.avail_out = static_cast<uInt>(output_size);
    const int result = inflate(&zlib_, Z_NO_FLUSH);
    Step step{input.size() - zlib_.avail_in, output_size - zlib_.avail_out};
    step.at_end = result == Z_STREAM_END;
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
      step.error = zlib_.msg != nullptr ? zlib_.msg : zError(result);
    return step;
  }

  void Restart() override { CHECK(inflateReset(&zlib_) == Z_OK); }
  bool AllowsPadding() const override { return true; }

 private:
  z_stream zlib_ = {};
};

}  // namespace

std::unique_ptr<FrameDecoder> MakeGzipDecoder() { return std::make_unique<GzipDecoder>(); }

}  // namespace ioreel
