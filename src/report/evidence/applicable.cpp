// SPDX-License-Identifier: Apache-2.0
// Floor 9. See applicable.hpp.
#include "report/evidence/applicable.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/small_letters.hpp"

namespace etalon::impl {
namespace {

// Of a tag, its second word: for which types it holds, or ALL.
std::string_view family_of(std::string_view tag) {
  const std::size_t first = tag.find('-') + 1;
  return tag.substr(first, tag.find('-', first) - first);
}

struct Types {
  bool integers = false, floats = false, bools = false;

  static Types any() { return {true, true, true}; }
  void add(DType type) { (is_floating(type) ? floats : type == DType::boolean ? bools : integers) = true; }
  // Models have no reals.
  bool concern(std::string_view tag) const {
    const std::string_view family = family_of(tag);
    return family == "INT" ? integers : family == "FLOAT" ? floats : family == "BOOL" ? bools : family != "REAL";
  }
};

Types types_of(const CheckedModel* model, const Operator* op) {
  if (model == nullptr) return Types::any();
  Types types;
  for (const Call& call : model->calls)
    if (op == nullptr || std::string_view(call.op->name) == op->name)
      for (const auto* list : {&call.inputs, &call.outputs})
        for (const auto& argument : *list)
          if (argument) types.add(argument->type);
  return types;
}

std::string page_of(const Operator& op) { return "src/ops/" + small_letters(op.name) + "/spec.md"; }

std::vector<std::string_view> tags_in(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
  std::vector<std::string_view> found;
  while (true) {
    const std::size_t from = text.find_first_of(letters);
    if (from == text.npos) return found;
    text.remove_prefix(from);
    const std::string_view word = text.substr(0, text.find_first_not_of(letters));
    if (is_tag(word)) found.push_back(word);
    text.remove_prefix(word.size());
  }
}

// The tags that an operator's rows cite.
std::vector<std::string_view> tags_of(const Operator& op) {
  std::vector<std::string_view> found;
  const auto add = [&](const char* tag) {
    if (tag != nullptr) found.emplace_back(tag);
  };
  for (const Row& row : op.rows) {
    add(row.shape_rule);
    for (const TypeRule& rule : row.types) add(rule.rule);
    for (const Precondition& precondition : row.preconditions) add(precondition.rule);
  }
  for (const Notice& notice : op.notices) add(notice.rule);
  add(op.wide_rule);
  return found;
}

class Selection {
 public:
  Selection(std::span<const Requirement> all, const ModelUse& use) : all_(all), use_(use) {}

  void add_operator(const Operator& op) {
    const Types types = types_of(use_.model, &op);
    std::vector<std::string_view> cited = tags_in(page_text(page_of(op)));
    for (const std::string_view tag : tags_of(op)) cited.push_back(tag);
    for (std::size_t k = 0; k < cited.size(); ++k) {  // it grows by what these cite in turn: Conv sums as MatMul does
      const Requirement* requirement = find_requirement(all_, cited[k]);
      if (requirement == nullptr || !types.concern(requirement->tag)) continue;
      if (!requirement->page.starts_with("src/ops/")) continue;  // what holds for all operators is added by its page
      std::set<std::string>& who = operators_[requirement->tag];
      if (!who.insert(op.name).second) continue;
      for (const std::string_view tag : tags_in(requirement->text)) cited.push_back(tag);
    }
  }

  std::string because(const Requirement& requirement, const Types& types) const {
    if (const auto place = operators_.find(requirement.tag); place != operators_.end()) {
      std::string names;
      for (const std::string& name : place->second) names += (names.empty() ? "" : ", ") + name;
      return (place->second.size() == 1 ? "operator " : "operators ") + names;
    }
    return types.concern(requirement.tag) ? because_of_page(requirement) : "";
  }

 private:
  std::string because_of_page(const Requirement& requirement) const {
    const std::string_view page = requirement.page, family = family_of(requirement.tag);
    if (page == "spec/profiles.md") return "every model";
    if (page == "spec/numerics.md") return "numbers of the model";
    if (page == "spec/files.md" && (family == "ONNX" || family == "ALL")) return "the model's file";
    if (page == "spec/files.md" && family != "JSON") return use_.inputs ? "the inputs' files" : "";
    if (page == "spec/running.md") return use_.ran ? "the run" : "";
    if (page == "spec/accuracy.md") return use_.analysed ? "the error analysis" : "";
    if (page == "spec/compare.md") return use_.compared ? "the comparison" : "";
    if (page == "spec/bindings.md") return use_.bound ? "bindings" : "";
    if (page == "spec/command-line.md") return family == "ALL" ? "the command line" : "";
    if (page == "spec/reports.md") return requirement.tag != "CHECK-ALL-SARIF" ? "the reports" : "";
    return page == "spec/evidence.md" ? "this folder" : "";
  }

  std::span<const Requirement> all_;
  const ModelUse& use_;
  std::map<std::string_view, std::set<std::string>> operators_;  // by tag
};

}  // namespace

UsedOperators operators_of(const Graph& graph) {
  std::map<std::string, const Operator*> found;
  const auto collect = [&](const Scope& scope) {
    for (const Node& node : scope.nodes)
      found[(is_standard(node.domain) ? "" : node.domain + "::") + node.operation] =
          find_operator(node.domain, node.operation);
  };
  collect(graph);
  for (const Branch& branch : graph.branches) collect(branch);
  UsedOperators used;
  for (const auto& [name, op] : found)
    if (op != nullptr)
      used.known.push_back(op);
    else
      used.others.push_back(name);
  return used;
}

std::vector<Applicable> applicable(std::span<const Requirement> all, const ModelUse& use) {
  Selection selection(all, use);
  if (use.graph != nullptr)
    for (const Operator* op : operators_of(*use.graph).known) selection.add_operator(*op);
  const Types types = types_of(use.model, nullptr);
  std::vector<Applicable> found;
  for (const Requirement& requirement : all)
    if (std::string because = selection.because(requirement, types); !because.empty())
      found.push_back({requirement, std::move(because)});
  return found;
}

Trace restricted(const Trace& whole, const std::vector<Applicable>& applicable, bool tests_given) {
  Trace trace;
  trace.outdated = whole.outdated;
  trace.release = whole.release;
  std::set<std::string> tests, proofs, vectors;
  for (const TraceRow& row : whole.rows) {
    const auto place =
        std::ranges::find(applicable, row.requirement.tag, [](const Applicable& item) { return item.requirement.tag; });
    if (place == applicable.end()) continue;
    TraceRow& added = trace.rows.emplace_back(row);
    added.because = place->because;
    for (const Evidence& test : row.tests) tests.insert(test.test);
    for (const Proof& proof : row.proofs)
      if (proof.proved.value_or(false)) proofs.insert(proof.file);
    vectors.insert(row.vectors.begin(), row.vectors.end());
    const std::string tag(row.requirement.tag);
    if (!tests_given) continue;
    if (std::ranges::none_of(row.tests, &Evidence::passed)) trace.gaps.push_back(tag + " has no test that passed");
    for (const Evidence& test : row.tests)
      if (!test.passed) trace.gaps.push_back("test " + test.test + ", evidence of " + tag + ", failed");
  }
  trace.tests = tests.size();
  trace.proofs = proofs.size();
  trace.vectors = vectors.size();
  return trace;
}

}  // namespace etalon::impl
