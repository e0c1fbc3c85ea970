// SPDX-License-Identifier: Apache-2.0
// Floor 8. See selftest.hpp.
#include "write/selftest.hpp"

#include <algorithm>
#include <bit>

#include "scalar/floats.h"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

// Inputs repeat a table of this length, and outputs that are longer than it are compared by a digest.
constexpr std::uint64_t most_entries = 1024;
// Usual numbers; numbers at the ends of their types among them; zeros; the lowest integers, which are no index; where
// there are integers the highest ones as well.
constexpr unsigned with_ends = 1, of_zeros = 2, of_lowest = 3, of_highest = 4;
unsigned cases_of(const Plan& plan) {
  const bool has_integers =
      std::ranges::any_of(plan.inputs(), [](const Port& port) { return is_integer(port.argument.type); });
  return has_integers ? of_highest + 1 : of_lowest + 1;
}

std::uint64_t entries_of(std::uint64_t count) { return std::min(count, most_entries); }
unsigned bits_of(DType type) { return std::max(info(type).bits, 8u); }
// Arrays of C: two numbers of 4 bits share a byte.
std::uint64_t length_of(const Argument& argument) {
  return info(argument.type).bits == 4 ? (argument.shape.count + 1) / 2 : argument.shape.count;
}

// Drawn may be indices, lengths or divisors: usual ones are tried in several ways, until the model has a result.
enum class Drawn : std::uint8_t { small, ones, zeros };

std::uint64_t drawn(DType type, unsigned which, Drawn integers, std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  const std::uint64_t random = state >> 20;
  if (which == of_zeros) return 0;
  if (type == DType::boolean) return random & 1;
  if (!is_floating(type) && which == of_lowest) return lowest_pattern(type);
  if (!is_floating(type) && which == of_highest) return highest_pattern(type);
  if (type == DType::i64 || type == DType::i32)
    return integers == Drawn::small ? 1 + (random & 1) : integers == Drawn::ones ? 1 : 0;
  if (!is_floating(type)) {
    const std::uint64_t number = random & ((std::uint64_t{1} << (bits_of(type) - 1)) - 1);
    return which == with_ends || number != 0 ? number : 1;
  }
  const binary_format format = binary_format_of(info(type).bits, info(type).fraction);
  if (which == with_ends && random % 16 == 0) {
    const std::uint64_t ends[] = {
        binary_infinity(format),     binary_sign_bit(format),     1,
        binary_infinity(format) - 1, binary_infinity(format) | 1, binary_sign_bit(format) | binary_infinity(format)};
    return ends[random / 16 % std::size(ends)];
  }
  return pattern_of(type,
                    static_cast<double>(static_cast<std::int64_t>(random >> 20 & 0xFFFFFF) - 0x800000) / 0x800000);
}

std::string hexadecimal(std::uint64_t bits, unsigned width) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (unsigned k = width / 4; k-- > 0;) text += digits[bits >> 4 * k & 15];
  return width == 64 ? "UINT64_C(0x" + text + ")" : "0x" + text + "u";
}

std::string table(const std::string& name, unsigned width, const std::vector<std::uint64_t>& entries) {
  std::string text = "static const uint" + std::to_string(width) + "_t " + name + "[" + std::to_string(entries.size()) +
                     "] = {",
              line;
  for (const std::uint64_t entry : entries) {
    const std::string one = " " + hexadecimal(entry, width) + ",";
    if (line.empty() || line.size() + one.size() > 116) {
      text += line + "\n";
      line = " ";
    }
    line += one;
  }
  return text + line + "\n};\n";
}

// The digest that the self-test makes of an output: FNV-1a over the bits, byte by byte from the lowest.
std::uint64_t digest_of(const std::vector<std::uint64_t>& patterns, unsigned width) {
  std::uint64_t digest = 0xCBF29CE484222325u;
  for (const std::uint64_t pattern : patterns)
    for (unsigned k = 0; k < width; k += 8) digest = (digest ^ (pattern >> k & 0xFF)) * 0x100000001B3u;
  return digest;
}

struct Case {
  std::vector<std::vector<std::uint64_t>> inputs, outputs;  // entries of tables; all patterns of the arrays
  std::string status;
};

std::vector<std::uint64_t> patterns_of(const TensorView& tensor) {
  std::vector<std::uint64_t> patterns;
  for (std::uint64_t i = 0; i < length_of({tensor.type, tensor.shape}); ++i)
    patterns.push_back(info(tensor.type).bits == 4 ? static_cast<const unsigned char*>(tensor.data)[i]
                                                   : pattern_at(tensor, i));
  return patterns;
}

