// SPDX-License-Identifier: Apache-2.0
// Range analyses of single calls of every operator, with ends from zero to infinity, against runs: range_reports
// [--reports N] [--first I] [--only NAME]. A report is the analysis of one drawn call whose operands have ranges, and
// sometimes tolerances. It is judged (model_judge.hpp) at points of the ranges: all low ends, all high ends, ends at
// random, and numbers between them. Operators take turns, and so do the four floating-point types.
#include <fmt/format.h>

#include <mutex>

#include "check/check.hpp"
#include "conform/vectors/drawn.hpp"
#include "oracle/cases/calls.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/model_judge.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;

namespace {

struct Tally {
  std::uint64_t reports = 0, points = 0, elements = 0, narrowed = 0;  // narrowed: elements not of everything
  ModelJudge::Tally judged = {};
};

std::mutex mutex;  // of what follows
std::map<std::string, Tally> tallies;
std::uint64_t faults = 0, not_analysed = 0;

constexpr int points_of_a_report = 8;
constexpr std::uint64_t most_elements = 60;  // of a tensor: many reports show more than large ones

// ---- ends and points ------------------------------------------------------------------------------------------------

// Numbers of a floating-point type in their order, with one place for both zeros.
class Places {
 public:
  explicit Places(oracle::Type type) : f_(type.format()) {}

  std::int64_t of(std::uint64_t pattern) const {
    const auto size = static_cast<std::int64_t>(oracle::magnitude(f_, pattern));
    return oracle::sign(f_, pattern) != 0 ? -size : size;
  }
  std::uint64_t pattern(std::int64_t place, bool negative_zero) const {
    const bool negative = place < 0 || (place == 0 && negative_zero);
    return (negative ? oracle::sign_mask(f_) : 0) | static_cast<std::uint64_t>(place < 0 ? -place : place);
  }
  std::int64_t infinity() const { return static_cast<std::int64_t>(oracle::infinity(f_)); }

  // Where something changes: zero, subnormal numbers, one, roots of the largest number, the largest, infinity.
  std::int64_t draw(oracle::Random& random) const {
    const auto power_of_two = [&](int e) { return static_cast<std::int64_t>(e + oracle::bias(f_)) << f_.fraction; };
    const std::int64_t places[] = {
        0,
        1,
        power_of_two(1 - oracle::bias(f_)),
        power_of_two(-2),
        power_of_two(0),
        power_of_two(1),
        power_of_two(3),
        power_of_two(oracle::bias(f_) / 2),
        power_of_two((oracle::bias(f_) + 1) / 2),
        power_of_two(oracle::bias(f_)),
        infinity() - 1,
        infinity(),
        static_cast<std::int64_t>(random.below(oracle::infinity(f_))),
        power_of_two(random.between(-6, 6)) + static_cast<std::int64_t>(random.below(std::uint64_t{1} << f_.fraction))};
    const std::int64_t place = places[random.below(std::size(places))];
    const std::int64_t near = random.below(4) == 0 ? random.between(-1, 1) : 0;
    const std::int64_t size = std::clamp<std::int64_t>(place + near, 0, infinity());
    return random.coin() ? -size : size;
  }

 private:
  oracle::Format f_;
};

struct Range {
  std::uint64_t low, high;
};

Range draw_range(oracle::Random& random, oracle::Type type, std::uint64_t any, std::uint64_t other) {
  if (type.kind == oracle::Kind::floating) {
    const Places places(type);
    std::int64_t a = places.draw(random);
    std::int64_t b = random.below(4) != 0 ? places.draw(random)  // or near to it
                                          : std::clamp<std::int64_t>(a + random.between(-300, 300), -places.infinity(),
                                                                     places.infinity());
    if (a > b) std::swap(a, b);
    return {places.pattern(a, random.coin()), places.pattern(b, random.coin())};
  }
  if (type.kind == oracle::Kind::integer && random.coin()) {  // a few numbers from zero on, which a product can have
    const std::uint64_t most = type.bits < 8 ? 3 : 20;
    other = random.below(most);
    any = random.below(other + 1);
  }
  const bool ascending = true_value(type, any).number <= true_value(type, other).number;
  return ascending ? Range{any, other} : Range{other, any};
}

// A number of the range, often an end or one where something changes.
std::uint64_t draw_point(oracle::Random& random, oracle::Type type, const Range& range) {
  if (range.low == range.high) return range.low;  // known, with the sign of a zero
  if (random.coin()) return random.coin() ? range.low : range.high;
  if (type.kind == oracle::Kind::integer) {
    const mpq_class low = true_value(type, range.low).number, span = true_value(type, range.high).number - low;
    return range.low + (span < 1000 ? random.below(span.get_num().get_ui() + 1) : 0);  // patterns go up with numbers
  }
  if (type.kind != oracle::Kind::floating || oracle::is_nan(type.format(), range.low)) return range.low;
  const Places places(type);
  const std::int64_t low = places.of(range.low), high = places.of(range.high);
  if (low == -places.infinity() && high == places.infinity() && random.below(4) == 0)
    return oracle::canonical_nan(type.format());                // such a range may have it
  const std::uint64_t first = static_cast<std::uint64_t>(low);  // the span of all doubles has more than 63 bits
  const std::int64_t drawn =
      random.coin() ? places.draw(random)
                    : static_cast<std::int64_t>(first + random.below(static_cast<std::uint64_t>(high) - first + 1));
  return places.pattern(std::clamp(drawn, low, high), random.coin());
}

// ---- one report -----------------------------------------------------------------------------------------------------

class Trial {
 public:
  Trial(const oracle::Drawing& drawing, std::uint64_t number, std::uint64_t attempt)
      : drawing_(drawing), number_(number), random_(number * 1000 + attempt) {}

