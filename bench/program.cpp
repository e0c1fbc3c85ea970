// SPDX-License-Identifier: Apache-2.0
// See program.hpp.
#include "program.hpp"

#include <charconv>
#include <chrono>
#include <cstdio>

#include "simd/fast.hpp"

namespace etalon::bench {
namespace {

bool accept_reference = false;

// Seconds that a call will take, by a product of at most 48 cubed of the same kind.
double projected_seconds(const Operation& operation, std::uint64_t operations) {
  Operation probe = operation;
  const auto cut = [](const Shape& shape) {
    return *Shape::of(std::vector{std::min<std::uint64_t>(shape[0], 48), std::min<std::uint64_t>(shape[1], 48)});
  };
  probe.a = cut(operation.a);
  probe.b = cut(operation.b);
  const Subject subject(probe);
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    subject.run();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best * static_cast<double>(operations) / static_cast<double>(subject.operations());
}

}  // namespace

std::unique_ptr<Subject> prepare(benchmark::State& state, const Operation& operation) {
  auto subject = std::make_unique<Subject>(operation);
  if (!subject->is_fast() && !accept_reference) {
    state.SkipWithError("no fast kernel");
    return nullptr;
  }
  // The kernel may still hand single policies to the reference.
  if (operation.op == "MatMul" && subject->operations() > 10'000'000) {
    if (projected_seconds(operation, subject->operations()) > 3) {
      state.SkipWithError("too slow: more than 3 s a call");
      return nullptr;
    }
  }
  return subject;
}

Parts split(std::string_view text, char separator) {
  Parts parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(separator, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

std::optional<DType> type_named(const std::string& name) {
  const DTypeInfo* found = find_dtype(name);
  return found == nullptr || found->bits < 8 ? std::nullopt : std::optional(found->id);
}

Shape shape_of(const std::string& text) {
  std::vector<std::uint64_t> dims;
  for (const std::string& part : split(text, 'x')) {
    std::uint64_t dim = 0;
    std::from_chars(part.data(), part.data() + part.size(), dim);
    dims.push_back(dim);
  }
  return *Shape::of(dims);
}

int run_program(int argc, char** argv, bool (*make)(const std::string& name, const Parts& parts)) {
  constexpr std::string_view choose = "--instruction_set=";
  std::vector<char*> options;
  std::vector<std::string> names;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with(choose)) {
      if (!use_instruction_set(word.substr(choose.size()))) {
        std::fprintf(stderr, "this processor does not have %s\n", argv[i] + choose.size());
        return 77;
      }
    } else if (word == "--accept_reference") {
      accept_reference = true;
    } else if (i == 0 || word.starts_with("--")) {
      options.push_back(argv[i]);
    } else {
      names.emplace_back(word);
    }
  }
  int count = static_cast<int>(options.size());
  options.push_back(nullptr);
  benchmark::Initialize(&count, options.data());
  if (benchmark::ReportUnrecognizedArguments(count, options.data())) return 2;
  benchmark::AddCustomContext("instruction_set", std::string(instruction_set_in_use()));
  for (const std::string& name : names)
    if (!make(name, split(name, '/'))) {
      std::fprintf(stderr, "no such benchmark: %s\n", name.c_str());
      return 2;
    }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace etalon::bench
