#pragma once

#include <string>

namespace ioreel {

/// `text` as gzip stores it.
std::string Gzip(const std::string& text);

}  // namespace ioreel
