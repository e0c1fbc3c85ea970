// SPDX-License-Identifier: Apache-2.0
// Floor 7. See bounds.hpp: the reference over the algebras of errors and ranges.
#include "accuracy/bounds.hpp"

#include "base/fp_environment.hpp"
#include "ops/reference_kernels.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {

#define OPERATOR(id) extern const OperatorBound id##_bound;
#include "ops/operators.def"

const OperatorBound& bound_of(OperatorId op) {
  static constexpr const OperatorBound* table[] = {
#define OPERATOR(id) &id##_bound,
#include "ops/operators.def"
  };
  return *table[static_cast<unsigned>(op)];
}

namespace {

// The algebra of ranges over an algebra of values.
template <class A> struct RangedOver {
  using Type = Ranged<A>;
};
template <unsigned Bits> struct RangedOver<Int<Bits>> {
  using Type = RangedInteger<Int<Bits>, Bits, true>;
};
template <unsigned Bits> struct RangedOver<UInt<Bits>> {
  using Type = RangedInteger<UInt<Bits>, Bits, false>;
};

template <class A> constexpr const Kernel* introduced_kernels() {
  if constexpr (requires { A::format; })
    return reference_kernels<Introduced<A>, false>;
  else
    return nullptr;
}

Kernel introduced_kernel(OperatorId op, DType type) {
  static constexpr const Kernel* table[] = {
#define STORABLE(id, name, onnx, kind, bits, fraction, algebra) introduced_kernels<algebra>(),
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)][static_cast<unsigned>(op)];
}

Kernel ranged_kernel(OperatorId op, DType type) {
  static constexpr const Kernel* table[] = {
#define STORABLE(id, name, onnx, kind, bits, fraction, algebra) reference_kernels<RangedOver<algebra>::Type, false>,
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)][static_cast<unsigned>(op)];
}

template <class Operand> std::vector<const void*> pointers_to(std::span<const Operand> operands) {
  std::vector<const void*> pointers;
  for (const Operand& operand : operands) pointers.push_back(&operand);
  return pointers;
}

Status run(Kernel kernel, const Call& call, const std::vector<const void*>& inputs, void* result) {
  const FpGuard guard;
  return kernel.compute(call, inputs, {&result, 1}, {});
}

void inflate(const Call& call, std::span<double> bounds) {
  const FpGuard guard;
  const std::uint64_t terms = bound_of(call.op->id).terms(call);
  for (double& bound : bounds) bound = inflated(bound, terms);
}

}  // namespace

Status introduced(const Call& call, std::span<const TensorView> inputs, const MutableTensorView& output,
                  std::span<double> bounds) {
  std::vector<BoundedOperand> operands;
  for (const TensorView& input : inputs) operands.push_back({input.data});
  BoundedResult result{output.data, bounds.data()};
  const Status status = run(introduced_kernel(call.op->id, call.inputs[0].type), call,
                            pointers_to(std::span<const BoundedOperand>(operands)), &result);
  if (status.ok()) inflate(call, bounds);
  return status;
}

void ranged(const Call& call, std::span<const RangeView> inputs, const MutableTensorView& low,
            const MutableTensorView& high, std::span<double> bounds, Risks& risks) {
  std::vector<RangeOperand> operands;
  for (const RangeView& input : inputs) operands.push_back({input.low.data, input.high.data});
  RangeResult result{low.data, high.data, bounds.data(), &risks};
  run(ranged_kernel(call.op->id, call.inputs[0].type), call, pointers_to(std::span<const RangeOperand>(operands)),
      &result);
  inflate(call, bounds);
}

void propagated(const Call& call, std::span<const ErrorOperand> inputs, std::span<double> result) {
  run(reference_kernels<Propagated, false>[static_cast<unsigned>(call.op->id)], call, pointers_to(inputs),
      result.data());
}

Ends ends_of(const TensorView& tensor, std::uint64_t i) {
  const DTypeInfo& type = info(tensor.type);
  const std::uint64_t pattern = pattern_at(tensor, i);
  if (type.kind == Kind::floating) {
    unsigned ignored = 0;
    const double x =
        f64_of_bits(binary_convert(binary_format_of(type.bits, type.fraction), FORMAT_DOUBLE, pattern, &ignored));
    return {x, x};
  }
  const bool is_signed = type.kind == Kind::signed_;
  const std::int64_t number = is_signed ? int_wrap(pattern, type.bits) : 0;
  const double x = is_signed ? static_cast<double>(number) : static_cast<double>(pattern);
  if (std::abs(x) <= 0x1p53) return {x, x};
  return {std::nextafter(x, -HUGE_VAL), std::nextafter(x, HUGE_VAL)};
}

std::vector<Magnitude> magnitudes_of(const TensorView& low, const TensorView& high) {
  std::vector<Magnitude> magnitudes(static_cast<std::size_t>(low.shape.count));
  for (std::uint64_t i = 0; i < low.shape.count; ++i) {
    const double a = ends_of(low, i).low, b = ends_of(high, i).high;
    if (std::isnan(a) || std::isnan(b))
      magnitudes[i] = {0, infinite_bound};
    else
      magnitudes[i] = {a <= 0 && b >= 0 ? 0 : std::min(std::abs(a), std::abs(b)), std::max(std::abs(a), std::abs(b))};
  }
  return magnitudes;
}

}  // namespace etalon::impl
