// SPDX-License-Identifier: Apache-2.0
// Floor 8. See networks.hpp.
#include "conform/properties/networks.hpp"

#include <algorithm>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

using Role = PropertyVariable::Role;

Finding misfit(const std::string& message, std::string hint) {
  return error(Code::usage, "VNN-ALL-FIT", message, std::move(hint));
}

std::vector<std::size_t> variables_of(const Property& property, std::size_t network, Role role) {
  std::vector<std::size_t> found;
  for (std::size_t v = 0; v < property.variables.size(); ++v)
    if (property.variables[v].network == network && property.variables[v].role == role) found.push_back(v);
  return found;
}

// The inputs that declared ones are, in order: all of them, or those without a value of their own.
std::vector<std::uint32_t> inputs_for(const Graph& graph, std::size_t declared) {
  return declared == graph.inputs.size() ? graph.inputs : free_inputs(graph);
}

// A value, or the only result of a node of that name.
std::optional<std::uint32_t> hidden_value(const Graph& graph, std::string_view name) {
  for (const Node& node : graph.nodes)
    for (const std::uint32_t output : node.outputs)
      if (graph.values[output].name == name) return output;
  for (const Node& node : graph.nodes)
    if (node.name == name && node.outputs.size() == 1) return node.outputs[0];
  return std::nullopt;
}

std::string described(const PropertyVariable& variable) {
  return (variable.type ? info(*variable.type).name : "real") + (" " + to_string(variable.shape));
}

// Type and shape of a value: as they are computed, or as an input is declared.
std::optional<Argument> argument_of(const CheckedModel& model, std::uint32_t value) {
  const Graph& graph = *model.graph;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    for (std::size_t k = 0; k < graph.nodes[n].outputs.size() && k < model.calls[n].outputs.size(); ++k)
      if (graph.nodes[n].outputs[k] == value) return model.calls[n].outputs[k];
  const Value& declared = graph.values[value];
  if (!declared.type || !declared.shape) return std::nullopt;
  return Argument{*declared.type, *declared.shape};
}

std::optional<Finding> misfit_of(const Property& property, const PropertyVariable& variable, const CheckedModel& model,
                                 std::uint32_t value) {
  const std::optional<Argument> own = argument_of(model, value);
  const bool fits_type =
      own && info(own->type).kind != Kind::boolean && (!variable.type || *variable.type == own->type);
  const bool fits_shape =
      own && (property.major == 1 ? own->shape.count == variable.shape.count : own->shape == variable.shape);
  if (fits_type && fits_shape) return std::nullopt;
  return misfit(std::string(property_roles[static_cast<std::size_t>(variable.role)]) + " " + quoted(variable.name, 60) +
                    " of the property is " + described(variable) + ", but " +
                    quoted(model.graph->values[value].name, 60) + " of the model is " +
                    (own ? info(own->type).name + (" " + to_string(own->shape)) : "not known"),
                "give the model that the property is about");
}

class Fitting {
 public:
  Fitting(const Property& property, std::vector<std::shared_ptr<const CheckedModel>> models) {
    fitted_.property = &property;
    fitted_.models = std::move(models);
    fitted_.values.resize(property.variables.size());
  }

  Result<PropertyModels> operator()() {
    const Property& property = *fitted_.property;
    const std::vector<std::shared_ptr<const CheckedModel>> given = fitted_.models;  // without hidden outputs
    for (std::size_t n = 0; n < property.networks.size(); ++n) {
      const PropertyNetwork& network = property.networks[n];
      if (network.kinship == PropertyNetwork::Kinship::equal) fitted_.models[n] = given[network.kin];
      if (fitted_.models[n] == nullptr)
        return misfit("no model is given for network " + quoted(network.name, 60),
                      "give --network " + network.name + "=FILE");
      const Graph& graph = *fitted_.models[n]->graph;
      const std::vector<std::size_t> inputs = variables_of(property, n, Role::input);
      if (auto problem = place(inputs, inputs_for(graph, inputs.size()), "inputs")) return std::move(*problem);
      if (auto problem = place(variables_of(property, n, Role::output), graph.outputs, "outputs"))
        return std::move(*problem);
      if (auto problem = place_hidden(n)) return std::move(*problem);
    }
    return std::move(fitted_);
  }

