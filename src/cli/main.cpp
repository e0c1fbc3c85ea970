// SPDX-License-Identifier: Apache-2.0
// Floor 10. The command line: turns words into options and calls the verb.
#include <CLI/CLI.hpp>

#include <exception>

#include "base/status.hpp"
#include "check/profile.hpp"
#include "cli/verbs.hpp"

namespace {

using namespace etalon::impl;

void offer_formats(CLI::App& verb, std::string& format, std::initializer_list<std::string> names) {
  verb.add_option("--format", format, "How the result is written")->check(CLI::IsMember(names))->capture_default_str();
}

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const DTypeInfo& row : dtype_table) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> operator_names() {
  std::vector<std::string> names;
  for (const Operator* op : operators()) names.push_back(CLI::detail::to_lower(op->name));
  return names;
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const Profile& profile : profiles()) names.emplace_back(profile.id);
  return names;
}

void offer_profile(CLI::App& verb, std::string& profile) {
  verb.add_option("--profile", profile, "Whose rules hold")
      ->check(CLI::IsMember(profile_names()))
      ->capture_default_str();
}

void offer_accumulate(CLI::App& verb, std::optional<std::string>& accumulate) {
  verb.add_option("--accumulate", accumulate, "How MatMul sums floats: sequential (default), fused, wide, exact")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(accumulation_names), std::end(accumulation_names))));
}

void offer_external_data(CLI::App& verb, bool& external_data) {
  verb.add_flag("--external-data", external_data, "Read the files beside the model that its tensors point into");
}

void offer_op(CLI::App& app, cli::OpOptions& o) {
  CLI::App* verb = app.add_subcommand("op", "Compute one operator on two operands");
  verb->add_option("operator", o.operation)->required()->check(CLI::IsMember(operator_names()));
  verb->add_option("A", o.a, "JSON ('[[1,2],[3,4]]', \"nan\", \"inf\", \"0x1.8p3\", \"61/10\"), @file.npy or @file.pb")
      ->required();
  verb->add_option("B", o.b, "Likewise")->required();
  verb->add_option("--type", o.type, "Element type")->required()->check(CLI::IsMember(type_names()));
  offer_profile(*verb, o.profile);
  verb->add_option("--opset", o.opset, "ONNX operator set; the newest known by default");
  verb->add_option("--axis", o.axis, "Attribute axis of versions 1 and 6");
  verb->add_option("--broadcast", o.broadcast, "Attribute broadcast of versions 1 and 6");
  offer_accumulate(*verb, o.accumulate);
  verb->add_flag("--events", o.events, "Count what happened (overflow, inexact, …), on standard error");
  verb->add_flag("--bits", o.bits, "Print bit patterns; strings like \"0x34CC\" in A and B are bit patterns too");
  offer_formats(*verb, o.format, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon op mul --type int8 '[-6,-9,-9,9]' '[-3,100,-100,100]'\n"
      "  etalon op div --type int32 '[-7,7,-7]' '[2,-2,-2]'\n"
      "  etalon op matmul --type float --accumulate fused '[[1,2],[3,4]]' '[[5,6],[7,8]]'\n"
      "  etalon op mul --type real '[\"6.1\",\"9.5\",\"35.7\"]' '[2,3,4]'\n"
      "  etalon op mul --type float16 --bits '[0.1]' '[3]'\n"
      "  etalon op mul --type float --profile onnx '[1,2]' '[[1],[2]]'");
}

void offer_check(CLI::App& app, cli::CheckOptions& o) {
  CLI::App* verb = app.add_subcommand("check", "Tell whether a model stays in the profile, and if not, what to change");
  verb->add_option("model", o.model, "An ONNX file")->required();
  offer_profile(*verb, o.profile);
  offer_external_data(*verb, o.external_data);
  offer_formats(*verb, o.format, {"text", "json", "sarif", "html"});
  verb->add_option("-o,--output", o.output, "Write the report to this file, and only the summary here");
  verb->footer(
      "Examples:\n  etalon check model.onnx --profile sonnx\n  etalon check model.onnx --format html -o report.html");
}

void offer_run(CLI::App& app, cli::RunOptions& o) {
  CLI::App* verb = app.add_subcommand("run", "Compute a model's outputs, the same bits on every machine");
  verb->add_option("model", o.model, "An ONNX file")->required();
  offer_profile(*verb, o.profile);
  verb->add_option("--input", o.inputs, "NAME=FILE for each input; a .npy file, or a .pb file with a TensorProto");
  verb->add_option("--output-dir", o.output_dir,
                   "Folder for output_0.npy, output_1.npy, …; small outputs print without");
  verb->add_option("--output-format", o.output_format,
                   "What is written there; .npy cannot carry bfloat16 and 4-bit types")
      ->check(CLI::IsMember({"npy", "pb"}))
      ->capture_default_str();
  offer_accumulate(*verb, o.accumulate);
  offer_external_data(*verb, o.external_data);
  verb->add_option("--kernel", o.kernel, "What computes; the bits are the same, and `both` fails where they are not")
      ->check(CLI::IsMember({"fast", "reference", "both"}))
      ->capture_default_str();
  verb->add_option("--threads", o.threads, "Threads of the fast kernels; 0 is one a processor")->capture_default_str();
  verb->add_flag("--events", o.events, "Count what happened at each node (overflow, inexact, …), on standard error");
  verb->add_flag("--digest", o.digest, "Print the fingerprint of all outputs: equal digests, equal bits");
  verb->add_flag("--platform", o.platform,
                 "Add to the JSON what depends on this machine: processor, instructions, threads, memory");
  offer_formats(*verb, o.format, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon run model.onnx --input A=a.npy --input B=b.npy\n"
      "  etalon run model.onnx --input A=a.pb --input B=b.pb --output-dir out --output-format pb --digest\n"
      "  etalon run model.onnx --input A=a.npy --kernel both --threads 0");
}

