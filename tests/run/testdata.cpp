// SPDX-License-Identifier: Apache-2.0
// ONNX's own test data, the package libonnx-testdata, or cases of the same form in another folder:
//   testdata [--list] [--at-least N] [--data FOLDER]
// Every case whose operators and types Etalon has is loaded from its files, checked under the profile onnx and run, by
// the reference and by the fast kernels. The results must be those of the data bit for bit. Only where a model
// accumulates, or has several steps or nodes, the data may be as far from the real result as the error bound that
// Etalon itself gives; and functions, which Etalon rounds once, may be some units in the last place off in the data.
// The cases that do not run are counted by the reason; --list prints a line for each case.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "accuracy/analysis.hpp"
#include "check/bind.hpp"
#include "check/check.hpp"
#include "io/file.hpp"
#include "onnx/load.hpp"
#include "ops/reference.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/testdata_faults.hpp"
#include "tests/support/true_error.hpp"

namespace fs = std::filesystem;
using namespace etalon::impl;
using namespace etalon::tests;

namespace {

const Limits limits;

// ---- how a case ends -----------------------------------------------------------------------------------------------

struct Ending {
  enum class Kind : std::uint8_t {
    identical,
    within_bound,
    less_accurate,
    other_than_data,
    no_operator,
    no_type,
    refused,
    wrong
  };
  Kind kind = Kind::identical;
  std::string what = {};             // is wrong
  std::set<std::string> lacks = {};  // operators or types
  std::uint64_t ulps = 0;            // the furthest that an element is from the data's
  double share = 0;                  // of its bound, at most

