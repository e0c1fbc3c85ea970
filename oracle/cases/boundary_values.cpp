// SPDX-License-Identifier: Apache-2.0
//
// The boundary values of a format.
#include <algorithm>

#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"

namespace oracle {

std::vector<std::uint64_t> boundary_values(Format f) {
  const std::uint64_t all_ones = fraction_mask(f);
  const std::uint64_t least_normal = power_of_two(f.fraction);
  const auto pattern_of_power = [f](int n) { return static_cast<std::uint64_t>(n + bias(f)) << f.fraction; };
  const std::uint64_t one = pattern_of_power(0);

  std::vector<std::uint64_t> values{0, 1, 2, 3};
  const auto add_with_neighbours = [&values](std::uint64_t x) { values.insert(values.end(), {x - 1, x, x + 1}); };

  // Subnormals: single bits at both ends and in the middle, all ones.
  for (const int bit : {2, f.fraction / 2, f.fraction - 2, f.fraction - 1}) {
    add_with_neighbours(power_of_two(bit));
  }
  add_with_neighbours(least_normal);      // its lower neighbour is the largest subnormal
  add_with_neighbours(2 * least_normal);  // the spacing doubles here

  // Powers of two and their neighbours: around one, where the square leaves the range, where adding to one begins and
  // ceases to matter.
  for (const int n :
       {-2, -1, 0, 1, 2, f.fraction, f.fraction + 1, -f.fraction, -f.fraction - 1, -f.fraction - 2, bias(f) / 2,
        bias(f) / 2 + 1, -bias(f) / 2, -bias(f) / 2 - 1, bias(f) - 1, bias(f), 2 - bias(f)}) {
    add_with_neighbours(pattern_of_power(n));
  }

  // Significands in between: 1.5, all ones in half of the fraction, alternating bits.
  for (const std::uint64_t fraction : {all_ones / 3, all_ones / 2 + 1, all_ones >> f.fraction / 2, all_ones - 1}) {
    values.insert(values.end(), {one + fraction, least_normal + fraction, infinity(f) - least_normal + fraction});
  }

  values.push_back(infinity(f) - 1);
  values.push_back(infinity(f));

  // Signalling NaNs have the quiet bit clear and a payload that is not zero.
  for (const std::uint64_t payload : {std::uint64_t{0}, std::uint64_t{1}, all_ones / 4, all_ones / 2}) {
    values.push_back(canonical_nan(f) | payload);
    if (payload != 0) {
      values.push_back(infinity(f) | payload);
    }
  }

  const std::size_t positives = values.size();
  for (std::size_t i = 0; i < positives; ++i) {
    values.push_back(values[i] | sign_mask(f));
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace oracle
