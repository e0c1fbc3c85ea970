// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/family/recurrence.hpp"

#include <span>
#include <stdexcept>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/functions.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/order.hpp"
#include "oracle/ops/clip/clip.hpp"
#include "oracle/ops/leakyrelu/leakyrelu.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/min/min.hpp"
#include "oracle/ops/relu/relu.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

using Patterns = std::vector<std::uint64_t>;

std::uint64_t one(Type type) { return static_cast<std::uint64_t>(bias(type.format())) << type.format().fraction; }

// Arithmetic of one type that remembers its events.
class Steps {
 public:
  explicit Steps(Type type) : type_(type), format_(type.format()) {}

  std::uint64_t take(Answer answer) {
    events |= answer.events;
    return answer.bits;
  }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) { return take(ieee_add(format_, a, b)); }
  std::uint64_t sub(std::uint64_t a, std::uint64_t b) { return take(ieee_sub(format_, a, b)); }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) { return take(ieee_mul(format_, a, b)); }
  std::uint64_t div(std::uint64_t a, std::uint64_t b) { return take(ieee_div(format_, a, b)); }

  unsigned events = 0;

 private:
  Type type_;
  Format format_;
};

// The state of one sequence in one direction, and what every gate needs.
class Sequence {
 public:
  Sequence(const Recurrence& call, std::uint64_t gates, std::uint64_t direction, std::uint64_t index)
      : call_(call), gates_(gates), direction_(direction), index_(index) {
    const auto initial = [&](const std::optional<Patterns>& given) {
      Patterns state(call.hidden, 0);
      for (std::uint64_t j = 0; j < call.hidden && given; ++j) {
        state[j] = (*given)[state_at(j)];
      }
      return state;
    };
    h = initial(call.initial_h);
    c = initial(call.initial_c);
  }

  std::uint64_t state_at(std::uint64_t j) const { return (direction_ * call_.batch + index_) * call_.hidden + j; }
  std::uint64_t y_at(std::uint64_t step, std::uint64_t j) const {
    return ((step * call_.directions + direction_) * call_.batch + index_) * call_.hidden + j;
  }
  std::uint64_t length() const { return call_.lengths ? (*call_.lengths)[index_] : call_.steps; }
  bool is_reverse() const { return direction_ == 1 || call_.is_reverse; }

  void append_x(std::uint64_t step, std::uint64_t gate, std::uint64_t j, Patterns& a, Patterns& b) const {
    for (std::uint64_t k = 0; k < call_.inputs; ++k) {
      a.push_back(call_.x[(step * call_.batch + index_) * call_.inputs + k]);
      b.push_back(call_.w[row(gate, j) * call_.inputs + k]);
    }
  }
  void append_h(const Patterns& state, std::uint64_t gate, std::uint64_t j, Patterns& a, Patterns& b) const {
    for (std::uint64_t k = 0; k < call_.hidden; ++k) {
      a.push_back(state[k]);
      b.push_back(call_.r[row(gate, j) * call_.hidden + k]);
    }
  }
  std::uint64_t sum(Steps& steps, const Patterns& a, const Patterns& b) const {
    return steps.take(dot(call_.type.format(), call_.accumulation, a, b));
  }
  std::uint64_t sum_x(Steps& steps, std::uint64_t step, std::uint64_t gate, std::uint64_t j) const {
    Patterns a;
    Patterns b;
    append_x(step, gate, j, a, b);
    return sum(steps, a, b);
  }
  std::uint64_t sum_h(Steps& steps, const Patterns& state, std::uint64_t gate, std::uint64_t j) const {
    Patterns a;
    Patterns b;
    append_h(state, gate, j, a, b);
    return sum(steps, a, b);
  }

  // The biases of a gate: first that of W, second that of R.
  std::uint64_t bias_of(std::uint64_t gate, std::uint64_t j, bool is_second) const {
    return (*call_.b)[(direction_ * 2 * gates_ + (is_second ? gates_ : 0) + gate) * call_.hidden + j];
  }
  std::uint64_t peephole(std::uint64_t gate, std::uint64_t j) const {
    return (*call_.p)[(direction_ * 3 + gate) * call_.hidden + j];
  }

