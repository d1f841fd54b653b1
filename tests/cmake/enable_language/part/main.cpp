static_assert(SIDE == 2, "compiled as C++");

extern "C" int run_answer();

int main()
{
    return run_answer();
}
