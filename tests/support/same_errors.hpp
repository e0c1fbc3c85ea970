// SPDX-License-Identifier: Apache-2.0
// Errors of a certified run beside those of the shadow.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "accuracy/analysis.hpp"

namespace etalon::tests {

// Both have what the exact error is, rounded up by less than a millionth or 2^-30 ulp where they are tight. An error
// that is not tight is larger. Returns how many elements of outputs were compared.
inline std::uint64_t compare_errors(const impl::Analysis& analysis,
                                    const std::function<void(const std::string&)>& fault) {
  if (!analysis.shadowed || !analysis.run) return 0;
  std::uint64_t compared = 0;
  for (const std::uint32_t output : analysis.model->graph->outputs) {
    const std::vector<impl::Error>&exact = analysis.errors[output], &certified = analysis.run->errors[output];
    for (std::size_t i = 0; i < exact.size() && !certified.empty(); ++i) {
      const auto is_near = [&](double a, double b, double unit) {
        if (std::isinf(a) || std::isinf(b)) return std::isinf(a) == std::isinf(b);
        const double apart = std::abs(a - b);
        return apart <= 1e-6 * std::max(a, b) || apart <= 0x1p-29 * unit;
      };
      const impl::Error& more =
          exact[i].ulp > certified[i].ulp ? exact[i] : certified[i];  // the smaller one may be subnormal
      const double ulp = more.ulp > 0 ? more.absolute / more.ulp : 0;
      if (!exact[i].tight || !certified[i].tight) continue;
      ++compared;
      if (!is_near(exact[i].absolute, certified[i].absolute, ulp) || !is_near(exact[i].ulp, certified[i].ulp, 1))
        fault("output " + analysis.model->graph->values[output].name + ", element " + std::to_string(i) +
              ": the certified error is " + std::to_string(certified[i].ulp) + " ulp, that of the shadow " +
              std::to_string(exact[i].ulp));
    }
  }
  return compared;
}

}  // namespace etalon::tests
