// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of LSTM for float, with the steps in the order of ONNX, compiled once per target. The
// reference computes everything else.
#include "ops/lstm/lstm.hpp"
#include "simd/folds/recurrence-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if HWY_HAVE_FLOAT64
class LstmLanes {
  using G = LstmGeometry;
  using R = Recurrence;

 public:
  static constexpr const RecurrenceKind& kind = G::kind;
  static unsigned split(const Call&) { return G::gate_count; }

  LstmLanes(const RecurrentProducts& products, const Recurrence& r, const Call& call, Inputs inputs, Outputs outputs)
      : products_(products),
        r_(r),
        outputs_(outputs),
        couples_(couples_gates(call)),
        b_(given(inputs, R::b)),
        initial_h_(given(inputs, R::initial_h)),
        initial_c_(given(inputs, R::initial_c)),
        p_(given(inputs, R::p)),
        hidden_(static_cast<std::size_t>(r.hidden)) {}

  void lay_out(Room& room) {
    const std::uint64_t states = r_.batch * r_.hidden;
    h_ = room.floats(states);
    c_ = room.floats(states);
    of_h_ = room.floats(states * G::gate_count);
    for (float*& row : rows_) row = room.floats(r_.hidden);
  }

  void begin(unsigned direction) const {
    load_state(r_, direction, initial_h_, h_);
    load_state(r_, direction, initial_c_, c_);
  }
  void step(const StepInLanes& now, const Work& work) const {
    products_.multiply_h(now, 0, h_, of_h_, G::gate_count * hidden_, work);
    for (std::size_t b = 0; b < r_.batch; ++b)
      if (now.takes(b)) advance(now, b);
  }
  const float* hidden(std::size_t sequence) const { return h_ + sequence * hidden_; }
  void end(unsigned direction) const {
    store_state(r_, direction, h_, outputs_, R::y_h);
    store_state(r_, direction, c_, outputs_, R::y_c);
  }

 private:
  static const float* given(Inputs inputs, unsigned k) {
    return k < inputs.size() ? static_cast<const float*>(inputs[k]) : nullptr;
  }

  // A row of a gate before its function: each step rounded, in the order of the reference.
  HWY_NOINLINE void gate(const StepInLanes& now, std::size_t sequence, unsigned which, float* to) const {
    const float *const x = now.x_of(sequence, which), *const h = of_h_ + (sequence * G::gate_count + which) * hidden_;
    const float* const c = c_ + sequence * hidden_;
    const float* const p =
        p_ != nullptr && which < G::peepholes ? p_ + (now.direction * G::peepholes + which) * hidden_ : nullptr;
    const float* const b = b_ == nullptr ? nullptr : b_ + r_.bias(now.direction, which, std::uint64_t{0});
    in_lanes(hidden_, [&](auto load, auto store) HWY_ATTR {
      RowVec v = hn::Add(load(x), load(h));
      if (p != nullptr) v = hn::Add(v, hn::Mul(load(p), load(c)));
      if (b != nullptr) v = hn::Add(hn::Add(v, load(b)), load(b + r_.to_second_bias()));
      store(to, FloatNans::cleaned(RowTag(), v));
    });
  }

  void advance(const StepInLanes& now, std::size_t sequence) const {
    const auto& [f, g, h] = r_.functions[now.direction];
    const auto [input, forget, cell] = rows_;
    float *const c = c_ + sequence * hidden_, *const output = input, *const seen = forget;
    gate(now, sequence, G::input, input);
    activate(r_, f, input);
    if (!couples_) {
      gate(now, sequence, G::forget, forget);
      activate(r_, f, forget);
    }
    gate(now, sequence, G::cell, cell);
    activate(r_, g, cell);
    remember(input, forget, cell, c, seen);
    gate(now, sequence, G::output, output);
    activate(r_, f, output);
    activate(r_, h, seen);
    map_product(output, seen, h_ + sequence * hidden_);
  }
  // The new cell state; `seen` is the copy that the last function is applied to.
  HWY_NOINLINE void remember(const float* input, const float* forget, const float* cell, float* c, float* seen) const {
    const RowTag d;
    in_lanes(hidden_, [&](auto load, auto store) HWY_ATTR {
      const RowVec i = load(input), f = couples_ ? hn::Sub(hn::Set(d, 1.0F), i) : load(forget);
      const RowVec now = FloatNans::cleaned(d, hn::Add(hn::Mul(f, load(c)), hn::Mul(i, load(cell))));
      store(c, now);
      store(seen, now);
    });
  }
  HWY_NOINLINE void map_product(const float* a, const float* b, float* to) const {
    in_lanes(hidden_, [&](auto load, auto store)
                          HWY_ATTR { store(to, FloatNans::cleaned(RowTag(), hn::Mul(load(a), load(b)))); });
  }

  const RecurrentProducts& products_;
  const Recurrence& r_;
  Outputs outputs_;
  bool couples_;
  const float *b_, *initial_h_, *initial_c_, *p_;
  std::size_t hidden_;
  float *h_ = nullptr, *c_ = nullptr, *of_h_ = nullptr;
  std::array<float*, 3> rows_{};
};

Kernel lstm_for(const Call& call) {
  if (call.inputs[0]->type != DType::f32 || sums_at_once(call)) return {};
  if (!RecurrentProducts::can(float_products(call.choices.accumulation), *Recurrence::of(call, LstmGeometry::kind)))
    return {};
  return kernel_by<ByLanes<LstmLanes>, &float_products>();
}
#else  // functions are computed in lanes of double
Kernel lstm_for(const Call&) { return {}; }
#endif

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
