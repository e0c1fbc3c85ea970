// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/structured.hpp"

namespace oracle {

std::vector<Structured> add_structured() {
  return {{"Add", "ADD-FLOAT-RESULT", [](Cases& cases, Format) { return cases.next(Operation::add); },
           [](Format f, const Case& c) { return ieee_add(f, c.a, c.b); }}};
}

}  // namespace oracle
