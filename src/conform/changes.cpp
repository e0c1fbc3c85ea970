// SPDX-License-Identifier: Apache-2.0
// Floor 8. See changes.hpp.
#include "conform/changes.hpp"

#include <algorithm>
#include <string_view>

#include "accuracy/bounds.hpp"
#include "conform/judge.hpp"

namespace etalon::impl {
namespace {

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
  using Join = Alternative::Join;
  static constexpr std::pair<Join, const char*> joins[] = {
      {Join::halves, ""}, {Join::in_order, ", joined in order"}, {Join::neighbours, ", joined by neighbouring pairs"}};
  for (std::uint64_t width = 2; width <= 64 && width < terms; width *= 2)
    for (const auto& [join, how] : joins)
      if (join == Join::halves || width > 2)
        add(
            "the terms of a sum are added in " + std::to_string(width) + " interleaved partial sums" + how,
            [](Call&, Alternative& a, std::uint64_t p) {
              a.order = Order::lanes, a.width = p >> 8, a.join = static_cast<Join>(p & 0xFF);
            },
            width << 8 | static_cast<std::uint64_t>(join));
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

}  // namespace

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
  // A sum alone in a wider format is the policy wide, and one whose products are contracted the policy fused. But the
  // weights of an interpolation are computed, and are others in another format.
  const bool is_sum = depends_on_policy(call) && bound_of(*call.op).a_priori(call, 1, 1) < infinite_bound;
  if (floating && !bound_of(*call.op).rounds_once(call)) {
    changes.push_back({"quotients are products with the rounded reciprocal", Way::quotients,
                       [](Call&, Alternative& a, std::uint64_t) { a.reciprocal = true; }});
    if (!is_sum)
      changes.push_back({"a product is not rounded before it is added (contraction)", Way::products,
                         [](Call&, Alternative& a, std::uint64_t) { a.contracts = true; }});
  }
  const auto has_first_type = [&](const auto& input) { return input && input->type == call.inputs[0]->type; };
  if (floating && bound_of(*call.op).multiplied_out != 0 && std::ranges::all_of(call.inputs, has_first_type))
    changes.push_back({"the operator is multiplied out, as k*x + c with k and c computed beforehand", Way::rewriting,
                       [](Call&, Alternative& a, std::uint64_t) { a.multiplied_out = true; }});
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
  const bool interpolates = std::ranges::any_of(call.row->attributes, [](const AttributeFormal& attribute) {
    return std::string_view(attribute.name) == "coordinate_transformation_mode";
  });
  // What is rounded once, or only moved, has the same results in a wider format.
  if (floating && !bound_of(*call.op).rounds_once(call) && (!is_sum || interpolates) && !call.inputs.empty() &&
      call.inputs[0] && info(call.inputs[0]->type).bits <= 32)
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

}  // namespace etalon::impl
