// SPDX-License-Identifier: Apache-2.0
// Floor 10. One call of an operator: what the functions of etalon.ops do.
#pragma once

#include "ops/call.hpp"
#include "python/findings.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::python {

// The functions by name.
py::dict operator_functions();

// Computes the operator on positional arguments and, behind them, those that `names` names. What is resolved is kept: a
// call like one before costs little more than its kernel.
py::object invoke(const Operator& op, PyObject* const* args, Py_ssize_t count, PyObject* names);
void forget_calls();

// The team of so many threads, which is made once; 0: one per processor.
Threads& team_of(unsigned threads);
void forget_teams();  // in a process that was forked off, which has none of their threads

// "fast" or "reference"; `known` is for the hint where it is neither.
KernelTable kernels_of(const std::string& name, const char* known = "fast, reference");

}  // namespace etalon::impl::python
