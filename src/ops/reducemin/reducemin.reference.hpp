// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ReduceMin: each element of the result is the smallest of some elements of the operand; of
// none it is the end of the type on the other side. Where nothing is to be reduced it is that element itself.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status reducemin_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64 | types::int8;
  const Reduction r(call);
  if (r.identity) return pass_on(world, call, inputs, outputs);
  const auto each = [&r](std::uint64_t i, auto&& take) { r.for_each_term(i, take); };
  if (call.outputs[0]->type == DType::boolean) return fold_truth(world, call, inputs, outputs, Wanted::smallest, each);
  return fold_extreme<types>(world, call, inputs, outputs, work, Wanted::smallest, each);
}

}  // namespace etalon::impl
