// SPDX-License-Identifier: Apache-2.0
// Floor 10. The command line: turns words into options and calls the verb.
#include <CLI/CLI.hpp>

#include <charconv>
#include <exception>
#include <type_traits>

#include "base/quote.hpp"
#include "base/status.hpp"
#include "check/profile.hpp"
#include "cli/description.hpp"
#include "cli/model.hpp"
#include "cli/suggest.hpp"
#include "cli/verbs.hpp"
#include "text/type_name.hpp"

namespace {

using namespace etalon::impl;
using Names = std::vector<std::string>;

// One of the names. For any other it gives a message and a hint, each on its own line.
CLI::Validator one_of(const Names& names) {
  const std::string list = CLI::detail::join(names, ", ");
  return {[names, list](const std::string& word) -> std::string {
            if (std::count(names.begin(), names.end(), word) > 0) return {};
            return quoted(word, 60) + " is not known\n" + cli::did_you_mean(word, names, "give one of " + list);
          },
          "{" + CLI::detail::join(names, ",") + "}"};
}

// An integer that T can hold. It is checked before the parser converts it, because the parser replaces a number that is
// out of range by the largest one.
template <class T> CLI::Validator integer() {
  return {[](const std::string& word) -> std::string {
            T number{};
            const char* end = word.data() + word.size();
            const auto [stop, problem] = std::from_chars(word.data(), end, number);
            if (problem == std::errc() && stop == end) return {};
            const bool beyond = problem == std::errc::result_out_of_range && stop == end;
            const char* kind = std::is_unsigned_v<T> ? " is not an integer of at least 0" : " is not an integer";
            return quoted(word, 60) + (beyond ? " is out of range" : kind);
          },
          ""};
}

// What every verb has.
void offer_common(CLI::App& verb, cli::CommonOptions& o, const Names& formats,
                  const char* quiet = "No progress bar and no remarks") {
  verb.add_option("--format", o.format, "How the result is written")->check(one_of(formats))->capture_default_str();
  verb.add_flag("-q,--quiet", o.quiet, quiet);
}

// An option that may be given several times, each time with one value.
void offer_list(CLI::App& verb, const char* name, const char* value, Names& values, const char* description) {
  verb.add_option(name, values, description)->type_name(value)->allow_extra_args(false);
}

Names type_names() {
  Names names;
  for (const DTypeInfo& row : dtype_table) names.emplace_back(row.name);
  return names;
}

// Replaces a name that documents use by the one of the table; what is neither stays as it is.
std::string table_name(std::string& name) {
  if (const DTypeInfo* type = find_type(name)) name = type->name;
  return {};
}

std::string without_blank(std::string& word) {  // that last_first() put there
  if (word.starts_with(" [")) word.erase(0, 1);
  return {};
}

std::string small_letters(std::string& name) {
  name = CLI::detail::to_lower(name);
  return {};
}

Names operator_names() {
  Names names;
  for (const Operator* op : operators()) names.push_back(CLI::detail::to_lower(op->name));
  return names;
}

// Documents write Mul.
std::string lower_case(std::string& name) {
  name = CLI::detail::to_lower(name);
  return {};
}

Names profile_names() {
  Names names;
  for (const Profile& profile : profiles()) names.emplace_back(profile.id);
  return names;
}

void offer_profile(CLI::App& verb, std::string& profile) {
  verb.add_option("--profile", profile, "Which rules apply")
      ->type_name("NAME")
      ->check(one_of(profile_names()))
      ->capture_default_str();
}

void offer_accumulate(CLI::App& verb, std::optional<std::string>& accumulate) {
  verb.add_option("--accumulate", accumulate, "How sums of floats are rounded")
      ->type_name("POLICY")
      ->check(one_of(Names(std::begin(accumulation_names), std::end(accumulation_names))))
      ->default_str("sequential");
}

void offer_strict(CLI::App& verb, bool& strict) {
  verb.add_flag("--strict", strict, "Make a broken precondition an error even if there is a result");
}

void offer_external_data(CLI::App& verb, bool& external_data) {
  verb.add_flag("--external-data", external_data, "Read the data files that the model refers to");
}

void offer_bindings(CLI::App& verb, cli::BindingOptions& bindings) {
  offer_list(verb, "--dim", "NAME=SIZE", bindings.dims, "Size of a dimension that the model only names; profile onnx");
  offer_list(verb, "--shape", "NAME=SIZE,SIZE,…", bindings.shapes,
             "Shape of an input whose shape the model leaves open; profile onnx");
  offer_list(verb, "--value", "NAME=VALUE", bindings.values,
             "Make an input a constant: JSON, @file.npy or @file.pb; profile onnx");
}

void offer_op(CLI::App& app, cli::OpOptions& o) {
  CLI::App* verb = app.add_subcommand("op", "Compute one operator");
  verb->add_option("operator", o.operation,
                   "Name of the operator, in capital or small letters; `etalon operators` lists all")
      ->required()
      ->transform(CLI::Validator(small_letters, ""))
      ->check(one_of(operator_names()));
  verb->add_option(
          "operand", o.operands,
          "JSON ('[[1,2],[3,4]]', \"nan\", \"inf\", \"0x1.8p3\", \"61/10\"), @file.npy or @file.pb; with a type before "
          "it where that differs from --type: 'int64:[2,2]'; - omits an operand")
      ->transform(CLI::Validator(without_blank, ""));
  verb->add_option("--type", o.type,
                   "Element type of operands without a type of their own, also as FP16, INT8, float32")
      ->type_name("TYPE")
      ->transform(CLI::Validator(table_name, ""))
      ->check(one_of(type_names()));
  offer_profile(*verb, o.profile);
  verb->add_option("--opset", o.opset, "ONNX operator set; the newest known by default")
      ->type_name("N")
      ->check(integer<int>());
  offer_list(*verb, "--attr", "KEY=VALUE", o.attributes,
             "An attribute: axis=1, alpha=0.5, mode=wrap, perm=[1,0], to=float16, value=int64:[1,2]");
  verb->add_option("--axis", o.axis, "Short for --attr axis=N")->type_name("N")->check(integer<std::int64_t>());
  verb->add_option("--broadcast", o.broadcast, "Short for --attr broadcast=N")
      ->type_name("N")
      ->check(integer<std::int64_t>());
  verb->add_option("--outputs", o.outputs, "Number of results; by default as many as the operator must have")
      ->type_name("N")
      ->check(integer<std::uint16_t>());
  offer_accumulate(*verb, o.accumulate);
  verb->add_flag("--events", o.events, "Count events (overflow, inexact, …) and report them on standard error");
  offer_strict(*verb, o.strict);
  verb->add_flag("--bits", o.bits, "Print bit patterns, and read operands like \"0x34CC\" as bit patterns");
  offer_common(*verb, o, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon op mul --type int8 '[-6,-9,-9,9]' '[-3,100,-100,100]'\n"
      "  etalon op div --type int32 '[-7,7,-7]' '[2,-2,-2]'\n"
      "  etalon op matmul --type float --accumulate fused '[[1,2],[3,4]]' \\\n"
      "      '[[5,6],[7,8]]'\n"
      "  etalon op mul --type real '[\"6.1\",\"9.5\",\"35.7\"]' '[2,3,4]'\n"
      "  etalon op mul --type float16 --bits '[0.1]' '[3]'\n"
      "  etalon op mul --type float --profile onnx '[1,2]' '[[1],[2]]'\n"
      "  etalon op mul --type int32 --profile onnx --opset 6 --attr broadcast=1 \\\n"
      "      --attr axis=0 '[[1,2],[3,4]]' '[10,100]'\n"
      "  etalon op reshape --type float --profile onnx '[1,2,3,4]' '[2,2]'\n"
      "  etalon op gather --type float --profile onnx '[1,2,3]' 'int64:[2,0]'\n"
      "  etalon op clip --type float --profile onnx '[-1,5]' - 3\n"
      "  etalon op split --type int8 --profile onnx --outputs 2 '[1,2,3]' '[1,2]'\n"
      "  etalon op cast --type float --profile onnx --attr to=int8 '[1.5]'");
}

void offer_check(CLI::App& app, cli::CheckOptions& o) {
  CLI::App* verb = app.add_subcommand(
      "check", "Check whether models conform to a profile, and report what to change where they do not");
  verb->add_option("model", o.models, "ONNX files")->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "sarif", "html"}, "Print the verdict only");
  verb->add_option("-o,--output", o.output, "Write the report to this file, and print only the summary")
      ->type_name("FILE");
  offer_strict(*verb, o.strict);
  verb->footer(
      "Examples:\n"
      "  etalon check model.onnx --profile sonnx\n"
      "  etalon check model.onnx --format html -o report.html\n"
      "  etalon check model.onnx --profile onnx --dim batch=1 --shape X=1,512 \\\n"
      "      --value rate=16000\n"
      "  etalon check models/*.onnx --format sarif -o report.sarif");
}

