// SPDX-License-Identifier: Apache-2.0
// Whether the judge is right, by an oracle of its own (legal_sums.hpp, true_values.hpp): verdicts [--faults N]
// [--orders N] [--first I] [--only NAME].
//
// Faults: N calls of all operators that round, in four types, whose results have a structural or numeric fault. No
// element that the oracle excludes may be said to conform: a sum that no evaluation gives, a number other than the one
// that is specified, a function or a composition beyond its limit.
// Orders: N calls of operators that sum, computed in legal orders that are drawn. None may be refused.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <mutex>

#include "oracle/wish.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/legal_sums.hpp"
#include "tests/support/options.hpp"

using namespace etalon;
using namespace etalon::tests;
using impl::Standing;

namespace {

constexpr oracle::Format types[] = {oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64};
const char* const functions[] = {"Exp", "Log", "Sigmoid", "Tanh", "Erf", "Sin", "Cos", "Acos", "Pow"};
const char* const compositions[] = {"Softmax",    "LogSoftmax",  "LSTM",   "GRU",      "LayerNormalization",
                                    "LRN",        "ReduceL2",    "Resize", "Upsample", "BatchNormalization",
                                    "ReduceProd", "HardSigmoid", "Range"};

template <class Names> bool is_among(const Names& names, std::string_view name) {
  return std::ranges::any_of(names, [&](const char* one) { return one == name; });
}

std::mutex mutex;
std::uint64_t wrong = 0;

struct Tally {
  std::uint64_t rounds = 0, detected = 0, open = 0, legal = 0, passed = 0, elements = 0;
};
std::map<std::string, Tally> tallies;

// ---- calls ----------------------------------------------------------------------------------------------------------

// Numbers of similar size, and some that nearly cancel them: sums of these are judged, and are hard.
std::vector<std::uint64_t> draw_numbers(oracle::Random& random, oracle::Format f) {
  std::vector<std::uint64_t> numbers;
  const int spread = random.between(0, 4);
  for (unsigned k = 0; k < 24; ++k) {
    const auto field = static_cast<std::uint64_t>(oracle::bias(f) + random.between(-spread, spread));
    const std::uint64_t fraction = random.coin() ? random.bits() & oracle::fraction_mask(f) : 0;
    numbers.push_back((random.coin() ? oracle::sign_mask(f) : 0) | field << f.fraction | fraction);
    if (random.coin()) numbers.push_back(numbers.back() ^ oracle::sign_mask(f) ^ random.below(3));
  }
  return numbers;
}

std::optional<CallToJudge> draw_call(const oracle::Drawing& drawing, std::uint64_t number, bool plain) {
  const oracle::Format f = types[number % std::size(types)];
  oracle::Random random(number);
  oracle::Wish wish;
  wish.type = oracle::Type(f);
  wish.most_elements = 60;
  if (plain || random.below(4) != 0) wish.elements = draw_numbers(random, f);
  random.wish = &wish;
  CallToJudge call(drawing.draw(random));
  if (!call.is_allowed() || !call.call().outputs[0] || call.call().outputs[0]->shape.count == 0) return std::nullopt;
  for (const oracle::Tensor& output : call.drawn().outputs)
    if (output.type.kind != oracle::Kind::floating) return std::nullopt;
  return call;
}

// Those of operators that round floating-point numbers.
std::vector<oracle::Drawing> drawings_of(const std::string& only, bool sums) {
  std::vector<oracle::Drawing> found;
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    if (!only.empty() && only != drawing.name) continue;
    for (std::uint64_t number = 0; number < 40; ++number)
      if (const auto call = draw_call(drawing, number, true)) {
        if (!call->call().op->moves() && (!sums || !summands_of(call->call()).empty())) found.push_back(drawing);
        break;
      }
  }
  return found;
}

// ---- faults ---------------------------------------------------------------------------------------------------------

// Another number of the format, so many numbers away.
std::uint64_t moved(oracle::Format f, std::uint64_t pattern, std::int64_t steps) {
  if (!oracle::is_finite(f, pattern)) return pattern ^ 1;
  auto place = static_cast<std::int64_t>(oracle::magnitude(f, pattern));
  if (oracle::sign(f, pattern) != 0) place = -place;
  const auto last = static_cast<std::int64_t>(oracle::infinity(f));
  place = std::clamp(place + steps, -last, last);
  return place < 0 ? oracle::sign_mask(f) | static_cast<std::uint64_t>(-place) : static_cast<std::uint64_t>(place);
}

