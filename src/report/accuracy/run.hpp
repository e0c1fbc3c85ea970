// SPDX-License-Identifier: Apache-2.0
// Floor 9. What the forms of the accuracy report say of one certified run ("ACC-ALL-RUN"): its error, the decisions
// that it took otherwise than the reals, and the error of each node's results.
#pragma once

#include "report/accuracy/summary.hpp"
#include "report/page/json_writer.hpp"

namespace etalon::impl {

// Of a report that has no bounds.
Headline headline_of_run(const Analysis& analysis);
// "2304000 decisions (comparisons, maxima): 3 were taken otherwise than over the reals, 0 could not be told."
std::string decisions_sentence(const CertifiedRun& run);

inline constexpr const char* run_terms =
    "Errors are those of this run: the distance of what was computed from the real value, which is known to the "
    "radius. Relative is to the largest number that the node computed. Otherwise: decisions (comparisons, maxima) "
    "that the computed operands lead to and the real ones do not, or for which that could not be told.";

std::string run_text(const Analysis& analysis);
std::string parts_text(const Analysis& analysis);  // to the error of a run; empty where they are not known
std::string run_html(const Analysis& analysis);
void write_run(JsonWriter& json, const Analysis& analysis);

}  // namespace etalon::impl
