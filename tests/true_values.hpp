// SPDX-License-Identifier: Apache-2.0
// What an operator gives over the reals, by GMP and the oracle's indices: what errors of whole models are judged by. Of
// src/ it uses the call alone: neither the algebras of errors nor the shadow. Where elements only move, the operator
// says where to; the program `calls` judges that by the oracle.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "ops/move.hpp"
#include "oracle/arithmetic/convert.hpp"
#include "oracle/indices/tuples.hpp"
#include "oracle/ops/matmul.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/true_error.hpp"

namespace etalon::tests {

struct TrueValue {
  enum class State { number, none, unknown } state = State::none;  // none: a NaN, an infinity, a quotient by zero
  mpq_class number = 0;

  TrueValue() = default;
  TrueValue(mpq_class is) : state(State::number), number(std::move(is)) {
    // What grows beyond all measure is not followed any further.
    if (mpz_sizeinbase(number.get_num_mpz_t(), 2) + mpz_sizeinbase(number.get_den_mpz_t(), 2) > 20'000)
      state = State::unknown;
  }
  bool is_number() const { return state == State::number; }
};
using TrueValues = std::vector<TrueValue>;

inline oracle::Type oracle_type(impl::DType type) {
  for (const oracle::NamedType& named : oracle::storable_types)
    if (std::string_view(named.name) == impl::info(type).name) return named.type;
  std::abort();
}

inline mpq_class integer_of(oracle::Integer type, std::uint64_t pattern) {
  const bool negative = type.is_signed && (pattern >> (type.bits - 1) & 1) != 0;
  mpz_class number;
  mpz_import(number.get_mpz_t(), 1, -1, sizeof pattern, 0, 0, &pattern);
  if (negative) number -= mpz_class(1) << static_cast<unsigned long>(type.bits);
  return number;
}

inline TrueValue true_value(oracle::Type type, std::uint64_t pattern) {
  if (type.kind == oracle::Kind::boolean) return mpq_class(pattern != 0 ? 1 : 0);
  if (type.kind == oracle::Kind::integer) return integer_of(type.integer(), pattern);
  if (!oracle::is_finite(type.format(), pattern)) return {};
  mpq_class number;
  set(number.get_mpq_t(), type.format(), pattern);
  return number;
}

inline TrueValues true_values(const impl::TensorView& tensor) {
  TrueValues values;
  for (std::uint64_t i = 0; i < tensor.shape.count; ++i)
    values.push_back(true_value(oracle_type(tensor.type), pattern_at(tensor, i)));
  return values;
}

inline oracle::Shape dims_of(const impl::Shape& shape) { return {shape.dims.begin(), shape.dims.begin() + shape.rank}; }

// ---- one operator ---------------------------------------------------------------------------------------------------

// The operands of a call as true values and as they were computed; nothing where they are omitted.
struct TrueCall {
  const impl::Call& call;
  std::vector<const TrueValues*> inputs;
  std::vector<const impl::Tensor*> computed;

  oracle::Shape shape(std::size_t k) const { return dims_of(call.inputs[k]->shape); }
  const impl::Argument& output() const { return *call.outputs[0]; }
  // An attribute by its name; null where it is neither given nor has a default.
  template <class T> const T* attribute(std::string_view name) const {
    for (std::size_t k = 0; k < call.row->attributes.size(); ++k)
      if (name == call.row->attributes[k].name) return call.attribute<T>(k);
    return nullptr;
  }
};

// f of the elements of all operands, once they have a value.
using TrueElement = std::function<TrueValue(const std::vector<const TrueValue*>&)>;

inline TrueValue if_all_known(const std::vector<const TrueValue*>& x, const TrueElement& f) {
  for (const auto state : {TrueValue::State::none, TrueValue::State::unknown})
    for (const TrueValue* one : x)
      if (one != nullptr && one->state == state) {
        TrueValue nothing;
        nothing.state = state;
        return nothing;
      }
  return f(x);
}

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
      x = bounded(x, true_value(type, rounded), lower);
    }
    return x;
  });
}

// An attribute of type float, rounded into the type; nothing where that is not a number.
inline TrueValue true_attribute(const TrueCall& t, std::string_view name) {
  const oracle::Type type = oracle_type(t.output().type);
  return true_value(
      type, oracle::convert(oracle::float32, type, std::bit_cast<std::uint32_t>(*t.attribute<float>(name))).bits);
}

// The square root, to 2^-400 of itself where it is irrational.
inline TrueValue true_root(const mpq_class& x) {
  if (x < 0) return {};
  mpz_class numerator = x.get_num(), denominator = x.get_den();
  const bool is_square =
      mpz_perfect_square_p(numerator.get_mpz_t()) != 0 && mpz_perfect_square_p(denominator.get_mpz_t()) != 0;
  const auto longer = std::max(mpz_sizeinbase(numerator.get_mpz_t(), 2), mpz_sizeinbase(denominator.get_mpz_t(), 2));
  const unsigned long shift = is_square ? 0 : longer + 400;
  if (!is_square) numerator *= denominator;  // sqrt(n/d) = sqrt(nd)/d
  numerator <<= 2 * shift;
  mpz_class root = sqrt(numerator);
  mpq_class result(root, (is_square ? mpz_class(sqrt(denominator)) : denominator) << shift);
  result.canonicalize();
  return result;
}

inline mpq_class true_floor(const mpq_class& x) {
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return whole;
}

// To the nearest integer, of two the even one.
inline mpq_class true_nearest(const mpq_class& x) {
  const mpq_class moved = x + mpq_class(1, 2), whole = true_floor(moved);
  return whole == moved && mpz_odd_p(whole.get_num_mpz_t()) ? mpq_class(whole - 1) : whole;
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

inline TrueValues true_sum(const TrueCall& t) {
  const oracle::Shape data = t.shape(0);
  std::vector<std::int64_t> axes;
  if (const auto* given = t.attribute<std::vector<std::int64_t>>("axes")) axes = *given;
  if (t.computed.size() > 1 && t.computed[1] != nullptr)
    for (std::uint64_t i = 0; i < t.computed[1]->shape().count; ++i)
      axes.push_back(static_cast<std::int64_t>(pattern_at(t.computed[1]->view(), i)));
  const auto* noop = t.attribute<std::int64_t>("noop_with_empty_axes");
  std::vector<bool> reduced = oracle::axes_of(axes, data.size());
  if (axes.empty()) reduced.assign(data.size(), noop == nullptr || *noop == 0);
  oracle::Shape kept;
  for (std::size_t axis = 0; axis < data.size(); ++axis) kept.push_back(reduced[axis] ? 1 : data[axis]);
  TrueValues sums(oracle::element_count(kept), TrueValue(0));
  for (std::uint64_t i = 0; i < oracle::element_count(data); ++i) {
    TrueValue& sum = sums[oracle::offset_of(oracle::stretched(oracle::tuple_of(i, data), kept), kept)];
    sum =
        if_all_known({&sum, &(*t.inputs[0])[i]}, [](const auto& x) { return TrueValue(x[0]->number + x[1]->number); });
  }
  return sums;
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
      {"ReduceSum", true_sum},
      {"Range", true_range},
  };
  if (t.call.op->moves()) return true_move(t);
  const auto known = operators.find(t.call.op->name);
  if (known == operators.end()) return std::nullopt;
  return std::vector<TrueValues>{known->second(t)};
}

}  // namespace etalon::tests
