#include "cli/flag_set.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// Prints the variable's present value as the default in --help.
void ShowDefault(CLI::Option* option, bool has_default) {
  if (has_default) option->capture_default_str();
}

/// The long one of "-o,--output".
std::string LastName(absl::string_view names) {
  return std::string(names.substr(names.rfind(',') + 1));
}

/// "{a,b}"
std::string Braced(const std::vector<std::string>& choices) {
  return absl::StrCat("{", absl::StrJoin(choices, ","), "}");
}

/// An option whose text goes through a Parse… function of base/units.h.
template <typename T, typename Parse>
void Parsed(CLI::App* app, const std::string& names, T* value, const std::string& help,
            const std::string& type_name, Parse parse) {
  app->add_option_function<std::string>(
         names,
         [value, parse, name = LastName(names)](const std::string& text) {
           auto parsed = parse(text);
           if (!parsed.ok()) {
             throw CLI::ValidationError(absl::StrCat(name, ": ", parsed.status().message()));
           }
           *value = *parsed;
         },
         help)
      ->type_name(type_name);
}

}  // namespace

void FlagSet::Flag(const std::string& names, bool* value, const std::string& help) {
  app_->add_flag(names, *value, help);
}

void FlagSet::Option(const std::string& names, std::string* value, const std::string& help,
                     const std::string& value_name) {
  ShowDefault(app_->add_option(names, *value, help)->type_name(value_name), !value->empty());
}

void FlagSet::Option(const std::string& names, std::vector<std::string>* values,
                     const std::string& help, const std::string& value_name) {
  app_->add_option(names, *values, help)
      ->type_name(value_name)
      ->expected(1)
      ->allow_extra_args(false)  // or it would take the positionals behind it, too
      ->take_all();
}

void FlagSet::List(const std::string& names, std::vector<std::string>* values,
                   const std::string& help, const std::string& value_name) {
  app_->add_option(names, *values, help)->type_name(value_name)->take_all();
}

void FlagSet::Option(const std::string& names, int* value, const std::string& help) {
  ShowDefault(app_->add_option(names, *value, help)->type_name("N"), true);
}

void FlagSet::Checked(const std::string& names, std::string* value,
                      absl::Status (*check)(absl::string_view), const std::string& help,
                      const std::string& value_name) {
  const auto parse = [check](const std::string& text) -> absl::StatusOr<std::string> {
    IOREEL_RETURN_IF_ERROR(check(text));
    return text;
  };
  Parsed(app_, names, value, help, value_name, parse);
}

void FlagSet::Choice(const std::string& names, std::string* value,
                     const std::vector<std::string>& choices, const std::string& help) {
  CLI::Option* option = app_->add_option(names, *value, help);
  option->check(CLI::IsMember(choices).description(""))->type_name(Braced(choices));
  ShowDefault(option, !value->empty());
}

void FlagSet::Size(const std::string& names, uint64_t* bytes, const std::string& help) {
  Parsed(app_, names, bytes, help, "SIZE", ParseSize);
}

void FlagSet::Duration(const std::string& names, int64_t* ns, const std::string& help) {
  Parsed(app_, names, ns, help, "TIME", ParseDurationNs);
}

void FlagSet::Length(const std::string& names, uint64_t* bytes, const std::string& help) {
  const auto parse = [](const std::string& text) -> absl::StatusOr<uint64_t> {
    IOREEL_ASSIGN_OR_RETURN(const uint64_t length, ParseSize(text));
    if (length > 0) return length;
    return absl::InvalidArgumentError("takes a size such as 4k, not 0; without it nothing is done");
  };
  Parsed(app_, names, bytes, help, "SIZE", parse);
}

void FlagSet::Factor(const std::string& names, double* factor, const std::string& help) {
  Parsed(app_, names, factor, help, "FACTOR", ParseFactor);
}

void FlagSet::Positional(const std::string& name, std::string* value, const std::string& help,
                         bool required) {
  app_->add_option(name, *value, help)->required(required)->type_name("");
}

void FlagSet::PositionalChoice(const std::string& name, std::string* value,
                               const std::vector<std::string>& choices, const std::string& help) {
  app_->add_option(name, *value, help)
      ->required()
      ->check(CLI::IsMember(choices).description(""))
      ->type_name(Braced(choices));
}

void FlagSet::Positionals(const std::string& name, std::vector<std::string>* values,
                          const std::string& help, bool required) {
  app_->add_option(name, *values, help)->required(required)->type_name("");
}

void FlagSet::CommandLine(std::vector<std::string>* argv, const std::string& help) {
  app_->add_option("command", *argv, help)->type_name("");
  app_->positionals_at_end();
}

void FlagSet::TwoLists(const std::string& name, const std::string& order,
                       std::pair<std::vector<std::string>, std::vector<std::string>>* lists,
                       const std::string& help) {
  has_two_lists_ = true;
  const auto split = [lists](const std::vector<std::string>& words) {
    const auto mark = std::find(words.begin(), words.end(), kListMark);
    lists->first.assign(words.begin(), mark);
    if (mark != words.end()) lists->second.assign(mark + 1, words.end());
  };
  app_->add_option_function<std::vector<std::string>>(name, split, help)
      ->option_text(order)
      ->type_name("");
}

void FlagSet::ExactNumbers() {
  app_->add_flag_callback("--raw", ShowExactNumbers,
                          "print exact numbers: bytes, nanoseconds, no separators");
}

void FlagSet::Example(const std::string& text) {
  examples_.push_back(text);
  app_->footer(absl::StrCat("Examples:\n  ", absl::StrJoin(examples_, "\n  ")));
}

}  // namespace ioreel
