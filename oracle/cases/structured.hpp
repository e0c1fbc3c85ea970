// SPDX-License-Identifier: Apache-2.0
//
// Structured cases of an operator that rounds: how a case is drawn, and the answer by MPFR.
// oracle/ops/NAME/NAME.structured.cpp defines NAME_structured; CMake lists these files.
#pragma once

#include <vector>

#include "oracle/cases/operations.hpp"

namespace oracle {

struct Structured {
  const char* operation;
  const char* evidence;  // the requirement that the results show
  Case (*draw)(Cases& cases, Format f);
  Answer (*answer)(Format f, const Case& c);
};

const std::vector<Structured>& structured();

}  // namespace oracle
