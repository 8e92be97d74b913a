#include <cstdint>
#include <vector>

#include "base/check.h"
#include "formats/io/input.h"

/// Compressed inputs of any kind.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMostUnpacked = 64 << 20;
  const auto input =
      ioreel::MakeMemoryInput("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  const auto stream = input->Open();
  CHECK_OK(stream.status());
  std::vector<char> piece(64 << 10);
  size_t unpacked = 0;
  while ((*stream)->good() && unpacked < kMostUnpacked) {
    (*stream)->read(piece.data(), static_cast<std::streamsize>(piece.size()));
    unpacked += static_cast<size_t>((*stream)->gcount());
  }
  ioreel::StreamStatus(**stream, input->name()).IgnoreError();
  return 0;
}
