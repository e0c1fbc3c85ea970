/* SPDX-License-Identifier: Apache-2.0
 * The types that all of Etalon's C interface uses; <etalon/etalon.h> says what is promised. */
#ifndef ETALON_TYPES_H
#define ETALON_TYPES_H

#include <stddef.h>
#include <stdint.h>

typedef enum etalon_code {
  ETALON_OK = 0,
  ETALON_NOT_CONFORMANT = 1, /* a rule of the profile is broken; problem.rule names it */
  ETALON_USAGE = 2,          /* this interface was called wrongly: NULL, wrong size, overlap, unknown name */
  ETALON_MALFORMED = 3,      /* the bytes are not what they should be; the message names the byte */
  ETALON_LIMIT = 4,          /* out of memory, or a limit was reached */
  ETALON_CONDITION = 5,      /* an error condition of the operator, at problem.index; no output was written */
  ETALON_NOT_JUDGED = 6,     /* the model uses what this release does not specify; problem.rule names it */
  ETALON_INTERNAL = 70
} etalon_code;

/* What problem.index counts. */
typedef enum etalon_part {
  ETALON_NOTHING = 0,
  ETALON_ELEMENT = 1,   /* of a tensor, in row-major order: the first one concerned */
  ETALON_INPUT = 2,     /* an input of the request, the run or the model */
  ETALON_OUTPUT = 3,    /* an output of the run */
  ETALON_ARENA = 4,     /* the arena of the run; index is 0 */
  ETALON_ATTRIBUTE = 5, /* an attribute of the request */
  ETALON_SIZE = 6       /* a named dimension of the source */
} etalon_part;

#define ETALON_NO_NODE UINT32_MAX

/* What went wrong. Functions take a pointer to one, or NULL. */
typedef struct etalon_problem {
  size_t size;
  char* message; /* your memory for a sentence, or NULL; the sentence is cut to message_bytes and ended by a NUL */
  size_t message_bytes;
  /* What follows is written by the function. */
  int32_t code;     /* the etalon_code that it returns */
  int32_t part;     /* an etalon_part */
  const char* rule; /* requirement tag or "", a constant string: `etalon explain RULE` says what it means */
  uint64_t index;   /* which part is concerned */
  uint64_t count;   /* how many parts are concerned; 0: index says nothing */
  uint32_t node;    /* of a model; ETALON_NO_NODE where none is concerned */
} etalon_problem;

/* The numbers are those of ONNX's TensorProto.DataType. */
typedef enum etalon_type {
  ETALON_NO_TYPE = 0, /* of an operand: it is omitted */
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

/* A tensor whose value may be known before anything runs. All zero: an operand that is omitted. */
typedef struct etalon_operand {
  etalon_tensor_type type;
  const void* value;  /* laid out as in etalon_input, and copied; NULL: each run gives its own */
  size_t value_bytes; /* of the value */
} etalon_operand;

/* The numbers are those of ONNX's AttributeProto.AttributeType. */
typedef enum etalon_attribute_kind {
  ETALON_KIND_FLOAT = 1,  /* number */
  ETALON_KIND_INT = 2,    /* integer */
  ETALON_KIND_STRING = 3, /* list: char, which need not end with a NUL */
  ETALON_KIND_TENSOR = 4, /* list: one etalon_operand with a value */
  ETALON_KIND_FLOATS = 6, /* list: float */
  ETALON_KIND_INTS = 7,   /* list: int64_t */
  ETALON_KIND_STRINGS = 8 /* list: const char*, each ended by a NUL */
} etalon_attribute_kind;

typedef struct etalon_attribute {
  const char* name;
  int32_t kind; /* an etalon_attribute_kind */
  float number;
  int64_t integer;
  const void* list; /* of `count` elements, which are copied */
  size_t count;
} etalon_attribute;

#define ETALON_OPEN UINT64_MAX

/* An input or output. The texts belong to the call, model or plan. */
typedef struct etalon_port {
  size_t size;
  const char* name;
  etalon_tensor_type type; /* ETALON_NO_TYPE: none that Etalon has; a dimension that is no number: ETALON_OPEN */
  int32_t has_shape;       /* 0: not even the rank is declared */
  uint64_t bytes;          /* that its buffer has; 0 where that is not known */
  const char* symbols[ETALON_MAX_RANK]; /* names of the open dimensions, or ""; NULL for the others */
} etalon_port;

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
  ETALON_EVENT_TIE = 9, /* half way between two integers: the even one */
  ETALON_EVENT_KINDS = 10
} etalon_event;

typedef struct etalon_events {
  uint64_t count[ETALON_EVENT_KINDS];
  uint64_t first[ETALON_EVENT_KINDS];
} etalon_events;

/* What a run reports although it has a result. The texts are constant strings. */
typedef struct etalon_notice {
  uint32_t node;       /* of the model; 0 for a call */
  const char* rule;    /* requirement tag */
  const char* message; /* what happened */
  const char* hint;    /* what to do about it, or "" */
  uint64_t first;      /* element that it happened to */
  uint64_t count;      /* how many elements */
} etalon_notice;

/* Threads that take tasks: bring your own, or take that of <etalon/fast.h>. */
typedef struct etalon_team {
  void* context; /* given to run */
  uint32_t size; /* tasks that can run at once, the calling thread counted; not 0 */
  /* Calls task(argument, i) once for every i < tasks, on any threads, and returns when all are done. Throws nothing. */
  void (*run)(void* context, size_t tasks, void (*task)(void* argument, size_t i), void* argument);
} etalon_team;

typedef struct etalon_run_options {
  size_t size;
  etalon_events* events; /* NULL, or a place for each node; a call is one node */
  size_t event_count;
  /* Called on the calling thread as each node is done, if it has something to report; throws nothing. Finding that out
   * costs time, as counting does. */
  void (*notice)(void* context, const etalon_notice* notice);
  void* context;           /* given to notice */
  const etalon_team* team; /* of a plan; NULL: the calling thread alone. The bits do not depend on it. A team of your
                            * own may lock or allocate: Etalon does not control it */
} etalon_run_options;

/* An error breaks a rule; what is unjudged is outside of what this release specifies. */
typedef enum etalon_severity { ETALON_ERROR = 0, ETALON_UNJUDGED = 1, ETALON_NOTICE = 2 } etalon_severity;

/* What was found before anything runs. The texts belong to the call or model. */
typedef struct etalon_finding {
  size_t size;
  int32_t severity;
  int32_t code;        /* what it alone leads to */
  const char* rule;    /* requirement tag */
  uint32_t node;       /* ETALON_NO_NODE where none is concerned */
  uint64_t offset;     /* byte in the file, 0 where there is none */
  const char* value;   /* the name of the value concerned, or "" */
  const char* message; /* what is wrong */
  const char* hint;    /* what to do about it, in words */
  const char* fix;     /* Python statements on the ModelProto `model` that do it, or "" */
} etalon_finding;

#endif
