// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/structured.hpp"

namespace oracle {

std::vector<Structured> div_structured() {
  return {{"Div", "DIV-FLOAT-RESULT", [](Cases& cases, Format) { return cases.next(Operation::div); },
           [](Format f, const Case& c) { return ieee_div(f, c.a, c.b); }}};
}

}  // namespace oracle
