/* SPDX-License-Identifier: Apache-2.0
 * Etalon's C interface. First one operator: prepare a call once (types, shapes and profile are checked), run it as
 * often as you like on your own buffers. Then whole models, in four phases: load and check, plan, run, release.
 * Running allocates nothing, locks nothing, keeps no state, leaves the floating-point environment as it found it, and
 * gives the same bits on every machine. A call or a plan may be run by several threads at once. No function throws,
 * prints or exits. What can fail returns a status; releasing, counting findings and asking for the version cannot. */
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
  ETALON_MALFORMED = 3,      /* the bytes are not what they should be; the message names the byte */
  ETALON_LIMIT = 4,          /* out of memory, or a limit was reached */
  ETALON_CONDITION = 5,      /* an error condition of the operator, at status.index; no output was written */
  ETALON_NOT_JUDGED = 6,     /* the model uses what this release does not specify; status.rule names it */
  ETALON_INTERNAL = 70
} etalon_code;

typedef struct etalon_status {
  int32_t code;     /* an etalon_code */
  const char* rule; /* requirement tag or "", a constant string: `etalon explain RULE` says what it means */
  uint64_t index;   /* first element concerned, in row-major order; where a buffer is refused (ETALON_USAGE): which one,
                     * the inputs counted before the outputs, and the arena last */
  uint64_t count;   /* how many elements or buffers are concerned; 0: index says nothing */
  uint32_t node;    /* of a model; ETALON_NO_NODE where none is concerned */
} etalon_status;

#define ETALON_NO_NODE UINT32_MAX

/* The numbers are those of ONNX's TensorProto.DataType. */
typedef enum etalon_type {
  ETALON_FLOAT = 1,
  ETALON_UINT8 = 2,
  ETALON_INT8 = 3,
  ETALON_UINT16 = 4,
  ETALON_INT16 = 5,
  ETALON_INT32 = 6,
  ETALON_INT64 = 7,
  ETALON_BOOL = 9, /* one byte: an input's is true where it is not 0, an output's is 0 or 1 */
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

/* Elements in row-major order and native byte order, aligned to their size; 4-bit elements two per byte, the lower
 * index in the low half. `bytes` must be exactly what the type and shape need. */
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
  ETALON_EVENT_SATURATED = 7,
  ETALON_EVENT_NAN_CONVERTED = 8,
  ETALON_EVENT_KINDS = 9
} etalon_event;

typedef struct etalon_events {
  uint64_t count[ETALON_EVENT_KINDS];
  uint64_t first[ETALON_EVENT_KINDS];
} etalon_events;

typedef struct etalon_call etalon_call;

/* Prepares a call. On success release *call with etalon_release; on failure it is NULL. What went wrong is also written
 * as a sentence into message (may be NULL), cut to message_bytes and ended by a NUL. */
etalon_status etalon_prepare(const etalon_request* request, etalon_call** call, char* message,
                             size_t message_bytes) ETALON_NOEXCEPT;

/* Type and shape of result number `index`. */
etalon_status etalon_output_type(const etalon_call* call, size_t index, etalon_tensor_type* type) ETALON_NOEXCEPT;

/* Computes. All or nothing: unless ETALON_OK is returned, no output was written. events may be NULL. */
etalon_status etalon_run(const etalon_call* call, const etalon_input* inputs, size_t input_count,
                         const etalon_output* outputs, size_t output_count, etalon_events* events) ETALON_NOEXCEPT;

void etalon_release(etalon_call* call) ETALON_NOEXCEPT;

/* ---- models --------------------------------------------------------------------------------------------------- */

typedef struct etalon_source {
  const void* bytes; /* an ONNX file; it must stay as it is until the model and all its plans are released, so a run
                      * that would write there is refused */
  size_t byte_count;
  const char* external_folder; /* where data beside the model may be read; NULL: nowhere */
  const char* profile;         /* as in etalon_request */
  const char* accumulate;      /* likewise, for every MatMul of the model */
} etalon_source;

typedef struct etalon_model etalon_model;

/* Loads and checks. ETALON_OK: the model is conformant. If it could be read but is not conformant or not judged, *model
 * is set as well, so that its findings can be read; otherwise it is NULL. The message is the first finding that the
 * code rests on. */
etalon_status etalon_check(const etalon_source* source, etalon_model** model, char* message,
                           size_t message_bytes) ETALON_NOEXCEPT;

/* An error breaks a rule; what is unjudged is outside of what this release specifies. */
typedef enum etalon_severity { ETALON_ERROR = 0, ETALON_UNJUDGED = 1, ETALON_NOTICE = 2 } etalon_severity;

