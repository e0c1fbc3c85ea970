// SPDX-License-Identifier: Apache-2.0
// Floor 7. See bounds.hpp.
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

// The carrier of ranges over an algebra of values.
template <class A> struct RangesOver {
  using Type = Ranges<A>;
};
template <unsigned Bits> struct RangesOver<Int<Bits>> {
  using Type = IntegerRanges<Int<Bits>, Bits, true>;
};
template <unsigned Bits> struct RangesOver<UInt<Bits>> {
  using Type = IntegerRanges<UInt<Bits>, Bits, false>;
};

template <class A> constexpr const Kernel* introduced_kernels() {
  if constexpr (requires { A::format; })
    return reference_kernels<Tracked<Points<A>, Operands::exact>, false>;
  else
    return nullptr;
}

Kernel introduced_kernel(OperatorId op, DType type) {
  static constexpr const Kernel* table[] = {
#define NUMERIC(id, name, onnx, kind, bits, fraction, algebra) introduced_kernels<algebra>(),
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)][static_cast<unsigned>(op)];
}

Kernel ranged_kernel(OperatorId op, DType type) {
  static constexpr const Kernel* table[] = {
#define NUMERIC(id, name, onnx, kind, bits, fraction, algebra) \
  reference_kernels<Tracked<RangesOver<algebra>::Type, Operands::exact>, false>,
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)][static_cast<unsigned>(op)];
}

template <class Operand> Status run(Kernel kernel, const Call& call, const std::vector<Operand>& inputs, void* result) {
  std::vector<const void*> pointers;
  for (const Operand& operand : inputs) pointers.push_back(&operand);
  const FpGuard guard;
  return kernel.compute(call, pointers, {&result, 1}, {});
}

}  // namespace

Status introduced(const Call& call, std::span<const TensorView> inputs, const MutableTensorView& output,
                  std::span<double> bounds, Risks* risks) {
  std::vector<TrackedOperand<const void*>> operands;
  for (const TensorView& input : inputs) operands.push_back({input.data});
  TrackedResult<void*> result{output.data, bounds.data(), risks};
  return run(introduced_kernel(call.op->id, call.inputs[0].type), call, operands, &result);
}

void ranged(const Call& call, std::span<const RangeView> inputs, const MutableTensorView& low,
            const MutableTensorView& high, std::span<double> bounds, Risks& risks) {
  std::vector<TrackedOperand<RangeOperand>> operands;
  for (const RangeView& input : inputs) operands.push_back({{input.low.data, input.high.data}});
  TrackedResult<RangeResult> result{{low.data, high.data}, bounds.data(), &risks};
  run(ranged_kernel(call.op->id, call.inputs[0].type), call, operands, &result);
}

OverReals over_reals(const Call& call, std::span<const RealOperand> inputs) {
  const auto count = static_cast<std::size_t>(call.outputs[0].shape.count);
  OverReals reals{std::vector<double>(count), std::vector<double>(count), std::vector<double>(count)};
  std::vector<TrackedOperand<RealIntervals::Operand>> operands;
  for (const RealOperand& input : inputs)
    operands.push_back({input.ends.data(), input.errors.empty() ? nullptr : input.errors.data()});
  TrackedResult<RealIntervals::Result> result{{reals.sizes.data(), reals.size.data()}, reals.propagated.data()};
  run(reference_kernels<Tracked<RealIntervals>, false>[static_cast<unsigned>(call.op->id)], call, operands, &result);
  return reals;
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
  if (std::abs(x) < 0x1p53) return {x, x};  // 2^53 itself may be 2^53 + 1, rounded
  return {std::nextafter(x, -HUGE_VAL), std::nextafter(x, HUGE_VAL)};
}

std::vector<Ends> ends_between(const TensorView& low, const TensorView& high) {
  std::vector<Ends> ends(static_cast<std::size_t>(low.shape.count));
  for (std::uint64_t i = 0; i < low.shape.count; ++i) ends[i] = {ends_of(low, i).low, ends_of(high, i).high};
  return ends;
}

}  // namespace etalon::impl
