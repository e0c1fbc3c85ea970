// SPDX-License-Identifier: Apache-2.0
// Floor 7. What the schemes of the matrix products share, compiled once per target. A scheme S has
//   Element        what matrices hold
//   Left, Right    what A and B become when they are packed; plain_a, plain_b: that they may be used as they lie
//   Lane           what sums are kept as between blocks of k
//   Output         what C holds; plain_c: that it is a lane, so that C keeps the sums; else narrow() converts them
//   unit           how many k a step takes; left_words, right_words: how many words or vectors they are packed into
//   Down, Across   a unit of A in all lanes; a unit of B, one lane per column
//   Sum            an accumulator: zero, resume, step, finish, store; and for what is done to it at the end (Ending)
//                  number, elements and everywhere (one element), which are numbers of the element type in
//                  lanes; times, plus
//   vectors, rows  the tiles that the registers hold
#if defined(ETALON_SIMD_SCHEMES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_SCHEMES_INL_H_
#undef ETALON_SIMD_SCHEMES_INL_H_
#else
#define ETALON_SIMD_SCHEMES_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using std::size_t;

template <class T> using Tag = hn::ScalableTag<T>;
template <class T> using Vec = hn::Vec<Tag<T>>;

// The tiles of a step that needs few registers besides the accumulators.
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64  // 32 registers
struct LargeTiles {
  static constexpr size_t vectors = 4;
  static constexpr std::array<size_t, vectors + 1> rows{0, 16, 12, 8, 6};
};
struct EvenTiles {  // the same where small products need not be quick: fewer of them to compile
  static constexpr size_t vectors = 4;
  static constexpr std::array<size_t, vectors + 1> rows{0, 6, 6, 6, 6};
};
#else
struct LargeTiles {
  static constexpr size_t vectors = 2;
  static constexpr std::array<size_t, vectors + 1> rows{0, 12, 6};
};
struct EvenTiles {
  static constexpr size_t vectors = 2;
  static constexpr std::array<size_t, vectors + 1> rows{0, 6, 6};
};
#endif

// The tiles of a step of many instructions, which gains nothing from more.
struct SmallTiles {
  static constexpr size_t vectors = 2;
  static constexpr std::array<size_t, vectors + 1> rows{0, 4, 4};
};

// Sums in lanes of T, one k per step.
template <class T> struct Lanes {
  using Left = T;
  using Right = T;
  using Lane = T;
  using Down = Vec<T>;
  using Across = Vec<T>;
  using Sum = Vec<T>;
  static constexpr size_t lanes = HWY_MAX_BYTES / sizeof(T), unit = 1, left_words = 1, right_words = 1;
  static HWY_INLINE Sum zero() { return hn::Zero(Tag<T>()); }
  static HWY_INLINE Sum resume(const T* from) { return hn::LoadU(Tag<T>(), from); }
  static HWY_INLINE Across across(const T* from) { return hn::LoadU(Tag<T>(), from); }
  static HWY_INLINE Down down(const T* from) { return hn::Set(Tag<T>(), *from); }
  static HWY_INLINE void store(Sum sum, T* to) { hn::StoreU(sum, Tag<T>(), to); }
  static HWY_INLINE Sum number(double number) {
    if constexpr (std::is_floating_point_v<T>)
      return hn::Set(Tag<T>(), static_cast<T>(number));
    else
      return hn::Set(Tag<T>(), static_cast<T>(number < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                                                         : static_cast<std::uint64_t>(number)));
  }
  static HWY_INLINE Sum times(Sum a, Sum b) { return hn::Mul(a, b); }
  static HWY_INLINE Sum plus(Sum a, Sum b) { return hn::Add(a, b); }
  static HWY_INLINE bool needs_finish(const Sum*, size_t) { return false; }
  static HWY_INLINE Sum finish(Sum sum) { return sum; }
};

