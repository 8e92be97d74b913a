#include "formats/not_a_trace.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "formats/io/tar_members.h"

namespace ioreel {
namespace {

struct Report {
  absl::string_view mark;  ///< stands in it
  absl::string_view what;
  absl::string_view instead;
};

constexpr Report kReports[] = {
    {"==================== All Devices", "a report of btt",
     "give ioreel the blktrace files it was made from"},
    {"Q2Q               ", "a report of btt", "give ioreel the blktrace files it was made from"},
    {"Device            r/s", "output of iostat, sums without single I/Os",
     "record with ioreel record or blktrace"},
    {"avg-cpu:  %user", "output of iostat, sums without single I/Os",
     "record with ioreel record or blktrace"},
    {"\"fio version\"", "a result of fio", "let fio write its I/Os with write_iolog=FILE"},
    {"Command Line: diskspd", "a report of diskspd, sums without single I/Os",
     "record an ETW trace beside it (xperf, wpr)"},
    {"TIME(ms)    DISK", "output of bpftrace's biosnoop.bt, which has no sectors and sizes",
     "record with bcc's or libbpf's biosnoop, or with ioreel record"},
};

struct Binary {
  absl::string_view magic;  ///< the first bytes
  absl::string_view told;
};

constexpr Binary kBinaries[] = {
    {"PK\x03\x04",
     "a zip archive, no trace; unpack the trace in it, as "
     "`unzip -p ARCHIVE | ioreel convert - -o OUT` does"},
    {"7z\xbc\xaf\x27\x1c",
     "a 7z archive, no trace; unpack the trace in it, as "
     "`7z e -so ARCHIVE | ioreel convert - -o OUT` does"},
    {"\x17\x08\x44tracing",
     "a recording of trace-cmd, which only trace-cmd reads; give ioreel its text: "
     "`trace-cmd report -t -i FILE | ioreel convert - -o OUT`"},
    {"PERFILE2",
     "a recording of perf, which only perf reads; give ioreel its text: "
     "`perf script --ns --show-lost-events -i FILE | ioreel convert - -o OUT`"},
    {"2ELIFREP",
     "a recording of perf on a machine of the other byte order; give ioreel its text: "
     "`perf script --ns --show-lost-events -i FILE | ioreel convert - -o OUT`"},
};

/// A byte order mark of UTF-16 and characters of ASCII behind it.
bool IsUtf16(absl::string_view head) {
  constexpr size_t kLooksAt = 32;
  const bool little = absl::StartsWith(head, "\xff\xfe"), big = absl::StartsWith(head, "\xfe\xff");
  if (head.size() < 4 || !(little || big)) return false;
  for (size_t at = little ? 3 : 2; at < std::min(head.size(), kLooksAt); at += 2) {
    if (head[at] != '\0') return false;
  }
  return true;
}

/// A text of several lines that carriage returns alone part.
bool HasBareReturns(absl::string_view head) {
  const size_t first = head.find('\r');
  if (first == absl::string_view::npos || first + 1 == head.size()) return false;
  return std::none_of(head.begin(), head.end(), [](char c) {
    return c == '\n' ||
           (absl::ascii_iscntrl(static_cast<unsigned char>(c)) && c != '\r' && c != '\t');
  });
}

/// btt's scheduler messages: "(  8,  0)     0.000018823 cfq7810S / insert_request".
bool IsBttMessages(absl::string_view head) {
  absl::string_view line = head.substr(0, head.find('\n'));
  if (!absl::ConsumePrefix(&line, "(")) return false;
  const size_t close = line.find(')');
  return close != absl::string_view::npos && absl::StrContains(line.substr(0, close), ",") &&
         absl::StrContains(line.substr(close), " / ");
}

/// "0 1:25:49 PM 0.00036621 0 Write 27184840 8", whose times DiskMon cuts to seconds.
bool IsDiskmonClock(absl::string_view head) {
  const std::vector<absl::string_view> fields =
      absl::StrSplit(head.substr(0, head.find('\n')), absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
  if (fields.size() < 7 || fields.size() > 8 || !absl::StrContains(fields[1], ':')) return false;
  const absl::string_view op = fields[fields.size() - 3];
  return op == "Read" || op == "Write";
}

}  // namespace

std::string TellUnreadable(absl::string_view head) {
  for (const Binary& binary : kBinaries) {
    if (absl::StartsWith(head, binary.magic)) return std::string(binary.told);
  }
  if (IsTar(head))
    return "a tar archive, no trace; unpack the trace in it, as "
           "`tar -xOf ARCHIVE | ioreel convert - -o OUT` does";
  if (IsUtf16(head))
    return "a text in UTF-16, as PowerShell's > writes it; give ioreel UTF-8: "
           "`iconv -f UTF-16 -t UTF-8 FILE | ioreel convert - -o OUT`";
  if (HasBareReturns(head))
    return "a text whose lines end in carriage returns alone; give ioreel newlines: "
           "`tr '\\r' '\\n' < FILE | ioreel convert - -o OUT`";
  return "";
}

std::string TellReport(absl::string_view head) {
  for (const Report& report : kReports) {
    if (absl::StrContains(head, report.mark))
      return absl::StrCat(report.what, ", no trace; ", report.instead);
  }
  if (IsDiskmonClock(head))
    return "a DiskMon log with times of day, which do not tell one I/O from the next; save it "
           "without Options > Clock Time";
  if (IsBttMessages(head))
    return "scheduler messages of btt, no trace; give ioreel the blktrace files they were made "
           "from";
  return "";
}

}  // namespace ioreel
