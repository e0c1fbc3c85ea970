// SPDX-License-Identifier: Apache-2.0
// LSTM and GRU over the reals: nothing is rounded but functions, to 600 bits; see true_values.hpp.
#pragma once

#include <string>

#include "tests/support/true_functions.hpp"

namespace etalon::tests {

class TrueRecurrence {
 public:
  explicit TrueRecurrence(const TrueCall& t)
      : t_(t), lstm_(std::string_view(t.call.op->name) == "LSTM"), gates_(lstm_ ? 4 : 3), functions_(lstm_ ? 3 : 2) {
    const auto* layout = t.attribute<std::int64_t>("layout");
    const oracle::Shape x = t.shape(0), r = t.shape(2);
    first_ = layout != nullptr && *layout == 1;
    steps_ = x[first_ ? 1 : 0], batch_ = x[first_ ? 0 : 1], width_ = x[2], directions_ = r[0], hidden_ = r[2];
    if (const auto* clip = t.attribute<float>("clip"); clip != nullptr) clip_ = in_type(*clip);
    read_functions();
  }

  std::vector<TrueValues> results() {
    const std::size_t states = directions_ * batch_ * hidden_;
    std::vector<TrueValues> all{TrueValues(steps_ * states, zero()), TrueValues(states, zero()),
                                TrueValues(states, zero())};
    for (std::uint64_t d = 0; d < directions_; ++d)
      for (std::uint64_t b = 0; b < batch_; ++b) {
        const std::uint64_t at = (first_ ? b * directions_ + d : d * batch_ + b) * hidden_;
        TrueValues h(hidden_, zero()), c(hidden_, zero());
        for (std::uint64_t j = 0; j < hidden_; ++j) {
          if (has(5)) h[j] = input(5, at + j);
          if (lstm_ && has(6)) c[j] = input(6, at + j);
        }
        const std::uint64_t length = has(4) ? pattern_at(t_.computed[4]->view(), b) : steps_;
        const bool reverse = d == 1 || *t_.attribute<std::string>("direction") == "reverse";
        for (std::uint64_t n = 0; n < length; ++n) {
          const std::uint64_t step = reverse ? length - 1 - n : n;
          const std::uint64_t x = (first_ ? b * steps_ + step : step * batch_ + b) * width_;
          h = lstm_ ? lstm(d, x, h, c) : gru(d, x, h);
          const std::uint64_t row =
              (first_ ? (b * steps_ + step) * directions_ + d : (step * directions_ + d) * batch_ + b) * hidden_;
          for (std::uint64_t j = 0; j < hidden_; ++j) all[0][row + j] = h[j];
        }
        for (std::uint64_t j = 0; j < hidden_; ++j) all[1][at + j] = h[j], all[2][at + j] = c[j];
      }
    all.resize(t_.call.outputs.size());
    return all;
  }

 private:
  struct Function {
    std::string name;
    TrueValue alpha = {}, beta = {};
  };

  static TrueValue zero() { return mpq_class(0); }
  static TrueValue one() { return mpq_class(1); }
  template <class F> static TrueValue both(const TrueValue& a, const TrueValue& b, F f) {
    return if_all_known({&a, &b}, [&](const auto& x) -> TrueValue { return f(x[0]->number, x[1]->number); });
  }
  static TrueValue sum(const TrueValue& a, const TrueValue& b) {
    return both(a, b, [](const mpq_class& x, const mpq_class& y) { return TrueValue(x + y); });
  }
  static TrueValue product(const TrueValue& a, const TrueValue& b) {
    return both(a, b, [](const mpq_class& x, const mpq_class& y) { return TrueValue(x * y); });
  }
  static TrueValue rest(const TrueValue& a) {
    return both(one(), a, [](const mpq_class& x, const mpq_class& y) { return TrueValue(x - y); });
  }

  bool has(std::size_t k) const { return k < t_.inputs.size() && t_.inputs[k] != nullptr; }
  const TrueValue& input(std::size_t k, std::uint64_t i) const { return (*t_.inputs[k])[static_cast<std::size_t>(i)]; }
  TrueValue in_type(float value) const {
    const oracle::Type type = oracle_type(t_.call.inputs[0]->type);
    return true_value(type, oracle::convert(oracle::float32, type, std::bit_cast<std::uint32_t>(value)).bits);
  }

  void read_functions() {
    const auto* names = t_.attribute<std::vector<std::string>>("activations");
    const auto *alphas = t_.attribute<std::vector<float>>("activation_alpha"),
               *betas = t_.attribute<std::vector<float>>("activation_beta");
    std::size_t alpha = 0, beta = 0;
    const auto next = [&](const std::vector<float>* given, std::size_t& at, float otherwise) {
      return in_type(given != nullptr && at < given->size() ? (*given)[at++] : otherwise);
    };
    for (std::size_t k = 0; k < directions_ * functions_; ++k) {
      Function f{names != nullptr ? (*names)[k] : k % functions_ == 0 ? "Sigmoid" : "Tanh"};
      const bool line = f.name == "Affine" || f.name == "ScaledTanh" || f.name == "HardSigmoid";
      if (line || f.name == "LeakyRelu" || f.name == "ThresholdedRelu")
        f.alpha = next(alphas, alpha, f.name == "LeakyRelu" ? 0.01f : f.name == "HardSigmoid" ? 0.2f : 1.0f);
      if (line) f.beta = next(betas, beta, 0.5f);
      functions_of_.push_back(std::move(f));
    }
  }

