// SPDX-License-Identifier: Apache-2.0
// Floor 4. The sets of types that the base documents and the ONNX operator definitions list again and again.
#pragma once

#include "tensor/dtype.hpp"

namespace etalon::impl::types {

inline constexpr TypeSet floats{DType::f16, DType::f32, DType::f64};
inline constexpr TypeSet bfloat16{DType::bf16};
inline constexpr TypeSet all_floats = floats | bfloat16;
inline constexpr TypeSet int4{DType::i4, DType::u4};
inline constexpr TypeSet int8{DType::i8, DType::u8};
inline constexpr TypeSet int8_16{DType::i8, DType::i16, DType::u8, DType::u16};
inline constexpr TypeSet int32_64{DType::i32, DType::i64, DType::u32, DType::u64};
inline constexpr TypeSet signed_integers{DType::i8, DType::i16, DType::i32, DType::i64};
inline constexpr TypeSet real{DType::real};
inline constexpr TypeSet boolean{DType::boolean};
inline constexpr TypeSet int64{DType::i64};
inline constexpr TypeSet int32_or_64{DType::i32, DType::i64};
inline constexpr TypeSet movable = floats | int8_16 | int32_64 | boolean;  // what ONNX has let move since the beginning
inline constexpr TypeSet numbers =
    floats | bfloat16 | int4 | int8_16 | int32_64 | real;  // what arithmetic is defined for

}  // namespace etalon::impl::types
