// SPDX-License-Identifier: Apache-2.0
// Floor 8. The table of all-pairs campaigns, and the oracle's answer for each.
#include "check/profile.hpp"
#include "conform/campaign.hpp"
#include "oracle/arithmetic/integers.hpp"
#include "oracle/arithmetic/small_float.hpp"

namespace etalon::impl {
namespace {

template <auto Answer, int Bits, bool Signed>
void integers(std::uint16_t a, std::span<const std::uint16_t> seconds, std::span<std::uint16_t> right) {
  for (std::size_t i = 0; i < seconds.size(); ++i)
    right[i] = static_cast<std::uint16_t>(Answer(oracle::Integer{Bits, Signed}, a, seconds[i]).bits);
}

template <auto Answer>
void floats(std::uint16_t a, std::span<const std::uint16_t> seconds, std::span<std::uint16_t> right) {
  for (std::size_t i = 0; i < seconds.size(); ++i) right[i] = static_cast<std::uint16_t>(Answer(a, seconds[i]).bits);
}

// SONNX's rows with each rounding of integer quotients, since no one profile has both 4-bit types and truncation;
// ONNX's rows for the floating-point types, since SONNX lacks bfloat16 in Mul and Add.
constexpr Profile floor_profile{
    "sonnx", "", {Source::base_documents, Source::base_documents}, {}, {IntegerDivision::floor}};
constexpr Profile truncate_profile{
    "sonnx", "", {Source::base_documents, Source::base_documents}, {}, {IntegerDivision::truncate}};
constexpr Profile onnx_profile{"onnx", "", {Source::onnx, Source::onnx}, {}, {IntegerDivision::truncate}};

}  // namespace

std::span<const Campaign> campaigns() {
  // clang-format off
#define INTEGERS(name, Op, profile, answer, zero_is_refused)                                    \
  {name "/int4", Op, DType::i4, &profile, integers<answer, 4, true>, zero_is_refused},          \
  {name "/uint4", Op, DType::u4, &profile, integers<answer, 4, false>, zero_is_refused},        \
  {name "/int8", Op, DType::i8, &profile, integers<answer, 8, true>, zero_is_refused},          \
  {name "/uint8", Op, DType::u8, &profile, integers<answer, 8, false>, zero_is_refused},        \
  {name "/int16", Op, DType::i16, &profile, integers<answer, 16, true>, zero_is_refused},       \
  {name "/uint16", Op, DType::u16, &profile, integers<answer, 16, false>, zero_is_refused}
#define FLOATS(name, Op, answer)                                                                \
  {name "/float16", Op, DType::f16, &onnx_profile, floats<answer<oracle::float16>>, false},     \
  {name "/bfloat16", Op, DType::bf16, &onnx_profile, floats<answer<oracle::bfloat16>>, false}
  static constexpr Campaign table[] = {
      INTEGERS("mul", "Mul", floor_profile, oracle::int_mul, false),
      FLOATS("mul", "Mul", oracle::small_mul),
      INTEGERS("add", "Add", floor_profile, oracle::int_add, false),
      FLOATS("add", "Add", oracle::small_add),
      INTEGERS("div-floor", "Div", floor_profile, oracle::int_div_floor, true),
      INTEGERS("div-truncate", "Div", truncate_profile, oracle::int_div_trunc, true),
      FLOATS("div", "Div", oracle::small_div),
  };
#undef INTEGERS
#undef FLOATS
  // clang-format on
  return table;
}

const Campaign* find_campaign(std::string_view name) {
  for (const Campaign& campaign : campaigns())
    if (campaign.name == name) return &campaign;
  return nullptr;
}

}  // namespace etalon::impl
