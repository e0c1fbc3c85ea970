// SPDX-License-Identifier: Apache-2.0
// Floor 8. LSTM step by step, in the order of roundings of ONNX: a gate is (((x W + h R) + P c) + Wb) + Rb, which the
// profile's own LSTM adds up in another order.
#include "ops/lstm/lstm.hpp"
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {
namespace {

using R = Recurrence;
using G = LstmGeometry;

// One direction of an LSTM, with its operands as matrices.
class LstmWriter {
 public:
  LstmWriter(Rewriter& rewriter, const Recurrence& recurrence, unsigned direction)
      : r(rewriter), g_(recurrence), direction_(direction), rows_{g_.batch, g_.hidden} {
    for (unsigned gate = 0; gate < g_.gates; ++gate) {
      gates_[gate] = {weights(R::w, gate), weights(R::r, gate), {}, {}};
      if (r.has_input(R::p) && gate < G::peepholes) gates_[gate].peephole = spread(R::p, gate * g_.hidden);
      if (r.has_input(R::b))
        for (const unsigned matrix : {gate, gate + g_.gates})
          gates_[gate].biases.push_back(spread(R::b, matrix * g_.hidden));
    }
  }

  struct State {
    std::string h, c;
  };
  State begin() { return {state_of(R::initial_h), state_of(R::initial_c)}; }

  State step(std::uint64_t t, const State& before) {
    const std::string x = r.reshaped(r.sliced(r.input(R::x), 0, t, t + 1), {g_.batch, g_.inputs});
    const std::string input = node("Sigmoid", {gate(G::input, x, before.h, before.c)}),
                      forget = node("Sigmoid", {gate(G::forget, x, before.h, before.c)}),
                      cell = node("Tanh", {gate(G::cell, x, before.h, before.c)}),
                      c = node("Add", {node("Mul", {forget, before.c}), node("Mul", {input, cell})}),
                      output = node("Sigmoid", {gate(G::output, x, before.h, c)});
    return {node("Mul", {output, node("Tanh", {c})}), c};
  }

 private:
  std::string node(const char* operation, Names operands) { return r.emit(operation, std::move(operands), rows_); }

  std::string state_of(std::size_t k) {
    if (!r.has_input(k)) return r.filled(0, r.call().inputs[R::x]->type, rows_);
    return r.reshaped(r.sliced(r.input(k), 0, direction_, direction_ + 1), rows_);
  }
  // The rows of a gate in W, R, B or P, as a matrix; of constants.
  std::string part(std::size_t k, std::uint64_t first, std::uint64_t length) {
    const std::uint64_t columns = r.shape(r.input(k)).size() == 3 ? r.shape(r.input(k))[2] : 1;
    const std::string own = r.sliced(r.input(k), 0, direction_, direction_ + 1);
    return r.reshaped(r.sliced(own, 1, first, first + length), {length, columns});
  }
  std::string weights(std::size_t k, unsigned which) {
    return *r.transposed(part(k, which * g_.hidden, g_.hidden), {1, 0});
  }
  std::string spread(std::size_t k, std::uint64_t first) {
    return *r.expanded(r.reshaped(part(k, first, g_.hidden), {1, g_.hidden}), rows_);
  }
  std::string gate(unsigned which, const std::string& x, const std::string& h, const std::string& c) {
    const Gate& own = gates_[which];
    std::string v = node("Add", {node("MatMul", {x, own.of_x}), node("MatMul", {h, own.of_h})});
    if (!own.peephole.empty()) v = node("Add", {v, node("Mul", {own.peephole, c})});
    for (const std::string& bias : own.biases) v = node("Add", {v, bias});
    return v;
  }

  struct Gate {
    std::string of_x, of_h, peephole;  // constants
    Names biases;
  };

  Rewriter& r;
  const Recurrence& g_;
  std::uint64_t direction_;
  Dimensions rows_;
  std::array<Gate, G::gate_count> gates_;
};

std::optional<std::string> unfit(const Rewriter& r, const Recurrence& g) {
  constexpr std::uint64_t nodes_of_step = 24;
  for (const std::size_t k : {R::w, R::r, R::b, R::p})
    if (r.has_input(k) && !r.is_constant(r.input(k))) return "its weights are computed";
  if (r.has_input(R::lengths)) return "its sequences have lengths of their own";
  if (g.batch_first) return "its batch comes first";
  if (g.clip) return "its gates are clipped";
  if (couples_gates(r.call())) return "its gates are coupled";
  for (unsigned direction = 0; direction < g.directions; ++direction)
    for (std::size_t k = 0; k < std::size(G::functions); ++k)
      if (g.functions[direction][k].function != G::functions[k]) return "it has activation functions of its own";
  if (g.steps == 0 || g.steps * g.directions > 4 * Draft::most_parts / nodes_of_step) return "it has too many steps";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> lstm_edits(Rewriter& r) {
  r.because("FIX-EDIT-LSTM");
  const Recurrence g = *Recurrence::of(r.call(), G::kind);
  if (auto why = unfit(r, g)) return why;
  std::vector<Names> sequence(static_cast<std::size_t>(g.steps));  // by step, then by direction
  Names last_h, last_c;
  for (unsigned direction = 0; direction < g.directions; ++direction) {
    LstmWriter writer(r, g, direction);
    auto state = writer.begin();
    for (std::uint64_t k = 0; k < g.steps; ++k) {
      const std::uint64_t t = g.runs_backward(direction) ? g.steps - 1 - k : k;
      state = writer.step(t, state);
      sequence[static_cast<std::size_t>(t)].push_back(r.reshaped(state.h, {1, 1, g.batch, g.hidden}));
    }
    last_h.push_back(r.reshaped(state.h, {1, g.batch, g.hidden}));
    last_c.push_back(r.reshaped(state.c, {1, g.batch, g.hidden}));
  }
  const auto has_output = [&](std::size_t k) { return k < r.outputs().size() && !r.output(k).empty(); };
  if (has_output(R::y)) {
    Names steps;
    for (const Names& directions : sequence) steps.push_back(r.joined(directions, 1));
    r.joined(steps, 0, r.output(R::y));
  }
  if (has_output(R::y_h)) r.joined(last_h, 0, r.output(R::y_h));
  if (has_output(R::y_c)) r.joined(last_c, 0, r.output(R::y_c));
  return std::nullopt;
}

}  // namespace etalon::impl