  // Activation number k of the direction, of a value that is clipped first.
  std::uint64_t activated(Steps& steps, std::uint64_t k, std::uint64_t value) const {
    if (call_.clip) {
      const std::uint64_t limit = convert(float32, call_.type, call_.clip->pattern).bits;
      const Answer answer = clip(call_.type, value, limit | sign_mask(call_.type.format()), limit);
      value = steps.take(answer);
    }
    const std::uint64_t functions = call_.activations.size() / call_.directions;
    return steps.take(activate(call_.type, call_.activations[direction_ * functions + k], value));
  }

  Patterns h, c;

 private:
  std::uint64_t row(std::uint64_t gate, std::uint64_t j) const {
    return (direction_ * gates_ + gate) * call_.hidden + j;
  }

  const Recurrence& call_;
  std::uint64_t gates_, direction_, index_;
};

std::uint64_t quieted(Type type, std::uint64_t x) { return not_a_number(type, x) ? canonical_nan(type.format()) : x; }

// Runs all sequences; `advance` makes the next hidden values and the events of each, from a sequence and a step.
template <class Advance> RecurrenceAnswer run(const Recurrence& call, std::uint64_t gates, Advance advance) {
  RecurrenceAnswer answer;
  const std::uint64_t states = call.directions * call.batch * call.hidden;
  answer.y.resize(call.steps * states);
  answer.events.resize(call.steps * states);
  answer.y_h.resize(states);
  answer.y_c.resize(states);
  for (std::uint64_t direction = 0; direction < call.directions; ++direction) {
    for (std::uint64_t index = 0; index < call.batch; ++index) {
      Sequence sequence(call, gates, direction, index);
      const std::uint64_t length = sequence.length();
      for (std::uint64_t n = 0; n < length; ++n) {
        const std::uint64_t step = sequence.is_reverse() ? length - 1 - n : n;
        Patterns next(call.hidden);
        std::vector<unsigned> events(call.hidden);
        advance(sequence, step, next, events);
        for (std::uint64_t j = 0; j < call.hidden; ++j) {
          answer.y[sequence.y_at(step, j)] = next[j];
          answer.events[sequence.y_at(step, j)] = events[j];
        }
        sequence.h = next;
      }
      for (std::uint64_t j = 0; j < call.hidden; ++j) {
        answer.y_h[sequence.state_at(j)] = quieted(call.type, sequence.h[j]);
        answer.y_c[sequence.state_at(j)] = quieted(call.type, sequence.c[j]);
      }
    }
  }
  return answer;
}

}  // namespace

Answer activate(Type type, const Activation& activation, std::uint64_t x) {
  const std::string& name = activation.name;
  const auto in_type = [&](Float number) { return convert(float32, type, number.pattern).bits; };
  const Format f = type.format();
  Steps steps(type);
  const auto line = [&] { return steps.add(steps.mul(in_type(activation.alpha), x), in_type(activation.beta)); };
  if (name == "Sigmoid") {
    return real_sigmoid(f, x);
  }
  if (name == "Tanh") {
    return real_tanh(f, x);
  }
  if (name == "Relu") {
    return relu(type, x);
  }
  if (name == "Affine") {
    const std::uint64_t result = line();
    return {result, steps.events};
  }
  if (name == "LeakyRelu") {
    return leaky_relu(type, x, activation.alpha.pattern);
  }
  if (name == "ThresholdedRelu") {
    const bool is_reached = !not_a_number(type, x) && !is_less(type, x, in_type(activation.alpha));
    return {is_reached ? x : 0, nan_events(type, {x})};
  }
  if (name == "ScaledTanh") {
    const std::uint64_t inner = steps.take(real_tanh(f, steps.mul(in_type(activation.beta), x)));
    const std::uint64_t result = steps.mul(in_type(activation.alpha), inner);
    return {result, steps.events};
  }
  if (name == "HardSigmoid") {
    const std::uint64_t inner = line();
    const std::uint64_t result = min(type, max(type, inner, 0).bits, one(type)).bits;
    return {result, steps.events};
  }
  if (name == "Softsign") {
    const std::uint64_t divisor = steps.add(one(type), not_a_number(type, x) ? x : magnitude(f, x));
    const std::uint64_t result = steps.div(x, divisor);
    return {result, steps.events};
  }
  throw std::invalid_argument("oracle: no such activation");
}

