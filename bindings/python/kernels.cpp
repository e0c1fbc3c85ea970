// SPDX-License-Identifier: Apache-2.0
// Floor 10. Which kernels compute, and on which threads; see call.hpp.
#include <unordered_map>

#include "base/quote.hpp"
#include "ops/reference.hpp"
#include "python/call.hpp"
#include "simd/fast.hpp"

namespace etalon::impl::python {
namespace {

using Teams = std::unordered_map<unsigned, Threads>;

Teams*& teams() {
  static Teams* all = new Teams;
  return all;
}

}  // namespace

Threads& team_of(unsigned threads) {
  Teams& all = *teams();
  auto found = all.find(threads);
  if (found == all.end()) found = all.emplace(threads, taken(Threads::make(threads))).first;
  return found->second;
}

void forget_teams() {
  teams() = new Teams;  // the old one is left alone: nobody knows what state its locks are in
  forget_calls();
}

KernelTable kernels_of(const std::string& name, const char* known) {
  if (name == "fast") return fast_kernel;
  if (name == "reference") return reference_kernel;
  raise(misuse("unknown kernel " + quoted(name, 60), std::string("give one of ") + known));
}

}  // namespace etalon::impl::python
