// SPDX-License-Identifier: Apache-2.0
//
// Prints random calls of every operator with the oracle's results, a line of JSON each: print_calls CALLS. Tensors are
// printed as their patterns.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "oracle/cases/call_text.hpp"

namespace {

using namespace oracle;

void print(std::int64_t number) { std::printf("%" PRId64, number); }
void print(std::uint64_t pattern) { std::printf("%" PRIu64, pattern); }
void print(Float number) { std::printf("%" PRIu32, number.pattern); }
void print(const Tensor& tensor);
void print(const std::optional<Tensor>& tensor);
void print(const std::string& text) { std::printf("\"%s\"", text.c_str()); }

template <class T> void print(const std::vector<T>& list) {
  const char* before = "[";
  for (const T& item : list) {
    std::fputs(before, stdout);
    print(item);
    before = ",";
  }
  std::fputs(list.empty() ? "[]" : "]", stdout);
}

void print(const Tensor& tensor) {
  std::printf("{\"type\":\"%s\",\"shape\":", name_of(tensor.type));
  print(tensor.shape);
  std::fputs(",\"patterns\":", stdout);
  print(tensor.patterns);
  std::fputs("}", stdout);
}

void print(const std::optional<Tensor>& tensor) {
  if (tensor) {
    print(*tensor);
  } else {
    std::fputs("null", stdout);
  }
}

void print(const Call& call) {
  std::printf("{\"operation\":\"%s\",\"opset\":%d,\"accumulation\":%d,\"attributes\":{", call.operation.c_str(),
              call.opset, static_cast<int>(call.accumulation));
  const char* before = "";
  for (const Attribute& attribute : call.attributes) {
    std::printf("%s\"%s\":", before, attribute.name.c_str());
    std::visit([](const auto& value) { print(value); }, attribute.value);
    before = ",";
  }
  std::fputs("},\"inputs\":", stdout);
  print(call.inputs);
  std::fputs(",\"outputs\":", stdout);
  print(call.outputs);
  std::fputs("}\n", stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int calls = argc == 2 ? std::atoi(argv[1]) : 100;
  for (const Drawing& drawing : drawings()) {
    Random random(77);
    for (int i = 0; i < calls; ++i) {
      print(drawing.draw(random));
    }
  }
}
