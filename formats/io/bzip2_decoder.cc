#include <bzlib.h>

#include "base/check.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

const char* ErrorText(int result) {
  switch (result) {
    case BZ_OK:
    case BZ_STREAM_END:
      return "";
    case BZ_DATA_ERROR_MAGIC:
      return "no bzip2 stream";
    default:
      return "the bzip2 data is damaged";
  }
}

class Bzip2Decoder : public FrameDecoder {
 public:
  Bzip2Decoder() { Start(); }
  ~Bzip2Decoder() override { BZ2_bzDecompressEnd(&bzip2_); }

  Step Decode(absl::string_view input, char* output, size_t output_size) override {
    bzip2_.next_in = const_cast<char*>(input.data());
    bzip2_.avail_in = static_cast<unsigned>(input.size());
    bzip2_.next_out = output;
    bzip2_.avail_out = static_cast<unsigned>(output_size);
    const int result = BZ2_bzDecompress(&bzip2_);
    return {input.size() - bzip2_.avail_in, output_size - bzip2_.avail_out, result == BZ_STREAM_END,
            ErrorText(result)};
  }

  void Restart() override {
    BZ2_bzDecompressEnd(&bzip2_);
    Start();
  }

 private:
  void Start() {
    bzip2_ = {};
    CHECK(BZ2_bzDecompressInit(&bzip2_, /*verbosity=*/0, /*small=*/0) == BZ_OK);
  }

  bz_stream bzip2_ = {};
};

}  // namespace

std::unique_ptr<FrameDecoder> MakeBzip2Decoder() { return std::make_unique<Bzip2Decoder>(); }

}  // namespace ioreel