void offer_run(CLI::App& app, cli::RunOptions& o) {
  CLI::App* verb = app.add_subcommand("run", "Compute a model's outputs, with the same bits on every machine");
  verb->add_option("model", o.model, "An ONNX file")->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_list(*verb, "--input", "NAME=FILE", o.inputs,
             "Value of an input: a .npy file, or a .pb file with a TensorProto");
  verb->add_option("--output-dir", o.output_dir,
                   "Folder for output_0.npy, output_1.npy, …; without it, small outputs are printed")
      ->type_name("FOLDER");
  verb->add_option("--output-format", o.output_format,
                   "Format of these files; .npy cannot store bfloat16 and 4-bit types")
      ->check(one_of({"npy", "pb"}))
      ->default_str("npy");
  offer_accumulate(*verb, o.accumulate);
  offer_external_data(*verb, o.external_data);
  verb->add_option("--kernel", o.kernel, "Kernels to compute with; they give the same bits, and `both` compares them")
      ->check(one_of({"fast", "reference", "both"}))
      ->capture_default_str();
  verb->add_option("--threads", o.threads, "Threads of the fast kernels; 0 means one per processor")
      ->type_name("N")
      ->check(integer<unsigned>())
      ->default_str("1");
  verb->add_flag("--events", o.events,
                 "Count the events of each node (overflow, inexact, …) and report them on standard error");
  offer_strict(*verb, o.strict);
  verb->add_flag("--digest", o.digest, "Print the digest of all outputs: equal digests mean equal bits");
  verb->add_flag("--platform", o.platform,
                 "Add to the JSON what depends on this machine: processor, instructions, threads, memory");
  offer_common(*verb, o, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon run model.onnx --input A=a.npy --input B=b.npy\n"
      "  etalon run model.onnx --input A=a.pb --input B=b.pb --output-dir out \\\n"
      "      --output-format pb --digest\n"
      "  etalon run model.onnx --profile onnx --dim batch=1 --value rate=16000 \\\n"
      "      --input A=a.npy\n"
      "  etalon run model.onnx --input A=a.npy --kernel both --threads 0");
}

