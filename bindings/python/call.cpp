// SPDX-License-Identifier: Apache-2.0
// Floor 10. See call.hpp. A call is looked up by a key: operator, options, types, shapes, attributes, and the elements
// that decide about shapes. Only what is not found is resolved.
#include "python/call.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "accuracy/exact_kernels.hpp"
#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "python/arrays.hpp"
#include "python/attributes.hpp"
#include "report/run/outcome.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/sizes.hpp"
#include "text/any_tensor.hpp"

namespace etalon::impl::python {
namespace {

// Plain data, so that it is a part of the key.
struct Options {
  std::int64_t opset = newest_opset;
  std::uint32_t profile = 0;       // its number
  std::int32_t accumulation = -1;  // -1: that of the profile
  std::uint32_t strict = 0, reference = 0, threads = 1, outputs = 0;
};

// A call that was resolved, with all that is needed to compute it again.
struct Resolved {
  Call call{};
  std::vector<Finding> notices = {};
  std::vector<std::vector<std::byte>> tensors = {};  // of attributes
  Kernel plain = {}, counting = {};
  Threads* team = nullptr;
  unsigned tasks = 1;
  std::uint64_t scratch = 0;
  bool has_preconditions = false, gives_notice = false, is_long = false;
};

// Work for which it pays to let other threads run.
constexpr std::uint64_t long_operations = 1 << 14;

// When it is full, all are forgotten: who makes so many different calls gains little by remembering.
constexpr std::size_t most_resolved = 4096;
auto& resolved_calls() {
  static auto& calls = *new std::unordered_map<std::string, std::shared_ptr<const Resolved>>;
  return calls;
}

bool is_real(const std::optional<Argument>& argument) { return argument && argument->type == DType::real; }

// One call of a function of etalon.ops.
class Invocation {
 public:
  explicit Invocation(const Operator& op) : op_(op) {}

  py::object run(PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const auto usual = static_cast<std::uint32_t>(find_profile("onnx") - profiles().data());
    options_.profile = usual;
    const Py_ssize_t keywords = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
    std::array<char, 64> is_option{};
    for (Py_ssize_t k = 0; k < keywords; ++k)
      if (k < 64) is_option[static_cast<std::size_t>(k)] = take_option(PyTuple_GET_ITEM(names, k), args[count + k]);
    row_ = row_for(profiles()[options_.profile], options_.opset, op_);
    operands_.reserve(static_cast<std::size_t>(count));
    for (Py_ssize_t k = 0; k < count; ++k) operands_.push_back(operand_of(args[k]));
    for (Py_ssize_t k = 0; k < keywords; ++k)
      if (k >= 64 || is_option[static_cast<std::size_t>(k)] == 0)
        take_keyword(PyTuple_GET_ITEM(names, k), args[count + k]);
    while (!operands_.empty() && operands_.back().is_omitted()) operands_.pop_back();
    return compute(*resolved());
  }

 private:
  template <class T> static T number(PyObject* value, const char* name, T most) {
    const long long is = PyLong_Check(value) ? PyLong_AsLongLong(value) : -1;
    if (is < 0 || static_cast<unsigned long long>(is) > static_cast<unsigned long long>(most)) {
      PyErr_Clear();
      raise(misuse(std::string(name) + " is " + py::repr(value).cast<std::string>(),
                   "give an integer from 0 to " + std::to_string(most)));
    }
    return static_cast<T>(is);
  }

  static bool is(PyObject* name, const char* text) { return PyUnicode_CompareWithASCIIString(name, text) == 0; }

