// SPDX-License-Identifier: Apache-2.0
// Floor 10. The C interface over models that are loaded and checked.
#include "api/model.hpp"

#include <memory>

#include "api/report.hpp"
#include "api/translate.hpp"
#include "check/bind.hpp"
#include "onnx/model.hpp"
#include "tensor/sizes.hpp"

using namespace etalon::impl;

namespace {

constexpr Status refused{Code::usage, "API-ALL-REQUEST"};

std::optional<Limits> limits_of(const etalon_limits* given) {
  Limits limits;
  const auto asked = taken_or_none(given);
  if (!asked) return std::nullopt;
  const auto set = [](std::uint64_t& limit, std::uint64_t value) {
    if (value != 0) limit = value;
  };
  set(limits.nodes, asked->nodes);
  set(limits.values, asked->values);
  set(limits.elements, asked->elements);
  set(limits.tensor_bytes, asked->tensor_bytes);
  set(limits.arena_bytes, asked->arena_bytes);
  set(limits.external_files, asked->external_files);
  set(limits.external_bytes, asked->external_bytes);
  return limits;
}

// What the caller adds to the file. `where` says which part of the source a finding is about.
Result<Bindings> bindings_of(const etalon_source& source, const Limits& limits,
                             std::vector<std::vector<std::byte>>& kept, Where& where) {
  Bindings bindings;
  for (std::size_t k = 0; k < source.size_count; ++k) {
    where = {ETALON_SIZE, k};
    if (source.sizes[k].name == nullptr) return misuse("a dimension has no name", "name it");
    bindings.sizes.push_back({source.sizes[k].name, source.sizes[k].dim});
  }
  for (std::size_t k = 0; k < source.binding_count; ++k) {
    const etalon_binding& given = source.bindings[k];
    where = {ETALON_INPUT, k};
    if (given.input == nullptr) return misuse("a binding has no input", "name it");
    if (given.operand.value != nullptr) {
      const Result<Constant> constant = constant_of(given.operand, kept);
      if (!constant) return constant.finding();
      bindings.values.push_back({given.input, *constant});
      continue;
    }
    const etalon_tensor_type& type = given.operand.type;
    if (type.rank > ETALON_MAX_RANK) return misuse("rank " + std::to_string(type.rank), "the rank is at most 8");
    const DTypeInfo* known = find_onnx_dtype(type.type);
    const auto shape = checked_shape({type.dims, type.rank}, known == nullptr ? DType::u8 : known->id, limits);
    if (!shape) return shape.finding();
    bindings.shapes.push_back({given.input, *shape});
  }
  where = {};
  return bindings;
}

Result<std::shared_ptr<const Loaded>> load(const etalon_source& source, Where& where) {
  if (lacks(static_cast<const std::byte*>(source.bytes), source.byte_count))
    return misuse("bytes is NULL", "give the bytes of a model");
  if (lacks(source.sizes, source.size_count) || lacks(source.bindings, source.binding_count))
    return misuse("a list is NULL", "give its elements");
  const Result<Profile> profile = profile_of(source.profile, source.accumulate, source.strict != 0);
  if (!profile) return profile.finding();
  const auto limits = limits_of(source.limits);
  if (!limits) return misuse("the size of the limits is unknown", "set it to sizeof(etalon_limits)");
  const auto loaded = std::make_shared<Loaded>(
      Loaded{{source.bytes, source.byte_count}, std::nullopt, {}, *profile, *limits, Verdict{}});
  if (source.size_count + source.binding_count > 0 && !allows_bindings(*profile)) return no_bindings(*profile);
  if (source.external_folder != nullptr) {
    Result<ExternalData> folder = ExternalData::of_folder(source.external_folder, *limits);
    if (!folder) return folder.finding();
    loaded->external.emplace(std::move(*folder));
  }
  Result<Graph> graph = read_model({static_cast<const std::byte*>(source.bytes), source.byte_count}, *limits,
                                   loaded->external ? &*loaded->external : nullptr);
  if (!graph) return graph.finding();
  const Result<Bindings> bindings = bindings_of(source, *limits, loaded->kept, where);
  if (!bindings) return bindings.finding();
  if (source.size_count + source.binding_count > 0)
    if (const auto problem = bind(*graph, *bindings, *limits)) return *problem;
  loaded->verdict = check(std::move(*graph), *profile, *limits);
  return std::shared_ptr<const Loaded>(loaded);
}

// As it is declared: by numbers, or by names of dimensions.
etalon_port declared(const Value& value) {
  if (value.type && value.shape) return port_of(value.name.c_str(), {*value.type, *value.shape});
  etalon_port port{};
  port.name = value.name.c_str();
  port.type.type = value.type ? info(*value.type).onnx : ETALON_NO_TYPE;
  if (value.shape) {
    port.has_shape = 1;
    port.type.rank = value.shape->rank;
    std::copy_n(value.shape->dims.begin(), value.shape->rank, port.type.dims);
  } else if (!value.open.empty() && value.open[0].size() <= ETALON_MAX_RANK) {
    port.has_shape = 1;
    for (const Dimension& dimension : value.open[0]) {
      const std::uint32_t axis = port.type.rank++;
      port.type.dims[axis] = dimension.is_number() ? static_cast<std::uint64_t>(*dimension.size) : ETALON_OPEN;
      if (!dimension.is_number()) port.symbols[axis] = dimension.symbol.c_str();
    }
  }
  return port;
}

std::int32_t describe(const etalon_model* model, std::vector<std::uint32_t> Graph::* list, std::size_t index,
                      etalon_port* port) {
  if (model == nullptr) return ETALON_USAGE;
  const Graph& graph = *model->loaded->verdict.graph;
  if (index >= (graph.*list).size()) return ETALON_USAGE;
  return give(port, declared(graph.values[(graph.*list)[index]])) ? ETALON_OK : ETALON_USAGE;
}

}  // namespace