Case run_case(const Plan& plan, const ModelText& model, unsigned which, Drawn integers) {
  Case result;
  std::vector<Tensor> inputs, outputs;
  std::vector<TensorView> views;
  std::vector<MutableTensorView> results;
  std::uint64_t state = 0xE7A10 + which;
  for (const Port& port : plan.inputs()) {
    inputs.emplace_back(port.argument.type, port.argument.shape);
    const std::uint64_t length = length_of(port.argument), entries = entries_of(length);
    std::vector<std::uint64_t> own;
    for (std::uint64_t k = 0; k < entries; ++k) own.push_back(drawn(port.argument.type, which, integers, state));
    auto* const bytes = static_cast<std::byte*>(inputs.back().data());
    const unsigned width = bits_of(port.argument.type) / 8;
    for (std::uint64_t i = 0; i < length; ++i)
      for (unsigned k = 0; k < width; ++k) {
        const unsigned at = std::endian::native == std::endian::little ? k : width - 1 - k;
        bytes[i * width + at] = static_cast<std::byte>(own[(i + i / entries) % entries] >> 8 * k);
      }
    result.inputs.push_back(std::move(own));
  }
  for (const Port& port : plan.outputs()) outputs.emplace_back(port.argument.type, port.argument.shape);
  for (const Tensor& one : inputs) views.push_back(one.view());
  for (Tensor& one : outputs) results.push_back(one.view());
  AlignedBytes arena(plan.arena_bytes());
  const Status status = plan.run(ViewBuffers(views, results), arena.span(), nullptr);
  result.status = status.ok() ? model.ok() : model.refused(status.node, status.rule);
  for (const Tensor& one : outputs) result.outputs.push_back(patterns_of(one.view()));
  return result;
}

// Weights that lie apart: without them, and with another bit in them, the model is refused. The array is too long by
// one byte, so that a file that is too long is seen.
std::string loading(const std::string& prefix, const ModelText& model, const std::string& arguments) {
  return "static uint8_t bytes[" + std::to_string(model.stored_weights().size() + 1) + "];\nstatic " + prefix +
         "_weights weights;\n\nstatic int load(void) {\n  FILE *const file = fopen(\"weights.bin\", \"rb\");\n"
         "  uint32_t size = 0;\n  int wrong;\n  if (file != NULL) {\n"
         "    size = (uint32_t)fread(bytes, 1, sizeof bytes, file);\n    (void)fclose(file);\n  }\n"
         "  bytes[0] ^= 1u;\n  wrong = " +
         prefix + "_load(&weights, bytes, size) != " + model.other_weights() +
         ";\n  bytes[0] ^= 1u;\n  wrong += " + prefix + "_run(" + arguments + ") != " + model.other_weights() +
         ";\n  wrong += " + prefix + "_load(&weights, bytes, size) != " + model.ok() +
         ";\n  printf(\"weights: %s\\n\", wrong == 0 ? \"loaded\" : \"not loaded, or others not refused\");\n"
         "  return wrong;\n}\n";
}

// A run in an environment that the model is to refuse without writing an output: where the library knows the direction
// and the processor follows it.
std::string rounding_upwards(const Plan& plan, const std::string& prefix, const std::string& arguments) {
  std::string text =
      "\nstatic int rounding_upwards(void) {\n  const char *said = \"not possible here\";\n  int wrong = 0;\n"
      "#ifdef FE_UPWARD\n  const volatile float one = 1.0f, little = 0x1p-24f;\n"
      "  const int direction = fegetround();\n  if (fesetround(FE_UPWARD) == 0 && one + little > one) {\n";
  const auto for_each_output = [&](const auto& write) {
    for (std::size_t k = 0; k < plan.outputs().size(); ++k)
      if (plan.outputs()[k].argument.shape.count != 0) write("output_" + std::to_string(k));
  };
  for_each_output([&](const std::string& own) { text += "    memset(" + own + ", 0xA5, sizeof " + own + ");\n"; });
  text += "    wrong += " + prefix + "_run(" + arguments + ") != " + prefix + "_environment;\n";
  for_each_output([&](const std::string& own) {
    text += "    for (size_t i = 0; i < sizeof " + own + "; ++i) {\n      wrong += ((const unsigned char *)" + own +
            ")[i] != 0xA5;\n    }\n";
  });
  return text +
         "    said = wrong == 0 ? \"refused, and no output written\" : \"not refused\";\n  }\n"
         "  (void)fesetround(direction);\n#endif\n  printf(\"rounding upwards: %s\\n\", said);\n  return wrong;\n}\n";
}

}  // namespace

