// SPDX-License-Identifier: Apache-2.0
// Floor 10. The C interface over check and run: translates, refuses what is malformed, lets no exception out.
#include <etalon/etalon.h>

#include <array>
#include <new>

#include "api/translate.hpp"
#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "run/buffers.hpp"
#include "run/execute.hpp"

using namespace etalon::impl;

struct etalon_call {
  Call call;
};

namespace {

constexpr std::size_t most_inputs = 8;  // so that running allocates nothing

Result<Argument> argument_of(const etalon_tensor_type& given) {
  const DTypeInfo* type = find_onnx_dtype(given.type);
  if (type == nullptr) return misuse("unknown element type " + std::to_string(given.type), "use an etalon_type");
  if (given.rank > ETALON_MAX_RANK) return misuse("rank " + std::to_string(given.rank), "the rank is at most 8");
  const auto shape = Shape::of({given.dims, given.rank});
  if (!shape) return misuse("the number of elements does not fit 64 bits", "give a smaller shape");
  return Argument{type->id, *shape};
}

Result<Resolution> prepare(const etalon_request& request) {
  Result<Profile> profile = profile_of(request.profile, request.accumulate);
  if (!profile) return profile.finding();
  if (request.operation == nullptr || (request.inputs == nullptr && request.input_count > 0) ||
      (request.attributes == nullptr && request.attribute_count > 0) || request.input_count > most_inputs)
    return misuse("a field of the request is NULL or too large", "fill in all of etalon_request");

  Node node;
  node.operation = request.operation;
  const Operator* op = find_operator("", node.operation);
  if (request.accumulate != nullptr && op != nullptr && op->wide_rule == nullptr)
    return misuse(node.operation + " accumulates nothing", "leave accumulate NULL");
  for (const etalon_attribute& attribute : std::span(request.attributes, request.attribute_count)) {
    if (attribute.name == nullptr) return misuse("an attribute has no name", "name it");
    node.attributes.push_back({attribute.name, attribute.value});
  }
  std::vector<Argument> inputs;
  for (const etalon_tensor_type& given : std::span(request.inputs, request.input_count)) {
    const Result<Argument> argument = argument_of(given);
    if (!argument) return argument.finding();
    inputs.push_back(*argument);
  }
  return resolve(*profile, request.opset == 0 ? newest_opset : request.opset, node, inputs);
}

}  // namespace

etalon_status etalon_prepare(const etalon_request* request, etalon_call** call, char* message,
                             std::size_t message_bytes) noexcept try {
  clear(message, message_bytes);
  if (call == nullptr) return plain({Code::usage, "API-ALL-REQUEST"});
  *call = nullptr;
  if (request == nullptr) return failure(misuse("no request", "pass an etalon_request"), message, message_bytes);
  Result<Resolution> resolution = prepare(*request);
  if (!resolution) return failure(resolution.finding(), message, message_bytes);
  *call = new etalon_call{std::move(resolution->call)};
  return plain({});
} catch (const std::bad_alloc&) {
  return plain({Code::limit, "FILE-ALL-LIMITS"});
} catch (...) {
  return plain({Code::internal});
}

etalon_status etalon_output_type(const etalon_call* call, std::size_t index, etalon_tensor_type* type) noexcept {
  if (call == nullptr || type == nullptr || index >= call->call.outputs.size())
    return plain({Code::usage, "API-ALL-BUFFERS"});
  const Argument& output = *call->call.outputs[index];
  *type = type_of(output);
  return plain({});
}

etalon_status etalon_run(const etalon_call* call, const etalon_input* inputs, std::size_t input_count,
                         const etalon_output* outputs, std::size_t output_count, etalon_events* events) noexcept {
  if (events != nullptr) *events = {};
  const Status refused{Code::usage, "API-ALL-BUFFERS"};
  if (call == nullptr || inputs == nullptr || outputs == nullptr) return plain(refused);
  if (input_count != call->call.inputs.size() || output_count != call->call.outputs.size()) return plain(refused);

  std::array<TensorView, most_inputs> in{};
  std::array<MutableTensorView, most_inputs> out{};
  for (std::size_t i = 0; i < input_count; ++i) {
    const Argument& wanted = *call->call.inputs[i];
    if (inputs[i].type != info(wanted.type).onnx) return plain(refused_for("API-ALL-BUFFERS", i));
    in[i] = {wanted.type, wanted.shape, inputs[i].data, inputs[i].bytes};
  }
  for (std::size_t i = 0; i < output_count; ++i) {
    const Argument& wanted = *call->call.outputs[i];
    if (outputs[i].type != info(wanted.type).onnx) return plain(refused_for("API-ALL-BUFFERS", input_count + i));
    out[i] = {wanted.type, wanted.shape, outputs[i].data, outputs[i].bytes};
  }

  Events counted;
  const Status status = execute(call->call, {in.data(), input_count}, {out.data(), output_count},
                                {.events = events == nullptr ? nullptr : &counted}, reference_kernel);
  if (events != nullptr) copy_events(counted, *events);
  return plain(status);
}

void etalon_release(etalon_call* call) noexcept { delete call; }

const char* etalon_version() noexcept { return ETALON_VERSION; }
