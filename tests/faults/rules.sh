#!/bin/bash
# rules.sh RULES FOLDER: every rule of the table RULES (rules.tab) must be the rule that some NAME.expect asks for.
rules=$(realpath "$1")
failed=0
cd "$2" || exit 1

# What no program of this folder can show:
#   SCHEDULE  compares several runs of a program, so `belay check` finds it: tests/cli/seeds.t
elsewhere=" SCHEDULE "

names=$(sed -n 's/^rule [0-9]* \([A-Z0-9-]*\) .*/\1/p' "$rules")
[ -n "$names" ] || { echo "FAIL: no rules in $rules"; exit 1; }
for name in $names; do
    found=$(grep -lE "^ERROR (error|warning|note) $name(:|$)" -- *.expect)
    if [[ $elsewhere == *" $name "* ]]; then
        [ -z "$found" ] || { echo "FAIL $name: it has the program ${found%.expect}, but is listed as one that cannot"; failed=1; }
    elif [ -z "$found" ]; then
        echo "FAIL $name: no program shows it"
        failed=1
    fi
done
exit $failed
