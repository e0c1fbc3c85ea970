// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon op`: one operator on two operands given on the command line.
#include <fmt/format.h>

#include <cstdio>

#include "accuracy/exact_kernels.hpp"
#include "base/quote.hpp"
#include "check/resolve.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/outcome.hpp"
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
  static constexpr Scan scan = scan_stored;
  static Limits limits() { return {}; }
  static Result<Tensor> read(const std::string& text, const char* name, const OpOptions& options, DType type,
                             Identity& identity) {
    if (!text.starts_with('@')) return parse_tensor(text, type, {}, options.bits);
    return read_hashed(text.substr(1), "operand", name, {}, identity);
  }
  static Argument argument(const Tensor& t) { return {t.type(), t.shape()}; }
  static Tensor make(const Argument& a) { return Tensor(a.type, a.shape); }
  static TensorView view(const Tensor& t) { return t.view(); }
  static MutableTensorView view(Tensor& t) { return t.view(); }
  static Result<std::string> print(const Tensor& t, bool bits) {
    return bits ? print_bits(t.view()) : print_tensor(t.view());
  }
};

struct Real {
  using Operand = RealTensor;
  static constexpr KernelTable kernels = exact_kernel;
  static constexpr Scan scan = scan_exact;
  static Limits limits() {  // a real has no bytes to count, but an object and at least two words of GMP's
    Limits limits;
    limits.elements = limits.tensor_bytes / (sizeof(Number) + 16);
    return limits;
  }
  static Result<RealTensor> read(const std::string& text, const char*, const OpOptions& options, DType, Identity&) {
    if (options.bits || text.starts_with('@'))
      return error(Code::usage, "NUM-REAL-EXACT", "a real has no encoding", "give reals as text, without --bits");
    return parse_real_tensor(text, {});
  }
  static Argument argument(const RealTensor& t) { return {DType::real, t.shape}; }
  static RealTensor make(const Argument& a) { return {a.shape, std::vector<Number>(a.shape.count)}; }
  static TensorView view(const RealTensor& t) { return {DType::real, t.shape, t.elements.data(), 0}; }
  static MutableTensorView view(RealTensor& t) { return {DType::real, t.shape, t.elements.data(), 0}; }
  static Result<std::string> print(const RealTensor& t, bool) { return print_real(t, {}); }
};

Node node_of(const OpOptions& options, const Operator& op) {
  Node node;
  node.operation = op.name;
  if (options.broadcast) node.attributes.push_back({"broadcast", *options.broadcast});
  if (options.axis) node.attributes.push_back({"axis", *options.axis});
  return node;
}

std::string result_json(const OpOptions& options, const Call& call, const Identity& identity, const std::string& result,
                        const Events& events, const std::vector<Finding>& notices) {
  const Shape& shape = call.outputs[0]->shape;
  std::string out = fmt::format(
      "{{{},\n\"operator\":{},\"version\":{},\"type\":\"{}\",\"shape\":{},\n\"result\":{},\n\"notices\":[",
      identity_json(identity), json_string(call.op->name), call.version, options.type, to_string(shape), result);
  for (const Finding& notice : notices)
    out += fmt::format(R"({}{{"rule":{},"message":{}}})", out.back() == '[' ? "" : ",", json_string(notice.status.rule),
                       json_string(notice.message));
  out += R"(],"events":[)";
  if (options.events) out += events_json(events, shape, {});
  return out + "]}";
}

// A literal that is wrong says which one it is; a file has its name.
Finding about_operand(const char* name, const std::string& text, Finding finding) {
  if (!text.starts_with('@')) finding.message.insert(0, fmt::format("operand {}: ", name));
  return finding;
}