  char take_option(PyObject* name, PyObject* value) {
    if (is(name, "opset")) {
      if (value != Py_None) options_.opset = number<std::int64_t>(value, "opset", INT64_MAX);
    } else if (is(name, "profile")) {
      const Profile chosen = taken(choose_profile(py::handle(value).cast<std::string>()));
      options_.profile = static_cast<std::uint32_t>(find_profile(chosen.id) - profiles().data());
    } else if (is(name, "accumulate")) {
      if (value == Py_None) return 1;
      const auto policy = py::handle(value).cast<std::string>();
      const Profile chosen = taken(choose_profile("onnx", policy.c_str()));
      if (op_.wide_rule == nullptr)
        raise(misuse(std::string(op_.name) + " has no accumulation policy", "leave accumulate out"));
      options_.accumulation = static_cast<std::int32_t>(chosen.choices.accumulation);
    } else if (is(name, "strict")) {
      options_.strict = PyObject_IsTrue(value) == 1;
    } else if (is(name, "kernel")) {
      options_.reference = kernels_of(py::handle(value).cast<std::string>()) == reference_kernel;
    } else if (is(name, "threads")) {
      options_.threads = number<std::uint32_t>(value, "threads", Threads::most);
    } else if (is(name, "outputs")) {
      if (value != Py_None) options_.outputs = number<std::uint32_t>(value, "outputs", UINT16_MAX);
    } else if (is(name, "events")) {
      if (value != Py_None) events_ = value;
    } else {
      return 0;
    }
    return 1;
  }

  // An operand by its name, or an attribute. None is what is not given.
  void take_keyword(PyObject* name, PyObject* value) {
    if (value == Py_None || row_ == nullptr) return;  // without a row the operator is refused, whatever is given
    const auto text = py::handle(name).cast<std::string>();
    for (std::size_t k = 0; k < row_->inputs.size(); ++k) {
      if (row_->inputs[k].name != text || row_->inputs[k].presence == Formal::Presence::variadic) continue;
      if (operands_.size() <= k) operands_.resize(k + 1);
      if (!operands_[k].is_omitted())
        raise(misuse(std::string(op_.name) + ": " + text + " is given twice",
                     "give it once, by its place or by its name"));
      operands_[k] = operand_of(value);
      return;
    }
    const auto formal = std::ranges::find(row_->attributes, text, &AttributeFormal::name);
    attributes_.add(text, value, formal == row_->attributes.end() ? nullptr : &*formal);
  }

  // Whether the elements of operand k decide what the result is.
  bool is_known(std::size_t k) const {
    const Formal* formal = row_ == nullptr ? nullptr : formal_at(row_->inputs, k);
    return formal != nullptr && formal->use == Formal::Use::shape && operands_[k].view.type != DType::real;
  }

  Key key() const {
    Key key;
    key.add(&op_);
    key.add(options_);
    key.add(operands_.size());
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const Operand& operand = operands_[k];
      key.add(operand.is_omitted());
      if (operand.is_omitted()) continue;
      key.add(operand.view.type, operand.view.shape);
      if (is_known(k)) key.add(operand.view.data, static_cast<std::size_t>(operand.view.bytes));
    }
    for (const Attribute& attribute : attributes_.all) key.add(attribute);
    return key;
  }

  std::shared_ptr<const Resolved> resolved() {
    const Key wanted = key();
    auto& calls = resolved_calls();
    if (const auto found = calls.find(wanted.text()); found != calls.end()) return found->second;
    auto made = std::make_shared<const Resolved>(resolve());
    if (calls.size() >= most_resolved) calls.clear();
    calls.emplace(wanted.text(), made);
    return made;
  }

  Resolved resolve() {
    Profile profile = profiles()[options_.profile];
    profile.choices.strict = options_.strict != 0;
    if (options_.accumulation >= 0) profile.choices.accumulation = static_cast<Accumulation>(options_.accumulation);
    Node node;
    node.operation = op_.name;
    node.attributes = attributes_.all;
    std::vector<Given> given;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const TensorView& view = operands_[k].view;
      if (operands_[k].is_omitted())
        given.emplace_back(std::nullopt);
      else
        given.emplace_back(Argument{view.type, view.shape}, is_known(k) ? copy_of(view) : nullptr);
    }
    Resolution resolution = taken(impl::resolve(profile, options_.opset, node, given, options_.outputs));
    Call& call = resolution.call;
    for (const std::optional<Argument>& output : call.outputs) {
      const Shape& shape = output->shape;
      taken(checked_shape({shape.dims.data(), shape.rank}, output->type, limits_of(output->type)));
    }
    const bool exact = std::ranges::any_of(call.inputs, is_real), reference = exact || options_.reference != 0;
    const KernelTable counting = exact ? any_kernel : reference_kernel, plain = reference ? counting : fast_kernel;
    const auto has_result = [](const Precondition& precondition) { return precondition.has_result(); };
    Resolved made;
    made.plain = plain(call, CountEvents::no);
    made.counting = counting(call, CountEvents::yes);
    made.team = options_.threads == 1 || reference ? nullptr : &team_of(options_.threads);
    made.tasks = made.team == nullptr ? 1 : made.team->size();
    made.scratch = made.plain.scratch_for(call, made.tasks);
    made.has_preconditions = std::ranges::any_of(call.row->preconditions, has_result);
    made.gives_notice = gives_notice(call);
    made.is_long = exact || operations_of(call) >= long_operations;
    made.call = std::move(call);
    made.notices = std::move(resolution.notices);
    made.tensors = std::move(attributes_.tensors);
    return made;
  }