void offer_accuracy(CLI::App& app, cli::AccuracyOptions& o) {
  CLI::App* verb =
      app.add_subcommand("accuracy", "Measure and bound the error of a model's results against the real ones");
  verb->add_option("model", o.model, "An ONNX file")->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_list(*verb, "--input", "NAME=FILE", o.inputs,
             "Value of an input: a .npy file, or a .pb file with a TensorProto");
  offer_list(*verb, "--range", "NAME=LO:HI", o.ranges,
             "Range of every element of an input; NAME=@LO.npy:@HI.npy gives each element a range of its own");
  offer_list(*verb, "--tolerance", "NAME=E", o.tolerances,
             "How far the real value of an input may be from the given one: 1e-3, 0.1% of it, or '1 ulp'");
  offer_list(*verb, "--require", "NAME<=LIMIT", o.requirements,
             "Fail with exit code 1 unless the error bound of the output (without NAME: of every output) is within "
             "LIMIT: 1e-3, 0.1% or '1e-3 rel' of the real value, or '4 ulp'");
  offer_accumulate(*verb, o.accumulate);
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "html"});
  verb->add_option("-o,--output", o.output, "Write the report to this file")->type_name("FILE");
  verb->footer(
      "Examples:\n"
      "  etalon accuracy model.onnx --input A=a.npy --input B=b.npy \\\n"
      "      --format html -o report.html\n"
      "  etalon accuracy model.onnx --range A=-1:1 --range B=0.5:2 --tolerance A=1e-3\n"
      "  etalon accuracy model.onnx --range A=-1:1 --range B=@low.npy:@high.npy \\\n"
      "      --require 'Y<=1e-3'\n"
      "  etalon accuracy model.onnx --profile onnx --dim batch=1 --range A=-1:1");
}

