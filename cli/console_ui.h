#pragma once

#include <string>

#include "replay/session.h"

namespace ioreel {

/// Tells what a session says on standard output, line by line.
class ConsoleUi : public SessionUi {
 public:
  void Say(const std::string& line) override;
  void ReportImport(const ImportLog& log) override;
};

/// For replays whose plan was told.
class QuietUi : public SessionUi {
 public:
  void Say(const std::string&) override {}
  void ReportImport(const ImportLog&) override {}
  void Doubt(const std::string&) override {}
};

}  // namespace ioreel
