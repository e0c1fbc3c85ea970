// SPDX-License-Identifier: Apache-2.0
// Floor 0. Whether text is UTF-8: no overlong form, no surrogate, nothing beyond U+10FFFF.
#pragma once

#include <cstdint>
#include <string_view>

namespace etalon::impl {

inline bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    if (lead < 0x80) continue;
    const unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - i < more) return false;
    std::uint32_t code = lead & (0x3Fu >> more);
    for (unsigned k = 0; k < more; ++k) {
      const auto next = static_cast<unsigned char>(text[i++]);
      if ((next & 0xC0) != 0x80) return false;
      code = code << 6 | (next & 0x3F);
    }
    const bool overlong = code < (more == 1 ? 0x80u : more == 2 ? 0x800u : 0x10000u);
    if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  }
  return true;
}

}  // namespace etalon::impl
