// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/arithmetic/integers.hpp"
#include "oracle/arithmetic/small_float.hpp"

namespace oracle {

std::vector<Campaign> div_campaigns() {
  constexpr auto down = []<Type T>(std::uint64_t a, std::uint64_t b) { return int_div_floor(T.integer(), a, b); };
  constexpr auto towards_zero = []<Type T>(std::uint64_t a, std::uint64_t b) {
    return int_div_trunc(T.integer(), a, b);
  };
  constexpr auto floats = []<Type T>(std::uint64_t a, std::uint64_t b) { return small_div<T.format()>(a, b); };
  return {
      {.name = "div-floor",
       .operation = "Div",
       .evidence = {"DIV-INT-FLOOR"},
       .judge = on_integers<down>,
       .rounds_down = true,
       .zero_is_refused = true},
      {.name = "div-truncate",
       .operation = "Div",
       .evidence = {"DIV-INT-TRUNCATE"},
       .judge = on_integers<towards_zero>,
       .zero_is_refused = true},
      {"div", "Div", {"DIV-FLOAT-RESULT"}, on_floats<floats>},
  };
}

}  // namespace oracle
