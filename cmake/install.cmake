# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: headers, libraries, documents, and how find_package(etalon) and pkg-config find them. Each rule names its
# component; cmake/packages.cmake makes one Debian package of each.
include(CMakePackageConfigHelpers)

# The number of the C interface is the number of the shared libraries: with ETALON_ABI 3 programs need libetalon.so.3.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/etalon/etalon.h include/etalon/fast.h)
file(STRINGS include/etalon/etalon.h abi REGEX "^#define ETALON_ABI [0-9]+$")
string(REGEX REPLACE "^#define ETALON_ABI " "" ETALON_ABI "${abi}")

# An archive does not record that it needs the C++ runtime, and a C compiler does not link it by itself. So both ways of
# finding the package name it: C programs need no C++ compiler.
set(runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER runtime INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|m)$")
list(REMOVE_DUPLICATES runtime)

# etalon_deliver(TARGET NAME … EXPORT … HEADER … COMPONENT … SOURCES … OBJECTS …): a shared library and an archive of the same
# objects, libNAME.so and libNAME.a: the targets TARGET and TARGET_static, for others etalon::EXPORT and etalon::EXPORT_static.
# The shared one exports what include/etalon/HEADER declares and nothing else, with the number of the interface as version.
function(etalon_deliver target)
  cmake_parse_arguments(arg "" "NAME;EXPORT;HEADER;COMPONENT" "SOURCES;OBJECTS" ${ARGN})
  file(STRINGS include/etalon/${arg_HEADER} declared REGEX "^[a-z].*[ *]etalon_[a-z_]+\\(")
  list(TRANSFORM declared REPLACE "^.*[ *](etalon_[a-z_]+)\\(.*$" "\\1")
  list(JOIN declared ";\n    " declared)
  file(CONFIGURE OUTPUT ${arg_NAME}.map CONTENT "ETALON_@ETALON_ABI@ {\n  global:\n    @declared@;\n  local: *;\n};\n" @ONLY)
  add_library(${target}_objects OBJECT ${arg_SOURCES})
  target_include_directories(${target}_objects PRIVATE include)
  target_compile_definitions(${target}_objects PRIVATE ETALON_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${target}_objects PRIVATE etalon_core etalon_flags)
  list(APPEND arg_OBJECTS ${target}_objects)
  list(TRANSFORM arg_OBJECTS REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(${target} SHARED ${arg_OBJECTS})
  add_library(${target}_static STATIC ${arg_OBJECTS})
  set(linked ${target})
  if(ETALON_INSTRUMENT) # the runtime of sanitizers is in the program, and that of C++ only where the compiler sees C++
    set(linked ${target}_static)
  endif()
  add_library(etalon::${arg_EXPORT} ALIAS ${linked})
  add_library(etalon::${arg_EXPORT}_static ALIAS ${target}_static)
  foreach(kind IN ITEMS "" _static)
    set_target_properties(${target}${kind} PROPERTIES OUTPUT_NAME ${arg_NAME} EXPORT_NAME ${arg_EXPORT}${kind} LINKER_LANGUAGE CXX)
    target_include_directories(${target}${kind} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                       $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${target}${kind} INTERFACE cxx_std_20) # of etalon.hpp; C programs are not concerned
    target_link_libraries(${target}${kind} PRIVATE $<BUILD_INTERFACE:etalon_flags>)
  endforeach()
  target_link_libraries(${target}_static INTERFACE $<INSTALL_INTERFACE:${runtime}>)
  set_target_properties(${target} PROPERTIES VERSION ${ETALON_ABI}.${PROJECT_VERSION} SOVERSION ${ETALON_ABI}
                                             LINK_DEPENDS ${PROJECT_BINARY_DIR}/${arg_NAME}.map)
  target_link_options(${target} PRIVATE -Wl,--version-script=${PROJECT_BINARY_DIR}/${arg_NAME}.map)
  if(NOT ETALON_INSTRUMENT)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
  install(TARGETS ${target} ${target}_static EXPORT etalon-targets
          LIBRARY COMPONENT ${arg_COMPONENT} NAMELINK_COMPONENT development ARCHIVE COMPONENT development)
endfunction()

# etalon_pkg_config(NAME LIBRARIES…): cmake/NAME.pc.in, with the other libraries that the archive needs.
function(etalon_pkg_config name)
  # A path relative to the file itself, so that the prefix may be chosen at install time.
  file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  list(TRANSFORM ARGN PREPEND -l)
  list(JOIN ARGN " " needed)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()

install(DIRECTORY include/etalon TYPE INCLUDE COMPONENT development)
install(EXPORT etalon-targets FILE etalon-config.cmake NAMESPACE etalon:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon COMPONENT development)
write_basic_package_version_file(etalon-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/etalon-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon COMPONENT development)

# The documents, in folders as they are here, so that the links between them hold.
install(FILES LICENSE README.md ARCHITECTURE.md CAVEATS.md CHANGELOG.md SECURITY.md TYPE DOC COMPONENT tool)
install(DIRECTORY docs examples TYPE DOC COMPONENT tool)
install(DIRECTORY spec TYPE DOC COMPONENT tool PATTERN schemas EXCLUDE)
install(DIRECTORY src/ops DESTINATION ${CMAKE_INSTALL_DOCDIR}/src COMPONENT tool
        FILES_MATCHING PATTERN "*.md" PATTERN proof EXCLUDE PATTERN test EXCLUDE)
install(DIRECTORY spec/schemas peers DESTINATION ${CMAKE_INSTALL_DATADIR}/etalon COMPONENT tool PATTERN __pycache__ EXCLUDE)
