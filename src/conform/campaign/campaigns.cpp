// SPDX-License-Identifier: Apache-2.0
// Floor 8. The campaigns: what the oracle can judge, on the types that the operator has.
#include "check/resolve.hpp"
#include "conform/campaign/campaign.hpp"
#include "conform/vectors/drawn.hpp"
#include "oracle/campaign.hpp"

namespace etalon::impl {
namespace {

// The oracle's answers for one type; nothing where it has none, or where the results are of as many types as there are.
Judge judge_of(const oracle::Campaign& campaign, oracle::Type type) {
  if (const auto* pairs = std::get_if<oracle::JudgePairs>(&campaign.judge)) return (*pairs)(type);
  if (campaign.converts) return {};
  return [one = std::get<oracle::JudgePattern>(campaign.judge), type](
             std::uint32_t, std::span<const std::uint32_t> patterns, std::span<std::uint32_t> right) {
    for (std::size_t i = 0; i < patterns.size(); ++i)
      right[i] = static_cast<std::uint32_t>(one(type, type, patterns[i]).bits);
  };
}

// The campaign with the rows of the first source that has the types. No one profile has both 4-bit types and quotients
// that are truncated, and SONNX lacks bfloat16, so any source will do: results do not depend on it.
std::optional<Campaign> with_rows(Campaign campaign, const oracle::Campaign& judged) {
  const Choices choices{judged.rounds_down ? IntegerDivision::floor : IntegerDivision::truncate};
  using enum Source;
  for (const Source source : {base_documents, draft_2026_08, draft_2026_10, onnx}) {
    campaign.profile = {"", "", {source, source}, {}, choices};
    if (call_of(campaign, 1)) return campaign;
  }
  return std::nullopt;
}

std::optional<Campaign> campaign_of(const oracle::Campaign& judged, const oracle::NamedType& type) {
  if (type.type.bits > (judged.has_all_floats && type.type == oracle::Type(oracle::float32) ? 32 : 16))
    return std::nullopt;
  Campaign campaign{.name = judged.name + ("/" + std::string(type.name)),
                    .operation = judged.operation,
                    .evidence = judged.evidence,
                    .type = find_dtype(type.name)->id,
                    .operands = std::holds_alternative<oracle::JudgePairs>(judged.judge) ? 2u : 1u,
                    .judge = judge_of(judged, type.type),
                    .zero_is_refused = judged.zero_is_refused,
                    .bound = judged.bound};
  return campaign.judge ? with_rows(std::move(campaign), judged) : std::nullopt;
}

// One that describes its cases, and so has the types of these.
std::optional<Campaign> campaign_of(const oracle::Campaign& judged, const oracle::Cases& cases) {
  return with_rows({.name = judged.name,
                    .operation = judged.operation,
                    .evidence = judged.evidence,
                    .type = type_of(cases.inputs.front().type),
                    .operands = 1,
                    .judge = cases.judge,
                    .zero_is_refused = false,
                    .bound = 0,
                    .described = &cases},
                   judged);
}

}  // namespace

std::span<const Campaign> campaigns() {
  static const std::vector<Campaign> all = [] {
    std::vector<Campaign> list;
    const auto add = [&](std::optional<Campaign> campaign) {
      if (campaign) list.push_back(std::move(*campaign));
    };
    for (const oracle::Campaign& judged : oracle::campaigns())
      if (const auto* cases = std::get_if<oracle::Cases>(&judged.judge))
        add(campaign_of(judged, *cases));
      else
        for (const oracle::NamedType& type : oracle::storable_types) add(campaign_of(judged, type));
    return list;
  }();
  return all;
}

const Campaign* find_campaign(std::string_view name) {
  for (const Campaign& campaign : campaigns())
    if (campaign.name == name) return &campaign;
  return nullptr;
}

}  // namespace etalon::impl