// What is computed and printed under `profile`, or why nothing is.
template <class Carrier>
std::optional<Finding> compute(const OpOptions& options, const Operator& op, DType type, const Profile& profile,
                               Identity& identity) {
  const auto a = Carrier::read(options.a, "A", options, type, identity);
  if (!a) return about_operand("A", options.a, a.finding());
  const auto b = Carrier::read(options.b, "B", options, type, identity);
  if (!b) return about_operand("B", options.b, b.finding());
  const Argument arguments[] = {Carrier::argument(*a), Carrier::argument(*b)};
  for (std::size_t i = 0; i < 2; ++i)
    if (arguments[i].type != type)
      return misfit(
          fmt::format("operand {}: {} holds {}, but --type is {}", "AB"[i],
                      quoted((i == 0 ? options.a : options.b).substr(1)), info(arguments[i].type).name, options.type),
          "give the file's type");

  const auto resolution = resolve(profile, options.opset.value_or(newest_opset), node_of(options, op), arguments);
  if (!resolution) return resolution.finding();

  const Shape& shape = resolution->call.outputs[0]->shape;
  if (const auto fits = checked_shape({shape.dims.data(), shape.rank}, type, Carrier::limits()); !fits)
    return fits.finding();
  auto c = Carrier::make(*resolution->call.outputs[0]);
  const TensorView inputs[] = {Carrier::view(*a), Carrier::view(*b)};
  const MutableTensorView outputs[] = {Carrier::view(c)};
  std::vector<Finding> notices = resolution->notices;
  for (const Precondition& precondition : resolution->call.row->preconditions) {
    if (!precondition.has_result) continue;  // the kernel reports it
    const Events::Tally tally =
        breach(precondition, resolution->call, inputs[precondition.operand].data, Carrier::scan);
    if (tally.count == 0) continue;
    if (options.strict)
      return condition_of(resolution->call, {Code::condition, precondition.rule, no_node, tally.first, tally.count});
    notices.push_back(breach_notice(precondition, tally, resolution->call));
  }
  const bool counting = options.events || op.gives_notice(type);
  Events events;
  const Status status =
      execute(resolution->call, inputs, outputs, {.events = counting ? &events : nullptr}, Carrier::kernels);
  if (!status.ok()) return condition_of(resolution->call, status);

  for (Finding& notice : notices_of(op, events, shape)) notices.push_back(std::move(notice));
  const Result<std::string> result = Carrier::print(c, options.bits);
  if (!result) return result.finding();
  fmt::print("{}\n", options.format == "json"
                         ? result_json(options, resolution->call, identity, *result, events, notices)
                         : *result);
  for (const Finding& notice : notices) report(notice);
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
    if (options.events && options.format == "text" && events.of[kind].count > 0)
      fmt::print(stderr, "event: {}: {}\n", event_names[kind], tally_text(events.of[kind], shape));
  return std::nullopt;
}

std::optional<Finding> compute(const OpOptions& options, Subject& subject) {
  const Operator* op = nullptr;  // the parser lets no other name through, here and below
  for (const Operator* candidate : operators()) {
    std::string name = candidate->name;
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (name == options.operation) op = candidate;
  }
  subject.operation = op->name;
  Identity& identity = subject.identity;
  const DType type = find_dtype(options.type)->id;
  Profile profile = *find_profile(options.profile);
  identity.profile = profile.id;
  profile.choices.strict = identity.strict = options.strict;
  if (options.accumulate && op->wide_rule == nullptr)
    return misuse(std::string(op->name) + " accumulates nothing", "leave --accumulate out");
  if (options.accumulate) profile.choices.accumulation = *find_accumulation(*options.accumulate);
  if (op->wide_rule != nullptr)
    identity.accumulation = accumulation_names[static_cast<unsigned>(profile.choices.accumulation)];
  return type == DType::real ? compute<Real>(options, *op, type, profile, identity)
                             : compute<Stored>(options, *op, type, profile, identity);
}

}  // namespace

int op(const OpOptions& options) {
  Subject subject;
  subject.identity.hashes = options.format == "json";
  const std::optional<Finding> problem = compute(options, subject);
  return problem ? fail(*problem, subject, options.format) : 0;
}

}  // namespace etalon::impl::cli
