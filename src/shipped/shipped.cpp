// SPDX-License-Identifier: Apache-2.0
// Floor 6. See shipped.hpp.
#include "shipped/shipped.hpp"

#include <algorithm>
#include <set>

namespace etalon::impl {

std::vector<ShippedText> shipped_with(std::span<const std::string> headers) {
  constexpr std::string_view begin = "\n#include \"";
  std::set<std::string_view> wanted(headers.begin(), headers.end());
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const auto& [path, text] : shipped_texts()) {
      if (!wanted.contains(path)) continue;
      for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
        const std::size_t first = at + begin.size();
        has_grown = wanted.insert(text.substr(first, text.find('"', first) - first)).second || has_grown;
      }
    }
  }
  std::vector<ShippedText> result;
  for (const ShippedText& one : shipped_texts())
    if (wanted.contains(one.path)) result.push_back(one);
  return result;
}

bool have_word(std::span<const ShippedText> texts, std::string_view word) {
  const auto is_inner = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return std::ranges::any_of(texts, [&](const ShippedText& one) {
    for (std::size_t at = one.text.find(word); at != word.npos; at = one.text.find(word, at + 1)) {
      const std::size_t behind = at + word.size();
      if ((at == 0 || !is_inner(one.text[at - 1])) && (behind == one.text.size() || !is_inner(one.text[behind])))
        return true;
    }
    return false;
  });
}

}  // namespace etalon::impl
