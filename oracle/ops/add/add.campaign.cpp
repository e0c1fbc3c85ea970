// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/arithmetic/integers.hpp"
#include "oracle/arithmetic/small_float.hpp"

namespace oracle {

std::vector<Campaign> add_campaigns() {
  constexpr auto integers = []<Type T>(std::uint64_t a, std::uint64_t b) { return int_add(T.integer(), a, b); };
  constexpr auto floats = []<Type T>(std::uint64_t a, std::uint64_t b) { return small_add<T.format()>(a, b); };
  return {
      {"add", "Add", {"ADD-INT-RESULT"}, on_integers<integers>},
      {"add", "Add", {"ADD-FLOAT-RESULT"}, on_floats<floats>},
  };
}

}  // namespace oracle
