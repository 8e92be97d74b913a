# `cmake --install` and the packages of CPack (cpack -G DEB, cpack -G TGZ): the program, its manual
# pages and completions, the traces of its suite, and its simulated drives.
include(GNUInstallDirs)
install(TARGETS ioreel RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/bash-completion ${PROJECT_BINARY_DIR}/share/zsh
        DESTINATION ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY traces/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ioreel/traces
        FILES_MATCHING PATTERN suite.toml PATTERN trace.ioreel PATTERN README.md
        PATTERN demo EXCLUDE PATTERN recipes EXCLUDE)
install(DIRECTORY replay/models/drives DESTINATION ${CMAKE_INSTALL_DATADIR}/ioreel
        FILES_MATCHING PATTERN *.toml)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES third_party/uplot/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright.uplot)

set(CPACK_PACKAGE_NAME ioreel)
set(CPACK_PACKAGE_VENDOR "the developers of ioreel")
set(CPACK_PACKAGE_CONTACT "the developers of ioreel <ioreel@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "records what applications do to a drive and plays it back on others")
set(CPACK_PACKAGE_DESCRIPTION "Records the block I/O of a running application into a small trace, replays
the trace on a file, a device or an array as the application would have done it there, and
scores, compares and judges the runs.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
