// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of GRU for float, compiled once per target. The reference computes other types.
#include "ops/gru/gru.hpp"
#include "simd/folds/recurrence-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if HWY_HAVE_FLOAT64
class GruLanes {
  using G = GruGeometry;
  using R = Recurrence;

 public:
  static constexpr const RecurrenceKind& kind = G::kind;
  // Where the reset gate multiplies the state, the hidden gate's product with R comes after it.
  static unsigned split(const Call& call) { return resets_last(call) ? G::gate_count : G::hidden; }

  GruLanes(const RecurrentProducts& products, const Recurrence& r, const Call& call, Inputs inputs, Outputs outputs)
      : products_(products),
        r_(r),
        outputs_(outputs),
        resets_last_(resets_last(call)),
        b_(given(inputs, R::b)),
        initial_h_(given(inputs, R::initial_h)),
        hidden_(static_cast<std::size_t>(r.hidden)) {}

  void lay_out(Room& room) {
    const std::uint64_t states = r_.batch * r_.hidden;
    h_ = room.floats(states);
    of_h_ = room.floats(states * G::gate_count);
    gates_ = room.floats(states * G::gate_count);
    left_ = room.floats(states);
  }

  void begin(unsigned direction) const {
    load_state(r_, direction, initial_h_, h_);
    load_state(r_, direction, nullptr, left_);
  }
  void step(const StepInLanes& now, const Work& work) const {
    const std::size_t stride = G::gate_count * hidden_;
    products_.multiply_h(now, 0, h_, of_h_, stride, work);
    for (std::size_t b = 0; b < r_.batch; ++b) {
      if (!now.takes(b)) continue;
      for (const unsigned which : {G::update, G::reset}) {
        gate(now, b, which);
        activate(r_, r_.functions[now.direction][0], row(b, which));
      }
      if (!resets_last_) multiply(row(b, G::reset), h_ + b * hidden_, left_ + b * hidden_);
    }
    if (!resets_last_) products_.multiply_h(now, 1, left_, of_h_ + G::hidden * hidden_, stride, work);
    for (std::size_t b = 0; b < r_.batch; ++b) {
      if (!now.takes(b)) continue;
      hidden_gate(now, b);
      activate(r_, r_.functions[now.direction][1], row(b, G::hidden));
      mix(row(b, G::update), row(b, G::hidden), h_ + b * hidden_);
    }
  }
  const float* hidden(std::size_t sequence) const { return h_ + sequence * hidden_; }
  void end(unsigned direction) const { store_state(r_, direction, h_, outputs_, R::y_h); }

 private:
  static const float* given(Inputs inputs, unsigned k) {
    return k < inputs.size() ? static_cast<const float*>(inputs[k]) : nullptr;
  }
  float* row(std::size_t sequence, unsigned which) const {
    return gates_ + (sequence * G::gate_count + which) * hidden_;
  }
  const float* of_h(std::size_t sequence, unsigned which) const {
    return of_h_ + (sequence * G::gate_count + which) * hidden_;
  }
  const float* bias(const StepInLanes& now, unsigned which) const {
    return b_ == nullptr ? nullptr : b_ + r_.bias(now.direction, which, std::uint64_t{0});
  }

  HWY_NOINLINE void gate(const StepInLanes& now, std::size_t sequence, unsigned which) const {
    const float *const x = now.x_of(sequence, which), *const h = of_h(sequence, which), *const b = bias(now, which);
    in_lanes(hidden_, [&, to = row(sequence, which)](auto load, auto store) HWY_ATTR {
      RowVec v = hn::Add(load(x), load(h));
      if (b != nullptr) v = hn::Add(hn::Add(v, load(b)), load(b + r_.to_second_bias()));
      store(to, FloatNans::cleaned(RowTag(), v));
    });
  }
  HWY_NOINLINE void hidden_gate(const StepInLanes& now, std::size_t sequence) const {
    const float *const x = now.x_of(sequence, G::hidden), *const h = of_h(sequence, G::hidden),
                       *const b = bias(now, G::hidden), *const reset = row(sequence, G::reset);
    in_lanes(hidden_, [&, to = row(sequence, G::hidden)](auto load, auto store) HWY_ATTR {
      RowVec v = load(h);
      if (resets_last_) {
        if (b != nullptr) v = hn::Add(v, load(b + r_.to_second_bias()));
        v = hn::Add(load(x), hn::Mul(load(reset), v));
      } else {
        v = hn::Add(load(x), v);
        if (b != nullptr) v = hn::Add(v, load(b + r_.to_second_bias()));
      }
      if (b != nullptr) v = hn::Add(v, load(b));
      store(to, FloatNans::cleaned(RowTag(), v));
    });
  }
  HWY_NOINLINE void multiply(const float* a, const float* b, float* to) const {
    in_lanes(hidden_, [&](auto load, auto store)
                          HWY_ATTR { store(to, FloatNans::cleaned(RowTag(), hn::Mul(load(a), load(b)))); });
  }
  HWY_NOINLINE void mix(const float* update, const float* hidden, float* h) const {
    const RowTag d;
    in_lanes(hidden_, [&](auto load, auto store) HWY_ATTR {
      const RowVec z = load(update), rest = hn::Sub(hn::Set(d, 1.0F), z);
      store(h, FloatNans::cleaned(d, hn::Add(hn::Mul(rest, load(hidden)), hn::Mul(z, load(h)))));
    });
  }

  const RecurrentProducts& products_;
  const Recurrence& r_;
  Outputs outputs_;
  bool resets_last_;
  const float *b_, *initial_h_;
  std::size_t hidden_;
  float *h_ = nullptr, *of_h_ = nullptr, *gates_ = nullptr, *left_ = nullptr;
};

Kernel gru_for(const Call& call) {
  if (call.inputs[0]->type != DType::f32) return {};
  if (!RecurrentProducts::can(float_products(call.choices.accumulation), *Recurrence::of(call, GruGeometry::kind)))
    return {};
  return kernel_by<ByLanes<GruLanes>, &float_products>();
}
#else  // functions are computed in lanes of double
Kernel gru_for(const Call&) { return {}; }
#endif

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
