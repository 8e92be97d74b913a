#pragma once

#include <string>
#include <vector>

#include "analysis/panels/report_data.h"

namespace ioreel {

/// What a name in a trace may be to do harm in a page or a terminal.
inline constexpr char kHostileName[] =
    "</script><img src=x "
    "onerror=\"window.harmed=1\"><!--\xe2\x80\xa8'\"&{{`${1}`}}\n\x1b[31m\xe2\x80\xae";

/// FullResult() with every text a hostile one but mode and level, which have few values.
RunResult HostileResult();

/// SoundResult() with operations, seconds, an array with a cache, several targets, substitutions,
/// errors and a verification.
RunResult RichResult();

/// A trace of these queued I/Os, read for a report; its device and task have this name.
ReportedTrace TraceForReport(std::vector<QueuedIo> queued, const std::string& name = "sda");

/// 2,000 reads, writes and flushes over 20 s.
std::vector<QueuedIo> MixedIos();

}  // namespace ioreel
