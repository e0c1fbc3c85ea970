// SPDX-License-Identifier: Apache-2.0
// Floor 10. See model.hpp.
#include "cli/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/quote.hpp"
#include "cli/bindings.hpp"
#include "cli/console.hpp"
#include "io/file.hpp"
#include "io/npy.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"

namespace etalon::impl::cli {
namespace {

std::string names_of(std::span<const Port> ports) {
  std::string names;
  for (const Port& port : ports)
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", quoted(port.name, 60), described(port.argument));
  return names.empty() ? "none" : names;
}

// "; it conforms to --profile onnx": profiles under which a refused model could be used.
std::string other_profiles(const Verdict& verdict) {
  std::string names;
  for (const Profile& profile : profiles())
    if (impl::check(*verdict.graph, profile).model)
      names += fmt::format("{}{}", names.empty() ? "" : " and ", profile.id);
  return names.empty() ? names : "; the model conforms to --profile " + names;
}

}  // namespace

Result<OpenModel> open_model(const ModelOptions& options, const char* done, const Limits& limits, Subject& subject,
                             Corrections* corrections) {
  Profile profile = *find_profile(options.profile);  // the parser lets no other name through
  profile.choices.strict = subject.identity.strict = options.strict;
  if (options.accumulate) profile.choices.accumulation = *find_accumulation(*options.accumulate);
  if (auto problem = check_bindings(options.bindings, profile)) return *std::move(problem);
  Identity& identity = subject.identity;
  identity.profile = profile.id;
  identity.accumulation = accumulation_names[static_cast<unsigned>(profile.choices.accumulation)];
  Result<MappedFile> file = map_file(options.model, limits.file_bytes);
  if (!file) return file.finding();
  identity.add_file("model", base_name(options.model), file->bytes());
  Result<LoadedModel> loaded = load_model(std::move(*file), options.model, FilesBeside{options.external_data}, limits);
  if (!loaded) return loaded.finding();
  if (loaded->external && options.hashes_data)
    for (const auto& [location, beside] : loaded->external->files())
      identity.add_file("external data", location, beside.bytes());
  if (auto problem = apply_bindings(options.bindings, options.inputs, profile, *loaded, limits, identity))
    return *std::move(problem);
  Verdict verdict = impl::check(std::move(loaded->graph), profile);
  if (corrections != nullptr) verdict = correct(std::move(verdict), profile, *corrections);
  subject.graph = verdict.graph;
  if (verdict.model) {
    if (options.accumulate &&
        std::ranges::all_of(verdict.model->calls, [](const Call& call) { return call.op->wide_rule == nullptr; }))
      return misuse("no node of this model accumulates", "leave --accumulate out");
    return OpenModel{std::move(*loaded), std::move(verdict)};
  }
  Finding refusal = refusal_of(verdict, done);
  refusal.hint += other_profiles(verdict);
  return refusal;
}

int fail(const Finding& finding, const Subject& subject, const std::string& format, const std::string& output) {
  const int code = report(finding);
  if (format != "json") return code;
  const std::string json = failure_json(subject.identity, finding, subject.graph.get(), subject.operation);
  if (output.empty())
    fmt::print("{}", json);
  else if (const auto problem = write_file(output, json))
    report(*problem);
  return code;
}

std::string base_name(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const auto slash = path.rfind('/');
  return slash == path.npos || path.size() == 1 ? path : path.substr(slash + 1);
}

Finding misfit(std::string message, const std::string& hint) {
  return error(Code::usage, "RUN-ALL-INPUTS", std::move(message), "there is no implicit conversion; " + hint);
}

bool assigns(std::string_view text, std::string_view name) {
  return text.starts_with(name) && text.substr(name.size()).starts_with('=');
}

Finding no_such_input(const std::string& option, const std::string& text, const char* form, const Identity& identity,
                      std::span<const Port> ports) {
  for (const BoundPart& part : identity.bindings)
    if (part.kind == "value" && (text == part.name || assigns(text, part.name)))
      return misuse(fmt::format("{} {}: --value gives this input", option, quoted(text, 200)), "give one of the two");
  const bool nameless = text.find('=') == text.npos;
  return misuse(fmt::format("{} {}: {}", option, quoted(text, 200),
                            nameless ? "this does not name an input" : "no input of that name"),
                fmt::format("{}inputs of this model: {}",
                            nameless ? fmt::format("give {} NAME={}; ", option, form) : "", names_of(ports)));
}

Finding no_file_given(const std::string& name) {
  return misuse(fmt::format("--input {} has no file", quoted(name, 60)),
                fmt::format("give --input {}=FILE", printable(name)));
}

Result<Tensor> read_hashed(const std::string& path, std::string_view role, std::string_view name, const Limits& limits,
                           Identity& identity) {
  const Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return file.finding();
  identity.add_file(role, name, file->bytes());
  return read_tensor(file->bytes(), path, limits);
}

Result<Tensor> read_input(const std::string& path, std::string_view name, const Argument& wanted, const Limits& limits,
                          Identity& identity, std::string_view role) {
  Result<Tensor> tensor = read_hashed(path, role, name, limits, identity);
  if (!tensor) return tensor;
  const Argument is{tensor->type(), tensor->shape()};
  if (is.type == wanted.type && is.shape == wanted.shape) return tensor;
  return misfit(fmt::format("{} {} is {}, but {} holds {}", role, quoted(name, 60), described(wanted),
                            impl::quoted(path), described(is)),
                "give a tensor of that type and shape");
}

Result<std::vector<Tensor>> read_inputs(std::span<const Port> ports, const std::vector<std::string>& given,
                                        const Limits& limits, Identity& identity) {
  std::vector<std::optional<Tensor>> found(ports.size());
  for (const std::string& text : given) {
    const auto port = std::ranges::find_if(ports, [&](const Port& p) { return assigns(text, p.name); });
    if (std::ranges::any_of(ports, [&](const Port& p) { return text == p.name; })) return no_file_given(text);
    if (port == ports.end()) return no_such_input("--input", text, "FILE", identity, ports);
    const auto i = static_cast<std::size_t>(port - ports.begin());
    if (found[i]) return misuse(fmt::format("input {} is given twice", quoted(port->name, 60)), "give it once");
    Result<Tensor> tensor =
        read_input(text.substr(port->name.size() + 1), port->name, port->argument, limits, identity);
    if (!tensor) return tensor.finding();
    found[i].emplace(std::move(*tensor));
  }
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i])
      return misuse(fmt::format("input {} is not given", quoted(ports[i].name, 60)),
                    "--input NAME=FILE for each of: " + names_of(ports));
    tensors.push_back(std::move(*found[i]));
  }
  return tensors;
}

std::optional<Finding> keep_inputs(std::span<const Tensor> inputs, const std::string& folder) {
  if (folder.empty()) return std::nullopt;
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const Result<std::string> npy = write_npy(inputs[k].view());
    if (!npy) return npy.finding();
    if (auto problem = write_file(folder + "/input_" + std::to_string(k) + ".npy", *npy)) return problem;
  }
  return std::nullopt;
}

}  // namespace etalon::impl::cli
