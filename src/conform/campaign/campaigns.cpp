// SPDX-License-Identifier: Apache-2.0
// Floor 8. The campaigns: what the oracle can judge, on the types that the operator has.
#include "check/resolve.hpp"
#include "conform/campaign/campaign.hpp"
#include "oracle/campaign.hpp"

namespace etalon::impl {
namespace {

// The oracle's answers for one type; nothing where it has none, or where the results are of as many types as there are.
Judge judge_of(const oracle::Campaign& campaign, oracle::Type type) {
  if (const auto* pairs = std::get_if<oracle::JudgePairs>(&campaign.judge)) return (*pairs)(type);
  if (std::holds_alternative<oracle::Cases>(campaign.judge)) return {};  // which have types of their own
  if (campaign.converts) return {};
  return [one = std::get<oracle::JudgePattern>(campaign.judge), type](
             std::uint32_t, std::span<const std::uint32_t> patterns, std::span<std::uint32_t> right) {
    for (std::size_t i = 0; i < patterns.size(); ++i)
      right[i] = static_cast<std::uint32_t>(one(type, type, patterns[i]).bits);
  };
}

// The campaign with the rows of the first source that has the type. No one profile has both 4-bit types and quotients
// that are truncated, and SONNX lacks bfloat16, so any source will do: results do not depend on it.
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
  if (!campaign.judge) return std::nullopt;
  const Choices choices{judged.rounds_down ? IntegerDivision::floor : IntegerDivision::truncate};
  using enum Source;
  for (const Source source : {base_documents, draft_2026_08, draft_2026_10, onnx}) {
    campaign.profile = {"", "", {source, source}, {}, choices};
    if (call_of(campaign, 1)) return campaign;
  }
  return std::nullopt;
}

}  // namespace

std::span<const Campaign> campaigns() {
  static const std::vector<Campaign> all = [] {
    std::vector<Campaign> list;
    for (const oracle::Campaign& judged : oracle::campaigns())
      for (const oracle::NamedType& type : oracle::storable_types)
        if (auto campaign = campaign_of(judged, type)) list.push_back(std::move(*campaign));
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
