#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cli/command.h"
#include "cli/docs/completion.h"
#include "cli/docs/man_page.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// A command that has an option of each kind, with texts that roff and shells take for their own.
class OddCommand : public Command {
 public:
  std::string name() const override { return "odd"; }
  std::string summary() const override { return "Do what's [odd]: all of it"; }
  void Declare(FlagSet& flags) override {
    flags.Positional("trace", &text_, ".a file");
    flags.Flag("--quick", &flag_, "don't wait");
    flags.Option("-o,--output", &text_, "'quoted' \\ file", "FILE");
    flags.Choice("--mode", &mode_, {"slow", "fast"}, "how");
    flags.Example("ioreel odd 'a b' \\# -o x");
  }
  absl::StatusOr<ExitCode> Run() override { return ExitCode::kOk; }

 private:
  std::string text_;
  std::string mode_ = "slow";
  bool flag_ = false;
};

const OptionDoc& Find(const CommandDoc& doc, const std::string& name) {
  const auto found =
      std::find_if(doc.options.begin(), doc.options.end(), [&name](const OptionDoc& option) {
        return std::count(option.names.begin(), option.names.end(), name) > 0;
      });
  return *found;
}

std::vector<std::string> Completions(const std::vector<CommandDoc>& commands,
                                     const std::string& line) {
  const std::string script = ScratchFile("ioreel.bash", BashCompletion(commands));
  const ProgramRun run =
      RunProgram({"bash", "-c",
                  absl::StrCat("source ", script, "; COMP_WORDS=(", line,
                               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _ioreel ioreel "
                               "\"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"; "
                               "printf '%s\\n' \"${COMPREPLY[@]}\"")});
  EXPECT_EQ(run.err, "");
  std::vector<std::string> words = absl::StrSplit(run.out, '\n', absl::SkipEmpty());
  return words;
}

TEST(CommandDocTest, TellsWhatWasDeclared) {
  OddCommand command;
  const CommandDoc doc = Describe(command);
  EXPECT_EQ(doc.name, "odd");
  EXPECT_THAT(doc.examples, ElementsAre("ioreel odd 'a b' \\# -o x"));
  const OptionDoc& output = Find(doc, "--output");
  EXPECT_THAT(output.names, ElementsAre("-o", "--output"));
  EXPECT_EQ(output.value, "FILE");
  EXPECT_EQ(output.default_value, "");
  EXPECT_THAT(Find(doc, "--mode").choices, ElementsAre("slow", "fast"));
  EXPECT_EQ(Find(doc, "--mode").default_value, "slow");
  EXPECT_EQ(Find(doc, "--quick").value, "");
  EXPECT_TRUE(Find(doc, "trace").positional);
  EXPECT_TRUE(Find(doc, "trace").required);
}

TEST(ManPageTest, TextStaysText) {
  OddCommand command;
  const std::string page = CommandManPage(Describe(command));
  EXPECT_THAT(page, HasSubstr("ioreel\\-odd \\- do what's [odd]: all of it\n"));
  EXPECT_THAT(page, HasSubstr("\n\\&.a file\n")) << "not a request";
  EXPECT_THAT(page, HasSubstr("\n\\&'quoted' \\e file\n"));
  EXPECT_THAT(page, HasSubstr("ioreel odd 'a b' \\e# \\-o x\n"));
}

TEST(ManPageTest, GroffHasNothingToSayAgainstAnyPage) {
  if (RunProgram({"groff", "--version"}).code != 0) GTEST_SKIP() << "groff is not installed";
  std::vector<std::string> pages = {ProgramManPage(DescribeCommands())};
  for (const CommandDoc& command : DescribeCommands()) pages.push_back(CommandManPage(command));
  for (const std::string& page : pages) {
    const ProgramRun run =
        RunProgram({"groff", "-man", "-ww", "-Tascii", "-P-c", ScratchFile("page.1", page)});
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_THAT(run.out, HasSubstr("results that cannot be compared"));
  }
}

