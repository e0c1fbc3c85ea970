// SPDX-License-Identifier: Apache-2.0
// Affine forms: sums against exact ones, operations at drawn points of the symbols, and what follows for networks.
#include "accuracy/affine/world.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <functional>
#include <random>

#include "accuracy/affine/boxes.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

constexpr FormLimits no_limit{};

class Drawing {
 public:
  explicit Drawing(std::uint64_t seed) : random_(seed) {}
  double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  double any() { return std::ldexp(in(-1, 1), static_cast<int>(below(90)) - 60); }

 private:
  std::mt19937_64 random_;
};

// ---- sums -----------------------------------------------------------------------------------------------------------

// The coefficients of a form by symbol, exactly.
std::vector<mpq_class> coefficients(const Form& form, std::size_t symbols) {
  std::vector<mpq_class> all(symbols);
  for (std::uint32_t b = 0; b < form.blocks; ++b)
    for (unsigned j = 0; j < form_block; ++j)
      if (const std::size_t symbol = std::size_t{form.at[b]} * form_block + j; symbol < symbols)
        all[symbol] += mpq_class(form.coefficients[b * form_block + j]);
  return all;
}

TEST(AffineForm, ASumOfMultiplesContainsTheExactSum) {
  EVIDENCE("ACC-ALL-AFFINE");
  Drawing draw(1);
  std::size_t rounded = 0;
  for (int trial = 0; trial < 200; ++trial) {
    FormSpace space(no_limit);
    const Form* form = space.named({.centre = draw.any()}, std::abs(draw.any()));
    std::vector<const Form*> forms{form};
    for (int k = 0; k < 40; ++k) forms.push_back(form = space.named(*form, std::abs(draw.any())));
    const std::size_t symbols = forms.size();
    std::vector<mpq_class> exact(symbols);
    mpq_class centre = 0, rest = 0;
    FormSum sum(space);
    for (std::size_t k = 0; k < 60; ++k) {
      const double factor = trial % 3 == 0 ? std::ldexp(draw.any(), -1000) : draw.any();
      const Form& x = *forms[draw.below(symbols)];
      sum.add(factor, x);
      const mpq_class by(factor);
      const std::vector<mpq_class> of_x = coefficients(x, symbols);
      for (std::size_t s = 0; s < symbols; ++s) exact[s] += by * of_x[s];
      centre += by * mpq_class(x.centre);
      rest += abs(by) * mpq_class(x.rest);
    }
    const Form& got = *sum.take();
    const std::vector<mpq_class> computed = coefficients(got, symbols);
    mpq_class lost = abs(centre - mpq_class(got.centre)) + rest, size = 0;
    for (std::size_t s = 0; s < symbols; ++s) lost += abs(exact[s] - computed[s]), size += abs(computed[s]);
    EXPECT_TRUE(lost <= mpq_class(got.rest)) << got.rest;
    EXPECT_TRUE(size <= mpq_class(got.size)) << got.size;
    EXPECT_LE(got.rest, 1e-11 * got.bound() + 1e-300);
    rounded += lost != 0;
  }
  EXPECT_GT(rounded, 150u);
}

TEST(AffineForm, WithoutMemoryTheCoefficientsBecomeTheRest) {
  EVIDENCE("ACC-ALL-AFFINE");
  FormSpace space({.kept = form_block});
  const Form* x = space.named({}, 1);
  EXPECT_EQ(x->blocks, 1u);
  const Form* y = space.named({}, 2);
  EXPECT_EQ(y->blocks, 0u);
  EXPECT_EQ(y->rest, 2);
  FormSum sum(space);
  sum.add(3, *x);
  sum.add(1, *y);
  const Form& all = *sum.take();
  EXPECT_EQ(all.blocks, 0u);
  EXPECT_GE(all.bound(), 5);
}

TEST(AffineForm, BeyondTheLimitOfProductsAFormIsItsRadius) {
  EVIDENCE("ACC-ALL-AFFINE");
  FormSpace space({.products = form_block});
  const Form* x = space.named({}, 1);
  FormSum sum(space);
  for (double factor : {3.0, -3.0, 2.0}) sum.add(factor, *x);
  const Form& all = *sum.take();
  EXPECT_GE(all.rest, 2);  // what is beyond cancels nothing
  EXPECT_GE(all.bound(), 2);
  EXPECT_LE(all.bound(), 8.001);
}

