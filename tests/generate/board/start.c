/* SPDX-License-Identifier: Apache-2.0
 * Start of a program on a Cortex-M4F that qemu emulates, and what newlib's printf needs. Output and the exit code go
 * to the host by semihosting. FPSCR is what the floating-point status is set to before main. */
#include <stddef.h>
#include <stdint.h>

#ifndef FPSCR
#define FPSCR 0u
#endif

extern uint32_t stack_top[], data_from[], data_begin[], data_end[], bss_begin[], bss_end[], heap_begin[], heap_end[];
int main(void);
void start(void);
void _exit(int code);
int _write(int file, const char* text, int count);
void* _sbrk(ptrdiff_t more);

static uintptr_t host(uintptr_t operation, const void* operand) {
  register uintptr_t r0 __asm__("r0") = operation;
  register const void* r1 __asm__("r1") = operand;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void _exit(int code) {
  const uintptr_t block[2] = {0x20026 /* the application exits */, (uintptr_t)code};
  for (;;) host(0x20, block);
}

int _write(int file, const char* text, int count) {
  (void)file;
  for (int i = 0; i < count; ++i) host(0x03, &text[i]);
  return count;
}

void* _sbrk(ptrdiff_t more) {
  static char* top = (char*)heap_begin;
  char* before = top;
  if (more > (char*)heap_end - top) return (void*)-1;
  top += more;
  return before;
}

int _close(int file) { return file - file - 1; }
int _fstat(int file, void* status) { return (void)status, file - file; }
int _isatty(int file) { return file >= 0; }
int _lseek(int file, int offset, int from) { return (void)offset, (void)from, file - file; }
int _read(int file, char* text, int count) { return (void)text, (void)count, file - file; }
int _getpid(void) { return 1; }
int _kill(int process, int signal) { return (void)process, (void)signal, -1; }

static void fault(void) { _exit(99); }

void start(void) {
  *(volatile uint32_t*)0xE000ED88u |= 0xFu << 20; /* the floating-point unit is on */
  __asm__ volatile("dsb\n isb\n vmsr fpscr, %0" : : "r"(FPSCR) : "memory");
  for (size_t i = 0; i < (size_t)(data_end - data_begin); ++i) data_begin[i] = data_from[i];
  for (uint32_t* word = bss_begin; word != bss_end; ++word) *word = 0;
  _exit(main());
}

__attribute__((section(".vectors"), used)) static const void* const vectors[16] = {
    stack_top,          (const void*)start, (const void*)fault, (const void*)fault,
    (const void*)fault, (const void*)fault, (const void*)fault,
};
