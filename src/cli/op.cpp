// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon op`: one operator on operands given on the command line.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "accuracy/exact_kernels.hpp"
#include "base/quote.hpp"
#include "base/small_letters.hpp"
#include "check/resolve.hpp"
#include "cli/attributes.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "report/run/outcome.hpp"
#include "run/execute.hpp"
#include "tensor/sizes.hpp"
#include "text/any_tensor.hpp"

namespace etalon::impl::cli {
namespace {

// What is given on the command line, settled as far as that is possible before it is read.
struct Request {
  const OpOptions& options;
  const Operator& op;
  const Profile& profile;
  std::int64_t opset;
  const Row* row;              // null where the profile and the operator set have none
  std::optional<DType> usual;  // --type

  std::string name(std::size_t k) const { return row == nullptr ? std::to_string(k + 1) : formal_name(row->inputs, k); }

  // The type of an operand that is given without one. Where every operand has one type and none has that of --type, all
  // get it nevertheless, so that the rule about types refuses it; a tensor among the attributes may be what it is for.
  std::optional<DType> type_of(std::size_t k) const {
    if (row == nullptr || (usual && !fits_any() && !has_tensor())) return usual;
    return row->type_at(k, usual);
  }
  bool fits_any() const {
    for (std::size_t k = 0; k < row->inputs.size(); ++k)
      if (row->type_at(k, usual) == usual) return true;
    return false;
  }
  bool has_tensor() const {
    return std::ranges::find(row->attributes, AttributeFormal::Kind::tensor, &AttributeFormal::kind) !=
           row->attributes.end();
  }
};

// An omitted operand holds nothing.
using Operands = std::vector<std::optional<AnyTensor>>;

const char* const help = "`etalon op --help` describes the operands";

// Operands that are missing, or too many.
std::optional<Finding> check_count(const Request& request) {
  if (request.row == nullptr) return std::nullopt;
  const std::span<const Formal> formals = request.row->inputs;
  const std::size_t count = request.options.operands.size();
  for (std::size_t k = count; k < formals.size(); ++k)
    if (formals[k].presence != Formal::Presence::optional)
      return misuse(fmt::format("{} is required", formals[k].name), help);
  if (count > formals.size() && formal_at(formals, count - 1) == nullptr)
    return misuse("unexpected argument " + quoted(request.options.operands[formals.size()], 60), help);
  return std::nullopt;
}

Result<AnyTensor> read_file(const Request& request, std::size_t k, std::string_view path, std::optional<DType> wanted,
                            Identity& identity) {
  if (wanted == DType::real) return no_encoding();
  Result<Tensor> tensor = read_hashed(std::string(path), "operand", request.name(k), {}, identity);
  if (!tensor) return tensor.finding();
  if (wanted && tensor->type() != *wanted)
    return misfit(fmt::format("operand {}: {} holds {}, but {} is wanted", request.name(k), quoted(path),
                              info(tensor->type()).name, info(*wanted).name),
                  "give the file's type with --type, or before the file as in int64:@FILE");
  return AnyTensor(*std::move(tensor));
}

// Operand number k: [TYPE:]LITERAL or [TYPE:]@FILE.
Result<AnyTensor> read_operand(const Request& request, std::size_t k, Identity& identity) {
  const auto about = [&](Finding finding) {
    finding.message.insert(0, fmt::format("operand {}: ", request.name(k)));
    return finding;
  };
  const TypedText text = split_type(request.options.operands[k]);
  std::optional<DType> type = request.type_of(k);
  if (!text.type.empty()) {
    const Result<DType> named = named_type(text.type);
    if (!named) return about(named.finding());
    type = *named;
  }
  if (text.rest.starts_with('@')) return read_file(request, k, text.rest.substr(1), type, identity);
  if (!type)
    return about(misuse("--type is required for a literal without a type",
                        "give --type, or write the type before the literal as in int64:[2,3]"));
  Result<AnyTensor> tensor = parse_any_tensor(text.rest, *type, BitPatterns{request.options.bits});
  if (!tensor) return about(tensor.finding());
  return tensor;
}

Result<Operands> read_operands(const Request& request, Identity& identity) {
  Operands operands;
  for (std::size_t k = 0; k < request.options.operands.size(); ++k) {
    if (request.options.operands[k] == "-") {
      operands.emplace_back();
      continue;
    }
    Result<AnyTensor> operand = read_operand(request, k, identity);
    if (!operand) return operand.finding();
    operands.emplace_back(*std::move(operand));
  }
  return operands;
}

Result<Resolution> resolve(const Request& request, const Operands& operands, const std::vector<Attribute>& attributes) {
  Node node;
  node.operation = request.op.name;
  node.attributes = attributes;
  if (request.options.broadcast) node.attributes.push_back({"broadcast", *request.options.broadcast});
  if (request.options.axis) node.attributes.push_back({"axis", *request.options.axis});
  std::vector<Given> given;
  for (const std::optional<AnyTensor>& operand : operands) {
    if (!operand) {
      given.emplace_back(std::nullopt);
      continue;
    }
    const TensorView view = operand->view();
    given.emplace_back(Argument{view.type, view.shape}, operand->stored());
  }
  return impl::resolve(request.profile, request.opset, node, given, request.options.outputs.value_or(0));
}

Result<std::vector<AnyTensor>> make_results(const Call& call) {
  std::vector<AnyTensor> results;
  for (const std::optional<Argument>& output : call.outputs) {
    const Shape& shape = output->shape;
    if (const auto fits = checked_shape({shape.dims.data(), shape.rank}, output->type, limits_of(output->type)); !fits)
      return fits.finding();
    results.emplace_back(output->type, shape);
  }
  return results;
}

void write_result(JsonWriter& json, const Argument& result, const std::string& text) {
  json.member("type", info(result.type).name).member("shape", JsonText{to_string(result.shape)});
  json.line().member("result", JsonText{text});
}

// The first result stands on its own as well, for readers of operators that have one.
std::string report_json(const Call& call, const Identity& identity, const std::vector<std::string>& results,
                        const Events* events, const std::vector<Finding>& notices) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-op-1", identity);
    json.line().member("operator", call.op->name).member("version", call.version);
    write_result(json, *call.outputs[0], results[0]);
    json.line().array("results", [&] {
      for (std::size_t k = 0; k < results.size(); ++k)
        json.wrap().object([&] {
          json.member("name", formal_name(call.row->outputs, k));
          write_result(json, *call.outputs[k], results[k]);
        });
    });
    json.line().array("notices", [&] {
      for (const Finding& notice : notices)
        json.object([&] { json.member("rule", notice.status.rule).member("message", notice.message); });
    });
    json.array("events", [&] {
      if (events != nullptr) write_events(json, *events, call.outputs[0]->shape);
    });
  });
}

