# Debian 12 packages only; scripts/packages lists them.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(absl REQUIRED CONFIG)
find_package(Boost 1.74 REQUIRED)
find_package(BZip2 REQUIRED)
find_package(CLI11 2.1 REQUIRED CONFIG)
find_package(nlohmann_json 3.11 REQUIRED CONFIG)
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)  # taken as a header: its target is the
                                                            # library, with exceptions
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(LZMA REQUIRED IMPORTED_TARGET liblzma)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd>=1.4)
pkg_check_modules(URING REQUIRED IMPORTED_TARGET liburing>=2.3)
pkg_check_modules(BLKID REQUIRED IMPORTED_TARGET blkid)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)

add_library(ioreel_zstd INTERFACE)
target_link_libraries(ioreel_zstd INTERFACE PkgConfig::ZSTD)
find_library(AIO_LIBRARY aio REQUIRED)  # libaio has no pkg-config file
add_library(ioreel_aio INTERFACE)
target_link_libraries(ioreel_aio INTERFACE ${AIO_LIBRARY})
