// SPDX-License-Identifier: Apache-2.0
// How text is put: names, long lines, conditions that say nothing, contracts of what refuses.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/evidence.hpp"
#include "write/contract.hpp"
#include "write/model_text.hpp"
#include "write/simplify.hpp"
#include "write/wrap.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
  return lines;
}

TEST(Names, APrefixMakesNoNameThatHasAnotherMeaning) {
  EVIDENCE("GENERATE-ALL-NAMES");
  for (const char* one :
       {"model", "m", "net", "x_1", "int_net", "input", "environment", "round", "a2345678901234567890123456789012"})
    EXPECT_TRUE(is_prefix(one)) << one;
  for (const char* one : {"",
                          "Net",
                          "1a",
                          "_a",
                          "a_",
                          "a__b",
                          "a-b",
                          "a2345678901234567890123456789012x",
                          "for",
                          "restrict",
                          "main",
                          "node",
                          "a_t",
                          "f32",
                          "f32_add",
                          "u4",
                          "exact_sum",
                          "place",
                          "nibble",
                          "etalon",
                          "etalon_scalar_compiler"})
    EXPECT_FALSE(is_prefix(one)) << one;
}

TEST(Names, OfTheModelAreWrittenByLettersAndNumbersOfBytes) {
  EVIDENCE("GENERATE-ALL-NAMES");
  EXPECT_EQ(in_comment("conv1/W:0.b-c_d"), "conv1/W:0.b-c_d");
  EXPECT_EQ(in_comment("a*/ ?\?/\\\n#%"), "a%2A/%20%3F%3F/%5C%0A%23%25");
  EXPECT_EQ(in_comment(std::string("\0\r\x7F\xC3\xA9\xFF", 6)), "%00%0D%7F%C3%A9%FF");
  EXPECT_EQ(in_comment(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(in_comment(std::string(10000, '*')), in_comment(std::string(60, '*')) + "...");
}

TEST(Wrapped, ALongLineOfCodeIsBrokenOutsideOfInnerParentheses) {
  const std::string inner(40, 'x'), head = "  sum = f32_add_any(", first = "f32_mul_any(" + inner + ", " + inner + ")";
  EXPECT_EQ(wrapped(head + first + ", last);\n"), head + first + ",\n      last);\n");
  const std::string short_line(120, 'x');
  EXPECT_EQ(wrapped(short_line + "\n"), short_line + "\n");
  const std::string no_place(130, 'x');
  EXPECT_EQ(wrapped(no_place + "\n"), no_place + "\n");
}

TEST(Wrapped, ALineIsBrokenAsOftenAsNeeded) {
  std::string call = "static void node(a0";
  for (int k = 1; k < 100; ++k) call += ", const float *restrict a" + std::to_string(k);
  const std::vector<std::string> lines = lines_of(wrapped(call + ") {\n"));
  EXPECT_GT(lines.size(), 20u);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_LE(line.size(), 120u);
    EXPECT_TRUE(joined.empty() || line.starts_with("    const")) << line;
    joined += joined.empty() ? line : " " + line.substr(4);
  }
  EXPECT_EQ(joined, call + ") {");
}

TEST(Wrapped, CommentsGoOnAsComments) {
  const std::string words(70, 'w');
  EXPECT_EQ(wrapped(" * " + words + " " + words + "\n"), " * " + words + "\n *   " + words + "\n");
  EXPECT_EQ(wrapped("  /*@ " + words + " && " + words + "; */\n"),
            "  /*@ " + words + " &&\n    @   " + words + "; */\n");
  EXPECT_EQ(wrapped("    @ " + words + " || " + words + ";\n"), "    @ " + words + " ||\n    @   " + words + ";\n");
}

// y + 3 is divided by 2: without a remainder the quotient is at least 2, so that 0 <= quotient - 2 always holds.
TEST(Conditions, WhatFollowsFromTheOnesBeforeIsNotWritten) {
  const WrittenPlace y(std::make_shared<Atom>(Atom{"y", 0, 6})), from = y + WrittenPlace(std::uint64_t{3});
  const auto name = std::make_shared<Atom>(Atom{"iy", -1, 2});
  name->first = std::make_shared<const WrittenPlace>(from / 2 - 2);
  const Inside multiple{.bounds = {{from % 2, WrittenPlace(std::uint64_t{1})}}},
      inside{.bounds = {{WrittenPlace(name), WrittenPlace(std::uint64_t{2})}}};
  EXPECT_EQ(text_of(inside), "0 <= iy && iy < 2");
  EXPECT_EQ(text_of(multiple && inside), "((y + 1) % 2) < 1 && iy < 2");
}

Statement loop_of(const AtomPointer& counter, std::uint64_t bound, std::vector<Statement> body) {
  return {.kind = Statement::Kind::loop, .counter = counter, .bound = bound, .body = std::move(body)};
}
AtomPointer counter_of(const char* name, std::int64_t high) { return std::make_shared<Atom>(Atom{name, 0, high}); }

// for (i < 2) for (j < 3) if (i32_is_zero(B[place])) refuse
TEST(Contracts, ALoopKeepsWhatItDidNotRefuse) {
  const AtomPointer i = counter_of("i", 1), j = counter_of("j", 2);
  const auto invariants = [&](const WrittenPlace& place, std::uint64_t count) {
    Program program;
    program.can_refuse = true;
    program.buffer({.kind = Buffer::Kind::operand, .name = "B", .type = DType::i32, .count = count, .is_used = true});
    const auto element = expression({.kind = Expression::Kind::element, .number = 0, .place = place});
    program.body = {loop_of(
        i, 2, {loop_of(j, 3, {{.kind = Statement::Kind::refusal, .value = call_of("i32_is_zero", {element})}})})};
    const std::string outer = lines_of(loop_contract(program, program.body[0], {"B"}, {}, ""))[1],
                      inner = lines_of(loop_contract(program, program.body[0].body[0], {"B"}, {}, ""))[1],
                      whole = function_contract(program, {"B"}, {"ok", "zero"});
    return outer + "\n" + inner + "\n" + whole;
  };
  EXPECT_EQ(invariants(WrittenPlace(i).times(3) + WrittenPlace(j), 6),
            "  @ loop invariant \\forall integer q; 0 <= q < i * 3 ==> B[q] != 0;\n"
            "  @ loop invariant \\forall integer q; 0 <= q < i * 3 + j ==> B[q] != 0;\n"
            "/*@ requires \\valid_read(B + (0 .. 5));\n  @ assigns \\nothing;\n"
            "  @ ensures \\result == ok || \\result == zero;\n"
            "  @ ensures \\result == ok <==> (\\forall integer q; 0 <= q < 6 ==> B[q] != 0); */\n");
  EXPECT_EQ(lines_of(invariants(WrittenPlace(j), 3))[0],
            "  @ loop invariant \\forall integer q; 0 < i && 0 <= q < 3 ==> B[q] != 0;");
  EXPECT_EQ(lines_of(invariants(WrittenPlace(i), 2))[1],
            "  @ loop invariant \\forall integer q; 0 < j && 0 <= q < i + 1 ==> B[q] != 0;");
  // Nothing is said where elements are looked at in another order.
  EXPECT_EQ(lines_of(invariants(WrittenPlace(j).times(2) + WrittenPlace(i), 6))[0], "  @ loop assigns i;");
}

}  // namespace
}  // namespace etalon::tests
