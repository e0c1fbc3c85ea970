// SPDX-License-Identifier: Apache-2.0
// Floor 10. See outcome.hpp.
#include "cli/outcome.hpp"

#include <fmt/format.h>

namespace etalon::impl::cli {

std::string tally_text(const Events::Tally& tally, const Shape& shape) {
  return fmt::format("{} of {}, first at {}", tally.count, shape.count, index_string(shape, tally.first));
}

std::vector<Finding> notices_of(const Operator& op, const Events& events, const Shape& shape) {
  std::vector<Finding> found;
  for (const Notice& notice : op.notices)
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
      if (notice.event == 1u << kind && events.of[kind].count > 0)
        found.push_back({Severity::notice,
                         Status{Code::ok, notice.rule},
                         0,
                         {},
                         fmt::format("{}: {}", notice.message, tally_text(events.of[kind], shape)),
                         notice.hint});
  return found;
}

Finding condition_of(const Operator& op, const Status& status, const Shape& shape) {
  for (const Condition& condition : op.conditions)
    if (std::string_view(condition.rule) == status.rule)
      return {Severity::error,
              status,
              0,
              {},
              fmt::format("{}: {} at {}, {} of {}", op.name, condition.message, index_string(shape, status.index),
                          status.count, shape.count),
              "no output was written"};
  return {Severity::error, status, 0, {}, "the operator could not be computed", {}};
}

std::string events_json(const Events& events, const Shape& shape, const std::string& before) {
  std::string out;
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
    if (events.of[kind].count > 0)
      out += fmt::format(R"({}{{{}"kind":"{}","count":{},"first":{}}})", out.empty() ? "" : ",", before,
                         event_names[kind], events.of[kind].count, index_string(shape, events.of[kind].first));
  return out;
}

}  // namespace etalon::impl::cli
