// SPDX-License-Identifier: Apache-2.0
// Floor 10. The verbs of the command line: what each takes, and the function that does it and returns the exit code.
// main.cpp fills these in; it alone knows the parser.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace etalon::impl::cli {

// Of every verb.
struct CommonOptions {
  std::string format = "text";
  bool quiet = false;  // no progress and no remarks, and of a report in words the verdict alone
};

struct OpOptions : CommonOptions {
  std::string operation, profile = "sonnx";
  std::vector<std::string> operands;    // [TYPE:]LITERAL, [TYPE:]@FILE, or - for one that is omitted
  std::vector<std::string> attributes;  // KEY=VALUE
  std::optional<std::string> type;      // of literals that name none
  std::optional<int> opset;
  std::optional<std::int64_t> axis, broadcast;
  std::optional<std::uint16_t> outputs;
  std::optional<std::string> accumulate;
  bool events = false, bits = false, strict = false;
};
int op(const OpOptions& options);

// What a user adds to a model that leaves it open; see bindings.hpp.
struct BindingOptions {
  std::vector<std::string> dims, shapes, values;  // NAME=4, NAME=1,512, NAME=16000 or NAME=@FILE

  bool empty() const { return dims.empty() && shapes.empty() && values.empty(); }
};

struct CheckOptions : CommonOptions {
  std::vector<std::string> models;
  std::string profile = "sonnx", output;  // no output: standard output
  BindingOptions bindings;
  bool external_data = false, strict = false;
};
int check(const CheckOptions& options);

// Of every verb that computes with a model.
struct ModelOptions : CommonOptions {
  std::string model, profile = "sonnx";
  std::vector<std::string> inputs;  // NAME=FILE
  BindingOptions bindings;
  std::optional<std::string> accumulate;
  bool external_data = false, strict = false;
  bool hashes_data = true;  // whether data files are read for their digests
};

struct RunOptions : ModelOptions {
  std::optional<std::string> output_dir, output_format;  // without a folder outputs are printed
  std::string kernel = "fast";
  std::optional<unsigned> threads;  // 1 where none is given; 0: one per processor
  bool events = false, digest = false, platform = false;
};
int run(const RunOptions& options);

struct AccuracyOptions : ModelOptions {
  std::string output;                                         // none: standard output
  std::vector<std::string> ranges, tolerances, requirements;  // NAME=LO:HI, NAME=E, NAME<=LIMIT
  unsigned contributions = 0;                                 // groups of nodes
  std::uint64_t search = 0, seed = 1;                         // inputs of ranges that are tried
  std::string search_input;                                   // a folder for the one found
  std::optional<unsigned> threads;                            // 1 where none is given; 0: one per processor
  std::string sets, decided;                                  // --inputs FOLDER, and the output that decides
  std::optional<std::string> threshold;                       // instead of the largest score
  bool any_order = false;
};
int accuracy(const AccuracyOptions& options);
int decisions(const AccuracyOptions& options);  // accuracy --inputs

struct CompareOptions : ModelOptions {
  std::optional<std::string> data;       // a folder with test_data_set_0, test_data_set_1 …
  std::vector<std::string> candidate;    // a folder, the file of the only output, or NAME=FILE
  std::vector<std::string> deployed;     // likewise, of the model as it is deployed
  std::optional<std::string> tolerance;  // exact, ulp=N, abs=E
  bool reals = false;                    // the distances from the real values, of a large model as well
  std::optional<unsigned> threads;
  std::string output;  // none: standard output
};
int compare(const CompareOptions& options);

struct ExplainOptions : CommonOptions {
  std::string tag;  // or its beginning; none: all tags
};
int explain(const ExplainOptions& options);
std::vector<std::string> all_tags();

struct OperatorsOptions : CommonOptions {
  std::string name;  // in small letters; none: all operators
};
int list_operators(const OperatorsOptions& options);

// Where tests, proofs and vectors left what they found.
struct EvidenceOptions {
  std::string evidence, proofs, vectors;  // folder, file, folder; none: see the verbs
  std::string release;                    // a folder with all of them, as a release brings it

  bool empty() const { return evidence.empty() && proofs.empty() && vectors.empty() && release.empty(); }
};

struct TraceOptions : CommonOptions, EvidenceOptions {
  std::string output;  // none: standard output
};
int trace(const TraceOptions& options);

