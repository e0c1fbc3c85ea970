# SPDX-License-Identifier: Apache-2.0
# A compiler cache (ccache in its default folder), used if found. Names of files are hashed relative to the source tree and the
# name of the build folder is not, so that another clone of the same commit finds every object.
option(ETALON_CACHE "Use ccache if it is found" ON)
find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(ETALON_CACHE AND CCACHE)
  foreach(language IN ITEMS C CXX)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
    endif()
  endforeach()
endif()