// ---- operations at points -------------------------------------------------------------------------------------------

// Values that depend on the same symbols, and what these can be: one number for each.
struct Symbols {
  explicit Symbols(std::uint64_t seed) : draw(seed) {}

  // Between two ends, with an error of at most e.
  AffineValue value(double low, double high, double e) {
    const double middle = (low + high) / 2, half = (high - low) / 2;
    FormSum sum(space);
    sum.shift(middle);
    const double of_own = draw.in(0, 1);
    sum.add_without_centre(half * of_own, *shared);
    AffineValue v{Interval::everything(), Interval::everything(), infinite_bound};
    v.form = space.named(*sum.take(), half * (1 - of_own) * 0.999);
    sum.add(e * of_own, *shared_error);
    v.error_form = space.named(*sum.take(), e * (1 - of_own) * 0.999);
    v.real = v.form->ends();
    v.error = v.error_form->bound();
    v.computed = widened(v.real, v.error);
    return v;
  }
  void draw_point() {
    point.assign(64, 0);
    for (double& x : point) x = draw.below(3) == 0 ? (draw.below(2) == 0 ? -1 : 1) : draw.in(-1, 1);
  }
  double at(const Form& form) const {
    long double sum = form.centre;
    for (std::uint32_t b = 0; b < form.blocks; ++b)
      for (unsigned j = 0; j < form_block; ++j)
        sum += static_cast<long double>(form.coefficients[b * form_block + j]) * point[form.at[b] * form_block + j];
    return static_cast<double>(sum);
  }

  Drawing draw;
  FormSpace space{no_limit};
  const Form *shared = space.named({}, 1), *shared_error = space.named({}, 1);
  std::vector<double> point;
};

using Operation = std::function<AffineValue(const AffineReals&, const AffineValue&, const AffineValue&)>;
using Meaning = std::function<double(double, double)>;
struct Case {
  const char* name;
  Operation operation;
  Meaning meaning;
  double least = -4;  // of operands
};

const Case cases[] = {
    {"add", [](auto& a, auto& x, auto& y) { return a.add(x, y, nullptr); }, [](double x, double y) { return x + y; }},
    {"sub", [](auto& a, auto& x, auto& y) { return a.sub(x, y, nullptr); }, [](double x, double y) { return x - y; }},
    {"mul", [](auto& a, auto& x, auto& y) { return a.mul(x, y, nullptr); }, [](double x, double y) { return x * y; }},
    {"square", [](auto& a, auto& x, auto&) { return a.mul(x, x, nullptr); }, [](double x, double) { return x * x; }},
    {"div", [](auto& a, auto& x, auto& y) { return a.div(x, y, nullptr); }, [](double x, double y) { return x / y; },
     0.5},
    {"thirds", [](auto& a, auto& x, auto&) { return a.div_count(x, 3, nullptr); },
     [](double x, double) { return x / 3; }},
    {"neg", [](auto& a, auto& x, auto&) { return a.neg(x, nullptr); }, [](double x, double) { return -x; }},
    {"abs", [](auto& a, auto& x, auto&) { return a.abs(x, nullptr); }, [](double x, double) { return std::abs(x); }},
    {"max", [](auto& a, auto& x, auto& y) { return a.max(x, y, nullptr); },
     [](double x, double y) { return std::max(x, y); }},
    {"min", [](auto& a, auto& x, auto& y) { return a.min(x, y, nullptr); },
     [](double x, double y) { return std::min(x, y); }},
    {"relu", [](auto& a, auto& x, auto&) { return a.max(x, a.zero(), nullptr); },
     [](double x, double) { return std::max(x, 0.0); }},
    {"bent", [](auto& a, auto& x, auto&) { return a.bent(a.number(0.25), x, nullptr); },
     [](double x, double) { return x < 0 ? 0.25 * x : x; }},
    {"bent steeply", [](auto& a, auto& x, auto&) { return a.bent(a.number(3), x, nullptr); },
     [](double x, double) { return x < 0 ? 3 * x : x; }},
    {"choose", [](auto& a, auto& x, auto& y) { return a.choose(a.less(x, y), y, x); },
     [](double x, double y) { return x < y ? y : x; }},
    {"exp", [](auto& a, auto& x, auto&) { return a.template function<RealFunction::exp>(x, nullptr); },
     [](double x, double) { return std::exp(x); }},
    {"log", [](auto& a, auto& x, auto&) { return a.template function<RealFunction::log>(x, nullptr); },
     [](double x, double) { return std::log(x); }, 0.1},
    {"sigmoid", [](auto& a, auto& x, auto&) { return a.template function<RealFunction::sigmoid>(x, nullptr); },
     [](double x, double) { return 1 / (1 + std::exp(-x)); }},
    {"tanh", [](auto& a, auto& x, auto&) { return a.template function<RealFunction::tanh>(x, nullptr); },
     [](double x, double) { return std::tanh(x); }},
    {"erf", [](auto& a, auto& x, auto&) { return a.template function<RealFunction::erf>(x, nullptr); },
     [](double x, double) { return std::erf(x); }},
    {"sin", [](auto& a, auto& x, auto&) { return a.template function<RealFunction::sin>(x, nullptr); },
     [](double x, double) { return std::sin(x); }},
    {"cos", [](auto& a, auto& x, auto&) { return a.template function<RealFunction::cos>(x, nullptr); },
     [](double x, double) { return std::cos(x); }},
    {"sqrt", [](auto& a, auto& x, auto&) { return a.sqrt(x, nullptr); }, [](double x, double) { return std::sqrt(x); },
     0.001},
    {"cube",
     [](auto& a, auto& x, auto&) {
       const exact_value three = binary_value(FORMAT_DOUBLE, f64_bits(3.0));
       return a.pow(x, {three, three}, nullptr);
     },
     [](double x, double) { return x * x * x; }},
    {"sum",
     [](auto& a, auto& x, auto& y) {
       Exactly<AffineReals> sum(a);
       sum.step(x, y, nullptr);
       sum.step(a.number(-0.3), x, nullptr);
       sum.plus(y, nullptr);
       sum.step(x, x, nullptr);
       sum.divide(7, nullptr);
       return sum.finish(nullptr);
     },
     [](double x, double y) { return (x * y - 0.3 * x + y + x * x) / 7; }},
};

