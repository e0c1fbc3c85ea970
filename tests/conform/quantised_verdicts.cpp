// SPDX-License-Identifier: Apache-2.0
// Whether the judge is right about quantised results, by an oracle of its own: over the rationals of GMP, by the page
// alone ("QUANTISE-ALL-ADMISSIBLE"): quantised_verdicts [--faults N] [--first I].
//
// Calls of QLinearMatMul, QLinearConv and QuantizeLinear, many of whose numbers are ties or almost ties. Their results
// are off by one, off by more, or what float arithmetic gives in one of several ways: an element violates if and only
// if the oracle excludes it, and what float arithmetic gives never does. Results of MatMulInteger, ConvInteger and
// DequantizeLinear, which have one value, violate wherever they differ from the oracle's.
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>

#include "oracle/cases/quantisation.hpp"
#include "oracle/wish.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/legal_sums.hpp"
#include "tests/support/options.hpp"

using namespace etalon;
using namespace etalon::tests;
using impl::Standing;

namespace {

std::mutex mutex;
std::uint64_t wrong = 0;
std::atomic<std::uint64_t> faults_found = 0, legal_found = 0, others_found = 0;

void complain(const oracle::Call& call, std::uint64_t number, const std::string& what) {
  const std::lock_guard lock(mutex);
  if (++wrong <= 20) fmt::print("{} call {}: {}\n", call.operation, number, what);
}

// ---- the page, over rationals ---------------------------------------------------------------------------------------

mpz_class floor_of(const mpq_class& x) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}
mpz_class ceiling_of(const mpq_class& x) { return -floor_of(-x); }
const mpq_class half(1, 2);

mpz_class even_of(const mpq_class& x) {
  const mpz_class up = floor_of(x + half), down = ceiling_of(x - half);
  return up % 2 == 0 ? up : down;
}

// What conforms: the integers from `low` to `high`; `right` is the reference's.
struct Conforming {
  mpz_class low, high, right;
  oracle::Integer type;

  Conforming(const mpz_class& least, const mpz_class& most, const mpz_class& own, oracle::Integer in)
      : low(held(in, least)), high(held(in, most)), right(held(in, own)), type(in) {}
  static mpz_class held(oracle::Integer in, const mpz_class& x) {
    const mpz_class values = mpz_class(1) << static_cast<unsigned>(in.bits);
    const mpz_class lowest = in.is_signed ? mpz_class(-values / 2) : mpz_class(0), highest = lowest + values - 1;
    return x < lowest ? lowest : x > highest ? highest : x;
  }
  bool has(const mpz_class& x) const { return low <= x && x <= high; }
};

// An accumulator that is rescaled may be off by five roundings in float.
Conforming rescaled(const mpq_class& v, const mpz_class& zero_point, oracle::Integer type) {
  const mpq_class width = abs(v) * 5 * power_of_two(-24), low = v - width, high = v + width;
  return {ceiling_of(low - half) + zero_point, floor_of(high + half) + zero_point, even_of(v) + zero_point, type};
}
// Any other number may be rounded before or after the zero point is added.
Conforming quantised(const mpq_class& v, const mpz_class& zero_point, oracle::Integer type) {
  const mpz_class first = even_of(v) + zero_point, last = even_of(v + zero_point);
  return {std::min(first, last), std::max(first, last), first, type};
}

// ---- calls ----------------------------------------------------------------------------------------------------------

// An element with what conforms, and what it is rescaled from.
struct Element {
  Conforming conforming;
  std::int32_t accumulator = 0;
  float a = 1, b = 1, y = 1;
  int zero_point = 0;
};
struct Drawn {
  oracle::Call call;
  std::vector<Element> elements;
};

constexpr oracle::Integer bytes[] = {oracle::uint8, oracle::int8};

std::uint64_t pattern_in(oracle::Integer type, std::int64_t x) {
  return static_cast<std::uint64_t>(x) & (~std::uint64_t{0} >> (64 - type.bits));
}
std::int64_t number_of(oracle::Integer type, std::uint64_t pattern) {
  return integer_of(type, pattern).get_num().get_si();
}

