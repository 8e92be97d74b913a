#include "replay/models/fit.h"

#include <algorithm>
#include <cmath>

namespace ioreel {
namespace {

constexpr double kSteps[] = {2, 1.4, 1.18, 1.08, 1.03, 1.01};
constexpr int kMostRounds = 4;  // with one step
constexpr double kGain = 1e-4;  // of the error, that a change must be worth
constexpr double kLeastUs = 1;  // what is 0 at first, and may have to grow

/// Values that are made larger and smaller together.
using Knob = std::vector<double*>;

std::vector<Knob> KnobsOf(HddSpec* hdd) {
  return {{&hdd->outer_mb_s, &hdd->inner_mb_s},
          {&hdd->track_seek_ms, &hdd->average_seek_ms, &hdd->full_seek_ms},
          {&hdd->write_settle_ms},
          {&hdd->overhead_us},
          {&hdd->aging}};
}

std::vector<Knob> KnobsOf(SsdSpec* ssd) {
  if (ssd->interface_write_mb_s == 0) ssd->interface_write_mb_s = ssd->interface_mb_s;
  ssd->random_write_us = std::max(ssd->random_write_us, kLeastUs);
  return {{&ssd->interface_mb_s},  {&ssd->interface_write_mb_s}, {&ssd->read_us},
          {&ssd->program_us},      {&ssd->read_command_us},      {&ssd->write_command_us},
          {&ssd->controller_mb_s}, {&ssd->read_latency_us},      {&ssd->write_latency_us},
          {&ssd->random_write_us}, {&ssd->spare_percent}};
}

double SquaredError(absl::Span<const FitLoad> loads, int compress_percent, const DriveSpec& drive) {
  double sum = 0;
  for (const FitLoad& load : loads) {
    const double error = std::log(SimulateLoad(drive, load, compress_percent) / load.iops);
    sum += error * error;
  }
  return sum;
}

void Turn(const Knob& knob, double factor) {
  for (double* const value : knob) *value *= factor;
}

}  // namespace

double SimulateLoad(const DriveSpec& drive, const FitLoad& load, int compress_percent) {
  const auto model = MakeDriveModel(drive, 0, compress_percent);
  const size_t half = load.ios.size() / 2;
  std::vector<DriveDone> done;
  size_t sent = 0, over = 0;
  int64_t now_ns = 0, begin_ns = 0;
  while (over < load.ios.size()) {
    for (; sent < load.ios.size() && sent < over + load.depth; ++sent) {
      model->Submit(load.ios[sent], now_ns);
    }
    now_ns = model->NextEventNs();
    done.clear();
    model->Advance(now_ns, &done);
    if (over < half && over + done.size() >= half) begin_ns = now_ns;
    over += done.size();
  }
  const auto counted = static_cast<double>(load.ios.size() - half);
  return counted * 1e9 / static_cast<double>(std::max<int64_t>(1, now_ns - begin_ns));
}

double FitDrive(absl::Span<const FitLoad> loads, int compress_percent, DriveSpec* drive) {
  const std::vector<Knob> knobs =
      std::visit([](auto& spec) { return KnobsOf(&spec); }, drive->kind);
  double error = SquaredError(loads, compress_percent, *drive);
  const auto improves = [&](const Knob& knob, double factor) {
    Turn(knob, factor);
    const double changed = SquaredError(loads, compress_percent, *drive);
    if (changed < error * (1 - kGain)) {
      error = changed;
      return true;
    }
    Turn(knob, 1 / factor);
    return false;
  };
  for (const double step : kSteps) {
    bool better = true;
    for (int round = 0; better && round < kMostRounds; ++round) {
      better = false;
      for (const Knob& knob : knobs) better |= improves(knob, step) || improves(knob, 1 / step);
    }
  }
  return std::sqrt(error / static_cast<double>(std::max<size_t>(1, loads.size())));
}

}  // namespace ioreel
