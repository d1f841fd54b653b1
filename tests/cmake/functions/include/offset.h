constexpr int32_t OFFSET_VALUE = 5;
