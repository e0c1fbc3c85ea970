// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/structured.hpp"

namespace oracle {

std::vector<Structured> sub_structured() {
  return {{"Sub", "SUB-FLOAT-RESULT",
           [](Cases& cases, Format f) { return as_difference(f, cases.next(Operation::add)); },
           [](Format f, const Case& c) { return ieee_sub(f, c.a, c.b); }}};
}

}  // namespace oracle
