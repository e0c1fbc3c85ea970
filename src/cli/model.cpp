// SPDX-License-Identifier: Apache-2.0
// Floor 10. See model.hpp.
#include "cli/model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "cli/console.hpp"
#include "io/file.hpp"
#include "report/findings.hpp"

namespace etalon::impl::cli {

std::optional<OpenModel> open_model(const ModelOptions& options, const char* verb, const char* done,
                                    const Limits& limits, int& code) {
  const Profile* found = find_profile(options.profile);
  if (found == nullptr) {
    code = usage_error("unknown profile " + options.profile, fmt::format("see etalon {} --help", verb));
    return std::nullopt;
  }
  Profile profile = *found;
  if (options.accumulate) profile.choices.accumulation = *find_accumulation(*options.accumulate);
  Result<LoadedModel> loaded = load_model(options.model, options.external_data, limits);
  if (!loaded) {
    code = report(loaded.finding());
    return std::nullopt;
  }
  Verdict verdict = impl::check(std::move(loaded->graph), profile);
  if (verdict.model) return OpenModel{std::move(*loaded), std::move(verdict)};
  const auto first = std::ranges::find(verdict.findings, Severity::error, &Finding::severity);
  if (first != verdict.findings.end()) report(*first);
  fmt::print(stderr, "only a conformant model is {}: `etalon check` tells all that is to be mended\n", done);
  code = static_cast<int>(verdict.code());
  return std::nullopt;
}

std::string base_name(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const auto slash = path.rfind('/');
  return slash == path.npos || path.size() == 1 ? path : path.substr(slash + 1);
}

Finding misuse(std::string message, std::string hint) {
  return error(Code::usage, "", std::move(message), std::move(hint));
}

std::string described(const Argument& argument) {
  return fmt::format("{} {}", info(argument.type).name, to_string(argument.shape));
}

std::string node_name(const Graph& graph, std::uint32_t node) {
  return node_text(graph, node, [](std::string_view name) { return quoted(name, 60); });
}

bool assigns(std::string_view text, std::string_view name) {
  return text.starts_with(name) && text.substr(name.size()).starts_with('=');
}

Result<Tensor> read_input(const std::string& path, std::string_view name, const Argument& wanted,
                          const Limits& limits) {
  Result<Tensor> tensor = read_tensor_file(path, limits);
  if (!tensor) return tensor;
  const Argument is{tensor->type(), tensor->shape()};
  if (is.type == wanted.type && is.shape == wanted.shape) return tensor;
  return misuse(
      fmt::format("input {} is {}, but the file holds {}", quoted(name, 60), described(wanted), described(is)),
      "there is no implicit conversion; give a tensor of that type and shape");
}

}  // namespace etalon::impl::cli
