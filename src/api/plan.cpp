// SPDX-License-Identifier: Apache-2.0
// Floor 10. The C interface over plans: makes them, runs them, gives their digests.
#include "run/plan.hpp"

#include <memory>

#include "api/kernels.hpp"
#include "api/model.hpp"
#include "api/report.hpp"
#include "api/translate.hpp"
#include "ops/reference.hpp"
#include "run/digest.hpp"

using namespace etalon::impl;

struct etalon_plan {
  std::shared_ptr<const Loaded> loaded;
  Plan plan;
};

namespace {

static_assert(ETALON_ARENA_ALIGNMENT == Arena::alignment);

constexpr Status refused{Code::usage, "API-ALL-REQUEST"};

// The caller's buffers; their shapes are not given, so they are those of the plan.
class GivenBuffers final : public Buffers {
 public:
  GivenBuffers(std::span<const etalon_input> inputs, std::span<const etalon_output> outputs)
      : inputs_(inputs), outputs_(outputs) {}
  Status match(std::span<const Port> inputs, std::span<const Port> outputs, std::span<Extent> found) const override {
    return match_all(inputs_, outputs_, inputs, outputs, found, suits);
  }
  Extent input(std::size_t i) const override { return {inputs_[i].data, inputs_[i].bytes}; }
  Extent output(std::size_t i) const override { return {outputs_[i].data, outputs_[i].bytes}; }

  static constexpr auto suits = [](const auto& given, const Port& port) {
    return given.type == info(port.argument.type).onnx;
  };

 private:
  std::span<const etalon_input> inputs_;
  std::span<const etalon_output> outputs_;
};

class GivenSink final : public EventSink {
 public:
  GivenSink(const Plan& plan, const etalon_run_options& options)
      : calls_(plan.model().calls), events_(options.events), notices_(options) {
    if (events_ != nullptr) std::fill_n(events_, calls_.size(), etalon_events{});
  }
  bool needed() const { return events_ != nullptr || notices_.wanted(); }
  bool wants(std::size_t node) const override { return events_ != nullptr || gives_notice(calls_[node]); }
  void take(std::size_t node, const Events& events) override {
    if (events_ != nullptr) copy_events(events, events_[node]);
    if (notices_.wanted()) notices_.tell(node, calls_[node], events);
  }
  bool wants_breaches() const override { return notices_.wanted(); }
  void take_breach(std::size_t node, const Precondition& precondition, const Events::Tally& broken) override {
    notices_.tell(node, precondition, broken);
  }

 private:
  std::span<const Call> calls_;
  etalon_events* events_;
  Notices notices_;
};

class GivenTeam final : public Team {
 public:
  explicit GivenTeam(const etalon_team* team) : team_(team) {}
  unsigned size() const override { return team_->size; }
  void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) override {
    team_->run(team_->context, tasks, task, context);
  }

 private:
  const etalon_team* team_;
};

std::int32_t describe(std::span<const Port> ports, std::size_t index, etalon_port* port) {
  if (index >= ports.size()) return ETALON_USAGE;
  const char* name = ports[index].name.data();  // a view of a whole std::string
  return give(port, port_of(name, ports[index].argument)) ? ETALON_OK : ETALON_USAGE;
}

// Constants are read from the model's bytes while a plan runs.
Status apart(const Extent& model, std::size_t inputs, std::span<const etalon_output> outputs, const Extent& arena) {
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (overlap({outputs[i].data, outputs[i].bytes}, model)) return refused_for("API-ALL-OVERLAP", inputs + i);
  return overlap(arena, model) ? refused_for("API-ALL-OVERLAP", inputs + outputs.size()) : Status{};
}

}  // namespace

std::int32_t etalon_make_plan(const etalon_model* model, const etalon_plan_options* given, etalon_plan** plan,
                              etalon_problem* problem) noexcept {
  return guarded(problem, [&](const Report& report) {
    if (plan == nullptr) return report.failed(refused, "no place for the plan");
    *plan = nullptr;
    if (model == nullptr) return report.failed(refused, "no model; give one that etalon_check made");
    if (const Finding* reason = reason_of(model->loaded->verdict.findings)) return report.failed(*reason);
    const auto options = taken_or_none(given);
    if (!options) return report.failed(refused, "the options need a known size");
    if (options->kernels != nullptr && !made_for_this(*options->kernels))
      return report.failed({Code::usage, "API-ALL-KERNELS"},
                           "these kernels belong to another build of Etalon; take etalon and etalon_fast of one build");
    if (options->tasks > ETALON_MAX_TASKS)
      return report.failed(misuse(std::to_string(options->tasks) + " tasks",
                                  "a node is cut into at most " + std::to_string(ETALON_MAX_TASKS)));
    Result<Plan> made = Plan::make(model->loaded->verdict.model,
                                   options->kernels == nullptr ? reference_kernel : options->kernels->table,
                                   model->loaded->limits, std::max<unsigned>(options->tasks, 1));
    if (!made) return report.failed(made.finding());
    *plan = std::make_unique<etalon_plan>(model->loaded, std::move(*made)).release();
    return report.ok();
  });
}

