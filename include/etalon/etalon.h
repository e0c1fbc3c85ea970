/* SPDX-License-Identifier: Apache-2.0
 * Etalon's C interface. First one operator: prepare a call once (types, shapes, attributes and profile are checked),
 * run it as often as you like on your own buffers. Then whole models, in four phases: load and check, plan, run,
 * release. Running allocates nothing (a call of more than eight inputs or outputs allocates room for their addresses),
 * locks nothing, keeps no state, leaves the floating-point environment as it found it, and gives the same bits on every
 * machine. A call or a plan may be run by several threads at once. No function throws, prints or exits.
 *
 * What can fail returns an etalon_code. A struct that may grow in a later release begins with its size:
 *     etalon_request request = {.size = sizeof request, .operation = "Mul"};
 * What you leave out must be zero. The other structs stay as they are while ETALON_ABI is the same. */
#ifndef ETALON_ETALON_H
#define ETALON_ETALON_H

#include <etalon/types.h>

#ifdef __cplusplus
extern "C" {
#define ETALON_NOEXCEPT noexcept
#else
#define ETALON_NOEXCEPT
#endif

/* The number of this interface. A program that loads the library at run time compares it with etalon_abi(). */
#define ETALON_ABI 3

uint32_t etalon_abi(void) ETALON_NOEXCEPT;
const char* etalon_version(void) ETALON_NOEXCEPT;

/* ---- one operator --------------------------------------------------------------------------------------------- */

typedef struct etalon_request {
  size_t size;
  const char* operation;  /* "Mul", … */
  const char* profile;    /* "sonnx", "sonnx-2026-08", "onnx"; NULL means "sonnx" */
  const char* accumulate; /* how MatMul sums floats: "sequential", "fused", "wide", "exact"; NULL means "sequential" */
  int32_t opset;          /* ONNX operator set; 0 means the newest known */
  int32_t strict;         /* not 0: a precondition that is broken is an error even where there is a result */
  const etalon_operand* inputs;
  size_t input_count;
  const etalon_attribute* attributes;
  size_t attribute_count;
  size_t output_count; /* wanted; 0: as many as the operator must have */
} etalon_request;

typedef struct etalon_call etalon_call;

/* Prepares a call. On success release *call with etalon_release_call; on failure it is NULL. */
int32_t etalon_prepare(const etalon_request* request, etalon_call** call, etalon_problem* problem) ETALON_NOEXCEPT;

typedef struct etalon_call_facts {
  size_t size;
  size_t input_count, output_count; /* of the operator; omitted inputs are counted */
  int32_t version;                  /* of the operator */
  size_t notice_count;
} etalon_call_facts;

int32_t etalon_call_about(const etalon_call* call, etalon_call_facts* facts) ETALON_NOEXCEPT;

/* Names are those of the operator's definition. An input that is omitted has no type. */
int32_t etalon_call_input(const etalon_call* call, size_t index, etalon_port* port) ETALON_NOEXCEPT;
int32_t etalon_call_output(const etalon_call* call, size_t index, etalon_port* port) ETALON_NOEXCEPT;

/* What is noteworthy about the call, whatever it is run on. */
int32_t etalon_call_notice(const etalon_call* call, size_t index, etalon_finding* finding) ETALON_NOEXCEPT;

/* Computes. All or nothing: unless ETALON_OK is returned, no output was written. The place of an input that is omitted,
 * or whose value was given with the request, is all zero. */
int32_t etalon_run(const etalon_call* call, const etalon_input* inputs, size_t input_count,
                   const etalon_output* outputs, size_t output_count, const etalon_run_options* options,
                   etalon_problem* problem) ETALON_NOEXCEPT;

void etalon_release_call(etalon_call* call) ETALON_NOEXCEPT;

/* ---- models --------------------------------------------------------------------------------------------------- */

/* The most that a model may ask for. 0: the limit that `etalon explain FILE-ALL-LIMITS` names. */
typedef struct etalon_limits {
  size_t size;
  uint64_t nodes, values, elements, tensor_bytes, arena_bytes, external_files, external_bytes;
} etalon_limits;

/* What the file leaves open; a profile that wants it explicit takes none of these. */
typedef struct etalon_size { /* of a dimension that is only named */
  const char* name;
  uint64_t dim;
} etalon_size;

typedef struct etalon_binding { /* the shape of an input; with a value, which is no input any more, its value */
  const char* input;
  etalon_operand operand;
} etalon_binding;

typedef struct etalon_source {
  size_t size;
  const void* bytes; /* an ONNX file; it must stay as it is until the model and all its plans are released, so a run
                      * that would write there is refused */
  size_t byte_count;
  const char* external_folder; /* where data beside the model may be read; NULL: nowhere */
  const char* profile;         /* as in etalon_request */
  const char* accumulate;      /* likewise, for every operator of the model that accumulates */
  int32_t strict;              /* likewise */
  const etalon_limits* limits; /* NULL: all zero */
  const etalon_size* sizes;
  size_t size_count;
  const etalon_binding* bindings;
  size_t binding_count;
} etalon_source;

typedef struct etalon_model etalon_model;

/* Loads and checks. ETALON_OK: the model is conformant. If it could be read but is not conformant or not judged, *model
 * is set as well, so that its findings can be read; otherwise it is NULL. The problem is the first finding that the
 * code rests on. */
int32_t etalon_check(const etalon_source* source, etalon_model** model, etalon_problem* problem) ETALON_NOEXCEPT;

typedef struct etalon_model_facts {
  size_t size;
  int32_t code; /* that etalon_check gave */
  size_t finding_count, node_count, input_count, output_count;
  size_t judged_count; /* nodes whose operator's rules hold, or of which one is broken */
  int64_t ir_version;  /* 0 where the file gives none */
  int64_t opset;       /* likewise */
  const char* profile; /* belongs to the library */
} etalon_model_facts;

int32_t etalon_model_about(const etalon_model* model, etalon_model_facts* facts) ETALON_NOEXCEPT;
int32_t etalon_model_finding(const etalon_model* model, size_t index, etalon_finding* finding) ETALON_NOEXCEPT;

/* The texts belong to the model. */
typedef struct etalon_node {
  size_t size;
  const char *name, *domain, *operation;
} etalon_node;

int32_t etalon_model_node(const etalon_model* model, size_t index, etalon_node* node) ETALON_NOEXCEPT;

/* As the file declares them, with sizes and bindings applied, whether the model is conformant or not. */
int32_t etalon_model_input(const etalon_model* model, size_t index, etalon_port* port) ETALON_NOEXCEPT;
int32_t etalon_model_output(const etalon_model* model, size_t index, etalon_port* port) ETALON_NOEXCEPT;

/* A set of kernels. All sets give the same bits. <etalon/fast.h> has a fast one; a set that belongs to another version
 * of Etalon is refused. */
typedef struct etalon_kernels etalon_kernels;

#define ETALON_MAX_TASKS 1024

typedef struct etalon_plan_options {
  size_t size;
  const etalon_kernels* kernels; /* NULL: the reference */
  uint32_t tasks;                /* a node may be cut into this many when a team runs the plan, at most
                                  * ETALON_MAX_TASKS; each may take its part of the arena. 0 means 1 */
} etalon_plan_options;

typedef struct etalon_plan etalon_plan;

/* Decides where every value is stored. Refuses a model that is not conformant, with the code that etalon_check gave.
 * options may be NULL: the reference kernels compute, on one thread. */
int32_t etalon_make_plan(const etalon_model* model, const etalon_plan_options* options, etalon_plan** plan,
                         etalon_problem* problem) ETALON_NOEXCEPT;

typedef struct etalon_plan_facts {
  size_t size;
  size_t input_count, output_count, node_count;
  uint64_t arena_bytes;   /* that etalon_run_plan needs, aligned to ETALON_ARENA_ALIGNMENT */
  uint64_t staged_bytes;  /* of these: outputs that wait for the last node that can fail */
  uint64_t decoded_bytes; /* of constants that could not be used where they are in the file */
  uint64_t operations;    /* elementary ones; UINT64_MAX means that many or more */
  uint64_t value_bytes;   /* of the arena: values; the rest is what kernels work in */
  uint64_t live_bytes;    /* of values that are needed at once: no order of them in an arena takes less */
  uint64_t packed_bytes;  /* of constants that kernels packed when the plan was made: beside the arena */
} etalon_plan_facts;

#define ETALON_ARENA_ALIGNMENT 64

int32_t etalon_plan_about(const etalon_plan* plan, etalon_plan_facts* facts) ETALON_NOEXCEPT;
int32_t etalon_plan_input(const etalon_plan* plan, size_t index, etalon_port* port) ETALON_NOEXCEPT;
int32_t etalon_plan_output(const etalon_plan* plan, size_t index, etalon_port* port) ETALON_NOEXCEPT;

/* Computes. All or nothing: unless ETALON_OK is returned, no output was written; problem.node says where it ended. The
 * arena's content does not matter, and may be anything afterwards. */
int32_t etalon_run_plan(const etalon_plan* plan, const etalon_input* inputs, size_t input_count,
                        const etalon_output* outputs, size_t output_count, void* arena, size_t arena_bytes,
                        const etalon_run_options* options, etalon_problem* problem) ETALON_NOEXCEPT;

#define ETALON_DIGEST_CHARACTERS 65 /* 64 hexadecimal digits and a NUL */

/* The fingerprint of a run's outputs: equal digests, equal bits, on whatever machines. */
int32_t etalon_digest(const etalon_plan* plan, const etalon_output* outputs, size_t output_count,
                      char digest[ETALON_DIGEST_CHARACTERS], etalon_problem* problem) ETALON_NOEXCEPT;

/* In any order; a plan keeps what it needs of its model. */
void etalon_release_plan(etalon_plan* plan) ETALON_NOEXCEPT;
void etalon_release_model(etalon_model* model) ETALON_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
