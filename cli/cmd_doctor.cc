#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/console.h"
#include "base/mount_table.h"
#include "base/units.h"
#include "capture/device_probe.h"
#include "capture/doctor.h"
#include "cli/commands.h"
#include "replay/engine_registry.h"
#include "replay/safety/device_use.h"

namespace ioreel {
namespace {

struct Section {
  std::string title;
  std::vector<Finding> findings;
};

Section ExamineEngines() {
  Section section{"replay engines", {}};
  for (const EngineKind& kind : AllEngines()) {
    if (!kind.real) continue;
    const absl::Status status = ProbeEngine(kind);
    section.findings.push_back(
        {std::string(kind.name), status.ok(),
         status.ok() ? std::string(kind.description) : std::string(status.message())});
  }
  return section;
}

/// Memory that may be locked: what io_uring registers as buffers comes out of it.
Finding ExamineMemlock() {
  constexpr rlim_t kEnough = 64 << 20;
  rlimit limit;
  getrlimit(RLIMIT_MEMLOCK, &limit);
  if (limit.rlim_cur == RLIM_INFINITY || geteuid() == 0) return {"memlock", true, "no limit"};
  std::string detail = FormatSize(limit.rlim_cur);
  if (limit.rlim_cur < kEnough) absl::StrAppend(&detail, "; raise it with ulimit -l for io_uring");
  return {"memlock", limit.rlim_cur >= kEnough, std::move(detail)};
}

Finding DescribeDevice(const SysfsBlock& block, const std::vector<Mount>& mounts) {
  const DeviceInfo info = ProbeDevice(block, mounts);
  std::string detail = FormatSize(info.size_bytes.value_or(0));
  if (!info.model.empty()) absl::StrAppend(&detail, ", ", info.model);
  if (!info.members.empty()) absl::StrAppend(&detail, ", on ", absl::StrJoin(info.members, ", "));
  const bool traced = !block.Text("trace/enable").empty();
  absl::StrAppend(&detail, traced ? "" : ", cannot be traced");
  const std::vector<std::string> uses = FindUses({.is_block = true, .device = block.number()});
  absl::StrAppend(&detail, "; ", uses.empty() ? "free" : absl::StrJoin(uses, ", "));
  return {info.name, traced, std::move(detail)};
}

Section ListDevices() {
  Section section{"devices", {}};
  const std::vector<Mount> mounts = ReadMountTable();
  for (const SysfsBlock& block : ListBlockDevices()) {
    section.findings.push_back(DescribeDevice(block, mounts));
  }
  return section;
}

void PrintText(const std::vector<Section>& sections) {
  for (const Section& section : sections) {
    Print(absl::StrCat(section.title, "\n"));
    for (const Finding& finding : section.findings) {
      Print(absl::StrFormat("  %-12s %-3s %s\n", finding.name, finding.works ? "ok" : "no",
                            Printable(finding.detail)));
    }
  }
}

void PrintJson(const std::vector<Section>& sections) {
  using Json = nlohmann::ordered_json;
  Json document;
  for (const Section& section : sections) {
    for (const Finding& finding : section.findings) {
      document[section.title][finding.name] = {{"works", finding.works},
                                               {"detail", finding.detail}};
    }
  }
  const std::string text =
      document.dump(2, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

class DoctorCommand : public Command {
 public:
  std::string name() const override { return "doctor"; }
  std::string summary() const override {
    return "Try what works on this machine, and say why the rest does not";
  }
  void Declare(FlagSet& flags) override {
    flags.Flag("--json", &json_, "print JSON");
    flags.Example("sudo ioreel doctor");
  }
  absl::StatusOr<ExitCode> Run() override {
    std::vector<Section> sections = {{"capture", ExamineCapture()}, ExamineEngines()};
    sections.back().findings.push_back(ExamineMemlock());
    sections.push_back(ListDevices());
    json_ ? PrintJson(sections) : PrintText(sections);
    return ExitCode::kOk;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeDoctorCommand() { return std::make_unique<DoctorCommand>(); }

}  // namespace ioreel
