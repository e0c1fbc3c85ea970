// SPDX-License-Identifier: Apache-2.0
// Which causes are named: seeded ones exactly, and none that chance may have made.
#include "conform/cause/explain.hpp"

#include <algorithm>

#include "conform/judge/judge.hpp"
#include "conform/test/hand.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

// A product of two matrices in one format, with a candidate for each input.
class Product {
 public:
  Product(const Format& format, std::size_t rows, std::size_t depth, std::size_t columns)
      : format_(format),
        rows_(rows),
        depth_(depth),
        columns_(columns),
        call(call_of("MatMul", 13, {argument(format, {rows, depth}), argument(format, {depth, columns})})) {}

  // The candidate computes each element so.
  template <class Random, class Evaluate> void add(Random& random, Evaluate evaluate) {
    const std::vector<double> a = drawn(format_, rows_ * depth_, random), b = drawn(format_, depth_ * columns_, random);
    std::vector<double> own;
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t j = 0; j < columns_; ++j) {
        Terms terms;
        for (std::size_t k = 0; k < depth_; ++k) terms.emplace_back(a[i * depth_ + k], b[k * columns_ + j]);
        own.push_back(evaluate(terms));
      }
    auto run = std::make_unique<Run>(tensor_in(format_, {rows_, depth_}, a), tensor_in(format_, {depth_, columns_}, b),
                                     tensor_in(format_, {rows_, columns_}, own));
    const TensorView inputs[] = {std::as_const(run->a).view(), std::as_const(run->b).view()};
    run->reference = compute(call, inputs).outputs;
    runs_.push_back(std::move(run));
  }
  Explanation why() const {
    std::vector<Sample> samples;
    for (const auto& run : runs_)
      samples.push_back({{std::as_const(run->a).view(), std::as_const(run->b).view()},
                         {std::as_const(run->candidate).view()},
                         &run->reference});
    return explain(call, samples);
  }
  bool differs() const {
    return std::ranges::any_of(runs_, [](const auto& run) {
      return !same_bits(std::as_const(run->candidate).view(), std::as_const(run->reference[0]).view());
    });
  }

 private:
  struct Run {
    Run(Tensor x, Tensor y, Tensor z) : a(std::move(x)), b(std::move(y)), candidate(std::move(z)) {}
    Tensor a, b, candidate;
    std::vector<Tensor> reference;
  };
  const Format& format_;
  std::size_t rows_, depth_, columns_;
  std::vector<std::unique_ptr<Run>> runs_;

 public:
  const Call call;
};

struct Seed {
  std::vector<const char*> parts;  // of the cause
  double (*sum)(const Terms&, const Format&);
};
const Seed seeds[] = {
    {{"the terms of a sum are added from the last to the first"},
     [](const Terms& t, const Format& f) { return descending(t, {f, false}); }},
    {{"the terms of a sum are added pairwise, as a tree"},
     [](const Terms& t, const Format& f) { return halved(t, {f, false}); }},
    {{"the terms of a sum are added in blocks of 16"},
     [](const Terms& t, const Format& f) { return in_blocks(t, {f, false}, 16); }},
    {{"the terms of a sum are added in 8 interleaved partial sums"},
     [](const Terms& t, const Format& f) { return in_lanes(t, {f, false}, 8, Ends::halves); }},
    {{"the terms of a sum are added in 8 interleaved partial sums, joined in order"},
     [](const Terms& t, const Format& f) { return in_lanes(t, {f, false}, 8, Ends::in_order); }},
    {{"the terms of a sum are added in 4 interleaved partial sums, joined by neighbouring pairs"},
     [](const Terms& t, const Format& f) { return in_lanes(t, {f, false}, 4, Ends::neighbours); }},
    {{"products are fused into the sum (policy fused)"},
     [](const Terms& t, const Format& f) { return ascending(t, {f, true}); }},
    {{"products are fused into the sum (policy fused)", "the terms of a sum are added from the last to the first"},
     [](const Terms& t, const Format& f) { return descending(t, {f, true}); }},
    {{"products are fused into the sum (policy fused)", "the terms of a sum are added in blocks of 32"},
     [](const Terms& t, const Format& f) { return in_blocks(t, {f, true}, 32); }},
};