// What is computed and printed, or why nothing is.
std::optional<Finding> compute(const Request& request, Identity& identity) {
  const OpOptions& options = request.options;
  if (auto problem = check_count(request)) return problem;
  GivenAttributes attributes;
  for (const std::string& text : options.attributes)
    if (auto problem = add_attribute(text, request.row, request.usual, attributes)) return problem;
  const Result<Operands> operands = read_operands(request, identity);
  if (!operands) return operands.finding();
  const Result<Resolution> resolution = resolve(request, *operands, attributes.all);
  if (!resolution) return resolution.finding();
  const Call& call = resolution->call;
  Result<std::vector<AnyTensor>> results = make_results(call);
  if (!results) return results.finding();

  std::vector<TensorView> inputs;
  std::vector<MutableTensorView> outputs;
  for (const std::optional<AnyTensor>& operand : *operands) inputs.push_back(operand ? operand->view() : TensorView{});
  for (AnyTensor& result : *results) outputs.push_back(result.view());
  std::vector<Finding> notices = resolution->notices;
  if (auto problem = check_preconditions(call, inputs, notices)) return problem;
  const bool counting = options.events || gives_notice(call);
  Events events;
  const Status status = execute(call, inputs, outputs, {.events = counting ? &events : nullptr}, any_kernel);
  if (!status.ok()) return condition_of(call, status);

  const Shape& shape = call.outputs[0]->shape;
  for (Finding& notice : notices_of(request.op, events, shape)) notices.push_back(std::move(notice));
  std::vector<std::string> texts;
  for (const AnyTensor& result : *results) {
    Result<std::string> text = result.printed(options.bits);
    if (!text) return text.finding();
    texts.push_back(*std::move(text));
  }
  if (options.format == "json")
    fmt::print("{}", report_json(call, identity, texts, options.events ? &events : nullptr, notices));
  else
    for (const std::string& text : texts) fmt::print("{}\n", text);
  for (const Finding& notice : notices) report(notice);
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
    if (options.events && options.format == "text" && events.of[kind].count > 0)
      fmt::print(stderr, "event: {}: {}\n", event_names[kind], tally_text(events.of[kind], shape));
  return std::nullopt;
}

// The operator of this name in small letters; the parser lets no other name through, here and below.
const Operator* operator_named(std::string_view small) {
  return *std::ranges::find(operators(), small, [](const Operator* op) { return small_letters(op->name); });
}

std::optional<Finding> compute(const OpOptions& options, Subject& subject) {
  const Operator* op = operator_named(options.operation);
  subject.operation = op->name;
  Identity& identity = subject.identity;
  Profile profile = *find_profile(options.profile);
  identity.profile = profile.id;
  profile.choices.strict = identity.strict = options.strict;
  if (options.accumulate && op->wide_rule == nullptr)
    return misuse(std::string(op->name) + " has no accumulation policy", "leave --accumulate out");
  if (options.accumulate) profile.choices.accumulation = *find_accumulation(*options.accumulate);
  if (op->wide_rule != nullptr)
    identity.accumulation = accumulation_names[static_cast<unsigned>(profile.choices.accumulation)];
  const std::int64_t opset = options.opset.value_or(newest_opset);
  std::optional<DType> usual;
  if (options.type) usual = find_dtype(*options.type)->id;
  return compute({options, *op, profile, opset, row_for(profile, opset, *op), usual}, identity);
}

}  // namespace

int op(const OpOptions& options) {
  Subject subject;
  subject.identity.hashes = options.format == "json";
  const std::optional<Finding> problem = compute(options, subject);
  return problem ? fail(*problem, subject, options.format) : 0;
}

}  // namespace etalon::impl::cli
