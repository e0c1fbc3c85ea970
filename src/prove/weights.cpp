// SPDX-License-Identifier: Apache-2.0
// Floor 8. See project.hpp: weights.c, which is read word by word, since it can be long.
#include <cstring>

#include "prove/project.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl::prove {
namespace {

class WeightsReader {
 public:
  WeightsReader(std::string_view text, const Header& header) : lexer_(weights_c, text), header_(header) { step(); }

  std::vector<std::vector<std::byte>> read() {
    demand_directive("#include \"model.h\"");
    if (token_.kind == Token::Kind::directive && token_.text == "#include <math.h>") {
      has_math_ = true;
      step();
    }
    std::vector<std::vector<std::byte>> tables;
    for (const Header::Weight& weight : header_.weights) tables.push_back(table(weight));
    if (token_.kind != Token::Kind::end) fail("text behind the last table");
    return tables;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    refuse(rules::text, {weights_c, token_.line, token_.column}, what);
  }
  void step() { token_ = lexer_.next(); }
  bool is(std::string_view text) const { return token_.is(text) && token_.kind != Token::Kind::directive; }
  void demand(std::string_view text) {
    if (!is(text)) fail("\"" + std::string(text) + "\" is expected here, and not " + shown(token_));
    step();
  }
  void demand_directive(std::string_view text) {
    if (token_.kind != Token::Kind::directive || token_.text != text)
      fail("the line \"" + std::string(text) + "\" is expected here, and not " + shown(token_));
    step();
  }

  std::vector<std::byte> table(const Header::Weight& weight) {
    demand(header_.capitals + "_WEIGHTS");
    demand("const");
    demand(element_type_name(weight.type));
    demand(weight.name);
    demand("[");
    demand(std::to_string(weight.size));
    demand("]");
    demand("=");
    demand("{");
    std::vector<std::byte> bytes;
    const auto size = static_cast<std::size_t>(buffer_bytes(weight.type, 1));
    for (std::uint64_t i = 0; i < weight.size; ++i) {
      if (i > 0) demand(",");
      const std::uint64_t pattern = literal(weight.type);
      std::byte element[8];
      switch (size) {
        case 1:
          element[0] = static_cast<std::byte>(pattern);
          break;
        case 2:
          store_pattern<16>(element, 0, static_cast<Word<16>>(pattern));
          break;
        case 4:
          store_pattern<32>(element, 0, static_cast<Word<32>>(pattern));
          break;
        default:
          store_pattern<64>(element, 0, pattern);
      }
      bytes.insert(bytes.end(), element, element + size);
    }
    if (is(",")) step();
    demand("}");
    demand(";");
    return bytes;
  }

  std::uint64_t literal(DType type) {
    const bool negative = is("-");
    if (negative) step();
    if (token_.kind == Token::Kind::name) return named_literal(type, negative);
    std::optional<std::uint64_t> pattern;
    if (token_.kind == Token::Kind::number) {
      if (info(type).bits == 4 || type == DType::boolean)
        pattern = negative ? std::nullopt : bits_literal(token_.text, 8);
      else if (info(type).bits != 64 || is_floating(type))
        pattern = number_literal(type, token_.text, negative);
    }
    if (!pattern) fail(shown(token_) + " is no literal of type " + element_type_name(type));
    step();
    return *pattern;
  }

  std::uint64_t named_literal(DType type, bool negative) {
    if (is("INFINITY") && (type == DType::f32 || type == DType::f64)) {
      if (!has_math_) fail("INFINITY is used, and math.h not included");
      step();
      return infinity_of(type, negative);
    }
    if (is("INT64_MIN") && type == DType::i64 && !negative) {
      step();
      return std::uint64_t{1} << 63;
    }
    const char* macro = type == DType::i64 ? "INT64_C" : "UINT64_C";
    if ((type != DType::i64 && type != DType::u64) || !is(macro))
      fail(shown(token_) + " is no literal of type " + element_type_name(type));
    step();
    demand("(");
    if (!negative && is("-")) {
      negative = true;
      step();
    }
    const auto pattern = decimal_literal(type, token_.text, negative);
    if (!pattern || (negative && *pattern == std::uint64_t{1} << 63))
      fail(shown(token_) + " is no number of this type");
    step();
    demand(")");
    return *pattern;
  }

  Lexer lexer_;
  const Header& header_;
  Token token_;
  bool has_math_ = false;
};

}  // namespace

std::vector<std::vector<std::byte>> read_weights(std::string_view text, const Header& header) {
  return WeightsReader(text, header).read();
}

}  // namespace etalon::impl::prove
