// SPDX-License-Identifier: Apache-2.0
// Floor 3. See type_name.hpp.
#include "text/type_name.hpp"

#include <string>

#include "base/small_letters.hpp"

namespace etalon::impl {

const DTypeInfo* find_type(std::string_view name) {
  struct Alias {
    std::string_view name;
    DType type;
  };
  static constexpr Alias aliases[] = {{"fp16", DType::f16},
                                      {"fp32", DType::f32},
                                      {"fp64", DType::f64},
                                      {"float32", DType::f32},
                                      {"float64", DType::f64}};
  const std::string small = small_letters(name);
  for (const Alias& alias : aliases)
    if (alias.name == small) return &info(alias.type);
  return find_dtype(small);
}

}  // namespace etalon::impl
