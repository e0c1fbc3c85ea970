// SPDX-License-Identifier: Apache-2.0
// Floor 8. See explain.hpp.
#include "conform/explain.hpp"

#include <algorithm>
#include <optional>

#include "accuracy/bounds.hpp"
#include "base/fp_environment.hpp"
#include "conform/altered.hpp"
#include "conform/judge.hpp"
#include "ops/reference_table.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {

// An element is converted as Cast does, or, where an integer type does not have the number, as the alternative says.
void Otherwise::convert(const Call& call, const void* input, void* output, Events*) {
  using enum Alternative::Conversion;
  const DType from = call.inputs[0]->type, to = call.outputs[0]->type;
  const Conversion conversion(from, to);
  const Conversion as_double(from, DType::f64), of_int64(DType::i64, to);
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    std::uint64_t own = 0;
    conversion.store(&own, 0, conversion.load(input, i), nullptr);
    double number = 0;
    as_double.store(&number, 0, as_double.load(input, i), nullptr);
    Stored::with<types::numbers>(to, [&]<class B>() {
      if constexpr (!requires { B::format; }) {
        const double low = static_cast<double>(B::lowest()), high = static_cast<double>(B::highest());
        if (alternative->conversion == reference || (std::trunc(number) >= low && std::trunc(number) <= high)) return;
        const bool is_large = !(std::abs(number) < 0x1p63);
        const auto whole = is_large ? INT64_MIN : static_cast<std::int64_t>(number);
        if (alternative->conversion == saturates) B::store(&own, 0, number < low ? B::lowest() : B::highest());
        if (alternative->conversion == lowest) B::store(&own, 0, B::lowest());
        if (alternative->conversion == wraps) of_int64.store(&own, 0, of_int64.load(&whole, 0), nullptr);
      }
    });
    Stored::moving(to, [&]<class B>() { Compared<B>::store(output, i, B::load(&own, 0)); });
  }
}

