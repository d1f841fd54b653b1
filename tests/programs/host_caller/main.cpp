// Plain C++: it knows nothing of kernels and calls a wrapper.
#include "../program.h"

extern "C" void square_launch(uint32_t blocks, void *stream, int32_t *out);

int main()
{
    begin_program();
    aclrtStream stream = nullptr;
    must(aclrtCreateStream(&stream), "aclrtCreateStream");
    int32_t *out = zeros_on_device<int32_t>(6);
    square_launch(6, stream, out);
    must(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const std::vector<int32_t> found = from_device(out, 6);
    for (size_t i = 0; i < 6; ++i) {
        expect("out", i, found[i], i * i);
    }
    must(aclrtDestroyStream(stream), "aclrtDestroyStream");
    return end_program();
}