  // False where the call that was drawn cannot be analysed.
  bool judge() {
    constexpr oracle::Type floats[] = {oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64};
    oracle::Wish wish{.most_elements = most_elements};
    if (random_.below(8) != 0) wish.type = floats[random_.below(std::size(floats))];
    oracle::Random drawn_from(random_.bits(), &wish);
    const oracle::Call call = drawing_.draw(drawn_from);
    Profile profile = *find_profile("onnx");
    profile.choices.accumulation = static_cast<Accumulation>(call.accumulation);
    const Operator* op = find_operator("", call.operation);
    const Row* row = op != nullptr ? row_for(profile, call.opset, *op) : nullptr;
    if (row == nullptr || !is_small(call)) return false;
    const DrawnModel drawn(call, *row, profile);
    const Verdict verdict = check(drawn.graph, profile);
    if (!verdict.model) return false;  // a type that the version does not have
    name_ = call.operation;
    draw_ranges(call, *row, drawn);
    std::vector<InputKnowledge> known = known_;
    auto analysis = analyse(verdict.model, std::move(known), {});
    if (!analysis) return false;
    ModelJudge judge(*verdict.model, *analysis, false, [&](const auto& what) { fault(what); });
    Tally tally{.reports = 1};
    for (int point = 0; point < points_of_a_report; ++point) tally.points += judge_point(judge, point);
    for (const std::uint32_t output : drawn.graph.outputs) note_width(analysis->values[output], tally);
    const std::lock_guard lock(mutex);
    Tally& total = tallies[name_];
    for (const auto member : {&Tally::reports, &Tally::points, &Tally::elements, &Tally::narrowed})
      total.*member += tally.*member;
    total.judged.add(judge.tally);
    return true;
  }

 private:
  void fault(const std::string& what) const {
    const std::lock_guard lock(mutex);
    if (faults++ < 20) fmt::print("{} (--only {} --first {} --reports 1): {}\n", name_, drawing_.name, number_, what);
  }

  static bool is_small(const oracle::Call& call) {
    const auto small = [](const oracle::Tensor& tensor) { return tensor.patterns.size() <= most_elements; };
    return std::ranges::all_of(call.inputs, [&](const auto& input) { return !input || small(*input); }) &&
           std::ranges::all_of(call.outputs, small);
  }

  // The operands that are data have ranges, at least the first one of them; the others are as they were drawn.
  void draw_ranges(const oracle::Call& call, const Row& row, const DrawnModel& drawn) {
    known_.resize(drawn.graph.values.size());
    bool has_range = false;
    for (std::size_t k = 0; k < drawn.inputs.size(); ++k) {
      const std::size_t operand = drawn.inputs[k];
      const oracle::Tensor& tensor = *call.inputs[operand];
      InputKnowledge& known = known_[drawn.graph.inputs[k]];
      known.low = known.high = tensor_of(tensor);
      if (formal_at(row.inputs, operand)->use != Formal::Use::data || (has_range && random_.below(4) == 0)) continue;
      has_range = true;
      const oracle::Tensor other = oracle::draw_tensor(random_, tensor.type, tensor.shape);
      const bool is_uniform = random_.coin(), has_tolerance = random_.below(4) == 0;
      Range range{};
      for (std::size_t i = 0; i < tensor.patterns.size(); ++i) {
        if (!is_uniform && random_.below(16) == 0) continue;  // known, whatever it is
        if (i == 0 || !is_uniform) range = draw_range(random_, tensor.type, tensor.patterns[i], other.patterns[i]);
        set_pattern(known.low->view(), i, range.low);
        set_pattern(known.high->view(), i, range.high);
      }
      if (has_tolerance && tensor.type.kind == oracle::Kind::floating) draw_tolerance(known);
    }
  }

