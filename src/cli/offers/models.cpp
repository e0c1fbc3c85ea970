// SPDX-License-Identifier: Apache-2.0
// Floor 10. Verbs about one operator or one model: op, check, run, accuracy, outputs.
#include "cli/offers/offers.hpp"
#include "text/type_name.hpp"

namespace etalon::impl::cli {
namespace {

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

// An empty value would be taken for none.
CLI::Validator not_empty() {
  return {[](const std::string& word) { return word.empty() ? std::string("the value is empty") : std::string(); }, ""};
}

std::string without_blank(std::string& word) {  // that last_first() put there
  if (word.starts_with(" [")) word.erase(0, 1);
  return {};
}

}  // namespace

void offer_op(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<OpOptions>();
  OpOptions& o = *own;
  CLI::App* verb = app.add_subcommand("op", "Compute one operator");
  verb->add_option("operator", o.operation,
                   "Name of the operator, in capital or small letters; `etalon operators` lists all")
      ->required()
      ->transform(in_small_letters())
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
  verbs.push_back({verb, [own] { return op(*own); }});
}

void offer_check(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<CheckOptions>();
  CheckOptions& o = *own;
  CLI::App* verb = app.add_subcommand(
      "check", "Check whether models conform to a profile, and report what to change where they do not");
  verb->add_option("model", o.models, "ONNX files")->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "sarif", "html"});
  offer_report(*verb, o.output);
  offer_strict(*verb, o.strict);
  verb->footer(
      "Examples:\n"
      "  etalon check model.onnx --profile sonnx\n"
      "  etalon check model.onnx --format html -o report.html\n"
      "  etalon check model.onnx --profile onnx --dim batch=1 --shape X=1,512 \\\n"
      "      --value rate=16000\n"
      "  etalon check models/*.onnx --format sarif -o report.sarif");
  verbs.push_back({verb, [own] { return check(*own); }});
}

void offer_run(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<RunOptions>();
  RunOptions& o = *own;
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
  offer_threads(*verb, o.threads, "Threads of the fast kernels; 0 means one per processor")->default_str("1");
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
  verbs.push_back({verb, [own] { return run(*own); }});
}

void offer_accuracy(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<AccuracyOptions>();
  AccuracyOptions& o = *own;
  CLI::App* verb =
      app.add_subcommand("accuracy", "Measure and bound the error of a model's results against the real ones");
  verb->add_option("model", o.model, "An ONNX file")->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_list(*verb, "--input", "NAME=FILE", o.inputs,
             "Value of an input: a .npy file, or a .pb file with a TensorProto");
  offer_list(*verb, "--range", "NAME=LO:HI", o.ranges,
             "Range of every element of an input; NAME=@LO.npy:@HI.npy gives each element a range of its own, "
             "NAME=@X.npy+-E what is at most E from X (1e-3, 0.1% of it, '2 ulp'); of several ranges, what is in all");
  offer_list(
      *verb, "--tolerance", "NAME=E", o.tolerances,
      "How far the real value of an input may be from the given one: 1e-3, 0.1% or '1e-3 rel' of it, or '1 ulp'");
  offer_list(*verb, "--require", "NAME<=LIMIT", o.requirements,
             "Fail with exit code 1 unless the error bound of the output (without NAME: of every output) is within "
             "LIMIT: 1e-3, 0.1% or '1e-3 rel' of the real value, or '4 ulp'");
  verb->add_option("--contributions", o.contributions,
                   "What N groups of nodes contribute to the error of a run, with signs; takes N runs")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  CLI::Option* search =
      verb->add_option("--search", o.search,
                       "Over ranges: try N inputs, and report the largest certified error reached beside the bound")
          ->type_name("N")
          ->check(CLI::Range(1, 1'000'000'000));
  verb->add_option("--seed", o.seed, "With --search: another number tries other inputs")
      ->type_name("N")
      ->capture_default_str()
      ->needs(search);
  verb->add_option("--search-input", o.search_input,
                   "With --search: folder for the input that reaches the error, as input_0.npy, input_1.npy, …")
      ->type_name("FOLDER")
      ->needs(search);
  CLI::Option* sets =
      verb->add_option("--inputs", o.sets,
                       "Whether rounding changes what is decided, for many inputs: a folder with a file NAME.npy or "
                       "input_K.npy for each input, whose first axis counts them")
          ->type_name("FOLDER")
          ->check(not_empty())
          ->excludes("--input", "--range", "--tolerance", "--require", "--contributions", "--search", "--seed",
                     "--search-input");
  verb->add_option("--decides", o.decided, "With --inputs: the output that decides")
      ->type_name("NAME")
      ->check(not_empty())
      ->needs(sets);
  verb->add_option("--threshold", o.threshold,
                   "With --inputs: decide whether each element is above T, not which one of a row is the largest")
      ->type_name("T")
      ->needs(sets);
  verb->add_flag("--any-order", o.any_order,
                 "Bounds hold for every admissible evaluation: sums in any order, rounded or not in their steps; with "
                 "--inputs: also judge decisions by them");
  offer_threads(
      *verb, o.threads,
      "Threads for the real values of a run, or for the inputs of --inputs and --search; 0: one per processor");
  offer_accumulate(*verb, o.accumulate);
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "html"});
  offer_report(*verb, o.output);
  verb->footer(
      "Examples:\n"
      "  etalon accuracy model.onnx --input A=a.npy --input B=b.npy \\\n"
      "      --format html -o report.html\n"
      "  etalon accuracy resnet18.onnx --profile onnx --input x=x.npy \\\n"
      "      --contributions 20 --format html -o report.html\n"
      "  etalon accuracy digits.onnx --profile onnx --inputs images --any-order\n"
      "  etalon accuracy model.onnx --range A=-1:1 --range B=0.5:2 --tolerance A=1e-3\n"
      "  etalon accuracy model.onnx --range A=-1:1 --range B=@low.npy:@high.npy \\\n"
      "      --require 'Y<=1e-3'\n"
      "  etalon accuracy digits.onnx --profile onnx --range image=0:1 --any-order\n"
      "  etalon accuracy digits.onnx --profile onnx --range image=0:1 \\\n"
      "      --range image=@seven.npy+-0.01 --search 2000 --search-input worst\n"
      "  etalon accuracy model.onnx --profile onnx --dim batch=1 --range A=-1:1");
  verbs.push_back({verb, [own] { return own->sets.empty() ? accuracy(*own) : decisions(*own); }});
}