Result<std::string> selftest_of(const Plan& plan, const ProjectSettings& settings, const ModelText& model) {
  const std::string& prefix = settings.prefix;
  std::string text =
      "/* Written by Etalon. Runs the model on inputs, and compares every bit of its outputs with those of the\n"
      " * reference. It ends with 0 where all are the same. */\n#include <fenv.h>\n#include <stdio.h>\n#include "
      "<string.h>\n\n#include \"model.h\"\n\n";
  std::vector<Case> all;
  const unsigned cases = cases_of(plan);
  for (unsigned which = 0; which < cases; ++which) {
    all.push_back(run_case(plan, model, which, Drawn::small));
    for (const Drawn other : {Drawn::ones, Drawn::zeros})
      if (which <= with_ends && all.back().status != model.ok()) all.back() = run_case(plan, model, which, other);
  }
  const auto number = [](std::size_t k) { return std::to_string(k); };
  for (std::size_t k = 0; k < plan.inputs().size(); ++k) {
    const Argument& argument = plan.inputs()[k].argument;
    if (argument.shape.count == 0) continue;
    for (unsigned c = 0; c < cases; ++c)
      text += table("input_" + number(k) + "_case_" + number(c), bits_of(argument.type), all[c].inputs[k]);
  }
  for (std::size_t k = 0; k < plan.outputs().size(); ++k) {
    const Argument& argument = plan.outputs()[k].argument;
    for (unsigned c = 0; c < cases; ++c)
      if (length_of(argument) <= most_entries && argument.shape.count != 0)
        text += table("output_" + number(k) + "_case_" + number(c), bits_of(argument.type), all[c].outputs[k]);
  }
  const auto array = [&](const char* kind, std::size_t k, const Argument& argument) {
    text += "static " + c_element(argument.type) + " " + kind + "_" + number(k) + "[" +
            number(std::max<std::size_t>(length_of(argument), 1)) + "];\n";
  };
  text += "\n";
  for (std::size_t k = 0; k < plan.inputs().size(); ++k) array("input", k, plan.inputs()[k].argument);
  for (std::size_t k = 0; k < plan.outputs().size(); ++k) array("output", k, plan.outputs()[k].argument);
  const bool has_arena = model.needs().arena != 0 && !settings.static_arena;
  if (has_arena) text += "static " + prefix + "_arena arena;\n";
  std::string arguments = has_arena ? "&arena" : "";
  if (model.has_weights_apart()) arguments += has_arena ? ", &weights" : "&weights";
  for (std::size_t k = 0; k < plan.inputs().size(); ++k)
    arguments += (arguments.empty() ? "input_" : ", input_") + number(k);
  for (std::size_t k = 0; k < plan.outputs().size(); ++k)
    arguments += (arguments.empty() ? "output_" : ", output_") + number(k);
  if (model.has_weights_apart()) text += loading(prefix, model, arguments);
  for (unsigned c = 0; c < cases; ++c) {
    text += "\nstatic int case_" + number(c) + "(void) {\n  int wrong = 0;\n  int32_t status;\n";
    for (std::size_t k = 0; k < plan.inputs().size(); ++k) {
      const Argument& argument = plan.inputs()[k].argument;
      if (argument.shape.count == 0) continue;
      const std::string entries = number(entries_of(length_of(argument)));
      text += "  for (uint32_t i = 0; i < " + number(length_of(argument)) + "u; ++i) {\n    memcpy(&input_" +
              number(k) + "[i], &input_" + number(k) + "_case_" + number(c) + "[(i + i / " + entries + "u) % " +
              entries + "u], sizeof input_" + number(k) + "[i]);\n  }\n";
    }
    for (std::size_t k = 0; k < plan.outputs().size(); ++k)
      text += "  memset(output_" + number(k) + ", 0, sizeof output_" + number(k) + ");\n";
    text += "  status = " + prefix + "_run(" + arguments + ");\n  if (status != " + all[c].status +
            ") {\n    printf(\"case " + number(c) + ": status %d\\n\", (int)status);\n    return 1;\n  }\n";
    for (std::size_t k = 0; k < plan.outputs().size(); ++k) {
      const Argument& argument = plan.outputs()[k].argument;
      if (argument.shape.count == 0) continue;
      const std::string length = number(length_of(argument)), own = "output_" + number(k);
      const unsigned width = bits_of(argument.type);
      if (length_of(argument) <= most_entries) {
        text += "  wrong += memcmp(" + own + ", " + own + "_case_" + number(c) + ", sizeof " + own + "_case_" +
                number(c) + ") != 0;\n";
      } else {
        text += "  {\n    uint64_t digest = UINT64_C(0xCBF29CE484222325);\n    for (uint32_t i = 0; i < " + length +
                "u; ++i) {\n      uint" + number(width) + "_t bits;\n      memcpy(&bits, &" + own +
                "[i], sizeof bits);\n" + "      for (unsigned k = 0; k < " + number(width) +
                "u; k += 8) {\n        digest = (digest ^ (((uint64_t)bits >> k) & 0xFF)) * UINT64_C(0x100000001B3);\n "
                "     }\n    }\n" +
                "    wrong += digest != " + hexadecimal(digest_of(all[c].outputs[k], width), 64) + ";\n  }\n";
      }
    }
    text +=
        "  printf(\"case " + number(c) + ": %s\\n\", wrong == 0 ? \"" +
        (all[c].status == model.ok() ? "every bit as the reference has it" : "refused, as the reference refuses it") +
        "\" : \"other bits\");\n  return wrong;\n}\n";
  }
  text += rounding_upwards(plan, prefix, arguments) +
          "\nint main(void) {\n  int wrong = " + (model.has_weights_apart() ? "load()" : "0") + ";\n";
  for (unsigned c = 0; c < cases; ++c) text += "  wrong += case_" + number(c) + "();\n";
  text += "  wrong += rounding_upwards();\n";
  return text + "  return wrong == 0 ? 0 : 1;\n}\n";
}

}  // namespace etalon::impl
