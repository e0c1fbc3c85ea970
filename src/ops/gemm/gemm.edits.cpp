// SPDX-License-Identifier: Apache-2.0
// Floor 8. Gemm without attributes: transposed operands, C in the shape of the result, factors as products of their
// own.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> gemm_edits(Rewriter& r) {
  r.because("FIX-EDIT-GEMM");
  const auto flag = [&](const char* name) {
    const auto* given = r.call().named<std::int64_t>(name);
    return given != nullptr && *given != 0;
  };
  const auto factor = [&](const char* name) {
    const auto* given = r.call().named<float>(name);
    return given != nullptr ? static_cast<double>(*given) : 1.0;
  };
  const Dimensions shape = result_shape(r);
  const DType type = r.call().outputs[0]->type;
  std::optional<std::string> a = r.input(0), b = r.input(1);
  if (flag("transA")) a = r.transposed(*a, {1, 0});
  if (flag("transB")) b = r.transposed(*b, {1, 0});
  if (!a || !b) return "a transposed operand would take too many slices";
  const double alpha = factor("alpha"), beta = factor("beta");
  const Accumulation policy = r.call().choices.accumulation;
  if ((alpha != 1 || beta != 1) && policy != Accumulation::sequential && policy != Accumulation::fused)
    return std::string("under ") + accumulation_names[static_cast<unsigned>(policy)] +
           " its factors are part of the sum";
  const bool has_c = r.has_input(2);
  std::optional<std::string> c;
  if (has_c && !(c = r.expanded(r.input(2), shape))) return "C would have to be repeated too often";
  if (alpha == 1 && has_c && beta == 1) {
    r.emit("Gemm", {*a, *b, *c}, shape, {}, r.output());
    return std::nullopt;
  }
  std::string sum = r.emit("MatMul", {*a, *b}, shape, {}, alpha == 1 && !has_c ? r.output() : "");
  if (alpha != 1) sum = r.emit("Mul", {sum, r.filled(alpha, type, shape)}, shape, {}, has_c ? "" : r.output());
  if (!has_c) return std::nullopt;
  if (beta != 1) c = r.emit("Mul", {r.filled(beta, type, shape), *c}, shape);
  r.emit("Add", {sum, *c}, shape, {}, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
