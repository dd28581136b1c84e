#!/usr/bin/env bash
# Compares the code that tuffy makes of corpus/bench with what gcc makes of the C twins, one after
# the other on this machine: user time of REPEAT runs at size M (best of RUNS) and instructions executed at size S
# (valgrind's callgrind). Checks that all print or return the same checksum. Prints a Markdown table
# and geometric means of the ratios. Needs gcc, valgrind, bc.
set -eu
cd "$(dirname "$0")/.."
RUNS=${RUNS:-3}
REPEAT=${REPEAT:-20}
KERNELS=${KERNELS:-$(basename -s .tir corpus/bench/*.tir)}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/tuffy" ./cmd/tuffy

# user N command…: least user seconds of N times REPEAT runs.
user() {
  local n=$1 min=; shift
  for _ in $(seq "$n"); do
    local t
    t=$({ TIMEFORMAT=%U; time for _ in $(seq "$REPEAT"); do "$@" >/dev/null 2>&1 || true; done; } 2>&1)
    if [ -z "$min" ] || [ "$(echo "$t < $min" | bc)" = 1 ]; then min=$t; fi
  done
  echo "$min"
}

# refs command…: instructions executed.
refs() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

# sized FILE SIZE: the program with the constant that @main passes to @kernel replaced.
sized() {
  awk -v n="$2" '/^func @main/ { main = 1 } main && /iconst/ && !done { sub(/iconst .*/, "iconst " n); done = 1 } { print }' "$1"
}

# header FILE SIZE FIELD: n or checksum of a size, from the comments of the file.
header() { sed -n "s,^// size $2:.*$3=\([0-9a-f]*\).*,\1,p" "$1"; }

echo "$(gcc --version | head -1), $(valgrind --version)"
echo
echo "| kernel | gcc -O0 s | tuffy -O0 s | ratio | gcc -O2 s | tuffy -O2 s | ratio | gcc -O0 instr. | tuffy -O0 | ratio | gcc -O2 instr. | tuffy -O2 | ratio |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
: >"$dir/logs"
for k in $KERNELS; do
  f=corpus/bench/$k.tir
  m=$(header "$f" M n); s=$(header "$f" S n)
  row="| $k"; counts=
  for level in 0 2; do
    gcc -O$level -w -static -o "$dir/gcc$level" "corpus/bench/$k.c"
    for size in S M; do
      sized "$f" "$(header "$f" $size n)" >"$dir/$k.$size.tir"
      if ! "$dir/tuffy" -O$level -o "$dir/tuffy$level$size" "$dir/$k.$size.tir" 2>"$dir/err"; then
        echo "$k at -O$level: $(head -1 "$dir/err")" >&2
        row="$row | | rejected |"; continue 2
      fi
      # The exit status is the low byte of the checksum.
      want=$((16#$(header "$f" $size checksum | tail -c 3)))
      got=0; "$dir/tuffy$level$size" || got=$?
      [ "$got" = "$want" ] || { echo "$k at -O$level, size $size: exit status $got, want $want" >&2; exit 1; }
    done
    g=$(user "$RUNS" "$dir/gcc$level" "$m"); t=$(user "$RUNS" "$dir/tuffy${level}M")
    gi=$(refs "$dir/gcc$level" "$s"); ti=$(refs "$dir/tuffy${level}S")
    # What the C library needs to start, at size T, is not gcc's doing.
    start=$(refs "$dir/gcc$level" "$(header "$f" T n)"); gi=$((gi - start)); [ "$gi" -gt 0 ] || gi=1
    rt=$(echo "scale=4; $t / ($g + 0.0001)" | bc); ri=$(echo "scale=4; $ti / $gi" | bc)
    row="$row | $g | $t | $(printf %.2f "$rt")"
    counts="$counts | $gi | $ti | $(printf %.2f "$ri")"
    echo "time$level $rt" >>"$dir/logs"; echo "count$level $ri" >>"$dir/logs"
  done
  echo "$row$counts |"
done
echo
for what in time0 count0 time2 count2; do
  awk -v w=$what '$1 == w && $2 > 0 { s += log($2); n++ } END { if (n) printf "%s: geometric mean of tuffy / gcc over %d kernels: %.2f\n", w, n, exp(s / n) }' "$dir/logs"
done | sed 's/time0/user time, -O0/; s/count0/instructions, -O0/; s/time2/user time, -O2/; s/count2/instructions, -O2/'
