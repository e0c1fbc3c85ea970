// SPDX-License-Identifier: Apache-2.0
// Floor 4. The rules that recurrent operators share; what they mean is in recurrence.md.
#include <algorithm>
#include <cmath>
#include <string>

#include "ops/family/axes.hpp"
#include "ops/family/recurrence.hpp"
#include "scalar/size.h"

namespace etalon::impl {
namespace {

using Function = Activation::Function;

// The functions by name, and the factors that each has. Defaults are those of the operator of that name; Affine and
// ScaledTanh are not operators of ONNX, and have none.
struct KnownFunction {
  const char* name;
  Function function;
  bool has_alpha = false, has_beta = false;
  std::optional<float> alpha = std::nullopt, beta = std::nullopt;
};
constexpr KnownFunction known_functions[] = {
    {"Sigmoid", Function::sigmoid},
    {"Tanh", Function::tanh},
    {"Relu", Function::relu},
    {"Affine", Function::affine, true, true},
    {"LeakyRelu", Function::leaky_relu, true, false, 0.01f},
    {"ThresholdedRelu", Function::thresholded_relu, true, false, 1.0f},
    {"ScaledTanh", Function::scaled_tanh, true, true},
    {"HardSigmoid", Function::hard_sigmoid, true, true, 0.2f, 0.5f},
    {"Softsign", Function::softsign},
};
constexpr const char* undefined_functions[] = {"Elu", "Softplus"};

std::string about(const Call& call, const std::string& what) { return std::string(call.op->name) + ": " + what; }

// Factors are taken one after the other by the functions that have them.
class Factors {
 public:
  Factors(const Call& call, const char* name)
      : call_(call), name_(name), given_(call.named<std::vector<float>>(name)) {}

  std::optional<Finding> take(const KnownFunction& by, bool has, const std::optional<float>& otherwise, double& to) {
    if (!has) return std::nullopt;
    const bool is_there = given_ != nullptr && taken_ < given_->size();
    if (!is_there && !otherwise)
      return broken("REC-ALL-FACTORS", about(call_, name_ + std::string(" has no value for ") + by.name),
                    "this function has no default");
    to = attribute_in(call_.inputs[0]->type, is_there ? (*given_)[taken_++] : *otherwise);
    return std::nullopt;
  }
  std::optional<Finding> finish() const {
    if (given_ == nullptr || taken_ == given_->size()) return std::nullopt;
    return broken("REC-ALL-FACTORS",
                  about(call_, name_ + std::string(" has ") + std::to_string(given_->size()) +
                                   " values, and the functions take " + std::to_string(taken_)),
                  "give one value for each function that takes one");
  }

