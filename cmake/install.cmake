# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the headers, the library, and how find_package(etalon) and pkg-config find them.
include(CMakePackageConfigHelpers)

install(TARGETS etalon EXPORT etalon-targets)
install(DIRECTORY include/etalon TYPE INCLUDE)
install(EXPORT etalon-targets FILE etalon-config.cmake NAMESPACE etalon:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon)
write_basic_package_version_file(etalon-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/etalon-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/etalon)
# Relative to the file itself, so that the prefix may be chosen at install time.
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/etalon.pc.in etalon.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/etalon.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
