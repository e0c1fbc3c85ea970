// SPDX-License-Identifier: Apache-2.0
// Floor 0. Untrusted text in messages: quoted, with everything that is not printable ASCII spelled out, so that a name
// in a file can neither move a terminal's cursor nor look like something it is not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace etalon::impl {

// What is longer than `longest` bytes ends in "..." instead.
inline std::string quoted(std::string_view text, std::size_t longest = std::string_view::npos) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text.substr(0, longest)) {
    const unsigned byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7E) {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + (text.size() > longest ? "...\"" : "\"");
}

}  // namespace etalon::impl
