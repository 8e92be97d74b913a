#include "tests/support/format_samples.h"

#include <map>

#include "base/bytes.h"
#include "base/check.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/etl_bytes.h"
#include "tests/support/octf_bytes.h"

namespace ioreel {
namespace {

std::string Blktrace() {
  return BlktraceBytes{}.Encode() +
         BlktraceBytes{.code = 7, .time_ns = 1000, .sequence = 1}.Encode() +
         BlktraceBytes{.code = 8, .time_ns = 9000, .sequence = 2}.Encode();
}

std::string Vscsi() {
  std::string bytes;
  for (uint64_t i = 0; i < 2; ++i) {
    for (uint32_t value : {7u, 512u, 1u}) AppendInt(&bytes, value);
    for (uint16_t value : {0x2a, 0x0100}) AppendInt(&bytes, value);
    for (uint64_t value : {42932745 + i, 5633898368802 + i}) AppendInt(&bytes, value);
  }
  return bytes;
}

std::string OracleGeneral() {
  std::string bytes;
  AppendInt(&bytes, uint32_t{7});
  AppendInt(&bytes, uint64_t{42932745});
  AppendInt(&bytes, uint32_t{512});
  AppendInt(&bytes, int64_t{-1});
  return bytes;
}

}  // namespace

std::string FormatSampleName(absl::string_view format) {
  return format == "oracle-general" ? "sample.oracleGeneral.bin" : "sample";
}

std::string FormatSample(absl::string_view format) {
  const std::map<std::string, std::string> samples = {
      {"alibaba", "419,W,8792731648,16384,1577808000000046\n725,R,4096,8192,1577808000000066\n"},
      {"blkreplay",
       "text\nstart ; sector; length ; op ;  replay_delay=0 ; replay_duration=0\n"
       "      0.000000000 ;     37766853 ;   64 ; W ; 0.0 ; 0.000412000\n"},
      {"blktrace", Blktrace()},
      {"etl", SmallEtl()},
      {"columns", "time_us,op,offset,length\n1,R,0,4096\n2.5,W,4096,512\n"},
      {"diskmon", "0\t0.043542\t0.00036621\t0\tWrite\t27184840\t8\n"},
      {"disksim", "13.191135\t30\t0\t5\t1\n"},
      {"fiu", "89967404237653 1892 nfsd 508455936 8 W 6 0 4c3a51f2a4a1b6f0d9f6e9d1f2b0c7aa\n"},
      {"heimdall", "223.412 0 3159347200 36864 0\n"},
      {"hfplayer",
       "#DUMP_OFFSET.I,ELAPSED_USECS.D,CMD.S,LUN_SSID.I,LBA.I,NBLKS.I,LATENCY_USECS.D\n"
       "3610768,81442951.096,WR_IN,1,2254431928,8,56.910\n"},
      {"iotrace", OctfDevice(1, "sda", 100) + OctfIo(2, 1, 2, 8, 8) + OctfCompletion(3, 1)},
      {"mqsim", "938513000 4 264719034 16 0\n"},
      {"ssdsim", "26214000 0 303574 7 0\n"},
      {"systor",
       "Timestamp,Response,IOType,LUN,Offset,Size\n"
       "1456135200.013118000,0.001512,W,4,1879048192,8192\n"},
      {"tencent", "1538323199,12910952128,128,0,1063\n1538323200,4637056,256,1,1085\n"},
      {"vscsi-csv", "version,time,op,size,lbn\n1,5633898,2a,512,42932745\n"},
      {"msr",
       "128166372003061629,hm,0,Read,383496192,32768,113736\n"
       "128166372016382155,hm,1,Write,2822144,4096,98201\n"},
      {"oracle-general", OracleGeneral()},
      {"procmon",
       "\"Time of Day\",\"Process Name\",\"PID\",\"Operation\",\"Path\",\"Result\",\"Detail\"\n"
       "\"10:29:05.0593693 AM\",\"app.exe\",\"2900\",\"ReadFile\",\"C:\\a\",\"SUCCESS\",\"Offset: "
       "2,275,840, Length: 16,384, I/O Flags: Non-cached\"\n"},
      {"vscsi", Vscsi()},
      {"wpa",
       "IO Type;Init Time (s);Complete Time (s);Size (B);Min Offset;Disk;Count\n"
       "Read;1,079943800;1,080031000;16.384;0x0000000000000400;1;1\n"},
      {"xperf",
       "BeginHeader\n DiskRead, TimeStamp, Process Name ( PID), ThreadID, IrpPtr, ByteOffset, "
       "IOSize, "
       "ElapsedTime, DiskNum\nEndHeader\n DiskRead, 8612, xperf.exe (3984), 11844, 0x1001, "
       "0x00018f0b8000, 0x00001000, 283, 0\n"},
      {"spc", "0,303567,3584,w,0.000000\n1,55590,3072,R,0.026214,note\n"},
  };
  const auto found = samples.find(std::string(format));
  CHECK(found != samples.end());
  return found->second;
}

}  // namespace ioreel
