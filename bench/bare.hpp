// SPDX-License-Identifier: Apache-2.0
// The peers that are plain loops: what the processor does when only the operation itself is required. bare.cpp is
// compiled once per instruction set, with the compiler free to use its full width; the widest set that the processor
// has is used.
#pragma once

#include <stddef.h>

namespace etalon::bench {

// c[i] = a[i] op b[i], stored as it comes: no care for NaN, no streaming, nothing checked.
struct BareLoop {
  const char* op;
  const char* type;
  void (*run)(const void* a, const void* b, void* c, size_t count);
};

// The same for operators of the family map, with any operands: "relu/float", "cast/float/float16". A bound is an
// operand of one element.
struct BareMap {
  const char* name;
  void (*run)(const void* const* operands, void* result, size_t count);
};

// Multiply-adds in sixteen independent chains that never leave the registers: as many as the processor can do.
struct MultiplyAdds {
  const char* type;
  double (*run)(size_t rounds);  // the value is there to be used
  size_t per_round;
};

struct BareSet {
  const char* name;
  const BareLoop* loops;
  size_t loop_count;
  MultiplyAdds peaks[2];
  float (*read)(const float* from, size_t count);  // adds up, which costs nothing beside the loads
  const BareMap* maps;
  size_t map_count;
};

const BareSet& bare();

// c[i] = a[i] / b[i] by the processor's own division, one element at a time; -1 is divided by negation, as MIN / -1
// traps. The rounding is to zero, or down.
using DivisionLoop = void (*)(const void* a, const void* b, void* c, size_t count);
DivisionLoop idiv(const char* type, bool floor);

}  // namespace etalon::bench
