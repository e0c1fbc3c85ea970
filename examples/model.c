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
  etalon_source source = {0};
  etalon_model* model = NULL;
  etalon_plan* plan = NULL;
  etalon_plan_facts facts;
  etalon_status status;
  char message[512];
  size_t i;
  void* bytes = argc > 1 ? read_whole(argv[1], &source.byte_count) : NULL;
  if (bytes == NULL) {
    fprintf(stderr, "usage: model_c FILE [PROFILE]\n");
    return ETALON_USAGE;
  }
  source.bytes = bytes;
  source.profile = argc > 2 ? argv[2] : NULL;

  status = etalon_check(&source, &model, message, sizeof message);
  for (i = 0; i < etalon_finding_count(model); ++i) {
    etalon_finding finding;
    etalon_finding_at(model, i, &finding);
    printf("%s: %s\n  hint: %s\n", finding.status.rule, finding.message, finding.hint);
  }
  if (status.code == ETALON_OK) status = etalon_make_plan(model, &plan, message, sizeof message);
  if (status.code == ETALON_OK) {
    etalon_plan_about(plan, &facts);
    printf("conformant: %zu nodes, %zu inputs, %zu outputs, %llu bytes of arena\n", facts.node_count, facts.input_count,
           facts.output_count, (unsigned long long)facts.arena_bytes);
  } else {
    printf("%s: %s\n", status.rule, message);
  }
  etalon_release_plan(plan);
  etalon_release_model(model);
  free(bytes);
  return status.code;
}
