# find_package(ASC): makes ASC a language of CMake, for project(... LANGUAGES ASC) or enable_language(ASC) after it.
include_guard(DIRECTORY)

# Other names of this file are links: lib64/cmake/asc-config.cmake and, in an installation, PREFIX/lib/cmake/ASC.
get_filename_component(asc_modules "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(asc_modules "${asc_modules}" DIRECTORY)
get_filename_component(asc_home "${asc_modules}/../../.." ABSOLUTE)

if("$ENV{ASCEND_HOME_PATH}" STREQUAL "")
    set(ENV{ASCEND_HOME_PATH} "${asc_home}")
elseif(NOT IS_DIRECTORY "$ENV{ASCEND_HOME_PATH}")
    message(FATAL_ERROR "ASCEND_HOME_PATH names '$ENV{ASCEND_HOME_PATH}', which is no folder; set it to '${asc_home}', "
            "or run: eval \"$(belay env)\"")
else()
    get_filename_component(asc_environment "$ENV{ASCEND_HOME_PATH}" REALPATH)
    if(NOT asc_environment STREQUAL asc_home)
        message(WARNING "ASCEND_HOME_PATH names '$ENV{ASCEND_HOME_PATH}', but the compiler and the libraries come from "
                "'${asc_home}'; use one of them for all: eval \"$(belay env)\"")
    endif()
endif()

list(APPEND CMAKE_MODULE_PATH ${CUSTOM_ASC_CMAKE_PATH} "${asc_modules}")

# Host sources of the project find the runtime, too.
foreach(language C CXX)
    list(APPEND CMAKE_${language}_STANDARD_INCLUDE_DIRECTORIES "${asc_home}/include")
endforeach()
link_directories("${asc_home}/lib64")
list(APPEND CMAKE_BUILD_RPATH "${asc_home}/lib64")

# ---- functions of projects that were written before ASC was a language -------------------------------------------

# Items of a target_...() command, for Ascend C sources only.
function(asc_items result)
    set(items)
    foreach(item IN LISTS ARGN)
        if(NOT item MATCHES "^(PUBLIC|PRIVATE|INTERFACE)$")
            set(item "$<$<COMPILE_LANGUAGE:ASC>:${item}>")
        endif()
        list(APPEND items "${item}")
    endforeach()
    set(${result} "${items}" PARENT_SCOPE)
endfunction()

function(ascendc_compile_definitions target)
    list(TRANSFORM ARGN REPLACE "^-D" "")
    asc_items(items ${ARGN})
    target_compile_definitions(${target} ${items})
endfunction()

function(ascendc_compile_options target)
    asc_items(items ${ARGN})
    target_compile_options(${target} ${items})
endfunction()

function(ascendc_include_directories target)
    asc_items(items ${ARGN})
    target_include_directories(${target} ${items})
endfunction()

# A library of kernels, whatever the endings of its sources.
function(ascendc_library name type)
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE ASC)
    add_library(${name} ${type} ${ARGN})
endfunction()

function(ascendc_fatbin_library name)
    message(FATAL_ERROR "ascendc_fatbin_library(${name}): there are no separate device binaries, because kernels are "
            "compiled and linked into the program; use add_library(${name} STATIC ...)")
endfunction()
