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

}  // namespace ioreel
