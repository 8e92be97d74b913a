#include "formats/edit/anonymize_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "formats/model/fields.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

NameKey Key() { return NameKey::OfSecret("a secret of tests"); }

TraceInfo Hidden(const TraceInfo& info, const NameKey& key = Key()) {
  return MakeAnonymizeReader(MakeVectorReader(info, {}), key)->info();
}

/// Fills each text of a description with what must not be told.
struct Mark {
  void operator()(const char*, std::string& text) { text = "SECRET"; }
  void operator()(const char*, std::vector<std::string>& texts) { texts = {"SECRET", "SECRET"}; }
  void operator()(const char*, std::map<std::string, std::string>& texts) {
    texts = {{"SECRET", "SECRET"}};
  }
  template <HasFields T>
  void operator()(const char*, T& part) {
    VisitFields(part, *this);
  }
  template <HasFields T>
  void operator()(const char*, std::optional<T>& part) {
    VisitFields(part.emplace(), *this);
  }
  template <typename T>
  void operator()(const char*, T&) {}
};

/// The keys under which it stands nevertheless.
struct Marked {
  std::set<std::string> keys;
  void operator()(const char* key, const std::string& text) {
    if (absl::StrContains(text, "SECRET")) keys.insert(key);
  }
  void operator()(const char* key, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) (*this)(key, text);
  }
  void operator()(const char* key, const std::map<std::string, std::string>& texts) {
    for (const auto& [name, text] : texts) (*this)(key, name + text);
  }
  template <HasFields T>
  void operator()(const char*, const T& part) {
    VisitFields(part, *this);
  }
  template <HasFields T>
  void operator()(const char*, const std::optional<T>& part) {
    if (part) VisitFields(*part, *this);
  }
  template <typename T>
  void operator()(const char*, const T&) {}
};

template <typename Info, typename Visit>
void VisitAll(Info& info, Visit& visit) {
  for (auto& device : info.devices) VisitFields(device, visit);
  for (auto& task : info.tasks) VisitFields(task, visit);
  VisitFacts(info, visit);
}

/// A field that is added to a trace is hidden, or is added here and in docs/editing.md.
TEST(AnonymizeReaderTest, NoTextStaysButWordsOfTheKernelAndOfFormats) {
  TraceInfo info;
  info.devices.resize(1);
  info.tasks.resize(1);
  Mark mark;
  VisitAll(info, mark);
  const TraceInfo hidden = Hidden(info);
  Marked marked;
  VisitAll(hidden, marked);
  EXPECT_THAT(marked.keys, UnorderedElementsAre("scheduler", "write_cache", "filesystem", "clock",
                                                "source", "writer", "cpu", "kernel"));
  for (const auto& [release, left] : {std::pair("6.1.0-acme-prod", "6.1.0"),
                                      {"6.1.0", "6.1.0"},
                                      {"5.15.167.4-microsoft-standard-WSL2", "5.15.167.4"},
                                      {"6.9_acme", "6.9"}}) {
    info.host.kernel = absl::StrCat("Linux ", release, " x86_64");
    EXPECT_EQ(Hidden(info).host.kernel, absl::StrCat("Linux ", left, " x86_64"));
  }
  info.host.kernel = "Windows NT 6.1.7601 64-bit";
  EXPECT_EQ(Hidden(info).host.kernel, info.host.kernel);
}

TEST(AnonymizeReaderTest, RowsNumbersAndTimesStay) {
  TraceInMemory trace = RandomTrace({.chunks = 2});
  trace.info = FullTraceInfo();
  const auto plain = ReadWhole(*MakeVectorReader(trace.info, trace.chunks));
  const auto hidden =
      ReadWhole(*MakeAnonymizeReader(MakeVectorReader(trace.info, trace.chunks), Key()));
  ASSERT_THAT(hidden, IsOk());
  EXPECT_EQ(hidden->rows.queued, plain->rows.queued);
  EXPECT_EQ(hidden->rows.links, plain->rows.links);
  EXPECT_EQ(hidden->info.tasks[0].pid, plain->info.tasks[0].pid);
  EXPECT_EQ(hidden->info.devices[0].size_bytes, plain->info.devices[0].size_bytes);
  EXPECT_EQ(hidden->info.losses, plain->info.losses);
  EXPECT_EQ(hidden->info.command->exit_ns, plain->info.command->exit_ns);
  EXPECT_EQ(hidden->info.start_wall_ns, plain->info.start_wall_ns);
}

TEST(AnonymizeReaderTest, OneNameIsTheSameWhereverItStands) {
  TraceInfo info;
  info.devices = {{.name = "vg-root", .model = "ACME 1000", .members = {"sdb1", "nvme0n1"}},
                  {.name = "sdb1", .parent = "sdb"},
                  {.name = ""},
                  {.name = "vg-root"}};
  info.tasks = {{.name = "worker", .process = "postgres"}, {.name = "postgres"}, {.name = ""}};
  info.host.hostname = "db1";
  const TraceInfo hidden = Hidden(info);
  const std::vector<DeviceInfo>& devices = hidden.devices;
  EXPECT_EQ(devices[0].name, "device-d9a174090a68");
  EXPECT_EQ(devices[0].model, "model-93179fb0e7ec");
  EXPECT_EQ(devices[1].name, "device-29a83e664711");
  EXPECT_EQ(devices[2].name, "") << "nothing is known of it";
  EXPECT_EQ(devices[3].name, devices[0].name);
  EXPECT_THAT(devices[0].members, ElementsAre(devices[1].name, "device-a9689a68b4ee"));
  EXPECT_EQ(devices[1].parent, "device-497ccf0e46dd");
  const std::vector<TaskInfo>& tasks = hidden.tasks;
  EXPECT_EQ(tasks[0].name, "task-00682cdf3233");
  EXPECT_EQ(tasks[0].process, "task-3324b91e1348");
  EXPECT_EQ(tasks[1].name, tasks[0].process);
  EXPECT_EQ(tasks[2].name, "");
  EXPECT_EQ(hidden.host.hostname, "host-fc08039b5cec");
}

/// Without the key a short name cannot be found by hashing likely ones.
TEST(AnonymizeReaderTest, TheHashIsOfTheKeyToo) {
  TraceInfo info;
  info.tasks.emplace_back().name = "postgres";
  const std::string hash = Hidden(info).tasks[0].name;
  EXPECT_NE(Hidden(info, NameKey::OfSecret("another")).tasks[0].name, hash);
  EXPECT_NE(Hidden(info, NameKey::Random()).tasks[0].name,
            Hidden(info, NameKey::Random()).tasks[0].name);
  info.devices.emplace_back().name = "postgres";
  EXPECT_NE(Hidden(info).devices[0].name.substr(7), hash.substr(5)) << "of another kind";
}

/// These have the same hash under this key, found by trying 60 million.
TEST(AnonymizeReaderTest, NamesOfOneHashStayApart) {
  TraceInfo info;
  info.tasks = {{.name = "app30160642"}, {.name = "app42941514"}, {.name = "app30160642"}};
  const std::vector<TaskInfo> tasks = Hidden(info).tasks;
  EXPECT_EQ(tasks[0].name, "task-3ba0040710d8");
  EXPECT_NE(tasks[1].name, tasks[0].name);
  EXPECT_EQ(tasks[2].name, tasks[0].name);
}

}  // namespace
}  // namespace ioreel
