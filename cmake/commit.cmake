# SPDX-License-Identifier: Apache-2.0
# Writes the commit of the folder SOURCE as a C++ file OUTPUT, which is touched only where it changes:
#   cmake -DSOURCE=… -DOUTPUT=… -P cmake/commit.cmake
# Changes count where they can reach the program: a report kept beside the sources is none. In an archive that git made there
# is no repository, but git has written the commit into archived_commit.txt.
set(commit "unknown")
set(modified false)
file(READ ${SOURCE}/cmake/archived_commit.txt archived)
if(archived MATCHES "^([0-9a-f]+)\n$")
  set(commit ${CMAKE_MATCH_1})
endif()
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel HEAD OUTPUT_VARIABLE answer ERROR_QUIET
                RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
file(REAL_PATH ${SOURCE} source)
if(failed EQUAL 0 AND answer MATCHES "^(.+)\n([0-9a-f]+)$" AND CMAKE_MATCH_1 STREQUAL source)
  set(commit ${CMAKE_MATCH_2})
  execute_process(COMMAND git --no-optional-locks -C ${SOURCE} status --porcelain --
                          CMakeLists.txt cmake include oracle spec src tools/embed_pages
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(NOT changes STREQUAL "")
    set(modified true)
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "report/page/identity.hpp"

namespace etalon::impl {
const char* const source_commit = "@commit@";
const bool source_modified = @modified@;
}  // namespace etalon::impl
]] @ONLY)
