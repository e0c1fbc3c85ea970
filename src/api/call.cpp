// SPDX-License-Identifier: Apache-2.0
// Floor 10. The C interface over one operator: translates, refuses what is malformed, lets no exception out.
#include <etalon/etalon.h>

#include <array>
#include <string_view>

#include "api/report.hpp"
#include "api/translate.hpp"
#include "check/resolve.hpp"
#include "ops/precondition.hpp"
#include "ops/reference.hpp"
#include "run/buffers.hpp"
#include "run/execute.hpp"

using namespace etalon::impl;

struct etalon_call {
  Call call;
  std::vector<std::shared_ptr<const Tensor>> values;  // by input: those given with the request
  std::vector<std::string> inputs, outputs;           // names
  std::vector<Finding> notices;
  std::vector<std::vector<std::byte>> kept;  // of tensors in attributes
};

namespace {

constexpr Status refused{Code::usage, "API-ALL-REQUEST"};

Result<AttributeValue> attribute_of(const etalon_attribute& given, std::vector<std::vector<std::byte>>& kept) {
  const auto list = [&]<class T>(const T*) {
    return std::vector<T>(static_cast<const T*>(given.list), static_cast<const T*>(given.list) + given.count);
  };
  if (given.kind != ETALON_KIND_FLOAT && given.kind != ETALON_KIND_INT && lacks(given.list, given.count))
    return misuse("its list is NULL", "give its elements");
  switch (given.kind) {
    case ETALON_KIND_FLOAT:
      return AttributeValue(given.number);
    case ETALON_KIND_INT:
      return AttributeValue(given.integer);
    case ETALON_KIND_STRING:
      return AttributeValue(std::string(static_cast<const char*>(given.list), given.count));
    case ETALON_KIND_TENSOR: {
      if (given.count != 1) return misuse("a tensor is one etalon_operand", "set count to 1");
      const Result<Constant> constant = constant_of(*static_cast<const etalon_operand*>(given.list), kept);
      if (!constant) return constant.finding();
      return AttributeValue(*constant);
    }
    case ETALON_KIND_FLOATS:
      return AttributeValue(list(static_cast<const float*>(nullptr)));
    case ETALON_KIND_INTS:
      return AttributeValue(list(static_cast<const std::int64_t*>(nullptr)));
    case ETALON_KIND_STRINGS: {
      std::vector<std::string> texts;
      for (const char* text : std::span(static_cast<const char* const*>(given.list), given.count)) {
        if (text == nullptr) return misuse("one of its strings is NULL", "give an empty one as \"\"");
        texts.emplace_back(text);
      }
      return AttributeValue(std::move(texts));
    }
    default:
      return misuse("unknown kind " + std::to_string(given.kind), "use an etalon_attribute_kind");
  }
}

Finding about(Finding finding, const std::string& what) {
  finding.message.insert(0, what + ": ");
  return finding;
}

// Fills in `to`; `where` says which part of the request a finding is about.
Result<Resolution> prepare(const etalon_request& request, etalon_call& to, Where& where) {
  Result<Profile> profile = profile_of(request.profile, request.accumulate, request.strict != 0);
  if (!profile) return profile.finding();
  if (request.operation == nullptr || lacks(request.inputs, request.input_count) ||
      lacks(request.attributes, request.attribute_count))
    return misuse("a field of the request is NULL", "fill in all of etalon_request");

  Node node;
  node.operation = request.operation;
  const Operator* op = find_operator("", node.operation);
  if (request.accumulate != nullptr && op != nullptr && op->wide_rule == nullptr)
    return misuse(node.operation + " has no accumulation policy", "leave accumulate NULL");
  for (std::size_t k = 0; k < request.attribute_count; ++k) {
    const etalon_attribute& given = request.attributes[k];
    where = {ETALON_ATTRIBUTE, k};
    if (given.name == nullptr) return misuse("an attribute has no name", "name it");
    Result<AttributeValue> value = attribute_of(given, to.kept);
    if (!value) return about(value.finding(), std::string("attribute ") + given.name);
    node.attributes.push_back({given.name, *std::move(value)});
  }
  std::vector<Given> inputs;
  for (std::size_t k = 0; k < request.input_count; ++k) {
    const etalon_operand& given = request.inputs[k];
    where = {ETALON_INPUT, k};
    to.values.emplace_back();
    if (given.type.type == ETALON_NO_TYPE && given.value == nullptr) {
      inputs.emplace_back(std::nullopt);
      continue;
    }
    const Result<Argument> argument = argument_of(given.type);
    if (!argument) return about(argument.finding(), "input " + std::to_string(k));
    const Result<std::shared_ptr<const Tensor>> value = value_of(given, *argument);
    if (!value) return about(value.finding(), "input " + std::to_string(k));
    to.values.back() = *value;
    inputs.emplace_back(*argument, *value);
  }
  where = {};
  return resolve(*profile, request.opset == 0 ? newest_opset : request.opset, node, inputs, request.output_count,
                 RealHints::none);
}

std::int32_t describe(const std::vector<std::optional<Argument>>& operands, const std::vector<std::string>& names,
                      std::size_t index, etalon_port* port) {
  if (index >= operands.size()) return ETALON_USAGE;
  etalon_port it{};
  if (operands[index]) it = port_of("", *operands[index]);
  it.name = names[index].c_str();
  return give(port, it) ? ETALON_OK : ETALON_USAGE;
}

// Views of buffers: on the stack where they are few, so that an ordinary call allocates nothing.
template <class View> class Views {
 public:
  explicit Views(std::size_t count) : many_(count > few ? count : 0), count_(count) {}
  View& operator[](std::size_t i) { return many_.empty() ? few_[i] : many_[i]; }
  std::span<const View> all() const { return {many_.empty() ? few_.data() : many_.data(), count_}; }

 private:
  static constexpr std::size_t few = 8;
  std::array<View, few> few_{};
  std::vector<View> many_;
  std::size_t count_;
};

bool is_empty(const etalon_input& input) { return input.type == 0 && input.data == nullptr && input.bytes == 0; }

// Which buffers the kernel reads and writes: the caller's, and the values that the call has.
Status gather(const etalon_call& call, std::span<const etalon_input> inputs, std::span<const etalon_output> outputs,
              Views<TensorView>& in, Views<MutableTensorView>& out) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool known = i < call.values.size() && call.values[i] != nullptr;
    const std::optional<Argument>& wanted = call.call.inputs[i];
    if (known || !wanted) {
      if (!is_empty(inputs[i])) return refused_for("API-ALL-BUFFERS", i);
      if (known) in[i] = call.values[i]->view();
      continue;
    }
    if (inputs[i].type != info(wanted->type).onnx) return refused_for("API-ALL-BUFFERS", i);
    in[i] = {wanted->type, wanted->shape, inputs[i].data, inputs[i].bytes};
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Argument& wanted = *call.call.outputs[i];
    if (outputs[i].type != info(wanted.type).onnx) return refused_for("API-ALL-BUFFERS", inputs.size() + i);
    out[i] = {wanted.type, wanted.shape, outputs[i].data, outputs[i].bytes};
  }
  return {};
}

