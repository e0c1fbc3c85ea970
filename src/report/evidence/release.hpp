// SPDX-License-Identifier: Apache-2.0
// Floor 9. The evidence bundle of a release: what its tests, proofs and vectors gave when it was made. Such results are
// the release's own, and every report that shows them says so ("EVI-ALL-RELEASE").
#pragma once

#include <string>

#include "report/evidence/trace.hpp"
#include "report/page/json_writer.hpp"

namespace etalon::impl {

// What tools/evidence_bundle writes. The list names every other file, and the trace names the program that was tested.
namespace bundle {
inline constexpr const char *list = "SHA256SUMS", *trace = "trace.json", *tests = "tests", *proofs = "goals.json",
                            *vectors = "vectors";
}

// The SHA-256 of the bundle's list of files. A bundle is refused if a file is missing, damaged or not listed, or if the
// program that was tested is not this one.
Result<std::string> verify_bundle(const std::string& folder);

// Whose results a matrix shows, if they are a release's: as a sentence, as a member of a JSON object that follows
// others, and as a paragraph. Nothing for results of the user's own.
std::string release_text(const Trace& trace);
void write_release(JsonWriter& json, const Trace& trace);
std::string release_html(const Trace& trace);

}  // namespace etalon::impl