// Of operands between wide and narrow ends, at points of the symbols: the result is within what the forms are there.
// Values are computed in double; what that loses is far below what a wrong rule would.
TEST(Affine, AtEveryPointOfTheSymbolsResultAndErrorAreWithinTheirForms) {
  EVIDENCE("ACC-ALL-AFFINE");
  std::size_t formed = 0, erred = 0;
  for (const Case& c : cases)
    for (std::uint64_t trial = 0; trial < 120; ++trial) {
      SCOPED_TRACE(std::string(c.name) + " " + std::to_string(trial));
      Symbols symbols(trial);
      const auto operand = [&] {
        const double half = std::ldexp(1, -static_cast<int>(symbols.draw.below(12))), e = half / 64;
        const double low = std::max(symbols.draw.in(-3, 3) - half, c.least + 2 * e);
        return symbols.value(low, low + 2 * half, e);
      };
      const AffineReals algebra{&symbols.space};
      const AffineValue x = operand(), y = operand(), z = c.operation(algebra, x, y);
      formed += z.form != nullptr;
      erred += z.error_form != nullptr;
      for (int k = 0; k < 40; ++k) {
        symbols.draw_point();
        const double a = symbols.at(*x.form), b = symbols.at(*y.form);
        const double real = c.meaning(a, b);
        const double moved = c.meaning(a + symbols.at(*x.error_form), b + symbols.at(*y.error_form));
        const double slack = 1e-13 * (1 + std::abs(real));
        EXPECT_GE(real, z.real.low - slack);
        EXPECT_LE(real, z.real.high + slack);
        EXPECT_GE(moved, z.computed.low - slack);
        EXPECT_LE(moved, z.computed.high + slack);
        EXPECT_LE(std::abs(moved - real), z.error + slack);
        const auto apart = [&](double number, const Form* form) {
          return form == nullptr ? 0 : std::abs(number - symbols.at(*form)) - form->rest;
        };
        EXPECT_LE(apart(real, z.form), slack);
        EXPECT_LE(apart(moved - real, z.error_form), slack);
      }
    }
  EXPECT_GT(formed, std::size(cases) * 80);
  EXPECT_GT(erred, std::size(cases) * 80);
}

