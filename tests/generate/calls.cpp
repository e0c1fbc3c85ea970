// SPDX-License-Identifier: Apache-2.0
// Random calls of every operator that the oracle draws, as C: calls [--calls N] [--only NAME] [--first I] [--cc
// COMPILER]
// [--flags FLAGS] [--folder DIR] [--batch N]. Each call is written as a project and proved; with a compiler it is also
// compiled, run on the drawn operands, and compared bit by bit with the oracle's results.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

#include "ops/reference.hpp"
#include "prove/prove.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/drawn_call.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"
#include "write/project.hpp"

using namespace etalon::impl;
namespace fs = std::filesystem;

namespace {

std::mutex mutex;  // of what follows
struct {
  std::uint64_t calls = 0, proved = 0, elements = 0, compiled = 0, compared = 0, not_written = 0;
} total;
std::uint64_t faults = 0;
std::set<std::string> names_seen, types_seen;

void fault(const std::string& what) {
  const std::lock_guard lock(mutex);
  if (faults++ < 40) fmt::print("{}\n", what);
}

// ---- C that runs a call on its drawn operands -----------------------------------------------------------------------

std::string c_array(const std::string& name, const Tensor& tensor) {
  std::string text = "static const unsigned char " + name + "[] = {";
  for (std::size_t i = 0; i < tensor.bytes(); ++i)
    text += fmt::format("{}0x{:02X},", i % 20 == 0 ? "\n  " : "", static_cast<unsigned>(tensor.data()[i]));
  return text + (tensor.bytes() == 0 ? "0" : "") + "};\n";
}

struct Compiled {
  std::string includes, code, calls;
  std::uint64_t count = 0;
};

// The project lies in a folder of its own; static functions are renamed, so that many fit into one file.
void add(Compiled& batch, const fs::path& folder, const std::string& prefix, const Project& project, const Plan& plan,
         const etalon::tests::DrawnCall& drawn, const std::vector<std::size_t>& inputs) {
  for (const ProjectFile& file : project.files) {
    const bool is_shared = file.path.starts_with("scalar/");
    const fs::path path = folder / (is_shared ? "" : prefix) / file.path;
    if (is_shared && fs::exists(path)) continue;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << file.bytes;
  }
  std::string names, undone;
  const std::string& code = project.files[1].bytes;
  for (const char* kind : {"static void ", "static int32_t "})
    for (std::size_t at = code.find(kind); at != code.npos; at = code.find(kind, at + 1)) {
      const std::size_t begin = at + std::string_view(kind).size();
      const std::string name = code.substr(begin, code.find('(', begin) - begin);
      names += "#define " + name + " " + prefix + "_" + name + "\n";
      undone += "#undef " + name + "\n";
    }
  batch.includes += names + "#include \"" + prefix + "/model.c\"\n#include \"" + prefix + "/weights.c\"\n" + undone;
  std::string arguments = project.needs.arena != 0 ? "&" + prefix + "_memory" : "", body;
  if (project.needs.arena != 0) batch.code += "static " + prefix + "_arena " + prefix + "_memory;\n";
  for (std::size_t k = 0; k < plan.inputs().size(); ++k) {
    const std::string name = fmt::format("{}_in_{}", prefix, k);
    const Tensor tensor = etalon::tests::tensor_of(*drawn.drawn.inputs[inputs[k]]);
    batch.code += c_array(name + "_bytes", tensor) + "static union { uint64_t align; unsigned char bytes[sizeof " +
                  name + "_bytes]; } " + name + ";\n";
    body += "  memcpy(" + name + ".bytes, " + name + "_bytes, sizeof " + name + "_bytes);\n";
    arguments += (arguments.empty() ? "(void *)" : ", (void *)") + name + ".bytes";
  }
  std::string compared;
  for (std::size_t k = 0; k < plan.outputs().size(); ++k) {
    const std::string name = fmt::format("{}_out_{}", prefix, k);
    const Tensor right = etalon::tests::tensor_of(drawn.drawn.outputs[k]);
    batch.code += c_array(name + "_bytes", right) + "static union { uint64_t align; unsigned char bytes[sizeof " +
                  name + "_bytes]; } " + name + ";\n";
    arguments += (arguments.empty() ? "(void *)" : ", (void *)") + name + ".bytes";
    if (right.bytes() != 0)
      compared +=
          "  wrong += memcmp(" + name + ".bytes, " + name + "_bytes, " + std::to_string(right.bytes()) + ") != 0;\n";
  }
  batch.code += "static int " + prefix + "_test(void) {\n  int wrong = 0;\n" + body + "  wrong += " + prefix + "_run(" +
                arguments + ") != 0;\n" + compared + "  if (wrong) printf(\"" + prefix +
                " differs\\n\");\n  return wrong != 0;\n}\n";
  batch.calls += "  wrong += " + prefix + "_test();\n";
  ++batch.count;
}

void run(const Compiled& batch, const fs::path& folder, const std::string& compiler, const std::string& flags) {
  if (batch.count == 0) return;
  const fs::path source = folder / "batch.c", program = folder / "batch";
  std::ofstream(source) << "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n"
                        << batch.includes << batch.code << "int main(void) {\n  int wrong = 0;\n"
                        << batch.calls << "  printf(\"%d of " << batch.count
                        << " differ\\n\", wrong);\n  return wrong != 0;\n}\n";
  const std::string built = fmt::format("{} {} -I{} -o {} {} -lm 2>{}/errors.txt", compiler, flags, folder.string(),
                                        program.string(), source.string(), folder.string());
  if (std::system(built.c_str()) != 0)
    return fault(fmt::format("{}: does not compile: {}/errors.txt", source.string(), folder.string()));
  if (std::system((program.string() + " >" + (folder / "output.txt").string()).c_str()) != 0)
    return fault(fmt::format("{}: other bits: {}/output.txt", program.string(), folder.string()));
  const std::lock_guard lock(mutex);
  total.compiled += batch.count;
  fs::remove_all(folder);
}

// ---- calls ----------------------------------------------------------------------------------------------------------

void judge(const oracle::Drawing& drawing, std::uint64_t number, Compiled* batch, const fs::path& folder) {
  oracle::Random random(number);
  const etalon::tests::DrawnCall drawn(drawing.draw(random));
  if (drawn.row == nullptr || drawn.unavailable != nullptr || !drawn.resolved())
    return;  // tests/ops/calls.cpp judges it
  Profile profile = *find_profile("onnx");
  profile.choices.accumulation = static_cast<Accumulation>(drawn.drawn.accumulation);
  DrawnModel one(drawn.drawn, *drawn.row, profile);
  const auto say = [&](const std::string& what) {
    fault(fmt::format("{} (--only {} --first {}): {}", drawn.drawn.operation, drawing.name, number, what));
  };
  const Verdict verdict = check(std::move(one.graph), profile);
  if (!verdict.model) return say("the model is not conformant");
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, {});
  if (!plan) return say(plan.finding().message);
  ProjectSettings settings;
  settings.prefix = "c" + std::to_string(number);
  settings.by_rows = number % 2 == 1;
  const Result<Project> project = write_project(*plan, settings);
  if (!project) {
    const std::lock_guard lock(mutex);
    ++total.not_written;
    if (total.not_written <= 5) fmt::print("{}: {}\n", drawn.drawn.operation, project.finding().message);
    return;
  }
  const ProjectProof proof = prove_project(*verdict.model, plan->constants(), project->files, shipped_texts(), {});
  if (proof.refusal && std::getenv("SHOW") != nullptr) fmt::print("{}\n", project->files[1].bytes);
  if (proof.refusal) return say(fmt::format("{}: {}", proof.refusal->status.rule, proof.refusal->message));
  if (batch != nullptr) add(*batch, folder, settings.prefix, *project, *plan, drawn, one.inputs);
  const std::lock_guard lock(mutex);
  ++total.calls;
  ++total.proved;
  total.elements += proof.elements;
  names_seen.insert(drawn.drawn.operation);
  for (const Port& port : plan->outputs()) types_seen.insert(info(port.argument.type).name);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t calls = 100, batch_size = 50;
  std::optional<std::uint64_t> given;
  std::string only, compiler, flags = "-std=c99 -O1 -ffp-contract=off", place = "generated_calls";
  if (!etalon::tests::read_options(argc, argv,
                                   {{"--calls", &calls},
                                    {"--first", &given},
                                    {"--only", &only},
                                    {"--cc", &compiler},
                                    {"--flags", &flags},
                                    {"--folder", &place},
                                    {"--batch", &batch_size}}))
    return fmt::print(
               "usage: calls [--calls N] [--only NAME] [--first I] [--cc COMPILER] [--flags FLAGS] [--folder DIR] "
               "[--batch N]\n"),
           2;
  const std::uint64_t first = given.value_or(etalon::tests::turn() * calls);
  fmt::print("turn {}: calls {} to {} of each operator\n", etalon::tests::turn(), first, first + calls);
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    if (!only.empty() && only != drawing.name) continue;
    const std::uint64_t batches = (calls + batch_size - 1) / batch_size;
    on_all_cores(batches, [&](std::uint64_t b) {
      const fs::path folder = fs::path(place) / fmt::format("{}_{}", drawing.name, first + b * batch_size);
      Compiled batch;
      for (std::uint64_t i = b * batch_size; i < std::min(calls, (b + 1) * batch_size); ++i)
        judge(drawing, first + i, compiler.empty() ? nullptr : &batch, folder);
      run(batch, folder, compiler, flags);
    });
  }
  fmt::print(
      "{} calls of {} operators and {} types written and proved ({} elements), {} compiled and the same bits, {} not "
      "written, {} faults\n",
      total.proved, names_seen.size(), types_seen.size(), total.elements, total.compiled, total.not_written, faults);
  etalon::tests::write_evidence("Generate.CallsAreWrittenProvedAndCompiled",
                                std::set<std::string>{"GENERATE-ALL-MEANING"}, faults == 0);
  return faults == 0 && total.proved > 0 ? 0 : 1;
}
