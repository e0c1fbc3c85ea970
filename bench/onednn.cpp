// SPDX-License-Identifier: Apache-2.0
// Convolutions of float by oneDNN, on one thread, in the layouts that it chooses itself; what reordering into them
// costs is not counted:
//
//   conv/CHANNELSxFEATURESxSIDExKERNELxSTRIDE[/groups:G]   as in layers.cpp, with a bias
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <dnnl.hpp>
#include <unordered_map>

#include "program.hpp"

namespace etalon::bench {
namespace {

using dnnl::memory;

class OneDnn {
 public:
  OneDnn(const Shape& said, std::uint64_t groups) : engine_(dnnl::engine::kind::cpu, 0), stream_(engine_) {
    const auto number = [](std::uint64_t n) { return static_cast<memory::dim>(n); };
    const memory::dim channels = number(said[0]), features = number(said[1]), side = number(said[2]),
                      kernel = number(said[3]), stride = number(said[4]), parts = number(groups);
    const memory::dim pad = kernel / 2, out = (side + 2 * pad - kernel) / stride + 1;
    const auto type = memory::data_type::f32;
    const auto any = memory::format_tag::any;
    const memory::dims weights = parts == 1 ? memory::dims{features, channels, kernel, kernel}
                                            : memory::dims{parts, features / parts, channels / parts, kernel, kernel};
    const dnnl::convolution_forward::desc wanted(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        memory::desc({1, channels, side, side}, type, any), memory::desc(weights, type, any),
        memory::desc({features}, type, memory::format_tag::a), memory::desc({1, features, out, out}, type, any),
        {stride, stride}, {pad, pad}, {pad, pad});
    const dnnl::convolution_forward::primitive_desc chosen(wanted, engine_);
    convolution_ = dnnl::convolution_forward(chosen);
    arguments_ = {{DNNL_ARG_SRC, filled(0, chosen.src_desc())},
                  {DNNL_ARG_WEIGHTS, filled(1, chosen.weights_desc())},
                  {DNNL_ARG_BIAS, filled(2, chosen.bias_desc())},
                  {DNNL_ARG_DST, filled(3, chosen.dst_desc())}};
    products_ = said[1] * static_cast<std::uint64_t>(out * out) * (said[0] / groups) * said[3] * said[3];
  }

  std::uint64_t operations() const { return products_; }
  void run() {
    convolution_.execute(stream_, arguments_);
    stream_.wait();
  }

 private:
  // Its layouts may be larger than the tensors: all of the memory is filled.
  memory filled(unsigned number, const memory::desc& description) {
    const std::uint64_t dims[] = {description.get_size() / sizeof(float)};
    const Shape shape = *Shape::of(dims);
    void* const data = number == 3 ? result(description.get_size())
                                   : const_cast<void*>(operand(number, DType::f32, shape, Data::normal));
    return {description, engine_, data};
  }

  dnnl::engine engine_;
  dnnl::stream stream_;
  dnnl::convolution_forward convolution_;
  std::unordered_map<int, memory> arguments_;
  std::uint64_t products_;
};

bool make(const std::string& name, const Parts& parts) {
  if (parts.size() < 2 || parts[0] != "conv") return false;
  const Shape said = shape_of(parts[1]);
  std::uint64_t groups = 1;
  if (parts.size() == 3 && parts[2].starts_with("groups:"))
    std::from_chars(parts[2].data() + 7, parts[2].data() + parts[2].size(), groups);
  if (said.rank != 5 || groups == 0) return false;
  add(
      name, [=](benchmark::State&) { return std::make_unique<OneDnn>(said, groups); },
      [](benchmark::State& state, OneDnn& made) { measure(state, made.operations(), [&] { made.run(); }); });
  return true;
}

}  // namespace
}  // namespace etalon::bench

int main(int argc, char** argv) {
  // Its threads are OpenMP's, which reads this before main() begins.
  if (const char* threads = std::getenv("OMP_NUM_THREADS"); threads == nullptr || std::string_view(threads) != "1") {
    setenv("OMP_NUM_THREADS", "1", 1);
    execv("/proc/self/exe", argv);
    return 1;
  }
  return etalon::bench::run_program(argc, argv, etalon::bench::make);
}