  // Computes into new arrays; a finding where an element is outside of what the operator has a result for.
  py::object compute(const Resolved& it) {
    const Call& call = it.call;
    std::vector<ResultArray> results;
    std::vector<TensorView> inputs;
    std::vector<MutableTensorView> outputs;
    results.reserve(call.outputs.size());
    outputs.reserve(call.outputs.size());
    inputs.reserve(operands_.size());
    for (const std::optional<Argument>& output : call.outputs)
      outputs.push_back(results.emplace_back(output->type, output->shape).view());
    for (const Operand& operand : operands_) inputs.push_back(operand.view);

    std::vector<Finding> notices;
    Events events;
    Status status;
    std::optional<Finding> problem;
    const bool counting = static_cast<bool>(events_) || it.gives_notice;
    const auto work = [&] {
      if (it.has_preconditions) problem = check_preconditions(call, inputs, notices);
      if (!problem) status = execute(it, inputs, outputs, counting ? &events : nullptr);
    };
    if (it.is_long)
      unlocked(work);
    else
      work();
    if (problem) raise(*problem);
    if (!status.ok()) raise(condition_of(call, status));

    for (const Finding& notice : it.notices) warn(notice);
    for (const Finding& notice : notices) warn(notice);
    if (it.gives_notice)
      for (const Finding& notice : notices_of(op_, events, first_result(call).shape)) warn(notice);
    if (events_) tell(events, first_result(call).shape);
    if (results.size() == 1) return results[0].finished();
    py::tuple all(results.size());
    for (std::size_t k = 0; k < results.size(); ++k) all[k] = results[k].finished();
    return all;
  }

  static Status execute(const Resolved& it, std::span<const TensorView> inputs,
                        std::span<const MutableTensorView> outputs, Events* events) {
    if (events != nullptr) return impl::execute(it.call, inputs, outputs, {.events = events}, it.counting);
    if (it.scratch == 0) return impl::execute(it.call, inputs, outputs, {.team = it.team, .tasks = it.tasks}, it.plain);
    struct alignas(scratch_alignment) Line {
      std::byte bytes[scratch_alignment];
    };
    const auto lines = static_cast<std::size_t>((it.scratch + sizeof(Line) - 1) / sizeof(Line));
    const auto room = std::make_unique_for_overwrite<Line[]>(lines);
    return impl::execute(it.call, inputs, outputs,
                         {.scratch = {room[0].bytes, lines * sizeof(Line)}, .team = it.team, .tasks = it.tasks},
                         it.plain);
  }

  // Adds what happened to the caller's list.
  void tell(const Events& events, const Shape& shape) {
    static Imported event("etalon.results", "Event");
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
      if (const Events::Tally& tally = events.of[kind]; tally.count > 0)
        events_.attr("append")(
            event.get()(event_names[kind], tally.count, place_of(shape, tally.first), op_.name, shape.count));
  }

  const Operator& op_;
  const Row* row_ = nullptr;
  Options options_;
  std::vector<Operand> operands_;
  GivenAttributes attributes_;
  py::handle events_;
};

}  // namespace

py::object invoke(const Operator& op, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return Invocation(op).run(args, count, names);
}

void forget_calls() { resolved_calls().clear(); }

}  // namespace etalon::impl::python