std::int32_t etalon_check(const etalon_source* given, etalon_model** model, etalon_problem* problem) noexcept {
  return guarded(problem, [&](const Report& report) {
    if (model == nullptr) return report.failed(refused, "no place for the model");
    *model = nullptr;
    const auto source = taken(given);
    if (!source) return report.failed(refused, "an etalon_source whose size is known is needed");
    Where where;
    Result<std::shared_ptr<const Loaded>> loaded = load(*source, where);
    if (!loaded) return report.failed(loaded.finding(), where);
    *model = std::make_unique<etalon_model>(std::move(*loaded)).release();
    const Finding* reason = reason_of((*model)->loaded->verdict.findings);
    return reason == nullptr ? report.ok() : report.failed(*reason);
  });
}

std::int32_t etalon_model_about(const etalon_model* model, etalon_model_facts* facts) noexcept {
  if (model == nullptr) return ETALON_USAGE;
  const Verdict& verdict = model->loaded->verdict;
  etalon_model_facts it{};
  it.code = static_cast<std::int32_t>(verdict.code());
  it.finding_count = verdict.findings.size();
  it.node_count = verdict.graph->nodes.size();
  it.input_count = verdict.graph->inputs.size();
  it.output_count = verdict.graph->outputs.size();
  it.judged_count = static_cast<std::size_t>(verdict.judged);
  it.ir_version = verdict.graph->ir_version;
  it.opset = verdict.graph->operator_set().value_or(0);
  it.profile = model->loaded->profile.id;
  return give(facts, it) ? ETALON_OK : ETALON_USAGE;
}

std::int32_t etalon_model_finding(const etalon_model* model, std::size_t index, etalon_finding* finding) noexcept {
  if (model == nullptr || index >= model->loaded->verdict.findings.size()) return ETALON_USAGE;
  return give(finding, finding_of(model->loaded->verdict.findings[index])) ? ETALON_OK : ETALON_USAGE;
}

std::int32_t etalon_model_node(const etalon_model* model, std::size_t index, etalon_node* node) noexcept {
  if (model == nullptr || index >= model->loaded->verdict.graph->nodes.size()) return ETALON_USAGE;
  const Node& it = model->loaded->verdict.graph->nodes[index];
  return give(node, etalon_node{0, it.name.c_str(), it.domain.c_str(), it.operation.c_str()}) ? ETALON_OK
                                                                                              : ETALON_USAGE;
}

std::int32_t etalon_model_input(const etalon_model* model, std::size_t index, etalon_port* port) noexcept {
  return describe(model, &Graph::inputs, index, port);
}

std::int32_t etalon_model_output(const etalon_model* model, std::size_t index, etalon_port* port) noexcept {
  return describe(model, &Graph::outputs, index, port);
}

void etalon_release_model(etalon_model* model) noexcept { delete model; }
