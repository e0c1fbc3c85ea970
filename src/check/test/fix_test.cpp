// SPDX-License-Identifier: Apache-2.0
// The text of fixes. That they work is shown by tests/check/hints_test, which runs them.
#include "check/fix.hpp"

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

TEST(Fix, ANameIsAWholeStringOfPython) {
  EVIDENCE("CHECK-ALL-FIX");
  EXPECT_EQ(python_string("T"), "\"T\"");
  EXPECT_EQ(python_string("\u00E9"), "\"\\xe9\"");
  EXPECT_EQ(python_string("\u20AC\U0001F600"), "\"\\u20ac\\U0001f600\"");
  EXPECT_EQ(python_string("a\"b\\c\n\x7f"), "\"a\\\"b\\\\c\\x0a\\x7f\"");
  EXPECT_EQ(python_string(std::string(4096, 'x')).size(), 4098u);
}

TEST(Fix, AValueIsDeclaredWhereItIsListedOrInValueInfo) {
  EVIDENCE("CHECK-ALL-FIX", "GEN-ALL-SHAPES");
  const Value value{"T", {}, {}};
  const Argument is{DType::f32, *Shape::of(std::vector<std::uint64_t>{2, 3})};
  EXPECT_EQ(declare(value, {}, is),
            "if all(v.name != \"T\" for v in model.graph.value_info): "
            "model.graph.value_info.append(onnx.helper.make_tensor_value_info(\"T\", onnx.TensorProto.FLOAT, [2,3]))");
  EXPECT_EQ(declare(value, {.output = true}, is),
            "for v in [v for v in [*model.graph.output] if v.name == \"T\"]: "
            "v.type.CopyFrom(onnx.helper.make_tensor_type_proto(onnx.TensorProto.FLOAT, [2,3]))");
}

TEST(Fix, ATypeIsNamedAsOnnxsPackageNamesIt) {
  EVIDENCE("CHECK-ALL-FIX");
  const auto declared = [](DType type) {
    return declare({"T", {}, {}}, {.output = true}, {type, *Shape::of(std::vector<std::uint64_t>{})});
  };
  EXPECT_NE(declared(DType::boolean).find("(onnx.TensorProto.BOOL, [])"), std::string::npos);
  EXPECT_NE(declared(DType::bf16).find("(onnx.TensorProto.BFLOAT16, [])"), std::string::npos);
  EXPECT_NE(declared(DType::u4).find("(21, [])"), std::string::npos);
}

}  // namespace
}  // namespace etalon::impl