oracle::Tensor draw_bytes(oracle::Random& random, oracle::Integer type, oracle::Shape shape, int middle, int spread) {
  oracle::Tensor tensor{type, std::move(shape), {}};
  const std::int64_t lowest = type.is_signed ? -128 : 0;
  for (std::uint64_t k = 0; k < oracle::element_count(tensor.shape); ++k)
    tensor.patterns.push_back(
        pattern_in(type, std::clamp<std::int64_t>(middle + random.between(-spread, spread), lowest, lowest + 255)));
  return tensor;
}
oracle::Tensor floats(oracle::Shape shape, const std::vector<float>& numbers) {
  oracle::Tensor tensor{oracle::float32, std::move(shape), {}};
  for (const float x : numbers) tensor.patterns.push_back(std::bit_cast<std::uint32_t>(x));
  return tensor;
}
float draw_scale(oracle::Random& random) {
  if (random.coin()) return std::ldexp(1.0F, random.between(-8, 2));
  return std::ldexp(1.0F + static_cast<float>(random.below(1U << 23U)) * 0x1p-23F, random.between(-8, 2));
}

// A product of [m, k] and [k, n], or a convolution of [1, c, m + p - 1] with [n, c, p]; one scale and zero point of the
// weights, or one for each of the n channels.
Drawn draw_linear(oracle::Random& random) {
  const bool is_conv = random.coin(), per_channel = random.coin();
  const auto m = static_cast<std::uint64_t>(random.between(1, 6)), n = static_cast<std::uint64_t>(random.between(1, 5)),
             c = static_cast<std::uint64_t>(random.between(1, 4)),
             p = static_cast<std::uint64_t>(is_conv ? random.between(1, 3) : 1);
  const oracle::Integer of_x = bytes[random.below(2)], of_w = bytes[random.below(2)], of_y = bytes[random.below(2)];
  const auto middle = [&](oracle::Integer type) { return random.between(-20, 20) + (type.is_signed ? 0 : 128); };
  const int x_zero = middle(of_x), spread = random.coin() ? 6 : 120;
  const oracle::Tensor x =
      draw_bytes(random, of_x, is_conv ? oracle::Shape{1, c, m + p - 1} : oracle::Shape{m, c}, x_zero, spread);
  const std::uint64_t channels = per_channel ? n : 1;
  std::vector<int> w_zeros;
  std::vector<float> w_scales;
  const float a = draw_scale(random), y = draw_scale(random);
  // Ratios that make ties of many accumulators, but for the rounding of a scale.
  static constexpr float ratios[] = {0.5F, 0.25F, 1.5F, 0.125F, 0.375F};
  for (std::uint64_t k = 0; k < channels; ++k) {
    w_zeros.push_back(middle(of_w));
    w_scales.push_back(random.below(4) == 0 ? draw_scale(random) : y * ratios[random.below(std::size(ratios))] / a);
  }
  // An ulp is one or two of the roundings that are allowed.
  for (float& scale : w_scales)
    for (int ulps = random.between(-6, 6); ulps != 0; ulps += ulps < 0 ? 1 : -1)
      scale = std::nextafter(scale, ulps < 0 ? 0.0F : 1e30F);
  oracle::Tensor w =
      draw_bytes(random, of_w, is_conv ? oracle::Shape{n, c, p} : oracle::Shape{c, n}, w_zeros[0], spread);
  const oracle::Shape one_or_all = per_channel ? oracle::Shape{n} : oracle::Shape{};
  oracle::Tensor w_zero{of_w, one_or_all, {}};
  for (const int zero : w_zeros) w_zero.patterns.push_back(pattern_in(of_w, zero));
  const int y_zero = middle(of_y);
  const auto scalar = [](oracle::Integer type, int value) {
    return oracle::Tensor{type, {}, {pattern_in(type, value)}};
  };
  Drawn drawn{{is_conv ? "QLinearConv" : "QLinearMatMul", 10}, {}};
  drawn.call.inputs = {x,      floats({}, {a}), scalar(of_x, x_zero), w, floats(one_or_all, w_scales),
                       w_zero, floats({}, {y}), scalar(of_y, y_zero)};
  std::vector<std::int64_t> bias(n, 0);
  if (is_conv && random.coin()) {
    oracle::Tensor tensor{oracle::Integer{32, true}, {n}, {}};
    const bool is_large = random.below(4) == 0;  // accumulators that float does not have
    for (std::int64_t& one : bias) {
      one = is_large ? 2 * random.between(-1'000'000'000, 1'000'000'000) : random.between(-300, 300);
      tensor.patterns.push_back(pattern_in({32, true}, one));
    }
    drawn.call.inputs.emplace_back(tensor);
  }
  oracle::Tensor result{of_y, is_conv ? oracle::Shape{1, n, m} : oracle::Shape{m, n}, {}};
  for (std::uint64_t e = 0; e < m * n; ++e) {
    const std::uint64_t channel = is_conv ? e / m : e % n, place = is_conv ? e % m : e / n,
                        own = per_channel ? channel : 0;
    std::int64_t sum = bias[channel];
    for (std::uint64_t k = 0; k < c; ++k)
      for (std::uint64_t q = 0; q < p; ++q)
        sum += (number_of(of_x, x.patterns[is_conv ? k * (m + p - 1) + place + q : place * c + k]) - x_zero) *
               (number_of(of_w, w.patterns[is_conv ? (channel * c + k) * p + q : k * n + channel]) - w_zeros[own]);
    const mpq_class v = mpq_class(sum) * mpq_class(a) * mpq_class(w_scales[own]) / mpq_class(y);
    drawn.elements.push_back({rescaled(v, y_zero, of_y), static_cast<std::int32_t>(sum), a, w_scales[own], y, y_zero});
    result.patterns.push_back(0);
  }
  drawn.call.outputs = {result};
  return drawn;
}