// Preconditions that are broken although there is a result, one after the other; the kernel reports the others.
template <class F> void for_each_breach(const Call& call, std::span<const TensorView> inputs, F f) {
  for (const Precondition& precondition : call.row->preconditions) {
    if (!precondition.has_result() || !concerns(precondition, call)) continue;
    const TensorView& operand = inputs[precondition.operand];
    if (!matches(operand, call.inputs[precondition.operand])) continue;
    if (const Events::Tally broken = breach(precondition, call, operand.data); broken.count > 0)
      f(precondition, broken);
  }
}

Status run(const etalon_call& prepared, std::span<const etalon_input> inputs, std::span<const etalon_output> outputs,
           const etalon_run_options& options) {
  const Call& call = prepared.call;
  if (inputs.size() != call.inputs.size() || outputs.size() != call.outputs.size())
    return {Code::usage, "API-ALL-BUFFERS"};
  Views<TensorView> in(inputs.size());
  Views<MutableTensorView> out(outputs.size());
  if (const Status status = gather(prepared, inputs, outputs, in, out); !status.ok()) return status;
  Status broken;
  if (call.choices.strict)
    for_each_breach(call, in.all(), [&](const Precondition& precondition, const Events::Tally& tally) {
      if (broken.ok()) broken = {Code::condition, precondition.rule, no_node, tally.first, tally.count};
    });
  if (!broken.ok()) return broken;

  const Notices notices(options);
  Events counted;
  const bool counting = options.events != nullptr || (notices.wanted() && gives_notice(call));
  const Status status = execute(call, in.all(), out.all(), {.events = counting ? &counted : nullptr}, reference_kernel);
  if (options.events != nullptr) copy_events(counted, *options.events);
  if (status.ok() && notices.wanted()) {
    for_each_breach(call, in.all(), [&](const Precondition& precondition, const Events::Tally& tally) {
      notices.tell(0, precondition, tally);
    });
    notices.tell(0, call, counted);
  }
  return status;
}

}  // namespace