/* The texts belong to the model. */
typedef struct etalon_finding {
  int32_t severity;
  etalon_status status; /* status.rule and status.node say which rule and where */
  uint64_t offset;      /* byte in the file, 0 where there is none */
  const char* value;    /* the name of the value concerned, or "" */
  const char* message;
  const char* hint; /* what to do about it, in words */
  const char* fix;  /* Python statements on the ModelProto `model` that do it, or "" */
} etalon_finding;

size_t etalon_finding_count(const etalon_model* model) ETALON_NOEXCEPT;
etalon_status etalon_finding_at(const etalon_model* model, size_t index, etalon_finding* finding) ETALON_NOEXCEPT;

typedef struct etalon_plan etalon_plan;

/* Decides where every value is stored. Refuses a model that is not conformant, with the code that etalon_check gave.
 * The reference kernels compute, on one thread. */
etalon_status etalon_make_plan(const etalon_model* model, etalon_plan** plan, char* message,
                               size_t message_bytes) ETALON_NOEXCEPT;

/* A set of kernels. All sets give the same bits. <etalon/fast.h> has a fast one; a set that belongs to another version
 * of Etalon is refused. */
typedef struct etalon_kernels etalon_kernels;

#define ETALON_MAX_TASKS 1024

/* All zero: as etalon_make_plan. */
typedef struct etalon_plan_options {
  const etalon_kernels* kernels; /* NULL: the reference */
  uint32_t tasks;                /* a node may be cut into this many when a team runs the plan, at most
                                  * ETALON_MAX_TASKS; each may take its part of the arena. 0 means 1 */
} etalon_plan_options;

etalon_status etalon_make_plan_with(const etalon_model* model, const etalon_plan_options* options, etalon_plan** plan,
                                    char* message, size_t message_bytes) ETALON_NOEXCEPT;

typedef struct etalon_plan_facts {
  size_t input_count, output_count, node_count;
  uint64_t arena_bytes;   /* that etalon_run_plan needs, aligned to ETALON_ARENA_ALIGNMENT */
  uint64_t staged_bytes;  /* of these: outputs that wait for the last node that can fail */
  uint64_t decoded_bytes; /* of constants that could not be used where they are in the file */
  uint64_t operations;    /* elementary ones; UINT64_MAX means that many or more */
} etalon_plan_facts;

#define ETALON_ARENA_ALIGNMENT 64

typedef struct etalon_port {
  const char* name; /* belongs to the plan */
  etalon_tensor_type type;
} etalon_port;

etalon_status etalon_plan_about(const etalon_plan* plan, etalon_plan_facts* facts) ETALON_NOEXCEPT;
etalon_status etalon_plan_input(const etalon_plan* plan, size_t index, etalon_port* port) ETALON_NOEXCEPT;
etalon_status etalon_plan_output(const etalon_plan* plan, size_t index, etalon_port* port) ETALON_NOEXCEPT;

/* Computes. All or nothing: unless ETALON_OK is returned, no output was written; status.node says where it ended. The
 * arena's content does not matter, and may be anything afterwards. events is NULL, or has a place for each node. */
etalon_status etalon_run_plan(const etalon_plan* plan, const etalon_input* inputs, size_t input_count,
                              const etalon_output* outputs, size_t output_count, void* arena, size_t arena_bytes,
                              etalon_events* events, size_t event_count) ETALON_NOEXCEPT;

/* Threads that take tasks: bring your own, or take that of <etalon/fast.h>. */
typedef struct etalon_team {
  void* context; /* given to run */
  uint32_t size; /* tasks that can run at once, the calling thread counted; not 0 */
  /* Calls task(argument, i) once for every i < tasks, on any threads, and returns when all are done. Throws nothing. */
  void (*run)(void* context, size_t tasks, void (*task)(void* argument, size_t i), void* argument);
} etalon_team;

/* The same on a team, NULL for the calling thread alone. The bits do not depend on it. A team of your own may lock or
 * allocate: Etalon does not control it. */
etalon_status etalon_run_plan_on(const etalon_plan* plan, const etalon_input* inputs, size_t input_count,
                                 const etalon_output* outputs, size_t output_count, void* arena, size_t arena_bytes,
                                 etalon_events* events, size_t event_count, const etalon_team* team) ETALON_NOEXCEPT;

#define ETALON_DIGEST_CHARACTERS 65 /* 64 hexadecimal digits and a NUL */

/* The fingerprint of a run's outputs: equal digests, equal bits, on whatever machines. */
etalon_status etalon_digest(const etalon_plan* plan, const etalon_output* outputs, size_t output_count,
                            char digest[ETALON_DIGEST_CHARACTERS]) ETALON_NOEXCEPT;

/* In any order; a plan keeps what it needs of its model. */
void etalon_release_plan(etalon_plan* plan) ETALON_NOEXCEPT;
void etalon_release_model(etalon_model* model) ETALON_NOEXCEPT;

const char* etalon_version(void) ETALON_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
