// SPDX-License-Identifier: Apache-2.0
// What conforms to a profile is written as C and proved, whatever is in it; twice it is written to the same bytes. Then
// files are changed. The checker refuses them with words, a rule and a hint, or what they compute is the same: as the
// words of the text say that another reader makes of it (text/meaning.hpp). Changes that mean nothing are not refused.
#include <algorithm>

#include "fuzz/bindings.hpp"
#include "fuzz/target.hpp"
#include "fuzz/text/meaning.hpp"
#include "fuzz/text/mutant.hpp"
#include "onnx/model.hpp"
#include "ops/reference.hpp"
#include "prove/prove.hpp"
#include "report/evidence/requirements.hpp"
#include "write/program.hpp"
#include "write/project.hpp"

namespace {

using namespace etalon::impl;
using etalon::fuzz::Drawn, etalon::fuzz::require, etalon::fuzz::Words, etalon::fuzz::words_of;
using Files = std::vector<ProjectFile>;

constexpr std::uint64_t most_operations = 1 << 11, most_elements = 1 << 10;
constexpr std::uint64_t most_tried = 1 << 15;  // elements of a call whose indices take every value, in all runs

struct Count {
  ~Count() {
    std::fprintf(stderr,
                 "%llu projects, %llu changed; %llu changes accepted, of which %llu were compared as programs\n",
                 projects, changed, accepted, compared);
  }
  unsigned long long projects = 0, changed = 0, accepted = 0, compared = 0;
} count;

bool tries_indices(const Call& call) { return allowed_elements(call).has_value(); }

// How often the checker runs a call, about: its indices take every value, together where these are few.
std::uint64_t runs_of(const Call& call) {
  const auto allowed = allowed_elements(call);
  if (!allowed) return 1;
  constexpr std::int64_t many = 4096;
  const std::int64_t values =
      std::max<std::int64_t>(std::min(allowed->high, many) - std::max(allowed->low, -many), 0) + 1;
  std::int64_t runs = 1;
  for (std::uint64_t k = call.inputs[call.op->condition.operand]->shape.count; k > 0 && runs <= many; --k)
    runs *= values;
  return static_cast<std::uint64_t>(runs <= many ? runs : values);
}

bool is_small(const CheckedModel& model) {
  std::uint64_t operations = 0, elements = 0;
  for (const Call& call : model.calls) {
    std::uint64_t own = 0;
    for (const auto* arguments : {&call.inputs, &call.outputs})
      for (const auto& argument : *arguments) own += argument ? argument->shape.count : 0;
    const std::uint64_t one = operations_of(call);
    if (one > most_operations || own > most_elements || own * runs_of(call) > most_tried) return false;
    if ((operations += one) > most_operations || (elements += own) > most_elements) return false;
  }
  return true;
}

ProjectSettings drawn_settings(Drawn& drawn) {
  ProjectSettings settings;
  constexpr const char* prefixes[] = {"model", "net",   "m",     "x_1",  "for",   "f32",   "exact_sum",
                                      "main",  "a_t",   "u4",    "unix", "place", "round", "nibble",
                                      "i",     "input", "arena", "y",    "status"};
  const char* const prefix = prefixes[drawn.below(std::size(prefixes))];
  if (is_prefix(prefix)) settings.prefix = prefix;
  settings.static_arena = drawn.below(2) == 0;
  settings.weights_apart = drawn.below(3) == 0;
  settings.by_rows = drawn.below(2) == 0;
  settings.source = "m*/.onnx";
  return settings;
}

bool is_ascii(const std::string& text) {
  return std::ranges::none_of(text, [](char c) { return (c < ' ' && c != '\n') || c > '~'; });
}
bool is_plain(const std::string& text) {
  return std::ranges::none_of(text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; });
}

void check_refusal(const Finding& finding) {
  static const std::vector<Requirement> known = requirements(pages());
  require(!finding.message.empty() && !finding.hint.empty(), "a refusal has words, and a hint");
  require(find_requirement(known, finding.status.rule) != nullptr, "a refusal's tag has a page");
  require(is_plain(finding.message) && is_plain(finding.hint), "a refusal has no control characters");
}

