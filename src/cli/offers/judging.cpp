// SPDX-License-Identifier: Apache-2.0
// Floor 10. Verbs that judge, and what they judge with: compare, conform, vectors, exhaustive.
#include "cli/offers/offers.hpp"
#include "conform/requantise/rules.hpp"

namespace etalon::impl::cli {
namespace {

// The verb below another one that puts its parts together.
CLI::App* offer_merge(CLI::App& verb, MergeOptions& o, const Names& formats, const char* does, const char* files) {
  CLI::App* merge = verb.add_subcommand("merge", does);
  merge->add_option("file", o.files, files)->required();
  offer_report(*merge, o.output);
  offer_common(*merge, o, formats);
  return merge;
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

// A number from 0 to 1; 90% is 0.9.
CLI::Validator share_of_one() {
  return {[](std::string& word) -> std::string {
            const bool percent = word.ends_with('%');
            double share = 0;
            const char* end = word.data() + word.size() - (percent ? 1 : 0);
            const auto [stop, problem] = std::from_chars(word.data(), end, share);
            if (percent) share /= 100;
            if (problem != std::errc() || stop != end || !(share >= 0 && share <= 1))
              return quoted(word, 60) + " is not a share from 0 to 1, or from 0% to 100%";
            if (percent) word = std::to_string(share);
            return {};
          },
          ""};
}

void offer_share(CLI::App& verb, std::optional<double>& share) {
  verb.add_option("--judged", share,
                  "End with exit code 6 unless this share of the cases, as in 0.9 or 90%, was judged wholly")
      ->type_name("SHARE")
      ->transform(share_of_one());
}

}  // namespace

void offer_compare(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<CompareOptions>();
  CompareOptions& o = *own;
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
  verb->add_flag("--real-values", o.reals,
                 "Distances of candidate and reference from the real values for a large model as well, up to 2^34 "
                 "operations; up to 2^28 they are always given");
  offer_accumulate(*verb, o.accumulate);
  offer_threads(*verb, o.threads, "Threads of the reference; 0: one per processor");
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "html", "junit"});
  offer_report(*verb, o.output);
  verb->footer(
      "Examples:\n"
      "  etalon compare model.onnx --input A=a.npy --input B=b.npy --candidate results/\n"
      "  etalon compare model.onnx --data inputs/ --candidate results/\n"
      "  etalon compare all.onnx --input A=a.npy --candidate all/ --deployed results/\n"
      "  etalon compare net.onnx --profile onnx --input x=x.npy --candidate y.npy \\\n"
      "      --real-values --threads 0\n"
      "  etalon compare model.onnx --profile onnx --input X=x.npy --candidate y.npy \\\n"
      "      --tolerance '4 ulp' --format html -o report.html");
  verbs.push_back({verb, [own] { return compare(*own); }});
}

void offer_equal(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<EqualOptions>();
  EqualOptions& o = *own;
  o.profile = "onnx";
  CLI::App* verb =
      app.add_subcommand("equal", "Prove that two models have the same bits for every input, or say where not");
  verb->add_option("first", o.model, "An ONNX file")->required();
  verb->add_option("second", o.second, "The ONNX file that is to have the same bits")->required();
  offer_profile(*verb, o.profile);
  verb->add_option("--second-profile", o.second_profile, "Profile of the second model, where it is another one")
      ->type_name("NAME")
      ->check(one_of(profile_names()));
  offer_bindings(*verb, o.bindings);
  offer_accumulate(*verb, o.accumulate);
  verb->add_option("--operations", o.operations, "Elementary operations that expressions may have in all")
      ->type_name("N")
      ->check(integer<std::uint64_t>())
      ->capture_default_str();
  verb->add_option("--keep", o.keep, "Folder for input_0.npy, input_1.npy, … for which outputs differ")
      ->type_name("FOLDER");
  offer_threads(*verb, o.threads, "Threads that compute the drawn inputs; 0: one per processor");
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json"});
  offer_report(*verb, o.output);
  verb->footer(
      "Examples:\n"
      "  etalon equal model.onnx renamed.onnx\n"
      "  etalon equal exported.onnx optimised.onnx --accumulate fused --keep differing\n"
      "  etalon equal model.onnx fixed.onnx --second-profile sonnx --format json");
  verbs.push_back({verb, [own] { return equal(*own); }});
}