TEST(Affine, TheErrorOfARootOfSmallNumbersIsBounded) {
  EVIDENCE("ACC-ALL-AFFINE");
  Symbols symbols(1);
  AffineValue x = symbols.value(1e-5, 3e5, 1e-4);
  x.computed = x.real = {1e-5, 3e5};  // neither can be negative
  x.error = 1e-4;
  const AffineValue root = AffineReals{&symbols.space}.sqrt(x, nullptr);
  EXPECT_LE(root.error, 0.0101);
  EXPECT_GE(root.error, std::sqrt(1e-5 + 1e-4) - std::sqrt(1e-5));
}

TEST(Affine, AJumpThatAnErrorCanCrossHasNoBound) {
  EVIDENCE("ACC-ALL-AFFINE");
  EVIDENCE("ACC-ALL-UNSETTLED");
  Symbols symbols(1);
  const AffineReals algebra{&symbols.space};
  const AffineValue x = symbols.value(-1, 1, 0.1);
  const Truth truth = algebra.less(x, algebra.zero());
  EXPECT_FALSE(truth.agrees);
  EXPECT_EQ(algebra.jump(truth, algebra.number(1), algebra.zero()).error, infinite_bound);
  // What is compared has its error in common: x < x + 1 is settled.
  const Truth settled = algebra.less(x, algebra.add(x, algebra.number(1), nullptr));
  EXPECT_TRUE(settled.agrees);
  EXPECT_EQ(settled.computed, Truth::Computed::yes);
}

// ---- models ---------------------------------------------------------------------------------------------------------

constexpr FormLimits none{.products = 0};

double largest(const std::vector<double>& numbers) { return *std::ranges::max_element(numbers); }

double bound_of_output(const std::shared_ptr<const CheckedModel>& model, std::vector<InputKnowledge> inputs,
                       const FormLimits& forms) {
  const Effort effort{.forms = forms};
  auto analysis = analyse(model, std::move(inputs), {}, {}, effort);
  EXPECT_TRUE(analysis);
  return largest(analysis->values[model->graph->outputs[0]].bound);
}

// Dense layers of drawn weights as constants, with a Relu between them.
struct Network {
  Network(std::vector<std::size_t> sizes, std::uint64_t seed) {
    Drawing draw(seed);
    maker.input("X", {1, sizes[0]});
    std::string x = "X";
    for (std::size_t l = 1; l < sizes.size(); ++l) {
      const std::string name = std::to_string(l);
      std::vector<float>& weights = constants.emplace_back(sizes[l - 1] * sizes[l]);
      for (float& w : weights)
        w = static_cast<float>(draw.in(-1, 1) * std::sqrt(6.0 / static_cast<double>(sizes[l - 1])));
      const std::uint32_t w = maker.value("W" + name, {sizes[l - 1], sizes[l]});
      maker.graph.initializers.push_back({w,
                                          {DType::f32, shape_of({sizes[l - 1], sizes[l]}),
                                           Constant::Encoding::little_endian, std::as_bytes(std::span(weights))}});
      maker.node("MatMul", x, "W" + name, "P" + name, {1, sizes[l]});
      x = "P" + name;
      if (l + 1 == sizes.size()) break;
      maker.graph.nodes.push_back({"", "", "Relu", {maker.value(x)}, {maker.value("R" + name, {1, sizes[l]})}, {}});
      x = "R" + name;
    }
    model = maker.output(x).model();
    output = model->graph->outputs[0];
  }
  InputKnowledge around(const std::vector<float>& centre, float radius) const {
    std::vector<float> low = centre, high = centre;
    for (float& x : low) x -= radius;
    for (float& x : high) x += radius;
    const std::vector<std::uint64_t> dims{1, centre.size()};
    return {tensor_of<float>(DType::f32, dims, low), tensor_of<float>(DType::f32, dims, high)};
  }
  std::vector<InputKnowledge> known(const InputKnowledge& input) const {
    std::vector<InputKnowledge> all(model->graph->values.size());
    all[model->graph->inputs[0]] = input;
    return all;
  }

  std::deque<std::vector<float>> constants;
  GraphMaker maker{DType::f32};
  std::shared_ptr<const CheckedModel> model;
  std::uint32_t output = 0;
};

std::vector<float> drawn_point(Drawing& draw, const InputKnowledge& box) {
  std::vector<float> point(static_cast<std::size_t>(box.low->shape().count));
  for (std::size_t i = 0; i < point.size(); ++i) {
    const Ends low = ends_of(std::as_const(*box.low).view(), i), high = ends_of(std::as_const(*box.high).view(), i);
    point[i] = static_cast<float>(draw.below(2) == 0   ? draw.in(low.low, high.high)
                                  : draw.below(2) == 0 ? low.low
                                                       : high.high);
    point[i] = std::clamp(point[i], static_cast<float>(low.low), static_cast<float>(high.high));
  }
  return point;
}