// What was changed, on the error stream, for whoever looks at a broken promise.
void say(const std::string& fault, const std::string& before, const std::string& after) {
  const auto [x, y] = std::ranges::mismatch(before, after);
  const auto begin = static_cast<std::size_t>(x - before.begin());
  std::size_t same = 0;
  while (same + begin < std::min(before.size(), after.size()) &&
         before[before.size() - 1 - same] == after[after.size() - 1 - same])
    ++same;
  const std::size_t from = begin - std::min<std::size_t>(begin, 80), behind = same - std::min<std::size_t>(same, 80);
  std::fprintf(stderr, "%s\n--- before\n%s\n--- after\n%s\n---\n", fault.c_str(),
               before.substr(from, before.size() - behind - from).c_str(),
               after.substr(from, after.size() - behind - from).c_str());
}

class Judge {
 public:
  Judge(const Plan& plan, const Files& files, Drawn& drawn)
      : plan_(plan), files_(files), changed_(files), drawn_(drawn) {
    for (std::size_t k = 0; k < plan.inputs().size(); ++k) give("input_", k, plan.inputs()[k]);
    for (std::size_t k = 0; k < plan.outputs().size(); ++k) give("output_", k, plan.outputs()[k]);
    for (const ProjectFile& file : std::span(files).first(3))
      bare_.push_back(etalon::fuzz::without_comments(file.bytes));
    header_ = words_of(files[0].bytes);
    model_ = words_of(files[1].bytes);
    require(header_ && model_, "what is written is split into words in one way only");
    meaning_ = meaning_of(*header_, *model_, given_);
    if (meaning_.is_too_long) return;
    if (!meaning_.fault.empty()) std::fprintf(stderr, "%s\n", meaning_.fault.c_str());
    require(meaning_.fault.empty(), "another reader understands what is written");
  }

  // As it was written, and with other spaces, comments and names of variables.
  void check_that_it_is_proved() {
    require_proof("what is written is proved");
    for (ProjectFile& file : std::span(changed_).first(3))  // the function that loads weights has its names
      file.bytes = etalon::fuzz::rewritten(file.bytes, drawn_, file.path == "model.c");
    require_proof("other spaces, comments and names of variables are accepted");
    judge(files_[1], changed_[1], files_[1].bytes);
    changed_ = files_;
  }

  void change_something() {
    const std::uint64_t kind = drawn_.below(24);
    if (kind == 0) return change_files();
    const std::size_t file = kind < 14 ? 1 : drawn_.below(drawn_.below(2) == 0 ? 4 : files_.size());
    std::string& bytes = changed_[file].bytes;
    if (file < 3 && drawn_.below(4) != 0) bytes = bare_[file];
    const std::string before = bytes;
    for (std::uint64_t k = drawn_.below(4) == 0 ? 3 : 1; k > 0; --k) etalon::fuzz::mutate(bytes, drawn_);
    if (bytes != before) {
      if (is_accepted())
        judge(files_[file], changed_[file], before);
      else
        require(is_judged(files_[file].path), "a file that is not judged may be anything");
    }
    bytes = files_[file].bytes;
  }

 private:
  ProjectProof proof() const {
    ProveSettings settings;
    settings.seed[0] = static_cast<std::uint8_t>(drawn_.below(256));
    return prove_project(plan_.model(), plan_.constants(), changed_, shipped_texts(), settings);
  }
  void require_proof(const char* promise) const {
    const ProjectProof found = proof();
    if (found.refusal) std::fprintf(stderr, "%s\n", found.refusal->message.c_str());
    require(!found.refusal, promise);
  }
  bool is_accepted() const {
    ++count.changed;
    const ProjectProof found = proof();
    if (found.refusal) check_refusal(*found.refusal);
    if (!found.refusal) ++count.accepted;
    return !found.refusal;
  }
  void give(const char* kind, std::size_t k, const Port& port) {
    given_[kind + std::to_string(k)] = {c_element(port.argument.type), port.argument.shape.count};
  }
  static bool is_judged(const std::string& path) {
    return path != "selftest.c" && path != "README.md" && path != "trace.json";
  }
  bool has_weights_apart() const {
    return std::ranges::any_of(files_, [](const ProjectFile& one) { return one.path == "weights.bin"; });
  }

