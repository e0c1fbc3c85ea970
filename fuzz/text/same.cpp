// SPDX-License-Identifier: Apache-2.0
// See meaning.hpp: files without functions.
#include <algorithm>
#include <set>

#include "fuzz/text/meaning.hpp"
#include "fuzz/text/value.hpp"

namespace etalon::fuzz {

namespace {

struct Declared {
  Words words;  // without the members of the arena
  std::set<std::string_view> includes;
};

Declared declared_in(const Words& words) {
  Declared result;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k].kind == Word::Kind::line && words[k].text.starts_with("#include")) {
      if (!result.includes.insert(words[k].text).second) result.words.push_back(words[k]);
      continue;
    }
    result.words.push_back(words[k]);
    if (!words[k].is("{")) continue;
    std::size_t end = k;
    while (end + 2 < words.size() && !words[end].is("}")) ++end;
    if (words[end + 1].text.ends_with("_arena")) k = end - 1;
  }
  return result;
}

}  // namespace

bool declares_the_same(const Words& text, const Words& other) {
  const Declared a = declared_in(text), b = declared_in(other);
  return a.words == b.words && std::ranges::includes(b.includes, a.includes);
}

bool have_the_same_numbers(const Words& a, const Words& b) {
  const auto is_comma_at_the_end = [](const Words& words, std::size_t k) {
    return words[k].is(",") && k + 1 < words.size() && words[k + 1].is("}");
  };
  std::string_view type;
  for (std::size_t j = 0, k = 0; j < a.size() || k < b.size(); ++j, ++k) {
    if (j < a.size() && is_comma_at_the_end(a, j)) ++j;
    if (k < b.size() && is_comma_at_the_end(b, k)) ++k;
    if (j >= a.size() || k >= b.size()) return false;
    if (a[j].is("const")) type = a[j + 1].text;
    if (a[j] == b[k]) continue;
    if (a[j].kind != Word::Kind::number || b[k].kind != Word::Kind::number) return false;
    const Value x = literal(a[j].text), y = literal(b[k].text);
    if (x.kind != y.kind) return false;
    // The other half of the last byte of nibbles may be none, and every byte but 0 is true.
    const bool is_last = j + 2 < a.size() && (a[j + 1].is("}") || a[j + 2].is("}"));
    const bool is_same = type == "truth_t"              ? (x.number != 0) == (y.number != 0)
                         : are_nibbles(type) && is_last ? x.number % 16 == y.number % 16
                                                        : identity(x) == identity(y);
    if (!is_same) return false;
  }
  return true;
}

}  // namespace etalon::fuzz
