/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The first stage of every function of doubles. */
#ifndef ETALON_SCALAR_PAIR_FUNCTIONS_H
#define ETALON_SCALAR_PAIR_FUNCTIONS_H

#include "scalar/pair_circular.h"
#include "scalar/pair_erf.h"
#include "scalar/pair_exponential.h"

#endif
