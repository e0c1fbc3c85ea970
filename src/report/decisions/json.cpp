// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as JSON for programs, with every decision.
#include <cmath>

#include "report/decisions/report.hpp"
#include "report/page/json_writer.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {

std::string decisions_json(const DecisionsReport& report) {
  const DecisionTotals totals = totals_of(report);
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-decisions-1", report.identity);
    json.line().member("output", report.model.graph->values[report.settings.output].name);
    if (report.settings.threshold) json.member("threshold", JsonText{end_json(*report.settings.threshold, End::low)});
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
                if (row.taken[p]) json.member(accumulation_names[p], *row.taken[p]);
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