// Elements that become lanes of T when they are packed: F::widen makes vectors, F::narrow makes elements.
template <class T, class F> struct Widened : Lanes<T> {
  using Element = typename F::Element;
  using Output = Element;
  using Lanes<T>::lanes;
  static constexpr bool plain_a = false, plain_b = false, plain_c = false;
  static void pack_left(const Element* a, size_t inner, T* to) {
    const Tag<T> d;
    size_t k = 0;
    for (; k + lanes <= inner; k += lanes) hn::StoreU(F::widen(d, a + k), d, to + k);
    if (k == inner) return;
    T rest[lanes];
    pack_right(a + k, 0, 1, inner - k, rest);
    std::memcpy(to + k, rest, (inner - k) * sizeof(T));
  }
  static HWY_INLINE Vec<T> elements(const Element* from) { return F::widen(Tag<T>(), from); }
  static HWY_INLINE Vec<T> everywhere(const Element* from) {
    Element same[lanes];
    for (Element& element : same) element = *from;
    return elements(same);
  }
  static HWY_INLINE void pack_right(const Element* b, size_t, size_t, size_t columns, T* to) {
    const Tag<T> d;
    Element rest[lanes] = {};
    if (columns < lanes) std::memcpy(rest, b, columns * sizeof *b), b = rest;
    hn::StoreU(F::widen(d, b), d, to);
  }
  static void narrow(const T* sums, size_t n, Element* to) {
    const Tag<T> d;
    size_t j = 0;
    for (; j + lanes <= n; j += lanes) F::narrow(d, hn::LoadU(d, sums + j), to + j);
    if (j == n) return;
    Element rest[lanes];
    F::narrow(d, hn::LoadU(d, sums + j), rest);  // sums are padded to whole vectors
    std::memcpy(to + j, rest, (n - j) * sizeof *to);
  }
};

// Elements computed as they are stored.
template <class T> struct Native : Lanes<T>, std::conditional_t<std::is_floating_point_v<T>, LargeTiles, EvenTiles> {
  using Element = T;
  using Output = T;
  static constexpr bool plain_a = true, plain_b = true, plain_c = true;
  static void pack_left(const T* a, size_t inner, T* to) { std::memcpy(to, a, inner * sizeof(T)); }
  static HWY_INLINE Vec<T> elements(const T* from) { return hn::LoadU(Tag<T>(), from); }
  static HWY_INLINE Vec<T> everywhere(const T* from) { return hn::Set(Tag<T>(), *from); }
  static HWY_INLINE void pack_right(const T* b, size_t, size_t, size_t columns, T* to) {
    const Tag<T> d;
    if (columns == Lanes<T>::lanes) {
      hn::StoreU(hn::LoadU(d, b), d, to);
    } else if constexpr (HWY_TARGET <= HWY_AVX3) {  // does not touch what is masked
      hn::StoreU(hn::MaskedLoad(hn::FirstN(d, columns), d, b), d, to);
    } else {
      hn::StoreU(hn::Zero(d), d, to);
      std::memcpy(to, b, columns * sizeof(T));
    }
  }
  // Every NaN is the one quiet NaN. A NaN among many shows in their sum; opposite infinities also do: no harm.
  static HWY_INLINE bool needs_finish(const Vec<T>* sums, size_t count) {
    if constexpr (!std::is_floating_point_v<T>) {
      return false;
    } else {
      const Tag<T> d;
      Vec<T> part[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};  // so that additions need not wait
      ETALON_UNROLL
      for (size_t i = 0; i < count; ++i) part[i % 4] = hn::Add(part[i % 4], sums[i]);
      return !hn::AllFalse(d, hn::IsNaN(hn::Add(hn::Add(part[0], part[1]), hn::Add(part[2], part[3]))));
    }
  }
  static HWY_INLINE Vec<T> finish(Vec<T> sum) {
    if constexpr (std::is_floating_point_v<T>)
      sum = hn::IfThenElse(hn::IsNaN(sum), hn::Set(Tag<T>(), std::numeric_limits<T>::quiet_NaN()), sum);
    return sum;
  }
};

template <class Base> struct Unfused : Base {
  using typename Base::Sum;
  static HWY_INLINE Sum step(Sum a, Sum b, Sum sum) { return hn::Add(sum, hn::Mul(a, b)); }
};

// Only where the target fuses (HWY_NATIVE_FMA).
template <class Base> struct FusedInOne : Base {
  using typename Base::Sum;
  static HWY_INLINE Sum step(Sum a, Sum b, Sum sum) { return hn::MulAdd(a, b, sum); }
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
