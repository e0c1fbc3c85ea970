// SPDX-License-Identifier: Apache-2.0
// Floor 3. See tensor_proto.hpp. Fields come in any order, so they are collected first and judged together.
#include "io/tensor_proto.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "io/wire.hpp"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

enum class Part : std::uint8_t { dims, data_type, data, ignored, refused, data_location };

struct KnownField {
  std::uint32_t number;
  const char* name;
  Part part;
};

constexpr KnownField known_fields[] = {
    {1, "dims", Part::dims},
    {2, "data_type", Part::data_type},
    {3, "segment", Part::refused},
    {4, "float_data", Part::data},
    {5, "int32_data", Part::data},
    {6, "string_data", Part::refused},
    {7, "int64_data", Part::data},
    {8, "name", Part::ignored},
    {9, "raw_data", Part::data},
    {10, "double_data", Part::data},
    {11, "uint64_data", Part::data},
    {12, "doc_string", Part::ignored},
    {13, "external_data", Part::refused},
    {14, "data_location", Part::data_location},
    {16, "metadata_props", Part::ignored},
};
constexpr std::uint32_t float_data = 4, int32_data = 5, int64_data = 7, raw_data = 9, double_data = 10,
                        uint64_data = 11;

const KnownField* find_field(std::uint32_t number) {
  for (const KnownField& row : known_fields)
    if (row.number == number) return &row;
  return nullptr;
}

// Where ONNX puts the elements of a type that are not in raw_data.
std::uint32_t typed_field(DType type) {
  switch (type) {
    case DType::f32:
      return float_data;
    case DType::f64:
      return double_data;
    case DType::i64:
      return int64_data;
    case DType::u32:
    case DType::u64:
      return uint64_data;
    default:
      return int32_data;
  }
}

// Words of int32_data and its like: two 4-bit elements share one.
std::uint64_t word_count(DType type, std::uint64_t count) {
  return info(type).bits == 4 ? count / 2 + count % 2 : count;
}

Finding form_error(std::uint64_t offset, const std::string& message, std::string hint = {}) {
  Finding finding = error(Code::malformed, "FILE-PROTO-FORM",
                          "TensorProto, byte " + std::to_string(offset) + ": " + message, std::move(hint));
  finding.offset = offset;
  return finding;
}

class Collector {
 public:
  std::optional<Finding> take(const Field& field) {
    const KnownField* known = find_field(field.number);
    if (known == nullptr) return std::nullopt;
    const std::string name = known->name;
    switch (known->part) {
      case Part::dims:
        return take_dims(field);
      case Part::data_type:
        if (!field.is_varint() || data_type) return form_error(field.offset, "data_type must be there once, a varint");
        data_type = static_cast<std::int64_t>(field.value);
        type_offset = field.offset;
        return std::nullopt;
      case Part::data_location:
        if (field.is_varint() && field.value == 0) return std::nullopt;
        return form_error(field.offset, "data_location must be DEFAULT: data in other files is not read here",
                          "store the data in the message");
      case Part::data:
        if (!field.is_bytes())
          return form_error(field.offset, name + " must be packed, in one piece", "write it as onnx.helper does");
        if (data) return form_error(field.offset, "a second data field, " + name, "keep one, in one piece");
        data = field;
        return std::nullopt;
      case Part::refused:
        return form_error(field.offset, name + " is not supported",
                          "store the elements in raw_data or the field of their type");
      default:
        if (!field.is_bytes()) return form_error(field.offset, name + " has the wrong wire type");
        return std::nullopt;
    }
  }

  std::array<std::uint64_t, Limits::max_rank> dims{};
  unsigned rank = 0;
  std::optional<std::int64_t> data_type;
  std::uint64_t type_offset = 0;
  std::optional<Field> data;

 private:
  std::optional<Finding> take_dims(const Field& field) {
    if (field.is_varint()) return take_dim(field, field.value);
    if (!field.is_bytes()) return form_error(field.offset, "dims has the wrong wire type");
    std::span<const std::byte> packed = field.bytes;
    while (!packed.empty()) {
      const std::optional<std::uint64_t> dim = take_varint(packed);
      if (!dim) return form_error(field.offset, "dims holds a varint that is cut off or too long");
      if (std::optional<Finding> problem = take_dim(field, *dim)) return problem;
    }
    return std::nullopt;
  }

  std::optional<Finding> take_dim(const Field& field, std::uint64_t dim) {
    if (dim > INT64_MAX)
      return form_error(field.offset, "dimension " + std::to_string(static_cast<std::int64_t>(dim)) + " is negative");
    if (rank == Limits::max_rank) {
      Finding finding = limit_finding("TensorProto, byte " + std::to_string(field.offset) + ": the rank is above " +
                                      std::to_string(Limits::max_rank));
      finding.offset = field.offset;
      return finding;
    }
    dims[rank++] = dim;
    return std::nullopt;
  }
};

