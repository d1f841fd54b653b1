#!/bin/bash
# fuzz.sh [ROUNDS [SEED]]: builds the rewriter with sanitizers and feeds it mutations of the golden inputs.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/check.sh"
source=$here/../../src/driver
${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -I"$source" \
    "$here/fuzz.c" "$source"/{lex,scope,memory,declaration,kernel,rewrite,rewrite_kernel,rewrite_launch,rewrite_array,rewrite_cast}.c \
    -o "$work/fuzz" || exit 1
expect fuzz 0 'no failure' timeout 120 "$work/fuzz" "${1:-3000}" "${2:-1}" "$here"/golden/*.in
finish fuzz
