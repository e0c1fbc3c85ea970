// SPDX-License-Identifier: Apache-2.0
// One operator on literals, the way the command line does it, for tests. Everything is computed twice: by the
// kernels that count events, and by those that do not.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "accuracy/exact_kernels.hpp"
#include "check/resolve.hpp"
#include "run/execute.hpp"
#include "text/any_tensor.hpp"
#include "text/type_name.hpp"

namespace etalon::tests {

using namespace impl;

struct OpCase {
  // Every operand is a literal, one after its type ("int64:[2,3]"), or "-" for one that is omitted. `type` is that of
  // the literals that name none, as on the command line.
  OpCase(const char* name, DType usual, std::vector<std::string> literals, const Profile* rules = find_profile("sonnx"),
         int operator_set = newest_opset, std::vector<Attribute> given = {}, bool patterns = false,
         std::size_t wanted = 0)
      : operation(name),
        type(usual),
        operands(std::move(literals)),
        profile(rules),
        opset(operator_set),
        attributes(std::move(given)),
        bits(patterns),
        results(wanted) {}
  OpCase(const char* name, DType usual, std::string a, std::string b, const Profile* rules = find_profile("sonnx"),
         int operator_set = newest_opset, std::vector<Attribute> given = {}, bool patterns = false)
      : OpCase(name, usual, std::vector{std::move(a), std::move(b)}, rules, operator_set, std::move(given), patterns) {}

  const char* operation;
  DType type;
  std::vector<std::string> operands;
  const Profile* profile;
  int opset;
  std::vector<Attribute> attributes;
  bool bits;                                            // bit patterns in and out
  std::size_t results;                                  // 0: as many as the operator must have
  std::function<void()> before = [] {}, after = [] {};  // called around the computation only
};

struct OpResult {
  Code code = Code::ok;
  std::string rule;                // where code is not ok
  Status status;                   // of the computation
  std::string text;                // the first printed result
  std::vector<std::string> texts;  // all of them
  Events events;
  std::vector<Finding> notices;
  std::vector<std::pair<std::string, Events::Tally>> breaches;  // of preconditions, by rule
};

inline OpResult failed(const Finding& finding) {
  return {finding.status.code, finding.status.rule, finding.status, {}, {}, {}, {}, {}};
}

// An operand as the command line reads it, without files.
inline Result<AnyTensor> read_operand(const OpCase& c, const Row* row, std::size_t k) {
  const TypedText text = split_type(c.operands[k]);
  if (text.type.empty())
    return parse_any_tensor(text.rest, row == nullptr ? c.type : *row->type_at(k, c.type), BitPatterns{c.bits});
  const DTypeInfo* named = find_type(text.type);
  if (named == nullptr) return error(Code::usage, "", "no such type: " + std::string(text.type), "");
  return parse_any_tensor(text.rest, named->id, BitPatterns{c.bits});
}

inline bool same(const AnyTensor& x, const AnyTensor& y) {
  if (!x.stored()) return *x.printed(false) == *y.printed(false);
  const auto bytes = [](const Tensor& t) { return std::span(t.data(), t.bytes()); };
  return std::ranges::equal(bytes(*x.stored()), bytes(*y.stored()));
}

inline OpResult run_op(const OpCase& c) {
  const Operator* op = find_operator("", c.operation);
  const Row* row = op == nullptr ? nullptr : row_for(*c.profile, c.opset, *op);
  std::vector<AnyTensor> read;
  read.reserve(c.operands.size());
  std::vector<Given> given;
  std::vector<TensorView> inputs;
  for (std::size_t k = 0; k < c.operands.size(); ++k) {
    inputs.emplace_back();
    if (c.operands[k] == "-") {
      given.emplace_back(std::nullopt);
      continue;
    }
    Result<AnyTensor> operand = read_operand(c, row, k);
    if (!operand) return failed(operand.finding());
    read.push_back(*std::move(operand));
    inputs.back() = std::as_const(read.back()).view();
    given.emplace_back(Argument{inputs.back().type, inputs.back().shape}, read.back().stored());
  }
  Node node;
  node.operation = c.operation;
  node.attributes = c.attributes;
  const auto resolution = resolve(*c.profile, c.opset, node, given, c.results);
  if (!resolution) return failed(resolution.finding());
  const Call& call = resolution->call;

  std::vector<AnyTensor> counted, plain;
  counted.reserve(call.outputs.size());
  plain.reserve(call.outputs.size());
  std::vector<MutableTensorView> outputs, uncounted;
  for (const std::optional<Argument>& output : call.outputs) {
    outputs.push_back(counted.emplace_back(output->type, output->shape).view());
    uncounted.push_back(plain.emplace_back(output->type, output->shape).view());
  }
  OpResult result;
  result.notices = resolution->notices;
  for (const Precondition& precondition : call.row->preconditions)
    if (const auto tally = breach(precondition, call, inputs[precondition.operand].data, scan_any); tally.count > 0)
      result.breaches.emplace_back(precondition.rule, tally);
  c.before();
  const Status status = execute(call, inputs, outputs, {.events = &result.events}, any_kernel);
  const Status again = execute(call, inputs, uncounted, {}, any_kernel);
  c.after();
  // The kernels that count nothing are those that users run.
  EXPECT_EQ(again.code, status.code);
  result.code = status.code;
  result.rule = status.rule;
  result.status = status;
  for (std::size_t k = 0; k < counted.size(); ++k) {
    EXPECT_TRUE(same(plain[k], counted[k]))
        << c.operation << " " << info(c.type).name << ": counting events changes the result";
    if (status.ok()) result.texts.push_back(*counted[k].printed(c.bits));
  }
  if (status.ok()) result.text = result.texts[0];
  return result;
}

}  // namespace etalon::tests