void offer_accuracy(CLI::App& app, cli::AccuracyOptions& o) {
  CLI::App* verb = app.add_subcommand("accuracy", "Tell how far a model's results are from the real ones, and can be");
  verb->add_option("model", o.model, "An ONNX file")->required();
  offer_profile(*verb, o.profile);
  verb->add_option("--input", o.inputs, "NAME=FILE: an input as it is; a .npy file, or a .pb file with a TensorProto");
  verb->add_option("--range", o.ranges, "NAME=LO:HI: every element of an input lies there");
  verb->add_option("--tolerance", o.tolerances, "NAME=E: an input's real value may be so far from the given one");
  offer_accumulate(*verb, o.accumulate);
  offer_external_data(*verb, o.external_data);
  offer_formats(*verb, o.format, {"text", "json", "html"});
  verb->add_option("-o,--output", o.output, "Write the report to this file");
  verb->add_flag("-q,--quiet", o.quiet, "No progress bar");
  verb->footer(
      "Examples:\n"
      "  etalon accuracy model.onnx --input A=a.npy --input B=b.npy --format html -o report.html\n"
      "  etalon accuracy model.onnx --range A=-1:1 --range B=0.5:2 --tolerance A=1e-3");
}

void offer_explain(CLI::App& app, cli::ExplainOptions& o) {
  CLI::App* verb =
      app.add_subcommand("explain", "Tell what a rule means, where it comes from, what breaks and what meets it");
  verb->add_option("tag", o.tag, "The tag a message cited; without one all tags are listed");
  offer_formats(*verb, o.format, {"text", "json"});
  verb->footer("Example:\n  etalon explain MUL-INT-RESULT");
}

void offer_trace(CLI::App& app, cli::TraceOptions& o) {
  CLI::App* verb =
      app.add_subcommand("trace", "Show requirement, spec line, code and tests side by side; fail on a gap");
  verb->add_option("--evidence", o.evidence, "Folder that the tests wrote; found by itself in a build tree");
  offer_formats(*verb, o.format, {"text", "json", "html"});
  verb->footer("Example:\n  ctest --preset release && build/release/bin/etalon trace --format html > trace.html");
}

CLI::App* offer_exhaustive(CLI::App& app, cli::ExhaustiveOptions& o, cli::MergeOptions& m) {
  CLI::App* verb = app.add_subcommand("exhaustive", "Judge all pairs of the small types by an independent oracle");
  verb->add_option("name", o.names, "Campaigns such as mul/float16; all by default");
  verb->add_option("--shard", o.shard, "I/N: do part I of N and print its units, for `merge`");
  verb->add_option("--threads", o.threads, "Worker threads; one a processor by default");
  verb->add_option("--kernel", o.kernel, "Judge the reference, or compare the fast kernels with its published digests")
      ->check(CLI::IsMember({"reference", "fast"}))
      ->capture_default_str();
  verb->add_option("--instructions", o.instructions,
                   "The fast kernels of one instruction set; all there are by default");
  verb->add_flag("-q,--quiet", o.quiet, "No progress bar");
  offer_formats(*verb, o.format, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon exhaustive mul/int8 mul/uint8\n"
      "  etalon exhaustive --shard 1/2 > one; etalon exhaustive --shard 2/2 > two; etalon exhaustive merge one two");
  CLI::App* merge = verb->add_subcommand("merge", "Put shards together; fail if a unit is missing or there twice");
  merge->add_option("file", m.files, "What the shards printed")->required();
  offer_formats(*merge, m.format, {"text", "json"});
  return merge;
}

int dispatch(int argc, char** argv) {
  CLI::App app{"Etalon: the reference implementation for safety-related ONNX", "etalon"};
  app.set_version_flag("--version", cli::version_text());
  app.require_subcommand(1);
  app.footer(
      "`etalon VERB --help` tells more.\nExit codes: 0 done, 1 not conformant, 2 usage, 3 malformed input, 4 limit, "
      "5 error condition, 70 internal");
  cli::OpOptions op;
  cli::CheckOptions check;
  cli::RunOptions run;
  cli::AccuracyOptions accuracy;
  cli::ExplainOptions explain;
  cli::TraceOptions trace;
  cli::ExhaustiveOptions exhaustive;
  cli::MergeOptions merge;
  offer_op(app, op);
  offer_check(app, check);
  offer_run(app, run);
  offer_accuracy(app, accuracy);
  offer_explain(app, explain);
  offer_trace(app, trace);
  const CLI::App* merge_verb = offer_exhaustive(app, exhaustive, merge);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : static_cast<int>(Code::usage);
  }
  if (app.got_subcommand("op")) return cli::op(op);
  if (app.got_subcommand("check")) return cli::check(check);
  if (app.got_subcommand("run")) return cli::run(run);
  if (app.got_subcommand("accuracy")) return cli::accuracy(accuracy);
  if (app.got_subcommand("explain")) return cli::explain(explain);
  if (app.got_subcommand("trace")) return cli::trace(trace);
  return merge_verb->parsed() ? cli::merge(merge) : cli::exhaustive(exhaustive);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = dispatch(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::fputs("error: standard output could not be written\n", stderr);
    return static_cast<int>(Code::internal);
  } catch (const std::bad_alloc&) {
    std::fputs("error: out of memory\n", stderr);
    return static_cast<int>(Code::limit);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "error: internal: %s\n", problem.what());
    return static_cast<int>(Code::internal);
  }
}
