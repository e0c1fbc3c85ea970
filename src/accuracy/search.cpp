// SPDX-License-Identifier: Apache-2.0
// Floor 7. See search.hpp. Numbers of the ranges and corners of them are tried first; then inputs are made of the best
// ones so far: elements of two are mixed, and some of them moved.
#include "accuracy/search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "base/fp_environment.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t kept = 4, batch = 16;  // inputs that others are made of; inputs that are made of the same ones

// Sebastiano Vigna's SplitMix64: the draws of an input follow from its number.
class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t number) : state_(seed ^ number * 0xD1B54A32D192ED03u) { bits(); }
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  double share() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // of [0, 1)
  bool happens(double chance) { return share() < chance; }
  template <std::size_t n> double one_of(const double (&all)[n]) { return all[bits() % n]; }
  double bell() { return (share() + share() + share() + share() - 2) * 1.75; }  // about a normal distribution

 private:
  std::uint64_t state_;
};

// One input of the model, over its range.
class Range {
 public:
  Range(const Tensor& low, const Tensor& high) : low_(low), high_(high), type_(info(low.type())) {}

  const Tensor& low() const { return low_; }
  void draw(const MutableTensorView& to, std::uint64_t i, Draws& draws) const {
    if (type_.kind == Kind::floating) {
      const double share = draws.share();
      return set(to, i, number(low_, i) * (1 - share) + number(high_, i) * share);
    }
    const std::uint64_t first = place(low_, i), span = place(high_, i) - first;
    set_pattern(to, i, (first + (span + 1 == 0 ? draws.bits() : draws.bits() % (span + 1))) ^ sign());
  }
  void to_corner(const MutableTensorView& to, std::uint64_t i, Draws& draws) const {
    set_pattern(to, i, pattern_at((draws.bits() & 1) == 0 ? low_.view() : high_.view(), i));
  }
  // By about `scale` of the width of the range.
  void move(const Tensor& from, const MutableTensorView& to, std::uint64_t i, double scale, Draws& draws) const {
    const double width = number(high_, i) - number(low_, i);
    if (type_.kind != Kind::floating || !std::isfinite(width)) return draw(to, i, draws);
    set(to, i, number(from, i) + scale * width * draws.bell());
  }

 private:
  static double number(const Tensor& tensor, std::uint64_t i) { return ends_of(tensor.view(), i).low; }
  void set(const MutableTensorView& to, std::uint64_t i, double x) const {
    unsigned ignored = 0;
    set_pattern(to, i,
                binary_convert(FORMAT_DOUBLE, binary_format_of(type_.bits, type_.fraction),
                               f64_bits(std::clamp(x, number(low_, i), number(high_, i))), &ignored));
  }
  // Integers and truth values in the order of the numbers.
  std::uint64_t sign() const { return type_.kind == Kind::signed_ ? std::uint64_t{1} << (type_.bits - 1) : 0; }
  std::uint64_t place(const Tensor& tensor, std::uint64_t i) const { return pattern_at(tensor.view(), i) ^ sign(); }

  const Tensor &low_, &high_;
  const DTypeInfo& type_;
};

struct Tried {
  std::uint64_t number = 0;
  Trail inputs;
  bool is_finite = false;  // every error; also if it is 0
  std::uint32_t output = 0;
  std::uint64_t element = 0;
  double below = 0, above = 0;
};

class Search {
 public:
  Search(const CheckedModel& model, const Trail& low, const Trail& high, const Limits& limits,
         const SearchSettings& settings)
      : model_(model), limits_(limits), settings_(settings), ranges_(low.size()) {
    for (std::size_t v = 0; v < low.size(); ++v) {
      if (!low[v]) continue;
      ranges_[v].emplace(*low[v], *high[v]);
      elements_ += low[v]->shape().count;
    }
  }

