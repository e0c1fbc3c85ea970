/* SPDX-License-Identifier: Apache-2.0
 * Etalon's C interface. Two phases: prepare a call once (types, shapes, profile are settled and checked), run it as
 * often as you like on your own buffers. Running allocates nothing, locks nothing, keeps no state, leaves the
 * floating-point environment as it found it, and gives the same bits on every machine. A call may be run by several
 * threads at once. No function throws, prints or exits; every one returns a status. */
#ifndef ETALON_ETALON_H
#define ETALON_ETALON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define ETALON_NOEXCEPT noexcept
#else
#define ETALON_NOEXCEPT
#endif

typedef enum etalon_code {
  ETALON_OK = 0,
  ETALON_NOT_CONFORMANT = 1, /* a rule of the profile is broken; status.rule names it */
  ETALON_USAGE = 2,          /* this interface was called wrongly: NULL, wrong size, overlap, unknown name */
  ETALON_LIMIT = 4,          /* out of memory, or a limit was reached */
  ETALON_CONDITION = 5,      /* an error condition of the operator, at status.index; no output was written */
  ETALON_INTERNAL = 70
} etalon_code;

typedef struct etalon_status {
  int32_t code;     /* an etalon_code */
  const char* rule; /* requirement tag or "", a constant string: `etalon explain RULE` tells what it means */
  uint64_t index;   /* first element concerned, in row-major order */
  uint64_t count;   /* how many elements are concerned */
} etalon_status;

/* The numbers are those of ONNX's TensorProto.DataType. */
typedef enum etalon_type {
  ETALON_FLOAT = 1,
  ETALON_UINT8 = 2,
  ETALON_INT8 = 3,
  ETALON_UINT16 = 4,
  ETALON_INT16 = 5,
  ETALON_INT32 = 6,
  ETALON_INT64 = 7,
  ETALON_FLOAT16 = 10,
  ETALON_DOUBLE = 11,
  ETALON_UINT32 = 12,
  ETALON_UINT64 = 13,
  ETALON_BFLOAT16 = 16,
  ETALON_UINT4 = 21,
  ETALON_INT4 = 22
} etalon_type;

#define ETALON_MAX_RANK 8

typedef struct etalon_tensor_type {
  int32_t type; /* an etalon_type */
  uint32_t rank;
  uint64_t dims[ETALON_MAX_RANK];
} etalon_tensor_type;

typedef struct etalon_attribute {
  const char* name;
  int64_t value;
} etalon_attribute;

typedef struct etalon_request {
  const char* operation;  /* "Mul", … */
  const char* profile;    /* "sonnx", "sonnx-2026-08", "onnx"; NULL means "sonnx" */
  int32_t opset;          /* ONNX operator set; 0 means the newest known */
  const char* accumulate; /* how MatMul sums floats: "sequential", "fused", "wide", "exact"; NULL means "sequential" */
  const etalon_tensor_type* inputs;
  size_t input_count;
  const etalon_attribute* attributes;
  size_t attribute_count;
} etalon_request;

/* Elements in row-major order and native byte order, aligned to their size; 4-bit elements two a byte, the lower index
 * in the low half. `bytes` must be exactly what the type and shape need. */
typedef struct etalon_input {
  int32_t type;
  const void* data;
  size_t bytes;
} etalon_input;

typedef struct etalon_output {
  int32_t type;
  void* data;
  size_t bytes;
} etalon_output;

/* What happened to how many elements, and to which first. Counting does not change a result, but costs time. */
typedef enum etalon_event {
  ETALON_EVENT_INVALID = 0,
  ETALON_EVENT_DIVIDE_BY_ZERO = 1,
  ETALON_EVENT_OVERFLOW = 2,
  ETALON_EVENT_UNDERFLOW = 3,
  ETALON_EVENT_INEXACT = 4,
  ETALON_EVENT_INTEGER_OVERFLOW = 5,
  ETALON_EVENT_FLOOR = 6,
  ETALON_EVENT_ZERO_OPERAND = 7,
  ETALON_EVENT_KINDS = 8
} etalon_event;

typedef struct etalon_events {
  uint64_t count[ETALON_EVENT_KINDS];
  uint64_t first[ETALON_EVENT_KINDS];
} etalon_events;

typedef struct etalon_call etalon_call;

/* Settles a call. On success *call is to be given back with etalon_release; on failure it is NULL. What went wrong is
 * also written as a sentence into message (may be NULL), cut to message_bytes and ended by a NUL. */
etalon_status etalon_prepare(const etalon_request* request, etalon_call** call, char* message,
                             size_t message_bytes) ETALON_NOEXCEPT;

/* Type and shape of result number `index`. */
etalon_status etalon_output_type(const etalon_call* call, size_t index, etalon_tensor_type* type) ETALON_NOEXCEPT;

/* Computes. All or nothing: unless ETALON_OK is returned, no output was written. events may be NULL. */
etalon_status etalon_run(const etalon_call* call, const etalon_input* inputs, size_t input_count,
                         const etalon_output* outputs, size_t output_count, etalon_events* events) ETALON_NOEXCEPT;

void etalon_release(etalon_call* call) ETALON_NOEXCEPT;

const char* etalon_version(void) ETALON_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
