// SPDX-License-Identifier: Apache-2.0
// Floor 5. The profiles; spec/profiles.md explains each column.
#include "check/profile.hpp"

#include <algorithm>

namespace etalon::impl {

std::span<const Profile> profiles() {
  static constexpr GeneralRules strict{
      .explicit_values = true, .no_sparse = true, .no_defaults = true, .no_dead_nodes = true, .unique_nodes = true};
  static constexpr GeneralRules plain{
      .explicit_values = false, .no_sparse = true, .no_defaults = false, .no_dead_nodes = false, .unique_nodes = false};
  using enum Source;
  static constexpr Profile table[] = {
      {"sonnx", "SONNX base documents", {base_documents, draft_2026_08}, strict, {IntegerDivision::floor}},
      {"sonnx-2026-08",
       "SONNX working draft of August 2026",
       {draft_2026_08, draft_2026_08},
       strict,
       {IntegerDivision::truncate}},
      {"sonnx-2026-10",
       "SONNX working draft of October 2026",
       {draft_2026_10, draft_2026_08},
       strict,
       {IntegerDivision::truncate}},
      {"onnx", "ONNX operator definitions", {onnx, onnx}, plain, {IntegerDivision::truncate}},
  };
  return table;
}

std::optional<Source> source_of(const Profile& profile, const Operator& op) {
  for (const Source source : profile.sources)
    for (const Row& row : op.rows)
      if (row.source == source) return source;
  return std::nullopt;
}

std::string operator_sets(const Operator& op, std::span<const int> versions) {
  std::string text;
  int first = 0, last = 0;  // of the range at hand
  const auto add = [&] {
    if (first > 0)
      text.append(text.empty() ? "" : ", ").append(std::to_string(first)).append(" to ").append(std::to_string(last));
  };
  for (const int version : versions) {
    if (first == 0 || last + 1 != version) {
      add();
      first = version;
    }
    const auto next = std::upper_bound(op.versions.begin(), op.versions.end(), version);
    last = next == op.versions.end() ? newest_opset : *next - 1;
  }
  add();
  return text;
}

const Profile* find_profile(std::string_view id) {
  for (const Profile& profile : profiles())
    if (profile.id == id) return &profile;
  return nullptr;
}

Result<Profile> choose_profile(std::string_view id, const char* accumulate, bool strict) {
  constexpr const char* rule = "API-ALL-REQUEST";
  const Profile* found = find_profile(id);
  if (found == nullptr) {
    std::string all;
    for (const Profile& profile : profiles()) all += (all.empty() ? "" : ", ") + std::string(profile.id);
    return error(Code::usage, rule, "unknown profile " + std::string(id), "profiles: " + all);
  }
  Profile profile = *found;
  profile.choices.strict = strict;
  if (accumulate == nullptr) return profile;
  const auto accumulation = find_accumulation(accumulate);
  if (!accumulation)
    return error(Code::usage, rule, std::string("unknown accumulation ") + accumulate,
                 "one of sequential, fused, wide, exact");
  profile.choices.accumulation = *accumulation;
  return profile;
}

}  // namespace etalon::impl
