#include "cli/docs/command_doc.h"

#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cli/command.h"

namespace ioreel {
namespace {

/// Of "{a,b}", as FlagSet::Choice shows what an option takes.
std::vector<std::string> ChoicesOf(absl::string_view value) {
  if (!absl::ConsumePrefix(&value, "{") || !absl::ConsumeSuffix(&value, "}")) return {};
  return absl::StrSplit(value, ',');
}

/// "trace..." where several are taken.
std::string PositionalName(const CLI::Option& option) {
  if (!option.get_option_text().empty()) return option.get_option_text();
  const bool several = option.get_expected_max() > 1;
  return absl::StrCat(option.get_name(/*positional=*/true), several ? "..." : "");
}

OptionDoc DescribeOption(const CLI::Option& option) {
  OptionDoc doc;
  doc.help = option.get_description();
  doc.default_value = option.get_default_str();
  doc.required = option.get_required();
  doc.positional = option.get_positional();
  doc.choices = ChoicesOf(option.get_type_name());
  if (doc.positional) {
    doc.names = {PositionalName(option)};
    return doc;
  }
  for (const std::string& name : option.get_snames()) doc.names.push_back(absl::StrCat("-", name));
  for (const std::string& name : option.get_lnames()) doc.names.push_back(absl::StrCat("--", name));
  if (option.get_expected_max() > 0) doc.value = option.get_type_name();
  return doc;
}

}  // namespace

CommandDoc Describe(Command& command) {
  CLI::App app;
  app.set_help_flag("-h,--help", FlagSet::kHelpHelp);
  FlagSet flags(&app);
  command.Declare(flags);
  CommandDoc doc = {command.name(), command.summary(), {}, flags.examples()};
  for (const CLI::Option* option : app.get_options())
    doc.options.push_back(DescribeOption(*option));
  return doc;
}

std::vector<std::string> PartsOf(const CommandDoc& command,
                                 const std::vector<CommandDoc>& commands) {
  std::vector<std::string> parts;
  for (const CommandDoc& other : commands) {
    absl::string_view part = other.name;
    if (absl::ConsumePrefix(&part, absl::StrCat(command.name, " "))) parts.emplace_back(part);
  }
  return parts;
}

std::vector<CommandDoc> DescribeCommands() {
  std::vector<CommandDoc> docs;
  for (const auto& command : MakeCommands()) docs.push_back(Describe(*command));
  return docs;
}

}  // namespace ioreel