RecurrenceAnswer lstm(const Recurrence& call) {
  enum Gate : std::uint64_t { input, output, forget, cell, gates };
  const auto advance = [&](Sequence& s, std::uint64_t step, Patterns& next, std::vector<unsigned>& events) {
    for (std::uint64_t j = 0; j < call.hidden; ++j) {
      Steps steps(call.type);
      const auto gate = [&](Gate which) {
        const bool peeps = call.p && which != cell;
        if (call.sums_at_once) {
          Patterns a;
          Patterns b;
          s.append_x(step, which, j, a, b);
          s.append_h(s.h, which, j, a, b);
          if (peeps) {
            a.push_back(s.c[j]);
            b.push_back(s.peephole(which, j));
          }
          const std::uint64_t sum = s.sum(steps, a, b);
          return call.b ? steps.add(sum, steps.add(s.bias_of(which, j, false), s.bias_of(which, j, true))) : sum;
        }
        std::uint64_t value = steps.add(s.sum_x(steps, step, which, j), s.sum_h(steps, s.h, which, j));
        if (peeps) {
          value = steps.add(value, steps.mul(s.peephole(which, j), s.c[j]));
        }
        if (call.b) {
          value = steps.add(steps.add(value, s.bias_of(which, j, false)), s.bias_of(which, j, true));
        }
        return value;
      };
      const std::uint64_t i = s.activated(steps, 0, gate(input));
      const std::uint64_t f = call.is_coupled ? steps.sub(one(call.type), i) : s.activated(steps, 0, gate(forget));
      const std::uint64_t g = s.activated(steps, 1, gate(cell));
      s.c[j] = steps.add(steps.mul(f, s.c[j]), steps.mul(i, g));
      const std::uint64_t o = s.activated(steps, 0, gate(output));
      next[j] = steps.mul(o, s.activated(steps, 2, s.c[j]));
      events[j] = steps.events;
    }
  };
  return run(call, gates, advance);
}

RecurrenceAnswer gru(const Recurrence& call) {
  enum Gate : std::uint64_t { update, reset, hidden, gates };
  const auto advance = [&](Sequence& s, std::uint64_t step, Patterns& next, std::vector<unsigned>& events) {
    std::vector<Steps> steps(call.hidden, Steps(call.type));
    const auto gate = [&](Gate which, std::uint64_t j) {
      std::uint64_t value = steps[j].add(s.sum_x(steps[j], step, which, j), s.sum_h(steps[j], s.h, which, j));
      if (call.b) {
        value = steps[j].add(steps[j].add(value, s.bias_of(which, j, false)), s.bias_of(which, j, true));
      }
      return s.activated(steps[j], 0, value);
    };
    Patterns r(call.hidden);
    Patterns rest(call.hidden);  // of the state, behind the reset gate
    for (std::uint64_t j = 0; j < call.hidden; ++j) {
      r[j] = gate(reset, j);
      if (!call.is_linear) {
        rest[j] = steps[j].mul(r[j], s.h[j]);
      }
    }
    for (std::uint64_t j = 0; j < call.hidden; ++j) {
      Steps& own = steps[j];
      const std::uint64_t z = gate(update, j);
      std::uint64_t value = s.sum_x(own, step, hidden, j);
      if (call.is_linear) {
        const std::uint64_t product = s.sum_h(own, s.h, hidden, j);
        value = own.add(value, own.mul(r[j], call.b ? own.add(product, s.bias_of(hidden, j, true)) : product));
      } else {
        value = own.add(value, s.sum_h(own, rest, hidden, j));
        value = call.b ? own.add(value, s.bias_of(hidden, j, true)) : value;
      }
      value = call.b ? own.add(value, s.bias_of(hidden, j, false)) : value;
      const std::uint64_t h = s.activated(own, 1, value);
      next[j] = own.add(own.mul(own.sub(one(call.type), z), h), own.mul(z, s.h[j]));
      events[j] = own.events;
    }
  };
  return run(call, gates, advance);
}

}  // namespace oracle
