int run_all();

int main()
{
    return run_all();
}