// Options is CompareOptions, or has its members.
template <class Options> void offer_candidate(CLI::App& verb, Options& o) {
  offer_list(verb, "--candidate", "DIR|FILE|NAME=FILE", o.candidate,
             "What the implementation computed: a folder with output_0.npy (or .pb), output_1.npy …, the file of the "
             "only output, or the file of a value of the model");
  offer_list(verb, "--deployed", "DIR|FILE|NAME=FILE", o.deployed,
             "What the deployed model gave, if --candidate is a run of a model that was changed to give intermediate "
             "values: tells whether the final outputs agree");
  verb.add_option("--tolerance", o.tolerance,
                  "Fail with exit code 1 unless every output is this near to the reference: exact, ulp=4, abs=1e-3")
      ->type_name("LIMIT");
}

void offer_compare(CLI::App& app, cli::CompareOptions& o) {
  CLI::App* verb = app.add_subcommand(
      "compare", "Tell whether another implementation's results conform, which policy they replicate, and why not");
  verb->add_option("model", o.model, "An ONNX file")->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_list(*verb, "--input", "NAME=FILE", o.inputs,
             "Value of an input: a .npy file, or a .pb file with a TensorProto");
  verb->add_option("--data", o.data,
                   "Several inputs: a folder with test_data_set_0, test_data_set_1 …, each with input_0.npy (or .pb) … "
                   "and, if --candidate is not a folder with the same names, with output_0.npy …")
      ->type_name("DIR")
      ->excludes("--input");
  offer_candidate(*verb, o);
  offer_accumulate(*verb, o.accumulate);
  verb->add_option("--threads", o.threads, "Threads of the reference; 0: one per processor")->type_name("N");
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "html", "junit"});
  verb->add_option("-o,--output", o.output, "Write the report to this file")->type_name("FILE");
  verb->footer(
      "Examples:\n"
      "  etalon compare model.onnx --input A=a.npy --input B=b.npy --candidate results/\n"
      "  etalon compare model.onnx --data inputs/ --candidate results/\n"
      "  etalon compare all.onnx --input A=a.npy --candidate all/ --deployed results/\n"
      "  etalon compare model.onnx --profile onnx --input X=x.npy --candidate y.npy \\\n"
      "      --tolerance ulp=4 --format html -o report.html");
}

void offer_explain(CLI::App& app, cli::ExplainOptions& o) {
  CLI::App* verb = app.add_subcommand(
      "explain", "Explain a rule: what it means, where it comes from, what breaks it and what meets it");
  verb->add_option("tag", o.tag,
                   "A tag that a message cites, or the beginning of tags; without it all tags are listed");
  offer_common(*verb, o, {"text", "json"});
  verb->footer("Examples:\n  etalon explain MUL-INT-RESULT\n  etalon explain MUL");
}

void offer_trace(CLI::App& app, cli::TraceOptions& o) {
  CLI::App* verb = app.add_subcommand(
      "trace", "Show requirement, spec line, code, tests, proofs and vectors side by side; fail on a gap");
  verb->add_option("--evidence", o.evidence, "Folder that the tests wrote; by default that of the build tree")
      ->type_name("FOLDER");
  verb->add_option("--proofs", o.proofs,
                   "File that tools/prove wrote; by default build/prove/goals.json, where the tests are the build's")
      ->type_name("FILE");
  verb->add_option("--vectors", o.vectors, "Folder that `etalon vectors` wrote, to list its cases")
      ->type_name("FOLDER");
  offer_common(*verb, o, {"text", "json", "html"});
  verb->footer(
      "Example:\n  ctest --preset release && \\\n      build/release/bin/etalon trace --format html > trace.html");
}

