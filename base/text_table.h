#pragma once

#include <string>
#include <vector>

namespace ioreel {

/// A table for a terminal: the first column flush left, the others flush right, two spaces between.
/// Widths are counted in code points, so that "µs" lines up.
class TextTable {
 public:
  /// Rows may be of different lengths. A cell is shown as Printable() has it.
  void AddRow(std::vector<std::string> cells);

  /// All rows, each ended by a newline, without trailing spaces.
  std::string Format() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ioreel
