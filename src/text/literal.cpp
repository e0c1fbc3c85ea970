// SPDX-License-Identifier: Apache-2.0
// Floor 3. See literal.hpp. A text is walked twice: once for its form and shape, so that limits hold before memory is
// taken and a bad literal can be named by its index, and once for its values. The parser is written here because JSON
// libraries read numbers through double and lose the text, and the sign of -0 with it.
#include "text/literal.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "base/quote.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t shown = 40;  // characters of a literal that a message repeats

struct Token {
  std::string_view text;  // of a string what is between the quotes
  std::size_t offset;
};

std::string at_byte(std::size_t offset) { return "tensor literal, byte " + std::to_string(offset) + ": "; }

Finding placed(Finding finding, std::size_t offset) {
  finding.offset = offset;
  finding.message.insert(0, at_byte(offset));
  return finding;
}

Finding form_error(std::size_t offset, std::string message) {
  return placed(error(Code::malformed, "FILE-JSON-FORM", std::move(message),
                      R"(write a tensor like [[1,2],[3,4]], ["nan","-inf","0x1.8p3"] or 5)"),
                offset);
}

// How long the word is, a number or true or false, that `text` begins with; 0 where it begins with none.
std::size_t word_length(std::string_view text) {
  for (const std::string_view word : {"true", "false"})
    if (text.starts_with(word)) return word.size();
  return json_number_length(text);
}

class Walk {
 public:
  Walk(std::string_view text, const Limits& limits) : text_(text), limits_(limits) {}

  // Calls take(token, number of the element) for every literal, in order; it returns a Finding to stop.
  template <class Take> std::optional<Finding> run(Take take) {
    for (;;) {
      skip_space();
      if (expected_ == Expected::nothing_more) {
        if (at_ == text_.size()) return std::nullopt;
        return form_error(at_, "expected the end of the text");
      }
      std::optional<Finding> problem;
      if (expected_ == Expected::separator) {
        problem = next() == ',' ? comma() : next() == ']' ? close() : form_error(at_, "expected ',' or ']'");
      } else if (next() == '[') {
        problem = open();
      } else if (next() == ']' && expected_ == Expected::value_or_close) {
        problem = close();
      } else {
        problem = literal(take);
      }
      if (problem) return problem;
    }
  }

  std::span<const std::uint64_t> dims() const { return {dims_.data(), rank_.value_or(0)}; }

 private:
  enum class Expected { value, value_or_close, separator, nothing_more };

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  std::optional<Finding> comma() {
    ++at_;
    expected_ = Expected::value;
    return std::nullopt;
  }

  std::optional<Finding> open() {
    if (depth_ == Limits::max_rank)
      return placed(limit_finding("arrays are nested deeper than " + std::to_string(Limits::max_rank)), at_);
    if (rank_ && depth_ == *rank_) return form_error(at_, "ragged: an array where a number stood before");
    counts_[depth_++] = 0;
    ++at_;
    expected_ = Expected::value_or_close;
    return std::nullopt;
  }

  // The first array to end, or the first literal, is as deep as the tensor goes.
  std::optional<Finding> close() {
    if (!rank_) rank_ = depth_;
    const unsigned axis = depth_ - 1;
    if (known_[axis] && dims_[axis] != counts_[axis])
      return form_error(at_, "ragged: an array of " + std::to_string(counts_[axis]) + " where the first has " +
                                 std::to_string(dims_[axis]));
    known_[axis] = true;
    dims_[axis] = counts_[axis];
    --depth_;
    ++at_;
    return counted();
  }

  template <class Take> std::optional<Finding> literal(Take take) {
    Token token{{}, at_};
    if (std::optional<Finding> problem = next() == '"' ? string(token) : word(token)) return problem;
    if (!rank_) rank_ = depth_;
    if (depth_ != *rank_) return form_error(token.offset, "ragged: a number where an array stood before");
    if (elements_ == limits_.elements)
      return placed(limit_finding("more than " + std::to_string(limits_.elements) + " elements"), token.offset);
    if (std::optional<Finding> problem = take(token, elements_)) return problem;
    ++elements_;
    return counted();
  }

  std::optional<Finding> counted() {
    if (depth_ > 0) ++counts_[depth_ - 1];
    expected_ = depth_ > 0 ? Expected::separator : Expected::nothing_more;
    return std::nullopt;
  }

  std::optional<Finding> word(Token& token) {
    const std::size_t length = word_length(text_.substr(at_));
    if (length == 0) return form_error(at_, R"(expected a number, true, false, '[' or a string such as "nan")");
    if (length > limits_.literal_characters) return too_long();
    token.text = text_.substr(at_, length);
    at_ += length;
    return std::nullopt;
  }

