// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as JSON for programs, with every decision.
#include <cmath>

#include "report/decisions/report.hpp"
#include "report/page/json_writer.hpp"
#include "text/decimal.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

// A decimal as it was given; what JSON has no numbers for is a string.
void write_threshold(JsonWriter& json, const std::string& text) {
  if (json_number_length(text) == text.size())
    json.member("threshold", JsonText{text});
  else
    json.member("threshold", text);
}

}  // namespace

std::string decisions_json(const DecisionsReport& report) {
  const DecisionTotals totals = totals_of(report);
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-decisions-1", report.identity);
    json.line().member("output", report.model.graph->values[report.settings.output].name);
    if (report.settings.threshold) write_threshold(json, report.settings.threshold->text);
    json.line().object("totals", [&] {
      json.member("inputs", report.inputs.size()).member("decisions", totals.rows).member("same", totals.same);
      json.member("otherwise", totals.otherwise).member("not_told", totals.untold);
      if (report.settings.any_order) json.member("in_any_order", totals.in_any_order);
      if (std::isfinite(totals.least_ratio))
        json.member("least_margin_over_error", JsonText{end_json(totals.least_ratio, End::low)});
    });
    json.line().lines("inputs", report.inputs, [&](const std::vector<RowDecision>& rows) {
      json.array("decisions", [&] {
        for (const RowDecision& row : rows)
          json.object([&] {
            json.member("real", row.real).member("margin", JsonText{end_json(row.margin, End::low)});
            json.member("error", JsonText{end_json(row.error, End::high)}).object("policies", [&] {
              for (std::size_t p = 0; p < policy_count; ++p)
                if (row.ran[p]) json.member(accumulation_names[p], row.taken[p]);
            });
            if (report.settings.any_order)
              json.member("any_order_error", JsonText{end_json(row.any_order_error, End::high)})
                  .member("in_any_order", row.holds_in_any_order);
          });
      });
    });
  });
}

}  // namespace etalon::impl
