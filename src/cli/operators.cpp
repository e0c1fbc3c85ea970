// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon operators`: which operators there are, in which versions, for which types, under which profiles.
#include <fmt/format.h>

#include <algorithm>

#include "base/small_letters.hpp"
#include "cli/verbs.hpp"
#include "report/operators/report.hpp"

namespace etalon::impl::cli {

int list_operators(const OperatorsOptions& options) {
  std::vector<const Operator*> listed;
  for (const Operator* op : operators())
    if (options.name.empty() || small_letters(op->name) == options.name) listed.push_back(op);
  std::ranges::sort(listed, {}, [](const Operator* op) { return std::string_view(op->name); });
  fmt::print("{}", options.format == "json" ? operators_json(listed)
                   : options.name.empty()   ? operators_text(listed)
                                            : operator_text(*listed.front()));
  return 0;
}

}  // namespace etalon::impl::cli
