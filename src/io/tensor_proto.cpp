// SPDX-License-Identifier: Apache-2.0
// Floor 3. See tensor_proto.hpp. Fields come in any order, so they are collected first and judged together.
#include "io/tensor_proto.hpp"

#include <endian.h>  // before protozero, as in wire.hpp

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>

#include "base/quote.hpp"
#include "io/wire.hpp"
#include "tensor/onnx_types.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

enum class Part : std::uint8_t { dims, data_type, data, external_data, data_location, ignored, refused };

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
    {13, "external_data", Part::external_data},
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

Finding form_error(std::uint64_t offset, const std::string& message,
                   std::string hint = "write the tensor anew, as onnx.helper.make_tensor does") {
  Finding finding = error(Code::malformed, "FILE-PROTO-FORM",
                          "TensorProto, byte " + std::to_string(offset) + ": " + message, std::move(hint));
  finding.offset = offset;
  return finding;
}

Finding external_error(std::uint64_t offset, const std::string& message) {
  Finding finding = form_error(offset, "external_data: " + message,
                               "external_data has the entries location, offset and length, each at most once");
  finding.status.rule = "FILE-ONNX-EXTERNAL";
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
        if (!field.is_varint() || field.value > 1) return form_error(field.offset, "data_location is not 0 or 1");
        elsewhere = field.value == 1;
        return std::nullopt;
      case Part::external_data:
        if (!field.is_bytes()) return form_error(field.offset, name + " has the wrong wire type");
        has_entries = true;
        external_offset = field.offset;
        return take_entry(field);
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
  bool elsewhere = false;  // the data lie in another file
  ExternalPart external;
  bool has_entries = false, has_location = false, has_offset = false;
  std::uint64_t external_offset = 0;

 private:
  // One entry of external_data: a key and a value, both text.
  std::optional<Finding> take_entry(const Field& entry) {
    std::string key, value;
    FieldReader reader(entry.bytes);
    while (reader.next()) {
      const Field& field = reader.field();
      if (field.number > 2 || !field.is_bytes())
        return external_error(entry.offset, "an entry is not a key and a value");
      (field.number == 1 ? key : value).assign(reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
    }
    if (reader.problem() != nullptr) return external_error(entry.offset, reader.problem());
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool is_number = problem == std::errc{} && end == value.data() + value.size() && number <= INT64_MAX;
    if (key == "location" && !has_location) {
      has_location = true;
      external.location = value;
    } else if (key == "offset" && !has_offset && is_number) {
      has_offset = true;
      external.offset = number;
    } else if (key == "length" && !external.length && is_number) {
      external.length = number;
    } else {
      return external_error(entry.offset, "entry " + quoted(key, 40) + " = " + quoted(value, 40) +
                                              " is unknown, appears twice, or is not a number of bytes");
    }
    return std::nullopt;
  }

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

// The bytes of a tensor whose data lie in another file.
Result<std::span<const std::byte>> external_bytes(const Collector& found, ExternalData* files, const char* advice) {
  if (found.data) return form_error(found.data->offset, "data both here and in another file", "keep one");
  if (!found.has_location) return external_error(found.external_offset, "there is no location");
  if (files == nullptr) {
    Finding finding = external_error(found.external_offset, "the data are in " + quoted(found.external.location, 200));
    finding.hint = advice;
    return finding;
  }
  Result<std::span<const std::byte>> bytes = files->bytes_of(found.external);
  if (bytes) return bytes;
  Finding finding = bytes.finding();
  finding.offset = found.external_offset;
  return finding;
}

}  // namespace

Result<Constant> read_tensor_proto(std::span<const std::byte> message, const Limits& limits, ExternalData* external,
                                   std::uint64_t base, const char* advice) {
  Collector found;
  FieldReader reader(message, base);
  while (reader.next())
    if (std::optional<Finding> problem = found.take(reader.field())) return *std::move(problem);
  if (reader.problem() != nullptr) return form_error(reader.field().offset, reader.problem());

  if (!found.data_type) return form_error(base, "there is no data_type");
  const DTypeInfo* row = find_onnx_dtype(*found.data_type);
  if (const char* name = onnx_type_name(*found.data_type); row == nullptr)
    return form_error(found.type_offset,
                      "data_type is " + (name != nullptr ? std::string(name) : std::to_string(*found.data_type)) +
                          ", which is not a floating-point or integer type of 4 to 64 bits or bool",
                      "store the tensor in one of these types");
  const Result<Shape> shape = checked_shape({found.dims.data(), found.rank}, row->id, limits);
  if (!shape) return shape.finding();

  if (!found.elsewhere && found.has_entries)
    return external_error(found.external_offset, "there are entries, but data_location is not EXTERNAL");
  Constant constant{row->id, *shape, Constant::Encoding::little_endian, {}};
  std::uint64_t offset = 0;
  if (found.elsewhere) {
    const Result<std::span<const std::byte>> bytes = external_bytes(found, external, advice);
    if (!bytes) return bytes.finding();
    constant.bytes = *bytes;
    offset = found.external_offset;
  } else if (found.data) {
    const std::uint32_t number = found.data->number;
    if (number != raw_data && number != typed_field(row->id))
      return form_error(found.data->offset, std::string(find_field(number)->name) + " does not hold " + row->name,
                        std::string("use raw_data or ") + find_field(typed_field(row->id))->name);
    if (number != raw_data && number != float_data && number != double_data)
      constant.encoding = Constant::Encoding::varints;
    constant.bytes = found.data->bytes;
    offset = base + static_cast<std::uint64_t>(constant.bytes.data() - message.data());
  }
  if (!found.elsewhere && !found.data && shape->count > 0)
    return form_error(base, "there is no data for shape " + to_string(*shape));
  if (std::optional<Finding> problem = check_constant(constant, offset)) return *std::move(problem);
  return constant;
}

std::string write_tensor_proto(std::string_view name, const TensorView& tensor) {
  std::string elements, message;
  give_little_endian(tensor, [&](std::span<const std::byte> bytes) {
    elements.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  protozero::pbf_writer writer(message);
  for (unsigned axis = 0; axis < tensor.shape.rank; ++axis)
    writer.add_int64(1, static_cast<std::int64_t>(tensor.shape[axis]));
  writer.add_int32(2, info(tensor.type).onnx);
  writer.add_string(8, name.data(), name.size());
  writer.add_bytes(raw_data, elements);
  return message;
}

}  // namespace etalon::impl
