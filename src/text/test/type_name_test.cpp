// SPDX-License-Identifier: Apache-2.0
// The names of element types as the base documents spell them.
#include "text/type_name.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

TEST(TypeName, EverySpellingOfABaseDocumentNamesItsType) {
  EVIDENCE("NUM-ALL-TYPENAME");
  struct {
    const char* name;
    DType type;
  } const spellings[] = {
      {"FP16", DType::f16},      {"FP32", DType::f32},    {"FP64", DType::f64},   {"BFLOAT16", DType::bf16},
      {"INT4", DType::i4},       {"INT8", DType::i8},     {"INT16", DType::i16},  {"INT32", DType::i32},
      {"INT64", DType::i64},     {"UINT4", DType::u4},    {"UINT8", DType::u8},   {"UINT16", DType::u16},
      {"UINT32", DType::u32},    {"UINT64", DType::u64},  {"real", DType::real},  {"float16", DType::f16},
      {"float32", DType::f32},   {"float64", DType::f64}, {"int32", DType::i32},  {"uint64", DType::u64},
      {"bfloat16", DType::bf16}, {"float", DType::f32},   {"double", DType::f64}, {"BOOL", DType::boolean},
      {"bool", DType::boolean},
  };
  for (const auto& [name, type] : spellings) {
    const DTypeInfo* found = find_type(name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->id, type) << name;
  }
}

TEST(TypeName, OtherWordsNameNoType) {
  EVIDENCE("NUM-ALL-TYPENAME");
  for (const char* name :
       {"", "FP8", "float8", "int", "uint", "INT128", "FP16 ", "half", "float16x", "tensor(float)", "boolean"})
    EXPECT_EQ(find_type(name), nullptr) << name;
  EXPECT_EQ(find_type(std::string("int8\0", 5)), nullptr);
}

}  // namespace
}  // namespace etalon::impl
