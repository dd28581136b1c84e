#!/bin/sh
# Builds programs of others with `tuffy cc -O2` and runs their own tests; prints a table. The sources are Debian's, through
# apt-get source, or those of earlier runs in the folder of the first argument (default: bin/peers).
#   tools/build-peers.sh [DIR]
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:-$root/bin/peers}" && cd "${1:-$root/bin/peers}" || exit 1
work=$(pwd)
(cd "$root" && go build -o "$work/tuffy" ./cmd/tuffy) || exit 1
CC="$work/tuffy cc" CFLAGS=-O2
export CC CFLAGS
failed=0

# source NAME: a fresh copy of the sources of a package, in NAME.build.
source() {
	if ! ls -d "$1"-[0-9]*/ >/dev/null 2>&1; then
		apt-get -qq --download-only source "$1" >"$1.log" 2>&1 && dpkg-source --no-check -x "$1"_*.dsc >>"$1.log" 2>&1 || return 1
	fi
	rm -rf "$1.build" && cp -r "$1"-[0-9]*/ "$1.build"
}

# peer NAME BUILD TEST: a row of the table; both are run in the folder of the sources.
peer() {
	built=no tested=no
	if source "$1"; then
		cd "$1.build"
		find . -name '*.[oa]' -o -name '*.sho' | xargs rm -f
		(eval "$2") >"../$1.log" 2>&1 && built=yes && (eval "$3") >>"../$1.log" 2>&1 && tested=yes
		cd ..
	fi
	[ $tested = yes ] || failed=1
	printf '%-10s %-6s %-6s\n' "$1" $built $tested
}

printf '%-10s %-6s %-6s\n' package built passes
peer zlib './configure && make all' 'make test'
peer bzip2 'make CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64" libbz2.a bzip2 bzip2recover' \
	'./bzip2 -1 <sample1.ref | cmp - sample1.bz2 && ./bzip2 -2 <sample2.ref | cmp - sample2.bz2 && ./bzip2 -3 <sample3.ref | cmp - sample3.bz2 &&
	./bzip2 -d <sample1.bz2 | cmp - sample1.ref && ./bzip2 -d <sample2.bz2 | cmp - sample2.ref && ./bzip2 -ds <sample3.bz2 | cmp - sample3.ref'
peer cjson 'make CC="$CC" CFLAGS="$CFLAGS -I." cJSON_test' './cJSON_test'
peer lz4 'make CC="$CC" CFLAGS="$CFLAGS" lib lz4' 'make -C tests CC="$CC" CFLAGS="$CFLAGS" roundTripTest fullbench && tests/fullbench -i1 README.md'
# Debian has no tests of lua: a script of assertions. The header is one that its build makes.
peer lua5.4 'echo "#define DEB_HOST_MULTIARCH \"x86_64-linux-gnu\"" >src/lua5.4-deb-multiarch.h && $CC $CFLAGS -w -DLUA_USE_POSIX -o lua $(ls src/*.c | grep -v luac.c) -lm' \
	'./lua -e "local t = {} for i = 1, 999 do t[i] = (i * 7919) % 1000 end table.sort(t) for i = 2, #t do assert(t[i - 1] <= t[i]) end
	local co = coroutine.wrap(function(a) for i = 1, 3 do a = coroutine.yield(a * i) end return \"end\" end)
	assert(co(1) == 1 and co(2) == 4 and co(3) == 9 and co(4) == \"end\" and not pcall(error, {}))
	assert(string.format(\"%5.2f|%d|%s\", 3.14159, 42, \"x\") == \" 3.14|42|x\" and (\"a=1,b=2\"):gsub(\"(%w)=(%w)\", \"%2=%1\") == \"1=a,2=b\")
	assert(load(\"return 7 // 2 + 2 ^ 10 + #... \")(\"abc\") == 1030 and utf8.len(utf8.char(228, 8364)) == 2)"'
# sqlite3.c is made by tclsh; sqlite computes with long double unless told otherwise. fuzzcheck runs the scripts of its own database.
peer sqlite3 './configure --disable-tcl && make sqlite3.c shell.c && flags="-w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DLONGDOUBLE_TYPE=double" &&
	$CC $CFLAGS $flags -c sqlite3.c && $CC $CFLAGS $flags -o sqlite3 shell.c sqlite3.o -lm &&
	$CC $CFLAGS $flags -DSQLITE_OSS_FUZZ -DSQLITE_ENABLE_MEMSYS5 -DSQLITE_MAX_MEMORY=50000000 -DSQLITE_PRINTF_PRECISION_LIMIT=1000 -I. -Itest -Iext/recover \
	-o fuzzcheck test/fuzzcheck.c test/ossfuzz.c test/fuzzinvariants.c test/vt02.c ext/recover/dbdata.c ext/recover/sqlite3recover.c sqlite3.c -lm' \
	'./fuzzcheck test/fuzzdata1.db && echo "create table t(a, b); insert into t values(1, 2.5), (3, 4.5); select sum(a), avg(b) from t;" | ./sqlite3 | grep -x "4|3.5"'
exit $failed