  TrueValue activated(std::uint64_t direction, std::size_t k, TrueValue v) const {
    if (!v.is_number()) return v;
    if (clip_.is_number()) v = mpq_class(std::max(mpq_class(-clip_.number), std::min(clip_.number, v.number)));
    const Function& f = functions_of_[static_cast<std::size_t>(direction) * functions_ + k];
    if (f.name == "Sigmoid") return true_function(true_sigmoid, v.number);
    if (f.name == "Tanh") return true_function(mpfr_tanh, v.number);
    if (f.name == "Relu") return v.number < 0 ? zero() : v;
    if (f.name == "Affine") return sum(product(f.alpha, v), f.beta);
    if (f.name == "LeakyRelu") return v.number < 0 ? product(f.alpha, v) : v;
    if (f.name == "ThresholdedRelu") return v.number >= f.alpha.number ? v : zero();
    if (f.name == "Softsign") return mpq_class(v.number / (1 + abs(v.number)));
    if (f.name == "ScaledTanh") {
      const TrueValue inner = product(f.beta, v);
      return inner.is_number() ? product(f.alpha, true_function(mpfr_tanh, inner.number)) : inner;
    }
    const TrueValue inner = sum(product(f.alpha, v), f.beta);  // HardSigmoid
    return inner.is_number() ? TrueValue(mpq_class(std::min(mpq_class(1), std::max(mpq_class(0), inner.number))))
                             : inner;
  }

  std::uint64_t unit(std::uint64_t direction, std::uint64_t gate, std::uint64_t j) const {
    return (direction * gates_ + gate) * hidden_ + j;
  }
  TrueValue of_x(std::uint64_t direction, std::uint64_t gate, std::uint64_t j, std::uint64_t x) const {
    TrueValue total = zero();
    for (std::uint64_t k = 0; k < width_; ++k)
      total = sum(total, product(input(0, x + k), input(1, unit(direction, gate, j) * width_ + k)));
    return total;
  }
  TrueValue of_h(std::uint64_t direction, std::uint64_t gate, std::uint64_t j, const TrueValues& h) const {
    TrueValue total = zero();
    for (std::uint64_t k = 0; k < hidden_; ++k)
      total = sum(total, product(h[k], input(2, unit(direction, gate, j) * hidden_ + k)));
    return total;
  }
  TrueValue bias(std::uint64_t direction, std::uint64_t gate, std::uint64_t j, bool second) const {
    if (!has(3)) return zero();
    return input(3, (direction * 2 * gates_ + (second ? gates_ : 0) + gate) * hidden_ + j);
  }
  TrueValue gate(std::uint64_t d, std::uint64_t which, std::uint64_t j, std::uint64_t x, const TrueValues& h) const {
    return sum(sum(of_x(d, which, j, x), of_h(d, which, j, h)), sum(bias(d, which, j, false), bias(d, which, j, true)));
  }

  TrueValues lstm(std::uint64_t d, std::uint64_t x, const TrueValues& h, TrueValues& c) const {
    TrueValues next;
    for (std::uint64_t j = 0; j < hidden_; ++j) {
      const auto with_cell = [&](std::uint64_t which) {
        const TrueValue v = gate(d, which, j, x, h);
        return has(7) ? sum(v, product(input(7, (d * 3 + which) * hidden_ + j), c[j])) : v;
      };
      const TrueValue i = activated(d, 0, with_cell(0));
      const TrueValue f = *t_.attribute<std::int64_t>("input_forget") != 0 ? rest(i) : activated(d, 0, with_cell(2));
      c[j] = sum(product(f, c[j]), product(i, activated(d, 1, gate(d, 3, j, x, h))));
      next.push_back(product(activated(d, 0, with_cell(1)), activated(d, 2, c[j])));
    }
    return next;
  }

  TrueValues gru(std::uint64_t d, std::uint64_t x, const TrueValues& h) const {
    const auto* linear = t_.attribute<std::int64_t>("linear_before_reset");
    const bool is_linear = linear != nullptr && *linear != 0;
    TrueValues next, reset, left;
    for (std::uint64_t j = 0; j < hidden_; ++j) {
      reset.push_back(activated(d, 0, gate(d, 1, j, x, h)));
      left.push_back(product(reset[j], h[j]));
    }
    for (std::uint64_t j = 0; j < hidden_; ++j) {
      const TrueValue z = activated(d, 0, gate(d, 0, j, x, h)), behind = bias(d, 2, j, true);
      const TrueValue state =
          is_linear ? product(reset[j], sum(of_h(d, 2, j, h), behind)) : sum(of_h(d, 2, j, left), behind);
      const TrueValue n = activated(d, 1, sum(sum(of_x(d, 2, j, x), state), bias(d, 2, j, false)));
      next.push_back(sum(product(rest(z), n), product(z, h[j])));
    }
    return next;
  }

  const TrueCall& t_;
  bool lstm_, first_ = false;
  std::uint64_t gates_, steps_ = 0, batch_ = 0, width_ = 0, directions_ = 1, hidden_ = 0;
  std::size_t functions_;
  TrueValue clip_;  // none where there is none, or where it has no effect
  std::vector<Function> functions_of_;
};

inline std::optional<std::vector<TrueValues>> true_recurrence(const TrueCall& t) {
  const std::string_view name = t.call.op->name;
  if (name != "LSTM" && name != "GRU") return std::nullopt;
  return TrueRecurrence(t).results();
}

}  // namespace etalon::tests
