// SPDX-License-Identifier: Apache-2.0
// Floor 8. See reals.hpp.
#include "conform/compare/reals.hpp"

#include "accuracy/balls.hpp"
#include "simd/fast.hpp"

namespace etalon::impl {
namespace {

// The larger of two errors, each in its own measure.
void widen(Error& all, const Error& one) {
  all.absolute = std::max(all.absolute, one.absolute);
  all.ulp = std::max(all.ulp, one.ulp);
  all.tight = all.tight && one.tight;
}

// Which of two numbers is nearer to the real value: the lower one if the real value is below their middle.
RealDistances::Nearer nearer_of(const WordBall& candidate, const WordBall& reference, const WordBall& real) {
  const WordBalls balls{WordBall::most_words};
  const auto order = [&](const WordBall& a, const WordBall& b) -> std::optional<int> {
    const EnclosedTruth less = balls.less(a, b), more = balls.less(b, a);
    if (!std::holds_alternative<bool>(less) || !std::holds_alternative<bool>(more)) return std::nullopt;
    return std::get<bool>(less) ? -1 : std::get<bool>(more) ? 1 : 0;
  };
  const auto side = order(candidate, reference);
  if (!side || real.state != WordBall::State::number) return RealDistances::not_told;
  if (*side == 0) return RealDistances::neither;
  const WordBall middle = balls.div_count(balls.add(candidate, reference, nullptr), 2, nullptr);
  const auto where = order(real, middle);
  if (!where) return RealDistances::not_told;
  if (*where == 0) return RealDistances::neither;
  return *where == *side ? RealDistances::by_candidate : RealDistances::by_reference;
}

RealDistances distances_of(std::uint32_t value, const TensorView& candidate, const TensorView& reference,
                           const RealBalls& real) {
  RealDistances all{value};
  for (std::uint64_t i = 0; i < reference.shape.count; ++i) {
    widen(all.candidate, error_of(candidate, i, real[i]));
    widen(all.reference, error_of(reference, i, real[i]));
    ++all.nearer[nearer_of(ball_of(candidate, i), ball_of(reference, i), real[i])];
  }
  return all;
}

}  // namespace

bool has_reals(const CheckedModel& model, bool wanted) {
  return is_certified(model, {}) && (wanted || operations_of(model) <= cheap_reals);
}

std::optional<Finding> add_reals(Comparison& comparison, const Limits& limits, Team* team) {
  const CheckedModel& model = *comparison.model;
  Trail inputs(model.graph->values.size());
  for (const std::uint32_t input : model.graph->inputs) inputs[input] = comparison.reference[input];
  const Result<CertifiedRun> run = certify(
      model, inputs, limits, {.kernels = fast_kernel, .with_decisions = false, .team = team, .on_node_done = {}});
  if (!run) return run.finding();
  for (const ComparedValue& output : comparison.outputs) {
    const TensorView candidate = std::as_const(*comparison.candidate[output.value]).view(),
                     reference = std::as_const(*comparison.reference[output.value]).view();
    if (is_floating(reference.type))
      comparison.reals.push_back(distances_of(output.value, candidate, reference, run->real[output.value]));
  }
  return std::nullopt;
}

}  // namespace etalon::impl
