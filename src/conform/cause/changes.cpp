// SPDX-License-Identifier: Apache-2.0
// Floor 8. See changes.hpp.
#include "conform/cause/changes.hpp"

#include <algorithm>

#include "accuracy/bounds.hpp"
#include "conform/cause/alternatives.hpp"
#include "conform/judge/judge.hpp"
#include "ops/family/map.hpp"

namespace etalon::impl {
namespace {

// ---- what changes do ------------------------------------------------------------------------------------------------

using P = const ChangeRule::Parameters&;
using Order = Alternative::Order;
using Join = Alternative::Join;

constexpr ChangeRule policy{
    ChangeKind::policy, [](Call& c, Alternative&, P p) { c.choices.accumulation = static_cast<Accumulation>(p[0]); }};
constexpr ChangeRule reversed{ChangeKind::order, [](Call&, Alternative& a, P) { a.order = Order::reversed; }};
constexpr ChangeRule pairwise{ChangeKind::order, [](Call&, Alternative& a, P) { a.order = Order::pairwise; }};
constexpr ChangeRule blocked{ChangeKind::order,
                             [](Call&, Alternative& a, P p) { a.order = Order::blocked, a.width = p[0]; }};
constexpr ChangeRule lanes{ChangeKind::order, [](Call&, Alternative& a, P p) {
                             a.order = Order::lanes, a.width = p[0], a.join = static_cast<Join>(p[1]);
                           }};
constexpr ChangeRule in_double{ChangeKind::accumulator, [](Call&, Alternative& a, P) { a.in_double = true; }};
constexpr ChangeRule bias_first{ChangeKind::bias, [](Call&, Alternative& a, P) { a.bias_first = true; }};
constexpr ChangeRule flush{ChangeKind::subnormals, [](Call&, Alternative& a, P) { a.flushes = true; }};
constexpr ChangeRule any_zero{ChangeKind::zeros, [](Call&, Alternative& a, P) { a.any_zero = true; }};
constexpr ChangeRule reciprocal{ChangeKind::quotients, [](Call&, Alternative& a, P) { a.reciprocal = true; }};
constexpr ChangeRule contraction{ChangeKind::products, [](Call&, Alternative& a, P) { a.contracts = true; }};
constexpr ChangeRule saturation{ChangeKind::integers, [](Call&, Alternative& a, P) { a.saturates = true; }};
constexpr ChangeRule conversion{ChangeKind::integers, [](Call&, Alternative& a, P p) {
                                  a.conversion = static_cast<Alternative::Conversion>(p[0]);
                                }};
constexpr ChangeRule division{ChangeKind::integers, [](Call& c, Alternative&, P p) {
                                c.choices.integer_division = static_cast<IntegerDivision>(p[0]);
                              }};
constexpr ChangeRule wider_type{ChangeKind::type, [](Call& c, Alternative&, P p) {
                                  const DType from = c.inputs[0]->type;
                                  for (auto* list : {&c.inputs, &c.outputs})
                                    for (auto& argument : *list)
                                      if (argument && argument->type == from) argument->type = static_cast<DType>(p[0]);
                                }};
constexpr ChangeRule broadcast_axis{ChangeKind::axis, [](Call& c, Alternative&, P p) {
                                      c.attributes[axis_attribute] = static_cast<std::int64_t>(p[0]);
                                    }};

// ---- which of them a call can make ----------------------------------------------------------------------------------

template <class Enum> std::uint64_t number(Enum value) { return static_cast<std::uint64_t>(value); }

class Possible {
 public:
  explicit Possible(const Call& call) : call_(call) {}

  std::vector<Change> all() && {
    const bool floating = is_floating(call_);
    if (floating && depends_on_policy(call_)) add_sums();
    const auto is_number = [](const auto& input) { return input && is_floating(input->type); };
    if (std::ranges::any_of(call_.inputs, is_number)) {
      add(flush, {}, "subnormal numbers are replaced by zero");
      add(any_zero, {}, "the sign of zero differs");
    }
    if (!floating) add_integers();
    if (floating && !bound_.rounds_once(call_)) add_roundings();
    if (call_.row->results.place == &place_by_attribute) add_axes();
    if (const auto add_own = alternatives_of(*call_.op).add_changes; add_own != nullptr) add_own(call_, changes_);
    std::vector<Change> ordered;  // by kind, and of one kind as they were added
    for (Change& one : changes_)
      ordered.insert(std::ranges::upper_bound(ordered, one.kind(), {}, &Change::kind), std::move(one));
    return ordered;
  }