// One element, or all of them, otherwise than they should be.
void break_results(oracle::Random& random, oracle::Tensor& result) {
  const oracle::Format f = result.type.format();
  std::vector<std::uint64_t>& all = result.patterns;
  std::uint64_t& one = all[random.below(all.size())];
  const auto far =
      static_cast<std::int64_t>(std::uint64_t{1} << random.below(static_cast<std::uint64_t>(f.fraction) + 2));
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      one = moved(f, one, random.coin() ? far : -far);
      break;
    case 3:
      for (std::uint64_t& each : all) each = moved(f, each, random.coin() ? far : -far);
      break;
    case 4:
      one ^= oracle::sign_mask(f);
      break;
    case 5:
      one = random.coin() ? 0 : oracle::infinity(f) | random.below(2);
      break;
    case 6:
      std::swap(one, all[random.below(all.size())]);
      break;
    case 7:
      std::rotate(all.begin(), all.begin() + 1, all.end());
      break;
    default:
      std::reverse(all.begin(), all.end());
  }
}

// The results of operands of which an element was lost, changed or exchanged.
bool break_operands(oracle::Random& random, const CallToJudge& call, std::vector<oracle::Tensor>& results) {
  oracle::Call other = call.drawn();
  std::vector<std::size_t> data;
  for (std::size_t k = 0; k < other.inputs.size(); ++k)
    if (other.inputs[k] && other.inputs[k]->type.kind == oracle::Kind::floating && !other.inputs[k]->patterns.empty() &&
        formal_at(call.call().row->inputs, k)->use == impl::Formal::Use::data)
      data.push_back(k);
  if (data.empty()) return false;
  oracle::Tensor& operand = *other.inputs[data[random.below(data.size())]];
  std::uint64_t& one = operand.patterns[random.below(operand.patterns.size())];
  const oracle::Format f = operand.type.format();
  switch (random.below(5)) {
    case 0:
      one = 0;
      break;
    case 1:
      one ^= oracle::sign_mask(f);
      break;
    case 2:
      one = moved(f, one,
                  static_cast<std::int64_t>(std::uint64_t{1} << random.below(static_cast<std::uint64_t>(f.fraction))));
      break;
    case 3:
      std::swap(one, operand.patterns[random.below(operand.patterns.size())]);
      break;
    default:
      std::rotate(operand.patterns.begin(), operand.patterns.begin() + 1, operand.patterns.end());
  }
  const CallToJudge broken(other);
  if (!broken.is_allowed()) return false;
  const impl::Computed computed = compute(broken.call(), broken.inputs());
  if (!computed.status.ok()) return false;
  for (std::size_t k = 0; k < results.size(); ++k)
    for (std::size_t i = 0; i < results[k].patterns.size(); ++i)
      results[k].patterns[i] = pattern_at(computed.outputs[k].view(), i);
  return true;
}

// Whether the oracle knows that an element is wrong.
class Exclusion {
 public:
  explicit Exclusion(const CallToJudge& call) : call_(call), name_(call.call().op->name) {
    const bool sums = !summands_of(call.call()).empty();
    if (sums) {
      sums_ = sums_of(call);
      is_known_ = sums_.has_value();
      return;
    }
    if (!is_among(functions, name_) && !is_among(compositions, name_)) return;  // one value
    std::vector<impl::Tensor> tensors;
    std::vector<TrueValues> values;
    for (const auto& input : call.drawn().inputs) {
      tensors.push_back(input ? tensor_of(*input) : impl::Tensor(impl::DType::u8, {}));
      values.push_back(input ? true_values(std::as_const(tensors.back()).view()) : TrueValues{});
    }
    TrueCall t{call.call(), {}, {}};
    for (std::size_t k = 0; k < values.size(); ++k) {
      t.inputs.push_back(call.drawn().inputs[k] ? &values[k] : nullptr);
      t.computed.push_back(call.drawn().inputs[k] ? &tensors[k] : nullptr);
    }
    is_near_ = true;
    for (const impl::Accumulation policy : {impl::Accumulation::sequential, impl::Accumulation::fused,
                                            impl::Accumulation::wide, impl::Accumulation::exact})
      if (has_policy(call.call(), policy)) by_policy_.push_back(compute(under(call.call(), policy), call.inputs()));
    if (auto results = true_results(t)) reals_ = std::move(*results);
  }

  bool excludes(std::size_t output, std::size_t i, std::uint64_t pattern) const {
    const oracle::Tensor& right = call_.drawn().outputs[output];
    const oracle::Format f = right.type.format();
    const bool both_none = oracle::is_nan(f, pattern) && oracle::is_nan(f, right.patterns[i]);
    if (pattern == right.patterns[i] || both_none) return false;
    if (!is_known_) return false;
    if (sums_) {
      const LegalSum& sum = (*sums_)[i];
      if (!oracle::is_finite(f, pattern)) return !can_be(f, sum, pattern);
      return !is_legal(f, sum, true_value(f, pattern).number);
    }
    if (!is_near_) return true;
    if (output >= reals_.size() || !reals_[output][i].is_number()) return false;
    const mpq_class& real = reals_[output][i].number;
    if (name_ == "ReduceL2") return !is_legal_norm(f, i, pattern);
    // Where a policy gives what is far from the real result, a step overflows, underflows or cancels.
    const auto is_near = [&](const impl::Computed& policy) {
      return !is_far(f, pattern_at(policy.outputs[output].view(), i), real);
    };
    return abs(real) <= largest_of(f) / 4 && is_far(f, pattern, real) && std::ranges::all_of(by_policy_, is_near);
  }