namespace {

Compute altered_reference(const Call& call) {
  static constexpr Facet<Compute> own[] = {
#define BOUND(id) {&id##_operator, &id##_reference<Otherwise>},
#include "ops/bounds.inc"
#undef BOUND
  };
  return facet_of(*call.op, own, Compute{});
}

// One thing that is done otherwise: how the call, or the alternative, changes for it.
struct Change {
  std::string text;
  unsigned kind;  // of two of one kind only one can be done
  void (*apply)(Call& call, Alternative& alternative, std::uint64_t parameter);
  std::uint64_t parameter = 0;
};

enum Way : unsigned { policy, order, accumulator, bias, quotients, subnormals, integers, axis, type, zeros };

// ---- what there is to try -------------------------------------------------------------------------------------------

bool is_float(DType type) { return info(type).kind == impl::Kind::floating; }

void add_sums(const Call& call, std::vector<Change>& changes) {
  static constexpr const char* policies[] = {
      "each product and each sum is rounded in the element type (policy sequential)",
      "products are fused into the sum (policy fused)",
      "the sum is accumulated in the next wider format (policy wide)",
      "the exact sum is rounded once (policy exact)",
  };
  for (std::size_t p = 0; p < std::size(policies); ++p)
    if (static_cast<Accumulation>(p) != call.choices.accumulation && has_policy(call, static_cast<Accumulation>(p)))
      changes.push_back(
          {policies[p], Way::policy,
           [](Call& c, Alternative&, std::uint64_t to) { c.choices.accumulation = static_cast<Accumulation>(to); }, p});
  const std::uint64_t terms = terms_of(call);
  if (terms < 2) return;
  const auto add = [&](std::string text, auto apply, std::uint64_t parameter = 0) {
    changes.push_back({std::move(text), Way::order, apply, parameter});
  };
  using Order = Alternative::Order;
  add("the terms of a sum are added from the last to the first",
      [](Call&, Alternative& a, std::uint64_t) { a.order = Order::reversed; });
  add("the terms of a sum are added pairwise, as a tree",
      [](Call&, Alternative& a, std::uint64_t) { a.order = Order::pairwise; });
  for (std::uint64_t width = 4; width <= 512 && width < terms; width *= 2)
    add(
        "the terms of a sum are added in blocks of " + std::to_string(width),
        [](Call&, Alternative& a, std::uint64_t w) { a.order = Order::blocked, a.width = w; }, width);
  for (std::uint64_t width = 2; width <= 64 && width < terms; width *= 2)
    add(
        "the terms of a sum are added in " + std::to_string(width) + " interleaved partial sums",
        [](Call&, Alternative& a, std::uint64_t w) { a.order = Order::lanes, a.width = w; }, width);
  // Terms come channel by channel; a channel has as many as the kernel has places.
  if (call.has_input(1) && call.inputs[1]->shape.rank >= 3) {
    std::uint64_t places = 1;
    for (unsigned d = 2; d < call.inputs[1]->shape.rank; ++d) places *= call.inputs[1]->shape[d];
    if (places > 1 && terms > places)
      for (const std::uint64_t group : std::initializer_list<std::uint64_t>{0, 4, 8, 16, 32})
        if (group < terms / places)
          changes.push_back(
              {group == 0 ? "the channels of a convolution are summed innermost, for each place of the kernel"
                          : "the channels of a convolution are summed innermost, in groups of " + std::to_string(group),
               Way::order,
               [](Call&, Alternative& a, std::uint64_t p) {
                 a.order = Order::inner, a.width = p >> 32, a.stride = p & 0xFFFFFFFF;
               },
               group << 32 | places});
  }
  if (info(call.outputs[0]->type).bits == 16)
    changes.push_back({"the sum is accumulated in double", Way::accumulator,
                       [](Call&, Alternative& a, std::uint64_t) { a.accumulator = Alternative::Accumulator::widest; }});
  if (call.has_input(2))
    changes.push_back({"the bias is the first term of the sum", Way::bias,
                       [](Call&, Alternative& a, std::uint64_t) { a.bias_first = true; }});
}

std::vector<Change> changes_for(const Call& call) {
  std::vector<Change> changes;
  const bool floating = is_floating(call);
  if (floating && depends_on_policy(call)) add_sums(call, changes);
  const auto uses = [&](auto is) {
    return std::ranges::any_of(call.inputs, [&](const auto& input) { return input && is(input->type); });
  };
  if (uses(is_float)) {
    changes.push_back({"subnormal numbers are replaced by zero", Way::subnormals,
                       [](Call&, Alternative& a, std::uint64_t) { a.flushes = true; }});
    changes.push_back(
        {"the sign of zero differs", Way::zeros, [](Call&, Alternative& a, std::uint64_t) { a.any_zero = true; }});
  }
  if (floating && !bound_of(*call.op).rounds_once(call))
    changes.push_back({"quotients are products with the rounded reciprocal", Way::quotients,
                       [](Call&, Alternative& a, std::uint64_t) { a.reciprocal = true; }});
  if (!floating) {
    changes.push_back({"integers saturate instead of wrapping", Way::integers,
                       [](Call&, Alternative& a, std::uint64_t) { a.saturates = true; }});
    if (call.outputs[0] && info(call.outputs[0]->type).kind != impl::Kind::floating) {
      static constexpr const char* ways[] = {"", "an integer that does not fit saturates",
                                             "a number that does not fit wraps",
                                             "a number that does not fit becomes the lowest integer"};
      for (std::uint64_t way = 1; way < std::size(ways); ++way)
        changes.push_back(
            {ways[way], Way::integers,
             [](Call&, Alternative& a, std::uint64_t p) { a.conversion = static_cast<Alternative::Conversion>(p); },
             way});
    }
    changes.push_back({call.choices.integer_division == IntegerDivision::floor ? "integer quotients are truncated"
                                                                               : "integer quotients are rounded down",
                       Way::integers, [](Call& c, Alternative&, std::uint64_t) {
                         c.choices.integer_division = c.choices.integer_division == IntegerDivision::floor
                                                          ? IntegerDivision::truncate
                                                          : IntegerDivision::floor;
                       }});
  }
  // A sum alone in a wider format is the policy wide.
  const bool is_sum = depends_on_policy(call) && bound_of(*call.op).a_priori(call, 1, 1) < infinite_bound;
  if (floating && !is_sum && !call.inputs.empty() && call.inputs[0] && info(call.inputs[0]->type).bits <= 32)
    changes.push_back({info(call.inputs[0]->type).bits == 16
                           ? "the operator is computed in float and rounded once at its end"
                           : "the operator is computed in double and rounded once at its end",
                       Way::type, [](Call& c, Alternative&, std::uint64_t) {
                         const DType from = c.inputs[0]->type, to = info(from).bits == 16 ? DType::f32 : DType::f64;
                         for (auto* list : {&c.inputs, &c.outputs})
                           for (auto& argument : *list)
                             if (argument && argument->type == from) argument->type = to;
                       }});
  // Version 1 and 6 of an operator that maps: another axis at which the shape of B fits.
  for (std::size_t k = 0; k < call.row->attributes.size(); ++k)
    if (std::string_view(call.row->attributes[k].name) == "axis" && call.inputs.size() == 2 && call.inputs[1] &&
        call.outputs[0]->shape.rank > call.inputs[1]->shape.rank && call.inputs[1]->shape.rank > 0) {
      const Shape &a = call.inputs[0]->shape, &b = call.inputs[1]->shape;
      for (unsigned at = 0; at + b.rank <= a.rank; ++at) {
        bool fits = call.attribute<std::int64_t>(k) == nullptr || *call.attribute<std::int64_t>(k) != at;
        for (unsigned d = 0; d < b.rank; ++d) fits = fits && a[at + d] == b[d];
        if (fits)
          changes.push_back({"the second operand is broadcast at axis " + std::to_string(at), Way::axis,
                             [](Call& c, Alternative&, std::uint64_t p) {
                               c.attributes[p >> 32] = static_cast<std::int64_t>(p & 0xFFFFFFFF);
                             },
                             std::uint64_t{k} << 32 | at});
      }
    }
  return changes;
}

// ---- trying ---------------------------------------------------------------------------------------------------------

Tensor converted_to(DType type, const TensorView& from) {
  Tensor to(type, from.shape);
  const Conversion conversion(from.type, type);
  for (std::uint64_t i = 0; i < from.shape.count; ++i)
    conversion.store(to.data(), i, conversion.load(from.data, i), nullptr);
  return to;
}

class Trials {
 public:
  Trials(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate)
      : call_(call), inputs_(inputs), candidate_(candidate), wide_(inputs.size()) {}

