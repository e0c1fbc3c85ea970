// SPDX-License-Identifier: Apache-2.0
// Random results, ranges and bounds, printed in every form and read back as the rationals that the texts say: no bound
// and no range is narrower than what it was printed from.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "report/accuracy/summary.hpp"
#include "tests/support/decimal_judge.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

constexpr std::uint32_t nodes = 250;
constexpr int rounds = 20;  // of each type

// The number that a pattern means, decoded here and not by what is tested; nothing where it is none.
std::optional<Number> number_meant(DType type, std::uint64_t pattern) {
  double x = 0;
  if (type == DType::f16) {
    const int exponent = pattern >> 10 & 31, fraction = pattern & 1023;
    if (exponent == 31) return std::nullopt;
    x = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    if (pattern >> 15 & 1) x = -x;
  }
  if (type == DType::f32) x = std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
  if (type == DType::f64) x = std::bit_cast<double>(pattern);
  if (!std::isfinite(x)) return std::nullopt;
  Number number;
  if (type == DType::i64)
    mpq_set_si(number.get(), static_cast<long>(pattern), 1);
  else
    mpq_set_d(number.get(), x);
  return number;
}

// An analysis whose numbers are random. Node n multiplies A and B into value n + 2, which has one element.
struct Sample {
  Analysis analysis;
  std::vector<Number> low, high, real;
};

class Sampler {
 public:
  Sample operator()(DType type, const std::shared_ptr<const CheckedModel>& model) {
    Sample s;
    Analysis& analysis = s.analysis;
    analysis.model = model;
    analysis.shadowed = true;
    analysis.values.resize(nodes + 2);
    analysis.errors.resize(nodes + 2);
    analysis.shadow.values.resize(nodes + 2);
    analysis.results.resize(nodes);
    for (int input = 0; input < 2; ++input) {
      const Tensor zero(type, shape_of({1}));
      analysis.values[static_cast<std::size_t>(input)] = {zero, zero, {0}};
    }
    for (std::uint32_t n = 0; n < nodes; ++n) {
      auto [low, low_pattern] = element(type);
      auto [high, high_pattern] = element(type);
      if (mpq_cmp(low.get(), high.get()) > 0) std::swap(low, high), std::swap(low_pattern, high_pattern);
      analysis.values[n + 2] = {tensor(type, low_pattern), tensor(type, high_pattern), {size()}};
      analysis.results[n].node = n;
      analysis.results[n].introduced = {size()};
      analysis.results[n].propagated = {size()};
      analysis.results[n].measured = {{size(), size(), size(), true}};
      analysis.errors[n + 2] = {{size(), size(), size(), true}};
      Number real;
      mpq_set_si(real.get(), static_cast<long>(random_() >> 12) - (1L << 51), 3 + 2 * (random_() % 100));
      mpq_canonicalize(real.get());
      analysis.shadow.values[n + 2].emplace_back(real);
      s.low.push_back(std::move(low)), s.high.push_back(std::move(high)), s.real.push_back(std::move(real));
    }
    return s;
  }

 private:
  std::pair<Number, std::uint64_t> element(DType type) {
    for (;;) {
      const std::uint64_t pattern = random_() >> (64 - info(type).bits);
      if (auto number = number_meant(type, pattern)) return {*std::move(number), pattern};
    }
  }
  static Tensor tensor(DType type, std::uint64_t pattern) {
    if (type == DType::f16) return tensor_of<std::uint16_t>(type, {1}, {static_cast<std::uint16_t>(pattern)});
    if (type == DType::f32) return tensor_of<std::uint32_t>(type, {1}, {static_cast<std::uint32_t>(pattern)});
    return tensor_of<std::uint64_t>(type, {1}, {pattern});
  }
  // A bound: mostly of an ordinary size, sometimes any double that is not negative.
  double size() {
    if (random_() % 8 == 0) return std::bit_cast<double>(random_() & 0x7FEFFFFFFFFFFFFF);
    return std::ldexp(static_cast<double>(random_() >> 11), static_cast<int>(random_() % 80) - 113);
  }

  std::mt19937_64 random_{12};
};

template <class Read> void for_all_samples(Read read) {
  Sampler sampler;
  for (const DType type : {DType::f16, DType::f32, DType::f64, DType::i64}) {
    GraphMaker maker(type);
    maker.input("A", {1}).input("B", {1});
    for (std::uint32_t n = 0; n < nodes; ++n)
      maker.node("Mul", "A", "B", "T" + std::to_string(n), {1}).output("T" + std::to_string(n));
    const auto model = maker.model();
    for (int round = 0; round < rounds; ++round) read(sampler(type, model));
  }
}

