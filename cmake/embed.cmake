# ioreel_embed(TARGET HEADER NAME=FILE...) : gives TARGET a source that defines, for each NAME, what
# HEADER declares as `extern const EmbeddedFile NAME`: the bytes of FILE and their SHA-256.
function(ioreel_embed target header)
  set(source "#include \"${header}\"\n\nnamespace ioreel {\n")
  foreach(asset IN LISTS ARGN)
    string(REGEX MATCH "^([^=]+)=(.+)$" _ "${asset}")
    set(name ${CMAKE_MATCH_1})
    set(path ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_2})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} bytes HEX)
    file(SHA256 ${path} digest)
    foreach(hex IN ITEMS bytes digest)
      string(REGEX REPLACE "(................................)" "\\1\n" ${hex} "${${hex}}")
      string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," ${hex} "${${hex}}")
    endforeach()
    string(APPEND source
           "\nstatic constexpr unsigned char ${name}Bytes[] = {\n${bytes}};\n"
           "static constexpr unsigned char ${name}Digest[] = {\n${digest}};\n"
           "const EmbeddedFile ${name}(${name}Bytes, ${name}Digest);\n")
  endforeach()
  string(APPEND source "\n}  // namespace ioreel\n")
  get_filename_component(stem ${header} NAME_WE)
  set(path ${PROJECT_BINARY_DIR}/embedded/${stem}_bytes.cc)
  file(CONFIGURE OUTPUT ${path} CONTENT "${source}" @ONLY)
  target_sources(${target} PRIVATE ${path})
endfunction()
