// SPDX-License-Identifier: Apache-2.0
// Floor 10. See attributes.hpp. Numbers are read as literals of tensors are, so that one set of rules holds for both.
#include "cli/attributes.hpp"

#include <fmt/format.h>

#include <bit>

#include "base/quote.hpp"
#include "cli/model.hpp"
#include "cli/suggest.hpp"
#include "tensor/pattern.hpp"
#include "text/any_tensor.hpp"
#include "text/type_name.hpp"

namespace etalon::impl::cli {
namespace {

using Kind = AttributeFormal::Kind;

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const DTypeInfo& row : dtype_table) names.emplace_back(row.name);
  return names;
}

// 1,0 as well as [1,0].
std::string with_brackets(const std::string& text) {
  return text.starts_with('[') || text.find(',') == text.npos ? text : '[' + text + ']';
}

// One number or a list of them, whichever the text is: the rule that says which it must be reports the other.
template <class T, class Of> Result<AttributeValue> numbers(const std::string& text, DType type, Of of) {
  const Result<Tensor> tensor = parse_tensor(text, type, {});
  if (!tensor) return tensor.finding();
  const TensorView view = tensor->view();
  if (view.shape.rank > 1) return misuse("a list has no lists in it", "give [1,2,3]");
  if (view.shape.rank == 0) return AttributeValue(of(pattern_at(view, 0)));
  std::vector<T> list;
  for (std::uint64_t i = 0; i < view.shape.count; ++i) list.push_back(of(pattern_at(view, i)));
  return AttributeValue(std::move(list));
}

Result<AttributeValue> integers(const std::string& text) {
  return numbers<std::int64_t>(with_brackets(text), DType::i64,
                               [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); });
}

// A list is one of JSON; a single number needs no quotes where JSON would: inf, 0x1p-3.
Result<AttributeValue> floats(const std::string& given) {
  const std::string text = with_brackets(given);
  const bool plain = !text.starts_with('[') && !text.starts_with('"');
  return numbers<float>(plain ? '"' + text + '"' : text, DType::f32,
                        [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); });
}

// What is a type is an integer in ONNX.
Result<AttributeValue> integer_or_type(const std::string& text) {
  const bool word = !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  if (!word) return integers(text);
  const Result<DType> type = named_type(text);
  if (!type) return type.finding();
  if (*type == DType::real) return misuse("real is not a type of ONNX", "give a type that a file can store");
  return AttributeValue(std::int64_t{info(*type).onnx});
}

// [linear,nearest], with quotes or without.
Result<AttributeValue> texts(const std::string& text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return AttributeValue(text);
  std::vector<std::string> list;
  std::string_view rest = std::string_view(text).substr(1, text.size() - 2);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view one = rest.substr(0, comma);
    if (one.size() >= 2 && one.starts_with('"') && one.ends_with('"')) one = one.substr(1, one.size() - 2);
    list.emplace_back(one);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return AttributeValue(std::move(list));
}

Result<AttributeValue> tensor(const std::string& text, std::optional<DType> usual,
                              std::vector<std::vector<std::byte>>& kept) {
  const TypedText typed = split_type(text);
  if (!typed.type.empty()) {
    const Result<DType> type = named_type(typed.type);
    if (!type) return type.finding();
    usual = *type;
  }
  if (!usual) return misuse("its type is not given", "write the type before it: float:[1,2]");
  if (*usual == DType::real) return no_encoding();
  const Result<Tensor> tensor = parse_tensor(typed.rest, *usual, {});
  if (!tensor) return tensor.finding();
  std::vector<std::byte>& bytes = kept.emplace_back();
  give_little_endian(tensor->view(),
                     [&](std::span<const std::byte> some) { bytes.insert(bytes.end(), some.begin(), some.end()); });
  return AttributeValue(Constant{*usual, tensor->shape(), Constant::Encoding::little_endian, bytes});
}

Result<AttributeValue> value_of(const std::string& text, Kind kind, std::optional<DType> usual,
                                std::vector<std::vector<std::byte>>& kept) {
  switch (kind) {
    case Kind::integer:
      return integer_or_type(text);
    case Kind::integers:
      return integers(text);
    case Kind::number:
    case Kind::numbers:
      return floats(text);
    case Kind::texts:
      return texts(text);
    case Kind::tensor:
      return tensor(text, usual, kept);
    default:
      return AttributeValue(text);
  }
}

}  // namespace

std::optional<Finding> add_attribute(const std::string& text, const Row* row, std::optional<DType> usual,
                                     GivenAttributes& given) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0)
    return misuse(fmt::format("--attr: {} is not KEY=VALUE", quoted(text, 60)), "give an attribute as in axis=1");
  const std::string key = text.substr(0, equals), value = text.substr(equals + 1);
  Kind kind = Kind::text;
  if (row != nullptr)
    for (const AttributeFormal& formal : row->attributes)
      if (formal.name == key) kind = formal.kind;
  Result<AttributeValue> read = value_of(value, kind, usual, given.tensors);
  if (!read) {
    Finding finding = read.finding();
    finding.message.insert(0, fmt::format("attribute {}: ", key));
    return finding;
  }
  given.all.push_back({key, *std::move(read)});
  return std::nullopt;
}

Result<DType> named_type(std::string_view name) {
  if (const DTypeInfo* type = find_type(name)) return type->id;
  const std::vector<std::string> names = type_names();
  return misuse(quoted(name, 60) + " is not a type",
                did_you_mean(name, names, fmt::format("give one of {}", fmt::join(names, ", "))));
}

}  // namespace etalon::impl::cli