  // A file is left out, doubled, or has another name.
  void change_files() {
    const std::size_t file = drawn_.below(changed_.size());
    const std::string path = changed_[file].path;
    const std::uint64_t kind = drawn_.below(3);
    if (kind == 0)
      changed_.erase(changed_.begin() + static_cast<std::ptrdiff_t>(file));
    else if (kind == 1)
      changed_.push_back(changed_[file]);
    else
      etalon::fuzz::mutate(changed_[file].path, drawn_);
    const bool is_empty = path == "weights.c" && files_[2].bytes.find("_WEIGHTS const") == std::string::npos;
    const bool may_be_missing = !is_judged(path) || path == "Makefile" || path == "CMakeLists.txt" || is_empty;
    const bool is_same = kind == 2 && changed_[file].path == path;
    require(!is_accepted() || is_same || (kind == 0 && may_be_missing), "a project whose files are others is refused");
    changed_ = files_;
  }

  // Of a file that was changed, and accepted.
  void judge(const ProjectFile& old, const ProjectFile& changed, const std::string& base) const {
    if (!is_judged(old.path)) return;
    const auto words = words_of(changed.bytes), before = words_of(old.bytes);
    if (old.path == "model.c" || old.path == "model.h") {
      require(words.has_value(), "an accepted text is split into words in one way only");
      const bool is_header = old.path == "model.h";
      require(!is_header || declares_the_same(*words, *header_), "an accepted header declares the same");
      if (*words == *(is_header ? header_ : model_)) return;
      const etalon::fuzz::Meaning found =
          is_header ? meaning_of(*words, *model_, given_) : meaning_of(*header_, *words, given_);
      if (found.is_too_long || meaning_.is_too_long) return;
      ++count.compared;
      if (found.results != meaning_.results) say(found.fault, base, changed.bytes);
      require(found.fault.empty(), "an accepted text is understood by another reader");
      require(found.results == meaning_.results, "an accepted text computes the same");
    } else if (old.path == "weights.c") {
      require(words && before, "accepted weights are split into words in one way only");
      require(has_weights_apart() ? *words == *before : have_the_same_numbers(*before, *words),
              "accepted weights are the same");
    } else {
      require(false, "a file that is compared, or holds weights, is refused if it is changed");
    }
  }

  const Plan& plan_;
  const Files& files_;
  Files changed_;  // the same, but while something is tried
  Drawn& drawn_;
  std::map<std::string, etalon::fuzz::GivenArray> given_;
  std::vector<std::string> bare_;  // the first three files
  std::optional<Words> header_, model_;
  etalon::fuzz::Meaning meaning_;
};

bool are_same(const Files& a, const Files& b) {
  return std::ranges::equal(
      a, b, [](const ProjectFile& x, const ProjectFile& y) { return x.path == y.path && x.bytes == y.bytes; });
}

void check_project(const Plan& plan, Drawn& drawn) {
  const ProjectSettings settings = drawn_settings(drawn);
  const Result<Project> project = write_project(plan, settings);
  if (!project) return check_refusal(project.finding());
  ++count.projects;
  const Result<Project> again = write_project(plan, settings);
  require(again && are_same(project->files, again->files), "the same model gives the same bytes");
  for (const ProjectFile& file : project->files)
    require(file.path == "weights.bin" || file.path == "Makefile" || is_ascii(file.bytes),
            "what is written is printable ASCII");
  Judge judge(plan, project->files, drawn);
  judge.check_that_it_is_proved();
  const unsigned changes = std::ranges::any_of(plan.model().calls, tries_indices) ? 4 : 12;
  for (unsigned k = 0; k < changes; ++k) judge.change_something();
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = etalon::fuzz::bytes_of(data, size);
  Result<Graph> graph = read_model(bytes, etalon::fuzz::limits);
  if (!graph) return 0;
  Drawn drawn(bytes);
  const std::size_t which = drawn.below(4 * profiles().size());  // most files conform to ONNX only
  Profile profile = which < profiles().size() ? profiles()[which] : *find_profile("onnx");
  profile.choices.accumulation = static_cast<Accumulation>(drawn.below(4));
  const etalon::fuzz::DrawnBindings bound(*graph, bytes);
  if (!symbols_of(*graph).empty() && bind(*graph, bound.bindings, etalon::fuzz::limits)) return 0;
  const Verdict verdict = check(std::move(*graph), profile);
  if (!verdict.model || !is_small(*verdict.model)) return 0;
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, etalon::fuzz::limits);
  if (plan) check_project(*plan, drawn);
  return 0;
}
