#pragma once

#include <optional>

/// Arithmetic that says when it overflows instead of wrapping.

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

}  // namespace ioreel
