// SPDX-License-Identifier: Apache-2.0
// Floor 8. See project.hpp: model.h.
#include <algorithm>

#include "prove/project.hpp"

namespace etalon::impl::prove {
namespace {

constexpr std::size_t most_header_words = 1 << 20;
constexpr std::string_view named_headers[] = {"types.h",     "floats.h",  "halves.h", "integers.h", "nibbles.h",
                                              "functions.h", "convert.h", "exact.h",  "quantise.h", "stored.h"};

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : words_(model_h, text, most_header_words) {}

  Header read() {
    take_guard();
    take_includes();
    take_macros();
    take_enumerators();
    if (words_.is("typedef") && !words_.ahead(4).is("weight_0")) take_arena();
    if (h_.has_weights_apart) take_weights_apart();
    while (words_.is("extern")) take_weight();
    words_.demand("int32_t");
    words_.demand(h_.prefix + "_run");
    h_.parameters = read_entry_parameters(words_, h_);
    words_.demand(";");
    words_.demand_directive("#endif");
    if (words_.here().kind != Token::Kind::end) words_.refuse_here("text behind the end of model.h");
    if (h_.has_static_arena && h_.arena.empty())
      refuse(rules::text, {model_h}, "a macro for an arena that is not there");
    return std::move(h_);
  }

 private:
  void take_guard() {
    const Token guard = words_.here();
    const std::string_view begin = "#ifndef ";
    if (guard.kind != Token::Kind::directive || !guard.text.starts_with(begin) || !guard.text.ends_with("_H"))
      words_.refuse_here("model.h begins with its guard");
    h_.capitals = guard.text.substr(begin.size(), guard.text.size() - begin.size() - 2);
    for (const char c : h_.capitals) h_.prefix += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool is_fit = is_name(h_.capitals) && h_.prefix.size() <= 32 && !is_known_name(h_.prefix) &&
                        h_.prefix != "node" && h_.prefix != "copy" && !h_.prefix.ends_with('_') &&
                        std::ranges::none_of(h_.capitals, [](char c) { return c >= 'a' && c <= 'z'; });
    if (!is_fit) words_.refuse_here("\"" + h_.prefix + "\" is no prefix");
    words_.take();
    words_.demand_directive("#define " + h_.capitals + "_H");
  }

  void take_includes() {
    words_.demand_directive("#include <stdint.h>");
    words_.demand_directive("#include \"scalar/environment.h\"");
    words_.demand_directive("#include \"scalar/named/types.h\"");
    h_.includes = {"scalar/environment.h", "scalar/named/types.h"};
    while (words_.here().kind == Token::Kind::directive && words_.here().text.starts_with("#include")) {
      std::string found;
      for (const std::string_view name : named_headers)
        if (words_.here().text == "#include \"scalar/named/" + std::string(name) + "\"")
          found = "scalar/named/" + std::string(name);
      if (found.empty() || std::ranges::find(h_.includes, found) != h_.includes.end())
        words_.refuse_here(shown(words_.here()) + " is no header that a project includes here");
      h_.includes.push_back(found);
      words_.take();
    }
  }

  bool take_macro(const std::string& name) {
    if (words_.here().kind != Token::Kind::directive || words_.here().text != "#ifndef " + name) return false;
    words_.take();
    words_.demand_directive("#define " + name);
    words_.demand_directive("#endif");
    return true;
  }
  void take_macros() {
    has_weight_macro_ = take_macro(h_.capitals + "_WEIGHTS");
    h_.has_static_arena = take_macro(h_.capitals + "_ARENA");
  }

  void take_enumerators() {
    words_.demand("enum");
    words_.demand("{");
    const auto take = [&](const std::string& name, std::size_t number) {
      words_.demand(name);
      words_.demand("=");
      words_.demand(std::to_string(number));
    };
    take(h_.prefix + "_ok", 0);
    words_.demand(",");
    take(h_.prefix + "_environment", 1);
    std::size_t first = 2;
    while (words_.takes(",")) {
      if (words_.is("}")) break;
      if (words_.is(h_.other_weights()) && !h_.has_weights_apart && h_.refusals.empty()) {
        take(h_.other_weights(), first++);
        h_.has_weights_apart = true;
        continue;
      }
      const std::string name(words_.here().text);
      if (words_.here().kind != Token::Kind::name || name.size() > 200 || !name.starts_with(h_.prefix + "_node_") ||
          std::ranges::find(h_.refusals, name) != h_.refusals.end())
        words_.refuse_here("\"" + name + "\" is no refusal of a node");
      take(name, h_.refusals.size() + first);
      h_.refusals.push_back(name);
    }
    words_.demand("}");
    words_.demand(";");
  }