  // 2^-30 to 1 times an end, and sometimes nothing.
  void draw_tolerance(InputKnowledge& known) {
    const int exponent = random_.between(-30, 0);
    for (std::uint64_t i = 0; i < known.low->shape().count; ++i) {
      const double size = std::abs(ends_of(std::as_const(*known.low).view(), i).low);
      known.tolerance.push_back(std::isfinite(size) && random_.below(8) != 0 ? std::ldexp(size, exponent) : 0);
    }
  }

  // Whether there is a result at this point: an integer may be divided by zero.
  bool judge_point(ModelJudge& judge, int number) {
    Trail given(known_.size());
    std::vector<TrueValues> truths(known_.size());
    for (std::size_t v = 0; v < known_.size(); ++v) {
      const InputKnowledge& known = known_[v];
      if (!known.low) continue;
      const oracle::Type type = oracle_type(known.low->type());
      Tensor point = *known.low;
      for (std::uint64_t i = 0; i < point.shape().count; ++i) {
        const Range range{pattern_at(known.low->view(), i), pattern_at(known.high->view(), i)};
        set_pattern(point.view(), i,
                    number == 0   ? range.low
                    : number == 1 ? range.high
                    : number == 2 ? (random_.coin() ? range.low : range.high)
                                  : draw_point(random_, type, range));
      }
      truths[v] = true_values(std::as_const(point).view());
      for (std::size_t i = 0; i < known.tolerance.size(); ++i) {
        mpq_class move = mpq_class(known.tolerance[i]) * mpq_class(random_.between(-8, 8), 8);
        move.canonicalize();
        if (truths[v][i].is_number()) truths[v][i] = TrueValue(truths[v][i].number + move);
      }
      given[v] = std::move(point);
    }
    return judge.judge(std::move(given), std::move(truths));
  }

  static void note_width(const ValueErrors& value, Tally& tally) {
    const std::vector<Ends> ends = ends_between(std::as_const(*value.low).view(), std::as_const(*value.high).view());
    for (const Ends& x : ends) {
      ++tally.elements;
      tally.narrowed += x.low != -infinite_bound || x.high != infinite_bound;
    }
  }

  const oracle::Drawing& drawing_;
  std::uint64_t number_;
  oracle::Random random_;
  std::string name_;
  std::vector<InputKnowledge> known_;  // by value
};

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t reports = 53'000;
  std::optional<std::uint64_t> given;
  std::string only;
  if (!etalon::tests::read_options(argc, argv, {{"--reports", &reports}, {"--first", &given}, {"--only", &only}}))
    return fmt::print("usage: range_reports [--reports N] [--first I] [--only NAME]\n"), 2;
  const ProgramEvidence evidence("RangeReports.NoResultIsOutsideItsRange",
                                 {"ACC-ALL-RANGE", "ACC-ALL-PROPAGATED", "ACC-FLOAT-INFINITE"});
  const std::uint64_t first = given.value_or(etalon::tests::turn() * reports);
  fmt::print("turn {}: reports from {} on\n", etalon::tests::turn(), first);
  std::vector<oracle::Drawing> drawings;
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    oracle::Random random(0);
    if ((only.empty() || only == drawing.name) && find_operator("", drawing.draw(random).operation) != nullptr)
      drawings.push_back(drawing);
  }
  if (drawings.empty()) return fmt::print("no operator {}\n", only), 2;
  on_all_cores(reports, [&](std::uint64_t i) {
    const std::uint64_t number = first + i;
    for (std::uint64_t attempt = 0; attempt < 200; ++attempt)
      if (Trial(drawings[number % drawings.size()], number, attempt).judge()) return;
    const std::lock_guard lock(mutex);
    ++not_analysed;
    fmt::print("{} (--only {} --first {} --reports 1): no call to analyse\n", drawings[number % drawings.size()].name,
               drawings[number % drawings.size()].name, number);
  });
  Tally total;
  fmt::print("elements of results by operator, and how many of them have a range that excludes something:");
  for (const auto& [name, tally] : tallies) {
    fmt::print(" {} {} {}", name, tally.elements, tally.narrowed);
    for (const auto member : {&Tally::reports, &Tally::points, &Tally::elements, &Tally::narrowed})
      total.*member += tally.*member;
    total.judged.add(tally.judged);
  }
  fmt::print("\nelements with a finite bound, by type:");
  for (const auto& [name, count] : total.judged.types) fmt::print(" {} {}", name, count);
  fmt::print(
      "\n{} reports of {} operators at {} points; {} of {} elements have a range that excludes something; {} judged "
      "results have a finite bound, {} have none, the true value of {} is too long\n{} faults\n",
      total.reports, tallies.size(), total.points, total.narrowed, total.elements, total.judged.elements,
      total.judged.unbounded, total.judged.unknown, faults);
  return evidence.verdict(faults == 0 && not_analysed == 0 && tallies.size() == drawings.size());
}
