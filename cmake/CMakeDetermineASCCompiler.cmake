# Finds bisheng: CMAKE_ASC_COMPILER, else the environment variable ASC, else the one of this installation.
set(CMAKE_ASC_COMPILER_ENV_VAR ASC)
if(NOT CMAKE_ASC_COMPILER AND NOT "$ENV{ASC}" STREQUAL "")
    set(CMAKE_ASC_COMPILER "$ENV{ASC}" CACHE FILEPATH "ASC compiler")
endif()
if(CMAKE_ASC_COMPILER AND NOT IS_ABSOLUTE "${CMAKE_ASC_COMPILER}")
    get_filename_component(found "${CMAKE_ASC_COMPILER}" PROGRAM)
    if(NOT found)
        message(FATAL_ERROR "The ASC compiler '${CMAKE_ASC_COMPILER}' is not on PATH; CMAKE_ASC_COMPILER and the "
                "environment variable ASC name bisheng, or are left unset")
    endif()
    set(CMAKE_ASC_COMPILER "${found}" CACHE FILEPATH "ASC compiler" FORCE)
endif()
find_program(CMAKE_ASC_COMPILER bisheng HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" NO_CMAKE_PATH DOC "ASC compiler")
mark_as_advanced(CMAKE_ASC_COMPILER)

# What bisheng misses, like a host compiler, it says here and not in the middle of a build.
execute_process(COMMAND "${CMAKE_ASC_COMPILER}" --version
                RESULT_VARIABLE status OUTPUT_VARIABLE version ERROR_VARIABLE error)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "The ASC compiler '${CMAKE_ASC_COMPILER}' does not run: ${status}\n${error}")
endif()
string(REGEX REPLACE "\n.*" "" version "${version}")
message(STATUS "The ASC compiler is ${version}: ${CMAKE_ASC_COMPILER}")

include(CMakeFindBinUtils)
configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeASCCompiler.cmake.in"
               "${CMAKE_PLATFORM_INFO_DIR}/CMakeASCCompiler.cmake" @ONLY)