  std::uint64_t take_size() {
    words_.demand("[");
    const auto size = place_literal(words_.here().text);
    if (!size || *size == 0) words_.refuse_here("the size of an array is a positive literal");
    words_.take();
    words_.demand("]");
    return static_cast<std::uint64_t>(*size);
  }
  DType take_type() {
    const std::string_view name = words_.demand_name("a type");
    const auto type = element_type(name);
    if (!type) words_.refuse_here("\"" + std::string(name) + "\" is no type of elements");
    return *type;
  }

  void take_arena() {
    words_.demand("typedef");
    words_.demand("struct");
    words_.demand("{");
    do {
      const DType type = take_type();
      if (std::ranges::find(h_.arena, type, &std::pair<DType, std::uint64_t>::first) != h_.arena.end())
        words_.refuse_here("the arena has two arrays of one type");
      words_.demand(prefix_of(type));
      h_.arena.emplace_back(type, take_size());
      words_.demand(";");
    } while (!words_.is("}"));
    words_.demand("}");
    words_.demand(h_.prefix + "_arena");
    words_.demand(";");
  }

  void take_weights_apart() {
    for (const char* word : {"typedef", "struct", "{"}) words_.demand(word);
    do {
      const DType type = take_type();
      const std::string name = "weight_" + std::to_string(h_.weights.size());
      words_.demand(name);
      h_.weights.push_back({type, take_size(), name});
      words_.demand(";");
    } while (!words_.ahead(1).is("checksum"));
    for (const std::string& word : {std::string("uint32_t"), std::string("checksum"), std::string(";"),
                                    std::string("}"), h_.prefix + "_weights", std::string(";")})
      words_.demand(word);
    take_loader_head(words_, h_);
    words_.demand(";");
  }
  void take_weight() {
    if (!has_weight_macro_ || h_.has_weights_apart) words_.refuse_here("the macro of weights is missing");
    words_.demand("extern");
    words_.demand("const");
    const DType type = take_type();
    const std::string name = h_.prefix + "_weight_" + std::to_string(h_.weights.size());
    words_.demand(name);
    h_.weights.push_back({type, take_size(), name});
    words_.demand(";");
  }

  Words words_;
  Header h_;
  bool has_weight_macro_ = false;
};

}  // namespace

Header read_header(std::string_view text, std::span<const ShippedText> shipped) {
  Header header = HeaderReader(text).read();
  std::set<std::string, std::less<>> names;
  header.add_names(names);
  for (const std::string& name : names)
    if (have_word(shipped, name)) refuse(rules::text, {model_h}, "\"" + name + "\" is a name of the scalar headers");
  return header;
}

void Header::add_names(std::set<std::string, std::less<>>& to) const {
  for (const char* own : {"_ok", "_environment", "_other_weights", "_run", "_load", "_arena", "_weights"})
    to.insert(prefix + own);
  for (const char* own : {"_H", "_WEIGHTS", "_ARENA"}) to.insert(capitals + own);
  to.insert(refusals.begin(), refusals.end());
  for (const Weight& weight : weights) to.insert(weight.name);
}

std::vector<Parameter> read_entry_parameters(Words& words, const Header& header) {
  std::vector<Parameter> parameters;
  bool is_first = true;
  const auto separate = [&] {
    if (!is_first) words.demand(",");
    is_first = false;
  };
  words.demand("(");
  if (header.takes_arena()) {
    separate();
    for (const std::string& word :
         {header.prefix + "_arena", std::string("*"), std::string("restrict"), std::string("arena")})
      words.demand(word);
  }
  if (header.has_weights_apart) {
    separate();
    for (const std::string& word : {std::string("const"), header.prefix + "_weights", std::string("*"),
                                    std::string("restrict"), std::string("weights")})
      words.demand(word);
  }
  std::size_t inputs = 0, outputs = 0;
  if (is_first && words.takes("void")) {
    words.demand(")");
    return parameters;
  }
  while (!words.is(")")) {
    separate();
    const bool is_constant = words.takes("const");
    const std::string_view name = words.demand_name("a type");
    const auto type = element_type(name);
    if (!type) words.refuse_here("\"" + std::string(name) + "\" is no type of elements");
    words.demand("*");
    words.demand("restrict");
    const std::string parameter =
        is_constant ? "input_" + std::to_string(inputs++) : "output_" + std::to_string(outputs++);
    words.demand(parameter);
    if (is_constant && outputs > 0) words.refuse_here("inputs come before outputs");
    parameters.push_back({is_constant, *type, parameter});
    if (parameters.size() > 10000) words.refuse_here("too many parameters");
  }
  words.demand(")");
  return parameters;
}

}  // namespace etalon::impl::prove