  // Another part of the same case, which ran.
  void add(const Ending& part) {
    if (part.kind == Kind::less_accurate || (part.kind == Kind::within_bound && kind != Kind::less_accurate))
      kind = part.kind;
    ulps = std::max(ulps, part.ulps);
    share = std::max(share, part.share);
  }
};
using Is = Ending::Kind;

Ending wrong(std::string what) { return {Is::wrong, std::move(what)}; }
Ending wrong(const char* where, const Finding& finding) {
  return wrong(fmt::format("{}: {}: {}", where, finding.status.rule, finding.message));
}

std::set<std::string> operators_that_lack(const Graph& graph) {
  std::set<std::string> names;
  for (const Node& node : graph.nodes)
    if (find_operator(node.domain, node.operation) == nullptr)
      names.insert(node.domain.empty() ? node.operation : node.domain + "." + node.operation);
  return names;
}

std::set<std::string> types_that_lack(const Graph& graph) {
  std::set<std::string> names;
  for (const Value& value : graph.values)
    if (value.foreign != Value::Foreign::no) names.insert(value.foreign_type);
  return names;
}

// ---- running -------------------------------------------------------------------------------------------------------

Result<std::vector<Tensor>> read_all(const fs::path& folder, const char* role, std::size_t count) {
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < count; ++i) {
    Result<Tensor> tensor = read_tensor_file(folder / fmt::format("{}_{}.pb", role, i), limits);
    if (!tensor) return tensor.finding();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

Result<std::vector<Tensor>> outputs_of(const std::shared_ptr<const CheckedModel>& model, KernelTable kernels,
                                       const std::vector<Tensor>& given) {
  const Result<Plan> plan = Plan::make(model, kernels, limits);
  if (!plan) return plan.finding();
  std::vector<Tensor> outputs;
  for (const Port& port : plan->outputs()) outputs.emplace_back(port.argument.type, port.argument.shape);
  std::vector<TensorView> in;
  std::vector<MutableTensorView> out;
  for (const Tensor& tensor : given) in.push_back(tensor.view());
  for (Tensor& tensor : outputs) out.push_back(tensor.view());
  std::vector<std::byte> memory(static_cast<std::size_t>(plan->arena_bytes()) + Arena::alignment);
  const auto skip = (0 - reinterpret_cast<std::uintptr_t>(memory.data())) % Arena::alignment;
  const auto arena = std::span(memory).subspan(skip).first(memory.size() - Arena::alignment);
  const Status status = plan->run(ViewBuffers(in, out), arena, nullptr);
  if (!status.ok()) return error(status.code, status.rule, "the run is refused");
  return outputs;
}

// ---- comparing -----------------------------------------------------------------------------------------------------

oracle::Format format_of(DType type) {
  return {static_cast<int>(info(type).bits), static_cast<int>(info(type).fraction)};
}

// Numbers of the type that lie between the two patterns, the farther one included.
std::uint64_t ulps_between(oracle::Format f, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t x = oracle::magnitude(f, a), y = oracle::magnitude(f, b);
  if (oracle::sign(f, a) != oracle::sign(f, b)) return x + y;
  return x > y ? x - y : y - x;
}

// How far a function of the data may be from the real value.
constexpr double most_ulps = 4;

// What the data may differ by, where they may. The data were made by other roundings than Etalon's, whose bound on
// known values is about its own: so the bound counts that is known beforehand where one node computes, and where
// several do, or nothing is known beforehand, the one over ranges, which knows no single rounding.
struct Allowance {
  const Analysis* analysis = nullptr;
  const Analysis* over_ranges = nullptr;
  std::uint32_t value = 0;
  bool has_functions = false;

  double bound(std::uint64_t i) const {
    const double own = analysis->values[value].bound[i], beforehand = analysis->results[0].a_priori;
    const bool is_known = analysis->results.size() == 1 && std::isfinite(beforehand);
    return std::max(own, is_known ? beforehand : over_ranges->values[value].bound[i]);
  }
};

Ending compared(const TensorView& got, const TensorView& data, const Allowance& allowed) {
  if (got.type != data.type || got.shape != data.shape)
    return wrong(fmt::format("{} {}, but the data have {} {}", info(got.type).name, to_string(got.shape),
                             info(data.type).name, to_string(data.shape)));
  Ending ending;
  for (std::uint64_t i = 0; i < got.shape.count; ++i) {
    const std::uint64_t x = pattern_at(got, i), y = pattern_at(data, i);
    if (x == y) continue;
    const auto different = [&] { return wrong(fmt::format("element {} is {:#x}, but the data have {:#x}", i, x, y)); };
    if (allowed.analysis == nullptr || !is_finite(got, i) || !is_finite(data, i)) return different();
    const Enclosure& real = allowed.analysis->shadow.values[allowed.value][i];
    const double error = error_of(data, i, real).absolute;
    if (!(error <= allowed.bound(i))) {
      // A function of the data may be some units off where Etalon's own result is within its bound.
      const Error own = error_of(got, i, real);
      const bool excused =
          allowed.has_functions && own.absolute <= allowed.bound(i) && error_of(data, i, real).ulp <= most_ulps;
      if (!excused) return different();
      ending.kind = Is::less_accurate;
      ending.ulps = std::max(ending.ulps, ulps_between(format_of(got.type), x, y));
      continue;
    }
    if (ending.kind != Is::less_accurate) ending.kind = Is::within_bound;
    ending.share = std::max(ending.share, error / allowed.bound(i));
    ending.ulps = std::max(ending.ulps, ulps_between(format_of(got.type), x, y));
  }
  return ending;
}

// Whether the model has a function that Etalon rounds once, and whoever made the data need not.
bool has_functions(const CheckedModel& model) {
  constexpr std::string_view names[] = {"Exp", "Log", "Sigmoid", "Tanh", "Erf", "Sin", "Cos", "Acos", "Pow"};
  return std::ranges::any_of(model.calls, [&](const Call& call) {
    return std::ranges::find(names, std::string_view(call.op->name)) != std::end(names);
  });
}

// Whether a result depends on more than one rounding: it is made of several terms or several steps, or several nodes
// compute.
bool rounds_repeatedly(const CheckedModel& model) {
  unsigned computing = 0;
  for (const Call& call : model.calls) {
    const OperatorBound& bound = bound_of(*call.op);
    if (is_floating(first_result(call).type) && bound.terms != nullptr && !bound.rounds_once(call)) return true;
    if (call.op->computes()) ++computing;
  }
  return computing > 1;
}

// The next number above each, where there is one: the narrowest range that is not a point.
Tensor raised(Tensor tensor) {
  const DTypeInfo& type = info(tensor.type());
  if (type.kind != Kind::floating) return tensor;
  const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1), largest = oracle::infinity(format_of(type.id)) - 1;
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i) {
    const std::uint64_t pattern = pattern_at(std::as_const(tensor).view(), i), magnitude = pattern & (sign - 1);
    if (magnitude == 0 || magnitude >= largest) continue;
    set_pattern(tensor.view(), i, (pattern & sign) != 0 ? pattern - 1 : pattern + 1);
  }
  return tensor;
}

