// SPDX-License-Identifier: Apache-2.0
// Floor 8. See lexer.hpp.
#include "prove/lexer.hpp"

#include <algorithm>
#include <array>

namespace etalon::impl::prove {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// All marks of C, so that the longest one is taken as C takes it; those that no grammar here has are refused there.
constexpr std::array<std::string_view, 46> marks{
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=",
    "%=",  "+=",  "-=",  "&=", "^=", "|=", "(",  ")",  "{",  "}",  "[",  "]",  ";",  ",",  "*",  "+",
    "-",   "/",   "%",   "<",  ">",  "=",  "!",  "&",  "?",  ":",  ".",  "|",  "^",  "~"};
constexpr std::array<std::string_view, 6> digraphs{"<:", ":>", "<%", "%>", "%:", "##"};

}  // namespace

bool is_name(std::string_view text) {
  if (text.empty() || text.size() > 63 || !is_letter(text[0]) || text[0] == '_') return false;
  if (text.find("__") != std::string_view::npos) return false;
  return std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

std::string shown(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the file";
  return "\"" + std::string(token.text.substr(0, 60)) + "\"";
}

void Lexer::refuse_here(const std::string& what) const {
  refuse(rules::text, {file_, line_, static_cast<std::uint32_t>(here_ - line_begin_ + 1)}, what);
}

void Lexer::step() {
  const char c = bytes_[here_];
  if (c == '\n') {
    ++line_;
    line_begin_ = here_ + 1;
    is_line_begin_ = true;
  } else if (c < ' ' || c > '~') {
    refuse_here("a character that is not printable ASCII");
  } else if (c == '?' && at(here_ + 1) == '?') {
    refuse_here("\"??\" begins a trigraph");
  }
  ++here_;
}

// A backslash is part of many contracts; at the end of a line it would join two lines, and could end the comment.
void Lexer::skip_comment() {
  const std::uint32_t begin = line_;
  here_ += 2;
  while (at(here_) != '*' || at(here_ + 1) != '/') {
    if (here_ >= bytes_.size()) refuse_here("a comment that begins in line " + std::to_string(begin) + " has no end");
    const bool is_slash = bytes_[here_] == '\\';
    const bool is_begin = is_line_begin_;
    step();
    is_line_begin_ = is_begin || is_line_begin_;
    if (!is_slash) continue;
    std::size_t behind = here_;
    while (at(behind) == ' ') ++behind;
    if (at(behind) == '\n' || behind >= bytes_.size()) refuse_here("a line that is continued by a backslash");
  }
  here_ += 2;
}

Token Lexer::directive(Token token) {
  const std::size_t begin = here_;
  std::size_t end = begin;
  while (here_ < bytes_.size() && bytes_[here_] != '\n') {
    if (bytes_[here_] == '\\') refuse_here("a backslash");
    if (at(here_) == '/' && at(here_ + 1) == '*') {
      const std::uint32_t line = line_;
      skip_comment();
      if (line_ != line) refuse_here("a comment that begins in a preprocessor line and goes on below");
      while (at(here_) == ' ') ++here_;
      if (here_ < bytes_.size() && at(here_) != '\n') refuse_here("text behind the comment of a preprocessor line");
      break;
    }
    const bool is_space = bytes_[here_] == ' ';
    step();
    if (!is_space) end = here_;
  }
  token.kind = Token::Kind::directive;
  token.text = bytes_.substr(begin, end - begin);
  return token;
}

Token Lexer::next() {
  for (;;) {
    if (here_ >= bytes_.size()) {
      if (bytes_.empty() || bytes_.back() != '\n') refuse_here("the file does not end with a line");
      return {Token::Kind::end, {}, line_, 0};
    }
    const char c = bytes_[here_];
    if (c == ' ' || c == '\n')
      step();
    else if (c == '/' && at(here_ + 1) == '*')
      skip_comment();
    else
      break;
  }
  Token token{Token::Kind::mark, {}, line_, static_cast<std::uint32_t>(here_ - line_begin_ + 1)};
  const char c = bytes_[here_];
  if (c == '#') {
    if (!is_line_begin_) refuse_here("\"#\" inside a line");
    return directive(token);
  }
  is_line_begin_ = false;
  const std::size_t begin = here_;
  if (is_letter(c)) {
    while (is_letter(at(here_)) || is_digit(at(here_))) ++here_;
    token.kind = Token::Kind::name;
  } else if (is_digit(c) || (c == '.' && is_digit(at(here_ + 1)))) {
    // As C's preprocessor takes it: a sign behind e or p belongs to the number.
    while (is_letter(at(here_)) || is_digit(at(here_)) || at(here_) == '.' ||
           ((at(here_) == '+' || at(here_) == '-') && here_ > begin &&
            std::string_view("eEpP").find(bytes_[here_ - 1]) != std::string_view::npos))
      ++here_;
    token.kind = Token::Kind::number;
  } else {
    const std::string_view rest = bytes_.substr(here_, 3);
    if (rest.starts_with("//")) refuse_here("a comment by \"//\"");
    for (const std::string_view digraph : digraphs)
      if (rest.starts_with(digraph)) refuse_here("\"" + std::string(digraph) + "\", another spelling of a mark");
    const auto mark = std::ranges::find_if(marks, [&](std::string_view one) { return rest.starts_with(one); });
    if (mark == marks.end()) refuse_here("a character that has no place here");
    for (std::size_t k = 0; k < mark->size(); ++k) step();
  }
  token.text = bytes_.substr(begin, here_ - begin);
  return token;
}

Words::Words(const char* file, std::string_view bytes, std::size_t most) : file_(file) {
  Lexer lexer(file, bytes);
  do {
    tokens_.push_back(lexer.next());
    if (tokens_.size() > most) refuse(rules::text, {file}, "the file has more words than the limit");
  } while (tokens_.back().kind != Token::Kind::end);
}

void Words::demand(std::string_view text) {
  if (!takes(text)) refuse_here("\"" + std::string(text) + "\" is expected here, and not " + shown(here()));
}

void Words::demand_directive(std::string_view text) {
  if (here().kind != Token::Kind::directive || here().text != text)
    refuse_here("the line \"" + std::string(text) + "\" is expected here, and not " + shown(here()));
  ++at_;
}

std::string_view Words::demand_name(const char* what) {
  if (here().kind != Token::Kind::name || !is_name(here().text))
    refuse_here(std::string(what) + " is expected here, and not " + shown(here()));
  return take().text;
}

}  // namespace etalon::impl::prove
