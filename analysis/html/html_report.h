#pragma once

#include <string>

#include "analysis/document/document.h"

namespace ioreel {

/// One HTML file that needs nothing else: no network, which its Content-Security-Policy forbids,
/// and no scripts, without which its charts cannot be zoomed.
std::string HtmlReport(const Document& document);

}  // namespace ioreel