// The errors of a model on these inputs, or on a range that begins with them; nothing where each result is rounded
// once, so that it must be that of the data.
Result<std::optional<Analysis>> errors_of(const std::shared_ptr<const CheckedModel>& model,
                                          const std::vector<Tensor>& given, bool over_ranges) {
  if (!rounds_repeatedly(*model) && !has_functions(*model)) return std::optional<Analysis>();
  std::vector<InputKnowledge> inputs(model->graph->values.size());
  std::size_t next = 0;
  for (const std::uint32_t input : free_inputs(*model->graph)) {
    inputs[input].low = given[next];
    inputs[input].high = over_ranges ? raised(given[next]) : given[next];
    ++next;
  }
  // Affine forms would bound Etalon's own roundings more narrowly than those of others.
  Result<Analysis> analysis = analyse(model, std::move(inputs), limits, {}, {.forms = {.products = 0, .kept = 0}});
  if (!analysis) return analysis.finding();
  return std::optional(std::move(*analysis));
}

Ending run_on(const std::shared_ptr<const CheckedModel>& model, const DataSet& data) {
  const Result<std::vector<Tensor>> outputs = outputs_of(model, reference_kernel, data.inputs);
  if (!outputs) return wrong("run", outputs.finding());
  const Result<std::vector<Tensor>> fast = outputs_of(model, fast_kernel, data.inputs);
  if (!fast) return wrong("run with fast kernels", fast.finding());
  const Result<std::optional<Analysis>> errors = errors_of(model, data.inputs, false);
  if (!errors) return wrong("accuracy", errors.finding());
  const Result<std::optional<Analysis>> over_ranges = errors_of(model, data.inputs, true);
  if (!over_ranges) return wrong("accuracy over ranges", over_ranges.finding());
  const Analysis* analysis = *errors && (*errors)->shadowed ? &**errors : nullptr;
  Ending all;
  for (std::size_t k = 0; k < outputs->size(); ++k) {
    const TensorView got = (*outputs)[k].view();
    if (!std::equal((*outputs)[k].data(), (*outputs)[k].data() + got.bytes, (*fast)[k].data()))
      return wrong(fmt::format("output {}: the fast kernels give other bits than the reference", k));
    const Ending one =
        compared(got, data.outputs[k].view(),
                 {analysis, *over_ranges ? &**over_ranges : nullptr, model->graph->outputs[k], has_functions(*model)});
    if (one.kind == Is::wrong) return wrong(fmt::format("output {}: {}", k, one.what));
    all.add(one);
  }
  return all;
}

// ---- cases ---------------------------------------------------------------------------------------------------------

Result<DataSet> read_set(const fs::path& files, const Graph& graph) {
  Result<std::vector<Tensor>> inputs = read_all(files, "input", free_inputs(graph).size());
  if (!inputs) return inputs.finding();
  Result<std::vector<Tensor>> outputs = read_all(files, "output", graph.outputs.size());
  if (!outputs) return outputs.finding();
  return DataSet{std::move(*inputs), std::move(*outputs)};
}

// How a case ends that is listed as a fault of the data; `open` has what is not made known.
Ending excused(const Fault& fault, const Graph& graph, const std::shared_ptr<const CheckedModel>& model,
               const DataSet& data, const DataSet& open, const Ending& otherwise) {
  if (!model) return fault.invalid != nullptr && fault.invalid(data, graph) ? Ending{Is::refused} : otherwise;
  if (fault.right == nullptr) return otherwise;
  const Ending corrected = run_on(model, fault.right(open));
  return corrected.kind == Is::wrong ? corrected : Ending{Is::other_than_data};
}

