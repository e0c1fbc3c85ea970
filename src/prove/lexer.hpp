// SPDX-License-Identifier: Apache-2.0
// Floor 8. The words of a delivered C file. What could be read in two ways is refused: trigraphs, digraphs, lines that
// are continued, characters beyond printable ASCII.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "prove/refused.hpp"

namespace etalon::impl::prove {

struct Token {
  enum class Kind : std::uint8_t { name, number, mark, directive, end };
  Kind kind = Kind::end;
  std::string_view text;  // of a directive: the line, without comments and spaces at its end
  std::uint32_t line = 0, column = 0;

  bool is(std::string_view what) const { return text == what && kind != Kind::end; }
};

class Lexer {
 public:
  Lexer(const char* file, std::string_view bytes) : file_(file), bytes_(bytes) {}

  Token next();
  const char* file() const { return file_; }

 private:
  [[noreturn]] void refuse_here(const std::string& what) const;
  char at(std::size_t i) const { return i < bytes_.size() ? bytes_[i] : '\0'; }
  void step();  // one character on
  void skip_comment();
  Token directive(Token token);

  const char* file_;
  std::string_view bytes_;
  std::size_t here_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_begin_ = 0;
  bool is_line_begin_ = true;  // nothing but spaces and comments so far
};

// A file that is read more than once, or looked ahead in: all of its words.
class Words {
 public:
  Words(const char* file, std::string_view bytes, std::size_t most);

  const Token& here() const { return tokens_[at_]; }
  const Token& ahead(std::size_t k) const { return tokens_[at_ + k < tokens_.size() ? at_ + k : tokens_.size() - 1]; }
  std::size_t place() const { return at_; }
  void go_to(std::size_t place) { at_ = place; }
  Token take() {
    const Token token = here();
    if (token.kind != Token::Kind::end) ++at_;
    return token;
  }
  bool is(std::string_view text) const { return here().is(text) && here().kind != Token::Kind::directive; }
  bool takes(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  void demand(std::string_view text);
  void demand_directive(std::string_view text);
  std::string_view demand_name(const char* what);
  Spot spot() const { return spot_of(here()); }
  Spot spot_of(const Token& token) const { return {file_, token.line, token.column}; }
  [[noreturn]] void refuse_here(const std::string& what) const { refuse(rules::text, spot(), what); }

 private:
  const char* file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

bool is_name(std::string_view text);  // [A-Za-z][A-Za-z0-9_]*, at most 63 characters, no two underscores in a row
std::string shown(const Token& token);

}  // namespace etalon::impl::prove
