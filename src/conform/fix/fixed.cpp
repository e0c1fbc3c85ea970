// SPDX-License-Identifier: Apache-2.0
// Floor 8. See fixed.hpp.
#include "conform/fix/fixed.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/quote.hpp"
#include "conform/equal/draw.hpp"
#include "onnx/model.hpp"
#include "onnx/write.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_controls = 3;  // weights that are moved, each by itself

Finding too_large(std::uint64_t before, std::uint64_t after, double growth) {
  const auto times = static_cast<double>(after) / static_cast<double>(std::max<std::uint64_t>(before, 1));
  return error(Code::limit, "FIX-ALL-GROWTH",
               "the new model would have " + std::to_string(after) + " bytes, " + std::to_string(times).substr(0, 5) +
                   " times as many as the old one",
               "allow more growth than " + std::to_string(growth).substr(0, 4) +
                   "; a profile that stretches operands (sonnx-2026-10) needs fewer constants");
}

// The model with one element of a floating-point initializer moved by an ulp; the bits of the constant are in `bytes`.
CheckedModel moved_by_an_ulp(const CheckedModel& model, std::size_t initializer, std::vector<std::byte>& bytes) {
  auto graph = std::make_shared<Graph>(*model.graph);
  Constant& constant = graph->initializers[initializer].constant;
  Tensor tensor(constant.type, constant.shape);
  decode(constant, tensor.view());
  const std::uint64_t element = constant.shape.count / 2;
  const unsigned size = info(constant.type).bits / 8;
  bytes.assign(tensor.data(), tensor.data() + tensor.bytes());
  bytes[static_cast<std::size_t>(element * size + (std::endian::native == std::endian::big ? size - 1 : 0))] ^=
      std::byte{1};
  if (std::endian::native == std::endian::big)
    for (std::size_t i = 0; i < bytes.size(); i += size) std::reverse(&bytes[i], &bytes[i] + size);
  constant.encoding = Constant::Encoding::little_endian;
  constant.bytes = bytes;
  return {std::move(graph), model.profile, model.calls};
}

// Weights by their size, the largest first: most networks are these.
std::vector<std::size_t> largest_weights(const Graph& graph) {
  std::vector<std::size_t> weights;
  for (std::size_t k = 0; k < graph.initializers.size(); ++k)
    if (const Constant& one = graph.initializers[k].constant; is_floating(one.type) && one.shape.count > 0)
      weights.push_back(k);
  std::ranges::sort(weights, [&](std::size_t a, std::size_t b) {
    const std::uint64_t x = graph.initializers[a].constant.shape.count, y = graph.initializers[b].constant.shape.count;
    return x != y ? x > y : a < b;
  });
  weights.resize(std::min(weights.size(), most_controls));
  return weights;
}

// Of a proof one is enough, for it cannot miss any; drawn inputs see some.
std::vector<Control> controls_of(const CheckedModel& model, const CheckedModel& made, const Fixed& fixed,
                                 EqualitySettings settings) {
  std::vector<Control> all;
  for (const std::size_t k : largest_weights(*made.graph)) {
    std::vector<std::byte> bytes;
    const CheckedModel planted = moved_by_an_ulp(made, k, bytes);
    Control& control = all.emplace_back(Control{made.graph->values[made.graph->initializers[k].value].name});
    if (!fixed.equality) {
      const SharedValues seen = compare_shared(model, planted, settings.team);
      control.is_seen = seen.same != seen.shared;
      continue;
    }
    settings.failed_before = &fixed.equality->failed;
    settings.progress = {};
    const Result<Equality> equality = prove_equal(model, planted, settings);
    control.is_seen = equality && equality->verdict != Equality::Verdict::equal;
    if (equality && !equality->not_shown.empty()) control.at = made.graph->values[equality->not_shown[0].value].name;
    if (control.is_seen) break;
  }
  return all;
}

std::optional<Finding> add_evidence(Fixed& made, const CheckedModel& model, const CheckedModel& result,
                                    const FixSettings& settings) {
  if (settings.evidence == Evidence::proof) {
    Result<Equality> equality = prove_equal(model, result, settings.equality);
    if (!equality) return equality.finding();
    made.equality = std::move(*equality);
  }
  made.shared = compare_shared(model, result, settings.equality.team);
  if (made.is_shown(settings.evidence)) made.controls = controls_of(model, result, made, settings.equality);
  return std::nullopt;
}

