// SPDX-License-Identifier: Apache-2.0
// Floor 0. Names without regard to case: ASCII only, and the same under every locale.
#pragma once

#include <string>
#include <string_view>

namespace etalon::impl {

inline std::string small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return small;
}

}  // namespace etalon::impl
