// SPDX-License-Identifier: Apache-2.0
// Floor 8. A model that was brought into a profile, and the evidence that it has the bits of the one it was made of
// ("FIX-ALL-PROOF").
#pragma once

#include "conform/equal/equal.hpp"
#include "conform/fix/fix.hpp"
#include "io/external.hpp"

namespace etalon::impl {

enum class Evidence : std::uint8_t { proof, drawn, none };
inline constexpr const char* evidence_names[] = {"proof", "drawn", "none"};
std::optional<Evidence> find_evidence(std::string_view name);

struct FixSettings {
  Evidence evidence = Evidence::proof;
  double growth = 4;      // times that the new file may be as large as the old one
  bool is_bound = false;  // see fix_model()
  bool is_same = false;   // it is known, without evidence, that a model that conforms stays as it is
  const Corrections* corrections = nullptr;
  EqualitySettings equality = {};
};

// A result below this size is not refused for its growth.
inline constexpr std::uint64_t small_model = 1 << 20;

// Values that have the same name in both models, on the drawn inputs of `etalon equal`.
struct SharedValues {
  std::uint64_t draws = 0, shared = 0, same = 0;
  std::vector<std::string> differing = {};  // their names
};
SharedValues compare_shared(const CheckedModel& first, const CheckedModel& second, Team* team);

// Whether the evidence would have seen that one element of one weight of the new model was moved by an ulp.
struct Control {
  std::string weight;
  bool is_seen = false;
  std::string at = {};  // the first value of which the proof then does not show that it is the same
};

struct Fixed {
  ModelFix fix;
  std::string bytes;                   // of the new file
  Verdict verdict;                     // of the new model under the profile
  std::shared_ptr<const Graph> graph;  // of the new model
  std::optional<Equality> equality = {};
  std::optional<SharedValues> shared = {};
  std::vector<Control> controls = {};

  bool is_conformant() const { return verdict.model != nullptr; }
  bool is_shown(Evidence wanted) const;
};

// The new model; it is written by the caller, and only where is_shown() says so. `external` are the files that the
// model refers to, null where it has none.
Result<Fixed> fix_with_evidence(const CheckedModel& model, std::span<const std::byte> file, ExternalData* external,
                                const Profile& target, const FixSettings& settings);

// Why a model that is not shown to be the same is not given out.
Finding not_accepted(const Fixed& fixed, const Graph& graph, const Profile& target);

// What the profile says of the file as it is, where nothing is bound.
std::vector<Finding> findings_before(std::span<const std::byte> file, ExternalData* external, const Profile& target);

// The data files that a model refers to lie in one folder: so must the new model. A finding where `output` would not.
std::optional<Finding> check_place(const ExternalData* external, const std::string& folder, const std::string& output);

}  // namespace etalon::impl