void offer_evidence(CLI::App& app, cli::EvidenceVerbOptions& o) {
  CLI::App* verb =
      app.add_subcommand("evidence", "Gather in a folder what a qualification file needs about a model and this tool");
  verb->add_option("model", o.model, "An ONNX file")->required();
  verb->add_option("-o,--output", o.output, "Folder to write, empty or of an earlier run")
      ->type_name("FOLDER")
      ->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_list(*verb, "--input", "NAME=FILE", o.inputs,
             "Value of an input, to run the model and analyse the errors of the run: a .npy or .pb file");
  offer_list(*verb, "--range", "NAME=LO:HI", o.ranges,
             "Range of every element of an input, to bound errors over ranges; NAME=@LO.npy:@HI.npy for each element");
  offer_candidate(*verb, o);
  offer_accumulate(*verb, o.accumulate);
  offer_external_data(*verb, o.external_data);
  verb->add_option("--evidence", o.evidence, "Folder that the tests of Etalon wrote, for the trace matrix")
      ->type_name("FOLDER");
  verb->add_option("--proofs", o.proofs, "File that tools/prove wrote, likewise")->type_name("FILE");
  verb->add_option("--vectors", o.vectors, "Folder that `etalon vectors` wrote, likewise")->type_name("FOLDER");
  offer_common(*verb, o, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon evidence model.onnx -o folder --input A=a.npy --input B=b.npy\n"
      "  etalon evidence model.onnx -o folder --profile onnx --dim batch=1 \\\n"
      "      --input X=x.npy --range X=-1:1 --evidence build/release/evidence");
}

void offer_operators(CLI::App& app, cli::OperatorsOptions& o) {
  CLI::App* verb =
      app.add_subcommand("operators", "List the operators, their versions and types, and the profiles that have them");
  verb->add_option("operator", o.name,
                   "One operator, described with inputs, outputs, attributes and types; all by default")
      ->transform(CLI::Validator(lower_case, ""))
      ->check(one_of(operator_names()));
  offer_common(*verb, o, {"text", "json"});
  verb->footer("Examples:\n  etalon operators\n  etalon operators mul\n  etalon operators --format json");
}

// The verb below another one that puts its parts together.
CLI::App* offer_merge(CLI::App& verb, cli::MergeOptions& o, const Names& formats, const char* does, const char* files,
                      const char* output) {
  CLI::App* merge = verb.add_subcommand("merge", does);
  merge->add_option("file", o.files, files)->required();
  merge->add_option("-o,--output", o.output, output)->type_name("FILE");
  offer_common(*merge, o, formats);
  return merge;
}

CLI::App* offer_exhaustive(CLI::App& app, cli::ExhaustiveOptions& o, cli::MergeOptions& m) {
  CLI::App* verb = app.add_subcommand("exhaustive", "Judge all operands of the small types by an independent oracle");
  verb->add_option("name", o.names, "Campaigns such as mul/float16; all by default");
  verb->add_option("--shard", o.shard,
                   "Do part I of N, for `merge`. auto/N: the part whose number, from 0, a Slurm array or an Indexed "
                   "Job of Kubernetes gives; auto: a whole Slurm array")
      ->type_name("I/N");
  verb->add_option("-o,--output", o.output, "Write the result to this file; a shard also to a folder, as shard-I-of-N")
      ->type_name("FILE");
  verb->add_option("--threads", o.threads, "Worker threads; one per processor by default")
      ->type_name("N")
      ->check(integer<unsigned>());
  verb->add_option("--kernel", o.kernel, "Judge the reference, or compare the fast kernels with its published digests")
      ->check(one_of({"reference", "fast"}))
      ->capture_default_str();
  verb->add_option("--instructions", o.instructions,
                   "Compare the fast kernels of one instruction set; of all by default")
      ->type_name("NAME");
  offer_common(*verb, o, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon exhaustive mul/int8 mul/uint8\n"
      "  etalon exhaustive --shard 1/2 > one; etalon exhaustive --shard 2/2 > two\n"
      "  etalon exhaustive merge one two\n"
      "  etalon exhaustive exp/float --shard auto/64 --threads 1 -o shards/\n"
      "  etalon exhaustive merge shards/*");
  return offer_merge(*verb, m, {"text", "json"},
                     "Merge the shards of one run; fail if one is missing, given twice or of another run", "The shards",
                     "Write the result to this file");
}

