// SPDX-License-Identifier: Apache-2.0
// The tables of special values in the pages of the family map, cell by cell, by the reference and by the fast kernel.
// The head of a table says what its cells are made of: "X" names the operand of the columns; "alpha, beta \ X" and "A
// \ B" say what the name of a row gives besides, which are attributes or operands; "under sonnx" another profile; "of
// signed integers" other types.
#include <gtest/gtest.h>

#include "simd/fast.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/value_tables.hpp"

namespace etalon::tests {
namespace {

// ---- a row of a table on a type -------------------------------------------------------------------------------------

class RowOfTable {
 public:
  RowOfTable(const char* operation, const Profile& profile, DType type, const Words& names, const Words& values,
             const Words& columns)
      : operation_(operation), type_(type) {
    const Operator* op = find_operator("", operation);
    const Row* row = row_for(profile, newest_opset, *op);
    Node node;
    node.operation = operation;
    std::vector<std::uint64_t> patterns;
    for (const std::string& column : columns) patterns.push_back(pattern_of(column, type));
    const Tensor along = tensor_of(type, *Shape::of(std::vector<std::uint64_t>{patterns.size()}), patterns);
    operands_.resize(std::max<std::size_t>(row->inputs.size(), 2));
    bool placed = false;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const bool is_attribute =
          std::ranges::any_of(row->attributes, [&](const AttributeFormal& one) { return names[k] == one.name; });
      if (is_attribute) {
        node.attributes.push_back({names[k], float_of(values[k])});
        continue;
      }
      const std::size_t at = place_of(*row, names[k], k);
      operands_[at] = tensor_of(type, Shape{}, {pattern_of(values[k], type)});
      placed = placed || at == 0;
    }
    operands_[placed ? 1 : 0] = along;
    while (!operands_.back()) operands_.pop_back();
    std::vector<Given> given;
    for (const std::optional<Tensor>& operand : operands_)
      given.push_back(operand ? Given(Argument{operand->type(), operand->shape()}) : Given(std::nullopt));
    auto resolution = resolve(profile, newest_opset, node, given);
    if (resolution) call_ = std::move(resolution->call);
  }

  bool is_allowed() const { return call_.has_value(); }

  void judge(const Words& columns, const Words& cells, const Words* events) const {
    std::vector<TensorView> inputs;
    for (const std::optional<Tensor>& operand : operands_) inputs.push_back(operand ? operand->view() : TensorView{});
    Tensor reference(type_, call_->outputs[0]->shape), fast = reference;
    const MutableTensorView to_reference[] = {reference.view()}, to_fast[] = {fast.view()};
    ASSERT_TRUE(execute(*call_, inputs, to_reference, {}, reference_kernel).ok());
    ASSERT_TRUE(execute(*call_, inputs, to_fast, {}, fast_kernel).ok());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::uint64_t wanted = result_of(cells[i], type_);
      EXPECT_EQ(pattern_at(std::as_const(reference).view(), i), wanted) << what(columns[i]);
      EXPECT_EQ(pattern_at(std::as_const(fast).view(), i), wanted) << what(columns[i]) << ", fast kernel";
    }
    if (events == nullptr) return;
    Events counted;
    ASSERT_TRUE(execute(*call_, inputs, to_reference, {.events = &counted}, reference_kernel).ok());
    for (const auto& [name, event] : named_events) {
      const auto kind = static_cast<unsigned>(std::countr_zero(event));
      EXPECT_EQ(counted.of[kind].count, static_cast<std::uint64_t>(std::ranges::count(*events, name)))
          << what("all columns") << ": " << name;
    }
  }

 private:
  // Operands have the names of the page where the row has others: the first one is that of the rows.
  static std::size_t place_of(const Row& row, const std::string& name, std::size_t otherwise) {
    for (std::size_t k = 0; k < row.inputs.size(); ++k)
      if (name == row.inputs[k].name) return k;
    return otherwise;
  }
  std::string what(const std::string& column) const {
    return std::string(operation_) + " " + info(type_).name + " of " + column;
  }

  const char* operation_;
  DType type_;
  std::vector<std::optional<Tensor>> operands_;
  std::optional<Call> call_;
};

