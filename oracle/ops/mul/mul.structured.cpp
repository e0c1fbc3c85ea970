// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/structured.hpp"

namespace oracle {

std::vector<Structured> mul_structured() {
  return {{"Mul", "MUL-FLOAT-RESULT", [](Cases& cases, Format) { return cases.next(Operation::mul); },
           [](Format f, const Case& c) { return ieee_mul(f, c.a, c.b); }}};
}

}  // namespace oracle
