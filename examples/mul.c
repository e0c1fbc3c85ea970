/* SPDX-License-Identifier: Apache-2.0
 * Multiplies two int8 tensors of shape [2,2] from C, and shows what happens when a rule is broken. */
#include <etalon/etalon.h>
#include <stdio.h>

int main(void) {
  const etalon_tensor_type operands[2] = {{ETALON_INT8, 2, {2, 2}}, {ETALON_INT8, 2, {2, 2}}};
  etalon_request request = {"Mul", "sonnx", 0, NULL, operands, 2, NULL, 0};
  const int8_t a[4] = {-6, -9, -9, 9}, b[4] = {-3, 100, -100, 100};
  int8_t c[4] = {0};
  etalon_call* call;
  etalon_events events;
  etalon_status status;
  char message[256];

  status = etalon_prepare(&request, &call, message, sizeof message);
  if (status.code != ETALON_OK) {
    fprintf(stderr, "%s: %s\n", status.rule, message);
    return 1;
  }
  {
    const etalon_input inputs[2] = {{ETALON_INT8, a, sizeof a}, {ETALON_INT8, b, sizeof b}};
    const etalon_output output = {ETALON_INT8, c, sizeof c};
    status = etalon_run(call, inputs, 2, &output, 1, &events);
  }
  etalon_release(call);
  if (status.code != ETALON_OK) return 1;
  printf("[[%d,%d],[%d,%d]], %d of 4 products wrapped\n", c[0], c[1], c[2], c[3],
         (int)events.count[ETALON_EVENT_INTEGER_OVERFLOW]);

  /* SONNX has no broadcasting: the same request on [2,2] and [2] is refused, with the rule. */
  {
    const etalon_tensor_type unlike[2] = {{ETALON_INT8, 2, {2, 2}}, {ETALON_INT8, 1, {2}}};
    request.inputs = unlike;
    status = etalon_prepare(&request, &call, message, sizeof message);
    printf("%s: %s\n", status.rule, message);
    if (status.code != ETALON_NOT_CONFORMANT) return 1;
  }
  return 0;
}
