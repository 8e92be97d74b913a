#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace CLI {
class App;
}

namespace ioreel {

/// The options of one subcommand, declared into variables that it owns. A thin face of CLI11,
/// which only flag_set.cc and main.cc include (it costs seconds a file).
///
/// Names are written as CLI11 takes them: "-o,--output". Every variable keeps its present value
/// as the default, which --help prints.
class FlagSet {
 public:
  static constexpr char kHelpHelp[] = "print this help and exit";

  explicit FlagSet(CLI::App* app) : app_(app) {}

  void Flag(const std::string& names, bool* value, const std::string& help);
  void Option(const std::string& names, std::string* value, const std::string& help,
              const std::string& value_name = "TEXT");
  void Option(const std::string& names, std::vector<std::string>* values, const std::string& help,
              const std::string& value_name = "TEXT");  ///< may be given several times
  /// The same, with one value or more each time: "--baseline a.json b.json".
  void List(const std::string& names, std::vector<std::string>* values, const std::string& help,
            const std::string& value_name);
  void Option(const std::string& names, int* value, const std::string& help);
  /// A text with a syntax of its own, in which `check` finds what is wrong.
  void Checked(const std::string& names, std::string* value,
               absl::Status (*check)(absl::string_view), const std::string& help,
               const std::string& value_name);
  void Choice(const std::string& names, std::string* value, const std::vector<std::string>& choices,
              const std::string& help);
  /// "64k", see base/units.h.
  void Size(const std::string& names, uint64_t* bytes, const std::string& help);
  /// The same, but not 0.
  void Length(const std::string& names, uint64_t* bytes, const std::string& help);
  /// "100ms"
  void Duration(const std::string& names, int64_t* ns, const std::string& help);
  /// "2x"
  void Factor(const std::string& names, double* factor, const std::string& help);

  void Positional(const std::string& name, std::string* value, const std::string& help,
                  bool required = true);
  /// One word of `choices`, required.
  void PositionalChoice(const std::string& name, std::string* value,
                        const std::vector<std::string>& choices, const std::string& help);
  void Positionals(const std::string& name, std::vector<std::string>* values,
                   const std::string& help, bool required = true);
  /// Everything after "--", or from the first word that is no option on.
  void CommandLine(std::vector<std::string>* argv, const std::string& help);

  /// Words before and after the first "--", for which, because CLI11 drops it, kListMark has to
  /// stand among what is parsed where has_two_lists(). `order` is how --help shows them.
  void TwoLists(const std::string& name, const std::string& order,
                std::pair<std::vector<std::string>, std::vector<std::string>>* lists,
                const std::string& help);
  static constexpr char kListMark[] = "\x1e";
  bool has_two_lists() const { return has_two_lists_; }

  /// --raw: numbers as they are, see base/units.h.
  void ExactNumbers();

  /// Printed below the options in --help, in the order given.
  void Example(const std::string& text);
  const std::vector<std::string>& examples() const { return examples_; }

 private:
  CLI::App* app_;
  std::vector<std::string> examples_;
  bool has_two_lists_ = false;
};

}  // namespace ioreel
