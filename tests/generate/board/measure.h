/* SPDX-License-Identifier: Apache-2.0
 * Stack and instructions of one call. The stack below is painted before and looked at after it; instructions are
 * SysTick's, which under `qemu -icount shift=0` (an instruction is a nanosecond) and the board's 25 MHz counts one for
 * every 40 of them. */
#include <stdint.h>
#include <stdio.h>

extern uint32_t stack_bottom[];
enum { PER_TICK = 40, PAINT = 0x5AFE5AFE };
#define SYSTICK ((volatile uint32_t*)0xE000E010u) /* control, reload, current */

static inline uint32_t* painted(void) {
  uint32_t* top;
  __asm__ volatile("mov %0, sp" : "=r"(top));
  for (volatile uint32_t* word = stack_bottom; word != top; ++word) *word = PAINT;
  SYSTICK[0] = 0;
  SYSTICK[1] = 0xFFFFFFu;
  SYSTICK[2] = 0;
  SYSTICK[0] = 5;
  return top;
}

static inline void measured(const uint32_t* top) {
  const uint32_t ticks = 0xFFFFFFu - SYSTICK[2], wrapped = SYSTICK[0] >> 16 & 1u;
  const volatile uint32_t* word = stack_bottom;
  while (*word == PAINT) ++word;
  printf("measured: stack %u instructions %u wrapped %u\n", (unsigned)((uintptr_t)top - (uintptr_t)word),
         (unsigned)(ticks * PER_TICK), (unsigned)wrapped);
}
