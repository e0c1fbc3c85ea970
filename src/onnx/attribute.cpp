// SPDX-License-Identifier: Apache-2.0
// Floor 7. See attribute.hpp.
#include "onnx/attribute.hpp"

#include <bit>
#include <string>
#include <utility>

#include "base/quote.hpp"
#include "io/tensor_proto.hpp"
#include "tensor/onnx_types.hpp"

namespace etalon::impl {
namespace {

// AttributeProto has a field for each kind of value; AttributeProto.type says which one is in use.
struct ValueField {
  std::uint32_t number;
  std::int64_t kind;  // AttributeProto.AttributeType
  const char* words;
};

constexpr std::int64_t float_kind = 1, integer_kind = 2, string_kind = 3, tensor_kind = 4, graph_kind = 5,
                       floats_kind = 6, integers_kind = 7, strings_kind = 8;

constexpr ValueField value_fields[] = {
    {2, float_kind, "a float"},
    {3, integer_kind, "an integer"},
    {4, string_kind, "a string"},
    {5, tensor_kind, "a tensor"},
    {6, graph_kind, "a graph"},
    {7, floats_kind, "a list of floats"},
    {8, integers_kind, "a list of integers"},
    {9, strings_kind, "a list of strings"},
    {10, 9, "a list of tensors"},
    {11, 10, "a list of graphs"},
    {14, 13, "a type"},
    {15, 14, "a list of types"},
    {22, 11, "a sparse tensor"},
    {23, 12, "a list of sparse tensors"},
};

const ValueField* field_numbered(std::uint32_t number) {
  for (const ValueField& row : value_fields)
    if (row.number == number) return &row;
  return nullptr;
}

std::string words_of_kind(std::int64_t kind) {
  for (const ValueField& row : value_fields)
    if (row.kind == kind) return row.words;
  return "type " + std::to_string(kind) + ", which ONNX does not define";
}

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

std::optional<std::uint64_t> take_fixed32(Bytes& rest) {
  if (rest.size() < 4) return std::nullopt;
  std::uint64_t word = 0;
  for (unsigned k = 0; k < 4; ++k) word |= std::to_integer<std::uint64_t>(rest[k]) << 8 * k;
  rest = rest.subspan(4);
  return word;
}

float float_of(std::uint64_t pattern) { return std::bit_cast<float>(static_cast<std::uint32_t>(pattern)); }

}  // namespace

struct AttributeReader::Content {
  std::int64_t kind = 0;
  const ValueField* given = nullptr;  // the first field that holds a value
  const ValueField* other = nullptr;  // another one
  std::string_view reference;         // an attribute of a function, in place of a value

