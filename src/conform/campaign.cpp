// SPDX-License-Identifier: Apache-2.0
// Floor 8. See campaign.hpp.
#include "conform/campaign.hpp"

#include <cstdlib>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/integers.hpp"
#include "oracle/small_float.hpp"
#include "run/execute.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

template <auto Operation, int Bits, bool Signed> std::uint64_t integer(std::uint64_t a, std::uint64_t b) {
  return Operation(oracle::Integer{Bits, Signed}, a, b).bits;
}

template <auto Operation> std::uint64_t small_float(std::uint64_t a, std::uint64_t b) { return Operation(a, b).bits; }

// The patterns of a tensor, one by one, whatever the type's width.
std::uint64_t load(const Tensor& tensor, std::uint64_t i) {
  switch (info(tensor.type()).bits) {
    case 4:
      return load_pattern<4>(tensor.data(), i);
    case 8:
      return load_pattern<8>(tensor.data(), i);
    default:
      return load_pattern<16>(tensor.data(), i);
  }
}

void store(Tensor& tensor, std::uint64_t i, std::uint64_t pattern) {
  switch (info(tensor.type()).bits) {
    case 4:
      return store_pattern<4>(tensor.data(), i, static_cast<std::uint8_t>(pattern));
    case 8:
      return store_pattern<8>(tensor.data(), i, static_cast<std::uint8_t>(pattern));
    default:
      return store_pattern<16>(tensor.data(), i, static_cast<std::uint16_t>(pattern));
  }
}

}  // namespace

std::span<const Campaign> campaigns() {
  static constexpr Campaign table[] = {
#define INTEGERS(op, Op, judge)                                           \
  {op "/int4", Op, DType::i4, "sonnx", integer<judge, 4, true>},          \
      {op "/uint4", Op, DType::u4, "sonnx", integer<judge, 4, false>},    \
      {op "/int8", Op, DType::i8, "sonnx", integer<judge, 8, true>},      \
      {op "/uint8", Op, DType::u8, "sonnx", integer<judge, 8, false>},    \
      {op "/int16", Op, DType::i16, "sonnx", integer<judge, 16, true>}, { \
    op "/uint16", Op, DType::u16, "sonnx", integer<judge, 16, false>      \
  }
#define FLOATS(op, Op, judge)                                                     \
  {op "/float16", Op, DType::f16, "onnx", small_float<judge<oracle::float16>>}, { \
    op "/bfloat16", Op, DType::bf16, "onnx", small_float<judge<oracle::bfloat16>> \
  }
      INTEGERS("mul", "Mul", oracle::int_mul),
      FLOATS("mul", "Mul", oracle::small_mul),
      INTEGERS("add", "Add", oracle::int_add),
      FLOATS("add", "Add", oracle::small_add),
#undef INTEGERS
#undef FLOATS
  };
  return table;
}

const Campaign* find_campaign(std::string_view name) {
  for (const Campaign& campaign : campaigns())
    if (campaign.name == name) return &campaign;
  return nullptr;
}

Outcome judge_rows(const Campaign& campaign, std::span<const std::uint64_t> first_operands) {
  const std::uint64_t patterns = campaign.patterns(), dims[] = {patterns};
  Tensor a(campaign.type, *Shape::of(dims)), b = a, c = a;
  for (std::uint64_t i = 0; i < patterns; ++i) store(b, i, i);

  Node node;
  node.operation = campaign.operation;
  const Argument arguments[] = {{a.type(), a.shape()}, {b.type(), b.shape()}};
  const Result<Resolution> resolution = resolve(*find_profile(campaign.profile), newest_opset, node, arguments);
  if (!resolution) std::abort();  // the table above names only what its profile allows; a test walks all of it

  Outcome outcome;
  Sha256 sha;
  std::vector<std::byte> encoded(patterns * (info(campaign.type).bits <= 8 ? 1 : 2));
  for (std::uint64_t first : first_operands) {
    for (std::uint64_t i = 0; i < patterns; ++i) store(a, i, first);
    const TensorView inputs[] = {std::as_const(a).view(), std::as_const(b).view()};
    const MutableTensorView outputs[] = {c.view()};
    if (!execute(resolution->call, inputs, outputs, nullptr, reference_kernel).ok()) std::abort();
    std::size_t byte = 0;
    for (std::uint64_t i = 0; i < patterns; ++i, ++outcome.pairs) {
      const std::uint64_t got = load(c, i), wanted = campaign.judge(first, i);
      if (got != wanted && outcome.mismatches++ == 0) outcome.first = Mismatch{first, i, got, wanted};
      encoded[byte++] = static_cast<std::byte>(got);
      if (byte < encoded.size() && encoded.size() > patterns) encoded[byte++] = static_cast<std::byte>(got >> 8);
    }
    sha.update(encoded);
  }
  outcome.digest = sha.finish();
  return outcome;
}

Outcome judge_unit(const Campaign& campaign, std::uint64_t unit) {
  const std::uint64_t rows = campaign.patterns() / campaign.units();
  std::vector<std::uint64_t> first_operands;
  for (std::uint64_t i = 0; i < rows; ++i) first_operands.push_back(unit * rows + i);
  return judge_rows(campaign, first_operands);
}

std::vector<std::uint64_t> stratified_operands(const Campaign& campaign, std::uint64_t strata) {
  const std::uint64_t width = campaign.patterns() / strata;
  std::vector<std::uint64_t> operands;
  for (std::uint64_t k = 0; k < strata; ++k) operands.push_back(k * width + k * 0x9E3779B97F4A7C15u % width);
  return operands;
}

Sha256::Digest root_digest(std::span<const Sha256::Digest> units) {
  Sha256 sha;
  for (const Sha256::Digest& unit : units) sha.update(std::as_bytes(std::span(unit)));
  return sha.finish();
}

}  // namespace etalon::impl
