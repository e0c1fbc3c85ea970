// SPDX-License-Identifier: Apache-2.0
// Floor 10. The verbs of the command line: what each takes, and the function that does it and returns the exit code.
// main.cpp fills these in; it alone knows the parser.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace etalon::impl::cli {

struct OpOptions {
  std::string operation, type, profile = "sonnx", format = "text", a, b;
  std::optional<int> opset;
  std::optional<std::int64_t> axis, broadcast;
  std::optional<std::string> accumulate;
  bool events = false, bits = false;
};
int op(const OpOptions& options);

struct CheckOptions {
  std::string model, profile = "sonnx", format = "text", output;  // no output: standard output
  bool external_data = false;
};
int check(const CheckOptions& options);

// Of every verb that computes with a model.
struct ModelOptions {
  std::string model, profile = "sonnx", format = "text";
  std::vector<std::string> inputs;  // NAME=FILE
  std::optional<std::string> accumulate;
  bool external_data = false;
};

struct RunOptions : ModelOptions {
  std::string output_dir, output_format = "npy", kernel = "fast";
  unsigned threads = 1;  // 0: one a processor
  bool events = false, digest = false, platform = false;
};
int run(const RunOptions& options);

struct AccuracyOptions : ModelOptions {
  std::string output;                           // none: standard output
  std::vector<std::string> ranges, tolerances;  // NAME=LO:HI, NAME=E
  bool quiet = false;
};
int accuracy(const AccuracyOptions& options);

struct ExplainOptions {
  std::string tag, format = "text";  // no tag: all of them, a line each
};
int explain(const ExplainOptions& options);

struct TraceOptions {
  std::string evidence, format = "text";
};
int trace(const TraceOptions& options);

struct ExhaustiveOptions {
  std::vector<std::string> names;                                          // none: all campaigns
  std::string shard, format = "text", kernel = "reference", instructions;  // no instructions: every set there is
  unsigned threads = 0;                                                    // 0: one a processor
  bool quiet = false;
};
int exhaustive(const ExhaustiveOptions& options);

struct MergeOptions {
  std::vector<std::string> files;
  std::string format = "text";
};
int merge(const MergeOptions& options);

std::string version_text();  // program, commit and compiler, a line each

}  // namespace etalon::impl::cli
