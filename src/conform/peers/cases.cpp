// SPDX-License-Identifier: Apache-2.0
// Floor 8. See cases.hpp.
#include "conform/peers/cases.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/quote.hpp"
#include "base/sha256.hpp"
#include "io/file.hpp"
#include "io/mapped_file.hpp"
#include "onnx/load.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

namespace fs = std::filesystem;

constexpr const char* rule = "PEER-ALL-CASES";

Finding refused(const std::string& message, std::string hint) {
  return error(Code::malformed, rule, message, std::move(hint));
}

// A name becomes a path and a word of a line: it is one folder of the list, and has no tab and no end of line.
bool is_plain(std::string_view name) {
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != 0x7F && c != '/';
  });
}

Case case_of(const Json& json) {
  Case one{json["name"].string(), json["operator"].string(), json["profile"].string("onnx")};
  one.policy = json["policy"].string();
  one.kind = json["class"].string();
  // "ok", or the condition in words, or {"code": …, "rule": …}
  const Json& status = json["status"];
  one.status = status.kind == Json::Kind::object ? status["code"].text : status.string("ok");
  one.rule = status.kind == Json::Kind::object ? status["rule"].string() : json["rule"].string();
  one.types = json["types"].strings();
  one.requirements = json["requirements"].strings();
  one.version = json["version"].count();
  one.opset = json["opset"].count();
  return one;
}

Result<CaseList> listed(const std::string& folder, const std::string& path, const Limits& limits) {
  const Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return file.finding();
  const std::span<const std::byte> bytes = file->bytes();
  Result<Json> manifest = read_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, rule);
  if (!manifest) {
    Finding finding = manifest.finding();
    finding.message.insert(0, impl::quoted(path) + ": ");
    return finding;
  }
  CaseList list{folder, sha256_of(bytes), {}};
  std::set<std::string> names;
  for (const Json& item : (*manifest)["cases"].items) {
    const Case& one = list.cases.emplace_back(case_of(item));
    if (!is_plain(one.name) || !names.insert(one.name).second)
      return refused(impl::quoted(path) + ": case " + std::to_string(list.cases.size() - 1) + " is called " +
                         impl::quoted(one.name, 100),
                     "give each case a name of its own, that of a folder next to the manifest");
  }
  return list;
}

std::string operators_of(const Graph& graph) {
  std::string names;
  for (const Node& node : graph.nodes) {
    names += (names.empty() ? "" : "+") + node.operation;
    if (names.size() > 60) return names + "+…";
  }
  return names;
}

// The types of inputs and outputs, each once, as a manifest has them.
std::vector<std::string> types_of(const Graph& graph) {
  std::vector<std::string> types;
  for (const auto* list : {&graph.inputs, &graph.outputs})
    for (const std::uint32_t value : *list)
      if (const auto type = graph.values[value].type; type && std::ranges::find(types, info(*type).name) == types.end())
        types.emplace_back(info(*type).name);
  return types;
}

Case found(const std::string& name, const std::string& path, const Limits& limits) {
  Case one{name, ""};
  Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return one;
  one.seen = sha256_of(file->bytes());
  const Result<LoadedModel> model = load_model(std::move(*file), path, FilesBeside::refused, limits);
  if (!model) return one;  // the peer may still read it
  one.operation = operators_of(model->graph);
  one.types = types_of(model->graph);
  if (const auto opset = model->graph.operator_set(); opset && *opset >= 0)
    one.opset = static_cast<std::uint64_t>(*opset);
  return one;
}

Result<CaseList> scanned(const std::string& folder, const Limits& limits) {
  std::error_code problem;
  std::vector<std::string> names;
  for (auto entry = fs::directory_iterator(folder, problem); !problem && entry != fs::directory_iterator();
       entry.increment(problem)) {
    std::error_code ignored;
    const std::string name = entry->path().filename();
    if (is_plain(name) && fs::is_regular_file(entry->path() / "model.onnx", ignored)) names.push_back(name);
  }
  if (problem)
    return error(Code::usage, rule, impl::quoted(folder) + " cannot be read: " + problem.message(),
                 "name a folder of cases");
  std::ranges::sort(names);
  CaseList list{folder, "", {}};
  Sha256 digest;
  for (const std::string& name : names) {
    list.cases.push_back(found(name, fs::path(folder) / name / "model.onnx", limits));
    const std::string line = name + " " + list.cases.back().seen + "\n";
    digest.update(std::as_bytes(std::span(line)));
  }
  list.sha256 = to_hex(digest.finish());
  return list;
}

}  // namespace

Result<CaseList> read_cases(const std::string& folder, const Limits& limits) {
  std::error_code ignored;
  if (folder.find_first_of("\t\r\n") != folder.npos)
    return refused(impl::quoted(folder) + " has a tab or an end of line in its name",
                   "move the cases to another folder");
  const std::string manifest = fs::path(folder) / "manifest.json";
  Result<CaseList> list = fs::exists(manifest, ignored) ? listed(folder, manifest, limits) : scanned(folder, limits);
  if (list && list->cases.empty())
    return error(Code::usage, rule, impl::quoted(folder) + " has no cases",
                 "name a folder with a manifest.json, or one whose folders have a model.onnx");
  return list;
}

Result<std::vector<Tensor>> read_tensors(const std::string& folder, const std::string& role,
                                         std::optional<std::size_t> count, const Limits& limits) {
  std::vector<Tensor> tensors;
  for (std::size_t k = 0; !count || k < *count; ++k) {
    const std::string stem = fs::path(folder) / (role + "_" + std::to_string(k));
    std::error_code ignored;
    const bool npy = !fs::exists(stem + ".pb", ignored) && fs::exists(stem + ".npy", ignored);
    if (!count && !npy && !fs::exists(stem + ".pb", ignored)) break;
    Result<Tensor> tensor = read_tensor_file(stem + (npy ? ".npy" : ".pb"), limits);
    if (!tensor) return tensor.finding();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

std::string data_of(const CaseList& list, const Case& one) {
  return fs::path(list.folder) / one.name / "test_data_set_0";
}

}  // namespace etalon::impl
