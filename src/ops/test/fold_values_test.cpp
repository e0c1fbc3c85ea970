// SPDX-License-Identifier: Apache-2.0
// The tables of special values in the pages of the family fold, row by row, on every floating-point type. The head of a
// table names operands, attributes, results, the policy and the event; a cell is a list of words, an empty one leaves
// out what it is about. "none" is an operand without elements. A row without a policy holds for all of them.
#include <gtest/gtest.h>

#include "simd/fast.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/value_tables.hpp"

namespace etalon::tests {
namespace {

// How the elements of a list lie, which is the operand number k of the operator.
using Layout = Shape (*)(std::size_t k, std::uint64_t count);
Shape of_windows(std::size_t k, std::uint64_t count) { return k < 2 ? shape_of({1, 1, count}) : shape_of({count}); }
Shape of_matrices(std::size_t k, std::uint64_t count) { return k == 0 ? shape_of({1, count}) : shape_of({count, 1}); }
Shape of_list(std::size_t, std::uint64_t count) { return shape_of({count}); }

struct Judged {
  const char* operation;
  Layout layout;
  std::vector<std::string_view> tags;
  std::vector<Attribute> always = {};
};

constexpr const char* policies[] = {"sequential", "fused", "wide", "exact"};

// A row of a table: what each column has.
using Cells = std::map<std::string, std::string>;

Words list_of(const std::string& cell) { return cell == "none" ? Words{} : split(cell, ','); }

AttributeValue attribute_of(const AttributeFormal& formal, const std::string& cell) {
  if (formal.kind == AttributeFormal::Kind::number) return float_of(cell);
  if (formal.kind == AttributeFormal::Kind::integer) return std::int64_t{std::stoll(cell)};
  std::vector<std::int64_t> numbers;
  for (const std::string& word : split(cell, ',')) numbers.push_back(std::stoll(word));
  return numbers;
}

class RowOfFold {
 public:
  RowOfFold(const Judged& judged, const Cells& cells, DType type, Accumulation policy) : cells_(cells) {
    Profile profile = *find_profile("onnx");
    profile.choices.accumulation = policy;
    const Row& row = *row_for(profile, newest_opset, *find_operator("", judged.operation));
    Node node;
    node.operation = judged.operation;
    node.attributes = judged.always;
    for (const AttributeFormal& formal : row.attributes)
      if (const std::string cell = cell_of(formal.name); !cell.empty())
        node.attributes.push_back({formal.name, attribute_of(formal, cell)});
    for (std::size_t k = 0; k < row.inputs.size(); ++k) {
      operands_.emplace_back();
      const std::string cell = cell_of(row.inputs[k].name);
      if (cell.empty()) continue;
      std::vector<std::uint64_t> patterns;
      for (const std::string& word : list_of(cell)) patterns.push_back(pattern_of(word, type));
      operands_.back() = tensor_of(type, judged.layout(k, patterns.size()), patterns);
    }
    while (!operands_.back()) operands_.pop_back();
    // A pool covers all of its list, unless the row says otherwise.
    for (const AttributeFormal& formal : row.attributes)
      if (std::string_view(formal.name) == "kernel_shape" && formal.is_required() && cell_of("kernel_shape").empty())
        node.attributes.push_back({formal.name, std::vector{static_cast<std::int64_t>(operands_[0]->shape().count)}});
    std::vector<Given> given;
    for (const std::optional<Tensor>& operand : operands_)
      given.push_back(operand ? Given(Argument{operand->type(), operand->shape()}) : Given(std::nullopt));
    for (const Formal& output : row.outputs)
      if (!cell_of(output.name).empty()) results_.push_back(cell_of(output.name));
    auto resolution = resolve(profile, newest_opset, node, given, results_.size());
    if (resolution) call_ = std::move(resolution->call);
  }

  bool is_allowed() const { return call_.has_value(); }

  void judge(const std::string& what) const {
    for (const KernelTable kernels : {KernelTable{reference_kernel}, KernelTable{fast_kernel}}) {
      Events events;
      std::vector<TensorView> inputs;
      for (const std::optional<Tensor>& operand : operands_) inputs.push_back(operand ? operand->view() : TensorView{});
      std::vector<Tensor> results;
      std::vector<MutableTensorView> outputs;
      for (const auto& output : call_->outputs) results.emplace_back(output->type, output->shape);
      for (Tensor& result : results) outputs.push_back(result.view());
      const Kernel kernel = kernels(*call_, CountEvents::no);
      Scratch scratch(kernel, *call_);
      ASSERT_TRUE(execute(*call_, inputs, outputs, {.scratch = scratch.span()}, kernel).ok()) << what;
      for (std::size_t k = 0; k < results.size(); ++k) compare(std::as_const(results[k]).view(), results_[k], what);
      if (kernels != reference_kernel) continue;
      ASSERT_TRUE(execute(*call_, inputs, outputs, {.events = &events}, kernels).ok()) << what;
      for (const auto& [name, event] : named_events)
        EXPECT_EQ(events.of[static_cast<unsigned>(std::countr_zero(event))].count > 0, cell_of("event") == name)
            << what << ": " << name;
    }
  }