TEST(Explain, SeededCausesAreNamedExactly) {
  EVIDENCE("CON-ALL-CAUSE");
  std::mt19937 random(11);
  for (const Format* format : {&in_float, &in_half})
    for (const Seed& seed : seeds) {
      Product product(*format, 8, 83, 8);
      product.add(random, [&](const Terms& terms) { return seed.sum(terms, *format); });
      const Explanation why = product.why();
      ASSERT_TRUE(why.is_certain()) << seed.parts[0] << ": " << why.causes.size() << " causes";
      EXPECT_TRUE(std::ranges::equal(why.causes[0].parts, seed.parts, [](const std::string& a, const char* b) {
        return a == b;
      })) << to_string(why.causes[0]);
      ASSERT_TRUE(why.chance);
      EXPECT_GE(why.chance->bits, Chance::least_bits);
      EXPECT_TRUE(why.is_admissible);
    }
}

// A few ulp from the reference at random: of one element nearly always some alternative gives it.
TEST(Explain, RandomDeviationsHaveNoCause) {
  EVIDENCE("CON-ALL-CHANCE");
  std::mt19937 random(12);
  std::size_t agreeing = 0, named = 0, tried = 0;
  for (std::size_t round = 0; tried < 1000; ++round) {
    const Format& format = round % 2 == 0 ? in_float : in_half;
    Product product(format, 1, 37, 1 + round % 4);
    product.add(random, [&](const Terms& terms) {
      const double sum = ascending(terms, {format, false});
      const double unit = std::ldexp(1.0, std::ilogb(sum == 0 ? 1.0 : sum) - format.fraction);
      return format.round(sum + unit * (static_cast<double>(random() % 7) - 3));
    });
    if (!product.differs()) continue;
    ++tried;
    const Explanation why = product.why();
    agreeing += why.agreeing != 0;
    named += !why.causes.empty();
  }
  EXPECT_EQ(named, 0u);
  EXPECT_GE(agreeing, 100u) << "candidates that an alternative gives by chance";
}

// A tree that is no alternative: the terms in a random order, and any two neighbours joined next.
double any_tree(const Terms& terms, const Format& format, std::mt19937& random) {
  std::vector<double> sums;
  for (const auto& [a, b] : terms) sums.push_back(format.mul(a, b));
  std::ranges::shuffle(sums, random);
  while (sums.size() > 1) {
    const std::size_t k = random() % (sums.size() - 1);
    sums[k] = format.add(sums[k], sums[k + 1]);
    sums.erase(sums.begin() + static_cast<std::ptrdiff_t>(k) + 1);
  }
  return sums[0];
}

TEST(Explain, ComputationsThatAreNoAlternativeHaveNoCause) {
  EVIDENCE("CON-ALL-CHANCE");
  std::mt19937 random(13);
  std::size_t agreeing = 0, named = 0;
  for (std::size_t round = 0; round < 400; ++round) {
    const Format& format = round % 2 == 0 ? in_float : in_half;
    Product product(format, 1 + round % 3, 37, 1 + round % 5);
    product.add(random, [&](const Terms& terms) { return any_tree(terms, format, random); });
    const Explanation why = product.why();
    agreeing += why.agreeing != 0;
    named += !why.causes.empty();
  }
  EXPECT_EQ(named, 0u);
  EXPECT_GE(agreeing, 20u);
}

// One input does not tell, and each may agree with several alternatives; all together do.
TEST(Explain, SeveralInputsTellWhatOneDoesNot) {
  EVIDENCE("CON-ALL-INPUTS");
  const auto sum = [](const Terms& terms) { return in_lanes(terms, {in_float, false}, 8, Ends::halves); };
  std::mt19937 random(14);
  Product together(in_float, 1, 83, 2);
  for (int k = 0; k < 40; ++k) {
    Product one(in_float, 1, 83, 2);
    std::mt19937 same = random;
    one.add(same, sum);
    EXPECT_TRUE(one.why().causes.empty());
    together.add(random, sum);
  }
  const Explanation why = together.why();
  ASSERT_TRUE(why.is_certain());
  EXPECT_EQ(to_string(why.causes[0]), "the terms of a sum are added in 8 interleaved partial sums");
}

// The inputs are computed in different ways: each alone has its cause, but there is none of all.
TEST(Explain, ACauseIsOneOfAllInputs) {
  EVIDENCE("CON-ALL-INPUTS");
  std::mt19937 random(15);
  Product product(in_float, 8, 83, 8);
  product.add(random, [](const Terms& terms) { return in_lanes(terms, {in_float, false}, 8, Ends::halves); });
  product.add(random, [](const Terms& terms) { return in_blocks(terms, {in_float, false}, 16); });
  const Explanation why = product.why();
  EXPECT_TRUE(why.causes.empty());
  EXPECT_EQ(why.agreeing, 0u);
}

}  // namespace
}  // namespace etalon::tests
