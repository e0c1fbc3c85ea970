// SPDX-License-Identifier: Apache-2.0
// Floor 8. See pages.hpp.
#include "write/pages.hpp"

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

std::string port_rows(std::span<const Port> ports, const char* kind) {
  std::string text;
  for (std::size_t k = 0; k < ports.size(); ++k)
    text += "| `" + std::string(kind) + "_" + std::to_string(k) + "` | `" + c_element(ports[k].argument.type) + "` | " +
            to_string(ports[k].argument.shape) + " | " + in_comment(ports[k].name) + " |\n";
  return text;
}

std::string loading(const std::string& prefix, const ModelText& model) {
  return "\n\n## Weights\n\n```c\n" + model.loader_signature() +
         ";\n```\n\nThe weights are in `weights.bin`, one table after the other, the lowest byte of an element first. "
         "The caller reads the bytes, from a\nfile or a memory, and calls `" +
         prefix + "_load` once; then the bytes are not needed any more. It returns `" + model.other_weights() +
         "` for bytes of\nanother length or with another CRC-32 than those of this project. That tells accidents, not "
         "intent: who must be sure of the origin\nof the bytes signs them.";
}

}  // namespace

std::string readme_of(const Plan& plan, const ProjectSettings& settings, const ModelText& model) {
  const ProjectNeeds needs = model.needs();
  const std::string& prefix = settings.prefix;
  const Profile& profile = plan.model().profile;
  std::string text =
      "# " + (settings.source.empty() ? "A model" : in_comment(settings.source)) +
      " in C99\n\nWritten by Etalon, profile " + std::string(profile.id) + ", accumulation " +
      accumulation_names[static_cast<unsigned>(profile.choices.accumulation)] +
      ". One function for each node; the order of every operation is visible.\n\n" +
      "`make check` builds the project and compares its results with those of the reference, bit by bit.\n" +
      "`etalon generate MODEL --check .` proves that the files compute what the reference computes, for every "
      "input.\n\n" +
      "## Interface\n\n```c\n" + model.signature() +
      ";\n```\n\n| parameter | element | shape | name in the model |\n|---|---|---|---|\n" +
      port_rows(plan.inputs(), "input") + port_rows(plan.outputs(), "output") +
      "\nArrays have the elements in row-major order, and share no memory. Where the function does not return `" +
      prefix + "_ok`, no output was written:\n\n- `" + prefix +
      "_environment`: the floating-point environment is not that of IEEE 754 with rounding to nearest\n";
  if (model.has_weights_apart()) text += "- `" + model.other_weights() + "`: the weights were not loaded\n";
  for (const WrittenNode& node : model.nodes())
    for (const std::string& rule : node.function.rules)
      text += "- `" + model.refused(node.node, rule) + "`: node " + std::to_string(node.node) + " has no result (" +
              rule + ")\n";
  text +=
      std::string("\n") +
      (needs.arena == 0 ? "The function keeps nothing: it is re-entrant."
       : settings.static_arena
           ? "The arena is static: the function is **not re-entrant**."
           : "The caller gives the arena. With an arena of its own, each thread may run the model.") +
      (model.has_weights_apart() ? loading(prefix, model) : "") +
      "\n\n## Memory and time\n\n| what | |\n|---|---|\n| arena | " + std::to_string(needs.arena) +
      " bytes |\n| weights | " + std::to_string(needs.weights) +
      " bytes |\n| arrays on the stack of one node | at most " + std::to_string(needs.stack) +
      " bytes |\n| elementary operations | " + std::to_string(needs.operations) +
      " |\n\nNo heap, no recursion, no array of variable length. Every loop has a constant bound, which stands in "
      "its head.\n" +
      "\n## Compilers\n\nC99 with `float` and `double` of IEEE 754, `int` of at least 32 bits. Use "
      "`-ffp-contract=off`. On s390x use `-std=gnu99`.\n\n"
      "| what spoils results | who finds it |\n|---|---|\n"
      "| `-ffast-math`, `-Ofast`, `-ffinite-math-only`; types or x87 arithmetic that are not those of IEEE 754 | the "
      "compiler: `scalar/compiler.h` refuses them |\n"
      "| another direction of rounding, subnormal numbers flushed to zero | each run, by a few operations of `float` "
      "and `double`: the status is `" +
      prefix +
      "_environment` |\n"
      "| products that are contracted with sums, `-fno-signed-zeros`, `-fassociative-math`, `-freciprocal-math` | "
      "each run, likewise, if the compiler does to these operations what it does to the model |\n"
      "| anything else that changes bits, such as a defect of compiler, library or processor | the self-test, on its "
      "inputs only |\n\n"
      "The self-test runs the model on a few inputs and in one wrong direction of rounding. It is no proof for other "
      "inputs.\n\n"
      "Other sections for constants or the arena: define `MODEL_WEIGHTS` or `MODEL_ARENA` (with the prefix of this "
      "project) as an attribute.\n";
  return text;
}

std::string trace_of(const Plan& plan, const ProjectSettings& settings, const ModelText& model) {
  const Graph& graph = *plan.model().graph;
  std::string text = "{\n  \"format\": \"etalon-project-1\",\n  \"source\": " + quoted(in_comment(settings.source)) +
                     ",\n  \"profile\": " + quoted(plan.model().profile.id) + ",\n  \"accumulation\": " +
                     quoted(accumulation_names[static_cast<unsigned>(plan.model().profile.choices.accumulation)]) +
                     ",\n  \"nodes\": [";
  for (std::size_t k = 0; k < model.nodes().size(); ++k) {
    const WrittenNode& node = model.nodes()[k];
    const Call& call = plan.model().calls[node.node];
    text += std::string(k == 0 ? "" : ",") + "\n    {\"node\": " + std::to_string(node.node) +
            ", \"name\": " + quoted(in_comment(graph.nodes[node.node].name)) +
            ", \"operator\": " + quoted(call.op->name) + ", \"function\": " + quoted(node.function.name) +
            ", \"first_line\": " + std::to_string(model.lines()[k].first) +
            ", \"last_line\": " + std::to_string(model.lines()[k].second) + ", \"requirements\": [";
    bool is_first = true;
    for (const std::string& rule : requirements_of(call)) {
      text += (is_first ? "" : ", ") + quoted(rule);
      is_first = false;
    }
    text += "]}";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace etalon::impl
