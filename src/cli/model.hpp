// SPDX-License-Identifier: Apache-2.0
// Floor 10. What the verbs that compute with a model share: opening it, and the tensors that --input names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/check.hpp"
#include "cli/verbs.hpp"
#include "onnx/load.hpp"

namespace etalon::impl::cli {

struct OpenModel {
  LoadedModel loaded;  // the constants of the checked model lie in it; its graph has gone there
  Verdict verdict;     // with a checked model
};

// Loads and checks. Where there is no conformant model, tells why, sets the exit code and gives nothing. `verb` and
// `done` are for the messages: "accuracy", "analysed".
std::optional<OpenModel> open_model(const ModelOptions& options, const char* verb, const char* done,
                                    const Limits& limits, int& code);

std::string base_name(std::string path);  // reports are read on other machines, where the path means nothing

Finding misuse(std::string message, std::string hint);

std::string described(const Argument& argument);  // float [2,3]

std::string node_name(const Graph& graph, std::uint32_t node);  // node 2 (Div "norm")

// Whether the text is NAME=…; a name may hold "=" itself.
bool assigns(std::string_view text, std::string_view name);

// The tensor of --input NAME=FILE, of the type and shape that the model declares.
Result<Tensor> read_input(const std::string& path, std::string_view name, const Argument& wanted, const Limits& limits);

}  // namespace etalon::impl::cli
