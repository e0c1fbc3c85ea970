// SPDX-License-Identifier: Apache-2.0
// Floor 8. See vectors.hpp. The oracle is asked for calls until one shows what is wanted.
#include "conform/vectors/vectors.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "check/check.hpp"
#include "conform/vectors/drawn.hpp"
#include "conform/vectors/vector_faults.hpp"
#include "io/tensor_proto.hpp"
#include "onnx/write.hpp"
#include "oracle/pattern.hpp"
#include "oracle/wish.hpp"

namespace etalon::impl {
namespace {

constexpr unsigned most_draws = 160;           // before a plan is given up
constexpr std::uint64_t most_elements = 48;    // of an operand, where the drawing can choose
constexpr std::uint64_t most_in_a_case = 320;  // elements of all operands and results

// FNV-1a: a vector is the same whatever others there are.
std::uint64_t seed_of(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

template <class Take> void each_tensor(const oracle::Call& call, Take take) {
  for (const auto& input : call.inputs)
    if (input) take(*input);
  for (const oracle::Tensor& output : call.outputs) take(output);
}

bool is_empty(const oracle::Tensor& tensor) { return tensor.patterns.empty(); }

// ---- what a call shows ----------------------------------------------------------------------------------------------

std::uint64_t elements_of(const oracle::Call& call) {
  std::uint64_t count = 0;
  each_tensor(call, [&](const oracle::Tensor& tensor) { count += tensor.patterns.size(); });
  return count;
}

bool has_special(const oracle::Call& call) {
  bool found = false;
  for (const auto& input : call.inputs)
    if (input && input->type.kind == oracle::Kind::floating)
      found = found || std::ranges::any_of(input->patterns, [&](std::uint64_t x) {
                return !oracle::is_finite(input->type.format(), x);
              });
  return found;
}

bool has_empty(const oracle::Call& call) {
  bool found = false;
  each_tensor(call, [&](const oracle::Tensor& tensor) { found = found || is_empty(tensor); });
  return found;
}

// Whether the shapes are what the stratum says.
bool has_shapes(const std::string& stratum, const oracle::Call& call) {
  if (stratum == "empty") return has_empty(call);
  bool scalar = false, high = false, differ = false;
  const oracle::Shape* first = nullptr;
  each_tensor(call, [&](const oracle::Tensor& tensor) {
    scalar = scalar || tensor.shape.empty();
    high = high || tensor.shape.size() > 4;
    differ = differ || (first != nullptr && *first != tensor.shape);
    first = &tensor.shape;
  });
  return !has_empty(call) && (stratum == "scalar" ? scalar : high || (differ && !scalar));
}

// The type of the tensor that the leading formal stands for.
std::optional<oracle::Type> leading_type(const Row& row, const oracle::Call& call) {
  for (std::size_t k = 0; k < call.inputs.size(); ++k)
    if (const Formal* formal = formal_at(row.inputs, k); formal == &leading(row) && call.inputs[k])
      return call.inputs[k]->type;
  return &leading(row) == row.outputs.data() ? std::optional(call.outputs.front().type) : std::nullopt;
}

bool shows(const VectorPlan& plan, const oracle::Call& call) {
  const std::optional<oracle::Type> type = leading_type(*plan.row, call);
  if (call.opset != plan.version || !type || type_of(*type) != plan.type) return false;
  if (plan.sides.empty() && elements_of(call) > most_in_a_case) return false;
  switch (plan.kind) {
    case VectorClass::shape:
      return has_shapes(plan.stratum, call);
    case VectorClass::special:
      return has_special(call) && !has_empty(call);
    case VectorClass::version:
    case VectorClass::error:
      return !has_empty(call);
    default:
      return !has_empty(call) && (plan.stratum == "edges" || !has_special(call));
  }
}

// ---- what must come of it -------------------------------------------------------------------------------------------

// Puts the refused element into the call; false where it has no such operand.
bool refuse(oracle::Call& call, const RefusedElement& refused) {
  if (call.inputs.size() <= refused.operand || !call.inputs[refused.operand]) return false;
  std::vector<std::uint64_t>& patterns = call.inputs[refused.operand]->patterns;
  patterns[patterns.size() / 2] = refused.element;
  return true;
}

bool shapes_differ(const oracle::Call& call) {
  return std::ranges::any_of(call.inputs, [&](const auto& x) { return x && x->shape != call.inputs[0]->shape; });
}

// The status that the plan is about; nothing where the call does not have it.
std::optional<Status> status_of(const VectorPlan& plan, oracle::Call& call) {
  if (plan.kind != VectorClass::error) return Status{};
  if (plan.stratum == "type") return Status{Code::not_conformant, plan.row->rule_of(leading(*plan.row)).rule};
  if (plan.stratum == "different-shapes")
    return shapes_differ(call) ? std::optional(Status{Code::not_conformant, plan.row->shape_rule}) : std::nullopt;
  const RefusedElement* refused = refused_element(*plan.op, plan.type);
  if (!refuse(call, *refused)) return std::nullopt;
  return Status{Code::condition, refused->rule};
}

// Whether the rules of the profile come to that status, where it does not depend on elements.
bool is_judged_so(const VectorPlan& plan, const Graph& graph, const Status& status) {
  Profile profile = *plan.profile;
  if (plan.policy) profile.choices.accumulation = *plan.policy;
  const Verdict verdict = check(graph, profile);
  if (status.code != Code::not_conformant) return verdict.model != nullptr;
  const Finding* reason = reason_of(verdict.findings);
  return reason != nullptr && std::string_view(reason->status.rule) == status.rule;
}

// ---- the vector -----------------------------------------------------------------------------------------------------

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

// By the scheme of the tags: OPERATOR-FAMILY-SUBJECT.
std::vector<std::string> requirements_of(const VectorPlan& plan, const Status& status,
                                         const std::function<bool(std::string_view)>& is_tag) {
  const std::string op = upper_case(plan.op->name), family = is_floating(plan.type) ? "-FLOAT-" : "-INT-";
  std::set<std::string> tags;
  const auto add = [&](const std::string& tag) {
    if (is_tag(tag)) tags.insert(tag);
  };
  if (!status.ok()) {
    add(status.rule);
    return {tags.begin(), tags.end()};
  }
  add(plan.row->rule_of(leading(*plan.row)).rule);
  for (const char* subject : {"RESULT", "MOVE"}) {
    add(op + "-ALL-" + subject);
    add(op + family + subject);
  }
  if (plan.kind == VectorClass::special) add(op + "-FLOAT-SPECIAL");
  if (plan.kind == VectorClass::shape) add(plan.row->shape_rule);
  if (plan.kind == VectorClass::version) add(op + "-ALL-VERSIONS");
  if (plan.policy) add(op + "-FLOAT-" + upper_case(accumulation_names[static_cast<unsigned>(*plan.policy)]));
  if (op == "DIV" && !is_floating(plan.type))
    add(plan.profile->choices.integer_division == IntegerDivision::floor ? "DIV-INT-FLOOR" : "DIV-INT-TRUNCATE");
  if (plan.stratum == "minimum" || plan.stratum == "ends") {
    add(op + "-INT-OVERFLOW");
    add(op + "-INT-MINIMUM");
  }
  return {tags.begin(), tags.end()};
}

VectorFile file_of(const char* side, std::size_t number, const std::string& name, const oracle::Tensor& drawn) {
  const Tensor tensor = tensor_of(drawn);
  return {"test_data_set_0/" + std::string(side) + "_" + std::to_string(number) + ".pb",
          {tensor.type(), tensor.shape()},
          write_tensor_proto(name, tensor.view())};
}

ConformanceVector vector_of(const VectorPlan& plan, const oracle::Call& call, const DrawnModel& model,
                            const Status& status, const std::function<bool(std::string_view)>& is_tag) {
  ConformanceVector vector{plan, {}, requirements_of(plan, status, is_tag), status, write_model(model.graph, "case")};
  each_tensor(call, [&](const oracle::Tensor& tensor) {
    const DType type = type_of(tensor.type);
    if (std::ranges::find(vector.types, type) == vector.types.end()) vector.types.push_back(type);
  });
  const auto name = [&](const std::vector<std::uint32_t>& values, std::size_t k) {
    return model.graph.values[values[k]].name;
  };
  for (std::size_t k = 0; k < model.inputs.size(); ++k)
    vector.inputs.push_back(file_of("input", k, name(model.graph.inputs, k), *call.inputs[model.inputs[k]]));
  for (std::size_t k = 0; k < call.outputs.size() && status.ok(); ++k)
    vector.outputs.push_back(file_of("output", k, name(model.graph.outputs, k), call.outputs[k]));
  return vector;
}

}  // namespace

std::optional<ConformanceVector> make_vector(const VectorPlan& plan,
                                             const std::function<bool(std::string_view)>& is_tag) {
  const std::uint64_t seed = seed_of(plan.name());
  oracle::Wish wish;
  for (const oracle::NamedType& named : oracle::storable_types)
    if (find_dtype(named.name)->id == plan.type) wish.type = named.type;
  wish.opset = plan.version;
  wish.accumulation = static_cast<oracle::Accumulation>(plan.policy.value_or(Accumulation::sequential));
  wish.most_elements = most_elements;
  wish.elements = plan.elements();
  wish.sides = plan.sides;
  wish.by_sonnx = plan.profile->sources.front() != Source::onnx;
  wish.rounds_down = plan.profile->choices.integer_division == IntegerDivision::floor;
  for (std::uint64_t i = 0; i < most_draws; ++i) {
    oracle::Random random(seed + i, &wish);
    oracle::Call call = plan.draw(random);
    if (!shows(plan, call)) continue;
    const std::optional<Status> status = status_of(plan, call);
    if (!status) continue;
    const DrawnModel model(call, *plan.row, *plan.profile);
    if (is_judged_so(plan, model.graph, *status)) return vector_of(plan, call, model, *status, is_tag);
  }
  return std::nullopt;
}

}  // namespace etalon::impl
