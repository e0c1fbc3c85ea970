// SPDX-License-Identifier: Apache-2.0
// Floor 5. See bind.hpp.
#include "check/bind.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/quote.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

using std::string;

Finding misuse(const char* rule, string message, string hint) {
  return error(Code::usage, rule, std::move(message), std::move(hint));
}

class Binder {
 public:
  Binder(Graph& graph, const Limits& limits) : graph_(graph), limits_(limits) {
    for (const string& symbol : symbols_of(graph)) symbols_.insert(symbol);
    for (const std::uint32_t i : graph.inputs) inputs_.emplace(graph.values[i].name, i);
  }

  std::optional<Finding> run(const Bindings& bindings) {
    for (const Bindings::Size& size : bindings.sizes)
      if (auto problem = take_size(size)) return problem;
    for (const Bindings::InputShape& given : bindings.shapes)
      if (auto problem = take_shape("BIND-ALL-SHAPE", given.input, given.shape, "bind only what the model leaves open"))
        return problem;
    for (const Bindings::InputValue& given : bindings.values)
      if (auto problem = take_value(given)) return problem;
    for (Value& value : graph_.values)
      if (auto problem = replace_symbols(value)) return problem;
    return std::nullopt;
  }

 private:
  // The size of a symbol, and what gave it.
  struct Known {
    std::uint64_t size;
    string giver;
  };

  std::optional<Finding> take_size(const Bindings::Size& given) {
    constexpr const char* rule = "BIND-ALL-DIM";
    const string what = "dimension " + quoted(given.symbol, 60);
    if (!symbols_.contains(given.symbol))
      return misuse(rule, "no declaration of the model has " + what, "name a dimension that the model declares");
    if (!sizes_.emplace(given.symbol, Known{given.size, "its binding"}).second)
      return misuse(rule, what + " is bound twice", "bind it once");
    return std::nullopt;
  }

  std::optional<Finding> take_shape(const char* rule, const string& name, const Shape& shape, const char* hint) {
    const string what = "input " + quoted(name, 60);
    const auto input = inputs_.find(name);
    if (input == inputs_.end()) return misuse(rule, "the model has no " + what, "name an input of the model");
    if (!bound_.insert(input->second).second) return misuse(rule, what + " is bound twice", "bind it once");
    Value& value = graph_.values[input->second];
    const auto differs = [&](const string& declared) {
      return misuse(rule, what + " is declared with shape " + declared + ", and is bound to shape " + to_string(shape),
                    hint);
    };
    if (value.shape && *value.shape != shape) return differs(to_string(*value.shape));
    for (const OpenShape& open : value.open) {
      if (!agrees(open, shape)) return differs(to_string(open));
      for (unsigned axis = 0; axis < shape.rank; ++axis)
        if (auto problem = take_symbol(rule, open[axis].symbol, shape[axis], what)) return problem;
    }
    value.shape = shape;
    return std::nullopt;
  }

  // A dimension of an input whose shape is known.
  std::optional<Finding> take_symbol(const char* rule, const string& symbol, std::uint64_t size, const string& giver) {
    if (symbol.empty()) return std::nullopt;
    const auto [known, added] = sizes_.emplace(symbol, Known{size, giver});
    if (added || known->second.size == size) return std::nullopt;
    return misuse(rule,
                  "dimension " + quoted(symbol, 60) + " is " + std::to_string(known->second.size) + " by " +
                      known->second.giver + " and " + std::to_string(size) + " by " + giver,
                  "the same name means the same size in all of a model");
  }

  std::optional<Finding> take_value(const Bindings::InputValue& given) {
    constexpr const char* rule = "BIND-ALL-VALUE";
    if (auto problem = take_shape(rule, given.input, given.constant.shape,
                                  "give a tensor of the declared shape; there is no implicit conversion"))
      return problem;
    const std::uint32_t i = inputs_.at(given.input);
    if (const Value& value = graph_.values[i]; value.type != given.constant.type)
      return misuse(rule,
                    "input " + quoted(given.input, 60) + " is declared " +
                        (value.type ? info(*value.type).name : "without a type that Etalon has") +
                        ", and is bound to a value of type " + info(given.constant.type).name,
                    "there is no implicit conversion");
    std::erase(graph_.inputs, i);
    std::erase_if(graph_.initializers, [&](const Initializer& old) { return old.value == i; });  // a default value
    graph_.initializers.push_back({i, given.constant});
    graph_.bound.push_back(i);
    return std::nullopt;
  }

  // What is then declared in numbers is a shape like any other, and may contradict another declaration.
  std::optional<Finding> replace_symbols(Value& value) {
    for (OpenShape& open : value.open) {
      std::vector<std::uint64_t> dims;
      for (Dimension& dimension : open) {
        const auto known = dimension.size ? sizes_.end() : sizes_.find(dimension.symbol);
        if (known != sizes_.end()) dimension = {static_cast<std::int64_t>(known->second.size)};
        if (dimension.is_number()) dims.push_back(static_cast<std::uint64_t>(*dimension.size));
      }
      if (dims.size() < open.size()) continue;
      const Result<Shape> shape = checked_shape(dims, value.type.value_or(DType::u8), limits_);
      if (!shape) {
        Finding finding = shape.finding();
        finding.message = "value " + quoted(value.name, 60) + ": " + finding.message;
        return finding;
      }
      value.contradicted = value.contradicted || (value.shape && *value.shape != *shape);
      if (!value.shape) value.shape = *shape;
      open.clear();
    }
    std::erase_if(value.open, [](const OpenShape& open) { return open.empty(); });
    return std::nullopt;
  }

  Graph& graph_;
  const Limits& limits_;
  std::unordered_set<string> symbols_;
  std::unordered_map<string, std::uint32_t> inputs_;
  std::unordered_map<string, Known> sizes_;  // by symbol
  std::unordered_set<std::uint32_t> bound_;  // inputs
};

}  // namespace

std::vector<string> symbols_of(const Graph& graph) {
  std::vector<string> symbols;
  std::unordered_set<std::string_view> seen;
  for (const Value& value : graph.values)
    for (const OpenShape& open : value.open)
      for (const Dimension& dimension : open)
        if (!dimension.symbol.empty() && seen.insert(dimension.symbol).second) symbols.push_back(dimension.symbol);
  return symbols;
}

bool allows_bindings(const Profile& profile) { return !profile.rules.explicit_values; }

Finding no_bindings(const Profile& profile) {
  return misuse("BIND-ALL-PROFILE",
                string("under profile ") + profile.id + " the file itself must say what every value is",
                "write it into the file, or use profile onnx");
}

std::optional<Finding> bind(Graph& graph, const Bindings& bindings, const Limits& limits) {
  return Binder(graph, limits).run(bindings);
}

}  // namespace etalon::impl
