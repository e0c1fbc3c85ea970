// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon equal` reports ("EQUIV-ALL-REPORT"): whether two models have the same bits for every input, how
// that was shown, and where it was not.
#pragma once

#include <string>

#include "conform/equal/equal.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct EqualReport {
  const CheckedModel &first, &second;
  const Equality& equality;
  Identity identity;                // of both models
  std::string second_profile = {};  // where it is not that of the first
};

// What a report on both models is about: the files of both, and what was bound in either.
Identity identity_of_both(Identity first, const Identity& second);

// "lemmas":[…],"conditional":[…]: what a proof rests on; `second` is the graph of the second model.
void write_lemmas(JsonWriter& json, const Equality& equality, const Graph& second);

std::string equal_summary(const EqualReport& report);  // one line
std::string equal_text(const EqualReport& report);
std::string equal_json(const EqualReport& report);

}  // namespace etalon::impl
