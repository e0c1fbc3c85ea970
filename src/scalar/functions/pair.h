/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The first stage of the functions of doubles: pair_NAME(x) is within PAIR_NAME_ERROR of NAME(x), relatively,
 * for arguments from 2^-900 on in size and inside the range that its header states; where high is a NaN the stage does
 * not know. The processor must round to nearest. The value rounds as high does where both high + (low + e) and
 * high + (low - e), e being the error, are high. */
#ifndef ETALON_SCALAR_PAIR_H
#define ETALON_SCALAR_PAIR_H

#include "scalar/functions/pair_circular.h"
#include "scalar/functions/pair_erf.h"
#include "scalar/functions/pair_exponential.h"

#endif
