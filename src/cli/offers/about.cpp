// SPDX-License-Identifier: Apache-2.0
// Floor 10. Verbs about requirements and evidence: explain, operators, trace, evidence.
#include "cli/offers/offers.hpp"

namespace etalon::impl::cli {

void offer_explain(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<ExplainOptions>();
  ExplainOptions& o = *own;
  CLI::App* verb = app.add_subcommand(
      "explain", "Explain a rule: what it means, where it comes from, what breaks it and what meets it");
  verb->add_option("tag", o.tag,
                   "A tag that a message cites, or the beginning of tags; without it all tags are listed");
  offer_common(*verb, o, {"text", "json"});
  verb->footer("Examples:\n  etalon explain MUL-INT-RESULT\n  etalon explain MUL");
  verbs.push_back({verb, [own] { return explain(*own); }});
}

void offer_operators(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<OperatorsOptions>();
  OperatorsOptions& o = *own;
  CLI::App* verb =
      app.add_subcommand("operators", "List the operators, their versions and types, and the profiles that have them");
  verb->add_option("operator", o.name,
                   "One operator, described with inputs, outputs, attributes and types; all by default")
      ->transform(in_small_letters())
      ->check(one_of(operator_names()));
  offer_common(*verb, o, {"text", "json"});
  verb->footer("Examples:\n  etalon operators\n  etalon operators mul\n  etalon operators --format json");
  verbs.push_back({verb, [own] { return list_operators(*own); }});
}

namespace {

void offer_release(CLI::App& verb, EvidenceOptions& o) {
  verb.add_option(
          "--release", o.release,
          "Evidence bundle of the release that this program is from, instead of results of your own; by default "
          "share/etalon/evidence of the installation, if none of these options is given")
      ->type_name("FOLDER")
      ->excludes("--evidence", "--proofs", "--vectors");
}

}  // namespace

void offer_trace(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<TraceOptions>();
  TraceOptions& o = *own;
  CLI::App* verb = app.add_subcommand(
      "trace", "Show requirement, spec line, code, tests, proofs and vectors side by side; fail on a gap");
  verb->add_option("--evidence", o.evidence, "Folder that the tests wrote; by default that of the build tree")
      ->type_name("FOLDER");
  verb->add_option("--proofs", o.proofs,
                   "File that tools/prove wrote; by default build/prove/goals.json, where the tests are the build's")
      ->type_name("FILE");
  verb->add_option("--vectors", o.vectors, "Folder that `etalon vectors` wrote, to list its cases")
      ->type_name("FOLDER");
  offer_release(*verb, o);
  offer_report(*verb, o.output);
  offer_common(*verb, o, {"text", "json", "html"});
  verb->footer(
      "Example:\n  ctest --preset release && \\\n      build/release/bin/etalon trace --format html -o trace.html");
  verbs.push_back({verb, [own] { return trace(*own); }});
}

void offer_evidence(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<EvidenceVerbOptions>();
  EvidenceVerbOptions& o = *own;
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
  verb->add_option("--proofs", o.proofs, "Proof results, for the trace matrix")->type_name("FILE");
  verb->add_option("--vectors", o.vectors, "Folder of conformance vectors, for the trace matrix")->type_name("FOLDER");
  offer_release(*verb, o);
  offer_common(*verb, o, {"text", "json"});
  verb->footer(
      "Examples:\n"
      "  etalon evidence model.onnx -o folder --input A=a.npy --input B=b.npy\n"
      "  etalon evidence model.onnx -o folder --profile onnx --dim batch=1 \\\n"
      "      --input X=x.npy --range X=-1:1 --evidence build/release/evidence");
  verbs.push_back({verb, [own] { return evidence(*own); }});
}

}  // namespace etalon::impl::cli