  // Whether these changes together give the candidate's results.
  bool gives(std::span<const Change* const> changes) {
    Call call = call_;
    Alternative otherwise;
    for (const Change* change : changes) change->apply(call, otherwise, change->parameter);
    std::vector<const void*> in;
    for (std::size_t k = 0; k < inputs_.size(); ++k) in.push_back(operand(call, k));
    std::vector<Candidate> expected;
    expected.reserve(candidate_.size());
    std::vector<void*> out;
    for (std::size_t k = 0; k < candidate_.size(); ++k) {
      expected.push_back({candidate_[k].data, candidate_[k].type, otherwise.any_zero});
      if (candidate_[k].data == nullptr) call.outputs[k].reset();
      out.push_back(call.outputs[k] ? &expected[k] : nullptr);
    }
    const FpGuard guard;
    alternative = &otherwise;
    try {
      return altered_reference(call)(call, in, out, {}).ok();
    } catch (const Differs&) {
      return false;
    }
  }

 private:
  const void* operand(const Call& call, std::size_t k) {
    if (inputs_[k].data == nullptr || call.inputs[k]->type == inputs_[k].type) return inputs_[k].data;
    if (!wide_[k]) wide_[k] = converted_to(call.inputs[k]->type, inputs_[k]);
    return wide_[k]->data();
  }

