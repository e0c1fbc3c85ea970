// SPDX-License-Identifier: Apache-2.0
// Floor 4. A world says what a reference computes with: with<types>(type, f) calls f(algebra) with the algebra that
// stands for elements of this type, if it is one of `types`. Worlds and algebras are values, and may have settings.
// What a loop is in a world is in ops/counting.hpp.
// Here is the world of stored numbers; accuracy/worlds.hpp has those of reals, of ranges and of errors. A reference is
// written once, over any world.
#pragma once

#include "ops/call.hpp"
#include "ops/counting.hpp"
#include "ops/type_sets.hpp"
#include "tensor/algebra.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {

struct Stored : Counting {
  template <TypeSet types, class F> static void with(DType type, F f) {
    switch (type) {
#define NUMERIC(id, name, onnx, kind, bits, fraction, algebra)    \
  case DType::id:                                                 \
    if constexpr (types.contains(DType::id)) return f(algebra{}); \
    break;
#include "tensor/dtype.def"
      default:
        break;
    }
  }

  // For elements that are only moved: every bit is kept, so their width is all that counts. What is true is written as
  // 1, whatever it was read from.
  template <class F> static void moving(DType type, F f) {
    if (type == DType::boolean) return f(Boolean{});
    switch (info(type).bits) {
      case 4:
        return f(UInt<4>{});
      case 8:
        return f(UInt<8>{});
      case 16:
        return f(UInt<16>{});
      case 32:
        return f(UInt<32>{});
      default:
        return f(UInt<64>{});
    }
  }

  // For results that are numbers of elements.
  template <class F> static void indices(F f) { f(Int<64>{}); }

  // For numbers that are not rounded: products of elements, and one quotient.
  template <class F> static void exactly(F f) { f(Fractions{}); }

  // Element i of an operand of truth values, and of a result.
  static bool truth(const void* operand, std::uint64_t i) { return Boolean::load(operand, i); }
  static void decide(void* output, std::uint64_t i, bool truth) { Boolean::store(output, i, truth); }

  // Element i of an operand that is an exponent, which is never converted.
  static exact_value exponent(DType type, const void* operand, std::uint64_t i) {
    return Conversion(type, type).load(operand, i);
  }

  // A result that follows from the call alone.
  static void give(const Call& call, void* output) { call.op->write(call, output); }

  // Every element of one type in another.
  static void convert(const Call& call, const void* input, void* output, Events* events) {
    const Conversion conversion(call.inputs[0]->type, call.outputs[0]->type);
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
      unsigned raised = 0;
      conversion.store(output, i, conversion.load(input, i), events != nullptr ? &raised : nullptr);
      if (events != nullptr) events->note(raised, i);
    }
  }
};

}  // namespace etalon::impl
