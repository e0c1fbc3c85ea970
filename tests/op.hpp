// SPDX-License-Identifier: Apache-2.0
// One operator on two literals, the way the command line does it, for tests.
#pragma once

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
};

inline OpResult failed(const Finding& finding) {
  return {finding.status.code, finding.status.rule, finding.status, {}, {}, {}};
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
  auto out = make(resolution->call.outputs[0]);
  const MutableTensorView outputs[] = {make.view(out)};
  OpResult result;
  result.notices = resolution->notices;
  c.before();
  const Status status = execute(resolution->call, inputs, outputs, {.events = &result.events}, kernels);
  c.after();
  result.code = status.code;
  result.rule = status.rule;
  result.status = status;
  if (status.ok()) result.text = print(out);
  return result;
}

inline OpResult run_op(const OpCase& c) {
  if (c.type == DType::real) {
    struct {
      RealTensor operator()(const Argument& a) const { return {a.shape, std::vector<Number>(a.shape.count)}; }
      TensorView view(const RealTensor& t) const { return {DType::real, t.shape, t.elements.data(), 0}; }
      MutableTensorView view(RealTensor& t) const { return {DType::real, t.shape, t.elements.data(), 0}; }
    } make;
    return compute(c, parse_real_tensor(c.a, {}), parse_real_tensor(c.b, {}), exact_kernel, make,
                   [](const RealTensor& t) { return *print_real(t, {}); });
  }
  struct {
    Tensor operator()(const Argument& a) const { return Tensor(a.type, a.shape); }
    TensorView view(const Tensor& t) const { return t.view(); }
    MutableTensorView view(Tensor& t) const { return t.view(); }
  } make;
  return compute(c, parse_tensor(c.a, c.type, {}, c.bits), parse_tensor(c.b, c.type, {}, c.bits), reference_kernel,
                 make, [&](const Tensor& t) { return c.bits ? print_bits(t.view()) : print_tensor(t.view()); });
}

}  // namespace etalon::tests
