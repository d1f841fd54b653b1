#!/bin/bash
# golden.sh REWRITER: every golden/NAME.in must become golden/NAME.out (messages first, then the text). The pass is part of
# the name: pass_host_..., pass_device_..., pass_aic_..., pass_aiv_...; all others are for one compilation that serves all sides.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/check.sh"
rewriter=$(realpath "$1")
cd "$here/golden" || exit 1
for input in *.in; do
    pass=all
    [[ $input =~ ^pass_(host|device|aic|aiv)_ ]] && pass=${BASH_REMATCH[1]}
    { "$rewriter" "$pass" "$input" >"$work/text"; } 2>"$work/all"
    cat "$work/text" >>"$work/all"
    if cmp -s "$work/all" "${input%.in}.out"; then pass; else
        fail "$input" "$(diff "${input%.in}.out" "$work/all")"
    fi
    [ "$(grep -c '' <"$work/text")" = "$(grep -c '' <"$input")" ] || grep -q static_assert "$work/text" ||
        fail "$input: the number of lines changed"
done
finish golden
