// SPDX-License-Identifier: Apache-2.0
// What the quantised operators give over the reals, by GMP and the oracle's indices (true_values.hpp). Rounding to an
// integer and the ends of a type are part of what they mean; sums do not wrap.
#pragma once

#include "oracle/cases/quantisation.hpp"
#include "oracle/ops/matmul/matmul.hpp"
#include "tests/support/true_folds.hpp"

namespace etalon::tests {

// The floor, and the nearest integer, of two the even one.
inline mpq_class true_floor(const mpq_class& x) {
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return whole;
}
inline mpq_class true_nearest(const mpq_class& x) {
  const mpq_class moved = x + mpq_class(1, 2), whole = true_floor(moved);
  return whole == moved && mpz_odd_p(whole.get_num_mpz_t()) ? mpq_class(whole - 1) : whole;
}

inline TrueValue true_difference(const TrueValue& x, const TrueValue& y) {
  return if_all_known({&x, &y}, [](const auto& of) { return TrueValue(of[0]->number - of[1]->number); });
}
inline TrueValue true_quotient(const TrueValue& x, const TrueValue& y) {
  return if_all_known({&x, &y}, [](const auto& of) {
    return of[1]->number == 0 ? TrueValue() : TrueValue(mpq_class(of[0]->number / of[1]->number));
  });
}
inline TrueValue true_step(const TrueValue& v, const TrueValue& zero_point, impl::DType type) {
  const oracle::Integer of = oracle_type(type).integer();
  return if_all_known({&v, &zero_point}, [&](const auto& x) {
    const mpq_class sum = true_nearest(x[0]->number) + x[1]->number, half = mpz_class(1)
                                                                            << static_cast<unsigned long>(of.bits - 1);
    const mpq_class low = of.is_signed ? mpq_class(-half) : mpq_class(0);
    const mpq_class high = (of.is_signed ? half : mpq_class(2 * half)) - 1;
    return TrueValue(std::clamp(sum, low, high));
  });
}

// An element of an operand that may be omitted, which is then 0.
inline TrueValue true_parameter(const TrueCall& t, std::size_t k, std::uint64_t i) {
  return k < t.inputs.size() && t.inputs[k] != nullptr ? (*t.inputs[k])[i] : TrueValue(0);
}

// ---- QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear --------------------------------------------------------

// f of an element of x, its scale and its zero point.
inline TrueValues true_scaled(const TrueCall& t,
                              const std::function<TrueValue(const TrueValue&, const TrueValue&, const TrueValue&)>& f) {
  const oracle::Shape x = t.shape(0);
  oracle::Granularity granularity{t.shape(1), {}, 0};
  if (oracle::element_count(granularity.shape) != 1 || granularity.shape.size() > 1) {
    const auto* axis = t.attribute<std::int64_t>("axis");
    granularity.axis = oracle::axis_of(axis == nullptr ? 1 : *axis, x.size());
    if (granularity.shape.size() > 1 || x.size() == 1)
      if (const auto* block = t.attribute<std::int64_t>("block_size"))
        granularity.block = static_cast<std::uint64_t>(*block);
  }
  TrueValues results;
  for (std::uint64_t i = 0; i < oracle::element_count(x); ++i) {
    const std::uint64_t place = granularity.offset(oracle::tuple_of(i, x));
    results.push_back(f((*t.inputs[0])[i], (*t.inputs[1])[place], true_parameter(t, 2, place)));
  }
  return results;
}

inline std::vector<TrueValues> true_quantizelinear(const TrueCall& t) {
  return {true_scaled(t, [&](const TrueValue& x, const TrueValue& scale, const TrueValue& zero_point) {
    return true_step(true_quotient(x, scale), zero_point, t.output().type);
  })};
}

inline std::vector<TrueValues> true_dequantizelinear(const TrueCall& t) {
  return {true_scaled(t, [&](const TrueValue& x, const TrueValue& scale, const TrueValue& zero_point) {
    const TrueValue difference = true_difference(x, zero_point);
    return if_all_known({&difference, &scale}, [](const auto& of) { return TrueValue(of[0]->number * of[1]->number); });
  })};
}

inline std::vector<TrueValues> true_dynamicquantizelinear(const TrueCall& t) {
  const TrueValue zero(0);
  TrueList all{&zero};
  for (const TrueValue& one : *t.inputs[0]) all.push_back(&one);
  const TrueValue low = true_extreme(false)(all), range = true_difference(true_extreme(true)(all), low);
  const TrueValue scale = if_all_known({&range}, [](const auto& of) {
    return TrueValue(of[0]->number == 0 ? mpq_class(1) : mpq_class(of[0]->number / 255));
  });
  const TrueValue place = if_all_known({&low, &scale}, [](const auto& of) {
    return TrueValue(std::clamp(mpq_class(-of[0]->number / of[1]->number), mpq_class(0), mpq_class(255)));
  });
  const TrueValue zero_point = true_step(place, zero, impl::DType::u8);
  std::vector<TrueValues> results{{}, {scale}, {zero_point}};
  for (const TrueValue& x : *t.inputs[0])
    results[0].push_back(true_step(true_quotient(x, scale), zero_point, impl::DType::u8));
  results.resize(t.call.outputs.size());
  return results;
}

// ---- products -------------------------------------------------------------------------------------------------------

// Where operands of a matrix product lie; those that there are not are beyond all.
struct TrueProductOperands {
  std::size_t a, b, a_zero, b_zero, a_scale, b_scale, y_scale, y_zero;
};

// Which element of a parameter belongs to an output: one for all, one for each row or column of every matrix, or one
// for each line of each matrix, which then lie as the lines do.
inline std::uint64_t true_line(const TrueCall& t, std::size_t k, std::uint64_t line, std::uint64_t stacked) {
  const oracle::Shape shape = t.shape(k);
  return oracle::element_count(shape) == 1 ? 0 : shape.size() == 1 ? line : stacked;
}

inline std::vector<TrueValues> true_integer_product(const TrueCall& t, const TrueProductOperands& at) {
  oracle::Shape rows = t.shape(at.a), columns = t.shape(at.b);
  const oracle::MatmulPlan plan = oracle::index_matmul(rows, columns).value();
  const std::uint64_t m = rows.size() == 1 ? 1 : rows[rows.size() - 2], n = columns.size() == 1 ? 1 : columns.back();
  rows.back() = 1;
  columns[columns.size() == 1 ? 0 : columns.size() - 2] = 1;
  const oracle::MatmulPlan lines = oracle::index_matmul(rows, columns).value();
  std::vector<TrueValues> results(1);
  for (std::uint64_t i = 0; i < t.output().shape.count; ++i) {
    const oracle::MatmulPlan::Pair pair = plan.operands(i), line = lines.operands(i);
    const auto of = [&](std::size_t k, bool is_row) -> TrueValue {
      if (k >= t.inputs.size() || t.inputs[k] == nullptr) return TrueValue(0);
      return (*t.inputs[k])[true_line(t, k, is_row ? i / n % m : i % n, is_row ? line.a[0] : line.b[0])];
    };
    const TrueValue a_zero = of(at.a_zero, true), b_zero = of(at.b_zero, false);
    TrueValue sum(0);
    for (std::uint64_t k = 0; k < plan.inner; ++k)
      add_product(sum, true_difference((*t.inputs[at.a])[pair.a[k]], a_zero),
                  true_difference((*t.inputs[at.b])[pair.b[k]], b_zero));
    if (at.y_scale < t.inputs.size()) {
      const TrueValue a_scale = of(at.a_scale, true), b_scale = of(at.b_scale, false);
      const auto of_result = [&](std::size_t k) { return (*t.inputs[k])[true_line(t, k, i / n % m, i / n)]; };
      const TrueValue product = if_all_known({&sum, &a_scale, &b_scale}, [](const auto& x) {
        return TrueValue(x[0]->number * x[1]->number * x[2]->number);
      });
      sum = true_step(true_quotient(product, of_result(at.y_scale)), of_result(at.y_zero), t.output().type);
    }
    results[0].push_back(sum);
  }
  return results;
}

// ---- convolutions ---------------------------------------------------------------------------------------------------

struct TrueConvOperands {
  std::size_t x_zero, w, w_zero, bias, x_scale, w_scale, y_scale, y_zero;
};

inline std::vector<TrueValues> true_integer_conv(const TrueCall& t, const TrueConvOperands& at) {
  const std::uint64_t features = t.shape(at.w)[0], terms = features == 0 ? 1 : t.inputs[at.w]->size() / features;
  const auto of_feature = [&](std::size_t k, std::uint64_t feature) {
    const bool is_one = k >= t.inputs.size() || t.inputs[k] == nullptr || t.inputs[k]->size() == 1;
    return true_parameter(t, k, is_one ? 0 : feature);
  };
  TrueValues x = *t.inputs[0], w = *t.inputs[at.w];
  for (TrueValue& one : x) one = true_difference(one, true_parameter(t, at.x_zero, 0));
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = true_difference(w[i], of_feature(at.w_zero, i / terms));
  TrueCall centred = t;
  centred.inputs[0] = &x;
  centred.inputs[at.w] = &w;
  TrueValues sums = true_conv(centred, at.w, at.bias, TruePads::add_nothing);
  if (at.y_scale >= t.inputs.size()) return {sums};
  const oracle::Shape out = dims_of(t.output().shape);
  for (std::uint64_t i = 0; i < sums.size(); ++i) {
    const TrueValue w_scale = of_feature(at.w_scale, oracle::tuple_of(i, out)[1]);
    const TrueValue product = if_all_known({&sums[i], &(*t.inputs[at.x_scale])[0], &w_scale}, [](const auto& of) {
      return TrueValue(of[0]->number * of[1]->number * of[2]->number);
    });
    sums[i] = true_step(true_quotient(product, (*t.inputs[at.y_scale])[0]), (*t.inputs[at.y_zero])[0], t.output().type);
  }
  return {sums};
}

// All results of a quantised operator; nothing where it is another one.
inline std::optional<std::vector<TrueValues>> true_quantised(const TrueCall& t) {
  constexpr std::size_t none = 99;
  static const std::map<std::string_view, std::function<std::vector<TrueValues>(const TrueCall&)>> operators = {
      {"QuantizeLinear", true_quantizelinear},
      {"DequantizeLinear", true_dequantizelinear},
      {"DynamicQuantizeLinear", true_dynamicquantizelinear},
      {"MatMulInteger",
       [](const TrueCall& of) { return true_integer_product(of, {0, 1, 2, 3, none, none, none, none}); }},
      {"QLinearMatMul", [](const TrueCall& of) { return true_integer_product(of, {0, 3, 2, 5, 1, 4, 6, 7}); }},
      {"ConvInteger",
       [](const TrueCall& of) { return true_integer_conv(of, {2, 1, 3, none, none, none, none, none}); }},
      {"QLinearConv", [](const TrueCall& of) { return true_integer_conv(of, {2, 3, 5, 8, 1, 4, 6, 7}); }},
  };
  const auto known = operators.find(t.call.op->name);
  if (known == operators.end()) return std::nullopt;
  return known->second(t);
}

}  // namespace etalon::tests
