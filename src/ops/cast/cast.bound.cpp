// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a conversion to a floating-point type can be wrong by: it is rounded once, or exact. No integer
// underflows.
#include "ops/bound.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {
namespace {

bool rounds(const Call& call) { return Conversion::rounds(call.inputs[0]->type, call.outputs[0]->type); }

}  // namespace

extern const OperatorBound cast_bound;
constexpr OperatorBound cast_bound = {
    .a_priori =
        [](const Call& call, double, double size) {
          const FormatFacts f = facts_of(call.outputs[0]->type);
          if (rounds(call)) return a_priori_rounding(size, f, Underflow{is_floating(call.inputs[0]->type)});
          return size <= f.largest ? 0 : infinite_bound;
        },
    .formula =
        [](const Call& call) {
          return !rounds(call) ? "0" : is_floating(call.inputs[0]->type) ? "max(u*|input|, eta)" : "u*|input|";
        },
    .rounds_once = [](const Call&) { return true; },
};

}  // namespace etalon::impl
