// SPDX-License-Identifier: Apache-2.0
// The one place that escapes and separates JSON.
#include "report/page/json_writer.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/evidence.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

TEST(JsonWriter, WritesEachKindOfValue) {
  const auto write = [](JsonWriter& json) {
    json.member("text", "a").member("yes", true).member("least", INT64_MIN).member("most", UINT64_MAX);
    json.member("number", 0.1).member("as_is", JsonText{"[1, 2]"}).member("none", std::optional<int>());
    json.member("some", std::optional(3)).member("list", std::vector<std::string>{"x", "y"}).member("known", known(""));
  };
  EXPECT_EQ(json_object(write),
            R"({"text":"a","yes":true,"least":-9223372036854775808,"most":18446744073709551615,"number":0.1,)"
            R"("as_is":[1, 2],"none":null,"some":3,"list":["x","y"],"known":null})");
}

TEST(JsonWriter, SeparatesWhatIsNested) {
  const auto write = [](JsonWriter& json) {
    json.object("empty", [] {}).array("none", [] {});
    json.array("two", [&] { json.object([&] { json.member("a", 1).member("b", 2); }).item("c"); }).member("last", 3);
  };
  EXPECT_EQ(json_object(write), R"({"empty":{},"none":[],"two":[{"a":1,"b":2},"c"],"last":3})");
}

TEST(JsonWriter, EndsLinesWhereItIsTold) {
  const auto write = [](JsonWriter& json) {
    json.member("a", 1).line().member("b", 2).line(2).array("wrapped", [&] { json.wrap().item(3).wrap().item(4); });
    json.array("lines", [&] { json.line().item(5).line().item(6).line(); });
    json.lines("objects", std::vector{7, 8}, [&](int x) { json.member("x", x); });
  };
  EXPECT_EQ(
      json_document(write),
      "{\"a\":1,\n\"b\":2,\n  \"wrapped\":[3,\n4],\"lines\":[\n5,\n6\n],\"objects\":[\n{\"x\":7},\n{\"x\":8}]}\n");
}

TEST(JsonWriter, TextAndNamesCannotChangeTheStructure) {
  EVIDENCE("CHECK-ALL-ESCAPE");
  const std::string hostile = "\",\"x\":1}\\\n";
  const std::string text = json_object([&](JsonWriter& json) { json.member(hostile, hostile); });
  const Result<Json> read = read_json(text, "");
  ASSERT_TRUE(read) << text;
  ASSERT_EQ(read->names.size(), 1u);
  EXPECT_EQ(read->names[0], hostile);
  EXPECT_EQ(read->items[0].string(), hostile);
}

}  // namespace
}  // namespace etalon::impl