// All cells of all tables of an operator's page; how many there were.
std::size_t judge_page(const char* operation) {
  std::size_t cells = 0;
  for (Table& table : tables_of(operation)) {
    const bool integers = take_end(table.head, "of signed integers");
    const Profile& profile = *find_profile(take_end(table.head, "under sonnx") ? "sonnx" : "onnx");
    const std::size_t bar = table.head.find('\\');
    const Words names = bar == std::string::npos ? Words{} : split(table.head.substr(0, bar), ',');
    const Words* events = nullptr;
    for (const auto& [name, words] : table.rows)
      if (name == "event") events = &words;
    for (const auto& [name, words] : table.rows) {
      if (name == "event") continue;
      EXPECT_EQ(words.size(), table.columns.size()) << operation;
      std::size_t types = 0;
      for (const DTypeInfo& type : dtype_table) {
        if (integers ? type.kind != Kind::signed_ || type.bits < 8 : type.kind != Kind::floating) continue;
        const RowOfTable row(operation, profile, type.id, names, split(name, ','), table.columns);
        if (!row.is_allowed()) continue;
        row.judge(table.columns, words, events);
        cells += words.size();
        ++types;
      }
      EXPECT_GE(types, 3u) << operation << " " << table.head;
    }
  }
  return cells;
}

struct Judged {
  const char* operation;
  std::vector<std::string_view> tags;
};

class SpecialValues : public testing::TestWithParam<Judged> {};

TEST_P(SpecialValues, AreThoseOfThePage) {
  for (const std::string_view tag : GetParam().tags) cite({tag});
  EXPECT_GE(judge_page(GetParam().operation), 40u);
}

INSTANTIATE_TEST_SUITE_P(
    Family, SpecialValues,
    testing::Values(Judged{"Neg", {"NEG-FLOAT-SPECIAL", "NEG-INT-MINIMUM"}},
                    Judged{"Abs", {"ABS-FLOAT-SPECIAL", "ABS-INT-MINIMUM"}}, Judged{"Sqrt", {"SQRT-FLOAT-SPECIAL"}},
                    Judged{"Pow", {"POW-FLOAT-SPECIAL"}}, Judged{"Exp", {"EXP-FLOAT-SPECIAL"}},
                    Judged{"Log", {"LOG-FLOAT-SPECIAL"}}, Judged{"Sigmoid", {"SIGMOID-FLOAT-SPECIAL"}},
                    Judged{"Tanh", {"TANH-FLOAT-SPECIAL"}}, Judged{"Erf", {"ERF-FLOAT-SPECIAL"}},
                    Judged{"Sin", {"SIN-FLOAT-SPECIAL"}}, Judged{"Cos", {"COS-FLOAT-SPECIAL"}},
                    Judged{"Acos", {"ACOS-FLOAT-SPECIAL"}},
                    Judged{"Floor", {"FLOOR-FLOAT-SPECIAL", "FLOOR-ALL-RESULT"}},
                    Judged{"Ceil", {"CEIL-FLOAT-SPECIAL", "CEIL-ALL-RESULT"}},
                    Judged{"Round", {"ROUND-FLOAT-SPECIAL", "ROUND-ALL-RESULT"}},
                    Judged{"Reciprocal", {"RECIPROCAL-FLOAT-SPECIAL"}}, Judged{"Min", {"MIN-FLOAT-SPECIAL"}},
                    Judged{"Sum", {"SUM-FLOAT-SPECIAL"}}, Judged{"Mean", {"MEAN-FLOAT-SPECIAL"}},
                    Judged{"LeakyRelu", {"LEAKYRELU-FLOAT-SPECIAL"}}, Judged{"PRelu", {"PRELU-FLOAT-SPECIAL"}},
                    Judged{"HardSigmoid", {"HARDSIGMOID-FLOAT-SPECIAL"}},
                    Judged{"ThresholdedRelu", {"THRESHOLDEDRELU-FLOAT-SPECIAL"}}, Judged{"Sub", {"SUB-FLOAT-SPECIAL"}},
                    Judged{"Relu", {"RELU-FLOAT-SPECIAL"}}, Judged{"Max", {"MAX-FLOAT-SPECIAL"}},
                    Judged{"Clip", {"CLIP-FLOAT-SPECIAL", "CLIP-FLOAT-CROSSED"}}),
    [](const auto& p) { return std::string(p.param.operation); });

}  // namespace
}  // namespace etalon::tests
