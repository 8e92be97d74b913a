#pragma once

#include <limits>
#include <optional>

/// Arithmetic that does not wrap: it says so, or stops, where a result does not fit.

namespace ioreel {

template <typename T>
std::optional<T> CheckedAdd(T a, T b) {
  T sum;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

template <typename T>
std::optional<T> CheckedMul(T a, T b) {
  T product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

/// For counts: the largest T where the sum does not fit. REQUIRES: b ≥ 0.
template <typename T>
T SaturatingAdd(T a, T b) {
  return CheckedAdd(a, b).value_or(std::numeric_limits<T>::max());
}

}  // namespace ioreel
