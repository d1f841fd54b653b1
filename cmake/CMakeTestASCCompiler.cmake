# CMakeDetermineASCCompiler.cmake has run the compiler already.
set(CMAKE_ASC_COMPILER_WORKS 1 CACHE INTERNAL "")