// Whether a node reads the value for what its result is.
bool shapes_a_result(const Graph& graph, std::uint32_t value) {
  return std::ranges::any_of(graph.nodes, [&](const Node& node) {
    const Row& row = *row_for(*find_profile("onnx"), *graph.opset, *find_operator("", node.operation));
    for (std::size_t k = 0; k < node.inputs.size(); ++k)
      if (const Formal* formal = formal_at(row.inputs, k); formal != nullptr && node.inputs[k] == value)
        return formal->use == Formal::Use::shape;
    return false;
  });
}

// ONNX's cases give shapes and axes as inputs. Where the model cannot be judged without them, they are made known, as
// `--value` does; their bytes go to `kept`.
Verdict checked(Graph graph, DataSet& data, std::vector<Tensor>& kept) {
  Verdict verdict = check(graph, *find_profile("onnx"));
  const Finding* reason = reason_of(verdict.findings);
  if (reason == nullptr || std::string_view(reason->status.rule) != "GEN-ALL-KNOWN") return verdict;
  Bindings bindings;
  std::vector<Tensor> others;
  const std::vector<std::uint32_t> open = free_inputs(graph);
  kept.reserve(open.size());
  for (std::size_t k = 0; k < open.size(); ++k) {
    Tensor& tensor = data.inputs[k];
    if (tensor.type() != DType::i64 && !shapes_a_result(graph, open[k])) {
      others.push_back(std::move(tensor));
      continue;
    }
    const Tensor& known = kept.emplace_back(std::move(tensor));
    bindings.values.push_back(
        {graph.values[open[k]].name,
         {known.type(), known.shape(), Constant::Encoding::little_endian, {known.data(), known.bytes()}}});
  }
  data.inputs = std::move(others);
  if (auto problem = bind(graph, bindings, limits))
    verdict.findings = {*std::move(problem)};
  else
    verdict = check(std::move(graph), *find_profile("onnx"));
  return verdict;
}

Ending run_case(const fs::path& folder, const Fault* fault) {
  Result<LoadedModel> loaded = load_model(folder / "model.onnx", FilesBeside::refused, limits);
  if (!loaded) return wrong("load", loaded.finding());
  if (auto lacking = operators_that_lack(loaded->graph); !lacking.empty())
    return {Is::no_operator, "", std::move(lacking)};
  if (auto lacking = types_that_lack(loaded->graph); !lacking.empty()) return {Is::no_type, "", std::move(lacking)};
  const Graph graph = std::move(loaded->graph);
  Ending all;
  for (unsigned set = 0;; ++set) {
    const fs::path files = folder / fmt::format("test_data_set_{}", set);
    if (!fs::is_directory(files)) return set > 0 ? all : wrong("there are no data");
    Result<DataSet> data = read_set(files, graph);
    if (!data) return wrong("data", data.finding());
    DataSet open = *data;
    std::vector<Tensor> kept;
    const Verdict verdict = checked(graph, open, kept);
    const Ending one = verdict.model ? run_on(verdict.model, open) : wrong("check", *reason_of(verdict.findings));
    if (one.kind == Is::wrong) return fault != nullptr ? excused(*fault, graph, verdict.model, *data, open, one) : one;
    all.add(one);
  }
}

std::string text_of(const Ending& ending, const Fault* fault) {
  switch (ending.kind) {
    case Is::identical:
      return "identical";
    case Is::less_accurate:
      return fmt::format("a function of the data is not the nearest number: {} ulp from it", ending.ulps);
    case Is::within_bound:
      return fmt::format("within the error bound: {} ulp from it, and {:.0f} % of the bound from the real value",
                         ending.ulps, 100 * ending.share);
    case Is::other_than_data:
      return fmt::format("fault of the data: {}", fault->reason);
    case Is::refused:
      return fmt::format("not run, refused: {}", fault->reason);
    case Is::no_operator:
      return fmt::format("not run, operator not specified: {}", fmt::join(ending.lacks, ", "));
    case Is::no_type:
      return fmt::format("not run, type not specified: {}", fmt::join(ending.lacks, ", "));
    default:
      return "WRONG: " + ending.what;
  }
}

struct Score {
  std::map<Is, unsigned> endings;
  std::map<Is, std::map<std::string, unsigned>> lacks;  // in how many cases each one is missing
  std::uint64_t ulps = 0;
  unsigned cases = 0;