// The bytes are what the shape asks for, no less and no more.
std::optional<Finding> check_size(const Constant& constant, std::uint64_t offset) {
  if (constant.encoding == Constant::Encoding::little_endian) {
    const std::uint64_t wanted = *stored_bytes(constant.type, constant.shape.count);
    if (constant.bytes.size() != wanted)
      return form_error(offset, "shape " + to_string(constant.shape) + " of " + info(constant.type).name + " takes " +
                                    std::to_string(wanted) + " bytes of data, but there are " +
                                    std::to_string(constant.bytes.size()));
    if (info(constant.type).bits == 4 && constant.shape.count % 2 != 0 &&
        std::to_integer<unsigned>(constant.bytes.back()) >> 4 != 0)
      return form_error(offset, "the unused half of the last byte is not zero");
    return std::nullopt;
  }
  const std::uint64_t wanted = word_count(constant.type, constant.shape.count);
  std::span<const std::byte> rest = constant.bytes;
  std::uint64_t words = 0;
  for (; !rest.empty(); ++words)
    if (!take_varint(rest)) return form_error(offset, "the data ends within a varint or holds one that is too long");
  if (words == wanted) return std::nullopt;
  return form_error(offset, "shape " + to_string(constant.shape) + " of " + info(constant.type).name + " takes " +
                                std::to_string(wanted) + " words of data, but there are " + std::to_string(words));
}

// Whether a word of int32_data, int64_data or uint64_data is one of the type: a 16-bit float is there as its pattern,
// two 4-bit elements as their byte.
bool fits(DType type, std::uint64_t word) {
  const unsigned bits = std::max(info(type).bits, 8u);
  const bool is_signed = info(type).kind == Kind::signed_ && info(type).bits != 4;
  return is_signed ? int_wrap(word, bits) == static_cast<std::int64_t>(word) : uint_wrap(word, bits) == word;
}

}  // namespace

Result<Constant> read_tensor_proto(std::span<const std::byte> message, const Limits& limits) {
  Collector found;
  FieldReader reader(message);
  while (reader.next())
    if (std::optional<Finding> problem = found.take(reader.field())) return *std::move(problem);
  if (reader.problem() != nullptr) return form_error(reader.field().offset, reader.problem());

  if (!found.data_type) return form_error(0, "there is no data_type");
  const DTypeInfo* row = find_onnx_dtype(*found.data_type);
  if (row == nullptr)
    return form_error(found.type_offset, "data_type " + std::to_string(*found.data_type) +
                                             " is none of the floating-point and integer types of 4 to 64 bits");
  const Result<Shape> shape = checked_shape({found.dims.data(), found.rank}, row->id, limits);
  if (!shape) return shape.finding();

  using Encoding = Constant::Encoding;
  if (!found.data) {
    if (shape->count == 0) return Constant{row->id, *shape, Encoding::little_endian, {}};
    return form_error(0, "there is no data for shape " + to_string(*shape));
  }
  const std::uint32_t number = found.data->number;
  if (number != raw_data && number != typed_field(row->id))
    return form_error(found.data->offset, std::string(find_field(number)->name) + " does not hold " + row->name,
                      std::string("use raw_data or ") + find_field(typed_field(row->id))->name);
  const bool fixed = number == raw_data || number == float_data || number == double_data;
  const Constant constant{row->id, *shape, fixed ? Encoding::little_endian : Encoding::varints, found.data->bytes};
  if (std::optional<Finding> problem = check_size(constant, found.data->offset)) return *std::move(problem);
  return constant;
}

Result<Tensor> decode(const Constant& constant) {
  if (std::optional<Finding> problem = check_size(constant, 0)) return *std::move(problem);
  const unsigned bits = info(constant.type).bits;
  Tensor tensor(constant.type, constant.shape);
  if (constant.encoding == Constant::Encoding::little_endian) {
    if (bits <= 8 || std::endian::native == std::endian::little) {
      std::copy(constant.bytes.begin(), constant.bytes.end(), tensor.data());
      return tensor;
    }
    for (std::uint64_t i = 0; i < constant.shape.count; ++i)
      set_pattern(tensor, i, word_of_bytes(constant.bytes.data() + i * (bits / 8), bits / 8, false));
    return tensor;
  }
  std::span<const std::byte> rest = constant.bytes;
  const std::uint64_t words = word_count(constant.type, constant.shape.count);
  for (std::uint64_t i = 0; i < words; ++i) {
    const std::uint64_t offset = constant.bytes.size() - rest.size();
    const std::uint64_t word = *take_varint(rest);  // check_size has read them all
    const bool padded = bits == 4 && constant.shape.count % 2 != 0 && i + 1 == words;
    if (!fits(constant.type, word) || (padded && word >> 4 != 0)) {
      Finding finding = form_error(offset, "word " + std::to_string(i) + " of the data, " +
                                               std::to_string(static_cast<std::int64_t>(word)) +
                                               ", is out of range for " + info(constant.type).name);
      finding.status.index = bits == 4 ? 2 * i : i;
      finding.status.count = 1;
      return finding;
    }
    if (bits == 4)
      tensor.data()[i] = static_cast<std::byte>(word);
    else
      set_pattern(tensor, i, word);
  }
  return tensor;
}

}  // namespace etalon::impl
