// SPDX-License-Identifier: Apache-2.0
// Real numbers as GMP has them, and a call whose operands are such numbers; see true_values.hpp.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/indices/tuples.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/true_error.hpp"

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

}  // namespace etalon::tests