// Reads words of a report one after the other.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}
  void go_behind(const std::string& label) {
    at_ = text_.find(label, at_);
    if (at_ == text_.npos) throw std::runtime_error("no " + label);
    at_ += label.size();
  }
  std::string after(const std::string& label) { return go_behind(label), word(); }
  std::string word() {
    const std::size_t from = text_.find_first_not_of(" [],\n", at_);
    at_ = text_.find_first_of(" ,]}<\n", from);
    return text_.substr(from, at_ - from);
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
};

// Counts what it judged, so that a test that reads nothing fails.
struct Judge {
  std::uint64_t count = 0, wrong = 0;

  void bound(const std::string& text, double x) { ++count, wrong += compare(text, x) < 0; }
  void low(const std::string& text, const Number& x) { ++count, wrong += mpq_cmp(Fraction(text).q, x.get()) > 0; }
  void high(const std::string& text, const Number& x) { ++count, wrong += mpq_cmp(Fraction(text).q, x.get()) < 0; }
};

TEST(AccuracyPrinted, NoNumberInTheTextIsInsideWhatItStandsFor) {
  EVIDENCE("ACC-ALL-PRINTED");
  Judge judge;
  for_all_samples([&](const Sample& s) {
    const Analysis& analysis = s.analysis;
    const std::string text = accuracy_text({"m.onnx", &analysis, {}});
    Reader reader(text);
    for (std::uint32_t n = 0; n < nodes; ++n) {
      reader.go_behind("\nnode " + std::to_string(n) + " (Mul");
      judge.low(reader.after("["), s.low[n]);
      judge.high(reader.word(), s.high[n]);
      judge.bound(reader.word(), analysis.results[n].introduced[0]);
      judge.bound(reader.word(), analysis.results[n].propagated[0]);
      judge.bound(reader.word(), analysis.values[n + 2].bound[0]);
      judge.bound(reader.word(), analysis.errors[n + 2][0].absolute);
      judge.bound(reader.word(), analysis.errors[n + 2][0].ulp);
    }
  });
  EXPECT_EQ(judge.wrong, 0u);
  EXPECT_EQ(judge.count, 4u * rounds * nodes * 7);
}

TEST(AccuracyPrinted, NoNumberInTheJsonIsInsideWhatItStandsFor) {
  EVIDENCE("ACC-ALL-PRINTED");
  Judge judge;
  for_all_samples([&](const Sample& s) {
    const Analysis& analysis = s.analysis;
    const std::string text = accuracy_json({"m.onnx", &analysis, {}});
    Reader reader(text);
    const auto error = [&](const Error& e) {
      judge.bound(reader.after("\"absolute\":"), e.absolute);
      judge.bound(reader.after("\"relative\":"), e.relative);
      judge.bound(reader.after("\"ulp\":"), e.ulp);
    };
    for (std::uint32_t n = 0; n < nodes; ++n) {
      judge.low(reader.after("\"low\":"), s.low[n]);
      judge.high(reader.after("\"high\":"), s.high[n]);
      judge.bound(reader.after("\"introduced_bound\":"), analysis.results[n].introduced[0]);
      judge.bound(reader.after("\"propagated_bound\":"), analysis.results[n].propagated[0]);
      judge.bound(reader.after("\"bound\":"), analysis.values[n + 2].bound[0]);
      reader.go_behind("\"introduced_error\":");
      error(analysis.results[n].measured[0]);
      error(analysis.errors[n + 2][0]);
    }
    for (std::uint32_t n = 0; n < nodes; ++n) {
      reader.go_behind("\"elements\":");
      judge.low(reader.after("\"low\":"), s.low[n]);
      judge.high(reader.after("\"high\":"), s.high[n]);
      judge.bound(reader.after("\"bound\":"), analysis.values[n + 2].bound[0]);
      error(analysis.errors[n + 2][0]);
      judge.low(reader.after("\"real\":["), s.real[n]);
      judge.high(reader.word(), s.real[n]);
    }
  });
  EXPECT_EQ(judge.wrong, 0u);
  EXPECT_EQ(judge.count, 4u * rounds * nodes * 19);
}

