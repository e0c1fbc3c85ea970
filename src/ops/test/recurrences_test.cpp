// SPDX-License-Identifier: Apache-2.0
// LSTM and GRU: directions, lengths, layouts, functions, versions and types, as tables of calls with what they give or
// the rule that refuses them; the order of sums under the SONNX profiles; outputs that are omitted. The program `calls`
// holds their results against an oracle on random calls.

#include "ops/reference.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/ops/family/recurrence.hpp"
#include "simd/fast.hpp"
#include "tests/support/drawn_call.hpp"
#include "tests/support/fold_calls.hpp"

namespace etalon::tests {
namespace {

using Texts = std::vector<std::string>;
using Floats = std::vector<float>;

const char *const w = "[[[1],[1],[1],[1]]]", *const r = "[[[0],[0],[0],[0]]]", *const two_steps = "[[[1]],[[2]]]";
const Attribute relus{"activations", Texts{"Relu", "Relu", "Relu"}};

TEST(Recurrences, LstmRunsInItsDirectionAndItsLengths) {
  const Fold folds[] = {
      {{"LSTM-ALL-SHAPE"}, "LSTM", {two_steps, w, r}, {relus}, "[[[[1]]],[[[12]]]]", How().and_then("[[[12]]]")},
      {{"LSTM-ALL-SHAPE"}, "LSTM", {"[[1]]", w, r}, {}, "LSTM-ALL-SHAPE"},
      {{"LSTM-ALL-SHAPE"}, "LSTM", {two_steps, w, r, "[[0]]"}, {}, "LSTM-ALL-SHAPE"},
      {{"LSTM-ALL-SHAPE"}, "LSTM", {two_steps, w, r, "-", "-", "-", "-", "[[0]]"}, {}, "LSTM-ALL-SHAPE"},
      {{"REC-ALL-DIRECTION"},
       "LSTM",
       {two_steps, w, r},
       {relus, {"direction", std::string("reverse")}},
       "[[[[5]]],[[[8]]]]",
       How().and_then("[[[5]]]")},
      {{"REC-ALL-DIRECTION"},
       "LSTM",
       {two_steps, "[[[1],[1],[1],[1]],[[1],[1],[1],[1]]]", "[[[0],[0],[0],[0]],[[0],[0],[0],[0]]]"},
       {{"activations", Texts{"Relu", "Relu", "Relu", "Relu", "Relu", "Relu"}},
        {"direction", std::string("bidirectional")}},
       "[[[[1]],[[5]]],[[[12]],[[8]]]]",
       How().and_then("[[[12]],[[5]]]")},
      {{"REC-ALL-DIRECTION"}, "LSTM", {two_steps, w, r}, {{"direction", std::string("foward")}}, "REC-ALL-DIRECTION"},
      {{"REC-ALL-LENGTHS"},
       "LSTM",
       {two_steps, w, r, "-", "[1]"},
       {relus, {"direction", std::string("reverse")}},
       "[[[[1]]],[[[0]]]]",
       How().and_then("[[[1]]]")},
      {{"REC-ALL-LENGTHS"}, "LSTM", {two_steps, w, r, "-", "[-1]"}, {}, "REC-ALL-LENGTHS"},
      {{"REC-ALL-LENGTHS"}, "LSTM", {two_steps, w, r, "-", "[3]"}, {}, "REC-ALL-LENGTHS"},
      {{"REC-ALL-STATE"},
       "LSTM",
       {two_steps, w, r, "-", "[0]", "[[[7]]]"},
       {},
       "[[[[0]]],[[[0]]]]",
       How().and_then("[[[7]]]")},
      {{"REC-ALL-STATE"},
       "LSTM",
       {two_steps, w, r, "-", "[0]", "[[[\"0xFFA00001\"]]]"},
       {},
       "[[[[\"0x00000000\"]]],[[[\"0x00000000\"]]]]",
       How().bits().and_then("[[[\"0x7FC00000\"]]]")},
      {{"REC-ALL-STATE"}, "LSTM", {"[[[1]]]", w, "[[[\"inf\"],[0],[0],[0]]]"}, {}, "[[[[\"nan\"]]]]"},
      {{"REC-ALL-LAYOUT"}, "LSTM", {"[[[1],[2]]]", w, r}, {relus, {"layout", std::int64_t{1}}}, "[[[[1]],[[12]]]]"},
      {{"REC-ALL-LAYOUT"}, "LSTM", {two_steps, w, r}, {{"layout", std::int64_t{2}}}, "REC-ALL-LAYOUT"},
      {{"REC-ALL-HIDDEN"}, "LSTM", {"[[[1]]]", w, r}, {relus, {"hidden_size", std::int64_t{1}}}, "[[[[1]]]]"},
      {{"REC-ALL-HIDDEN"}, "LSTM", {"[[[1]]]", w, r}, {{"hidden_size", std::int64_t{2}}}, "REC-ALL-HIDDEN"},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Recurrences, LstmTakesTheFunctionsOfTheDefinition) {
  const auto functions = [](const char* f) { return Attribute{"activations", Texts{f, "Relu", "Relu"}}; };
  const Attribute alpha{"activation_alpha", Floats{2}}, beta{"activation_beta", Floats{0.5f}};
  // With X = 3 and gates of 3 the functions g and h give 3 and the cell: H = f(3) * (f(3) * 3).
  const std::vector<std::string> three{"[[[3]]]", w, r};
  const Fold folds[] = {
      {{"REC-ALL-ACTIVATIONS"}, "LSTM", {"[[[200]]]", w, r}, {}, "[[[[0.7615942]]]]"},
      {{"REC-ALL-ACTIVATIONS"}, "LSTM", three, {functions("Affine"), alpha, beta}, "[[[[126.75]]]]"},
      {{"REC-ALL-ACTIVATIONS"}, "LSTM", three, {functions("HardSigmoid"), alpha, beta}, "[[[[3]]]]"},
      {{"REC-ALL-ACTIVATIONS"}, "LSTM", three, {functions("Softsign")}, "[[[[1.6875]]]]"},
      {{"REC-ALL-ACTIVATIONS"},
       "LSTM",
       three,
       {functions("ThresholdedRelu"), {"activation_alpha", Floats{3}}},
       "[[[[27]]]]"},
      {{"REC-ALL-ACTIVATIONS"}, "LSTM", three, {{"activations", Texts{"Relu", "Relu"}}}, "REC-ALL-ACTIVATIONS"},
      {{"REC-ALL-ACTIVATIONS"}, "LSTM", three, {functions("relu")}, "REC-ALL-ACTIVATIONS"},
      {{"REC-ALL-FACTORS"},
       "LSTM",
       {"[[[1]]]", "[[[1],[1],[1],[-1]]]", r},
       {{"activations", Texts{"Relu", "LeakyRelu", "LeakyRelu"}}, alpha},
       "[[[[-0.02]]]]"},
      {{"REC-ALL-FACTORS"}, "LSTM", three, {alpha}, "REC-ALL-FACTORS"},
      {{"REC-ALL-FACTORS"}, "LSTM", three, {functions("Affine"), alpha}, "REC-ALL-FACTORS"},
      {{"REC-ALL-UNDEFINED"}, "LSTM", three, {functions("Elu")}, "REC-ALL-UNDEFINED"},
      {{"REC-ALL-UNDEFINED"}, "LSTM", three, {functions("Softplus")}, "REC-ALL-UNDEFINED"},
      {{"REC-ALL-CLIP"}, "LSTM", {two_steps, w, r}, {relus, {"clip", 1.0f}}, "[[[[1]]],[[[1]]]]"},
      {{"REC-ALL-CLIP"}, "LSTM", {two_steps, w, r}, {relus, {"clip", -1.0f}}, "REC-ALL-CLIP"},
      {{"LSTM-ALL-GATES"}, "LSTM", {"[[[1]]]", w, r, "-", "-", "-", "-", "[[0,1,0]]"}, {relus}, "[[[[2]]]]"},
      // the forget gate is the third one: of the cell 5 it keeps 10, and 1 is added
      {{"LSTM-ALL-GATES"},
       "LSTM",
       {"[[[1]]]", "[[[1],[1],[2],[1]]]", r, "-", "-", "-", "[[[5]]]"},
       {relus},
       "[[[[11]]]]"},
      {{"LSTM-ALL-COUPLED"},
       "LSTM",
       {two_steps, "[[[1],[1],[\"nan\"],[1]]]", r},
       {relus, {"input_forget", std::int64_t{1}}},
       "[[[[1]]],[[[6]]]]"},
      {{"LSTM-ALL-TYPES"}, "LSTM", three, {}, "LSTM-ALL-TYPES", How().of(DType::bf16).at(14)},
      {{"LSTM-ALL-TYPES"}, "LSTM", three, {relus}, "[[[[27]]]]", How().of(DType::bf16)},
      {{"LSTM-ALL-VERSIONS"}, "LSTM", three, {relus, {"output_sequence", std::int64_t{1}}}, "[[[[27]]]]", How().at(6)},
      {{"LSTM-ALL-VERSIONS"}, "LSTM", three, {{"output_sequence", std::int64_t{1}}}, "GEN-ALL-ATTRIBUTES", How().at(7)},
      {{"LSTM-FLOAT-WIDE"},
       "LSTM",
       {"[[[2048,1,1]]]", "[[[1,1,1],[0,0,1],[0,0,0],[0,1,0]]]", r},
       {relus},
       "[[[[2050]]]]",
       How().of(DType::f16).by(Accumulation::wide)},
      {{"LSTM-FLOAT-WIDE"}, "LSTM", three, {}, "LSTM-FLOAT-WIDE", How().of(DType::f64).by(Accumulation::wide)},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Recurrences, LstmSumsAsItsProfileSays) {
  const std::vector<std::string> onnx{"[[[1]]]", "[[[1],[2048],[0],[200]]]", r, "[[0,1,0,0,0,1,0,0]]"};
  std::vector<std::string> sonnx = onnx;
  for (const char* more : {"[1]", "[[[0]]]", "[[[0]]]", "[[0,0,0]]"}) sonnx.emplace_back(more);
  const auto given = [](const char* f) -> std::vector<Attribute> {
    return {{"activations", Texts{f, "Tanh", "Tanh"}},
            {"direction", std::string("forward")},
            {"hidden_size", std::int64_t{1}},
            {"input_forget", std::int64_t{0}},
            {"layout", std::int64_t{0}}};
  };
  const Fold folds[] = {
      {{"LSTM-FLOAT-RESULT"}, "LSTM", onnx, given("Relu"), "[[[[1560]]]]", How().of(DType::f16)},
      {{"LSTM-FLOAT-RESULT"}, "LSTM", sonnx, given("Relu"), "[[[[1562]]]]", How().of(DType::f16).under("sonnx")},
      {{"LSTM-ALL-ACTIVATIONS"}, "LSTM", sonnx, given("Tanh"), "LSTM-ALL-ACTIVATIONS", How().under("sonnx")},
      {{"LSTM-ALL-VERSIONS"}, "LSTM", onnx, given("Relu"), "GEN-ALL-ARITY", How().under("sonnx")},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Recurrences, GruResetsBeforeOrBehindItsProduct) {
  const Attribute two{"activations", Texts{"Relu", "Relu"}}, linear{"linear_before_reset", std::int64_t{1}};
  const std::vector<std::string> biased{"[[[1]]]", "[[[0],[2],[2]]]", "[[[0],[0],[1]]]", "[[0,0,0,0,0,1]]",
                                        "-",       "[[[3]]]"};
  const std::vector<std::string> plain{"[[[1]]]", "[[[0],[1],[2]]]", "[[[0],[0],[1]]]"};
  const Fold folds[] = {
      {{"GRU-ALL-SHAPE"}, "GRU", plain, {two}, "[[[[2]]]]", How().and_then("[[[2]]]")},
      {{"GRU-ALL-SHAPE"}, "GRU", {"[[[1]]]", "[[[0],[1]]]", "[[[0],[0],[1]]]"}, {}, "GRU-ALL-SHAPE"},
      {{"GRU-ALL-GATES"}, "GRU", biased, {two}, "[[[[9]]]]"},
      {{"GRU-ALL-LINEAR"}, "GRU", biased, {two, linear}, "[[[[10]]]]"},
      {{"GRU-ALL-LINEAR", "GRU-ALL-VERSIONS"},
       "GRU",
       biased,
       {two, linear},
       "GEN-ALL-ATTRIBUTES",
       How().at(2).and_then("")},
      {{"GRU-ALL-VERSIONS"}, "GRU", plain, {two}, "[[[[2]]]]", How().at(2).and_then("[[[2]]]")},
      {{"GRU-ALL-TYPES"}, "GRU", plain, {}, "GRU-ALL-TYPES", How().of(DType::bf16).at(14)},
      {{"GRU-ALL-TYPES"}, "GRU", plain, {two}, "[[[[2]]]]", How().of(DType::bf16)},
      {{"GRU-FLOAT-RESULT"},
       "GRU",
       {"[[[1]]]", "[[[0],[0],[2048]]]", "[[[0],[0],[0]]]", "[[0,0,1,0,0,1]]"},
       {two},
       "[[[[2048]]]]",
       How().of(DType::f16)},
      {{"GRU-FLOAT-WIDE"}, "GRU", plain, {}, "GRU-FLOAT-WIDE", How().of(DType::f64).by(Accumulation::wide)},
      {{"GRU-FLOAT-WIDE"}, "GRU", plain, {two}, "[[[[2]]]]", How().of(DType::f16).by(Accumulation::wide)},
      {{"GRU-ALL-VERSIONS"}, "GRU", plain, {two}, "GEN-ALL-VERSION", How().under("sonnx")},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Recurrences, EventsAreCountedOncePerUnitAndStep) {
  EVIDENCE("REC-ALL-EVENTS");
  // All four gates of both steps overflow; the second step lies behind the length.
  const OpCase all("LSTM", DType::f32, {"[[[1e38]],[[1e38]]]", "[[[10],[10],[10],[10]]]", r}, find_profile("onnx"));
  EXPECT_EQ(run_op(all).events.of[2].count, 2u);
  const OpCase one("LSTM", DType::f32, {"[[[1e38]],[[1e38]]]", "[[[10],[10],[10],[10]]]", r, "-", "[1]"},
                   find_profile("onnx"));
  EXPECT_EQ(run_op(one).events.of[2].count, 1u);
}

// Random calls with every operand, under a SONNX profile.
TEST(Recurrences, LstmUnderSonnxAgreesWithTheOracle) {
  EVIDENCE("LSTM-FLOAT-RESULT");
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    oracle::Random random(seed);
    constexpr std::array<oracle::Type, 4> types{oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64};
    oracle::Recurrence call{types[random.below(4)]};
    call.accumulation = oracle::draw_accumulation(random, call.type);
    call.steps = 1 + random.below(3), call.batch = 1 + random.below(2);
    call.inputs = 1 + random.below(4), call.hidden = 1 + random.below(4);
    call.directions = 1 + random.below(2);
    call.is_reverse = call.directions == 1 && random.coin();
    call.is_coupled = random.coin();
    call.sums_at_once = true;
    Texts names;
    for (std::uint64_t d = 0; d < call.directions; ++d)
      for (const char* name : {random.coin() ? "Relu" : "Sigmoid", "Tanh", "Tanh"}) {
        names.emplace_back(name);
        call.activations.push_back({name});
      }
    oracle::Call drawn{"LSTM", newest_opset};
    const auto draw = [&](const oracle::Shape& shape) {
      oracle::Tensor tensor = oracle::draw_tensor(random, call.type, shape);
      const oracle::Format f = call.type.format();
      const auto bias = (std::uint64_t{1} << (f.bits - f.fraction - 2)) - 1;
      for (std::uint64_t& pattern : tensor.patterns)
        if (random.below(16) != 0)
          pattern = (random.coin() ? std::uint64_t{1} << (f.bits - 1) : 0) | (bias - random.below(4)) << f.fraction |
                    (random.bits() & ((std::uint64_t{1} << f.fraction) - 1));
      drawn.inputs.emplace_back(tensor);
      return tensor.patterns;
    };
    const std::uint64_t D = call.directions, H = call.hidden;
    call.x = draw({call.steps, call.batch, call.inputs});
    call.w = draw({D, 4 * H, call.inputs});
    call.r = draw({D, 4 * H, H});
    call.b = draw({D, 8 * H});
    oracle::Tensor lengths{oracle::int32, {call.batch}, {}};
    for (std::uint64_t b = 0; b < call.batch; ++b) lengths.patterns.push_back(random.below(call.steps + 1));
    call.lengths = lengths.patterns;
    drawn.inputs.emplace_back(lengths);
    call.initial_h = draw({D, call.batch, H});
    call.initial_c = draw({D, call.batch, H});
    call.p = draw({D, 3 * H});
    const std::string direction = D == 2 ? "bidirectional" : call.is_reverse ? "reverse" : "forward";
    oracle::give(drawn, "activations", names);
    oracle::give(drawn, "direction", direction);
    oracle::give(drawn, "hidden_size", static_cast<std::int64_t>(H));
    oracle::give(drawn, "input_forget", std::int64_t{call.is_coupled});
    oracle::give(drawn, "layout", std::int64_t{0});

    Profile profile = *find_profile("sonnx");
    profile.choices.accumulation = static_cast<Accumulation>(call.accumulation);
    Node node;
    node.operation = "LSTM";
    const Attributes attributes(drawn);
    node.attributes = attributes.given;
    std::vector<Tensor> operands;
    std::vector<Given> given;
    for (const auto& input : drawn.inputs) operands.push_back(tensor_of(*input));
    for (const Tensor& operand : operands) given.emplace_back(Argument{operand.type(), operand.shape()});
    const auto resolution = resolve(profile, newest_opset, node, given);
    ASSERT_TRUE(resolution) << resolution.finding().message;
    std::vector<TensorView> inputs;
    for (const Tensor& operand : operands) inputs.push_back(operand.view());
    const oracle::RecurrenceAnswer right = oracle::lstm(call);
    for (const KernelTable kernels : {KernelTable{reference_kernel}, KernelTable{fast_kernel}}) {
      Tensor y(resolution->call.outputs[0]->type, resolution->call.outputs[0]->shape);
      const MutableTensorView outputs[] = {y.view()};
      const Kernel kernel = kernels(resolution->call, CountEvents::no);
      Scratch scratch(kernel, resolution->call);
      ASSERT_TRUE(execute(resolution->call, inputs, outputs, {.scratch = scratch.span()}, kernel).ok());
      for (std::size_t i = 0; i < right.y.size(); ++i)
        ASSERT_EQ(pattern_at(std::as_const(y).view(), i), right.y[i]) << "call " << seed << ", element " << i;
    }
  }
}

// What is asked for does not depend on what else is.
TEST(Recurrences, OutputsThatAreOmittedChangeNothing) {
  EVIDENCE("LSTM-ALL-SHAPE", "GRU-ALL-SHAPE");
  for (const char* operation : {"LSTM", "GRU"}) {
    const std::size_t most = operation[0] == 'L' ? 3 : 2;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const auto& drawings = oracle::drawings();
      const auto drawing = std::ranges::find_if(
          drawings, [&](const auto& one) { return std::string_view(one.name) == (most == 3 ? "lstm" : "gru"); });
      oracle::Random random(seed);
      const DrawnCall drawn(drawing->draw(random));
      if (drawn.unavailable != nullptr || drawn.drawn.outputs.size() < 2) continue;
      auto resolution = drawn.resolved();
      ASSERT_TRUE(resolution);
      std::vector<Tensor> operands;
      std::vector<TensorView> inputs;
      operands.reserve(drawn.drawn.inputs.size());
      for (const auto& input : drawn.drawn.inputs)
        inputs.push_back(input ? std::as_const(operands.emplace_back(tensor_of(*input))).view() : TensorView{});
      resolution->call.outputs[0] = std::nullopt;
      for (const KernelTable kernels : {KernelTable{reference_kernel}, KernelTable{fast_kernel}}) {
        std::vector<Tensor> results;
        std::vector<MutableTensorView> outputs(1);
        results.reserve(most);
        for (std::size_t k = 1; k < resolution->call.outputs.size(); ++k) {
          const Argument& wanted = *resolution->call.outputs[k];
          outputs.push_back(results.emplace_back(wanted.type, wanted.shape).view());
        }
        const Kernel kernel = kernels(resolution->call, CountEvents::no);
        Scratch scratch(kernel, resolution->call);
        ASSERT_TRUE(execute(resolution->call, inputs, outputs, {.scratch = scratch.span()}, kernel).ok());
        for (std::size_t k = 1; k < outputs.size(); ++k)
          for (std::size_t i = 0; i < drawn.drawn.outputs[k].patterns.size(); ++i)
            ASSERT_EQ(pattern_at(std::as_const(results[k - 1]).view(), i), drawn.drawn.outputs[k].patterns[i])
                << operation << " " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace etalon::tests