TEST(ManPageTest, EveryOptionOfHelpIsThere) {
  for (const CommandDoc& command : DescribeCommands()) {
    std::vector<std::string> words = absl::StrSplit(command.name, ' ');
    words.push_back("--help");
    const std::string help = RunIoreel(words).out;
    EXPECT_THAT(command.examples, Not(IsEmpty())) << command.name;
    for (const OptionDoc& option : command.options) {
      EXPECT_THAT(help, HasSubstr(option.names.back())) << command.name;
      if (option.names.back() == "--help") EXPECT_THAT(help, HasSubstr(option.help));
    }
  }
}

TEST(BashCompletionTest, CompletesCommandsOptionsAndChoices) {
  const std::vector<CommandDoc> commands = DescribeCommands();
  EXPECT_THAT(Completions(commands, "ioreel rep"), Contains("replay"));
  EXPECT_THAT(Completions(commands, "ioreel replay --tar"), ElementsAre("--target"));
  EXPECT_THAT(Completions(commands, "ioreel replay --mode d"), ElementsAre("dependent"));
  EXPECT_THAT(Completions(commands, "ioreel replay -m t"), ElementsAre("timed"));
  EXPECT_THAT(Completions(commands, "ioreel list f"), ElementsAre("formats"));
  EXPECT_THAT(Completions(commands, "ioreel replay --speed 1"), IsEmpty());
  EXPECT_THAT(Completions(commands, "ioreel baseline pru"), ElementsAre("prune"));
  EXPECT_THAT(Completions(commands, "ioreel gate run --base-t"), ElementsAre("--base-target"));
  EXPECT_THAT(Completions(commands, "ioreel gate --base-t"), IsEmpty());
  EXPECT_THAT(Completions(commands, "ioreel gate ''"), ElementsAre("run"));
  EXPECT_THAT(Completions(commands, "ioreel baseline ''"), ElementsAre("add", "show", "prune"));
}

TEST(BashCompletionTest, CompletesFilesWithBlanks) {
  const std::string file = ScratchFile("a trace.ioreel", "x");
  const std::string start = file.substr(0, file.size() - 8);
  const std::vector<CommandDoc> commands = DescribeCommands();
  EXPECT_THAT(Completions(commands, absl::StrCat("ioreel info '", start, "'")), ElementsAre(file));
  EXPECT_THAT(Completions(commands, absl::StrCat("ioreel replay x --target '", start, "'")),
              ElementsAre(file));
}

TEST(ZshCompletionTest, TextStaysText) {
  OddCommand command;
  const std::string script = ZshCompletion({Describe(command)});
  EXPECT_THAT(script, StartsWith("#compdef ioreel\n"));
  EXPECT_THAT(script, HasSubstr("'odd:Do what'\\''s \\[odd\\]\\: all of it'"));
  EXPECT_THAT(script, HasSubstr("'*--quick[don'\\''t wait]'"));
  EXPECT_THAT(script, HasSubstr("'*'{-o,--output}'['\\''quoted'\\'' \\\\ file]:FILE:_files'"));
  EXPECT_THAT(script, HasSubstr("'*--mode[how]:value:(slow fast)'"));
  EXPECT_THAT(script, HasSubstr("'*:trace:_files'"));
}

TEST(ZshCompletionTest, ZshCompletesWithIt) {
  if (RunProgram({"zsh", "--version"}).code != 0) GTEST_SKIP() << "zsh is not installed";
  const std::string script = ScratchFile("_ioreel", ZshCompletion(DescribeCommands()));
  const std::string stubs =
      "_describe() { print -rl -- ${(P)2} }; _files() { print files }; "
      "_arguments() { [[ $1 == -C ]] && { state=$STATE; return }; print -rl -- \"$@\" }; ";
  const auto run = [&](const std::string& state) {
    return RunProgram(
        {"zsh", "-fc",
         absl::StrCat("STATE=", state, "; words=(score x); ", stubs, "source ", script)});
  };
  EXPECT_THAT(run("command").out, HasSubstr("score:Print what"));
  const ProgramRun argument = run("argument");
  EXPECT_EQ(argument.err, "");
  EXPECT_THAT(argument.out, HasSubstr("*--reference["));
  EXPECT_THAT(argument.out, Not(HasSubstr("--target")));
}

}  // namespace
}  // namespace ioreel
