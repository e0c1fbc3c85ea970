// SPDX-License-Identifier: Apache-2.0
// Floor 9. The parts of the page of `etalon conform`.
#pragma once

#include <string>

#include "report/conform/outcomes.hpp"

namespace etalon::impl {

// How a verdict looks: colour is never the only sign.
struct CaseLook {
  const char *key, *sign, *name, *tone, *meaning;
};
const CaseLook& look_of(CaseVerdict verdict);

// The gravest verdict among the cases of a tally, which is not empty.
CaseVerdict gravest(const Tally& tally);

// Operators by types, and what each requirement came to.
std::string matrix_html(const ConformResults& results);
std::string requirements_html(const ConformResults& results);

// Why bits differ, by how much, and case by case.
std::string causes_html(const ConformResults& results);
std::string reasons_html(const ConformResults& results);  // why cases were not judged; "" where all were
std::string distances_html(const ConformResults& results);
std::string cases_html(const ConformResults& results);

std::string count_cell(const char* header, std::uint64_t count);  // of a table; 0 is a dash

}  // namespace etalon::impl