CLI::Validator seconds() {
  return {[](const std::string& word) -> std::string {
            double seconds = 0;
            const char* end = word.data() + word.size();
            const auto [stop, problem] = std::from_chars(word.data(), end, seconds);
            const bool good = problem == std::errc() && stop == end && seconds > 0 && seconds <= 1e6;
            return good ? "" : quoted(word, 60) + " is not a number of seconds above 0, up to a million";
          },
          ""};
}

void offer_share(CLI::App& verb, std::optional<double>& share) {
  verb.add_option("--judged", share, "End with exit code 6 unless this share of the cases, 0 to 1, was judged wholly")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 1.0));
}

struct ConformVerbs {
  const CLI::App *merge, *serve;
};
ConformVerbs offer_conform(CLI::App& app, cli::ConformOptions& o, cli::MergeOptions& m, cli::ServeOptions& s) {
  CLI::App* verb = app.add_subcommand("conform", "Run another implementation over conformance cases, and compare");
  verb->add_option(
      "vectors", o.vectors,
      "A folder of cases: each a folder with model.onnx and test_data_set_0; manifest.json describes them");
  verb->add_option("--peer", o.peer,
                   "The implementation: " + CLI::detail::join(cli::all_peers(), ", ") +
                       ", or a command that speaks the protocol of docs/peers.md")
      ->type_name("NAME|COMMAND");
  verb->add_option("--threads", o.threads, "Threads that a peer known by name computes with; 1 by default")
      ->type_name("N")
      ->check(integer<unsigned>());
  verb->add_option("--jobs", o.jobs, "Peers that run at a time; one per processor by default")
      ->type_name("N")
      ->check(integer<unsigned>());
  verb->add_option("--timeout", o.timeout, "Seconds that a case may take")
      ->type_name("SECONDS")
      ->check(seconds())
      ->default_str("30");
  verb->add_option("--start", o.start, "Seconds that the peer may take until it greets")
      ->type_name("SECONDS")
      ->check(seconds())
      ->default_str("60");
  verb->add_option(
          "--against", o.against,
          "Results of another run (its -o): note the cases whose outputs have other bits now, as with other threads")
      ->type_name("FILE");
  verb->add_option(
          "--shard", o.shard,
          "Do part I of N, for `merge`; auto and auto/N take the number from the scheduler, as in `exhaustive`")
      ->type_name("I/N");
  verb->add_option("-o,--output", o.output,
                   "Keep each result in this file as soon as there is one; the same command goes on where it was "
                   "ended. In a folder the file is results-I-of-N.jsonl")
      ->type_name("FILE");
  verb->add_option("--keep", o.keep, "Keep the peer's outputs in this folder, as CASE/output_N.pb")
      ->type_name("FOLDER");
  verb->add_option(
          "--tolerance", o.tolerance,
          "Fail with exit code 1 unless every output is this near to the expected one: exact, ulp=4, abs=1e-3; "
          "what is near enough is not thereby judged")
      ->type_name("LIMIT");
  offer_share(*verb, o.judged);
  const Names formats{"text", "json", "html", "junit"};
  offer_common(*verb, o, formats);
  verb->footer(
      "Examples:\n"
      "  etalon conform vectors --peer onnxruntime --threads 2 -o ort.jsonl\n"
      "  etalon conform vectors --peer 'python3 examples/peer.py' --timeout 5\n"
      "  etalon conform vectors --peer onnxruntime --tolerance ulp=4 --judged 0.9\n"
      "  etalon conform vectors --peer etalon-reference --shard 1/4 -o results/\n"
      "  etalon conform merge results/*.jsonl --format json\n"
      "  etalon conform merge ort.jsonl --format html -o ort.html\n"
      "  etalon conform vectors --peer onnxruntime --format junit > ort.xml");
  CLI::App* merge = offer_merge(
      *verb, m, formats,
      "Report on the results of all parts; fail if one is missing, unfinished, given twice or of another run",
      "The files that -o wrote", "Write the report to this file");
  offer_share(*merge, m.judged);
  CLI::App* serve = verb->add_subcommand("serve", "Be a peer: compute cases that standard input names");
  serve->add_option("--kernel", s.kernel, "Kernels to compute with")
      ->check(one_of({"fast", "reference"}))
      ->capture_default_str();
  serve->add_option("--threads", s.threads, "Threads of the fast kernels; 0 means one per processor")
      ->type_name("N")
      ->check(integer<unsigned>())
      ->default_str("1");
  return {merge, serve};
}

