#include "tests/support/format_samples.h"

#include <map>

#include "base/check.h"
#include "tests/support/blktrace_bytes.h"

namespace ioreel {
namespace {

std::string Blktrace() {
  return BlktraceBytes{}.Encode() +
         BlktraceBytes{.code = 7, .time_ns = 1000, .sequence = 1}.Encode() +
         BlktraceBytes{.code = 8, .time_ns = 9000, .sequence = 2}.Encode();
}

}  // namespace

std::string FormatSample(absl::string_view format) {
  const std::map<std::string, std::string> samples = {
      {"alibaba", "419,W,8792731648,16384,1577808000000046\n725,R,4096,8192,1577808000000066\n"},
      {"blkreplay",
       "text\nstart ; sector; length ; op ;  replay_delay=0 ; replay_duration=0\n"
       "      0.000000000 ;     37766853 ;   64 ; W ; 0.0 ; 0.000412000\n"},
      {"blktrace", Blktrace()},
      {"msr",
       "128166372003061629,hm,0,Read,383496192,32768,113736\n"
       "128166372016382155,hm,1,Write,2822144,4096,98201\n"},
      {"spc", "0,303567,3584,w,0.000000\n1,55590,3072,R,0.026214,note\n"},
  };
  const auto found = samples.find(std::string(format));
  CHECK(found != samples.end());
  return found->second;
}

}  // namespace ioreel