 private:
  bool is_far(oracle::Format f, std::uint64_t pattern, const mpq_class& real) const {
    if (!oracle::is_finite(f, pattern)) return true;
    const mpq_class given = true_value(f, pattern).number, nearest = rounded(f, real);
    const mpq_class ulp = ulp_at(f, std::max(abs(nearest), abs(given)));
    const mpq_class most = power_of_two((f.fraction + 1) / 2) + 1;
    return abs(given - real) > (is_among(functions, name_) ? 1 : 2) * most * ulp;
  }
  // Whether a sum can be an infinity, which the terms of its sign add up to, or a NaN, which needs both.
  static bool can_be(oracle::Format f, const LegalSum& sum, std::uint64_t pattern) {
    if (sum.factors.value_or(1) > power_of_two(1000)) return true;  // zero times an infinity
    mpq_class parts[2] = {0, 0};                                    // of positive terms and of negative ones
    for (const mpq_class& term : sum.terms) parts[term < 0 ? 1 : 0] += abs(term);
    const auto overflows = [&](const mpq_class& part) { return 2 * part * sum.factors.value_or(1) > largest_of(f); };
    if (oracle::is_nan(f, pattern)) return overflows(parts[0]) && overflows(parts[1]);
    return overflows(parts[oracle::sign(f, pattern) != 0 ? 1 : 0]);
  }
  // The root of a sum of squares that may have lost what underflows.
  bool is_legal_norm(oracle::Format f, std::size_t i, std::uint64_t pattern) const {
    const mpq_class u = power_of_two(-f.fraction - 1), eta = power_of_two(oracle::least_exponent(f) - 1);
    const mpq_class n = mpz_class(call_.call().inputs[0]->shape.count / call_.call().outputs[0]->shape.count);
    const mpq_class& root = reals_[0][i].number;
    const mpq_class sum = root * root, wide = 2 * (n + 2) * (u * sum + eta);
    if (oracle::is_nan(f, pattern) || oracle::sign(f, pattern) != 0) return false;
    if (!oracle::is_finite(f, pattern)) return sum + wide > largest_of(f);
    const mpq_class given = true_value(f, pattern).number;
    const mpq_class least = given * (1 - u) - eta, most = given * (1 + u) + eta;
    return most * most >= sum - wide && (least <= 0 || least * least <= sum + wide);
  }

  const CallToJudge& call_;
  std::string_view name_;
  bool is_known_ = true, is_near_ = false;
  std::optional<std::vector<LegalSum>> sums_;
  std::vector<TrueValues> reals_;
  std::vector<impl::Computed> by_policy_;
};

void complain(const oracle::Drawing& drawing, std::uint64_t number, const std::string& what) {
  const std::lock_guard lock(mutex);
  ++wrong;
  fmt::print("{} call {}: {}\n", drawing.name, number, what);
}

// Sums that the oracle cannot take apart in reasonable time show nothing.
bool serves(const CallToJudge& call) {
  return summands_of(call.call()).empty() || operations_of(call.call()) * call.call().inputs[0]->shape.count <= 40'000;
}

bool try_fault(const oracle::Drawing& drawing, std::uint64_t number) {
  const std::optional<CallToJudge> call = draw_call(drawing, number, false);
  if (!call || !serves(*call)) return false;
  oracle::Random random(~number);
  std::vector<oracle::Tensor> results = call->drawn().outputs;
  if (random.below(3) != 0 || !break_operands(random, *call, results)) break_results(random, results[0]);
  const impl::JudgedCall judged = call->judge_all(results);
  if (!judged.status.ok()) return false;
  Tally one{1};
  std::optional<Exclusion> oracle_says;
  std::uint64_t changed = 0, open = 0;
  for (std::size_t k = 0; k < results.size(); ++k)
    for (std::size_t i = 0; i < results[k].patterns.size(); ++i) {
      if (results[k].patterns[i] == call->drawn().outputs[k].patterns[i]) continue;
      ++changed;
      const Standing standing = judged.outputs[k].elements[i];
      open += standing == Standing::not_judged ? 1 : 0;
      if (standing == Standing::violates || standing == Standing::not_judged || standing == Standing::recorded)
        continue;
      if (!oracle_says) oracle_says.emplace(*call);
      if (!oracle_says->excludes(k, i, results[k].patterns[i])) continue;
      ++one.passed;
      complain(
          drawing, number,
          fmt::format("element {} of output {} is {:#x} instead of {:#x} and {}", i, k, results[k].patterns[i],
                      call->drawn().outputs[k].patterns[i], impl::standing_names[static_cast<std::size_t>(standing)]));
    }
  if (changed == 0) return false;
  one.elements = changed;
  one.detected = judged.conforms() ? 0 : 1;
  one.open = one.detected == 0 && open != 0 ? 1 : 0;
  one.legal = one.detected == 0 && one.open == 0 && one.passed == 0 ? 1 : 0;
  const std::lock_guard lock(mutex);
  Tally& all = tallies[drawing.name];
  all.rounds += 1, all.detected += one.detected, all.open += one.open, all.legal += one.legal;
  all.passed += one.passed, all.elements += one.elements;
  return true;
}