TEST(AffineNetwork, ErrorsThatCancelAreNotCountedTwice) {
  EVIDENCE("ACC-ALL-AFFINE");
  GraphMaker maker(DType::f32);
  maker.input("A", {1}).input("B", {1}).node("Mul", "A", "B", "P", {1}).node("Add", "P", "A", "S", {1});
  const auto model = maker.node("Sub", "S", "P", "D", {1}).output("D").model();  // which is A but for three roundings
  const auto one = [](float x) { return tensor_of<float>(DType::f32, {1}, {x}); };
  const std::vector<InputKnowledge> ranges{{one(1), one(2)}, {one(1e6f), one(2e6f)}};
  // P and S are below 2^22: each rounding loses 2^-3 at most. What the error of P does to S it takes away again, and D
  // is known to be about A, so that its rounding is small.
  EXPECT_LE(bound_of_output(model, ranges, no_limit), 0.1251);
  EXPECT_GE(bound_of_output(model, ranges, none), 0.49);
}

// The mean of squares is not negative over the reals either, so that there is a root however large its error is.
// Twice 3e38 is infinite, and zero times that is no number.
TEST(AffineNetwork, ZeroTimesWhatMayBeInfiniteHasNoBound) {
  EVIDENCE("ACC-ALL-AFFINE", "ACC-FLOAT-INFINITE");
  GraphMaker maker(DType::f32);
  maker.input("X", {1, 1}).input("two", {1, 1}).input("zero", {1, 1});
  maker.node("Mul", "X", "two", "T", {1, 1}).node("MatMul", "T", "zero", "Y", {1, 1});
  const auto one = [](float x) { return tensor_of<float>(DType::f32, {1, 1}, {x}); };
  const auto model = maker.output("Y").model();
  const auto over = analyse(model, {{one(1e38F), one(3e38F)}, {one(2), one(2)}, {one(0), one(0)}}, {});
  ASSERT_TRUE(over);
  const ValueErrors& y = over->values[model->graph->outputs[0]];
  EXPECT_EQ(y.bound[0], infinite_bound);
  EXPECT_EQ(ends_of(y.low->view(), 0).low, -infinite_bound);
  EXPECT_EQ(ends_of(y.high->view(), 0).high, infinite_bound);
}

TEST(AffineNetwork, TheRootOfAMeanOfSquaresHasABound) {
  EVIDENCE("ACC-ALL-AFFINE");
  GraphMaker maker(DType::f32);
  maker.input("X", {40}).input("E", {1}).node("Mul", "X", "X", "S", {40});
  const auto unary = [&](const char* op, const std::string& x, const std::string& y) {
    maker.graph.nodes.push_back({"", "", op, {maker.value(x)}, {maker.value(y, {1})}, {}});
  };
  unary("ReduceMean", "S", "M");
  maker.node("Add", "M", "E", "A", {1});
  unary("Sqrt", "A", "R");
  const auto model = maker.output("R").model();
  const auto all = [](float x) { return tensor_of<float>(DType::f32, {40}, std::vector<float>(40, x)); };
  const Tensor small = tensor_of<float>(DType::f32, {1}, {1e-5f});
  const std::vector<InputKnowledge> inputs{{all(-1000), all(1000), std::vector<double>(40, 10)}, {small, small}};
  EXPECT_EQ(bound_of_output(model, inputs, none), infinite_bound);
  EXPECT_LE(bound_of_output(model, inputs, no_limit), 150);  // root of 2 * 1000 * 10 + 100, and roundings
}

