// SPDX-License-Identifier: Apache-2.0
// See bare.hpp. Compiled several times, with BARE_SET the name of the set and BARE_BYTES the width of its vectors, and
// with multiply-adds contracted. Nothing here may be shared with other files: it includes no header with code in it.
#include "bare.hpp"

#include <math.h>
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

// What an element becomes, as C says it: no care for NaN, zeros or numbers out of range.
struct Relu {
  template <class T> static T apply(T x) { return x < 0 ? 0 : x; }
};
struct Neg {
  template <class T> static T apply(T x) { return static_cast<T>(-x); }
};
struct Abs {
  template <class T> static T apply(T x) { return x < 0 ? static_cast<T>(-x) : x; }
};
struct Sqrt {
  static float apply(float x) { return __builtin_sqrtf(x); }
  static double apply(double x) { return __builtin_sqrt(x); }
};
struct Floor {
  static float apply(float x) { return __builtin_floorf(x); }
  static double apply(double x) { return __builtin_floor(x); }
};
struct Reciprocal {
  template <class T> static T apply(T x) { return 1 / x; }
};
struct LeakyRelu {
  template <class T> static T apply(T x) { return x < 0 ? static_cast<T>(0.01f) * x : x; }
};
// Functions by the C library.
struct Exp {
  static float apply(float x) { return expf(x); }
};
struct Log {
  static float apply(float x) { return logf(x); }
};
struct Sigmoid {
  static float apply(float x) { return 1 / (1 + expf(-x)); }
};
struct Tanh {
  static float apply(float x) { return tanhf(x); }
};
struct Erf {
  static float apply(float x) { return erff(x); }
};
struct Sin {
  static float apply(float x) { return sinf(x); }
};
struct HardSigmoid {
  static float apply(float x) {
    const float line = 0.2f * x + 0.5f, low = line < 1 ? line : 1;
    return low > 0 ? low : 0;
  }
};
template <class T, class Op> void map_one(const void* const* from, void* to, size_t count) {
  const T* x = static_cast<const T*>(from[0]);
  T* __restrict z = static_cast<T*>(to);
  for (size_t i = 0; i < count; ++i) z[i] = Op::apply(x[i]);
}
template <class T> void max(const void* const* from, void* to, size_t count) {
  const T* x = static_cast<const T*>(from[0]);
  const T* y = static_cast<const T*>(from[1]);
  T* __restrict z = static_cast<T*>(to);
  for (size_t i = 0; i < count; ++i) z[i] = x[i] > y[i] ? x[i] : y[i];
}
template <class T> void min(const void* const* from, void* to, size_t count) {
  const T* x = static_cast<const T*>(from[0]);
  const T* y = static_cast<const T*>(from[1]);
  T* __restrict z = static_cast<T*>(to);
  for (size_t i = 0; i < count; ++i) z[i] = x[i] < y[i] ? x[i] : y[i];
}
struct Less {
  template <class T> static bool holds(T x, T y) { return x < y; }
};
struct Equal {
  template <class T> static bool holds(T x, T y) { return x == y; }
};
struct And {
  static bool holds(uint8_t x, uint8_t y) { return x != 0 && y != 0; }
};
template <class T, class Op> void decide(const void* const* from, void* to, size_t count) {
  const T* x = static_cast<const T*>(from[0]);
  const T* y = static_cast<const T*>(from[1]);
  uint8_t* __restrict z = static_cast<uint8_t*>(to);
  for (size_t i = 0; i < count; ++i) z[i] = Op::holds(x[i], y[i]);
}
template <class T> void clip(const void* const* from, void* to, size_t count) {
  const T* x = static_cast<const T*>(from[0]);
  const T low = *static_cast<const T*>(from[1]), high = *static_cast<const T*>(from[2]);
  T* __restrict z = static_cast<T*>(to);
  for (size_t i = 0; i < count; ++i) {
    const T bounded = x[i] > low ? x[i] : low;
    z[i] = bounded < high ? bounded : high;
  }
}
template <class T> void where(const void* const* from, void* to, size_t count) {
  const uint8_t* c = static_cast<const uint8_t*>(from[0]);
  const T* x = static_cast<const T*>(from[1]);
  const T* y = static_cast<const T*>(from[2]);
  T* __restrict z = static_cast<T*>(to);
  for (size_t i = 0; i < count; ++i) {
    const T yes = x[i], no = y[i];
    z[i] = c[i] ? yes : no;
  }
}
template <class From, class To> void cast(const void* const* from, void* to, size_t count) {
  const From* x = static_cast<const From*>(from[0]);
  To* __restrict z = static_cast<To*>(to);
  for (size_t i = 0; i < count; ++i) z[i] = static_cast<To>(x[i]);
}

const BareMap maps[] = {
    {"relu/float", map_one<float, Relu>},
    {"relu/double", map_one<double, Relu>},
    {"relu/int8", map_one<int8_t, Relu>},
    {"max/float", max<float>},
    {"max/int32", max<int32_t>},
    {"min/float", min<float>},
    {"min/int32", min<int32_t>},
    {"neg/float", map_one<float, Neg>},
    {"abs/float", map_one<float, Abs>},
    {"abs/int8", map_one<int8_t, Abs>},
    {"sqrt/float", map_one<float, Sqrt>},
    {"sqrt/double", map_one<double, Sqrt>},
    {"floor/float", map_one<float, Floor>},
    {"reciprocal/float", map_one<float, Reciprocal>},
    {"leakyrelu/float", map_one<float, LeakyRelu>},
    {"leakyrelu/double", map_one<double, LeakyRelu>},
    {"hardsigmoid/float", map_one<float, HardSigmoid>},
    {"exp/float", map_one<float, Exp>},
    {"log/float", map_one<float, Log>},
    {"sigmoid/float", map_one<float, Sigmoid>},
    {"tanh/float", map_one<float, Tanh>},
    {"erf/float", map_one<float, Erf>},
    {"sin/float", map_one<float, Sin>},
    {"less/float", decide<float, Less>},
    {"less/double", decide<double, Less>},
    {"less/int8", decide<int8_t, Less>},
    {"equal/int16", decide<int16_t, Equal>},
    {"equal/int64", decide<int64_t, Equal>},
    {"and/bool", decide<uint8_t, And>},
    {"clip/float", clip<float>},
    {"clip/int32", clip<int32_t>},
    {"where/float", where<float>},
    {"where/int64", where<int64_t>},
    {"cast/float/float16", cast<float, _Float16>},
    {"cast/float16/float", cast<_Float16, float>},
    {"cast/float/double", cast<float, double>},
    {"cast/float/int32", cast<float, int32_t>},
    {"cast/int32/float", cast<int32_t, float>},
    {"cast/int64/int32", cast<int64_t, int32_t>},
    {"cast/uint8/float", cast<uint8_t, float>},
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
                                     read,
                                     maps,
                                     sizeof maps / sizeof *maps};

}  // namespace etalon::bench
