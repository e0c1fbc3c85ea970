// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Range, and how many elements it has; spec.md gives the reasons.
#include <cmath>

#include "ops/family/axes.hpp"
#include "ops/range/operands.hpp"
#include "ops/type_sets.hpp"
#include "scalar/exact_sum.h"

namespace etalon::impl {
namespace {

using namespace types;

using R = RangeOperands;

std::int64_t integer(const Call& call, unsigned operand) { return call.known_integers(operand)[0]; }

// ceil((limit - start) / delta), or 0 where that is negative. Differences of integers fit where they are not negative.
std::uint64_t count_of_integers(std::int64_t start, std::int64_t limit, std::int64_t delta) {
  const bool up = delta > 0;
  if (up ? start >= limit : start <= limit) return 0;
  const auto low = static_cast<std::uint64_t>(up ? start : limit),
             high = static_cast<std::uint64_t>(up ? limit : start);
  const std::uint64_t step = up ? static_cast<std::uint64_t>(delta) : 0 - static_cast<std::uint64_t>(delta);
  return (high - low - 1) / step + 1;
}

// Whether start + n * delta has reached the limit, in exact arithmetic. The sum is a multiple of the smallest
// subnormal number, so that its sign is not rounded away.
bool reached(double start, double limit, double delta, double n) {
  unsigned events = 0;
  exact_sum sum;
  exact_sum_start(FORMAT_DOUBLE, &sum);
  const auto add = [&](double a, double b) { exact_sum_step(FORMAT_DOUBLE, &sum, f64_bits(a), f64_bits(b), &events); };
  add(start, 1);
  add(n, delta);
  add(limit, -1);
  const double beyond = f64_of_bits(exact_sum_finish(FORMAT_DOUBLE, &sum, &events));
  return delta > 0 ? beyond >= 0 : beyond <= 0;
}

// The same of floating-point numbers: the smallest n that reaches the limit; `most` where that is larger.
std::uint64_t count_of_numbers(double start, double limit, double delta, std::uint64_t most) {
  std::uint64_t low = 0, high = most;  // what is sought lies between them
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (reached(start, limit, delta, static_cast<double>(middle)))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

Result<std::uint64_t> count_of(const Call& call) {
  if (info(call.inputs[R::start]->type).kind != Kind::floating) {
    const std::int64_t delta = integer(call, R::delta);
    if (delta == 0) return refused(call, "delta is 0", "a step is not 0");
    return count_of_integers(integer(call, R::start), integer(call, R::limit), delta);
  }
  for (const unsigned k : {R::start, R::limit, R::delta})
    if (!std::isfinite(R::number(call, k)))
      return refused(call, formal_name(call.row->inputs, k) + " is not a finite number", "give a finite number");
  if (R::number(call, R::delta) == 0) return refused(call, "delta is 0", "a step is not 0");
  // every i is a number of the type that is computed in
  const std::uint64_t most = std::uint64_t{1} << (info(R::computed_in(call)).fraction + 1);
  const std::uint64_t count =
      count_of_numbers(R::number(call, R::start), R::number(call, R::limit), R::number(call, R::delta), most + 1);
  if (count > most)
    return error(Code::limit, "FILE-ALL-LIMITS",
                 std::string(call.op->name) + ": the result has more than " + std::to_string(most) + " elements of " +
                     info(call.inputs[R::start]->type).name,
                 "use a shorter range, or a wider type");
  return count;
}

Result<std::vector<Argument>> sequence(const Call& call) {
  for (const unsigned k : {R::start, R::limit, R::delta})
    if (call.inputs[k]->shape.rank != 0)
      return refused(call, formal_name(call.row->inputs, k) + " has shape " + to_string(call.inputs[k]->shape),
                     "give a scalar");
  if (!call.row->attributes.empty())
    if (const std::int64_t stash = *call.attribute<std::int64_t>(0);
        stash != info(DType::f32).onnx && stash != info(DType::f64).onnx)
      return refused(call, "stash_type is " + std::to_string(stash), "stash_type is 1 (float) or 11 (double)");
  const auto count = count_of(call);
  if (!count) return count.finding();
  const auto shape = Shape::of({&*count, 1});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{call.inputs[R::start]->type, *shape}};
}

// Of integers. Products wrap, and sums wrap back.
void write_integers(const Call& call, void* output) {
  const auto& [type, shape] = *call.outputs[0];
  const auto start = static_cast<std::uint64_t>(integer(call, R::start)),
             delta = static_cast<std::uint64_t>(integer(call, R::delta));
  for (std::uint64_t i = 0; i < shape.count; ++i) {
    const std::uint64_t element = start + i * delta;
    if (type == DType::i16)
      UInt<16>::store(output, i, element);
    else if (type == DType::i32)
      UInt<32>::store(output, i, element);
    else
      UInt<64>::store(output, i, element);
  }
}

constexpr int versions[] = {11, 27};
constexpr auto required = Formal::Presence::required;
constexpr auto shape = Formal::Use::shape;
constexpr Formal inputs[] = {{"start", "T", required, shape},
                             {"limit", "T", required, shape},
                             {"delta", "T", required, shape}},
                 outputs[] = {{"output"}};
constexpr TypeSet of_version_11{DType::f32, DType::f64, DType::i16, DType::i32, DType::i64};
constexpr TypeRule v11[] = {{"T", of_version_11, "RANGE-ALL-TYPES"}},
                   v27[] = {{"T", of_version_11 | floats | bfloat16, "RANGE-ALL-TYPES"}};
constexpr AttributeFormal stash_type[] = {{"stash_type", AttributeFormal::Kind::integer, 1}};
constexpr const char* rule = "RANGE-ALL-COUNT";
constexpr Row rows[] = {
    {Source::draft_2026_08, {11, 27}, inputs, outputs, v11, sequence, rule},
    {Source::onnx, 11, inputs, outputs, v11, sequence, rule},
    {Source::onnx, 27, inputs, outputs, v27, sequence, rule, stash_type},
};

}  // namespace

extern const Operator range_operator{.name = "Range", .versions = versions, .rows = rows, .nature = write_integers};

}  // namespace etalon::impl