// Each sum with three quarters of an ulp is rounded to the next number, so that thirty errors have the same sign.
TEST(AffineNetwork, EveryRoundingOfAChainCounts) {
  EVIDENCE("ACC-ALL-AFFINE");
  GraphMaker maker(DType::f32);
  maker.input("X", {1}).input("C", {1});
  std::string x = "X";
  for (int k = 0; k < 30; ++k) {
    const std::string y = "Y" + std::to_string(k);
    maker.node("Add", x, "C", y, {1});
    x = y;
  }
  const auto model = maker.output(x).model();
  const auto one = [](float number) { return tensor_of<float>(DType::f32, {1}, {number}); };
  const Tensor c = one(0x1.8p-24f);
  Trail given(model->graph->values.size());
  given[model->graph->inputs[0]] = one(1);
  given[model->graph->inputs[1]] = c;
  const auto run = certify(*model, given, {}, {});
  ASSERT_TRUE(run);
  const double error = run->errors[model->graph->outputs[0]][0].absolute;
  EXPECT_NEAR(error, 30 * 0x1p-25, 1e-12);
  const double bound = bound_of_output(model, {{one(1), one(1 + 0x1p-20f)}, {c, c}}, no_limit);
  EXPECT_GE(bound, error);
  EXPECT_LE(bound, 30 * 0x1.001p-24);
}

TEST(AffineNetwork, TheBoundOfADeepNetworkIsAThousandTimesSmaller) {
  EVIDENCE("ACC-ALL-AFFINE");
  const Network network({5, 50, 50, 50, 50, 50, 50, 5}, 1);
  const InputKnowledge box = network.around({0.1f, -0.2f, 0.7f, -0.9f, 0.4f}, 0.01f);
  const double affine = bound_of_output(network.model, network.known(box), no_limit);
  EXPECT_LE(1000 * affine, bound_of_output(network.model, network.known(box), none));
  auto analysis = analyse(network.model, network.known(box), {});
  ASSERT_TRUE(analysis);
  const ValueErrors& known = analysis->values[network.output];
  Drawing draw(7);
  double reached = 0;
  for (int k = 0; k < 200; ++k) {
    Trail given(network.model->graph->values.size());
    given[network.model->graph->inputs[0]] = tensor_of<float>(DType::f32, {1, 5}, drawn_point(draw, box));
    const auto run = certify(*network.model, given, {}, {});
    ASSERT_TRUE(run);
    for (std::size_t i = 0; i < known.bound.size(); ++i) {
      EXPECT_LE(run->errors[network.output][i].absolute, known.bound[i]);
      const double y = ends_of(std::as_const(*run->outputs[network.output]).view(), i).low;
      EXPECT_GE(y, ends_of(std::as_const(*known.low).view(), i).low);
      EXPECT_LE(y, ends_of(std::as_const(*known.high).view(), i).high);
      reached = std::max(reached, run->errors[network.output][i].absolute);
    }
  }
  EXPECT_GT(reached, affine / 200);
}

TEST(AffineNetwork, CombinationsOfOutputsAreBoundedOverABox) {
  EVIDENCE("ACC-ALL-AFFINE");
  const Network network({5, 30, 30, 5}, 2);
  BoxBounds bounds(network.model);
  const BoxBounds::Multiple difference[] = {{network.output, 0, 1}, {network.output, 2, -1}};
  Drawing draw(3);
  double narrower = 0, wider = 0;
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<float> centre(5);
    for (float& x : centre) x = static_cast<float>(draw.in(-1, 1));
    const InputKnowledge box = network.around(centre, 0.02f);
    ASSERT_FALSE(bounds.bound(network.known(box)));
    const AffineValue combined = bounds.combination(difference);
    const AffineRun::Values& values = bounds[network.output].values;
    narrower += combined.real.high - combined.real.low;
    wider += values[0].real.high - values[0].real.low + values[2].real.high - values[2].real.low;
    for (int k = 0; k < 20; ++k) {
      Trail given(network.model->graph->values.size());
      given[network.model->graph->inputs[0]] = tensor_of<float>(DType::f32, {1, 5}, drawn_point(draw, box));
      const auto run = certify(*network.model, given, {}, {});
      ASSERT_TRUE(run);
      const auto real = [&](std::size_t i) { return between(enclosure_of(run->real[network.output][i])); };
      const auto computed = [&](std::size_t i) {
        return ends_of(std::as_const(*run->outputs[network.output]).view(), i).low;
      };
      const Ends d{next_down(real(0).low - real(2).high), next_up(real(0).high - real(2).low)};
      EXPECT_LE(d.low, combined.real.high);
      EXPECT_GE(d.high, combined.real.low);
      EXPECT_LE(std::abs(computed(0) - computed(2) - d.low) - (d.high - d.low), combined.error);
    }
  }
  EXPECT_LT(narrower, 0.8 * wider);
}

}  // namespace
}  // namespace etalon::tests