void offer_verify(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<VerifyOptions>();
  VerifyOptions& o = *own;
  o.profile = "onnx";
  CLI::App* verb = app.add_subcommand(
      "verify", "Prove a claim about a network for every admissible order, or judge witnesses against it");
  verb->add_option("model", o.model, "An ONNX file: the network that the property is about");
  verb->add_option("property", o.property, "A VNN-LIB file, of version 1 or 2");
  offer_list(*verb, "--witness", "FILE", o.witnesses,
             "A witness: a list ((X_0 0.5) … (Y_0 1.25)), or the tensors of VNN-LIB 2");
  offer_list(*verb, "--network", "NAME=FILE", o.networks,
             "The model of another network that the property declares; one that is equal-to another needs none");
  verb->add_option("--margin", o.margin,
                   "Without a witness: assume that over the reals every input of a box, its ends rounded outward, "
                   "misses a comparison by at least so much, "
                   "as a verifier states, and decide whether rounding can make up for it")
      ->type_name("NUMBER");
  verb->add_option("--boxes", o.boxes, "Without a witness: parts of the inputs that are bounded at most; default 16384")
      ->type_name("N");
  verb->add_option("--campaign", o.campaign,
                   "Judge the witnesses of a competition instead: a folder of benchmarks, each with instances.csv, "
                   "onnx/, vnnlib/ and witnesses/TOOL/")
      ->type_name("FOLDER");
  verb->add_option("--shard", o.shard, "With --campaign: a part of the witnesses, 3/8, or what a scheduler says: auto")
      ->type_name("K/N");
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_accumulate(*verb, o.accumulate);
  offer_threads(*verb, o.threads,
                "Threads that bound boxes, or judge the witnesses of a campaign; 0: one per processor");
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "html", "junit", "csv"});
  offer_report(*verb, o.output);
  verb->footer(
      "Examples:\n"
      "  etalon verify network.onnx property.vnnlib --threads 0\n"
      "  etalon verify network.onnx property.vnnlib --margin 1e-4\n"
      "  etalon verify network.onnx property.vnnlib --witness found.txt\n"
      "  etalon verify teacher.onnx same.vnnlib --network student=student.onnx \\\n"
      "    --witness found.txt --format html -o witness.html\n"
      "  etalon verify --campaign benchmarks --threads 0 --format csv -o all.csv");
  verbs.push_back({verb, [own] { return verify(*own); }});
}

void offer_requantise(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<RequantiseOptions>();
  RequantiseOptions& o = *own;
  o.profile = "onnx";
  CLI::App* verb =
      app.add_subcommand("requantise", "Say on which accumulators of a quantised model two requantisations differ");
  verb->add_option(
          "model", o.model,
          "An ONNX file with QLinearConv, QLinearMatMul, or operators between DequantizeLinear and QuantizeLinear")
      ->required();
  std::vector<std::string> rules;
  for (const Requantisation& one : requantisations()) rules.emplace_back(one.id);
  offer_list(*verb, "--rule", "NAME", o.rules,
             "A requantisation: " + CLI::detail::join(rules, ", ") +
                 "; the first one given is held against the others, and exact against all by default");
  offer_list(*verb, "--input", "NAME=FILE", o.inputs,
             "Value of an input: look for accumulators on which rules differ while the network computes it");
  offer_threads(*verb, o.threads, "Threads that compute the network; 0: one per processor");
  verb->add_option("--show", o.show, "Channels that are shown in words")->type_name("N")->capture_default_str();
  offer_profile(*verb, o.profile);
  offer_bindings(*verb, o.bindings);
  offer_external_data(*verb, o.external_data);
  offer_common(*verb, o, {"text", "json", "html"});
  offer_report(*verb, o.output);
  verb->footer(
      "Examples:\n"
      "  etalon requantise int8.onnx\n"
      "  etalon requantise int8.onnx --rule ort --rule tflite-double --show 3\n"
      "  etalon requantise int8.onnx --rule tflite-double --input X=x.npy\n"
      "  etalon requantise int8.onnx --format json -o certificate.json");
  verbs.push_back({verb, [own] { return requantise(*own); }});
}

void offer_exhaustive(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<ExhaustiveOptions>();
  const auto merging = std::make_shared<MergeOptions>();
  ExhaustiveOptions& o = *own;
  CLI::App* verb = app.add_subcommand("exhaustive", "Judge all operands of the small types by an independent oracle");
  verb->add_option("name", o.names, "Campaigns such as mul/float16; all by default");
  verb->add_option("--shard", o.shard,
                   "Do part I of N, for `merge`. auto/N: the part whose number, from 0, a Slurm array or an Indexed "
                   "Job of Kubernetes gives; auto: a whole Slurm array")
      ->type_name("I/N");
  verb->add_option("-o,--output", o.output, "Write the result to this file; a shard also to a folder, as shard-I-of-N")
      ->type_name("FILE");
  offer_threads(*verb, o.threads, "Worker threads; one per processor by default");
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
  const CLI::App* merged =
      offer_merge(*verb, *merging, {"text", "json"},
                  "Merge the shards of one run; fail if one is missing, given twice or of another run", "The shards");
  verbs.push_back({merged, [merging] { return merge(*merging); }});
  verbs.push_back({verb, [own] { return exhaustive(*own); }});
}

