// SPDX-License-Identifier: Apache-2.0
// The words of a C text, as the standard splits it. For the judge of the fuzz target `generator`: nothing of
// src/prove, which is what is judged, is used.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace etalon::fuzz {

struct Word {
  enum class Kind : std::uint8_t { name, number, mark, line };  // line: of the preprocessor, without its comment
  Kind kind;
  std::string_view text;

  bool is(std::string_view what) const { return kind != Kind::line && text == what; }
  bool operator==(const Word&) const = default;
};

// None of a text that compilers could split in another way: with characters beyond printable ASCII, trigraphs, lines
// that are continued, or a comment that has no end.
std::optional<std::vector<Word>> words_of(std::string_view text);

}  // namespace etalon::fuzz
