// SPDX-License-Identifier: Apache-2.0
// Floor 8. Equal of numbers as what is neither less nor greater, and no NaN: a NaN is neither less nor greater than an
// infinity.
#include <cmath>

#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> equal_edits(Rewriter& r) {
  r.because("FIX-EDIT-EQUAL");
  const DType type = r.call().inputs[0]->type;
  if (type == DType::boolean) return "its operands are truth values";
  const Dimensions shape = result_shape(r);
  const auto a = r.expanded(r.input(0), shape), b = r.expanded(r.input(1), shape);
  if (!a || !b) return "a computed value would have to be repeated too often";
  const std::string no = r.filled(0, type, shape), yes = r.filled(1, type, shape);
  const auto less = [&](const std::string& x, const std::string& y) {
    return r.emit("Less", {x, y}, shape, {}, "", DType::boolean);
  };
  const auto chosen = [&](const std::string& truth, const std::string& then, const std::string& otherwise) {
    return r.emit("Where", {truth, then, otherwise}, shape, {}, "", type);
  };
  const auto unless_nan = [&](const std::string& x, const std::string& then) {
    if (!is_floating(type)) return then;
    const std::string above = chosen(less(r.filled(-HUGE_VAL, type, shape), x), then, no);
    return chosen(less(x, r.filled(HUGE_VAL, type, shape)), then, above);
  };
  const std::string same = chosen(less(*a, *b), no, chosen(less(*b, *a), no, unless_nan(*a, unless_nan(*b, yes))));
  r.emit("Less", {no, same}, shape, {}, r.output(), DType::boolean);
  return std::nullopt;
}

}  // namespace etalon::impl
