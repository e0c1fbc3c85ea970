// SPDX-License-Identifier: Apache-2.0
//
// A call as a line of text, to be read again on any processor:
//
//   call Clip 13 sequential 0 3 float 1 2 BF800000 40A00000 - float 0 40400000 1 float 1 2 BF800000 40400000
//
// that is operation, operator set, accumulation; the number of attributes and each one with name, kind and value; the
// number of inputs and each one, "-" where it is omitted; the number of outputs and each one. A list begins with its
// length. A tensor has type, shape and patterns, which are hexadecimal. Events are left out.
#pragma once

#include <iosfwd>
#include <optional>

#include "oracle/call.hpp"

namespace oracle {

const char* name_of(Type type);

void write_call(std::ostream& out, const Call& call);

// Reads what follows the word "call". Nothing where that is not understood.
std::optional<Call> read_call(std::istream& in);

}  // namespace oracle
