// SPDX-License-Identifier: Apache-2.0
// Floor 10. The C interface over whole models: translates, refuses what is malformed, lets no exception out.
#include <etalon/etalon.h>

#include <memory>
#include <new>
#include <optional>

#include "api/kernels.hpp"
#include "api/translate.hpp"
#include "onnx/model.hpp"
#include "ops/reference.hpp"
#include "run/digest.hpp"
#include "run/plan.hpp"

using namespace etalon::impl;

namespace {

// What a model and its plans share.
struct Loaded {
  Extent bytes;                          // that the caller gave: constants are read from there while plans run
  std::optional<ExternalData> external;  // constants may lie in it
  Verdict verdict;
};

}  // namespace

struct etalon_model {
  std::shared_ptr<const Loaded> loaded;
};

struct etalon_plan {
  std::shared_ptr<const Loaded> loaded;
  Plan plan;
};

namespace {

static_assert(ETALON_ARENA_ALIGNMENT == Arena::alignment);

constexpr Status refused{Code::usage, "API-ALL-BUFFERS"};

Result<std::shared_ptr<const Loaded>> load(const etalon_source& source) {
  if (source.bytes == nullptr && source.byte_count > 0) return misuse("bytes is NULL", "give the bytes of a model");
  const Result<Profile> profile = profile_of(source.profile, source.accumulate);
  if (!profile) return profile.finding();
  const Limits limits;
  const auto loaded = std::make_shared<Loaded>();
  if (source.external_folder != nullptr) {
    Result<ExternalData> folder = ExternalData::of_folder(source.external_folder, limits);
    if (!folder) return folder.finding();
    loaded->external.emplace(std::move(*folder));
  }
  Result<Graph> graph = read_model({static_cast<const std::byte*>(source.bytes), source.byte_count}, limits,
                                   loaded->external ? &*loaded->external : nullptr);
  if (!graph) return graph.finding();
  loaded->bytes = {source.bytes, source.byte_count};
  loaded->verdict = check(std::move(*graph), *profile);
  return std::shared_ptr<const Loaded>(loaded);
}

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

class GivenEvents final : public EventSink {
 public:
  explicit GivenEvents(etalon_events* events) : events_(events) {}
  void take(std::size_t node, const Events& events) override { copy_events(events, events_[node]); }

