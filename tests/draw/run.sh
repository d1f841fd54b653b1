#!/bin/bash
# run.sh BUILD: draws everything in `pictures` and compares with NAME.txt and NAME.svg. BELAY_ACCEPT=1 writes the
# pictures anew instead; look at them before you commit them.
folder=$(cd "$(dirname "$0")" && pwd)
export PATH=$(cd "$1" && pwd)/bin:$PATH LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { # NAME WHAT
    echo "FAIL $1: $2"
    failed=$((failed + 1))
}

compare_text() { # NAME
    diff -u --label expected --label found "$folder/$1.txt" "$work/$1.txt" || fail "$1" "the text is another one"
}

compare_svg() { # NAME
    python3 "$folder/shapes.py" "$folder/$1.svg" >"$work/expected" || fail "$1" "the expected SVG cannot be read"
    python3 "$folder/shapes.py" "$work/$1.svg" >"$work/found" || fail "$1" "the SVG cannot be read"
    [ -s "$work/found" ] || fail "$1" "the SVG is empty"
    cmp -s "$work/expected" "$work/found" && return
    diff "$work/expected" "$work/found" | cut -c1-120 | head -20
    fail "$1" "the SVG has other shapes"
}

while read -r kind name arguments; do
    case $kind in
    '' | '#'*) continue ;;
    esac
    # What stands behind the arguments starts with a semicolon, which ends the command.
    eval "command=(${arguments%;*})"
    belay draw "${command[@]}" -o "$work/$name.txt" 2>"$work/findings" || fail "$name" "status $?"
    cat "$work/findings" >>"$work/$name.txt"
    [ "$kind" = txt ] || belay draw "${command[@]}" -o "$work/$name.svg" 2>/dev/null || fail "$name" "status $?"
    if [ "$BELAY_ACCEPT" = 1 ]; then
        cp "$work/$name".* "$folder"
        continue
    fi
    compare_text "$name"
    [ "$kind" = txt ] || compare_svg "$name"
done <"$folder/pictures"

# The gallery shows pictures of this folder beside commands, which must be those that make them.
gallery=$folder/../../docs/gallery.md
while read -r name arguments; do
    grep -qE "^svg +$name " "$folder/pictures" && [ -n "$arguments" ] || fail "$name" "the gallery shows it, but it is not drawn"
    drawn=$(sed -nE "s/^svg +$name +([^;]*[^ ;]) *;.*/\1/p" "$folder/pictures")
    [ "$drawn" = "$arguments" ] || fail "$name" "the gallery has other arguments: $arguments"
done < <(sed -E ':join; /\\$/ { N; s/ *\\\n */ /; t join }' "$gallery" |
         sed -nE 's/^    belay draw (.*) -o (.*)\.svg$/\2 \1/p')
for picture in $(sed -nE 's/.*\(\.\.\/tests\/draw\/(.*)\.svg\)$/\1/p' "$gallery"); do
    grep -q -- "-o $picture.svg" "$gallery" || fail "$picture" "the gallery does not say how it was made"
done

# The other kinds of files, of the last picture.
belay draw "${command[@]}" -o "$work/picture.png" && belay draw "${command[@]}" -o "$work/picture.pdf" || fail files "status $?"
[ "$(head -c 4 "$work/picture.png" | tr -d '\211')" = PNG ] || fail picture.png "it is no PNG"
[ "$(head -c 5 "$work/picture.pdf")" = %PDF- ] || fail picture.pdf "it is no PDF"
[ "$(stat -c %s "$work/picture.png")" -gt 10000 ] || fail picture.png "it is nearly empty"
exit $((failed > 0))
