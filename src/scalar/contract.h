/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. What the contracts of this folder share: their one axiom. Contracts are comments that begin with an at sign;
 * they are proved about the text as it is compiled (docs/proofs.md). */
#ifndef ETALON_SCALAR_CONTRACT_H
#define ETALON_SCALAR_CONTRACT_H

#include <stdint.h>

/* What C says of conversions to unsigned types (C99 6.3.1.3), which the prover's own theory leaves open. That such a
 * conversion exists is proved in proofs/integer.mlw. */
/*@ axiomatic Unsigned {
  @   axiom unsigned_wraps: \forall integer x; (x - (uint64_t)x) % 18446744073709551616 == 0;
  @ } */

#endif
