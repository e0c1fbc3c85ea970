// SPDX-License-Identifier: Apache-2.0
// One operator on two literals, the way the command line does it, for tests. Everything is computed twice: by the
// kernels that count events, and by those that do not.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "accuracy/exact_kernels.hpp"
#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "text/literal.hpp"

namespace etalon::tests {

using namespace impl;

struct OpCase {
  const char* operation;
  DType type;
  std::string a, b;
  const Profile* profile = find_profile("sonnx");
  int opset = newest_opset;
  std::vector<Attribute> attributes = {};
  bool bits = false;                                    // bit patterns in and out
  std::function<void()> before = [] {}, after = [] {};  // called around the computation only
};

struct OpResult {
  Code code = Code::ok;
  std::string rule;  // where code is not ok
  Status status;     // of the computation
  std::string text;  // the printed result
  Events events;
  std::vector<Finding> notices;
  std::vector<std::pair<std::string, Events::Tally>> breaches;  // of preconditions, by rule
};

inline OpResult failed(const Finding& finding) {
  return {finding.status.code, finding.status.rule, finding.status, {}, {}, {}, {}};
}

template <class Operand, class Make, class Print>
OpResult compute(const OpCase& c, const Result<Operand>& a, const Result<Operand>& b, KernelTable kernels, Make make,
                 Print print) {
  if (!a) return failed(a.finding());
  if (!b) return failed(b.finding());
  Node node;
  node.operation = c.operation;
  node.attributes = c.attributes;
  const auto argument = [](const TensorView& view) { return Argument{view.type, view.shape}; };
  const TensorView inputs[] = {make.view(*a), make.view(*b)};
  const Argument arguments[] = {argument(inputs[0]), argument(inputs[1])};
  const auto resolution = resolve(*c.profile, c.opset, node, arguments);
  if (!resolution) return failed(resolution.finding());
  auto out = make(*resolution->call.outputs[0]), plain = make(*resolution->call.outputs[0]);
  const MutableTensorView outputs[] = {make.view(out)}, uncounted[] = {make.view(plain)};
  OpResult result;
  result.notices = resolution->notices;
  for (const Precondition& precondition : resolution->call.row->preconditions)
    if (const auto tally = breach(precondition, resolution->call, inputs[precondition.operand].data, make.scan);
        tally.count > 0)
      result.breaches.emplace_back(precondition.rule, tally);
  c.before();
  const Status status = execute(resolution->call, inputs, outputs, {.events = &result.events}, kernels);
  const Status again = execute(resolution->call, inputs, uncounted, {}, kernels);
  c.after();
  // The kernels that count nothing are those that users run.
  EXPECT_EQ(again.code, status.code);
  EXPECT_TRUE(make.same(plain, out)) << c.operation << " " << info(c.type).name
                                     << ": counting events changes the result";
  result.code = status.code;
  result.rule = status.rule;
  result.status = status;
  if (status.ok()) result.text = print(out);
  return result;
}

// How the tensors of exact and of stored elements are made, seen and compared. They have names: two nameless types of
// an inline function may be one to the linker.
struct ExactTensors {
  RealTensor operator()(const Argument& a) const { return {a.shape, std::vector<Number>(a.shape.count)}; }
  TensorView view(const RealTensor& t) const { return {DType::real, t.shape, t.elements.data(), 0}; }
  MutableTensorView view(RealTensor& t) const { return {DType::real, t.shape, t.elements.data(), 0}; }
  bool same(const RealTensor& x, const RealTensor& y) const { return *print_real(x, {}) == *print_real(y, {}); }
  Scan scan = scan_exact;
};
struct StoredTensors {
  Tensor operator()(const Argument& a) const { return Tensor(a.type, a.shape); }
  TensorView view(const Tensor& t) const { return t.view(); }
  MutableTensorView view(Tensor& t) const { return t.view(); }
  bool same(const Tensor& x, const Tensor& y) const { return std::ranges::equal(bytes(x), bytes(y)); }
  static std::span<const std::byte> bytes(const Tensor& t) { return {t.data(), t.bytes()}; }
  Scan scan = scan_stored;
};

inline OpResult run_op(const OpCase& c) {
  if (c.type == DType::real)
    return compute(c, parse_real_tensor(c.a, {}), parse_real_tensor(c.b, {}), exact_kernel, ExactTensors{},
                   [](const RealTensor& t) { return *print_real(t, {}); });
  return compute(c, parse_tensor(c.a, c.type, {}, c.bits), parse_tensor(c.b, c.type, {}, c.bits), reference_kernel,
                 StoredTensors{},
                 [&](const Tensor& t) { return c.bits ? print_bits(t.view()) : print_tensor(t.view()); });
}

}  // namespace etalon::tests