 private:
  etalon_events* events_;
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

etalon_status describe_port(std::span<const Port> ports, std::size_t index, etalon_port* port) {
  if (port == nullptr || index >= ports.size()) return plain(refused);
  *port = {ports[index].name.data(), type_of(ports[index].argument)};  // the view is of a whole std::string
  return plain({});
}

}  // namespace

etalon_status etalon_check(const etalon_source* source, etalon_model** model, char* message,
                           std::size_t message_bytes) noexcept try {
  clear(message, message_bytes);
  if (model == nullptr) return plain({Code::usage, "API-ALL-REQUEST"});
  *model = nullptr;
  if (source == nullptr) return failure(misuse("no source", "pass an etalon_source"), message, message_bytes);
  Result<std::shared_ptr<const Loaded>> loaded = load(*source);
  if (!loaded) return failure(loaded.finding(), message, message_bytes);
  *model = new etalon_model{std::move(*loaded)};
  const Finding* reason = reason_of((*model)->loaded->verdict.findings);
  return reason == nullptr ? plain({}) : failure(*reason, message, message_bytes);
} catch (const std::bad_alloc&) {
  return plain({Code::limit, "FILE-ALL-LIMITS"});
} catch (...) {
  return plain({Code::internal});
}

std::size_t etalon_finding_count(const etalon_model* model) noexcept {
  return model == nullptr ? 0 : model->loaded->verdict.findings.size();
}

etalon_status etalon_finding_at(const etalon_model* model, std::size_t index, etalon_finding* finding) noexcept {
  if (finding == nullptr || index >= etalon_finding_count(model)) return plain(refused);
  const Finding& it = model->loaded->verdict.findings[index];
  *finding = {static_cast<std::int32_t>(it.severity),
              plain(it.status),
              it.offset.value_or(0),
              it.value.c_str(),
              it.message.c_str(),
              it.hint.c_str(),
              it.fix.c_str()};
  return plain({});
}

etalon_status etalon_make_plan(const etalon_model* model, etalon_plan** plan, char* message,
                               std::size_t message_bytes) noexcept {
  return etalon_make_plan_with(model, nullptr, plan, message, message_bytes);
}

etalon_status etalon_make_plan_with(const etalon_model* model, const etalon_plan_options* options, etalon_plan** plan,
                                    char* message, std::size_t message_bytes) noexcept try {
  clear(message, message_bytes);
  if (plan == nullptr) return plain({Code::usage, "API-ALL-REQUEST"});
  *plan = nullptr;
  if (model == nullptr) return failure(misuse("no model", "give one that etalon_check made"), message, message_bytes);
  if (const Finding* reason = reason_of(model->loaded->verdict.findings))
    return failure(*reason, message, message_bytes);
  const etalon_plan_options chosen = options == nullptr ? etalon_plan_options{} : *options;
  if (chosen.kernels != nullptr && !made_for_this(*chosen.kernels))
    return failure(error(Code::usage, "API-ALL-KERNELS", "these kernels belong to another build of Etalon",
                         "take etalon and etalon_fast of one build"),
                   message, message_bytes);
  if (chosen.tasks > ETALON_MAX_TASKS)
    return failure(misuse(std::to_string(chosen.tasks) + " tasks",
                          "a node is cut into at most " + std::to_string(ETALON_MAX_TASKS)),
                   message, message_bytes);
  Result<Plan> made =
      Plan::make(model->loaded->verdict.model, chosen.kernels == nullptr ? reference_kernel : chosen.kernels->table,
                 Limits{}, std::max<unsigned>(chosen.tasks, 1));
  if (!made) return failure(made.finding(), message, message_bytes);
  *plan = new etalon_plan{model->loaded, std::move(*made)};
  return plain({});
} catch (const std::bad_alloc&) {
  return plain({Code::limit, "FILE-ALL-LIMITS"});
} catch (...) {
  return plain({Code::internal});
}

etalon_status etalon_plan_about(const etalon_plan* plan, etalon_plan_facts* facts) noexcept {
  if (plan == nullptr || facts == nullptr) return plain(refused);
  const Plan& it = plan->plan;
  *facts = {it.inputs().size(), it.outputs().size(), it.model().calls.size(), it.arena_bytes(),
            it.staged_bytes(),  it.decoded_bytes(),  it.operations()};
  return plain({});
}

etalon_status etalon_plan_input(const etalon_plan* plan, std::size_t index, etalon_port* port) noexcept {
  return plan == nullptr ? plain(refused) : describe_port(plan->plan.inputs(), index, port);
}

etalon_status etalon_plan_output(const etalon_plan* plan, std::size_t index, etalon_port* port) noexcept {
  return plan == nullptr ? plain(refused) : describe_port(plan->plan.outputs(), index, port);
}

etalon_status etalon_run_plan(const etalon_plan* plan, const etalon_input* inputs, std::size_t input_count,
                              const etalon_output* outputs, std::size_t output_count, void* arena,
                              std::size_t arena_bytes, etalon_events* events, std::size_t event_count) noexcept {
  return etalon_run_plan_on(plan, inputs, input_count, outputs, output_count, arena, arena_bytes, events, event_count,
                            nullptr);
}

etalon_status etalon_run_plan_on(const etalon_plan* plan, const etalon_input* inputs, std::size_t input_count,
                                 const etalon_output* outputs, std::size_t output_count, void* arena,
                                 std::size_t arena_bytes, etalon_events* events, std::size_t event_count,
                                 const etalon_team* team) noexcept {
  if (team != nullptr && (team->run == nullptr || team->size == 0)) return plain({Code::usage, "API-ALL-REQUEST"});
  if (plan == nullptr || (inputs == nullptr && input_count > 0) || (outputs == nullptr && output_count > 0) ||
      (arena == nullptr && arena_bytes > 0))
    return plain(refused);
  const Plan& it = plan->plan;
  if (events != nullptr && event_count != it.model().calls.size()) return plain(refused);
  for (std::size_t i = 0; i < output_count; ++i)
    if (overlap({outputs[i].data, outputs[i].bytes}, plan->loaded->bytes))
      return plain(refused_for("API-ALL-OVERLAP", input_count + i));
  if (overlap({arena, arena_bytes}, plan->loaded->bytes))
    return plain(refused_for("API-ALL-OVERLAP", input_count + output_count));
  GivenEvents sink(events);
  GivenTeam threads(team);
  return plain(it.run(GivenBuffers({inputs, input_count}, {outputs, output_count}),
                      {static_cast<std::byte*>(arena), arena_bytes}, events == nullptr ? nullptr : &sink,
                      team == nullptr ? nullptr : &threads));
}

etalon_status etalon_digest(const etalon_plan* plan, const etalon_output* outputs, std::size_t output_count,
                            char digest[ETALON_DIGEST_CHARACTERS]) noexcept try {
  if (plan == nullptr || digest == nullptr || output_count != plan->plan.outputs().size() ||
      (outputs == nullptr && output_count > 0))
    return plain(refused);
  TensorDigest hash;
  for (std::size_t i = 0; i < output_count; ++i) {
    const Port& port = plan->plan.outputs()[i];
    if (!GivenBuffers::suits(outputs[i], port) || !port.takes(outputs[i].data, outputs[i].bytes))
      return plain(refused_for("API-ALL-BUFFERS", i));
    hash.add(port.name, {port.argument.type, port.argument.shape, outputs[i].data, outputs[i].bytes});
  }
  const std::string text = to_hex(hash.finish());
  std::copy(text.c_str(), text.c_str() + ETALON_DIGEST_CHARACTERS, digest);
  return plain({});
} catch (...) {
  return plain({Code::internal});
}

void etalon_release_plan(etalon_plan* plan) noexcept { delete plan; }

void etalon_release_model(etalon_model* model) noexcept { delete model; }