void offer_outputs(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<OutputsOptions>();
  OutputsOptions& o = *own;
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
  verbs.push_back({verb, [own] { return outputs(*own); }});
}

void offer_fix(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<FixOptions>();
  FixOptions& o = *own;
  CLI::App* verb = app.add_subcommand("fix", "Bring a model into a profile, and prove that it has the same bits");
  verb->add_option("model", o.model, "An ONNX file")->required();
  verb->add_option("-o,--output", o.output, "The new model")->type_name("FILE")->required();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_accumulate(*verb, o.accumulate);
  verb->add_option("--growth", o.growth,
                   "Times that the new file may be as large as the old one; 1 MiB is always allowed")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb->add_option(
          "--evidence", o.evidence,
          "proof: the same bits for every input; drawn: on drawn inputs, in every value that both models have; "
          "none: data beside the model are read only where a rewrite needs them")
      ->type_name("KIND")
      ->check(one_of({"proof", "drawn", "none"}))
      ->capture_default_str();
  verb->add_flag("--diff", o.diff, "Print the change in words, node by node");
  verb->add_option("--replay", o.replay, "A report in JSON: make the file again that it tells of, with its options")
      ->type_name("FILE");
  verb->add_option("--report", o.report, "Write the report to this file, and print only the verdict")
      ->type_name("FILE");
  verb->add_option("--operations", o.operations, "Elementary operations that expressions may have in all")
      ->type_name("N")
      ->check(integer<std::uint64_t>())
      ->capture_default_str();
  offer_external_data(*verb, o.external_data);
  offer_threads(*verb, o.threads, "Threads that compute the drawn inputs; 0: one per processor");
  offer_common(*verb, o, {"text", "json", "html"});
  verb->footer(
      "Examples:\n"
      "  etalon fix model.onnx -o fixed.onnx\n"
      "  etalon fix model.onnx --dim batch=1 -o fixed.onnx --diff\n"
      "  etalon fix model.onnx --profile sonnx-2026-10 -o fixed.onnx \\\n"
      "      --format json --report log.json\n"
      "  etalon fix model.onnx -o again.onnx --replay log.json");
  verbs.push_back({verb, [own] { return fix(*own); }});
}

void offer_generate(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<GenerateOptions>();
  GenerateOptions& o = *own;
  CLI::App* verb = app.add_subcommand(
      "generate", "Write a model as C99, and prove the files equal to the reference for every input");
  verb->add_option("model", o.model, "An ONNX file")->required();
  auto* const output = verb->add_option("-o,--output", o.output, "The folder of the project")->type_name("DIR");
  auto* const check = verb->add_option("--check", o.check, "Prove the files of this folder; nothing is written")
                          ->type_name("DIR")
                          ->excludes(output);
  verb->callback([output, check] {
    if (output->count() + check->count() == 0) throw CLI::RequiredError("--output or --check");
  });
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_accumulate(*verb, o.accumulate);
  verb->add_option("--prefix", o.prefix, "What all names begin with that other files can see")
      ->type_name("NAME")
      ->capture_default_str();
  verb->add_option("--arena", o.arena,
                   "caller: each run brings its memory, and is re-entrant; static: it is in the project")
      ->type_name("KIND")
      ->check(one_of({"caller", "static"}))
      ->capture_default_str();
  verb->add_option("--weights", o.weights, "inside: tables of C; apart: weights.bin, and a function that loads it")
      ->type_name("KIND")
      ->check(one_of({"inside", "apart"}))
      ->capture_default_str();
  verb->add_option("--schedule", o.schedule,
                   "plain: element by element; rows: neighbours together, faster, with the same bits")
      ->type_name("KIND")
      ->check(one_of({"plain", "rows"}))
      ->capture_default_str();
  verb->add_option("--evidence", o.evidence, "proof: files are written only if they are proved; none: at once")
      ->type_name("KIND")
      ->check(one_of({"proof", "none"}))
      ->capture_default_str();
  verb->add_option("--report", o.report, "Write the report to this file, and print only the verdict")
      ->type_name("FILE");
  offer_external_data(*verb, o.external_data);
  offer_threads(*verb, o.threads, "Threads that prove functions; 0: one per processor");
  offer_common(*verb, o, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon generate model.onnx -o project\n"
      "  etalon generate model.onnx --check project\n"
      "  make -C project check\n"
      "  etalon generate model.onnx --accumulate fused --prefix net -o project");
  verbs.push_back({verb, [own] { return generate(*own); }});
}

}  // namespace etalon::impl::cli