void offer_vectors(CLI::App& app, cli::VectorsOptions& o) {
  CLI::App* verb = app.add_subcommand("vectors", "Write conformance cases for any implementation, with a manifest");
  verb->add_option("folder", o.folder, "Where the cases go; it is made, or must be empty")->required();
  verb->add_option("--operator", o.operators, "Only cases of this operator; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->transform(CLI::Validator(small_letters, ""))
      ->check(one_of(operator_names()));
  verb->add_option("--threads", o.threads, "Worker threads; one per processor by default")
      ->type_name("N")
      ->check(integer<unsigned>());
  offer_common(*verb, o, {"text", "json"});
  verb->footer("Examples:\n  etalon vectors cases\n  etalon vectors cases --operator div --operator matmul");
}

void offer_outputs(CLI::App& app, cli::OutputsOptions& o) {
  CLI::App* verb =
      app.add_subcommand("outputs", "Make intermediate values of a model outputs, so that they can be seen");
  verb->add_option("model", o.model, "An ONNX file")->required();
  verb->add_option("-o,--output", o.output, "The model with more outputs")->type_name("FILE")->required();
  offer_list(*verb, "--name", "NAME", o.names, "Make this value an output; by default all that nodes compute");
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon outputs model.onnx -o model-all.onnx\n"
      "  etalon outputs model.onnx --profile onnx --name H -o model-h.onnx");
}

// "NAME:{a,b}": what the value is called, and the choices.
std::string value_name(const std::string& type) {
  const std::string name = type.substr(0, type.find(":{"));
  return name == "TEXT" ? "NAME" : name;
}

Names choices_of(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.find('}');
  return open == type.npos || close == type.npos ? Names()
                                                 : CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

cli::VerbText described(const CLI::App& app) {
  cli::VerbText text{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    const bool operand = option->get_positional();
    Names names;
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    if (operand) names = {option->get_name(true)};
    const bool flag = option->get_items_expected_max() == 0;
    text.options.push_back({names, flag ? "" : value_name(option->get_type_name()), choices_of(option->get_type_name()),
                            option->get_description(), option->get_default_str(), operand, option->get_required(),
                            option->get_items_expected_max() > 1});
  }
  for (const CLI::App* verb : app.get_subcommands({})) text.verbs.push_back(described(*verb));
  return text;
}

// What the completion knows beyond what the parser checks.
cli::VerbText with_all_choices(cli::VerbText program) {
  for (cli::VerbText& verb : program.verbs)
    for (cli::OptionText& option : verb.options) {
      if (verb.name == "explain" && option.names[0] == "tag") option.choices = cli::all_tags();
      if (verb.name == "exhaustive" && option.names[0] == "name") option.choices = cli::all_campaigns();
      if (verb.name == "conform" && option.names[0] == "--peer") option.choices = cli::all_peers();
    }
  return program;
}

// What --help prints is our own text.
class Help : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string called = app->get_name();
    for (const CLI::App* outer = app->get_parent(); outer != nullptr; outer = outer->get_parent())
      called = outer->get_name() + " " + called;
    return cli::help_text(described(*app), called);
  }
};

int refuse(const Finding& finding, const Names& words) {
  bool json = false;
  for (std::size_t i = 0; i < words.size(); ++i)
    json = json || words[i] == "--format=json" || (words[i] == "json" && i > 0 && words[i - 1] == "--format");
  return cli::fail(finding, {}, json ? "json" : "text");
}

