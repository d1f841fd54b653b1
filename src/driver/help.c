/* The text of `bisheng --help`. */
#include <stdio.h>

#include "options.h"

static const char help[] =
    "usage: bisheng [options] inputs...\n"
    "\n"
    "Compiles and links Ascend C kernels (.asc) and host sources (.c, .cpp) for the model of the Ascend 950 AI Core.\n"
    "\n"
    "    bisheng kernel.asc -o main --npu-arch=dav-3510 && ./main\n"
    "\n"
    "Architecture\n"
    "  --npu-arch=dav-3510     the chip to compile for; required for Ascend C inputs\n"
    "  --npu-soc=Ascend950...  the same, by the name of the chip\n"
    "  --run-mode=MODE         npu, sim or cpu: all three run on the model\n"
    "\n"
    "Inputs\n"
    "  -x asc                  the following inputs are Ascend C, whatever their ending; also -x c++, -x c, -x none\n"
    "  --asc-aicore-lang       the next input is Ascend C\n"
    "  @FILE                   the arguments that stand in the file, as for gcc\n"
    "\n"
    "Outputs\n"
    "  -o FILE                 the name of the output\n"
    "  -c, -dc                 compile to objects, do not link\n"
    "  -S                      compile to assembly\n"
    "  -E                      preprocess; Ascend C is shown as the C++ into which it is translated\n"
    "  -fsyntax-only           report errors, write nothing\n"
    "  -shared                 link a shared library\n"
    "  -lib                    make a static library (also --cce-build-static-lib)\n"
    "  -MD -MMD -MF -MT -MQ -MP -M -MM   dependencies, as usual\n"
    "\n"
    "As usual\n"
    "  -I -isystem -iquote -include -D -U -std= -O -g -f... -m... -W... -w -pthread -fPIC -l -L -Wl,... -static\n"
    "\n"
    "One side only\n"
    "  -Xaicore-start ... -Xaicore-end   options between them apply to the kernels only\n"
    "  -Xhost-start ... -Xhost-end       options between them apply to the host side only\n"
    "\n"
    "Checks\n"
    "  --no-scalar-checks      loads and stores that kernel code makes itself are not watched: compiles in half the\n"
    "                          processor time, and scalar code of kernels runs at full speed\n"
    "\n"
    "Reserved UB\n"
    "  --cce-disable-asc-reserved-ubuf, --cce-disable-vf-stack-reserved-ubuf   give 2 KB, 6 KB more UB to the kernels\n"
    "\n"
    "Information\n"
    "  --help, --version\n"
    "  -v                      print every command before it runs\n"
    "  -###                    print every command, run none\n"
    "\n"
    "Tuning options of the real compiler (--cce-..., -mllvm ..., --sanitizer, -lineinfo, --enable-simt) are accepted.\n"
    "The host compiler is taken from the environment variable BELAY_CXX, else g++, clang++ or c++.\n";

void print_help(void)
{
    fputs(help, stdout);
}
