// SPDX-License-Identifier: Apache-2.0
// Floor 10. Running a model, and what the extension shows of models to the package (etalon/model.py).
#include <pybind11/stl.h>

#include <algorithm>

#include "base/quote.hpp"
#include "ops/reference.hpp"
#include "python/call.hpp"
#include "python/model.hpp"
#include "report/page/findings.hpp"
#include "report/run/outcome.hpp"
#include "report/run/running.hpp"
#include "simd/fast.hpp"

namespace etalon::impl::python {
namespace {

class RunnablePlan {
 public:
  RunnablePlan(std::shared_ptr<const Checked> checked, const std::string& kernel, unsigned threads)
      : checked_(std::move(checked)),
        both_(kernel == "both"),
        threads_(threads),
        plan_(make(*checked_, both_ ? "fast" : kernel, threads)) {}

  // The outputs by name, events and notices.
  py::tuple run(const py::dict& given, bool counting) const {
    const Graph& graph = *plan_.model().graph;
    std::vector<Operand> operands;
    std::vector<TensorView> inputs;
    for (const Port& port : plan_.inputs()) {
      const py::str name(port.name.data(), port.name.size());
      if (!given.contains(name)) raise(missing(port));
      inputs.push_back(operands.emplace_back(input_of(given[name], port.name, port.argument)).view);
    }
    if (given.size() > operands.size()) raise(unexpected(given));
    std::vector<ResultArray> results;
    std::vector<MutableTensorView> outputs;
    results.reserve(plan_.outputs().size());
    for (const Port& port : plan_.outputs())
      outputs.push_back(results.emplace_back(port.argument.type, port.argument.shape).view());
    const RunOrder order{counting, both_, threads_ == 1 ? nullptr : &team_of(threads_)};
    const RunReport report =
        taken(unlocked([&] { return run_plan(plan_, inputs, outputs, order, checked_->source->limits); }), &graph);

    py::dict all;
    for (std::size_t k = 0; k < results.size(); ++k)
      all[py::str(plan_.outputs()[k].name.data(), plan_.outputs()[k].name.size())] = results[k].finished();
    py::list notices;
    for (const Finding& notice : report.notices) notices.append(finding_object(notice, &graph));
    return py::make_tuple(all, counting ? events_of(report) : py::list(), notices);
  }

  std::string digest(const py::list& outputs) const {
    std::vector<Operand> operands;
    std::vector<TensorView> views;
    for (const py::handle output : outputs) views.push_back(operands.emplace_back(operand_of(output)).view);
    return digest_of(plan_, views);
  }

  py::dict facts() const {
    using namespace py::literals;
    return py::dict("nodes"_a = plan_.model().calls.size(), "operations"_a = plan_.operations(),
                    "arena_bytes"_a = plan_.arena_bytes(), "value_bytes"_a = plan_.value_bytes(),
                    "live_bytes"_a = plan_.live_bytes(), "packed_bytes"_a = plan_.packed_bytes(),
                    "threads"_a = threads_, "instructions"_a = std::string(instruction_set_in_use()));
  }

 private:
  static Plan make(const Checked& checked, const std::string& kernel, unsigned threads) {
    checked.model("run");
    const KernelTable kernels = kernels_of(kernel, "fast, reference, both");
    const unsigned tasks = threads == 1 ? 1 : team_of(threads).size();
    return taken(unlocked([&] { return Plan::make(checked.verdict.model, kernels, checked.source->limits, tasks); }));
  }

  Finding missing(const Port& port) const {
    std::string all;
    for (const Port& one : plan_.inputs())
      all += (all.empty() ? "" : ", ") + quoted(one.name, 60) + " (" + described(one.argument) + ")";
    return error(Code::usage, "RUN-ALL-INPUTS", "input " + quoted(port.name, 60) + " is not given",
                 "inputs of this model: " + all);
  }

  Finding unexpected(const py::dict& given) const {
    for (const auto& [name, value] : given) {
      const auto text = name.cast<std::string>();
      if (std::ranges::find(plan_.inputs(), text, &Port::name) == plan_.inputs().end())
        return error(Code::usage, "RUN-ALL-INPUTS", quoted(text, 60) + ": no input of that name", "leave it out");
    }
    return misuse("an input is given twice", "give it once");
  }

  py::list events_of(const RunReport& report) const {
    py::list all;
    for (std::uint32_t n = 0; n < report.events.size(); ++n) {
      const Shape& shape = first_result(plan_.model().calls[n]).shape;
      for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
        if (const Events::Tally& tally = report.events[n].of[kind]; tally.count > 0)
          all.append(py::make_tuple(event_names[kind], tally.count, place_of(shape, tally.first),
                                    node_name(*plan_.model().graph, n), shape.count));
    }
    return all;
  }

  std::shared_ptr<const Checked> checked_;
  bool both_;
  unsigned threads_;
  Plan plan_;
};

}  // namespace

void define_models(py::module_& module) {
  py::class_<Source, std::shared_ptr<Source>>(module, "Source")
      .def_static("of_path", &Source::of_path)
      .def_static("of_bytes", &Source::of_bytes)
      .def("name", [](const Source& source) { return source.name; })
      .def("ir_version", [](const Source& source) { return source.graph.ir_version; })
      .def("opset", [](const Source& source) { return source.graph.operator_set(); })
      .def("ports", &Source::ports)
      .def("nodes", &Source::nodes)
      .def("constants", &Source::constants)
      .def("check", &Checked::make);
  py::class_<Checked, std::shared_ptr<Checked>> checked(module, "Checked");
  checked.def("status", [](const Checked& it) { return static_cast<int>(it.verdict.code()); })
      .def("findings", &Checked::findings)
      .def("undecided", &Checked::undecided)
      .def("written", &Checked::written)
      .def("plan", [](const std::shared_ptr<Checked>& it, const std::string& kernel, unsigned threads) {
        return std::make_unique<RunnablePlan>(it, kernel, threads);
      });
  py::class_<RunnablePlan>(module, "Plan")
      .def("run", &RunnablePlan::run)
      .def("digest", &RunnablePlan::digest)
      .def("facts", &RunnablePlan::facts);
  define_accuracy(checked, module);
  define_decisions(checked, module);
  define_compare(checked, module);
  define_requantise(checked, module);
  define_equal(checked, module);
  define_verify(checked, module);
  define_fix(checked, module);
  define_generate(checked, module);
}

}  // namespace etalon::impl::python
