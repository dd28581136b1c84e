#!/bin/sh
# Builds the LLVM IR of the programs beside it, with rustc and tuffy: build.sh [NAME...]. What the clean ones print is what they
# print as machine code. Programs named ub_ keep their debug information and what says that values are valid; no pass runs.
set -e
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
[ $# -gt 0 ] || set -- $(basename -s .rs *.rs)
for n; do
	case $n in
	ub_*) flags="-C opt-level=1 -C no-prepopulate-passes -C debug-assertions=off -C debuginfo=1" strip= ;;
	*) flags="-C opt-level=2 -C debuginfo=0" strip=--strip-debug ;;
	esac
	rustc --edition 2024 -A warnings -C panic=abort -C lto=fat -C codegen-units=1 -C overflow-checks=on $flags --remap-path-prefix "$PWD/=" \
		--emit=llvm-ir,link -o "$tmp/$n" "$PWD/$n.rs"
	tuffy llvm extract --entry main --declare 9panicking,handle_alloc_error,rust_eh_personality,2io5error $strip "$tmp/$n.ll" | gzip -9n >"$n.ll.gz"
	case $n in ub_*) continue ;; esac
	code=0
	"$tmp/$n" >"$n.out" 2>/dev/null || code=$?
	echo "exit $code" >>"$n.out"
done