 private:
  void add(const ChangeRule& id, ChangeRule::Parameters parameters, std::string text) {
    changes_.push_back({&id, parameters, std::move(text)});
  }
  void add_sums() {
    static constexpr const char* policies[] = {
        "each product and each sum is rounded in the element type (policy sequential)",
        "products are fused into the sum (policy fused)",
        "the sum is accumulated in the next wider format (policy wide)",
        "the exact sum is rounded once (policy exact)",
    };
    for (std::size_t p = 0; p < std::size(policies); ++p)
      if (static_cast<Accumulation>(p) != call_.choices.accumulation && has_policy(call_, static_cast<Accumulation>(p)))
        add(policy, {p}, policies[p]);
    const std::uint64_t terms = terms_of(call_);
    if (terms < 2) return;
    const std::string added = "the terms of a sum are added ";
    add(reversed, {}, added + "from the last to the first");
    add(pairwise, {}, added + "pairwise, as a tree");
    for (std::uint64_t width = 4; width <= 512 && width < terms; width *= 2)
      add(blocked, {width}, added + "in blocks of " + std::to_string(width));
    static constexpr std::pair<Join, const char*> joins[] = {{Join::halves, ""},
                                                             {Join::in_order, ", joined in order"},
                                                             {Join::neighbours, ", joined by neighbouring pairs"}};
    for (std::uint64_t width = 2; width <= 64 && width < terms; width *= 2)
      for (const auto& [join, how] : joins)
        if (join == Join::halves || width > 2)
          add(lanes, {width, number(join)}, added + "in " + std::to_string(width) + " interleaved partial sums" + how);
    if (info(call_.outputs[0]->type).bits == 16) add(in_double, {}, "the sum is accumulated in double");
    if (call_.has_input(2)) add(bias_first, {}, "the bias is the first term of the sum");
  }

  // A sum alone in a wider format is the policy wide, and one whose products are contracted the policy fused.
  void add_roundings() {
    const bool is_sum = depends_on_policy(call_) && bound_.a_priori(call_, 1, 1) < infinite_bound;
    add(reciprocal, {}, "quotients are products with the rounded reciprocal");
    if (is_sum) return;
    add(contraction, {}, "a product is not rounded before it is added (contraction)");
    add_wider_type(call_, changes_);
  }

  void add_integers() {
    add(saturation, {}, "integers saturate instead of wrapping");
    if (call_.outputs[0] && !is_floating(call_.outputs[0]->type)) {
      using enum Alternative::Conversion;
      add(conversion, {number(saturates)}, "an integer that does not fit saturates");
      add(conversion, {number(wraps)}, "a number that does not fit wraps");
      add(conversion, {number(lowest)}, "a number that does not fit becomes the lowest integer");
    }
    if (call_.choices.integer_division == IntegerDivision::floor)
      add(division, {number(IntegerDivision::truncate)}, "integer quotients are truncated");
    else
      add(division, {number(IntegerDivision::floor)}, "integer quotients are rounded down");
  }

  // Another axis at which the shape of B fits.
  void add_axes() {
    const Shape &a = call_.inputs[0]->shape, &b = call_.inputs[1]->shape;
    const auto* own = call_.attribute<std::int64_t>(axis_attribute);
    if (b.rank == 0 || b.rank >= a.rank) return;
    for (unsigned at = 0; at + b.rank <= a.rank; ++at)
      if ((own == nullptr || *own != at) && fits_at(a, b, at))
        add(broadcast_axis, {at}, "the second operand is broadcast at axis " + std::to_string(at));
  }
  static bool fits_at(const Shape& a, const Shape& b, unsigned at) {
    return std::ranges::equal(std::span(b.dims).first(b.rank), std::span(a.dims).subspan(at, b.rank));
  }

  const Call& call_;
  const OperatorBound& bound_ = bound_of(*call_.op);
  std::vector<Change> changes_;
};

}  // namespace

void add_wider_type(const Call& call, std::vector<Change>& changes) {
  if (!is_floating(call) || bound_of(*call.op).rounds_once(call)) return;
  if (call.inputs.empty() || !call.inputs[0] || info(call.inputs[0]->type).bits > 32) return;
  const DType wider = info(call.inputs[0]->type).bits == 16 ? DType::f32 : DType::f64;
  changes.push_back({&wider_type,
                     {number(wider)},
                     std::string("the operator is computed in ") + info(wider).name + " and rounded once at its end"});
}

std::vector<Change> changes_for(const Call& call) { return Possible(call).all(); }

}  // namespace etalon::impl
