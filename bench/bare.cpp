// SPDX-License-Identifier: Apache-2.0
// See bare.hpp. Compiled several times, with BARE_SET the name of the set and BARE_BYTES the width of its vectors, and
// with multiply-adds contracted. Nothing here may be shared with other files: it includes no header with code in it.
#include "bare.hpp"

#include <stdint.h>

#define BARE_TEXT_(x) #x
#define BARE_TEXT(x) BARE_TEXT_(x)
#define BARE_NAME_(x) bare_##x
#define BARE_NAME(x) BARE_NAME_(x)

namespace etalon::bench {
namespace {

struct Add {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a + b); }
};
struct Mul {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a * b); }
};
struct Div {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a / b); }
};

template <class T, class Op> void loop(const void* a, const void* b, void* c, size_t count) {
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  T* __restrict z = static_cast<T*>(c);
  for (size_t i = 0; i < count; ++i) z[i] = Op::apply(x[i], y[i]);
}

// Integers wrap, so they are unsigned here.
const BareLoop loops[] = {
    {"add", "float", loop<float, Add>},      {"mul", "float", loop<float, Mul>},
    {"div", "float", loop<float, Div>},      {"add", "double", loop<double, Add>},
    {"mul", "double", loop<double, Mul>},    {"div", "double", loop<double, Div>},
    {"add", "float16", loop<_Float16, Add>}, {"mul", "float16", loop<_Float16, Mul>},
    {"div", "float16", loop<_Float16, Div>}, {"add", "int8", loop<uint8_t, Add>},
    {"mul", "int8", loop<uint8_t, Mul>},     {"add", "int32", loop<uint32_t, Add>},
    {"mul", "int32", loop<uint32_t, Mul>},
};

template <class T> struct Vector {
  typedef T Type __attribute__((vector_size(BARE_BYTES)));
  typedef T Loaded __attribute__((vector_size(BARE_BYTES), aligned(sizeof(T)), may_alias));
  static constexpr size_t lanes = BARE_BYTES / sizeof(T);
};

constexpr size_t chains = 16;

template <class T> double multiply_adds(size_t rounds) {
  using V = typename Vector<T>::Type;
  V sums[chains];
  for (size_t i = 0; i < chains; ++i) sums[i] = V{} + static_cast<T>(rounds + i);
  const V factor = V{} + static_cast<T>(0.5), term = V{} + static_cast<T>(1.5);  // so that values stay normal
  for (size_t r = 0; r < rounds; ++r)
    for (size_t i = 0; i < chains; ++i) sums[i] = sums[i] * factor + term;
  V all = sums[0];
  for (size_t i = 1; i < chains; ++i) all += sums[i];
  return static_cast<double>(all[0]);
}

float read(const float* from, size_t count) {
  using V = Vector<float>::Type;
  constexpr size_t lanes = Vector<float>::lanes, sums = 8;
  V sum[sums] = {};
  for (size_t i = 0; i + sums * lanes <= count; i += sums * lanes)
    for (size_t s = 0; s < sums; ++s) sum[s] += *reinterpret_cast<const Vector<float>::Loaded*>(from + i + s * lanes);
  V all = sum[0];
  for (size_t s = 1; s < sums; ++s) all += sum[s];
  return all[0];
}

}  // namespace

extern const BareSet BARE_NAME(BARE_SET);
const BareSet BARE_NAME(BARE_SET) = {BARE_TEXT(BARE_SET),
                                     loops,
                                     sizeof loops / sizeof *loops,
                                     {{"float", multiply_adds<float>, chains* Vector<float>::lanes},
                                      {"double", multiply_adds<double>, chains* Vector<double>::lanes}},
                                     read};

}  // namespace etalon::bench