Drawn draw_quantize(oracle::Random& random) {
  const bool is_new = random.coin();
  static constexpr oracle::Format formats[] = {oracle::float32, oracle::float16, oracle::bfloat16};
  static constexpr oracle::Integer types[] = {oracle::uint8, oracle::int8, {16, true},
                                              {16, false},   {4, true},    {4, false}};
  const oracle::Format f = formats[is_new ? random.below(3) : 0];
  const oracle::Integer type = types[random.below(is_new ? std::size(types) : 2)];
  const mpq_class scale = rounded(f, mpq_class(draw_scale(random)));
  const std::int64_t lowest = type.is_signed ? -(std::int64_t{1} << (type.bits - 1)) : 0;
  const std::int64_t zero_point = lowest + static_cast<std::int64_t>(random.below(std::uint64_t{1} << type.bits));
  Drawn drawn{{"QuantizeLinear", is_new ? 21 : 13}, {}};
  oracle::Tensor x{f, {12}, {}}, result{type, {12}, {}};
  for (int k = 0; k < 12; ++k) {
    const int twice = random.between(-40, 40) * (random.coin() ? 1 : 20);
    const mpq_class number = rounded(f, mpq_class(twice, random.coin() ? 2 : 8) * scale);
    x.patterns.push_back(pattern_of(f, number));
    drawn.elements.push_back({quantised(rounded(f, number / scale), zero_point, type)});
    result.patterns.push_back(0);
  }
  drawn.call.inputs = {x, oracle::Tensor{f, {}, {pattern_of(f, scale)}},
                       oracle::Tensor{type, {}, {pattern_in(type, zero_point)}}};
  drawn.call.outputs = {result};
  return drawn;
}

// ---- verdicts -------------------------------------------------------------------------------------------------------

// What implementations compute in float. Each step is rounded: nothing may be contracted.
mpz_class in_float(const Element& e, std::uint64_t way) {
  volatile float multiplier = e.a * e.b, sum = static_cast<float>(e.accumulator), reciprocal = 1.0F / e.y;
  switch (way) {
    case 0:
      multiplier = multiplier / e.y;
      break;
    case 1:
      multiplier = multiplier * reciprocal;
      break;
    default:  // from the left to the right
      sum = sum * e.a;
      multiplier = e.b;
  }
  volatile float product = sum * multiplier;
  if (way > 1) product = product / e.y;
  return mpz_class(static_cast<double>(std::nearbyint(product))) + e.zero_point;
}

// Off by nothing, by one, by two, by more; the end of the range.
mpz_class with_fault(oracle::Random& random, const Conforming& c) {
  static constexpr int steps[] = {0, 1, -1, 1, -1, 2, -2, 7};
  const mpz_class fault = c.right + steps[random.below(std::size(steps))];
  return c.held(c.type, random.below(20) == 0 ? mpz_class(random.between(-40000, 70000)) : fault);
}

