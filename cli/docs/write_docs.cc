#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "cli/docs/completion.h"
#include "cli/docs/man_page.h"

/// Writes the manual pages and completions of ioreel below the folder that is its argument, as
/// they are laid out below share/ where a program is installed.

namespace ioreel {
namespace {

namespace fs = std::filesystem;

bool WriteFile(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  if (file.write(text.data(), static_cast<std::streamsize>(text.size())).flush()) return true;
  std::fprintf(stderr, "cannot write %s\n", path.c_str());
  return false;
}

bool WriteDocs(const fs::path& share) {
  const std::vector<CommandDoc> commands = DescribeCommands();
  bool written =
      WriteFile(share / "bash-completion/completions/ioreel", BashCompletion(commands)) &&
      WriteFile(share / "zsh/site-functions/_ioreel", ZshCompletion(commands)) &&
      WriteFile(share / "man/man1/ioreel.1", ProgramManPage(commands));
  for (const CommandDoc& command : commands) {
    const std::string page = ManPageName(command) + ".1";
    written = written && WriteFile(share / "man/man1" / page, CommandManPage(command));
  }
  return written;
}

}  // namespace
}  // namespace ioreel

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: ioreel_docs FOLDER\n", stderr);
    return 2;
  }
  return ioreel::WriteDocs(argv[1]) ? 0 : 1;
}