  std::int64_t integer = 0;
  float number = 0;
  std::string_view text;
  std::optional<Bytes> tensor, graph;
  std::vector<std::int64_t> integers;
  std::vector<float> numbers;
  std::vector<std::string> texts;
};

bool AttributeReader::read_attribute(Bytes message, Attribute& attribute, bool& untyped, std::optional<Bytes>& graph) {
  if (!count_entry()) return false;
  Content content;
  const bool good = each(message, attribute_form, [&](const Field& field) {
    switch (field.number) {
      case 1:
        return read_name(field, attribute.name);
      case 13:  // doc_string
        return true;
      case 20:
        content.kind = static_cast<std::int64_t>(field.value);
        return true;
      case 21:
        return read_name(field, content.reference);
      default:
        return take(field, content);
    }
  });
  if (!good) return false;
  if (content.kind == 0 && content.given != nullptr) {
    untyped = true;
    content.kind = content.given->kind;
  }
  return settle(content, attribute, graph);
}

// The numbers of a list: one of them, or many that are packed.
template <class Add> bool AttributeReader::each_number(const Field& field, Add add) {
  const auto take_one = [&](std::uint64_t word) {
    add(word);
    return count_entry();
  };
  if (!field.is_bytes()) return take_one(field.value);
  const bool floats = field.number == 7;
  for (Bytes rest = field.bytes; !rest.empty();) {
    const std::optional<std::uint64_t> word = floats ? take_fixed32(rest) : take_varint(rest);
    if (!word) return fail(floats ? "a list of floats is cut off" : "a list of integers is cut off");
    if (!take_one(*word)) return false;
  }
  return true;
}

bool AttributeReader::take(const Field& field, Content& content) {
  const bool holds_nothing = (field.number == 7 || field.number == 8) && field.is_bytes() && field.bytes.empty();
  if (const ValueField* row = field_numbered(field.number); !holds_nothing) {
    if (content.given == nullptr) content.given = row;
    if (content.given != row) content.other = row;
  }
  switch (field.number) {
    case 2:
      content.number = float_of(field.value);
      return true;
    case 3:
      content.integer = static_cast<std::int64_t>(field.value);
      return true;
    case 4:
      content.text = text_of(field.bytes);
      return true;
    case 5:  // protobuf would merge two
      return std::exchange(content.tensor, field.bytes) ? fail("an attribute has a second tensor") : true;
    case 6:
      return std::exchange(content.graph, field.bytes) ? fail("an attribute has a second graph") : true;
    case 7:
      return each_number(field, [&](std::uint64_t word) { content.numbers.push_back(float_of(word)); });
    case 8:
      return each_number(field,
                         [&](std::uint64_t word) { content.integers.push_back(static_cast<std::int64_t>(word)); });
    case 9:
      content.texts.emplace_back(text_of(field.bytes));
      return count_entry();
    default:
      return true;
  }
}

// What ONNX does not allow is put into words.
bool AttributeReader::settle(Content& content, Attribute& attribute, std::optional<Bytes>& graph) {
  AttributeValue& value = attribute.value;
  const std::int64_t kind = content.kind;
  const auto other = [&](std::string words) {
    value = OtherAttribute{kind, std::move(words)};
    return true;
  };
  if (!content.reference.empty())
    return other("a reference to " + quoted(content.reference, 60) +
                 ", and only nodes of a function refer to attributes");
  if (content.given != nullptr && content.other != nullptr)
    return other(content.given->words + std::string(" and also ") + content.other->words);
  if (content.given != nullptr && content.given->kind != kind)
    return other("declared as " + words_of_kind(kind) + ", but given as " + content.given->words);
  switch (kind) {
    case 0:
      return other("without a value");
    case float_kind:
      value = content.number;
      return true;
    case integer_kind:
      value = content.integer;
      return true;
    case string_kind:
      value = std::string(content.text);
      return true;
    case floats_kind:
      value = std::move(content.numbers);
      return true;
    case integers_kind:
      value = std::move(content.integers);
      return true;
    case strings_kind:
      value = std::move(content.texts);
      return true;
    case tensor_kind: {
      if (!content.tensor) return other("declared as a tensor, but without a value");
      StoredTensor stored;
      if (!read_tensor(*content.tensor, "attribute ", attribute.name, stored)) return false;
      if (!stored.constant) return other(std::string("a tensor of ") + stored.foreign);
      value = *stored.constant;
      return true;
    }
    case graph_kind:
      graph = content.graph;
      [[fallthrough]];
    default:
      return other(words_of_kind(kind));
  }
}

bool AttributeReader::read_tensor(Bytes message, const char* what, std::optional<std::string_view> owner,
                                  StoredTensor& stored) {
  std::int64_t type = 0;
  const bool good = each(message, tensor_form, [&](const Field& field) {
    if (field.number == 2 && field.is_varint()) type = static_cast<std::int64_t>(field.value);
    return field.number != 8 || read_name(field, stored.name);
  });
  if (!good) return false;
  if (const char* name = onnx_type_name(type); find_onnx_dtype(type) == nullptr && name != nullptr) {
    stored.foreign = name;
    return true;
  }
  const Result<Constant> constant =
      read_tensor_proto(message, limits_, external_, place(message),
                        "data files of a model are read only on request: --external-data, or in C external_folder");
  if (constant) {
    stored.constant = *constant;
    return true;
  }
  problem_ = constant.finding();
  problem_->value = owner.value_or(stored.name);
  problem_->message = what + quoted(problem_->value, 60) + ", " + problem_->message;
  return false;
}

}  // namespace etalon::impl
