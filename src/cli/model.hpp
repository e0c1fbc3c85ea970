// SPDX-License-Identifier: Apache-2.0
// Floor 10. What the verbs that compute share: opening a model, reading the tensors that --input names, and ending
// without a result.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/check.hpp"
#include "cli/verbs.hpp"
#include "conform/fix/correct.hpp"
#include "onnx/load.hpp"
#include "report/page/identity.hpp"
#include "report/run/outcome.hpp"
#include "run/buffers.hpp"

namespace etalon::impl::cli {

struct OpenModel {
  LoadedModel loaded;  // the constants of the checked model lie in it; its graph has gone there
  Verdict verdict;     // with a checked model
};

// What a report is about. It is filled in as things become known, so that a failure is reported with what is known.
struct Subject {
  Identity identity;
  std::shared_ptr<const Graph> graph;
  std::string operation;  // of `op`, which has no graph
};

// Loads and checks; a finding where there is no conformant model. `done` is for its message: "analysed".
// With `corrections` what breaks rules is corrected where that is possible.
Result<OpenModel> open_model(const ModelOptions& options, const char* done, const Limits& limits, Subject& subject,
                             Corrections* corrections = nullptr);

// Reports why there is no result, and returns the exit code: in words on standard error and, where the report was to be
// JSON, as JSON where the report was to go ("REPORT-ALL-FAILURE"). No `output` means standard output.
int fail(const Finding& finding, const Subject& subject, const std::string& format, const std::string& output = {});

std::string base_name(std::string path);  // reports are read on other machines, where the path means nothing

inline Finding misuse(std::string message, std::string hint) {
  return error(Code::usage, "", std::move(message), std::move(hint));
}

// A file whose tensor is not what is wanted.
Finding misfit(std::string message, const std::string& hint);

// Whether the text is NAME=…; a name may contain "=" itself.
bool assigns(std::string_view text, std::string_view name);

// An --input of a name that is not there: because it has no name, because there is no such input, or because --value
// has made it a constant. `form` is what follows the name: "FILE".
Finding no_such_input(const std::string& option, const std::string& text, const char* form, const Identity& identity,
                      std::span<const Port> ports);

Finding no_file_given(const std::string& name);  // --input NAME

// The tensor in a file, which is added to the identity under that role and name.
Result<Tensor> read_hashed(const std::string& path, std::string_view role, std::string_view name, const Limits& limits,
                           Identity& identity);

// The tensor of --input NAME=FILE, of the type and shape that the model declares.
Result<Tensor> read_input(const std::string& path, std::string_view name, const Argument& wanted, const Limits& limits,
                          Identity& identity, std::string_view role = "input");

// The tensors of --input NAME=FILE, in the order of the ports.
Result<std::vector<Tensor>> read_inputs(std::span<const Port> ports, const std::vector<std::string>& given,
                                        const Limits& limits, Identity& identity);

// input_0.npy, input_1.npy … in the folder, which is made if it is not there; nothing without a folder.
std::optional<Finding> keep_inputs(std::span<const Tensor> inputs, const std::string& folder);

}  // namespace etalon::impl::cli