  unsigned ran() {
    return endings[Is::identical] + endings[Is::within_bound] + endings[Is::less_accurate] +
           endings[Is::other_than_data];
  }
};

void print_lacking(Score& score, Is kind, const char* title) {
  if (score.endings[kind] == 0) return;
  std::vector<std::pair<std::string, unsigned>> sorted(score.lacks[kind].begin(), score.lacks[kind].end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second > b.second || (a.second == b.second && a.first < b.first);
  });
  fmt::print("{:5} did not run, {}; a case may need several:\n", score.endings[kind], title);
  std::string line;
  for (const auto& [name, count] : sorted) {
    const std::string item = fmt::format("{} {}{}", name, count, name == sorted.back().first ? "" : ", ");
    if (line.size() + item.size() > 110) fmt::print("        {}\n", std::exchange(line, ""));
    line += item;
  }
  fmt::print("        {}\n", line);
}

const Fault* fault_of(std::string_view name) {
  const auto* found = std::ranges::find(faults_of_the_data, name, &Fault::name);
  return found == std::end(faults_of_the_data) ? nullptr : found;
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path package = "/usr/share/libonnx-testdata/data";
  fs::path data = package;
  bool list = false;
  unsigned at_least = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--list")
      list = true;
    else if (word == "--at-least" && i + 1 < argc)
      at_least = static_cast<unsigned>(std::atoi(argv[++i]));
    else if (word == "--data" && i + 1 < argc)
      data = argv[++i];
    else
      return fmt::print(stderr, "testdata [--list] [--at-least N] [--data FOLDER]\n"), 2;
  }
  if (!fs::is_directory(data)) return fmt::print("package libonnx-testdata is not installed\n"), 77;
  const ProgramEvidence evidence("Testdata.CasesOfOnnxGiveTheirResults", {"FILE-ONNX-FORM", "FILE-PROTO-FORM"});

  std::vector<fs::path> folders;
  for (const auto& entry : fs::recursive_directory_iterator(data))
    if (entry.path().filename() == "model.onnx") folders.push_back(entry.path().parent_path());
  std::ranges::sort(folders);
  std::set<std::string_view> listed;  // faults whose case is there
  Score score;
  for (const fs::path& folder : folders) {
    const std::string name = folder.lexically_relative(data);
    const Fault* fault = fault_of(name);
    if (fault != nullptr) listed.insert(fault->name);
    Ending ending = run_case(folder, fault);
    if (fault != nullptr &&
        (ending.kind == Is::identical || ending.kind == Is::within_bound || ending.kind == Is::less_accurate))
      ending = wrong("passes, but is listed as a fault of the data");
    ++score.cases;
    ++score.endings[ending.kind];
    score.ulps = std::max(score.ulps, ending.ulps);
    for (const std::string& lacking : ending.lacks) ++score.lacks[ending.kind][lacking];
    if (list || (ending.kind != Is::identical && ending.lacks.empty()))
      fmt::print("{}: {}\n", name, text_of(ending, fault));
  }
  fmt::print(
      "{:5} cases\n{:5} ran: {} identical, {} within Etalon's error bound (at most {} ulp), {} where a function of the "
      "data is not the nearest number, {} where the data are "
      "wrong\n",
      score.cases, score.ran(), score.endings[Is::identical], score.endings[Is::within_bound], score.ulps,
      score.endings[Is::less_accurate], score.endings[Is::other_than_data]);
  print_lacking(score, Is::no_operator, "operator not specified");
  print_lacking(score, Is::no_type, "type not specified");
  if (score.endings[Is::refused] > 0)
    fmt::print("{:5} did not run, refused for a reason that is listed\n", score.endings[Is::refused]);
  fmt::print("{:5} wrong\n", score.endings[Is::wrong]);
  if (score.ran() < at_least) fmt::print("at least {} cases must run\n", at_least);
  const bool all_listed = data != package || listed.size() == std::size(faults_of_the_data);
  if (!all_listed) fmt::print("a fault is listed of a case that is not there\n");
  return evidence.verdict(score.endings[Is::wrong] == 0 && score.ran() >= at_least && all_listed);
}