// What the parser says against the words, as a finding.
Finding finding_of(const CLI::ParseError& problem, const CLI::App& app, const Names& words) {
  const std::string text = problem.what();
  const std::size_t line = text.find('\n');
  const Names unexpected = app.remaining(true);
  return error(Code::usage, "",
               unexpected.empty() ? cli::in_own_words(problem.get_name(), text.substr(0, line))
                                  : "unexpected argument " + quoted(unexpected[0], 60),
               line != text.npos ? text.substr(line + 1) : "`etalon " + words[0] + " --help` describes the options");
}

// The words in the order in which the parser takes them. It would cut an operand such as [1,2] into its elements, but
// not where a blank stands before it.
Names last_first(const Names& words) {
  Names reversed(words.rbegin(), words.rend());
  for (std::string& word : reversed)
    if (words[0] == "op" && word.starts_with('[')) word.insert(0, " ");
  return reversed;
}

int dispatch(int argc, char** argv) {
  const Names words = cli::without_help_verb(Names(argv + std::min(argc, 1), argv + argc));
  CLI::App app{"Reference implementation for safety-related ONNX", "etalon"};
  app.formatter(std::make_shared<Help>());
  app.set_version_flag("--version", cli::version_text());
  app.require_subcommand(1);
  bool manual = false;
  std::string shell;
  app.add_flag("--man", manual, "Print the manual page, for man(1)");
  app.add_option("--completion", shell, "Print a script that completes words in this shell")
      ->check(one_of(cli::completed_shells()));
  app.footer(
      "`etalon VERB --help` describes a verb.\n"
      "Exit codes: 0 done or conformant, 1 not conformant or a requirement not met,\n"
      "2 usage, 3 malformed input, 4 limit, 5 error condition, 6 not judged,\n"
      "70 internal error");
  cli::OpOptions op;
  cli::CheckOptions check;
  cli::RunOptions run;
  cli::AccuracyOptions accuracy;
  cli::CompareOptions compare;
  cli::ExplainOptions explain;
  cli::OperatorsOptions operators;
  cli::TraceOptions trace;
  cli::EvidenceVerbOptions evidence;
  cli::ExhaustiveOptions exhaustive;
  cli::MergeOptions merge, merge_conform;
  cli::ConformOptions conform;
  cli::ServeOptions serve;
  cli::VectorsOptions vectors;
  cli::OutputsOptions outputs;
  offer_op(app, op);
  offer_check(app, check);
  offer_run(app, run);
  offer_accuracy(app, accuracy);
  offer_compare(app, compare);
  offer_explain(app, explain);
  offer_operators(app, operators);
  offer_trace(app, trace);
  offer_evidence(app, evidence);
  const CLI::App* merge_verb = offer_exhaustive(app, exhaustive, merge);
  const ConformVerbs conform_verbs = offer_conform(app, conform, merge_conform, serve);
  offer_vectors(app, vectors);
  offer_outputs(app, outputs);
  const cli::VerbText program = described(app);
  if (const auto finding = cli::misspelt(program, words)) return refuse(*finding, words);
  try {
    app.parse(last_first(words));
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) return app.exit(problem);
    if (!manual && shell.empty()) return refuse(finding_of(problem, app, words), words);
  }
  if (manual) return std::fputs(cli::manual_page(program).c_str(), stdout), 0;
  if (!shell.empty()) return std::fputs(cli::completion(with_all_choices(program), shell).c_str(), stdout), 0;
  if (app.got_subcommand("op")) return cli::op(op);
  if (app.got_subcommand("check")) return cli::check(check);
  if (app.got_subcommand("run")) return cli::run(run);
  if (app.got_subcommand("accuracy")) return cli::accuracy(accuracy);
  if (app.got_subcommand("compare")) return cli::compare(compare);
  if (app.got_subcommand("explain")) return cli::explain(explain);
  if (app.got_subcommand("operators")) return cli::list_operators(operators);
  if (app.got_subcommand("trace")) return cli::trace(trace);
  if (conform_verbs.merge->parsed()) return cli::merge_conform(merge_conform);
  if (conform_verbs.serve->parsed()) return cli::serve(serve);
  if (app.got_subcommand("conform")) return cli::conform(conform);
  if (app.got_subcommand("vectors")) return cli::vectors(vectors);
  if (app.got_subcommand("outputs")) return cli::outputs(outputs);
  if (app.got_subcommand("evidence")) return cli::evidence(evidence);
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