  Reached operator()() {
    Reached reached;
    reached.seed = settings_.seed;
    std::vector<Tried> best;
    while (reached.tried < settings_.inputs) {
      std::vector<Tried> next(
          static_cast<std::size_t>(std::min<std::uint64_t>(batch, settings_.inputs - reached.tried)));
      const auto make = [&](std::size_t i) {
        const FpGuard guard;  // of this thread
        next[i] = attempt(input(reached.tried + i, best), 3);
        next[i].number = reached.tried + i;
      };
      run(next.size(), make);
      reached.tried += next.size();
      for (Tried& one : next) {
        if (!one.is_finite) ++reached.without_error;
        if (one.below > 0) best.push_back(std::move(one));
      }
      std::ranges::sort(best, {},
                        [](const Tried& one) { return std::tuple(-one.below, one.output, one.element, one.number); });
      const auto same = std::ranges::unique(
          best, {}, [](const Tried& one) { return std::tuple(one.below, one.output, one.element); });
      best.erase(same.begin(), same.end());
      best.resize(std::min(best.size(), kept));
      if (settings_.on_node_done) settings_.on_node_done(next.size() * operations_of(model_));
    }
    if (best.empty()) return reached;
    Tried sure = attempt(std::move(best.front().inputs), WordBall::most_words);
    reached.output = sure.output;
    reached.element = sure.element;
    reached.below = sure.below;
    reached.above = sure.above;
    reached.inputs = std::move(sure.inputs);
    return reached;
  }

 private:
  template <class Make> void run(std::size_t count, Make make) const {
    if (settings_.team != nullptr)
      return settings_.team->run(count, [](void* context, std::size_t i) { (*static_cast<Make*>(context))(i); }, &make);
    for (std::size_t i = 0; i < count; ++i) make(i);
  }

  // The first inputs are of the ranges, every second one a corner.
  Trail input(std::uint64_t number, const std::vector<Tried>& best) const {
    Draws draws(settings_.seed, number);
    const bool is_first = best.empty() || number < std::min<std::uint64_t>(settings_.inputs / 8, 512);
    const bool is_corner = is_first && number % 2 == 1;
    const Trail* mother = is_first ? nullptr : &best[draws.bits() % best.size()].inputs;
    const Trail* father = is_first ? nullptr : &best[draws.bits() % best.size()].inputs;
    const double n = static_cast<double>(std::max<std::uint64_t>(elements_, 1));
    const double mixed = draws.one_of({0, 0.1, 0.5}), moved = draws.one_of({1 / n, 4 / n, 0.1}),
                 scale = draws.one_of({1e-6, 1e-3, 0.1, 1});
    Trail made(ranges_.size());
    for (std::size_t v = 0; v < made.size(); ++v) {
      if (!ranges_[v]) continue;
      const Range& range = *ranges_[v];
      Tensor& tensor = made[v].emplace(range.low());
      const MutableTensorView to = tensor.view();
      for (std::uint64_t i = 0; i < to.shape.count; ++i) {
        if (is_first) {
          is_corner ? range.to_corner(to, i, draws) : range.draw(to, i, draws);
          continue;
        }
        const Tensor& from = *(draws.happens(mixed) ? *father : *mother)[v];
        set_pattern(to, i, pattern_at(from.view(), i));
        if (draws.happens(moved)) range.move(from, to, i, scale, draws);
      }
    }
    return made;
  }

  Tried attempt(Trail inputs, unsigned most_words) const {
    Tried tried{.inputs = std::move(inputs)};
    const Result<CertifiedRun> run =
        certify(model_, tried.inputs, limits_,
                {.kernels = settings_.kernels, .most_words = most_words, .with_decisions = false});
    if (!run) return tried;
    tried.is_finite = true;
    for (const std::uint32_t output : model_.graph->outputs) {
      if (!run->outputs[output]) continue;
      const TensorView computed = std::as_const(*run->outputs[output]).view();
      for (std::uint64_t i = 0; i < computed.shape.count; ++i) {
        const Error& error = run->errors[output][i];
        tried.is_finite = tried.is_finite && std::isfinite(error.absolute);
        if (!std::isfinite(error.absolute) || error.absolute <= tried.below) continue;
        if (const double below = error_below(computed, i, run->real[output][i]); below > tried.below)
          tried.output = output, tried.element = i, tried.below = below, tried.above = error.absolute;
      }
    }
    return tried;
  }

  const CheckedModel& model_;
  const Limits& limits_;
  const SearchSettings& settings_;
  std::vector<std::optional<Range>> ranges_;
  std::uint64_t elements_ = 0;
};

}  // namespace

Reached search(const CheckedModel& model, const Trail& low, const Trail& high, const Limits& limits,
               const SearchSettings& settings) {
  return Search(model, low, high, limits, settings)();
}

}  // namespace etalon::impl
