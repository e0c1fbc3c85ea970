// SPDX-License-Identifier: Apache-2.0
// Operators whose results are truth values: the tables of special values in their pages, cell by cell; bytes; and what
// they give in the worlds of reals, ranges and errors, where a comparison can be too near to a tie for an answer.
#include "ops/family/decide.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "accuracy/shadow.hpp"
#include "accuracy/worlds.hpp"
#include "oracle/cases/operations.hpp"
#include "report/page/pages.hpp"
#include "simd/fast.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/one_output.hpp"
#include "tests/support/patterns.hpp"

namespace etalon::tests {
namespace {

constexpr const char* comparisons[] = {"Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Equal"};
constexpr const char* logic[] = {"And", "Or", "Xor", "Not"};
constexpr DType float_types[] = {DType::f16, DType::bf16, DType::f32, DType::f64};

// ---- the tables of the pages ----------------------------------------------------------------------------------------

// The table below the heading "Special values" of an operator's page: the names of rows and columns, and the cells.
struct SpecialValues {
  std::vector<std::string> columns, rows;
  std::vector<std::vector<std::string>> cells;

  explicit SpecialValues(std::string operation) {
    for (char& c : operation) c = static_cast<char>(std::tolower(c));
    std::string_view text;
    for (const Page& page : pages())
      if (page.path == "src/ops/" + operation + "/spec.md") text = page.text;
    std::istringstream lines{std::string(text)};
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ")) inside = line == "## Special values";
      if (!inside || !line.starts_with("| ")) continue;
      std::vector<std::string> words;
      std::istringstream parts(line.substr(2));
      for (std::string word; std::getline(parts, word, '|');) words.push_back(trimmed(word));
      const std::string name = words.front();
      words.erase(words.begin());
      if (columns.empty()) {
        columns = words;
      } else {
        rows.push_back(name);
        cells.push_back(words);
      }
    }
  }

