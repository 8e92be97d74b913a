#include "traces/synth/named_patterns.h"

#include <algorithm>

namespace ioreel {

const std::vector<NamedPattern>& NamedPatterns() {
  static const auto* const kPatterns = new std::vector<NamedPattern>{
      {"seqread", "bs=128k,read=100,random=0", "sequential reads"},
      {"seqwrite", "bs=128k,read=0,random=0", "sequential writes"},
      {"randread", "bs=4k,read=100,random=100", "random reads"},
      {"randwrite", "bs=4k,read=0,random=100", "random writes"},
      {"randrw", "bs=4k,read=70,random=100", "random reads and writes"},
      {"trim", "bs=64m,read=0,random=0,other=discard", "discards, one behind the other"},
      {"fileserver",
       "bs=512/10:1k/5:2k/5:4k/60:8k/2:16k/4:32k/4:64k/10,read=80,random=100,align=512",
       "IOmeter's file server"},
      {"webserver",
       "bs=512/22:1k/15:2k/8:4k/23:8k/15:16k/2:32k/6:64k/7:128k/1:512k/1,read=100,random=100,"
       "align=512",
       "IOmeter's web server"},
      {"database", "bs=8k,read=67,random=100,align=512", "IOmeter's database"},
      {"workstation", "bs=8k,read=80,random=80,align=512", "IOmeter's workstation"},
      {"mixed", "bs=4k/55:64k/25:128k/20,read=75,random=75,align=4k,threads=4",
       "a mixed load of four threads, as reviews of SSDs use it"},
      {"degrade", "bs=4k-1m,read=0,random=100,align=512",
       "random writes of random length at any sector, as PCMark 8 wears a drive"},
  };
  return *kPatterns;
}

const NamedPattern* FindPattern(absl::string_view name) {
  const auto& all = NamedPatterns();
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const NamedPattern& pattern) { return pattern.name == name; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace ioreel
