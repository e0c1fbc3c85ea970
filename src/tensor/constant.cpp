// SPDX-License-Identifier: Apache-2.0
// Floor 2. See constant.hpp.
#include "tensor/constant.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "base/varint.hpp"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

using Encoding = Constant::Encoding;

Finding form_error(std::uint64_t offset, const std::string& message) {
  Finding finding = error(Code::malformed, "FILE-PROTO-FORM",
                          "TensorProto, byte " + std::to_string(offset) + ": " + message, "write the tensor anew");
  finding.offset = offset;
  return finding;
}

std::string takes(const Constant& constant, std::uint64_t wanted, const char* what, std::uint64_t there) {
  return "shape " + to_string(constant.shape) + " of " + info(constant.type).name + " takes " + std::to_string(wanted) +
         " " + what + " of data, but there are " + std::to_string(there);
}

bool has_stray_half(const Constant& constant, std::uint64_t last) {
  return info(constant.type).bits == 4 && constant.shape.count % 2 != 0 && last >> 4 != 0;
}

// Words of int32_data and its like: two 4-bit elements share one.
std::uint64_t word_count(DType type, std::uint64_t count) {
  return info(type).bits == 4 ? count / 2 + count % 2 : count;
}

// Whether a word of int32_data, int64_data or uint64_data is one of the type: a 16-bit float is there as its pattern,
// two 4-bit elements as their byte.
bool fits(DType type, std::uint64_t word) {
  if (type == DType::boolean) return word <= 1;
  const unsigned bits = std::max(info(type).bits, 8u);
  const bool is_signed = info(type).kind == Kind::signed_ && info(type).bits != 4;
  return is_signed ? int_wrap(word, bits) == static_cast<std::int64_t>(word) : uint_wrap(word, bits) == word;
}

std::optional<Finding> check_words(const Constant& constant, std::uint64_t offset) {
  const std::uint64_t wanted = word_count(constant.type, constant.shape.count);
  std::span<const std::byte> rest = constant.bytes;
  std::uint64_t words = 0;
  std::optional<Finding> out_of_range;
  for (; !rest.empty(); ++words) {
    const std::uint64_t place = offset + (constant.bytes.size() - rest.size());
    const std::optional<std::uint64_t> word = take_varint(rest);
    if (!word) return form_error(place, "the data ends within a varint or holds one that is too long");
    if (out_of_range || (fits(constant.type, *word) && !(words + 1 == wanted && has_stray_half(constant, *word))))
      continue;
    out_of_range = form_error(place, "word " + std::to_string(words) + " of the data, " +
                                         std::to_string(static_cast<std::int64_t>(*word)) + ", is out of range for " +
                                         info(constant.type).name);
    out_of_range->status.index = info(constant.type).bits == 4 ? 2 * words : words;
    out_of_range->status.count = 1;
  }
  if (words != wanted) return form_error(offset, takes(constant, wanted, "words", words));
  return out_of_range;
}

std::optional<Finding> check_truth_values(const Constant& constant, std::uint64_t offset) {
  const std::optional<std::size_t> bad = first_no_bool(constant.bytes);
  if (!bad) return std::nullopt;
  Finding finding = form_error(offset, "byte " + std::to_string(*bad) + " of the data is " +
                                           std::to_string(std::to_integer<unsigned>(constant.bytes[*bad])) +
                                           ", and an element of bool is 0 or 1");
  finding.status.index = *bad;
  finding.status.count = 1;
  return finding;
}

}  // namespace

std::optional<Finding> check_constant(const Constant& constant, std::uint64_t offset) {
  if (constant.encoding == Encoding::varints) return check_words(constant, offset);
  const std::uint64_t wanted = *stored_bytes(constant.type, constant.shape.count);
  if (constant.bytes.size() != wanted)
    return form_error(offset, takes(constant, wanted, "bytes", constant.bytes.size()));
  if (wanted > 0 && has_stray_half(constant, std::to_integer<std::uint64_t>(constant.bytes.back())))
    return form_error(offset, "the unused half of the last byte is not zero");
  return constant.type == DType::boolean ? check_truth_values(constant, offset) : std::nullopt;
}

bool is_native(const Constant& constant) {
  const std::uintptr_t size = std::max(info(constant.type).bits / 8, 1u);
  return constant.encoding == Encoding::little_endian && (size == 1 || std::endian::native == std::endian::little) &&
         reinterpret_cast<std::uintptr_t>(constant.bytes.data()) % size == 0;
}

void decode(const Constant& constant, const MutableTensorView& to) {
  const unsigned bits = info(constant.type).bits;
  if (constant.encoding == Encoding::little_endian) {
    if (bits <= 8 || std::endian::native == std::endian::little) {
      if (!constant.bytes.empty()) std::memcpy(to.data, constant.bytes.data(), constant.bytes.size());
      return;
    }
    for (std::uint64_t i = 0; i < constant.shape.count; ++i)
      set_pattern(to, i, word_of_bytes(constant.bytes.data() + i * (bits / 8), bits / 8, std::endian::little));
    return;
  }
  std::span<const std::byte> rest = constant.bytes;
  const MutableTensorView bytes{DType::u8, to.shape, to.data, to.bytes};  // two 4-bit elements come as one byte
  const std::uint64_t words = word_count(constant.type, constant.shape.count);
  for (std::uint64_t i = 0; i < words; ++i) set_pattern(bits == 4 ? bytes : to, i, *take_varint(rest));
}

}  // namespace etalon::impl
