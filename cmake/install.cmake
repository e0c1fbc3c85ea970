# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the headers, the libraries, and how find_package(etalon) and pkg-config find them.
include(CMakePackageConfigHelpers)

# etalon_install(TARGET NAME): a library with cmake/NAME.pc.in.
function(etalon_install target name)
  install(TARGETS ${target} EXPORT etalon-targets)
  # Relative to the file itself, so that the prefix may be chosen at install time.
  file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

etalon_install(etalon etalon)
install(DIRECTORY include/etalon TYPE INCLUDE)
install(EXPORT etalon-targets FILE etalon-config.cmake NAMESPACE etalon:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon)
write_basic_package_version_file(etalon-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/etalon-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon)
