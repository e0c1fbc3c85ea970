// SPDX-License-Identifier: Apache-2.0
// Floor 0. Untrusted text in messages: quoted, with everything spelled out that is neither printable ASCII nor a letter
// of a script that is written from left to right, so that a name in a file can neither move a terminal's cursor nor
// change the order of what is beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace etalon::impl {

// How many bytes the letter has that the text begins with, in UTF-8; 0 where it begins with something else. Accents
// that join the character before them are no letters here.
inline std::size_t letter_of(std::string_view text) {
  static constexpr std::uint32_t letters[][2] = {
      {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x24F},     // Latin
      {0x386, 0x3FF},   {0x400, 0x481},   {0x48A, 0x52F},    // Greek, Cyrillic
      {0x1E00, 0x1FFC}, {0x3041, 0x3096}, {0x30A1, 0x30FA},  // Latin and Greek with accents, Kana
      {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3},  // Han, Hangul
  };
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::size_t bytes = text.empty() || byte(0) < 0xC2 ? 0 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 0;
  if (bytes == 0 || text.size() < bytes) return 0;
  std::uint32_t code = byte(0) & (bytes == 2 ? 0x1Fu : 0x0Fu);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3F);
  }
  if (bytes == 3 && code < 0x800) return 0;  // longer than it must be
  for (const auto& [first, last] : letters)
    if (first <= code && code <= last) return bytes;
  return 0;
}

// With the characters of `escaped` after a backslash.
inline std::string spelled_out(std::string_view text, std::string_view escaped) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  while (!text.empty()) {
    const unsigned byte = static_cast<unsigned char>(text[0]);
    std::size_t taken = letter_of(text);
    if (taken > 0) {
      out += text.substr(0, taken);
    } else if (taken = 1; byte < 0x20 || byte > 0x7E) {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      if (escaped.find(text[0]) != escaped.npos) out += '\\';
      out += text[0];
    }
    text.remove_prefix(taken);
  }
  return out;
}

// What is longer than `longest` bytes ends in "..." instead, before a letter that would be cut.
inline std::string quoted(std::string_view text, std::size_t longest = std::string_view::npos) {
  const bool cut = text.size() > longest;
  for (int k = 0; cut && k < 3 && longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xC0) == 0x80; ++k)
    --longest;
  return '"' + spelled_out(text.substr(0, longest), "\"\\") + (cut ? "...\"" : "\"");
}

}  // namespace etalon::impl
