/* SPDX-License-Identifier: Apache-2.0
 * Multiplies two int8 tensors of shape [2,2] from C, and shows what happens when a rule is broken. */
#include <etalon/etalon.h>
#include <stdio.h>

int main(void) {
  const etalon_operand operands[2] = {{{ETALON_INT8, 2, {2, 2}}, NULL, 0}, {{ETALON_INT8, 2, {2, 2}}, NULL, 0}};
  etalon_request request = {.size = sizeof request, .operation = "Mul", .inputs = operands, .input_count = 2};
  const int8_t a[4] = {-6, -9, -9, 9}, b[4] = {-3, 100, -100, 100};
  int8_t c[4] = {0};
  etalon_call* call;
  etalon_events events;
  const etalon_run_options options = {.size = sizeof options, .events = &events, .event_count = 1};
  char message[256];
  etalon_problem problem = {.size = sizeof problem, .message = message, .message_bytes = sizeof message};
  int32_t code;

  if (etalon_prepare(&request, &call, &problem) != ETALON_OK) {
    fprintf(stderr, "%s: %s\n", problem.rule, message);
    return 1;
  }
  {
    const etalon_input inputs[2] = {{ETALON_INT8, a, sizeof a}, {ETALON_INT8, b, sizeof b}};
    const etalon_output output = {ETALON_INT8, c, sizeof c};
    code = etalon_run(call, inputs, 2, &output, 1, &options, NULL);
  }
  etalon_release_call(call);
  if (code != ETALON_OK) return 1;
  printf("[[%d,%d],[%d,%d]], %d of 4 products wrapped\n", c[0], c[1], c[2], c[3],
         (int)events.count[ETALON_EVENT_INTEGER_OVERFLOW]);

  /* SONNX has no broadcasting: the same request on [2,2] and [2] is refused, with the rule. */
  {
    const etalon_operand unlike[2] = {{{ETALON_INT8, 2, {2, 2}}, NULL, 0}, {{ETALON_INT8, 1, {2}}, NULL, 0}};
    request.inputs = unlike;
    code = etalon_prepare(&request, &call, &problem);
    printf("%s: %s\n", problem.rule, message);
    if (code != ETALON_NOT_CONFORMANT) return 1;
  }
  return 0;
}