std::int32_t etalon_plan_about(const etalon_plan* plan, etalon_plan_facts* facts) noexcept {
  if (plan == nullptr) return ETALON_USAGE;
  const Plan& it = plan->plan;
  return give(facts, etalon_plan_facts{0, it.inputs().size(), it.outputs().size(), it.model().calls.size(),
                                       it.arena_bytes(), it.staged_bytes(), it.decoded_bytes(), it.operations(),
                                       it.value_bytes(), it.live_bytes(), it.packed_bytes()})
             ? ETALON_OK
             : ETALON_USAGE;
}

std::int32_t etalon_plan_input(const etalon_plan* plan, std::size_t index, etalon_port* port) noexcept {
  return plan == nullptr ? ETALON_USAGE : describe(plan->plan.inputs(), index, port);
}

std::int32_t etalon_plan_output(const etalon_plan* plan, std::size_t index, etalon_port* port) noexcept {
  return plan == nullptr ? ETALON_USAGE : describe(plan->plan.outputs(), index, port);
}

std::int32_t etalon_run_plan(const etalon_plan* plan, const etalon_input* inputs, std::size_t input_count,
                             const etalon_output* outputs, std::size_t output_count, void* arena,
                             std::size_t arena_bytes, const etalon_run_options* given,
                             etalon_problem* problem) noexcept {
  return guarded(problem, [&](const Report& report) {
    const auto options = taken_or_none(given);
    if (!options) return report.failed(refused, "the options need a known size");
    const etalon_team* team = options->team;
    if (team != nullptr && (team->run == nullptr || team->size == 0))
      return report.failed(refused, "the team has no threads");
    if (plan == nullptr || lacks(inputs, input_count) || lacks(outputs, output_count) ||
        lacks(static_cast<std::byte*>(arena), arena_bytes))
      return report.failed({Code::usage, "API-ALL-BUFFERS"}, "the plan or a list of buffers is NULL");
    const Plan& it = plan->plan;
    if (options->events != nullptr && options->event_count != it.model().calls.size())
      return report.failed(refused, "events need a place for each node");
    Status status = apart(plan->loaded->bytes, input_count, {outputs, output_count}, {arena, arena_bytes});
    if (status.ok()) {
      GivenSink sink(it, *options);
      GivenTeam threads(team);
      status = it.run(GivenBuffers({inputs, input_count}, {outputs, output_count}),
                      {static_cast<std::byte*>(arena), arena_bytes}, sink.needed() ? &sink : nullptr,
                      team == nullptr ? nullptr : &threads);
    }
    return report.ran(status, input_count, output_count);
  });
}

std::int32_t etalon_digest(const etalon_plan* plan, const etalon_output* outputs, std::size_t output_count,
                           char digest[ETALON_DIGEST_CHARACTERS], etalon_problem* problem) noexcept {
  return guarded(problem, [&](const Report& report) {
    if (plan == nullptr || digest == nullptr || lacks(outputs, output_count))
      return report.failed(refused, "the plan, the outputs or the place for the digest is NULL");
    if (output_count != plan->plan.outputs().size())
      return report.failed({Code::usage, "API-ALL-BUFFERS"}, "there are too few or too many outputs");
    TensorDigest hash;
    for (std::size_t i = 0; i < output_count; ++i) {
      const Port& port = plan->plan.outputs()[i];
      if (!GivenBuffers::suits(outputs[i], port) || !port.takes(outputs[i].data, outputs[i].bytes))
        return report.ran(refused_for("API-ALL-BUFFERS", i), 0, output_count);
      hash.add(port.name, {port.argument.type, port.argument.shape, outputs[i].data, outputs[i].bytes});
    }
    const std::string text = to_hex(hash.finish());
    std::copy_n(text.c_str(), ETALON_DIGEST_CHARACTERS, digest);
    return report.ok();
  });
}

void etalon_release_plan(etalon_plan* plan) noexcept { delete plan; }
