// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon op`: one operator on two operands given on the command line.
#include <fmt/format.h>

#include <cstdio>

#include "accuracy/exact_kernels.hpp"
#include "check/resolve.hpp"
#include "cli/console.hpp"
#include "cli/outcome.hpp"
#include "cli/verbs.hpp"
#include "io/file.hpp"
#include "ops/reference.hpp"
#include "report/escape.hpp"
#include "run/execute.hpp"
#include "tensor/sizes.hpp"
#include "text/literal.hpp"

namespace etalon::impl::cli {
namespace {

// The two kinds of operand, alike for the function below: how to read one, make one, view it and run on it.
struct Stored {
  using Operand = Tensor;
  static constexpr KernelTable kernels = reference_kernel;
  static Limits limits() { return {}; }
  static Result<Tensor> read(const std::string& text, const OpOptions& options, DType type) {
    if (!text.starts_with('@')) return parse_tensor(text, type, {}, options.bits);
    return read_tensor_file(text.substr(1), {});
  }
  static Argument argument(const Tensor& t) { return {t.type(), t.shape()}; }
  static Tensor make(const Argument& a) { return Tensor(a.type, a.shape); }
  static TensorView view(const Tensor& t) { return t.view(); }
  static MutableTensorView view(Tensor& t) { return t.view(); }
  static std::string print(const Tensor& t, bool bits) { return bits ? print_bits(t.view()) : print_tensor(t.view()); }
};

struct Real {
  using Operand = RealTensor;
  static constexpr KernelTable kernels = exact_kernel;
  static Limits limits() {  // a real has no bytes to count, but an object and at least two words of GMP's
    Limits limits;
    limits.elements = limits.tensor_bytes / (sizeof(Number) + 16);
    return limits;
  }
  static Result<RealTensor> read(const std::string& text, const OpOptions& options, DType) {
    if (options.bits || text.starts_with('@'))
      return error(Code::usage, "NUM-REAL-EXACT", "a real has no encoding", "give reals as text, without --bits");
    return parse_real_tensor(text, {});
  }
  static Argument argument(const RealTensor& t) { return {DType::real, t.shape}; }
  static RealTensor make(const Argument& a) { return {a.shape, std::vector<Number>(a.shape.count)}; }
  static TensorView view(const RealTensor& t) { return {DType::real, t.shape, t.elements.data(), 0}; }
  static MutableTensorView view(RealTensor& t) { return {DType::real, t.shape, t.elements.data(), 0}; }
  static std::string print(const RealTensor& t, bool) { return print_real(t); }
};

Node node_of(const OpOptions& options, const Operator& op) {
  Node node;
  node.operation = op.name;
  if (options.broadcast) node.attributes.push_back({"broadcast", *options.broadcast});
  if (options.axis) node.attributes.push_back({"axis", *options.axis});
  return node;
}

std::string result_json(const OpOptions& options, const Call& call, const Profile& profile, const std::string& result,
                        const Events& events, const std::vector<Finding>& notices) {
  const Shape& shape = call.outputs[0].shape;
  std::string out = fmt::format(R"({{"operator":{},"version":{},"profile":{},)", json_string(call.op->name),
                                call.row->since, json_string(profile.id));
  if (call.op->wide_rule != nullptr)
    out += fmt::format(R"("accumulation":"{}",)", accumulation_names[static_cast<unsigned>(call.choices.accumulation)]);
  out += fmt::format(R"("type":"{}","shape":{},"result":{},"notices":[)", options.type, to_string(shape), result);
  for (const Finding& notice : notices)
    out += fmt::format(R"({}{{"rule":{},"message":{}}})", out.back() == '[' ? "" : ",", json_string(notice.status.rule),
                       json_string(notice.message));
  out += R"(],"events":[)";
  if (options.events) out += events_json(events, shape, {});
  return out + "]}";
}

template <class Carrier> int compute(const OpOptions& options, const Operator& op, DType type, const Profile& profile) {
  const auto a = Carrier::read(options.a, options, type), b = Carrier::read(options.b, options, type);
  if (!a) return report(a.finding());
  if (!b) return report(b.finding());
  const Argument arguments[] = {Carrier::argument(*a), Carrier::argument(*b)};
  for (const Argument& argument : arguments)
    if (argument.type != type)
      return report(error(Code::not_conformant, "GEN-ALL-ONETYPE",
                          fmt::format("a file holds {}, but --type is {}", info(argument.type).name, options.type),
                          "there is no implicit conversion; give the file's type"));

  const auto resolution = resolve(profile, options.opset.value_or(newest_opset), node_of(options, op), arguments);
  if (!resolution) return report(resolution.finding());

  const Shape& shape = resolution->call.outputs[0].shape;
  if (const auto fits = checked_shape({shape.dims.data(), shape.rank}, type, Carrier::limits()); !fits)
    return report(fits.finding());
  auto c = Carrier::make(resolution->call.outputs[0]);
  const TensorView inputs[] = {Carrier::view(*a), Carrier::view(*b)};
  const MutableTensorView outputs[] = {Carrier::view(c)};
  const bool counting = options.events || op.gives_notice(type);
  Events events;
  const Status status =
      execute(resolution->call, inputs, outputs, {.events = counting ? &events : nullptr}, Carrier::kernels);
  if (!status.ok()) return report(condition_of(op, status, shape));

  std::vector<Finding> notices = resolution->notices;
  for (Finding& notice : notices_of(op, events, shape)) notices.push_back(std::move(notice));
  const std::string result = Carrier::print(c, options.bits);
  fmt::print("{}\n", options.format == "json" ? result_json(options, resolution->call, profile, result, events, notices)
                                              : result);
  for (const Finding& notice : notices) report(notice);
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
    if (options.events && options.format == "text" && events.of[kind].count > 0)
      fmt::print(stderr, "event: {}: {}\n", event_names[kind], tally_text(events.of[kind], shape));
  return 0;
}

}  // namespace

int op(const OpOptions& options) {
  const Operator* found = nullptr;
  for (const Operator* candidate : operators()) {
    std::string name = candidate->name;
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (name == options.operation) found = candidate;
  }
  const DTypeInfo* type = find_dtype(options.type);
  const Profile* profile = find_profile(options.profile);
  if (found == nullptr) return usage_error("unknown operator " + options.operation, "see etalon op --help");
  if (type == nullptr) return usage_error("unknown type " + options.type, "see etalon op --help");
  if (profile == nullptr) return usage_error("unknown profile " + options.profile, "see etalon op --help");
  Profile chosen = *profile;
  if (options.accumulate) {
    if (found->wide_rule == nullptr)
      return usage_error(std::string(found->name) + " accumulates nothing", "leave --accumulate out");
    chosen.choices.accumulation = *find_accumulation(*options.accumulate);  // the parser lets no other name through
  }
  return type->id == DType::real ? compute<Real>(options, *found, type->id, chosen)
                                 : compute<Stored>(options, *found, type->id, chosen);
}

}  // namespace etalon::impl::cli
