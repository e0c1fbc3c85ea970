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

template <auto Operation, int Bits, bool Signed>
std::optional<std::uint64_t> integer(std::uint64_t a, std::uint64_t b) {
  return Operation(oracle::Integer{Bits, Signed}, a, b).bits;
}

template <auto Operation, int Bits, bool Signed>
std::optional<std::uint64_t> quotient(std::uint64_t a, std::uint64_t b) {
  if (b == 0) return std::nullopt;
  return Operation(oracle::Integer{Bits, Signed}, a, b).bits;
}

template <auto Operation> std::optional<std::uint64_t> small_float(std::uint64_t a, std::uint64_t b) {
  return Operation(a, b).bits;
}

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

// The shipped path for one first operand and many second ones.
class Runner {
 public:
  Runner(const Campaign& campaign, std::span<const std::uint64_t> seconds)
      : b_(tensor(campaign.type, seconds.size())), a_(b_), c_(b_) {
    for (std::uint64_t i = 0; i < seconds.size(); ++i) store(b_, i, seconds[i]);
    Node node;
    node.operation = campaign.operation;
    const Argument arguments[] = {{a_.type(), a_.shape()}, {b_.type(), b_.shape()}};
    auto resolution = resolve(*campaign.profile, newest_opset, node, arguments);
    if (!resolution) std::abort();  // the table below names only what its profiles allow; a test walks all of it
    call_ = std::move(resolution->call);
  }

  const Tensor& computed(std::uint64_t a) const {
    if (!run(a).ok()) std::abort();
    return c_;
  }
  bool is_refused(std::uint64_t a) const { return run(a).code == Code::condition; }

 private:
  static Tensor tensor(DType type, std::uint64_t count) { return Tensor(type, *Shape::of({&count, 1})); }

  Status run(std::uint64_t a) const {
    for (std::uint64_t i = 0; i < a_.shape().count; ++i) store(a_, i, a);
    const TensorView inputs[] = {std::as_const(a_).view(), b_.view()};
    const MutableTensorView outputs[] = {c_.view()};
    return execute(call_, inputs, outputs, nullptr, reference_kernel);
  }

  Tensor b_;
  mutable Tensor a_, c_;  // filled anew for each first operand
  Call call_;
};

// SONNX's rows with each rounding of integer quotients, since no one profile has both 4-bit types and truncation;
// ONNX's rows for the floating-point types, since SONNX lacks bfloat16 in Mul and Add.
constexpr Profile floor_profile{"sonnx", "", Source::sonnx, {}, {IntegerDivision::floor}};
constexpr Profile truncate_profile{"sonnx", "", Source::sonnx, {}, {IntegerDivision::truncate}};
constexpr Profile onnx_profile{"onnx", "", Source::onnx, {}, {IntegerDivision::truncate}};

}  // namespace

std::span<const Campaign> campaigns() {
#define INTEGERS(name, Op, profile, judge, answer)                          \
  {name "/int4", Op, DType::i4, &profile, judge<answer, 4, true>},          \
      {name "/uint4", Op, DType::u4, &profile, judge<answer, 4, false>},    \
      {name "/int8", Op, DType::i8, &profile, judge<answer, 8, true>},      \
      {name "/uint8", Op, DType::u8, &profile, judge<answer, 8, false>},    \
      {name "/int16", Op, DType::i16, &profile, judge<answer, 16, true>}, { \
    name "/uint16", Op, DType::u16, &profile, judge<answer, 16, false>      \
  }
#define FLOATS(name, Op, answer)                                                            \
  {name "/float16", Op, DType::f16, &onnx_profile, small_float<answer<oracle::float16>>}, { \
    name "/bfloat16", Op, DType::bf16, &onnx_profile, small_float<answer<oracle::bfloat16>> \
  }
  static constexpr Campaign table[] = {
      INTEGERS("mul", "Mul", floor_profile, integer, oracle::int_mul),
      FLOATS("mul", "Mul", oracle::small_mul),
      INTEGERS("add", "Add", floor_profile, integer, oracle::int_add),
      FLOATS("add", "Add", oracle::small_add),
      INTEGERS("div-floor", "Div", floor_profile, quotient, oracle::int_div_floor),
      INTEGERS("div-truncate", "Div", truncate_profile, quotient, oracle::int_div_trunc),
      FLOATS("div", "Div", oracle::small_div),
  };
#undef INTEGERS
#undef FLOATS
  return table;
}

const Campaign* find_campaign(std::string_view name) {
  for (const Campaign& campaign : campaigns())
    if (campaign.name == name) return &campaign;
  return nullptr;
}

Outcome judge_rows(const Campaign& campaign, std::span<const std::uint64_t> first_operands) {
  // Second operands that have a result make a row; whether one has does not depend on the first operand.
  std::vector<std::uint64_t> seconds, without_result;
  for (std::uint64_t b = 0; b < campaign.patterns(); ++b)
    (campaign.judge(1, b) ? seconds : without_result).push_back(b);
  const Runner runner(campaign, seconds);

  Outcome outcome;
  Sha256 sha;
  const std::size_t bytes = info(campaign.type).bits <= 8 ? 1 : 2;
  std::vector<std::byte> encoded(campaign.patterns() * bytes);
  const auto compare = [&](std::uint64_t a, std::uint64_t b, std::uint64_t got, std::uint64_t wanted) {
    if (got != wanted && outcome.mismatches++ == 0) outcome.first = Mismatch{a, b, got, wanted};
    ++outcome.pairs;
    for (std::size_t k = 0; k < bytes; ++k) encoded[b * bytes + k] = static_cast<std::byte>(got >> 8 * k);
  };
  for (std::uint64_t a : first_operands) {
    const Tensor& results = runner.computed(a);
    for (std::uint64_t i = 0; i < seconds.size(); ++i)
      compare(a, seconds[i], load(results, i), *campaign.judge(a, seconds[i]));
    for (std::uint64_t b : without_result) compare(a, b, Runner(campaign, {&b, 1}).is_refused(a) ? 0 : 1, 0);
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