struct EvidenceVerbOptions : ModelOptions, EvidenceOptions {
  std::vector<std::string> ranges;               // NAME=LO:HI
  std::vector<std::string> candidate, deployed;  // as of `compare`
  std::optional<std::string> tolerance;          // likewise
  std::string output;                            // a folder
};
int evidence(const EvidenceVerbOptions& options);

struct ExhaustiveOptions : CommonOptions {
  std::vector<std::string> names;                         // none: all campaigns
  std::string shard, kernel = "reference", instructions;  // no shard: the whole; no instructions: every set there is
  std::string output;                                     // none: standard output; of a shard also a folder
  unsigned threads = 0;                                   // 0: one per processor
};
int exhaustive(const ExhaustiveOptions& options);
std::vector<std::string> all_campaigns();

struct MergeOptions : CommonOptions {
  std::vector<std::string> files;
  std::optional<double> judged;  // of `conform merge`: the share of cases that must be judged
  std::string output;            // none: standard output
};
int merge(const MergeOptions& options);

struct ConformOptions : CommonOptions {
  std::string vectors, peer, keep;       // a folder of cases; a name or a command; a folder for outputs, none: not kept
  std::optional<unsigned> threads;       // of a peer that is known by name
  unsigned jobs = 0;                     // peers at a time; 0: one per processor
  double timeout = 30, start = 60;       // seconds for a case, and for a peer to greet
  std::string shard, results, output;    // no shard: the whole; no results: they are not kept; no output: as of others
  std::string against;                   // results of another run, to compare bits with
  std::optional<std::string> tolerance;  // exact, ulp=N, abs=E
  std::optional<double> judged;          // the share of cases that must be judged
};
int conform(const ConformOptions& options);
std::vector<std::string> all_peers();

int merge_conform(const MergeOptions& options);

struct ServeOptions {
  std::string kernel = "fast";
  std::optional<unsigned> threads;  // 1 where none is given; 0: one per processor
};
int serve(const ServeOptions& options);

struct VectorsOptions : CommonOptions {
  std::string folder;
  std::vector<std::string> operators;  // in small letters; none: all
  unsigned threads = 0;                // 0: one per processor
};
int vectors(const VectorsOptions& options);

struct OutputsOptions : ModelOptions {
  std::vector<std::string> names;  // of values; none: all that nodes compute
  std::string output;
};
int outputs(const OutputsOptions& options);

struct RequantiseOptions : ModelOptions {
  std::vector<std::string> rules;  // the first is what the others are held against; none: the reference's, and all
  std::size_t show = 10;           // channels
  std::optional<unsigned> threads;
  std::string output;
};
int requantise(const RequantiseOptions& options);

struct EqualOptions : ModelOptions {
  std::string second;                         // the other model
  std::optional<std::string> second_profile;  // none: that of the first
  std::uint64_t operations = 20000000000;     // of expressions
  std::string keep;                           // a folder for inputs that tell the models apart; none: they are not kept
  std::optional<unsigned> threads;
  std::string output;
};
int equal(const EqualOptions& options);

struct VerifyOptions : ModelOptions {
  std::string property;                          // a VNN-LIB file
  std::vector<std::string> witnesses, networks;  // files; NAME=FILE of networks beside the first
  std::string campaign, shard;                   // a folder of benchmarks; no shard: the whole
  std::string margin;                            // of a claim, over the reals; none: nothing is assumed
  std::optional<std::uint64_t> boxes;            // of a claim
  std::optional<unsigned> threads;               // 1 where none is given; 0: one per processor
  std::string output;                            // none: standard output
};
int verify(const VerifyOptions& options);

struct FixOptions : ModelOptions {
  std::string output;  // the new model
  std::string report;  // a file; none: standard output
  std::string replay;  // the log of a run that is to give the same file again
  std::string evidence = "proof";
  double growth = 4;                       // times that the new file may be as large as the old one
  bool diff = false;                       // the change in words
  std::uint64_t operations = 20000000000;  // of expressions
  std::optional<unsigned> threads;
};
int fix(const FixOptions& options);

struct GenerateOptions : ModelOptions {
  std::string output;  // the folder that is written
  std::string check;   // a folder that is proved instead
  std::string report;  // a file; none: standard output
  std::string prefix = "model", arena = "caller", weights = "inside", schedule = "plain", evidence = "proof";
  std::optional<unsigned> threads;
};
int generate(const GenerateOptions& options);

std::string version_text();  // program, commit and compiler, one per line

}  // namespace etalon::impl::cli