 private:
  const Call& call_;
  std::string name_;
  const std::vector<float>* given_;
  std::size_t taken_ = 0;
};

std::optional<Finding> read_direction(const Call& call, Recurrence& r) {
  const std::string& direction = *call.named<std::string>("direction");
  r.directions = direction == "bidirectional" ? 2 : 1;
  r.reverse = direction == "reverse";
  if (r.directions == 2 || r.reverse || direction == "forward") return std::nullopt;
  return broken("REC-ALL-DIRECTION", about(call, "direction is not one of the values of the definition"),
                "it is forward, reverse or bidirectional");
}

std::optional<Finding> read_layout(const Call& call, Recurrence& r) {
  const std::int64_t* layout = call.named<std::int64_t>("layout");
  r.batch_first = layout != nullptr && *layout == 1;
  if (layout == nullptr || *layout == 0 || *layout == 1) return std::nullopt;
  return broken("REC-ALL-LAYOUT", about(call, "layout is " + std::to_string(*layout)), "it is 0 or 1");
}

std::optional<Finding> read_clip(const Call& call, Recurrence& r) {
  const float* clip = call.named<float>("clip");
  if (clip == nullptr) return std::nullopt;
  if (!(*clip >= 0))
    return broken("REC-ALL-CLIP", about(call, "clip is negative, or not a number"),
                  "give a number that is not negative");
  const double in_type = attribute_in(call.inputs[0]->type, *clip);
  if (std::isfinite(in_type)) r.clip = in_type;  // no number lies beyond an infinity
  return std::nullopt;
}

std::optional<Finding> read_functions(const Call& call, const RecurrenceKind& kind, Recurrence& r) {
  const auto* names = call.named<std::vector<std::string>>("activations");
  if (names != nullptr && names->size() != r.directions * kind.functions.size())
    return broken("REC-ALL-ACTIVATIONS",
                  about(call, "there are " + std::to_string(names->size()) + " activations for " +
                                  std::to_string(r.directions) + (r.directions == 1 ? " direction" : " directions")),
                  "give " + std::to_string(kind.functions.size()) + " for each direction");
  Factors alpha(call, "activation_alpha"), beta(call, "activation_beta");
  for (unsigned direction = 0; direction < r.directions; ++direction)
    for (std::size_t k = 0; k < kind.functions.size(); ++k) {
      const auto is_meant = [&](const KnownFunction& known) {
        return names == nullptr ? known.function == kind.functions[k]
                                : known.name == (*names)[direction * kind.functions.size() + k];
      };
      const auto* const found = std::ranges::find_if(known_functions, is_meant);
      if (found == std::end(known_functions)) {
        const std::string& name = (*names)[direction * kind.functions.size() + k];
        if (std::ranges::find(undefined_functions, name) != std::end(undefined_functions))
          return unjudged("REC-ALL-UNDEFINED", about(call, "activation " + name + " is not specified by this release"),
                          "use another function");
        return broken("REC-ALL-ACTIVATIONS", about(call, "an activation is not one of the functions of the definition"),
                      "Sigmoid, Tanh and Relu are three; names begin with a capital letter");
      }
      Activation& activation = r.functions[direction][k];
      activation.function = found->function;
      if (auto problem = alpha.take(*found, found->has_alpha, found->alpha, activation.alpha)) return problem;
      if (auto problem = beta.take(*found, found->has_beta, found->beta, activation.beta)) return problem;
    }
  if (auto problem = alpha.finish()) return problem;
  return beta.finish();
}

// Operand k, if it is given, must have these dimensions.
std::optional<Finding> check_shape(const Call& call, unsigned k, std::initializer_list<std::uint64_t> dims) {
  if (!call.has_input(k)) return std::nullopt;
  const auto wanted = Shape::of(std::span(dims.begin(), dims.size()));
  if (wanted && *wanted == call.inputs[k]->shape) return std::nullopt;
  return refused(call,
                 formal_name(call.row->inputs, k) + " has shape " + to_string(call.inputs[k]->shape) +
                     (wanted ? ", and " + to_string(*wanted) + " is wanted" : ""),
                 "X, R, direction and layout say what the other shapes are");
}

}  // namespace

Result<Recurrence> Recurrence::of(const Call& call, const RecurrenceKind& kind) {
  Recurrence r;
  r.gates = kind.gates;
  const Shape &shape_of_x = call.inputs[x]->shape, &shape_of_r = call.inputs[Recurrence::r]->shape;
  for (const auto read : {read_direction, read_layout, read_clip})
    if (auto problem = read(call, r)) return *problem;
  if (auto problem = read_functions(call, kind, r)) return *problem;
  if (shape_of_x.rank != 3 || shape_of_r.rank != 3)
    return refused(call, "X has shape " + to_string(shape_of_x) + " and R has shape " + to_string(shape_of_r),
                   "both have rank 3");
  r.steps = shape_of_x[r.batch_first ? 1 : 0];
  r.batch = shape_of_x[r.batch_first ? 0 : 1];
  r.inputs = shape_of_x[2];
  r.hidden = shape_of_r[2];
  std::uint64_t units = 0, biases = 0;
  if (!size_mul(kind.gates, r.hidden, &units) || !size_mul(2, units, &biases)) return uncountable(shapes_of(call));
  const std::int64_t* size = call.named<std::int64_t>("hidden_size");
  if (size != nullptr && (*size < 0 || static_cast<std::uint64_t>(*size) != r.hidden))
    return broken("REC-ALL-HIDDEN",
                  about(call, "hidden_size is " + std::to_string(*size) + ", and R has shape " + to_string(shape_of_r)),
                  "it is R's last dimension");
  const std::uint64_t n = r.directions;
  for (auto problem :
       {check_shape(call, w, {n, units, r.inputs}), check_shape(call, Recurrence::r, {n, units, r.hidden}),
        check_shape(call, b, {n, biases}), check_shape(call, lengths, {r.batch})})
    if (problem) return *problem;
  for (const unsigned state : {initial_h, initial_c})
    if (auto problem = r.batch_first ? check_shape(call, state, {r.batch, n, r.hidden})
                                     : check_shape(call, state, {n, r.batch, r.hidden}))
      return *problem;
  return r;
}

Result<std::vector<Argument>> Recurrence::results(const Call& call, unsigned count) const {
  const DType type = call.inputs[x]->type;
  const std::uint64_t n = directions;
  const std::array<std::uint64_t, 4> all =
      batch_first ? std::array{batch, steps, n, hidden} : std::array{steps, n, batch, hidden};
  const std::array<std::uint64_t, 3> last = batch_first ? std::array{batch, n, hidden} : std::array{n, batch, hidden};
  const auto of_y = Shape::of(all), of_last = Shape::of(last);
  if (!of_y || !of_last) return uncountable(shapes_of(call));
  std::vector<Argument> results{{type, *of_y}};
  results.resize(count, {type, *of_last});
  return results;
}

std::optional<Operator::Allowed> allowed_lengths(const Call& call) {
  const std::int64_t* layout = call.named<std::int64_t>("layout");
  const std::uint64_t steps = call.inputs[Recurrence::x]->shape[layout != nullptr && *layout == 1 ? 1 : 0];
  return Operator::Allowed{0, static_cast<std::int64_t>(steps)};
}

std::uint64_t recurrence_operations(const Call& call) {
  const Shape &of_x = call.inputs[Recurrence::x]->shape, &of_r = call.inputs[Recurrence::r]->shape;
  std::uint64_t rows = 0, terms = 0, count = 0;
  const bool fits = size_mul(of_x[0], of_x[1], &rows) && size_mul(of_r[0] * of_r[1], of_x[2] + of_r[2], &terms) &&
                    size_mul(rows, terms, &count);
  return fits ? count : UINT64_MAX;
}

std::uint64_t recurrence_state(const Call& call, unsigned rows) {
  return rows * call.inputs[Recurrence::r]->shape[2] * sizeof(double);
}

}  // namespace etalon::impl
