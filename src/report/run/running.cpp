// SPDX-License-Identifier: Apache-2.0
// Floor 9. See running.hpp.
#include "report/run/running.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "ops/reference.hpp"
#include "report/page/findings.hpp"
#include "report/run/agreement.hpp"
#include "report/run/outcome.hpp"
#include "run/digest.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

// Memory for an arena; nothing in it is cleared.
class ArenaMemory {
 public:
  explicit ArenaMemory(std::uint64_t bytes)
      : size_(static_cast<std::size_t>(bytes)), data_(static_cast<std::byte*>(::operator new(size_, alignment))) {}
  std::span<std::byte> span() { return {data_.get(), size_}; }

 private:
  static constexpr std::align_val_t alignment{Arena::alignment};
  struct Release {
    void operator()(std::byte* data) const { ::operator delete(data, alignment); }
  };
  std::size_t size_;
  std::unique_ptr<std::byte, Release> data_;
};

void add_notice(std::vector<Finding>& notices, const CheckedModel& model, std::uint32_t node, Finding notice) {
  notice.message.insert(0, node_name(*model.graph, node) + ": ");
  notice.status.node = node;
  notices.push_back(std::move(notice));
}

// Counts events where the caller wants them and where an operator always reports one.
class Counter final : public EventSink {
 public:
  enum class Which { none, notices, all };
  Counter(const CheckedModel& model, Which which, RunReport& report, const RunOrder& order)
      : model_(model), which_(which), report_(report), order_(order) {}
  bool wants(std::size_t node) const override {
    return which_ == Which::all || (which_ == Which::notices && gives_notice(model_.calls[node]));
  }
  void take(std::size_t node, const Events& events) override { report_.events[node] = events; }
  void done(std::size_t node) override {
    if (order_.on_node_done) order_.on_node_done(operations_of(model_.calls[node]));
  }
  bool wants_breaches() const override { return which_ != Which::none; }
  void take_breach(std::size_t node, const Precondition& precondition, const Events::Tally& broken) override {
    add_notice(report_.notices, model_, static_cast<std::uint32_t>(node),
               breach_notice(precondition, broken, model_.calls[node]));
  }

 private:
  const CheckedModel& model_;
  const Which which_;
  RunReport& report_;
  const RunOrder& order_;
};

Ran compute(const Plan& plan, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
            EventSink* events, Team* team) {
  ArenaMemory arena(plan.arena_bytes());
  Ran ran{plan.run(ViewBuffers(inputs, outputs), arena.span(), events, team), {}};
  for (const MutableTensorView& view : outputs) ran.outputs.push_back({view.type, view.shape, view.data, view.bytes});
  return ran;
}

// The finding where the reference ends otherwise; it counts.
std::optional<Finding> compare(const Plan& plan, std::span<const TensorView> inputs, const Ran& ran, Counter& counter,
                               const Limits& limits) {
  const Result<Plan> judge = Plan::make(plan.shared_model(), reference_kernel, limits);
  if (!judge) return judge.finding();
  Result<std::vector<Tensor>> room = make_outputs(plan, limits);
  if (!room) return room.finding();
  std::vector<MutableTensorView> outputs;
  for (Tensor& tensor : *room) outputs.push_back(tensor.view());
  return contradiction(plan, ran, compute(*judge, inputs, outputs, &counter, nullptr));
}

}  // namespace

std::uint64_t operations_of(const Plan& plan, const RunOrder& order) {
  return order.both ? 2 * std::min(plan.operations(), UINT64_MAX / 2) : plan.operations();
}

Result<std::vector<Tensor>> make_outputs(const Plan& plan, const Limits& limits) {
  std::vector<Tensor> outputs;
  for (const Port& port : plan.outputs()) {
    const Shape& shape = port.argument.shape;
    const auto fits = checked_shape({shape.dims.data(), shape.rank}, port.argument.type, limits);
    if (!fits) return fits.finding();
    outputs.emplace_back(port.argument.type, shape);
  }
  return outputs;
}

Result<RunReport> run_plan(const Plan& plan, std::span<const TensorView> inputs,
                           std::span<const MutableTensorView> outputs, const RunOrder& order, const Limits& limits) {
  const CheckedModel& model = plan.model();
  RunReport report{std::vector<Events>(model.calls.size()), {}};
  using Which = Counter::Which;
  Counter counter(model, order.events ? Which::all : Which::notices, report, order);
  Counter idle(model, Which::none, report, order);
  // Where both run, the reference counts, and the fast kernels run as they do where nothing is counted.
  const Ran ran = compute(plan, inputs, outputs, order.both ? &idle : &counter, order.team);
  if (order.both)
    if (auto problem = compare(plan, inputs, ran, counter, limits)) return *std::move(problem);
  if (!ran.status.ok() && ran.status.node == no_node)
    return Finding{Severity::error, ran.status, {}, {}, "the plan was refused", {}};
  if (!ran.status.ok()) return condition_at(model, ran.status);
  for (std::uint32_t n = 0; n < model.calls.size(); ++n)
    for (Finding& notice : notices_of(*model.calls[n].op, report.events[n], first_result(model.calls[n]).shape))
      add_notice(report.notices, model, n, std::move(notice));
  return report;
}

Result<RunOutcome> run_tensors(const Plan& plan, std::span<const Tensor> inputs, const RunOrder& order,
                               const Limits& limits) {
  Result<std::vector<Tensor>> outputs = make_outputs(plan, limits);
  if (!outputs) return outputs.finding();
  std::vector<TensorView> in, results;
  std::vector<MutableTensorView> out;
  for (const Tensor& tensor : inputs) in.push_back(tensor.view());
  for (Tensor& tensor : *outputs) out.push_back(tensor.view());
  for (const Tensor& tensor : *outputs) results.push_back(tensor.view());
  Result<RunReport> report = run_plan(plan, in, out, order, limits);
  if (!report) return report.finding();
  return RunOutcome{std::move(*report), std::move(*outputs), digest_of(plan, results)};
}

std::string digest_of(const Plan& plan, std::span<const TensorView> outputs) {
  TensorDigest digest;
  for (std::size_t k = 0; k < outputs.size(); ++k) digest.add(plan.outputs()[k].name, outputs[k]);
  return to_hex(digest.finish());
}

std::uint64_t elements_of(const Plan& plan) {
  std::uint64_t count = 0;
  for (const Port& port : plan.outputs()) count += port.argument.shape.count;
  return count;
}

Finding condition_at(const CheckedModel& model, const Status& status) {
  Finding finding = condition_of(model.calls[status.node], status);
  finding.message.insert(0, node_name(*model.graph, status.node) + ": ");
  return finding;
}

}  // namespace etalon::impl
