# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: headers, libraries, documents, and how find_package(etalon) and pkg-config find them.
include(CMakePackageConfigHelpers)

# A static library does not record that it needs the C++ runtime, and a C compiler does not link it by itself. So both
# ways of finding the package name it: linking needs no option, and C programs need no C++ compiler. The static libraries
# are the default because programs then contain the objects that were tested and need no search path to run.
set(runtime "")
if(NOT BUILD_SHARED_LIBS)
  set(runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
  list(FILTER runtime INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|m)$")
  list(REMOVE_DUPLICATES runtime)
endif()

# etalon_delivered(TARGET): how a library that is installed is linked. A shared one shows the C interface and nothing else.
function(etalon_delivered target)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    DEFINE_SYMBOL "" LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/interface.map)
  target_link_libraries(${target} INTERFACE $<INSTALL_INTERFACE:${runtime}>)
  if(BUILD_SHARED_LIBS)
    target_link_options(${target} PRIVATE -Wl,--no-undefined -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/interface.map)
  endif()
endfunction()

# etalon_install(TARGET NAME LIBRARIES…): a library with cmake/NAME.pc.in, and the other libraries that it needs.
function(etalon_install target name)
  install(TARGETS ${target} EXPORT etalon-targets)
  # A path relative to the file itself, so that the prefix may be chosen at install time.
  file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  set(needed "")
  if(NOT BUILD_SHARED_LIBS) # a shared library finds them by itself
    foreach(library IN LISTS ARGN)
      string(APPEND needed " -l${library}")
    endforeach()
  endif()
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

install(DIRECTORY include/etalon TYPE INCLUDE)
install(EXPORT etalon-targets FILE etalon-config.cmake NAMESPACE etalon:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon)
write_basic_package_version_file(etalon-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/etalon-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon)

# The documents, in folders as they are here, so that the links between them hold.
install(FILES LICENSE README.md ARCHITECTURE.md CAVEATS.md CHANGELOG.md SECURITY.md TYPE DOC)
install(DIRECTORY docs examples spec TYPE DOC)
install(DIRECTORY src/ops DESTINATION ${CMAKE_INSTALL_DOCDIR}/src FILES_MATCHING PATTERN "*.md" PATTERN proof EXCLUDE PATTERN test EXCLUDE)
