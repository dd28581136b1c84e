#!/usr/bin/env bash
# Runs the kernels of corpus/bench at size S in tuffy-interp, in LLVM's interpreter (lli) on
# clang -O1 code of the C twins, and natively (gcc -O0), one after the other on this machine,
# and prints a Markdown table of seconds with the ratios. Needs clang and lli; installs them
# from Debian where apt-get can.
set -eu
cd "$(dirname "$0")/.."
# The newest that is installed; else what Debian calls clang and llvm.
newest() { compgen -c "$1" | grep -E "^$1(-[0-9]+)?$" | sort -t- -k2 -n | tail -1 || true; }
clang=$(newest clang)
lli=$(newest lli)
if [ -z "$clang" ] || [ -z "$lli" ]; then
  apt-get update >&2 && apt-get install -y --no-install-recommends clang llvm >&2
  clang=$(newest clang)
  lli=$(newest lli)
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/tuffy-interp" ./cmd/tuffy-interp

# best N command…: the least wall-clock seconds of N runs.
best() {
  local n=$1 min=; shift
  for _ in $(seq "$n"); do
    local t0 t1 t
    t0=$(date +%s.%N); "$@" >/dev/null; t1=$(date +%s.%N)
    t=$(echo "$t1 - $t0" | bc)
    if [ -z "$min" ] || [ "$(echo "$t < $min" | bc)" = 1 ]; then min=$t; fi
  done
  echo "$min"
}

echo "$($clang --version | head -1); $($lli --version | grep -i version | tr -s ' '); $(gcc --version | head -1)"
echo
echo "| kernel | tuffy-interp s | lli interpreter s | gcc -O0 s | tuffy / lli | tuffy / gcc -O0 |"
echo "|---|---|---|---|---|---|"
logs=0; count=0
for f in corpus/bench/*.c; do
  k=$(basename "$f" .c)
  $clang -O1 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -emit-llvm -c -o "$dir/$k.bc" "corpus/bench/$k.c"
  gcc -O0 -o "$dir/$k" "corpus/bench/$k.c"
  t=$(best 3 "$dir/tuffy-interp" "corpus/bench/$k.tir")
  g=$(best 3 "$dir/$k")
  rg=$(echo "scale=4; $t / $g" | bc)
  # LLVM's interpreter knows few intrinsics and gives up on some kernels.
  if ! "$lli" -jit-kind=mcjit -force-interpreter=true "$dir/$k.bc" >/dev/null 2>&1; then
    printf '| %s | %.3f | gives up | %.3f | | %.1f |\n' "$k" "$t" "$g" "$rg"
    continue
  fi
  l=$(best 2 "$lli" -jit-kind=mcjit -force-interpreter=true "$dir/$k.bc")
  rl=$(echo "scale=4; $t / $l" | bc)
  logs=$(echo "scale=8; $logs + l($rl)" | bc -l); count=$((count + 1))
  printf '| %s | %.3f | %.3f | %.3f | %.3f | %.1f |\n' "$k" "$t" "$l" "$g" "$rl" "$rg"
done
printf '\ngeometric mean of tuffy / lli: %.3f (%.1f times as fast)\n' "$(echo "e($logs / $count)" | bc -l)" "$(echo "1 / e($logs / $count)" | bc -l)"
