#pragma once

namespace ioreel {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace ioreel