  std::optional<Finding> string(Token& token) {
    const std::size_t begin = at_ + 1;
    std::size_t end = begin;
    while (end < text_.size() && text_[end] != '"') {
      if (text_[end] == '\\' || static_cast<unsigned char>(text_[end]) < 0x20)
        return form_error(end, "a literal has no escapes and no control characters");
      if (++end - begin > limits_.literal_characters) return too_long();
    }
    if (end == text_.size()) return form_error(at_, "the string that begins here does not end");
    token.text = text_.substr(begin, end - begin);
    at_ = end + 1;
    return std::nullopt;
  }

  Finding too_long() const {
    return placed(limit_finding("a literal of more than " + std::to_string(limits_.literal_characters) + " characters"),
                  at_);
  }

  std::string_view text_;
  const Limits& limits_;
  std::size_t at_ = 0;
  Expected expected_ = Expected::value;
  unsigned depth_ = 0;
  std::optional<unsigned> rank_;
  std::array<std::uint64_t, Limits::max_rank> dims_{}, counts_{};  // as first seen; of the arrays open now
  std::array<bool, Limits::max_rank> known_{};
  std::uint64_t elements_ = 0;
};

// A finding about the literal, with the words that say which one it is.
Finding about(Finding finding, const Token& token, const Shape& shape, std::uint64_t index) {
  finding.status.index = index;
  finding.status.count = 1;
  finding.value = token.text.substr(0, shown);
  finding.message = "element " + index_string(shape, index) + ", " + quoted(token.text, shown) + ", " + finding.message;
  return placed(std::move(finding), token.offset);
}

Result<Scaled> scaled_of(const Token& token) {
  if (std::optional<Scaled> literal = take_apart(token.text)) return *std::move(literal);
  return error(Code::malformed, "NUM-ALL-LITERAL", "is not a number",
               R"(strings hold "nan", "inf", "-inf", decimals, hex floats like "0x1.8p3", or fractions of a real; )"
               "true and false are of type bool");
}

Result<std::uint64_t> pattern_of(const Token& token, DType type, BitPatterns patterns) {
  if (type == DType::boolean && token.text == "true") return std::uint64_t{1};
  if (type == DType::boolean && token.text == "false") return std::uint64_t{0};
  const Result<Scaled> literal = scaled_of(token);
  if (!literal) return literal.finding();
  return pattern_of(*literal, type, patterns);
}

// Bytes that the number may take, from above: a decimal digit or a power of ten is less than half a byte.
std::uint64_t memory_of(const Token& token, const Scaled& literal) {
  const std::int64_t power = literal.written_exponent;
  return 2 * sizeof(Enclosure) + token.text.size() + static_cast<std::uint64_t>(power < 0 ? -power : power) / 2;
}

}  // namespace

Result<Tensor> parse_tensor(std::string_view text, DType type, const Limits& limits, BitPatterns patterns) {
  Walk form(text, limits);
  if (std::optional<Finding> problem = form.run([](const Token&, std::uint64_t) { return std::optional<Finding>(); }))
    return *std::move(problem);
  const Result<Shape> shape = checked_shape(form.dims(), type, limits);
  if (!shape) return placed(shape.finding(), 0);

  Tensor tensor(type, *shape);
  std::optional<Finding> problem = Walk(text, limits).run([&](const Token& token, std::uint64_t i) {
    const Result<std::uint64_t> pattern = pattern_of(token, type, patterns);
    if (!pattern) return std::optional(about(pattern.finding(), token, *shape, i));
    set_pattern(tensor.view(), i, *pattern);
    return std::optional<Finding>();
  });
  if (problem) return *std::move(problem);
  return tensor;
}

Result<RealTensor> parse_real_tensor(std::string_view text, const Limits& given) {
  Limits limits = given;
  limits.literal_characters = limits.real_characters;
  Walk form(text, limits);
  if (std::optional<Finding> problem = form.run([](const Token&, std::uint64_t) { return std::optional<Finding>(); }))
    return *std::move(problem);
  const Result<Shape> shape = checked_shape(form.dims(), DType::real, limits);
  if (!shape) return placed(shape.finding(), 0);

  RealTensor tensor{*shape, {}};
  std::uint64_t memory = 0;
  std::optional<Finding> problem = Walk(text, limits).run([&](const Token& token, std::uint64_t i) {
    const Result<Scaled> literal = scaled_of(token);
    if (!literal) return std::optional(about(literal.finding(), token, *shape, i));
    // few characters can give a long number, and many such numbers more memory than a tensor may take
    memory += std::min(memory_of(token, *literal), limits.tensor_bytes);
    Result<Number> number =
        memory > limits.tensor_bytes
            ? limit_finding("brings the tensor above the limit of " + std::to_string(limits.tensor_bytes) + " bytes")
            : real_of(*literal, limits);
    if (!number) return std::optional(about(number.finding(), token, *shape, i));
    tensor.elements.push_back(std::move(*number));
    return std::optional<Finding>();
  });
  if (problem) return *std::move(problem);
  return tensor;
}

}  // namespace etalon::impl
