# SPDX-License-Identifier: Apache-2.0
# `cpack` in a build with the preset `packages`: one Debian package per component of cmake/install.cmake. What Debian wants
# beyond what `cmake --install` gives is done by cmake/debian/stage.cmake.
set(ETALON_MAINTAINER "Etalon maintainers <maintainers@etalon.example>" CACHE STRING "Who answers for the Debian packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR Etalon)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_OUTPUT_FILE_PREFIX ${PROJECT_BINARY_DIR}/debs)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/stage.cmake)
set(CPACK_ETALON_SOURCE ${PROJECT_SOURCE_DIR}) # for that script
set(CPACK_ETALON_BUILD ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${ETALON_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# Words in lines of at most 76 characters.
function(etalon_fill variable)
  set(line "")
  set(lines "")
  string(REPLACE " " ";" words "${${variable}}")
  foreach(word IN LISTS words)
    string(LENGTH "${line} ${word}" length)
    if(length GREATER 76)
      string(APPEND lines "${line}\n")
      set(line ${word})
    else()
      string(APPEND line " ${word}")
      string(STRIP "${line}" line)
    endif()
  endforeach()
  set(${variable} "${lines}${line}" PARENT_SCOPE)
endfunction()

# etalon_package(COMPONENT NAME … SECTION … SUMMARY … TEXT … DEPENDS … TARGETS … [SHARED]): TARGETS are what its bill of materials is
# about. With SHARED it is a package of shared libraries, for which CPack would write scripts that call ldconfig; Debian has a trigger
# for that. So CPack must not look into it, and stage.cmake finds what it depends on and what depends on it.
macro(etalon_package component)
  cmake_parse_arguments(arg "SHARED" "NAME;SECTION;SUMMARY;TEXT" "DEPENDS;TARGETS" ${ARGN})
  etalon_fill(arg_TEXT)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  list(JOIN arg_DEPENDS ", " arg_DEPENDS)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${arg_NAME})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${arg_SECTION})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${arg_DEPENDS}")
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${arg_SUMMARY}\n${arg_TEXT}")
  if(arg_SHARED)
    set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS OFF)
    set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers
        ${PROJECT_BINARY_DIR}/debian/${component}/shlibs ${PROJECT_BINARY_DIR}/debian/${component}/symbols)
  endif()
  set(described "")
  foreach(target IN LISTS arg_TARGETS)
    string(APPEND described "${arg_NAME}=$<TARGET_FILE:${target}>\n")
  endforeach()
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/debian/${component}.files CONTENT "${described}")
endmacro()

set(about "Etalon defines what an operator of the safety profile of ONNX (SONNX) must compute, to the last bit, on any machine.")
set(same_version "(= ${PROJECT_VERSION})")
etalon_package(tool NAME etalon SECTION science TARGETS etalon_cli
  SUMMARY "independent reference implementation for safety-related ONNX"
  TEXT "${about} This package has the command line: it checks models against a profile, runs them, bounds their errors and explains every rule. Manual, completion, schemas of the reports and all documents are included.")
etalon_package(library SHARED NAME libetalon${ETALON_ABI} SECTION libs TARGETS etalon
  SUMMARY "reference implementation for safety-related ONNX - library"
  TEXT "${about} This package has the shared library for programs in C and C++, which needs nothing but the C and C++ runtime.")
etalon_package(fast SHARED NAME libetalon-fast${ETALON_ABI} SECTION libs TARGETS etalon_fast_library
  DEPENDS "libetalon${ETALON_ABI} ${same_version}"
  SUMMARY "reference implementation for safety-related ONNX - fast kernels"
  TEXT "${about} This package has the fast kernels: the bits of the reference on the vector units of the processor, with threads.")
etalon_package(development NAME libetalon-dev SECTION libdevel TARGETS etalon_static etalon_fast_library_static
  DEPENDS "libetalon${ETALON_ABI} ${same_version}" "libetalon-fast${ETALON_ABI} ${same_version}" libhwy-dev libpthreadpool-dev
  SUMMARY "reference implementation for safety-related ONNX - headers and archives"
  TEXT "${about} This package has what programs in C and C++ are built with: headers, archives, and files for CMake and pkg-config.")
if(TARGET etalon_python) # complete in the build folder; Debian's Python looks for modules in a folder of its own, and compiles them
  install(DIRECTORY ${PROJECT_BINARY_DIR}/python/etalon DESTINATION lib/python3/dist-packages COMPONENT python PATTERN __pycache__ EXCLUDE)
  execute_process(COMMAND ${ETALON_PYTHON_EXECUTABLE} -c "import sys; m = sys.version_info.minor; print(f'python3 (>= 3.{m}~)', f'python3 (<< 3.{m + 1})', sep=';')"
                  OUTPUT_VARIABLE this_python OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  etalon_package(python NAME python3-etalon SECTION python TARGETS etalon_python
    DEPENDS ${this_python} python3-numpy
    SUMMARY "reference implementation for safety-related ONNX - Python 3"
    TEXT "${about} This package has the Python module: operators on NumPy arrays, models, and their errors.")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/postinst ${PROJECT_SOURCE_DIR}/cmake/debian/prerm)
endif()
set(ETALON_EVIDENCE "" CACHE PATH "Evidence bundle of the release (tools/release), as a package of its own")
if(ETALON_EVIDENCE)
  install(DIRECTORY ${ETALON_EVIDENCE}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/etalon/evidence COMPONENT evidence)
  etalon_package(evidence NAME etalon-evidence SECTION science DEPENDS "etalon ${same_version}"
    SUMMARY "reference implementation for safety-related ONNX - evidence of the release"
    TEXT "${about} This package has what the release's own tests and proofs showed. The verbs trace and evidence of etalon show it, and say that it is the release's own.")
  set(CPACK_DEBIAN_EVIDENCE_PACKAGE_ARCHITECTURE all)
endif()
include(CPack)
