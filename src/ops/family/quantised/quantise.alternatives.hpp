// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of quantised numbers: other requantisations of accumulators, by their names,
// other directions of ties, and accumulators that are not the exact sum ("QUANTISE-ALL-NAMED",
// "QUANTISE-INT-SATURATED").
#pragma once

#include "conform/cause/alternatives.hpp"
#include "conform/requantise/rules.hpp"
#include "ops/family/convolution.alternatives.hpp"
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {

inline constexpr ChangeRule requantisation{
    ChangeKind::quantisation, [](Call&, Alternative& a, const ChangeRule::Parameters& parameters) {
      a.requantisation = &requantisations()[static_cast<std::size_t>(parameters[0])];
    }};
inline constexpr ChangeRule product_with_reciprocal{
    ChangeKind::quotients, [](Call&, Alternative& a, const ChangeRule::Parameters&) { a.reciprocal = true; }};
inline constexpr ChangeRule pairs_saturate{
    ChangeKind::products, [](Call&, Alternative& a, const ChangeRule::Parameters& parameters) {
      a.pairs = {static_cast<std::int64_t>(parameters[0]), static_cast<std::int64_t>(parameters[1])};
    }};

inline void add_requantisations(std::vector<Change>& changes) {
  for (std::size_t k = 1; k < requantisations().size(); ++k) {
    const Requantisation& one = requantisations()[k];
    changes.push_back({&requantisation, {k}, std::string("requantisation ") + one.id + ": " + one.text});
  }
}

// Where there is no accumulator, ties and the quotient are all that can differ.
inline void add_quantisations(const Call&, std::vector<Change>& changes) {
  for (std::size_t k = 1; k < requantisations().size(); ++k)
    if (const Requantisation& one = requantisations()[k]; one.of_number != nullptr)
      changes.push_back({&requantisation, {k}, std::string("quantisation ") + one.id + ": " + one.text});
  changes.push_back({&product_with_reciprocal, {}, "quotients are products with the rounded reciprocal"});
}

// Instructions that add pairs of products take an unsigned factor and a signed one. Where both are of one kind,
// implementations move one of them by 128, with its zero point.
inline void add_pairs(const Call& call, unsigned x, unsigned w, std::vector<Change>& changes) {
  const auto is_signed = [&](unsigned k) { return info(call.inputs[k]->type).kind == Kind::signed_; };
  const auto add = [&](std::int64_t to_x, std::int64_t to_w, const std::string& how) {
    changes.push_back({&pairs_saturate,
                       {static_cast<std::uint64_t>(to_x), static_cast<std::uint64_t>(to_w)},
                       "pairs of products are added in 16 bits and saturate there" + how});
  };
  if (is_signed(x) != is_signed(w)) return add(0, 0, "");
  const std::int64_t by = is_signed(x) ? 128 : -128;
  const std::string how = is_signed(x) ? ", with 128 added to the " : ", with 128 subtracted from the ";
  add(by, 0, how + "first factor");
  add(0, by, how + "second factor");
}

inline void add_product_changes(const Call& call, const ProductOperands& at, std::vector<Change>& changes) {
  add_pairs(call, at.a, at.b, changes);
  if (at.y_scale != ProductOperands::none) add_requantisations(changes);
}

// Which products are a pair depends on the order of the terms.
inline void add_conv_changes(const Call& call, const QuantisedConvOperands& at, std::vector<Change>& changes) {
  add_pairs(call, at.conv.x, at.conv.w, changes);
  if (terms_of_channel(call, at.conv.w) > 1 && call.inputs[at.conv.w]->shape[1] > 1)
    changes.push_back({&channels_innermost,
                       {0, at.conv.w},
                       "the channels of a convolution are summed innermost, for each place of the kernel"});
  if (at.y_scale != QuantisedConvOperands::none) add_requantisations(changes);
}

}  // namespace etalon::impl