// ---- orders ---------------------------------------------------------------------------------------------------------

bool try_order(const oracle::Drawing& drawing, std::uint64_t number) {
  const std::optional<CallToJudge> call = draw_call(drawing, number, true);
  if (!call) return false;
  const std::optional<std::vector<LegalSum>> sums = sums_of(*call);
  if (!sums || factors_of(*call)) return false;
  oracle::Random random(~number);
  oracle::Tensor result = call->drawn().outputs[0];
  const oracle::Format f = result.type.format();
  for (std::size_t i = 0; i < sums->size(); ++i)
    result.patterns[i] = pattern_of(f, DrawnEvaluation(random, f).result((*sums)[i]));
  const impl::JudgedOutput out = call->judge(result.patterns);
  if (const auto k = static_cast<std::size_t>(Standing::violates); out.counts[k] != 0)
    complain(drawing, number,
             fmt::format("element {} is {:#x} by a legal order of {} terms, and violates", out.first[k],
                         result.patterns[out.first[k]], (*sums)[out.first[k]].terms.size()));
  const std::lock_guard lock(mutex);
  Tally& all = tallies[drawing.name];
  ++all.rounds;
  all.elements += out.elements.size();
  all.open += out.count(Standing::not_judged);
  return true;
}

// So many calls that serve, of the drawings in turn; calls are numbered, and those that do not serve are passed over.
std::uint64_t run(const std::vector<oracle::Drawing>& drawings, std::uint64_t first, std::uint64_t rounds,
                  bool (*attempt)(const oracle::Drawing&, std::uint64_t)) {
  std::atomic<std::uint64_t> done = 0;
  if (drawings.empty()) return 0;
  for (std::uint64_t begin = first; done < rounds && begin < first + 40 * rounds; begin += 1000)
    on_all_cores(1000, [&](std::uint64_t i) {
      const std::uint64_t number = begin + i;
      if (done < rounds && attempt(drawings[number / std::size(types) % drawings.size()], number)) ++done;
    });
  return done;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t faults = 20000, orders = 12000;
  std::optional<std::uint64_t> given;
  std::string only;
  if (!read_options(argc, argv, {{"--faults", &faults}, {"--orders", &orders}, {"--first", &given}, {"--only", &only}}))
    return fmt::print("usage: verdicts [--faults N] [--orders N] [--first I] [--only NAME]\n"), 2;
  const ProgramEvidence evidence("Verdicts.TheOracleAgrees",
                                 {"CON-FLOAT-SUM", "CON-FLOAT-FUNCTION", "CON-ALL-VERDICTS"});
  const std::uint64_t first = given.value_or(turn() * 1'000'000);
  fmt::print("turn {}: calls from number {} on\n", turn(), first);
  std::fflush(stdout);

  const std::uint64_t tried = run(drawings_of(only, false), first, faults, try_fault);
  Tally all;
  for (const auto& [name, one] : tallies) {
    fmt::print("{}: {} faults, {} detected, {} not judged, {} legal all the same, {} wrongly passed\n", name,
               one.rounds, one.detected, one.open, one.legal, one.passed);
    all.detected += one.detected, all.open += one.open, all.legal += one.legal, all.passed += one.passed;
  }
  fmt::print("{} faults of {} operators: {} detected, {} not judged, {} legal all the same, {} wrongly passed\n", tried,
             tallies.size(), all.detected, all.open, all.legal, all.passed);
  tallies.clear();
  const std::uint64_t legal = run(drawings_of(only, true), first, orders, try_order);
  std::uint64_t elements = 0, open = 0;
  for (const auto& [name, one] : tallies) elements += one.elements, open += one.open;
  fmt::print("{} calls of {} operators in legal orders: {} elements, {} not judged\n", legal, tallies.size(), elements,
             open);
  fmt::print("{} wrong verdicts\n", wrong);
  return evidence.verdict(wrong == 0 && (!only.empty() || (tried >= faults && legal >= orders)));
}
