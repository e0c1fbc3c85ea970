// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/arithmetic/integers.hpp"
#include "oracle/arithmetic/small_float.hpp"

namespace oracle {

std::vector<Campaign> mul_campaigns() {
  constexpr auto integers = []<Type T>(std::uint64_t a, std::uint64_t b) { return int_mul(T.integer(), a, b); };
  constexpr auto floats = []<Type T>(std::uint64_t a, std::uint64_t b) { return small_mul<T.format()>(a, b); };
  return {
      {"mul", "Mul", {"MUL-INT-RESULT"}, on_integers<integers>},
      {"mul", "Mul", {"MUL-FLOAT-RESULT"}, on_floats<floats>},
  };
}

}  // namespace oracle