 private:
  static std::string trimmed(const std::string& word) {
    const std::size_t first = word.find_first_not_of(' ');
    return first == word.npos ? "" : word.substr(first, word.find_last_not_of(' ') - first + 1);
  }
};

// The pattern that a name of such a table stands for.
std::uint64_t pattern_of(const std::string& name, DType type) {
  const binary_format f{info(type).bits, info(type).fraction};
  const std::uint64_t infinity = binary_infinity(f),
                      one = std::uint64_t{(1u << (f.bits - f.fraction - 2)) - 1} << f.fraction;
  const std::map<std::string, std::uint64_t> numbers = {
      {"inf", infinity}, {"max", infinity - 1}, {"1", one}, {"tiny", 1}, {"0", 0}, {"NaN", infinity + 1}};
  if (name.starts_with("−")) return numbers.at(name.substr(std::string("−").size())) | binary_sign_bit(f);
  return numbers.at(name.starts_with("+") ? name.substr(1) : name);
}

// The results of both kernels, which must be the same.
std::vector<bool> decided(const char* operation, std::initializer_list<const Tensor*> operands) {
  Node node;
  node.operation = operation;
  std::vector<Given> given;
  std::vector<TensorView> inputs;
  for (const Tensor* operand : operands) {
    given.emplace_back(Argument{operand->type(), operand->shape()});
    inputs.push_back(operand->view());
  }
  const auto resolution = resolve(*find_profile("onnx"), newest_opset, node, given);
  EXPECT_TRUE(resolution);
  const auto bytes_of = [&](KernelTable kernels) {
    Tensor result(DType::boolean, resolution->call.outputs[0]->shape);
    const MutableTensorView outputs[] = {result.view()};
    EXPECT_TRUE(execute(resolution->call, inputs, outputs, {}, kernels).ok());
    return result;
  };
  const Tensor result = bytes_of(reference_kernel), fast = bytes_of(fast_kernel);
  std::vector<bool> truths;
  for (std::uint64_t i = 0; i < result.shape().count; ++i) {
    EXPECT_LE(pattern_at(result.view(), i), 1u);
    EXPECT_EQ(pattern_at(result.view(), i), pattern_at(fast.view(), i)) << operation << " " << i;
    truths.push_back(pattern_at(result.view(), i) == 1);
  }
  return truths;
}

TEST(Decide, ComparisonsOfSpecialValuesAreThoseOfThePages) {
  EVIDENCE("LESS-FLOAT-SPECIAL", "LESSOREQUAL-FLOAT-SPECIAL", "GREATER-FLOAT-SPECIAL", "GREATEROREQUAL-FLOAT-SPECIAL",
           "EQUAL-FLOAT-SPECIAL");
  for (const char* operation : comparisons) {
    const SpecialValues page(operation);
    ASSERT_EQ(page.columns.size(), 11u) << operation;
    ASSERT_EQ(page.rows, page.columns) << operation;
    for (const DType type : float_types) {
      std::vector<std::uint64_t> patterns;
      for (const std::string& name : page.columns) patterns.push_back(pattern_of(name, type));
      const Tensor a = tensor_of(type, shape_of({11, 1}), patterns), b = tensor_of(type, shape_of({11}), patterns);
      const std::vector<bool> result = decided(operation, {&a, &b});
      for (std::size_t i = 0; i < 11; ++i)
        for (std::size_t j = 0; j < 11; ++j) {
          ASSERT_TRUE(page.cells[i][j] == "yes" || page.cells[i][j] == "no");
          EXPECT_EQ(result[i * 11 + j], page.cells[i][j] == "yes")
              << operation << " " << info(type).name << " " << page.rows[i] << " " << page.columns[j];
        }
    }
  }
}

TEST(Decide, LogicOnBytesIsThatOfThePages) {
  EVIDENCE("AND-ALL-RESULT", "OR-ALL-RESULT", "XOR-ALL-RESULT", "NOT-ALL-RESULT");
  for (const char* operation : logic) {
    const SpecialValues page(operation);
    ASSERT_EQ(page.columns.size(), 4u) << operation;
    ASSERT_EQ(page.rows.size(), operation == std::string_view("Not") ? 1u : 4u);
    std::vector<std::uint64_t> bytes;
    for (const std::string& name : page.columns) bytes.push_back(std::stoull(name));
    const Tensor b = tensor_of(DType::boolean, shape_of({4}), bytes),
                 a = tensor_of(DType::boolean, shape_of({4, 1}), bytes);
    const std::vector<bool> result = page.rows.size() == 1 ? decided(operation, {&b}) : decided(operation, {&a, &b});
    ASSERT_EQ(result.size(), page.rows.size() * 4);
    for (std::size_t i = 0; i < result.size(); ++i)
      EXPECT_EQ(result[i], page.cells[i / 4][i % 4] == "yes") << operation << " " << i;
  }
}

TEST(Decide, EqualOnBytesOfBool_AnyTwoThatAreTrueAreEqual) {
  EVIDENCE("EQUAL-ALL-RESULT");
  const Tensor a = tensor_of(DType::boolean, shape_of({4}), {0, 0, 2, 2}),
               b = tensor_of(DType::boolean, shape_of({4}), {0, 3, 0, 1});
  EXPECT_EQ(decided("Equal", {&a, &b}), (std::vector<bool>{true, false, false, true}));
}

TEST(Decide, OnlyASignallingNanIsAnInvalidOperand) {
  EVIDENCE("LESS-FLOAT-SPECIAL", "LESSOREQUAL-FLOAT-SPECIAL", "GREATER-FLOAT-SPECIAL", "GREATEROREQUAL-FLOAT-SPECIAL",
           "EQUAL-FLOAT-SPECIAL", "NUM-ALL-EVENTS");
  const Tensor a = tensor_of(DType::f32, shape_of({4}), {0x7FC00000, 0x7F800001, 0x3F800000, 0x7F800000});
  const Tensor b = tensor_of(DType::f32, shape_of({4}), {0x3F800000, 0x3F800000, 0xFF800001, 0xFF800000});
  for (const char* operation : comparisons) {
    const Computed result = computed(operation, *find_profile("onnx"), newest_opset, {&a, &b});
    EXPECT_EQ(result.events.of[0].count, 2u) << operation;
    for (unsigned kind = 1; kind < EVENT_KINDS; ++kind) EXPECT_EQ(result.events.of[kind].count, 0u) << operation;
  }
}

TEST(Decide, IntegersAreComparedExactly) {
  EVIDENCE("LESS-ALL-RESULT", "LESSOREQUAL-ALL-RESULT", "GREATER-ALL-RESULT", "GREATEROREQUAL-ALL-RESULT",
           "EQUAL-ALL-RESULT");
  constexpr const char* wanted[] = {"[true,false,true]", "[true,false,true]", "[false,true,false]",
                                    "[false,true,false]", "[false,false,false]"};
  const Literal a{DType::i64, "[9007199254740992,9223372036854775807,-1]"},
      b{DType::i64, "[9007199254740993,-9223372036854775808,1]"};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(applied(comparisons[k], {a, b}), wanted[k]) << comparisons[k];
  EXPECT_EQ(applied("Less", {{DType::u64, "[1]"}, {DType::u64, "[18446744073709551615]"}}), "[true]");
  EXPECT_EQ(applied("Less", {{DType::real, R"(["1/3"])"}, {DType::real, R"(["0.3333333333333333333"])"}},
                    {find_profile("sonnx")}),
            "[false]");
}

// ---- worlds ---------------------------------------------------------------------------------------------------------

Call call_of(const char* operation, DType type, std::uint64_t count, std::size_t operands = 2) {
  Node node;
  node.operation = operation;
  return resolve(*find_profile("onnx"), newest_opset, node, std::vector<Argument>(operands, {type, shape_of({count})}))
      ->call;
}

constexpr double inf = infinite_bound;
using Doubles = std::vector<double>;

// The propagated error of a comparison of points with errors, and how many are unsettled.
struct Settled {
  Doubles errors;
  std::uint64_t unsettled;
};
Settled compared(const char* operation, DType type, const Doubles& a, const Doubles& ea, const Doubles& b,
                 const Doubles& eb) {
  const auto operand = [](const Doubles& points, const Doubles& errors) {
    RealOperand is{{}, errors};
    for (const double x : points) is.ends.push_back({x, x});
    return is;
  };
  const RealOperand operands[] = {operand(a, ea), operand(b, eb)};
  Risks risks;
  Settled settled{over_reals(call_of(operation, type, a.size()), operands, &risks)[0].propagated, 0};
  settled.unsettled = risks.of[static_cast<unsigned>(Risk::unsettled)].count;
  return settled;
}

TEST(Decide, AComparisonNearerToATieThanItsErrorsIsUnsettled) {
  EVIDENCE("ACC-ALL-UNSETTLED", "ACC-ALL-PROPAGATED");
  for (const char* operation : comparisons) {
    const Settled settled = compared(operation, DType::f32, {1, 1, 1, 1, 1}, {0, 0, 0.25, 0.25, 0.5}, {1, 2, 2, 2, 2},
                                     {0, 0, 0.25, 0.75, 0.5});
    EXPECT_EQ(settled.errors, (Doubles{0, 0, 0, inf, inf})) << operation;
    EXPECT_EQ(settled.unsettled, 2u) << operation;
  }
}

TEST(Decide, LogicIsSettledWhereOneOperandDecidesAlone) {
  EVIDENCE("ACC-ALL-UNSETTLED", "ACC-ALL-PROPAGATED");
  const Doubles a{0, 0, 1, 1}, unknown{inf, inf, inf, inf}, b{0, 1, 0, 1}, known(4);
  EXPECT_EQ(compared("And", DType::boolean, a, unknown, b, known).errors, (Doubles{0, inf, 0, inf}));
  EXPECT_EQ(compared("Or", DType::boolean, a, unknown, b, known).errors, (Doubles{inf, 0, inf, 0}));
  EXPECT_EQ(compared("Xor", DType::boolean, a, unknown, b, known).errors, unknown);
  EXPECT_EQ(compared("Equal", DType::boolean, a, unknown, b, known).errors, unknown);
  EXPECT_EQ(compared("Xor", DType::boolean, a, known, b, known).errors, known);
  const RealOperand operands[] = {{{{0, 0}, {1, 1}}, std::span(unknown).first(2)}};
  EXPECT_EQ(over_reals(call_of("Not", DType::boolean, 2, 1), operands)[0].propagated, (Doubles{inf, inf}));
}

// The ends of a result, as texts, and the introduced error.
std::string ranged_result(const char* operation, DType type,
                          std::initializer_list<std::pair<const char*, const char*>> operands) {
  std::vector<Tensor> ends;
  for (const auto& [low, high] : operands)
    for (const char* text : {low, high}) ends.push_back(*parse_tensor(text, type, {}));
  std::vector<RangeView> inputs;
  for (std::size_t k = 0; k < ends.size(); k += 2)
    inputs.push_back({std::as_const(ends[k]).view(), std::as_const(ends[k + 1]).view()});
  const Call call = call_of(operation, type, ends[0].shape().count, operands.size());
  Tensor low(DType::boolean, ends[0].shape()), high(DType::boolean, ends[0].shape());
  std::vector<double> bounds;
  Risks risks;
  ranged_one(call, inputs, low.view(), high.view(), bounds, risks);
  std::string text = print_tensor(std::as_const(low).view()) + " " + print_tensor(std::as_const(high).view());
  for (const double bound : bounds) text += bound == 0 ? " 0" : " inf";
  return text;
}

TEST(Decide, ARangeOfOperandsGivesARangeOfTruthValues) {
  EVIDENCE("ACC-ALL-RANGE");
  const std::pair<const char*, const char*> a{"[1,1,3]", "[2,3,4]"}, b{"[3,2,3]", "[4,2,3]"};
  for (const DType type : {DType::f32, DType::f16, DType::i8, DType::u64}) {
    EXPECT_EQ(ranged_result("Less", type, {a, b}), "[true,false,false] [true,true,false] 0 0 0");
    EXPECT_EQ(ranged_result("LessOrEqual", type, {a, b}), "[true,false,false] [true,true,true] 0 0 0");
    EXPECT_EQ(ranged_result("Greater", type, {a, b}), "[false,false,false] [false,true,true] 0 0 0");
    EXPECT_EQ(ranged_result("GreaterOrEqual", type, {a, b}), "[false,false,true] [false,true,true] 0 0 0");
    EXPECT_EQ(ranged_result("Equal", type, {a, b}), "[false,false,false] [false,true,true] 0 0 0");
    EXPECT_EQ(ranged_result("Equal", type, {{"[3]", "[3]"}, {"[3]", "[3]"}}), "[true] [true] 0");
  }
  EXPECT_EQ(ranged_result("Equal", DType::f32, {{R"(["nan"])", R"(["nan"])"}, {"[3]", "[3]"}}), "[false] [true] inf");
  const std::pair<const char*, const char*> p{"[false,false,true]", "[false,true,true]"},
      q{"[false,true,false]", "[true,true,true]"};
  EXPECT_EQ(ranged_result("And", DType::boolean, {p, q}), "[false,false,false] [false,true,true] 0 0 0");
  EXPECT_EQ(ranged_result("Or", DType::boolean, {p, q}), "[false,true,true] [true,true,true] 0 0 0");
  EXPECT_EQ(ranged_result("Xor", DType::boolean, {p, q}), "[false,false,false] [true,true,true] 0 0 0");
  EXPECT_EQ(ranged_result("Not", DType::boolean, {p}), "[true,false,false] [true,true,false] 0 0 0");
}

TEST(Decide, TheRunningBoundHasTheBitsOfTheReference) {
  EVIDENCE("ACC-FLOAT-RUNNING");
  const Tensor a = *parse_tensor(R"([1,2,"nan",-0.0,"inf"])", DType::f32, {}),
               b = *parse_tensor(R"([2,2,1,0,"inf"])", DType::f32, {});
  const TensorView inputs[] = {a.view(), b.view()};
  for (const char* operation : comparisons) {
    const std::vector<bool> wanted = decided(operation, {&a, &b});
    Tensor result(DType::boolean, a.shape());
    std::vector<double> bounds;
    ASSERT_TRUE(introduced_one(call_of(operation, DType::f32, 5), inputs, result.view(), bounds).ok());
    for (std::size_t i = 0; i < 5; ++i)
      EXPECT_EQ(pattern_at(std::as_const(result).view(), i), wanted[i] ? 1u : 0u) << operation << i;
    EXPECT_EQ(bounds, (Doubles{0, 0, inf, 0, inf})) << operation;
  }
}

TEST(Decide, RealsThatAreEnclosedAreComparedOnceTheyAreApart) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  Ball third;
  arb_set_ui(third.get(), 1);
  arb_div_ui(third.get(), third.get(), 3, 64);
  const Enclosure near = third, far = Rational::number(0.5), exact = Rational::number(0.5), none = NoValue::undefined;
  using Truth = Enclosed::Truth;
  EXPECT_EQ(Enclosed{}.less(near, far), Truth(true));
  EXPECT_EQ(Enclosed{}.less_or_equal(far, near, nullptr), Truth(false));
  EXPECT_EQ(Enclosed{}.equal(near, far, nullptr), Truth(false));
  EXPECT_EQ(Enclosed{}.equal(exact, far, nullptr), Truth(true));
  EXPECT_EQ(Enclosed{}.equal(near, near, nullptr), Truth(NoValue::unsettled));
  EXPECT_EQ(Enclosed{}.less_or_equal(near, none, nullptr), Truth(NoValue::undefined));
  EXPECT_EQ(conjunction(Truth(false), Truth(NoValue::unsettled)), Truth(false));
  EXPECT_EQ(disjunction(Truth(NoValue::undefined), Truth(true)), Truth(true));
  EXPECT_EQ(conjunction(Truth(NoValue::undefined), Truth(NoValue::unsettled)), Truth(NoValue::unsettled));
  EXPECT_EQ(exclusion(Truth(true), Truth(NoValue::undefined)), Truth(NoValue::undefined));
}

