// SPDX-License-Identifier: Apache-2.0
// Floor 4. What recurrent operators share (recurrence.md): how their operands lie, their activation functions, and the
// walk over directions, batches and steps that keeps the state.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/real_function.hpp"
#include "ops/family/dot.hpp"
#include "ops/family/map.hpp"

namespace etalon::impl {

// An activation function, with its factors as numbers of the element type.
struct Activation {
  enum class Function : std::uint8_t {
    sigmoid,
    tanh,
    relu,
    affine,
    leaky_relu,
    thresholded_relu,
    scaled_tanh,
    hard_sigmoid,
    softsign,
  };

  Function function = Function::sigmoid;
  double alpha = 0, beta = 0;

  // Each step rounded by itself, in the order of the definition.
  template <class A> typename A::Value apply(const A& a, const typename A::Value& v, unsigned* events) const;
};

// How many matrices an operator has in W and R, and the functions that it takes where none are named.
struct RecurrenceKind {
  unsigned gates;
  std::span<const Activation::Function> functions;
};

// What a recurrent call is made of. The inputs of all such operators begin alike.
struct Recurrence {
  enum Input : unsigned { x, w, r, b, lengths, initial_h, initial_c, p };
  enum Output : unsigned { y, y_h, y_c };
  static constexpr unsigned most_functions = 3;

  std::uint64_t steps = 0, batch = 0, inputs = 0, hidden = 0;
  unsigned gates = 0, directions = 1;
  bool reverse = false;                                                  // the first direction; a second one always is
  bool batch_first = false;                                              // layout 1
  std::array<std::array<Activation, most_functions>, 2> functions = {};  // by direction
  std::optional<double> clip = std::nullopt;                             // where it can change a value

  static Result<Recurrence> of(const Call& call, const RecurrenceKind& kind);

  bool runs_backward(unsigned direction) const { return direction == 1 || reverse; }

  // Where elements lie.
  template <class Place> Place x_row(const Place& step, const Place& sequence) const {
    return (batch_first ? sequence * steps + step : step * batch + sequence) * inputs;
  }
  template <class Place> Place y_row(const Place& step, unsigned direction, const Place& sequence) const {
    return (batch_first ? (sequence * steps + step) * directions + direction
                        : (step * directions + direction) * batch + sequence) *
           hidden;
  }
  template <class Place> Place state_row(unsigned direction, const Place& sequence) const {
    return (batch_first ? sequence * directions + direction : sequence + direction * batch) * hidden;
  }
  // The row of W and R for a unit of a gate; the bias of W, and how far behind it that of R is.
  template <class Place> Place unit(unsigned direction, unsigned gate, const Place& j) const {
    return j + (std::uint64_t{direction} * gates + gate) * hidden;
  }
  template <class Place> Place bias(unsigned direction, unsigned gate, const Place& j) const {
    return j + (std::uint64_t{direction} * 2 * gates + gate) * hidden;
  }
  std::uint64_t to_second_bias() const { return gates * hidden; }

