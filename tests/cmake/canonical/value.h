constexpr int32_t VALUE = 21;