// ---- rules ----------------------------------------------------------------------------------------------------------

TEST(Decide, VersionOneBroadcastsByAxisAndLaterOnesByNumpysRule) {
  EVIDENCE("ELT-ALL-AXIS-RUN", "ELT-ALL-AXIS-BROADCAST", "ELT-ALL-BROADCAST", "LESS-ALL-VERSIONS",
           "GREATER-ALL-VERSIONS", "EQUAL-ALL-VERSIONS", "AND-ALL-VERSIONS", "OR-ALL-VERSIONS", "XOR-ALL-VERSIONS");
  const std::vector<Attribute> by_axis{{"broadcast", std::int64_t{1}}, {"axis", std::int64_t{0}}};
  for (const char* operation : {"Less", "Greater", "Equal", "And", "Or", "Xor"}) {
    const bool numbers = operation == std::string_view("Less") || operation == std::string_view("Greater");
    const DType type = numbers ? DType::f32 : DType::boolean;
    const Literal a{type, numbers ? "[[0,1],[0,1]]" : "[[false,true],[false,true]]"},
        b{type, numbers ? "[1,0]" : "[true,false]"};
    EXPECT_EQ(applied(operation, {a, b}, {find_profile("onnx"), 1}), "ELT-ALL-AXIS-BROADCAST") << operation;
    const std::string by_rows = applied(operation, {a, b}, {find_profile("onnx"), 1, by_axis});
    const std::string by_columns = applied(operation, {a, b}, {find_profile("onnx"), 7});
    EXPECT_EQ(by_rows.front(), '[') << operation << by_rows;
    EXPECT_NE(by_rows, by_columns) << operation;
    EXPECT_EQ(applied(operation, {a, b}, {find_profile("onnx"), 7, by_axis}), "GEN-ALL-ATTRIBUTES") << operation;
  }
  EXPECT_EQ(applied("Xor", {{DType::boolean, "[[false,true],[false,true]]"}, {DType::boolean, "[true,false]"}},
                    {find_profile("onnx"), 1, by_axis}),
            "[[true,false],[false,true]]");
}

