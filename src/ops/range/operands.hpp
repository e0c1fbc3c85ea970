// SPDX-License-Identifier: Apache-2.0
// Floor 4. The operands of Range, which are known before running, and what is computed in.
#pragma once

#include "ops/call.hpp"
#include "ops/family/dot.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {

struct RangeOperands {
  static constexpr unsigned start = 0, limit = 1, delta = 2;

  // An operand of floating-point numbers; double has every one of them.
  static double number(const Call& call, unsigned operand) {
    double number = 0;
    const Conversion exact(call.known[operand]->type(), DType::f64);
    exact.store(&number, 0, exact.load(call.known[operand]->data(), 0), nullptr);
    return number;
  }

  // The type that elements of 16 bits are computed in; the others are computed in their own.
  static DType computed_in(const Call& call) {
    const DType type = call.inputs[start]->type;
    if (info(type).bits != 16 || info(type).kind != Kind::floating || call.row->attributes.empty()) return type;
    return *call.attribute<std::int64_t>(0) == info(DType::f64).onnx ? DType::f64 : DType::f32;
  }
};

}  // namespace etalon::impl