 private:
  std::string cell_of(const std::string& name) const {
    const auto found = cells_.find(name);
    return found == cells_.end() ? "" : found->second;
  }
  static void compare(const TensorView& result, const std::string& cell, const std::string& what) {
    const Words words = list_of(cell);
    ASSERT_EQ(result.shape.count, words.size()) << what;
    for (std::uint64_t i = 0; i < result.shape.count; ++i)
      EXPECT_EQ(pattern_at(result, i), result_of(words[i], result.type)) << what << ", element " << i;
  }

  const Cells& cells_;
  std::vector<std::optional<Tensor>> operands_;
  std::vector<std::string> results_;
  std::optional<Call> call_;
};

class FoldValues : public testing::TestWithParam<Judged> {};

TEST_P(FoldValues, AreThoseOfThePage) {
  const Judged& judged = GetParam();
  for (const std::string_view tag : judged.tags) cite({tag});
  std::size_t rows = 0;
  for (const Table& table : tables_of(judged.operation))
    for (const auto& [first, words] : table.rows) {
      Cells cells{{table.head, first}};
      ASSERT_EQ(words.size(), table.columns.size()) << first;
      for (std::size_t k = 0; k < words.size(); ++k) cells[table.columns[k]] = words[k];
      std::size_t types = 0;
      for (const DTypeInfo& type : dtype_table)
        for (unsigned policy = 0; type.kind == Kind::floating && policy < std::size(policies); ++policy) {
          if (!cells["policy"].empty() && cells["policy"] != policies[policy]) continue;
          const RowOfFold row(judged, cells, type.id, static_cast<Accumulation>(policy));
          if (!row.is_allowed()) continue;  // a type that the operator does not have, or `wide` of double
          row.judge(std::string(judged.operation) + " " + type.name + " " + policies[policy] + " of " + first);
          ++types;
        }
      EXPECT_GE(types, 3u) << first;
      ++rows;
    }
  EXPECT_GE(rows, 7u);
}

const Attribute flat{"keepdims", std::int64_t{0}};
INSTANTIATE_TEST_SUITE_P(
    Family, FoldValues,
    testing::Values(Judged{"Conv", of_windows, {"CONV-FLOAT-RESULT", "CONV-FLOAT-PADDING"}},
                    Judged{"ConvTranspose", of_windows, {"CONVTRANSPOSE-FLOAT-RESULT"}},
                    Judged{"Gemm", of_matrices, {"GEMM-FLOAT-RESULT"}},
                    Judged{"MaxPool", of_windows, {"MAXPOOL-ALL-RESULT", "MAXPOOL-ALL-EMPTY", "MAXPOOL-ALL-INDICES"}},
                    Judged{"AveragePool", of_windows, {"AVERAGEPOOL-FLOAT-RESULT"}},
                    Judged{"GlobalMaxPool", of_windows, {"GLOBALMAXPOOL-ALL-RESULT"}},
                    Judged{"GlobalAveragePool", of_windows, {"GLOBALAVERAGEPOOL-FLOAT-RESULT"}},
                    Judged{"ReduceMean", of_list, {"REDUCEMEAN-FLOAT-RESULT"}, {flat}},
                    Judged{"ReduceMax", of_list, {"REDUCEMAX-ALL-RESULT"}, {flat}},
                    Judged{"ReduceMin", of_list, {"REDUCEMIN-ALL-RESULT"}, {flat}},
                    Judged{"ReduceProd", of_list, {"REDUCEPROD-FLOAT-RESULT"}, {flat}},
                    Judged{"ReduceL2", of_list, {"REDUCEL2-FLOAT-RESULT"}, {flat}},
                    Judged{"ArgMax", of_list, {"ARGMAX-ALL-RESULT"}, {flat}},
                    Judged{"ArgMin", of_list, {"ARGMIN-ALL-RESULT"}, {flat}},
                    Judged{"LRN", of_matrices, {"LRN-FLOAT-RESULT"}},
                    Judged{"BatchNormalization", of_list, {"BATCHNORMALIZATION-FLOAT-RESULT"}},
                    Judged{"Softmax", of_list, {"SOFTMAX-FLOAT-SPECIAL", "SOFTMAX-FLOAT-LOWEST"}},
                    Judged{"LogSoftmax", of_list, {"LOGSOFTMAX-FLOAT-SPECIAL"}},
                    Judged{"LayerNormalization", of_list, {"LAYERNORMALIZATION-FLOAT-RESULT"}}),
    [](const auto& p) { return std::string(p.param.operation); });

}  // namespace
}  // namespace etalon::tests
