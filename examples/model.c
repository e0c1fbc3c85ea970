/* SPDX-License-Identifier: Apache-2.0
 * Checks a model from C and prints what it needs: model_c FILE [PROFILE]. */
#include <etalon/etalon.h>
#include <stdio.h>
#include <stdlib.h>

static void* read_whole(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  char* bytes = NULL;
  long length;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) > 0 && fseek(file, 0, SEEK_SET) == 0) {
    *size = (size_t)length;
    bytes = malloc(*size);
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
      free(bytes);
      bytes = NULL;
    }
  }
  fclose(file);
  return bytes;
}

int main(int argc, char** argv) {
  etalon_source source = {.size = sizeof source};
  etalon_model* model = NULL;
  etalon_plan* plan = NULL;
  etalon_model_facts found = {.size = sizeof found};
  etalon_plan_facts facts = {.size = sizeof facts};
  char message[512] = "";
  etalon_problem problem = {.size = sizeof problem, .message = message, .message_bytes = sizeof message};
  int32_t code;
  size_t i;
  void* bytes = argc > 1 ? read_whole(argv[1], &source.byte_count) : NULL;
  if (bytes == NULL) {
    fprintf(stderr, "usage: model_c FILE [PROFILE]\n");
    return ETALON_USAGE;
  }
  source.bytes = bytes;
  source.profile = argc > 2 ? argv[2] : NULL;

  code = etalon_check(&source, &model, &problem);
  etalon_model_about(model, &found);
  for (i = 0; i < found.input_count; ++i) {
    etalon_port port = {.size = sizeof port};
    etalon_model_input(model, i, &port);
    printf("input %s: element type %d, rank %u\n", port.name, (int)port.type.type, (unsigned)port.type.rank);
  }
  for (i = 0; i < found.finding_count; ++i) {
    etalon_finding finding = {.size = sizeof finding};
    etalon_model_finding(model, i, &finding);
    printf("%s: %s\n  hint: %s\n", finding.rule, finding.message, finding.hint);
  }
  if (code == ETALON_OK) code = etalon_make_plan(model, NULL, &plan, &problem);
  if (code == ETALON_OK) {
    etalon_plan_about(plan, &facts);
    printf("conformant: %zu nodes, %zu inputs, %zu outputs, %llu bytes of arena\n", facts.node_count, facts.input_count,
           facts.output_count, (unsigned long long)facts.arena_bytes);
  } else {
    printf("%s: %s\n", problem.rule, message);
  }
  etalon_release_plan(plan);
  etalon_release_model(model);
  free(bytes);
  return code;
}
