#!/bin/sh
# Runs benchmarks one after the other. usage: run.sh PROGRAM...; the status is 1 when one of them is below a floor.
status=0
for program; do
    "$program" || status=1
done
exit $status
