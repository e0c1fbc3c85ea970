// SPDX-License-Identifier: Apache-2.0
// Floor 7. See words.hpp.
#include "vnnlib/words.hpp"

#include <algorithm>
#include <charconv>

#include "text/scaled.hpp"

namespace etalon::impl::vnnlib {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_mark(char c) { return c == '(' || c == ')' || c == '[' || c == ']' || c == ','; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

Words::Words(std::string_view text, std::string name, const PropertyLimits& limits, const char* rule, const char* hint)
    : text_(text), name_(std::move(name)), limits_(limits), rule_(rule), hint_(hint) {
  if (text.size() > limits.file_bytes) exceed({}, "the file has more bytes than " + std::to_string(limits.file_bytes));
  if (text.starts_with("\x1F\x8B")) refuse({}, "the file is compressed", "unpack it with gunzip first");
  advance();
}

// A line ends with LF, CR or both.
void Words::step() {
  const char c = text_[at_++];
  const bool has_line_feed = at_ < text_.size() && text_[at_] == '\n';
  if (c == '\n' || (c == '\r' && !has_line_feed))
    ++place_.line, place_.column = 1;
  else
    ++place_.column;
}

void Words::skip_blanks() {
  while (at_ < text_.size()) {
    if (text_[at_] == ';')
      while (at_ < text_.size() && !is_line_end(text_[at_])) step();
    else if (is_blank(text_[at_]))
      step();
    else
      return;
  }
}

void Words::advance() {
  skip_blanks();
  here_ = {Word::Kind::end, {}, place_};
  if (at_ == text_.size()) return;
  const std::size_t begin = at_;
  if (is_mark(text_[at_])) {
    step();
    here_.kind = Word::Kind::mark;
  } else if (text_[at_] == '"') {
    step();
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') step();
      step();
    }
    if (at_ == text_.size() || text_[at_] != '"') refuse(here_.place, "a text in quotes does not end in its line");
    here_.kind = Word::Kind::text;
    here_.text = text_.substr(begin + 1, at_ - begin - 1);
    step();
    return;
  } else {
    while (at_ < text_.size() && !is_blank(text_[at_]) && !is_mark(text_[at_]) && text_[at_] != '"' &&
           text_[at_] != ';')
      step();
    here_.kind = Word::Kind::plain;
  }
  here_.text = text_.substr(begin, at_ - begin);
}

Word Words::take() {
  const Word word = here_;
  advance();
  return word;
}

bool Words::takes(std::string_view mark) {
  if (!here_.is(mark)) return false;
  advance();
  return true;
}

void Words::demand(std::string_view mark) {
  if (!takes(mark)) refuse_here("\"" + std::string(mark) + "\" is expected, not " + shown());
}

std::string_view Words::demand_name(const char* what) {
  const std::string_view text = here_.text;
  const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  if (here_.kind != Word::Kind::plain || !is_letter(text[0]) || !std::ranges::all_of(text, fits))
    refuse_here(std::string(what) + " is expected, not " + shown());
  advance();
  return text;
}

Number Words::demand_number(const char* what) {
  if (here_.kind != Word::Kind::plain) refuse_here(std::string(what) + " is expected, not " + shown());
  if (here_.text.size() > limits_.literal_characters)
    exceed(here_.place, "a number has more characters than " + std::to_string(limits_.literal_characters));
  std::optional<Number> number = decimal_of(here_.text, limits_);
  if (!number) {
    if (json_number_length(here_.text) == here_.text.size())
      exceed(here_.place,
             "the exponent of " + shown() + " is beyond " + std::to_string(limits_.exponent) + " in magnitude");
    refuse_here(std::string(what) + " is expected, not " + shown());
  }
  advance();
  return std::move(*number);
}

std::uint64_t Words::demand_index(const char* what) {
  std::uint64_t index = 0;
  const char* end = here_.text.data() + here_.text.size();
  const bool has_digits = here_.kind == Word::Kind::plain && std::ranges::all_of(here_.text, is_digit);
  if (!has_digits) refuse_here(std::string(what) + " is expected, not " + shown());
  if (std::from_chars(here_.text.data(), end, index).ec != std::errc())
    exceed(here_.place, std::string(what) + " does not fit 64 bits");
  advance();
  return index;
}

void Words::open() {
  if (!here_.is("(")) demand("(");
  if (++depth_ > limits_.depth) exceed(here_.place, "brackets are nested deeper than " + std::to_string(limits_.depth));
  advance();
}

void Words::close() {
  demand(")");
  --depth_;
}

std::string Words::shown() const {
  if (is_end()) return "the end of the file";
  return here_.kind == Word::Kind::text ? "a text in quotes" : quoted(here_.text, 40);
}

void Words::refuse(const TextPlace& place, const std::string& what, std::string hint) const {
  const std::string where =
      quoted(name_, 200) + " line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": ";
  throw Refused{error(Code::malformed, rule_, where + what, hint.empty() ? hint_ : std::move(hint))};
}

void Words::exceed(const TextPlace& place, const std::string& what) const {
  const std::string where =
      quoted(name_, 200) + " line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": ";
  throw Refused{error(Code::limit, "VNN-ALL-LIMITS", where + what, "`etalon explain VNN-ALL-LIMITS` lists the limits")};
}

std::optional<FlatName> flat_name_of(std::string_view name) {
  if (name.size() < 3 || (name[0] != 'X' && name[0] != 'Y') || name[1] != '_') return std::nullopt;
  std::uint64_t index = 0;
  const char* end = name.data() + name.size();
  const auto [stop, problem] = std::from_chars(name.data() + 2, end, index);
  const bool is_padded = name[2] == '0' && name.size() > 3;
  if (problem != std::errc() || stop != end || is_padded) return std::nullopt;
  return FlatName{name[0] == 'X' ? std::size_t{0} : 1, index};
}

std::optional<Number> decimal_of(std::string_view word, const PropertyLimits& limits) {
  if (word.starts_with('+')) word.remove_prefix(1);
  if (json_number_length(word) != word.size() || word.empty()) return std::nullopt;
  const std::optional<Scaled> literal = take_apart(word);
  if (!literal || literal->form != Scaled::Form::decimal) return std::nullopt;
  const auto most = static_cast<std::int64_t>(limits.exponent);
  if (literal->written_exponent > most || literal->written_exponent < -most) return std::nullopt;
  return value_of(*literal);
}

}  // namespace etalon::impl::vnnlib
