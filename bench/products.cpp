// SPDX-License-Identifier: Apache-2.0
// MatMul through a prepared plan, and its peers on the same operands and the same result:
//
//   matmul/TYPE/POLICY/MxNxK[/normal|integers|cancelling][/threads:T]   ours
//   openblas/float|double/MxNxK                                         cblas_?gemm, one thread, packing included
//   peak/float|double                                                   multiply-adds that never leave the registers
//   read/COUNT                                                          floats read once: the floor of skinny products
#include <cblas.h>

#include <charconv>

#include "bare.hpp"
#include "program.hpp"
#include "team.hpp"

namespace etalon::bench {
namespace {

struct Cube {
  std::uint64_t m, n, k;

  Shape a() const { return *Shape::of(std::vector{m, k}); }
  Shape b() const { return *Shape::of(std::vector{k, n}); }
  std::uint64_t multiply_adds() const { return m * n * k; }
};

Cube cube_of(const std::string& text) {
  const Shape shape = shape_of(text);
  return shape.rank == 3 ? Cube{shape[0], shape[1], shape[2]} : Cube{};
}

std::optional<Data> data_named(const std::string& name) {
  if (name == "normal") return Data::normal;
  if (name == "integers") return Data::integers;
  if (name == "cancelling") return Data::cancelling;
  return std::nullopt;
}

bool make_matmul(const std::string& name, const Parts& parts) {
  if (parts.size() < 4) return false;
  const auto type = type_named(parts[1]);
  const auto policy = find_accumulation(parts[2]);
  const Cube cube = cube_of(parts[3]);
  if (!type || !policy || cube.multiply_adds() == 0) return false;
  Operation operation{"MatMul", *type, {}, cube.a(), cube.b()};
  operation.choices.accumulation = *policy;
  for (std::size_t i = 4; i < parts.size(); ++i) {
    constexpr std::string_view threads = "threads:";
    if (const auto data = data_named(parts[i])) {
      operation.data_a = operation.data_b = *data;
    } else if (parts[i].starts_with(threads)) {
      unsigned count = 0;
      std::from_chars(parts[i].data() + threads.size(), parts[i].data() + parts[i].size(), count);
      operation.team = team_of(count);
    } else {
      return false;
    }
  }
  add(
      name, [=](benchmark::State& state) { return prepare(state, operation); },
      [=](benchmark::State& state, const Subject& subject) {
        measure(state, cube.multiply_adds(), [&] { subject.run(); });
      });
  return true;
}

void gemm(const Cube& cube, const float* a, const float* b, float* c) {
  const auto m = static_cast<blasint>(cube.m), n = static_cast<blasint>(cube.n), k = static_cast<blasint>(cube.k);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
}
void gemm(const Cube& cube, const double* a, const double* b, double* c) {
  const auto m = static_cast<blasint>(cube.m), n = static_cast<blasint>(cube.n), k = static_cast<blasint>(cube.k);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
}

template <class T> void make_openblas(const std::string& name, DType type, const Cube& cube) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const auto* a = static_cast<const T*>(operand(0, type, cube.a(), Data::normal));
    const auto* b = static_cast<const T*>(operand(1, type, cube.b(), Data::normal));
    auto* c = static_cast<T*>(result(cube.m * cube.n * sizeof(T)));
    measure(state, cube.multiply_adds(), [&] { gemm(cube, a, b, c); });
  });
}

bool make_peak(const std::string& name, const std::string& type) {
  for (const MultiplyAdds& peak : bare().peaks) {
    if (type != peak.type) continue;
    benchmark::RegisterBenchmark(name.c_str(), [peak](benchmark::State& state) {
      constexpr std::size_t rounds = 100'000;  // about 0.3 ms
      measure(state, rounds * peak.per_round, [&] { benchmark::DoNotOptimize(peak.run(rounds)); });
    });
    return true;
  }
  return false;
}

bool make(const std::string& name, const Parts& parts) {
  if (parts[0] == "matmul") return make_matmul(name, parts);
  if (parts[0] == "openblas" && parts.size() == 3) {
    const Cube cube = cube_of(parts[2]);
    if (cube.multiply_adds() == 0) return false;
    if (parts[1] == "float") return make_openblas<float>(name, DType::f32, cube), true;
    if (parts[1] == "double") return make_openblas<double>(name, DType::f64, cube), true;
  }
  if (parts[0] == "peak" && parts.size() == 2) return make_peak(name, parts[1]);
  if (parts[0] == "read" && parts.size() == 2) {
    benchmark::RegisterBenchmark(name.c_str(), [shape = shape_of(parts[1])](benchmark::State& state) {
      const auto* from = static_cast<const float*>(operand(1, DType::f32, shape, Data::normal));
      measure(state, shape.count, [&] { benchmark::DoNotOptimize(bare().read(from, shape.count)); });
    });
    return true;
  }
  return false;
}

}  // namespace
}  // namespace etalon::bench

int main(int argc, char** argv) {
  openblas_set_num_threads(1);
  benchmark::AddCustomContext("openblas_core", openblas_get_corename());
  benchmark::AddCustomContext("openblas", openblas_get_config());
  benchmark::AddCustomContext("bare_loops", etalon::bench::bare().name);
  return etalon::bench::run_program(argc, argv, etalon::bench::make);
}