TEST(Decide, LessHasOneShapeUnderSonnxAndNoOtherIsDefinedThere) {
  EVIDENCE("LESS-ALL-SHAPE", "LESSOREQUAL-ALL-VERSIONS", "GREATEROREQUAL-ALL-VERSIONS", "NOT-ALL-VERSIONS");
  for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10"}) {
    const Setting in{find_profile(profile)};
    EXPECT_EQ(applied("Less", {{DType::i8, "[1,2]"}, {DType::i8, "[2,2]"}}, in), "[true,false]");
    EXPECT_EQ(applied("Less", {{DType::i8, "[1,2]"}, {DType::i8, "[2]"}}, in), "LESS-ALL-SHAPE");
    for (const char* operation : {"LessOrEqual", "Greater", "GreaterOrEqual", "Equal"})
      EXPECT_EQ(applied(operation, {{DType::i8, "[1]"}, {DType::i8, "[2]"}}, in), "GEN-ALL-VERSION") << operation;
    EXPECT_EQ(applied("Not", {{DType::boolean, "[true]"}}, in), "GEN-ALL-VERSION");
  }
  for (const int opset : {11, 12, 16})
    for (const char* operation : {"LessOrEqual", "GreaterOrEqual"})
      EXPECT_EQ(applied(operation, {{DType::bf16, "[1]"}, {DType::bf16, "[1]"}}, {find_profile("onnx"), opset}),
                opset == 11   ? "GEN-ALL-VERSION"
                : opset == 12 ? operation == std::string_view("LessOrEqual") ? "LESSOREQUAL-ALL-TYPES"
                                                                             : "GREATEROREQUAL-ALL-TYPES"
                              : "[true]");
}

}  // namespace
}  // namespace etalon::tests
