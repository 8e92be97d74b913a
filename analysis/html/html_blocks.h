#pragma once

#include <string>

#include "analysis/document/document.h"

namespace ioreel {

/// What a block is in the body of a page.
std::string BlockHtml(const Block& block);

}  // namespace ioreel