 private:
  std::optional<Finding> place(const std::vector<std::size_t>& variables, const std::vector<std::uint32_t>& values,
                               const char* what) {
    const Property& property = *fitted_.property;
    if (variables.size() != values.size())
      return misfit("the property declares " + std::to_string(variables.size()) + " " + what + ", and the model has " +
                        std::to_string(values.size()),
                    "give the model that the property is about");
    for (std::size_t k = 0; k < values.size(); ++k) {
      const PropertyVariable& variable = property.variables[variables[k]];
      const CheckedModel& model = *fitted_.models[variable.network];
      if (auto problem = misfit_of(property, variable, model, values[k])) return problem;
      const bool has_value = std::ranges::find(model.graph->initializers, values[k], &Initializer::value) !=
                             model.graph->initializers.end();
      if (variable.role == Role::input && variable.is_initialized != has_value)
        return misfit("input " + quoted(variable.name, 60) + " of the property is " +
                          (has_value ? "not declared initialized" : "declared initialized") + ", but " +
                          quoted(model.graph->values[values[k]].name, 60) + " of the model has " +
                          (has_value ? "a value of its own" : "no value of its own"),
                      "declare initialized just the inputs that have an initializer in the model, or leave these out");
      fitted_.values[variables[k]] = values[k];
    }
    return std::nullopt;
  }

  // Values inside of a model become outputs of a copy, so that they are kept.
  std::optional<Finding> place_hidden(std::size_t n) {
    const Property& property = *fitted_.property;
    const std::vector<std::size_t> hidden = variables_of(property, n, Role::hidden);
    if (hidden.empty()) return std::nullopt;
    auto model = std::make_shared<CheckedModel>(*fitted_.models[n]);
    auto graph = std::make_shared<Graph>(*model->graph);
    for (const std::size_t v : hidden) {
      const PropertyVariable& variable = property.variables[v];
      const std::optional<std::uint32_t> value = hidden_value(*graph, variable.onnx_name);
      if (!value)
        return misfit("the model has no node or value " + quoted(variable.onnx_name, 60) + ", which hidden variable " +
                          quoted(variable.name, 60) + " names",
                      "give the name of a value that a node computes");
      if (auto problem = misfit_of(property, variable, *model, *value)) return problem;
      if (std::ranges::find(graph->outputs, *value) == graph->outputs.end()) graph->outputs.push_back(*value);
      fitted_.values[v] = *value;
    }
    model->graph = std::move(graph);
    fitted_.models[n] = std::move(model);
    return std::nullopt;
  }

  PropertyModels fitted_;
};

}  // namespace

ElementPlace place_of(const PropertyModels& models, std::uint64_t element) {
  const std::size_t v = models.property->variable_of(element);
  const PropertyVariable& variable = models.property->variables[v];
  return {variable.network, models.values[v], element - variable.first};
}

const CheckedModel& PropertyModels::of(std::uint64_t element) const {
  return *models[property->variables[property->variable_of(element)].network];
}

Result<PropertyModels> fitted(const Property& property, std::vector<std::shared_ptr<const CheckedModel>> models) {
  return Fitting(property, std::move(models))();
}

std::optional<Shape> open_shape_of(const Property& property, std::size_t network, const Graph& graph,
                                   std::size_t input) {
  const Value& value = graph.values[graph.inputs[input]];
  if (value.shape || value.open.empty()) return std::nullopt;
  if (property.major > 1) {
    const std::vector<std::size_t> declared = variables_of(property, network, Role::input);
    const std::vector<std::uint32_t> inputs = inputs_for(graph, declared.size());
    const auto found = std::ranges::find(inputs, graph.inputs[input]);
    const auto k = static_cast<std::size_t>(found - inputs.begin());
    return k < declared.size() ? std::optional(property.variables[declared[k]].shape) : std::nullopt;
  }
  std::vector<std::uint64_t> dims;
  for (const Dimension& dimension : value.open[0])
    dims.push_back(dimension.is_number() ? static_cast<std::uint64_t>(*dimension.size) : 1);
  return Shape::of(dims);
}

}  // namespace etalon::impl
