#!/bin/bash
# run.sh BUILD: every command line that the documents print for bisheng, belay, cmake, cc and sample programs must work.
# Lines that start four blanks deep, as Markdown shows code, and begin with one of these commands are run in the order in
# which they stand, from the top of a copy of the project's examples. A line that ends in a backslash goes on in the next
# one. Code that begins with the comment /* NAME.c */ is a file for them.
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$build/bin:$PATH PKG_CONFIG_PATH=$build/lib/pkgconfig
ran=0
failed=0

for document in README.md examples/README.md CONTRIBUTING.md docs/*.md; do
    [ -f "$root/$document" ] || continue
    rm -rf "$work/project"
    mkdir "$work/project"
    cp -r "$root/examples" "$work/project"
    [ "$document" = examples/README.md ] && cd "$work/project/examples" || cd "$work/project" || exit 1
    awk '!/^(    .*)?$/ { file = "" }
         /^    \/\* [a-z]+\.c \*\/$/ { file = $2 }
         file != "" { print substr($0, 5) > file }' "$root/$document"
    while IFS= read -r line; do
        case $line in
        *NAME.asc* | *examples.asc* | *PROGRAM* | *main.c*) continue ;; # placeholders
        esac
        ran=$((ran + 1))
        if ! bash -c "$line" >"$work/out" 2>&1 </dev/null; then
            echo "FAIL $document: $line"
            sed 's/^/    /' "$work/out"
            failed=$((failed + 1))
        fi
    done < <(sed -E ':join; /\\$/ { N; s/ *\\\n */ /; t join }' "$root/$document" |
             sed -nE 's/^    ((bisheng|belay|cmake|cc |\.\/)[^:]*)$/\1/p')
done
echo "$ran commands, $failed failed"
[ $ran -gt 3 ] && [ $failed -eq 0 ]