  const Call& call_;
  std::span<const TensorView> inputs_, candidate_;
  std::vector<std::optional<Tensor>> wide_;
};

constexpr std::size_t most_parts = 3;

// All sets of so many changes, no two of one kind.
template <class Visit>
void for_each_set(const std::vector<Change>& changes, std::size_t parts, std::size_t from,
                  std::vector<const Change*>& set, Visit visit) {
  if (set.size() == parts) return visit(set);
  for (std::size_t k = from; k < changes.size(); ++k) {
    if (std::ranges::any_of(set, [&](const Change* one) { return one->kind == changes[k].kind; })) continue;
    set.push_back(&changes[k]);
    for_each_set(changes, parts, k + 1, set, visit);
    set.pop_back();
  }
}

// Of a function whose accuracy is left open: how far its values are from the nearest numbers.
std::optional<std::string> function_error_of(const Call& call, const TensorView& candidate, const Tensor& nearest) {
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < candidate.shape.count; ++i)
    most = std::max(most, distance_between(candidate, nearest.view(), i).ulp);
  if (most == 0 || most > 1000 || !is_floating(call)) return std::nullopt;
  return "the function is not rounded to nearest: its values are within " + std::to_string(most) + " ulp";
}

// What can be told from the results alone: a kind of difference that all elements have which differ.
struct Difference {
  const char* text;
  bool (*explains)(double candidate, double reference);
};
constexpr Difference differences[] = {
    {"NaNs have another payload or sign", [](double x, double y) { return std::isnan(x) && std::isnan(y); }},
    {"the sign of zero differs", [](double x, double y) { return x == 0 && y == 0; }},
    {"a NaN among the operands is not passed on", [](double x, double y) { return std::isnan(y) && !std::isnan(x); }},
};

bool explains_all(std::span<const TensorView> candidate, const std::vector<Tensor>& reference,
                  bool (*explains)(double, double)) {
  for (std::size_t k = 0; k < candidate.size(); ++k)
    for (std::uint64_t i = 0; candidate[k].data != nullptr && i < candidate[k].shape.count; ++i)
      if (const TensorView own = reference[k].view();
          !same_bits(candidate[k], own, i) &&
          (!is_float(own.type) || !explains(number_at(candidate[k], i), number_at(own, i))))
        return false;
  return true;
}

}  // namespace

std::string to_string(const Cause& cause) {
  std::string text;
  for (const std::string& part : cause.parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

Explanation explain(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate,
                    const std::vector<Tensor>& reference, bool violates) {
  Explanation explanation;
  for (const auto& [text, explains] : differences)
    if (explains_all(candidate, reference, explains)) {
      explanation.causes.push_back({{text}});
      return explanation;
    }
  if (altered_reference(call) == nullptr) return explanation;
  if (bound_of(*call.op).leaves_accuracy_open) {
    if (auto accuracy = function_error_of(call, candidate[0], reference[0]))
      explanation.causes.push_back({{*accuracy}});
    return explanation;
  }
  Trials trials(call, inputs, candidate);
  const std::vector<Change> changes = changes_for(call);
  for (std::size_t parts = 1; parts <= most_parts && explanation.causes.empty(); ++parts) {
    std::vector<const Change*> set;
    for_each_set(changes, parts, 0, set, [&](const std::vector<const Change*>& chosen) {
      if (!trials.gives(chosen)) return void(++explanation.excluded);
      Cause cause;
      for (const Change* change : chosen) cause.parts.push_back(change->text);
      explanation.causes.push_back(std::move(cause));
    });
  }
  if (explanation.causes.empty() && violates)
    if (const auto ulps = functions_needed(call, inputs, candidate, reference))
      explanation.hints.push_back("it would conform if functions inside the operator were allowed " +
                                  std::to_string(*ulps) + " ulp");
  return explanation;
}

}  // namespace etalon::impl