std::uint32_t etalon_abi() noexcept { return ETALON_ABI; }

const char* etalon_version() noexcept { return ETALON_VERSION; }

std::int32_t etalon_prepare(const etalon_request* given, etalon_call** call, etalon_problem* problem) noexcept {
  return guarded(problem, [&](const Report& report) {
    if (call == nullptr) return report.failed(refused, "no place for the call");
    *call = nullptr;
    const auto request = taken(given);
    if (!request) return report.failed(refused, "an etalon_request whose size is known is needed");
    auto made = std::make_unique<etalon_call>();
    Where where;
    Result<Resolution> resolution = prepare(*request, *made, where);
    if (!resolution) return report.failed(resolution.finding(), where);
    made->call = std::move(resolution->call);
    made->notices = std::move(resolution->notices);
    for (std::size_t k = 0; k < made->call.inputs.size(); ++k)
      made->inputs.push_back(formal_name(made->call.row->inputs, k));
    for (std::size_t k = 0; k < made->call.outputs.size(); ++k)
      made->outputs.push_back(formal_name(made->call.row->outputs, k));
    *call = made.release();
    return report.ok();
  });
}

std::int32_t etalon_call_about(const etalon_call* call, etalon_call_facts* facts) noexcept {
  if (call == nullptr) return ETALON_USAGE;
  etalon_call_facts it{};
  it.input_count = call->call.inputs.size();
  it.output_count = call->call.outputs.size();
  it.version = call->call.version;
  it.notice_count = call->notices.size();
  return give(facts, it) ? ETALON_OK : ETALON_USAGE;
}

std::int32_t etalon_call_input(const etalon_call* call, std::size_t index, etalon_port* port) noexcept {
  return call == nullptr ? ETALON_USAGE : describe(call->call.inputs, call->inputs, index, port);
}

std::int32_t etalon_call_output(const etalon_call* call, std::size_t index, etalon_port* port) noexcept {
  return call == nullptr ? ETALON_USAGE : describe(call->call.outputs, call->outputs, index, port);
}

std::int32_t etalon_call_notice(const etalon_call* call, std::size_t index, etalon_finding* finding) noexcept {
  if (call == nullptr || index >= call->notices.size()) return ETALON_USAGE;
  return give(finding, finding_of(call->notices[index])) ? ETALON_OK : ETALON_USAGE;
}

std::int32_t etalon_run(const etalon_call* call, const etalon_input* inputs, std::size_t input_count,
                        const etalon_output* outputs, std::size_t output_count, const etalon_run_options* given,
                        etalon_problem* problem) noexcept {
  return guarded(problem, [&](const Report& report) {
    const auto options = taken_or_none(given);
    if (!options || (options->events != nullptr && options->event_count != 1))
      return report.failed(refused, "the options need a known size, and one place for events");
    if (options->events != nullptr) *options->events = {};
    if (call == nullptr || lacks(inputs, input_count) || lacks(outputs, output_count))
      return report.failed({Code::usage, "API-ALL-BUFFERS"}, "the call or a list of buffers is NULL");
    return report.ran(run(*call, {inputs, input_count}, {outputs, output_count}, *options), input_count, output_count);
  });
}

void etalon_release_call(etalon_call* call) noexcept { delete call; }
