/* SPDX-License-Identifier: Apache-2.0
 * Etalon's fast kernels and a ready-made team, in a library of their own (etalon_fast): the bits of the reference, at
 * the speed of the processor's vector units. What etalon.h promises holds here too. */
#ifndef ETALON_FAST_H
#define ETALON_FAST_H

#include <etalon/etalon.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For etalon_plan_options. Where an operator has no fast kernel for a type, and where events are counted, they are
 * those of the reference. */
const etalon_kernels* etalon_fast_kernels(void) ETALON_NOEXCEPT;

const char* etalon_fast_instructions(void) ETALON_NOEXCEPT; /* the instruction set that they use here: "AVX2" */

/* A pool of `threads` threads including the caller's; 0 means one per processor. On success release *team with
 * etalon_release_team; on failure it is NULL. Several threads may run plans on one team: they take turns. Running
 * allocates nothing. */
int32_t etalon_make_team(uint32_t threads, etalon_team** team, etalon_problem* problem) ETALON_NOEXCEPT;

void etalon_release_team(etalon_team* team) ETALON_NOEXCEPT; /* only one that etalon_make_team made */

#ifdef __cplusplus
}
#endif

#endif