// A model that conforms, and means the same under the profile as under ONNX, stays as it is.
std::unique_ptr<Fixed> unchanged(const CheckedModel& model, std::span<const std::byte> file, ExternalData* external,
                                 const Profile& target, const FixSettings& settings) {
  const bool is_unknown = settings.evidence == Evidence::none && !settings.is_same;
  const bool is_corrected = settings.corrections != nullptr && !settings.corrections->empty();
  if (settings.is_bound || is_unknown || is_corrected) return nullptr;
  Result<Graph> graph = read_model(file, {}, external);
  if (!graph) return nullptr;
  auto same = std::make_unique<Fixed>();
  same->bytes.assign(reinterpret_cast<const char*>(file.data()), file.size());
  same->verdict = check(std::move(*graph), target);
  same->graph = same->verdict.graph;
  if (!same->is_conformant()) return nullptr;
  for (std::uint32_t n = 0; n < model.calls.size(); ++n) same->fix.nodes.push_back({n, NodeFix::Kind::kept});
  if (settings.evidence == Evidence::none) return same;
  const bool has_evidence = !add_evidence(*same, model, *same->verdict.model, settings);
  return has_evidence && same->is_shown(settings.evidence) ? std::move(same) : nullptr;
}

}  // namespace

SharedValues compare_shared(const CheckedModel& first, const CheckedModel& second, Team* team) {
  const std::vector<std::uint32_t> ours = free_inputs(*first.graph), theirs = free_inputs(*second.graph);
  SharedValues result;
  std::map<std::string_view, std::uint32_t> names;
  for (const Node& node : first.graph->nodes)
    for (const std::uint32_t value : node.outputs) names[first.graph->values[value].name] = value;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> shared;
  for (const Node& node : second.graph->nodes)
    for (const std::uint32_t value : node.outputs)
      if (const auto found = names.find(second.graph->values[value].name);
          found != names.end() && !found->first.empty())
        shared.emplace_back(found->second, value);
  result.shared = shared.size();
  std::vector<bool> differs(shared.size());
  const std::vector<std::uint32_t> order = matched(*first.graph, *second.graph, ours, theirs);
  for (unsigned draw = 0; draw < draws; ++draw) {
    const std::vector<Tensor> inputs = drawn_inputs(*first.graph, ours, draw);
    const auto x = run_drawn(first, ours, inputs, team), y = run_drawn(second, order, inputs, team);
    if (!x || !y) {
      if (x.has_value() != y.has_value()) result.differing.emplace_back("");
      continue;
    }
    ++result.draws;
    for (std::size_t k = 0; k < shared.size(); ++k)
      if (x->digests[shared[k].first] != y->digests[shared[k].second]) differs[k] = true;
  }
  for (std::size_t k = 0; k < shared.size(); ++k) {
    if (differs[k]) result.differing.push_back(second.graph->values[shared[k].second].name);
    result.same += differs[k] ? 0u : 1u;
  }
  return result;
}

bool Fixed::is_shown(Evidence wanted) const {
  switch (wanted) {
    case Evidence::proof:
      return equality && equality->verdict == Equality::Verdict::equal;
    case Evidence::drawn:
      return shared && shared->draws > 0 && shared->differing.empty();
    default:  // a node that is left means something else in a profile that takes it
      return !is_conformant() || std::ranges::find(fix.nodes, NodeFix::Kind::left, &NodeFix::kind) == fix.nodes.end();
  }
}