  // Shapes of results.
  Result<std::vector<Argument>> results(const Call& call, unsigned count) const;
};

// The length of a sequence of the batch.
template <class World>
typename World::Place length_of(const World& world, const Recurrence& r, Inputs inputs,
                                const typename World::Place& sequence) {
  if (inputs.size() <= Recurrence::lengths || inputs[Recurrence::lengths] == nullptr) return r.steps;
  if constexpr (counts<World>)
    return static_cast<std::uint64_t>(Int<32>::load(inputs[Recurrence::lengths], sequence));
  else
    return world.place_in(inputs[Recurrence::lengths], sequence, r.steps + 1);
}
inline std::uint64_t length_of(const Recurrence& r, Inputs inputs, std::uint64_t sequence) {
  return length_of(Counting{}, r, inputs, sequence);
}

// Every length lies in [0, steps] ("REC-ALL-LENGTHS").
std::optional<Operator::Allowed> allowed_lengths(const Call& call);

// The number of multiplications of a call, which take most of its time.
std::uint64_t recurrence_operations(const Call& call);

// Bytes of the state that a reference keeps in `rows` rows.
std::uint64_t recurrence_state(const Call& call, unsigned rows);

// The formals of all recurrent operators, as far as they agree.
inline constexpr Formal recurrent_lengths{"sequence_lens", "T1", Formal::Presence::optional, Formal::Use::index};
inline constexpr AttributeFormal recurrent_alpha{"activation_alpha", AttributeFormal::Kind::numbers},
    recurrent_beta{"activation_beta", AttributeFormal::Kind::numbers},
    recurrent_functions{"activations", AttributeFormal::Kind::texts},
    recurrent_clip{"clip", AttributeFormal::Kind::number},
    recurrent_direction{"direction", AttributeFormal::Kind::text, "forward"},
    recurrent_hidden{"hidden_size", AttributeFormal::Kind::integer},
    recurrent_layout{"layout", AttributeFormal::Kind::integer, 0},
    recurrent_sequence{"output_sequence", AttributeFormal::Kind::integer, 0};

// ---- references -----------------------------------------------------------------------------------------------------

template <class A> typename A::Value Activation::apply(const A& a, const typename A::Value& v, unsigned* events) const {
  const auto number = [&](double n) { return a.number(n); };
  switch (function) {
    case Function::sigmoid:
      return a.template function<RealFunction::sigmoid>(v, events);
    case Function::tanh:
      return a.template function<RealFunction::tanh>(v, events);
    case Function::relu:
      return a.larger(v, a.zero(), events);
    case Function::affine:
      return a.add(a.mul(number(alpha), v, events), number(beta), events);
    case Function::leaky_relu:
      return bent(a, number(alpha), v, events);
    case Function::thresholded_relu:
      return chosen(a, a.less_or_equal(number(alpha), v, events), v, a.zero());
    case Function::scaled_tanh:
      return a.mul(number(alpha), a.template function<RealFunction::tanh>(a.mul(number(beta), v, events), events),
                   events);
    case Function::hard_sigmoid: {
      const typename A::Value line = a.add(a.mul(number(alpha), v, events), number(beta), events);
      return a.min(a.max(line, a.zero(), events), number(1), events);
    }
    default:
      return a.div(v, a.add(number(1), a.abs(v, events), events), events);
  }
}

// A value limited to [-clip, clip], as an activation function receives it.
template <class A>
typename A::Value clipped(const A& a, const std::optional<double>& clip, const typename A::Value& v, unsigned* events) {
  if (!clip) return v;
  return a.smaller(a.larger(v, a.number(-*clip), events), a.number(*clip), events);
}

// A row of values.
template <class V> struct HeldRow {
  std::span<V> all;
  V& operator[](std::uint64_t j) const { return all[static_cast<std::size_t>(j)]; }
};

// Rows of values that live as long as a call: in its scratch where that has room and the values are plain numbers, else
// allocated.
template <class V> class Held {
 public:
  Held(const Work& work, std::uint64_t count, const V& first) {
    const auto n = static_cast<std::size_t>(count);
    if constexpr (std::is_trivially_copyable_v<V> && std::is_arithmetic_v<V>) {
      if (work.scratch.size() >= n * sizeof(V)) {
        all_ = {reinterpret_cast<V*>(work.scratch.data()), n};
        std::uninitialized_fill(all_.begin(), all_.end(), first);
        return;
      }
    }
    own_.assign(n, first);
    all_ = own_;
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  HeldRow<V> row(unsigned k, std::uint64_t length) const {
    return {all_.subspan(static_cast<std::size_t>(k * length), static_cast<std::size_t>(length))};
  }

 private:
  std::vector<V> own_;
  std::span<V> all_;
};

template <class World, class A>
auto held_rows(const World& world, const A& a, const Work& work, unsigned rows, std::uint64_t length) {
  if constexpr (counts<World>)
    return Held<typename A::Value>(work, rows * length, a.zero());
  else
    return world.rows(a, rows, length);
}

// A step under way: which one, and where its operands lie.
template <class World> struct RecurrentStep {
  unsigned direction;
  typename World::Place x;  // the first element of its row of X
};

// Rows of the state: the hidden values before and after a step, and one that the operator keeps.
template <class R> struct RecurrentState {
  R before, after, own;
};

// A sum of products by the policy, of a row of X with one of W, or of the state with one of R.
template <class World, class A, class Policy> struct RecurrentSums {
  using Place = typename World::Place;
  const World& world;
  const A& a;
  const Recurrence& r;
  Inputs inputs;

  void add_x(Policy& sum, const Place& x, const Place& unit, unsigned* events) const {
    for (const auto k : world.below(r.inputs, "k"))
      sum.step(a.load(inputs[Recurrence::x], x + k), a.load(inputs[Recurrence::w], unit * r.inputs + k), events);
  }
  void add_h(Policy& sum, const auto& h, const Place& unit, unsigned* events) const {
    for (const auto k : world.below(r.hidden, "k"))
      sum.step(h[k], a.load(inputs[Recurrence::r], unit * r.hidden + k), events);
  }
  typename A::Value of_x(const Place& x, const Place& unit, unsigned* events) const {
    Policy sum = begun<Policy>(a);
    add_x(sum, x, unit, events);
    return sum.finish(events);
  }
  typename A::Value of_h(const auto& h, const Place& unit, unsigned* events) const {
    Policy sum = begun<Policy>(a);
    add_h(sum, h, unit, events);
    return sum.finish(events);
  }
};

// Runs every sequence of every direction. cell.begin() prepares the row that the operator keeps, cell.prepare() what a
// step needs before any unit, cell.unit() computes unit j of `after`, and cell.end() takes the last state.
template <class World, class A, class Cell>
void recur(const World& world, const A& a, const Recurrence& r, const Call& call, Inputs inputs, Outputs outputs,
           const Work& work, Cell cell) {
  using Place = typename World::Place;
  const auto output = [&](unsigned k) { return k < outputs.size() ? outputs[k] : nullptr; };
  void* const y = output(Recurrence::y);
  const auto held = held_rows(world, a, work, 3, r.hidden);
  for (unsigned direction = 0; direction < r.directions; ++direction)
    for (const auto sequence : world.below(r.batch, "sequence")) {
      RecurrentState state{held.row(0, r.hidden), held.row(1, r.hidden), held.row(2, r.hidden)};
      const Place at = r.state_row(direction, sequence), length = length_of(world, r, inputs, sequence);
      for (const auto j : world.below(r.hidden, "j"))
        state.before[j] =
            call.has_input(Recurrence::initial_h) ? a.load(inputs[Recurrence::initial_h], at + j) : a.zero();
      cell.begin(state, at);
      world.for_each_below(length, r.steps, "step", [&](const Place& n) {
        const Place step = r.runs_backward(direction) ? length - 1 - n : n;
        const Place row = r.y_row(step, direction, sequence);
        const RecurrentStep<World> now{direction, r.x_row(step, sequence)};
        cell.prepare(now, state);
        for (const auto j : world.below(r.hidden, "j")) {
          unsigned raised = 0;
          state.after[j] = cell.unit(now, state, j, work.events != nullptr ? &raised : nullptr);
          if constexpr (counts<World>)
            if (work.events != nullptr) work.events->note(raised, (y != nullptr ? row : at) + j);
          if (y != nullptr) a.store(y, row + j, state.after[j]);
        }
        if constexpr (counts<World>)
          std::swap(state.before, state.after);
        else
          for (const auto j : world.below(r.hidden, "j")) state.before[j] = state.after[j];
      });
      if (y != nullptr)
        world.for_each_from(length, r.steps, "step", [&](const Place& step) {
          for (const auto j : world.below(r.hidden, "j")) a.store(y, r.y_row(step, direction, sequence) + j, a.zero());
        });
      if (void* const last = output(Recurrence::y_h); last != nullptr)
        for (const auto j : world.below(r.hidden, "j")) a.store(last, at + j, a.quiet(state.before[j]));
      cell.end(state, at);
    }
}

}  // namespace etalon::impl