bool try_drawn(std::uint64_t number) {
  oracle::Random random(number);
  Drawn drawn = random.below(3) == 0 ? draw_quantize(random) : draw_linear(random);
  const bool is_linear = drawn.call.operation != "QuantizeLinear", by_float = is_linear && random.below(4) == 0;
  const std::uint64_t way = random.below(3);
  std::vector<mpz_class> given;
  oracle::Tensor& result = drawn.call.outputs[0];
  for (std::size_t i = 0; i < drawn.elements.size(); ++i) {
    const Conforming& c = drawn.elements[i].conforming;
    given.push_back(by_float ? c.held(c.type, in_float(drawn.elements[i], way)) : with_fault(random, c));
    result.patterns[i] = pattern_in(c.type, given[i].get_si());
  }
  const CallToJudge call(drawn.call);
  if (!call.is_allowed()) return complain(drawn.call, number, "it is refused"), false;
  const impl::JudgedOutput out = call.judge(result.patterns);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Conforming& c = drawn.elements[i].conforming;
    const bool conforms = c.has(given[i]);
    ++(conforms ? given[i] == c.right ? others_found : legal_found : faults_found);
    const Standing wanted = !conforms         ? Standing::violates
                            : c.low == c.high ? Standing::specified
                                              : Standing::admissible;
    if (by_float && !conforms)
      complain(drawn.call, number, fmt::format("element {} in float is beyond five roundings", i));
    if (out.elements[i] != wanted)
      complain(drawn.call, number,
               fmt::format("element {} is {} instead of {}, conforming from {} to {}, and {}", i, given[i].get_str(),
                           c.right.get_str(), c.low.get_str(), c.high.get_str(),
                           impl::standing_names[static_cast<std::size_t>(out.elements[i])]));
  }
  return true;
}

// Of operators with one value.
bool try_single(std::uint64_t number) {
  static const std::vector<oracle::Drawing> drawings = [] {
    std::vector<oracle::Drawing> found;
    for (const oracle::Drawing& one : oracle::drawings())
      for (const char* name : {"matmulinteger", "convinteger", "dequantizelinear"})
        if (std::string_view(one.name) == name) found.push_back(one);
    return found;
  }();
  oracle::Random random(number);
  oracle::Wish wish;
  wish.most_elements = 60;
  random.wish = &wish;
  const CallToJudge call(drawings[number % drawings.size()].draw(random));
  if (!call.is_allowed() || call.drawn().outputs[0].patterns.empty()) return false;
  oracle::Tensor result = call.drawn().outputs[0];
  const std::size_t at = random.below(result.patterns.size());
  result.patterns[at] ^= std::uint64_t{1} << random.below(3);
  const impl::JudgedOutput out = call.judge(result.patterns);
  for (std::size_t i = 0; i < result.patterns.size(); ++i) {
    const bool differs = i == at;
    if (differs && result.type.kind == oracle::Kind::floating &&
        oracle::is_nan(result.type.format(), result.patterns[i]))
      continue;
    const Standing standing = out.elements[i];
    if (standing == Standing::recorded) continue;
    if (standing != (differs ? Standing::violates : Standing::specified))
      complain(call.drawn(), number,
               fmt::format("element {} {} and is {}", i, differs ? "differs" : "is right",
                           impl::standing_names[static_cast<std::size_t>(standing)]));
    if (differs) ++faults_found;
  }
  return true;
}

std::uint64_t run(std::uint64_t first, std::uint64_t rounds, bool (*attempt)(std::uint64_t)) {
  std::atomic<std::uint64_t> done = 0;
  for (std::uint64_t begin = first; done < rounds && begin < first + 40 * rounds; begin += 1000)
    on_all_cores(1000, [&](std::uint64_t i) {
      if (done < rounds && attempt(begin + i)) ++done;
    });
  return done;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t calls = 20000;
  std::optional<std::uint64_t> given;
  if (!read_options(argc, argv, {{"--faults", &calls}, {"--first", &given}}))
    return fmt::print("usage: quantised_verdicts [--faults N] [--first I]\n"), 2;
  const ProgramEvidence evidence("QuantisedVerdicts.TheOracleAgrees", {"QUANTISE-ALL-ADMISSIBLE", "CON-ALL-VERDICTS"});
  const std::uint64_t first = given.value_or(turn() * 1'000'000);
  fmt::print("turn {}: calls from number {} on\n", turn(), first);
  const std::uint64_t drawn = run(first, calls, try_drawn), single = run(first, calls / 4, try_single);
  fmt::print("{} calls with {} faults, {} other integers that conform and {} right ones: {} wrong verdicts\n",
             drawn + single, faults_found.load(), legal_found.load(), others_found.load(), wrong);
  return evidence.verdict(wrong == 0 && drawn >= calls && single >= calls / 4 && faults_found >= calls);
}