TEST(AccuracyPrinted, NoNumberOnThePageIsInsideWhatItStandsFor) {
  EVIDENCE("ACC-ALL-PRINTED");
  Judge judge;
  for_all_samples([&](const Sample& s) {
    const Analysis& analysis = s.analysis;
    const std::string text = accuracy_html({"m.onnx", &analysis, {}});
    Reader reader(text);
    reader.go_behind("<h2>Nodes</h2>");
    for (std::uint32_t n = 0; n < nodes; ++n) {
      reader.go_behind("<tr><td>node " + std::to_string(n) + " (Mul");
      judge.low(reader.after("\"Computed\">"), s.low[n]);
      judge.high(reader.after("…<br>"), s.high[n]);
      judge.bound(reader.after("\"Introduced, measured\">"), analysis.results[n].measured[0].absolute);
      judge.bound(reader.after("<br> <small>"), analysis.results[n].measured[0].ulp);
      judge.bound(reader.after("\"Introduced ≤\">"), analysis.results[n].introduced[0]);
      judge.bound(reader.after("\"Propagated ≤\">"), analysis.results[n].propagated[0]);
      judge.bound(reader.after("\"Error, measured\">"), analysis.errors[n + 2][0].absolute);
      judge.bound(reader.after("<br> <small>"), analysis.errors[n + 2][0].ulp);
      judge.bound(reader.after("\"Error ≤\">"), analysis.values[n + 2].bound[0]);
    }
  });
  EXPECT_EQ(judge.wrong, 0u);
  EXPECT_EQ(judge.count, 4u * rounds * nodes * 9);
}

// The ratio times the printed value is not below the printed bound, and the value not above the computed one.
TEST(AccuracyPrinted, TheNumbersOfTheHeadlineHoldTogether) {
  EVIDENCE("ACC-ALL-PRINTED", "ACC-ALL-REPORT");
  const auto model = GraphMaker(DType::f32).input("A", {1}).input("B", {1}).node("Mul", "A", "B", "C", {1}).output("C");
  const auto checked = model.model();
  std::mt19937_64 random(7);
  Judge judge;
  for (int i = 0; i < 5000; ++i) {
    const float largest = std::ldexp(static_cast<float>(random() >> 40), static_cast<int>(random() % 60) - 50) + 1e-9f;
    const double bound =
        std::ldexp(largest * (static_cast<double>(random() >> 12) + 1), -static_cast<int>(random() % 60) - 53);
    Analysis analysis;
    analysis.model = checked;
    analysis.points = false;
    analysis.values.resize(3);
    const Tensor zero(DType::f32, shape_of({1}));
    analysis.values[0] = analysis.values[1] = {zero, zero, {0}};
    analysis.values[2] = {tensor_of<float>(DType::f32, {1}, {-largest}), zero, {bound}};
    analysis.results.resize(1);
    const Headline headline = headline_of(analysis);
    Reader main(headline.main), detail(headline.detail);
    const std::string whole = main.after("Error at most ");
    judge.bound(whole.substr(0, whole.find(':')), bound);
    const Fraction ratio(detail.after("The bound is "));
    std::string value = detail.after("largest computed value of this output,");
    if (value == "about") value = detail.word();
    const Fraction magnitude(value.substr(0, value.size() - 1)), at_most(whole.substr(0, whole.find(':')));
    Fraction product(0.0), limit(1.011);
    mpq_mul(product.q, ratio.q, magnitude.q);
    mpq_mul(limit.q, limit.q, at_most.q);
    judge.count += 1, judge.wrong += mpq_cmp(product.q, at_most.q) < 0 || mpq_cmp(product.q, limit.q) > 0;
    judge.count += 1, judge.wrong += mpq_cmp(magnitude.q, Fraction(static_cast<double>(largest)).q) > 0;
  }
  EXPECT_EQ(judge.wrong, 0u);
  EXPECT_EQ(judge.count, 15000u);
}

TEST(AccuracyPrinted, AnIntegerIsPrintedAsTheIntegerItIs) {
  EVIDENCE("ACC-ALL-PRINTED");
  const auto model =
      GraphMaker(DType::i64).input("A", {2}).input("B", {2}).node("Add", "A", "B", "C", {2}).output("C").model();
  // neighbours beyond 2^53, which no double distinguishes
  const Tensor a = tensor_of<std::int64_t>(DType::i64, {2}, {9007199254740993, 9007199254740995});
  const Tensor b = tensor_of<std::int64_t>(DType::i64, {2}, {0, 0});
  const auto analysis = analyse(model, {{a, a}, {b, b}, {}}, {});
  ASSERT_TRUE(analysis);
  const AccuracyReport report{"m.onnx", &*analysis, {}};
  EXPECT_NE(accuracy_text(report).find("[9007199254740993, 9007199254740995]"), std::string::npos);
  EXPECT_NE(accuracy_json(report).find(R"("low":9007199254740993,"high":9007199254740995)"), std::string::npos);
  EXPECT_NE(accuracy_html(report).find("9007199254740993 …<br> 9007199254740995"), std::string::npos);
}

}  // namespace
}  // namespace etalon::tests