void offer_conform(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<ConformOptions>();
  const auto merging = std::make_shared<MergeOptions>();
  const auto serving = std::make_shared<ServeOptions>();
  ConformOptions& o = *own;
  CLI::App* verb = app.add_subcommand("conform", "Run another implementation over conformance cases, and compare");
  verb->add_option(
      "vectors", o.vectors,
      "A folder of cases: each a folder with model.onnx and test_data_set_0; manifest.json describes them");
  verb->add_option("--peer", o.peer,
                   "The implementation: " + CLI::detail::join(all_peers(), ", ") +
                       ", or a command that speaks the protocol of docs/peers.md")
      ->type_name("NAME|COMMAND");
  offer_threads(*verb, o.threads, "Number of threads for built-in peers; 1 by default");
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
  verb->add_option("--against", o.against,
                   "Results of another run (its --results): note the cases whose outputs have other bits now, as with "
                   "other threads")
      ->type_name("FILE");
  verb->add_option(
          "--shard", o.shard,
          "Do part I of N, for `merge`; auto and auto/N take the number from the scheduler, as in `exhaustive`")
      ->type_name("I/N");
  verb->add_option("--results", o.results,
                   "Keep each result in this file as soon as there is one; the same command goes on where it was "
                   "ended. In a folder the file is results-I-of-N.jsonl")
      ->type_name("FILE");
  verb->add_option(
          "-o,--output", o.output,
          "Write the report to this file, and print only the verdict; a folder, or a name that ends in .jsonl, "
          "is taken for --results")
      ->type_name("FILE");
  verb->add_option("--keep", o.keep, "Keep the peer's outputs in this folder, as CASE/output_N.pb")
      ->type_name("FOLDER");
  verb->add_option("--tolerance", o.tolerance,
                   "Fail with exit code 1 unless every output is this near to the expected one: exact, 1e-3, 0.1% or "
                   "'1e-3 rel' of it, or '4 ulp'; what is near enough is not thereby judged")
      ->type_name("LIMIT");
  offer_share(*verb, o.judged);
  const Names formats{"text", "json", "html", "junit"};
  offer_common(*verb, o, formats);
  verb->footer(
      "Examples:\n"
      "  etalon conform vectors --peer onnxruntime --threads 2 --results ort.jsonl\n"
      "  etalon conform vectors --peer 'python3 examples/peer.py' --timeout 5\n"
      "  etalon conform vectors --peer onnxruntime --tolerance '4 ulp' --judged 90%\n"
      "  etalon conform vectors --peer etalon-reference --shard 1/4 --results results/\n"
      "  etalon conform merge results/*.jsonl --format json\n"
      "  etalon conform merge ort.jsonl --format html -o ort.html\n"
      "  etalon conform vectors --peer onnxruntime --format junit -o ort.xml");
  CLI::App* merged = offer_merge(
      *verb, *merging, formats,
      "Report on the results of all parts; fail if one is missing, unfinished, given twice or of another run",
      "The files that --results wrote");
  offer_share(*merged, merging->judged);
  CLI::App* served = verb->add_subcommand("serve", "Be a peer: compute cases that standard input names");
  served->add_option("--kernel", serving->kernel, "Kernels to compute with")
      ->check(one_of({"fast", "reference"}))
      ->capture_default_str();
  offer_threads(*served, serving->threads, "Threads of the fast kernels; 0 means one per processor")->default_str("1");
  verbs.push_back({merged, [merging] { return merge_conform(*merging); }});
  verbs.push_back({served, [serving] { return serve(*serving); }});
  verbs.push_back({verb, [own] { return conform(*own); }});
}

void offer_vectors(CLI::App& app, Verbs& verbs) {
  const auto own = std::make_shared<VectorsOptions>();
  VectorsOptions& o = *own;
  CLI::App* verb = app.add_subcommand("vectors", "Write conformance cases for any implementation, with a manifest");
  verb->add_option("folder", o.folder, "Where the cases go; it is made, or must be empty")->required();
  verb->add_option("--operator", o.operators, "Only cases of this operator; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->transform(in_small_letters())
      ->check(one_of(operator_names()));
  offer_threads(*verb, o.threads, "Worker threads; one per processor by default");
  offer_common(*verb, o, {"text", "json"});
  verb->footer("Examples:\n  etalon vectors cases\n  etalon vectors cases --operator div --operator matmul");
  verbs.push_back({verb, [own] { return vectors(*own); }});
}

}  // namespace etalon::impl::cli
