// SPDX-License-Identifier: Apache-2.0
// JSON documents, well-formed and not.
#include "text/json.hpp"

#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

TEST(Json, ReadsWhatADocumentHolds) {
  EVIDENCE("PEER-ALL-CASES");
  const Result<Json> json = read_json(
      " {\"a\": [1, -2.5e3, 18446744073709551615, 18446744073709551616], \"b\": {\"c\": "
      "\"x\\n\\u00e9\\ud83d\\ude00\\\"\"},"
      "\n\"d\": [true, false, null, [], {}]} ",
      "RULE");
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["a"].items.size(), 4u);
  EXPECT_EQ((*json)["a"].items[0].count(), 1u);
  EXPECT_EQ((*json)["a"].items[1].text, "-2.5e3");
  EXPECT_FALSE((*json)["a"].items[1].count());
  EXPECT_EQ((*json)["a"].items[2].count(), UINT64_MAX);
  EXPECT_FALSE((*json)["a"].items[3].count());
  EXPECT_EQ((*json)["b"]["c"].string(), "x\n\xC3\xA9\xF0\x9F\x98\x80\"");
  EXPECT_EQ((*json)["d"].items[0].text, "true");
  EXPECT_TRUE((*json)["d"].items[2].is_null());
  EXPECT_TRUE((*json)["none"]["at all"].is_null());
  EXPECT_EQ((*json)["none"].string("else"), "else");
}

TEST(Json, RefusesWhatIsNone) {
  EVIDENCE("PEER-ALL-CASES");
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[1,]"), std::string("{\"a\"}"), std::string("nan"),
        std::string("inf"), std::string("\"a"), std::string("\"\\x\""), std::string("\"\\ud83d\""),
        std::string("\"\\u12\""), std::string("\"\n\""), std::string("1 2"), std::string("tru"),
        std::string(100000, '['), std::string("\"\\") + '\0' + "\""}) {
    const Result<Json> json = read_json(text, "RULE");
    ASSERT_FALSE(json) << text.substr(0, 20);
    EXPECT_STREQ(json.finding().status.rule, "RULE");
    EXPECT_TRUE(json.finding().offset);
  }
}

}  // namespace
}  // namespace etalon::impl
