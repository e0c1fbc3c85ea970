// SPDX-License-Identifier: Apache-2.0
// What an operator gives over the reals, by GMP and the oracle's indices: what errors of whole models are judged by. Of
// src/ it uses the call alone: neither the algebras of errors nor the shadow. Where elements only move, the operator
// says where to; the program `calls` judges that by the oracle.
#pragma once

#include "ops/family/move.hpp"
#include "oracle/ops/matmul/matmul.hpp"
#include "tests/support/true_folds.hpp"
#include "tests/support/true_functions.hpp"
#include "tests/support/true_quantised.hpp"
#include "tests/support/true_recurrences.hpp"
#include "tests/support/true_slices.hpp"

namespace etalon::tests {

inline TrueValues true_map(const TrueCall& t, const TrueElement& f) {
  const oracle::Shape out = dims_of(t.output().shape);
  TrueValues results;
  for (std::uint64_t i = 0; i < oracle::element_count(out); ++i) {
    std::vector<const TrueValue*> x;
    for (std::size_t k = 0; k < t.inputs.size(); ++k) {
      x.push_back(nullptr);
      if (t.inputs[k] == nullptr) continue;
      oracle::Shape own = t.shape(k);
      if (const auto* axis = t.attribute<std::int64_t>("axis"); axis != nullptr && k == 1 && !own.empty() && own != out)
        own.resize(out.size() - oracle::axis_of(*axis, out.size()), 1);  // versions 1 and 6 align B by it
      x.back() = &(*t.inputs[k])[oracle::offset_of(oracle::stretched(oracle::tuple_of(i, out), own), own)];
    }
    results.push_back(f(x));
  }
  return results;
}

inline TrueValues true_convert(const TrueCall& t) {
  const oracle::Type from = oracle_type(t.call.inputs[0]->type), to = oracle_type(t.output().type);
  return true_map(t, [&](const auto& operands) {
    return if_all_known(operands, [&](const auto& x) -> TrueValue {
      if (to.kind == oracle::Kind::boolean) return mpq_class(x[0]->number != 0 ? 1 : 0);
      if (from.kind != oracle::Kind::floating || to.kind != oracle::Kind::integer) return *x[0];
      mpz_class whole;
      mpz_tdiv_q(whole.get_mpz_t(), x[0]->number.get_num_mpz_t(), x[0]->number.get_den_mpz_t());
      const mpz_class size = mpz_class(1) << static_cast<unsigned long>(to.is_signed ? to.bits - 1 : to.bits);
      const mpz_class low = to.is_signed ? mpz_class(-size) : mpz_class(0), high = size - 1;
      return mpq_class(std::clamp(whole, low, high));
    });
  });
}

inline TrueValues true_clip(const TrueCall& t) {
  struct Bound {
    const char* attribute;
    bool lower;
  };
  const auto bounded = [&](TrueValue x, const TrueValue& by, bool lower) {
    return if_all_known({&x, &by},
                        [&](const auto&) { return (lower ? x.number < by.number : x.number > by.number) ? by : x; });
  };
  return true_map(t, [&](const auto& operands) {
    TrueValue x = *operands[0];
    for (std::size_t k = 1; k < operands.size(); ++k)
      if (operands[k] != nullptr) x = bounded(x, *operands[k], k == 1);
    for (const auto& [name, lower] : {Bound{"min", true}, Bound{"max", false}}) {
      const float* given = t.attribute<float>(name);
      if (given == nullptr || std::isnan(*given) || (std::isinf(*given) && (*given < 0) == lower)) continue;
      const oracle::Type type = oracle_type(t.output().type);
      const std::uint64_t rounded = oracle::convert(oracle::float32, type, std::bit_cast<std::uint32_t>(*given)).bits;
      const std::uint64_t infinity = oracle::infinity(type.format());
      if (rounded == infinity && !lower) continue;
      if (rounded == (infinity | oracle::sign_mask(type.format())) && lower) continue;
      const TrueValue bound = true_value(type, rounded);
      if (!bound.is_number()) {  // the real one lies beyond all numbers of the type
        x.state = TrueValue::State::unknown;
        continue;
      }
      x = bounded(x, bound, lower);
    }
    return x;
  });
}

inline TrueValue true_bent(const TrueValue& slope, const TrueValue& x) {
  if (!x.is_number() || x.number >= 0) return x;
  return if_all_known({&slope, &x}, [](const auto& of) { return TrueValue(of[0]->number * of[1]->number); });
}

inline TrueValues true_hard_sigmoid(const TrueCall& t) {
  const TrueValue alpha = true_attribute(t, "alpha"), beta = true_attribute(t, "beta");
  return true_map(t, [&](const auto& operands) {
    return if_all_known({operands[0], &alpha, &beta}, [](const auto& x) {
      const mpq_class line = x[0]->number * x[1]->number + x[2]->number;
      return TrueValue(line < 0 ? mpq_class(0) : line > 1 ? mpq_class(1) : line);
    });
  });
}

inline TrueValues true_threshold(const TrueCall& t) {
  const TrueValue alpha = true_attribute(t, "alpha");
  return true_map(t, [&](const auto& operands) {
    return if_all_known({operands[0], &alpha},
                        [](const auto& x) { return x[0]->number > x[1]->number ? *x[0] : TrueValue(0); });
  });
}

inline TrueValues true_prelu(const TrueCall& t) {
  const oracle::Shape out = dims_of(t.output().shape), own = t.shape(1);
  TrueValues results;
  for (std::uint64_t i = 0; i < oracle::element_count(out); ++i) {
    oracle::Shape slopes = own;
    if (t.call.version < 7 && own.size() == 1 && own[0] > 1) slopes.resize(out.size() - 1, 1);  // the second axis
    if (t.call.version < 7 && oracle::element_count(own) == 1) slopes.clear();
    const auto at = oracle::offset_of(oracle::stretched(oracle::tuple_of(i, out), slopes), slopes);
    results.push_back(true_bent((*t.inputs[1])[at], (*t.inputs[0])[i]));
  }
  return results;
}

inline TrueValues true_matmul(const TrueCall& t) {
  const oracle::MatmulPlan plan = oracle::index_matmul(t.shape(0), t.shape(1)).value();
  TrueValues results;
  for (std::uint64_t i = 0; i < t.output().shape.count; ++i) {
    const oracle::MatmulPlan::Pair pair = plan.operands(i);
    TrueValue sum(0);
    for (std::uint64_t k = 0; k < plan.inner; ++k)
      sum = if_all_known({&sum, &(*t.inputs[0])[pair.a[k]], &(*t.inputs[1])[pair.b[k]]},
                         [](const auto& x) { return TrueValue(x[0]->number + x[1]->number * x[2]->number); });
    results.push_back(sum);
  }
  return results;
}

// Start plus so many deltas, which are known exactly.
inline TrueValues true_range(const TrueCall& t) {
  const TrueValues start = true_values(t.computed[0]->view()), delta = true_values(t.computed[2]->view());
  TrueValues results;
  for (std::uint64_t i = 0; i < t.output().shape.count; ++i)
    results.emplace_back(mpq_class(start[0].number + delta[0].number * static_cast<unsigned long>(i)));
  return results;
}

// Elements that are moved, one by one.
inline std::vector<TrueValues> true_move(const TrueCall& t) {
  std::vector<const void*> indices;
  for (const impl::Tensor* operand : t.computed) indices.push_back(operand == nullptr ? nullptr : operand->data());
  std::vector<TrueValues> results(t.call.outputs.size());
  for (unsigned k = 0; k < results.size(); ++k)
    for (std::uint64_t i = 0; t.call.outputs[k] && i < t.call.outputs[k]->shape.count; ++i) {
      const impl::Run run = run_at(t.call, indices, k, i);
      if (run.input != impl::Run::no_input)
        results[k].push_back((*t.inputs[run.input])[run.element]);
      else
        results[k].push_back(std::isfinite(run.fill) ? TrueValue(mpq_class(run.fill)) : TrueValue());
    }
  return results;
}

// All results of a call; nothing where the operator is not known here.
inline std::optional<std::vector<TrueValues>> true_results(const TrueCall& t) {
  using Known = const std::vector<const TrueValue*>&;
  const auto map = [](auto f) {
    return [f](const TrueCall& of) { return true_map(of, [&](Known x) { return if_all_known(x, f); }); };
  };
  const auto smallest = [](Known x) {
    return **std::ranges::min_element(x, {}, [](const TrueValue* one) { return one->number; });
  };
  const auto total = [](Known x) {
    mpq_class sum = 0;
    for (const TrueValue* one : x) sum += one->number;
    return sum;
  };
  const auto largest = [](Known x) {
    return **std::ranges::max_element(x, {}, [](const TrueValue* one) { return one->number; });
  };
  const auto holds = [&](auto relation) {
    return map([relation](Known x) { return TrueValue(relation(x[0]->number, x[1]->number) ? 1 : 0); });
  };
  // An operand that decides alone does so whatever the other one is.
  const auto decides = [](int truth) {
    return [truth](const TrueCall& of) {
      return true_map(of, [&](Known x) {
        for (const TrueValue* one : x)
          if (one->is_number() && one->number == truth) return TrueValue(truth);
        return if_all_known(x, [&](Known) { return TrueValue(1 - truth); });
      });
    };
  };
  static const std::map<std::string_view, std::function<TrueValues(const TrueCall&)>> operators = {
      {"Add", map([](Known x) { return TrueValue(x[0]->number + x[1]->number); })},
      {"Sub", map([](Known x) { return TrueValue(x[0]->number - x[1]->number); })},
      {"Mul", map([](Known x) { return TrueValue(x[0]->number * x[1]->number); })},
      {"Div", map([](Known x) { return x[1]->number == 0 ? TrueValue() : TrueValue(x[0]->number / x[1]->number); })},
      {"Relu", map([](Known x) { return x[0]->number < 0 ? TrueValue(0) : *x[0]; })},
      {"Max", map(largest)},
      {"Min", map(smallest)},
      {"Neg", map([](Known x) { return TrueValue(-x[0]->number); })},
      {"Abs", map([](Known x) { return TrueValue(abs(x[0]->number)); })},
      {"Sqrt", map([](Known x) { return true_root(x[0]->number); })},
      {"Exp", map([](Known x) { return true_function(mpfr_exp, x[0]->number); })},
      {"Log", map([](Known x) { return true_function(mpfr_log, x[0]->number); })},
      {"Sigmoid", map([](Known x) { return true_function(true_sigmoid, x[0]->number); })},
      {"Tanh", map([](Known x) { return true_function(mpfr_tanh, x[0]->number); })},
      {"Erf", map([](Known x) { return true_function(mpfr_erf, x[0]->number); })},
      {"Sin", map([](Known x) { return true_function(mpfr_sin, x[0]->number); })},
      {"Cos", map([](Known x) { return true_function(mpfr_cos, x[0]->number); })},
      {"Pow", map([](Known x) { return true_power(x[0]->number, x[1]->number); })},
      {"Acos", map([](Known x) { return true_function(mpfr_acos, x[0]->number); })},
      {"Floor", map([](Known x) { return TrueValue(true_floor(x[0]->number)); })},
      {"Ceil", map([](Known x) { return TrueValue(-true_floor(-x[0]->number)); })},
      {"Round", map([](Known x) { return TrueValue(true_nearest(x[0]->number)); })},
      {"Reciprocal", map([](Known x) { return x[0]->number == 0 ? TrueValue() : TrueValue(1 / x[0]->number); })},
      {"Sum", map([total](Known x) { return TrueValue(total(x)); })},
      {"Mean", map([total](Known x) { return TrueValue(total(x) / static_cast<unsigned long>(x.size())); })},
      {"LeakyRelu",
       [](const TrueCall& of) {
         const TrueValue alpha = true_attribute(of, "alpha");
         return true_map(of, [&](Known x) { return true_bent(alpha, *x[0]); });
       }},
      {"PRelu", true_prelu},
      {"HardSigmoid", true_hard_sigmoid},
      {"ThresholdedRelu", true_threshold},
      {"Where",
       [](const TrueCall& of) {
         return true_map(of, [](Known x) { return !x[0]->is_number() ? *x[0] : x[0]->number != 0 ? *x[1] : *x[2]; });
       }},
      {"Clip", true_clip},
      {"Cast", true_convert},
      {"Less", holds(std::less())},
      {"LessOrEqual", holds(std::less_equal())},
      {"Greater", holds(std::greater())},
      {"GreaterOrEqual", holds(std::greater_equal())},
      {"Equal", holds(std::equal_to())},
      {"Xor", holds(std::not_equal_to())},
      {"And", decides(0)},
      {"Or", decides(1)},
      {"Not", map([](Known x) { return TrueValue(1 - x[0]->number); })},
      {"MatMul", true_matmul},
      {"Softmax", [](const TrueCall& of) { return true_softmax(of, false); }},
      {"LogSoftmax", [](const TrueCall& of) { return true_softmax(of, true); }},
      {"Range", true_range},
  };
  if (t.call.op->moves()) return true_move(t);
  if (auto folded = true_fold(t)) return folded;
  if (std::string_view(t.call.op->name) == "LayerNormalization") return true_layernormalization(t);
  if (auto run = true_recurrence(t)) return run;
  if (auto integers = true_quantised(t)) return integers;
  const auto known = operators.find(t.call.op->name);
  if (known == operators.end()) return std::nullopt;
  return std::vector<TrueValues>{known->second(t)};
}

}  // namespace etalon::tests