Result<Fixed> fix_with_evidence(const CheckedModel& model, std::span<const std::byte> file, ExternalData* external,
                                const Profile& target, const FixSettings& settings) {
  std::uint64_t before = file.size();
  if (external != nullptr)
    for (const auto& [location, beside] : external->files()) before += beside.bytes().size();
  const double growth = std::min(settings.growth * static_cast<double>(before), 1e18);
  const auto most = std::max(small_model, static_cast<std::uint64_t>(growth));
  if (const auto same = unchanged(model, file, external, target, settings)) return std::move(*same);
  Result<ModelFix> fix = fix_model(model, {target, settings.is_bound, most, settings.corrections});
  if (!fix) return fix.finding();
  Fixed made{std::move(*fix), {}, {}, {}};
  made.bytes = made.fix.edit.empty() ? std::string(reinterpret_cast<const char*>(file.data()), file.size())
                                     : with_edit(file, made.fix.edit);
  const std::uint64_t after = made.bytes.size() + (before - file.size());
  if (after > most) return too_large(before, after, settings.growth);
  Result<Graph> graph = read_model(std::as_bytes(std::span(made.bytes)), {}, external);
  if (!graph) return graph.finding();
  made.verdict = check(*graph, target);
  made.graph = made.verdict.graph;
  std::shared_ptr<const CheckedModel> result = made.verdict.model;
  // What the profile does not take yet is judged as ONNX has it.
  if (result == nullptr) result = check(std::move(*graph), model.profile).model;
  if (settings.evidence == Evidence::none) return made;
  if (result == nullptr)
    return error(Code::not_judged, "FIX-ALL-PROOF", "the new model conforms neither to the profile nor to onnx",
                 "this is a defect of Etalon; please report it with the model");
  if (auto problem = add_evidence(made, model, *result, settings)) return *std::move(problem);
  return made;
}

std::optional<Evidence> find_evidence(std::string_view name) {
  const auto found = std::ranges::find(evidence_names, name, [](const char* one) { return std::string_view(one); });
  if (found == std::end(evidence_names)) return std::nullopt;
  return static_cast<Evidence>(found - std::begin(evidence_names));
}

Finding not_accepted(const Fixed& fixed, const Graph& graph, const Profile& target) {
  // The profile takes a node that was left as it is, and means something else by it.
  const auto left = std::ranges::find(fixed.fix.nodes, NodeFix::Kind::left, &NodeFix::kind);
  if (fixed.is_conformant() && left != fixed.fix.nodes.end())
    return error(Code::not_judged, "FIX-ALL-LEFT",
                 graph.nodes[left->node].operation + " " + quoted(graph.nodes[left->node].name, 60) +
                     " would have other bits in profile " + target.id + ", and cannot be written otherwise (" +
                     left->why + ")",
                 "replace the node");
  if (fixed.equality && fixed.equality->verdict == Equality::Verdict::different)
    return error(Code::internal, "FIX-ALL-PROOF", "the new model has other bits, so that it was not written",
                 "this is a defect of Etalon; please report it with the model");
  if (fixed.equality) {
    const auto& first = fixed.equality->not_shown;
    return error(
        Code::not_judged, "FIX-ALL-PROOF",
        "the new model was not shown to have the same bits for every input, so that it was not written",
        (first.empty()
             ? std::string()
             : "the first value of which it was not shown is " + quoted(fixed.graph->values[first[0].value].name, 60) +
                   (first[0].too_large ? ", whose expressions have more operations than are allowed" : "") + "; ") +
            "the evidence `drawn` takes the model without a proof");
  }
  return error(Code::not_judged, "FIX-ALL-PROOF",
               fixed.shared->differing.empty() ? "no drawn input has a result, so that nothing was compared"
                                               : "values that both models have differ on a drawn input",
               "this is a defect of Etalon if the model has results; please report it");
}

std::vector<Finding> findings_before(std::span<const std::byte> file, ExternalData* external, const Profile& target) {
  Result<Graph> graph = read_model(file, {}, external);
  if (!graph) return {graph.finding()};
  return check(std::move(*graph), target).findings;
}

std::optional<Finding> check_place(const ExternalData* external, const std::string& folder, const std::string& output) {
  namespace fs = std::filesystem;
  if (external == nullptr || external->files().empty()) return std::nullopt;
  std::error_code ignored;
  if (fs::equivalent(fs::absolute(folder), fs::absolute(output).parent_path(), ignored)) return std::nullopt;
  return error(Code::usage, "FILE-ONNX-EXTERNAL",
               "the model has external data, and the new one would not lie beside them",
               "write it into the folder of the data files, or copy these first and fix the copy");
}

}  // namespace etalon::impl
