#pragma once

#include <string>

#include "analysis/document/document.h"

namespace ioreel {

/// GitHub's Markdown: everything but the charts, which it has no place for.
std::string DocumentMarkdown(const Document& document);

/// One SVG of all charts, below each other; on its own, with the colours of the reader's theme.
std::string DocumentSvg(const Document& document);

}  // namespace ioreel
