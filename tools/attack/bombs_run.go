package main

import (
	"bufio"
	"fmt"
	"strings"
)

func loopBody(init, params, cond, stmts, next, result string) string {
	return "br bb1(" + init + ")\nregion loop {\nbb1(" + params + "):\n" + cond + "\nbrif $c, bb2, bb3\nbb2:\n" + stmts + "\ncontinue " + next + "\n}\nbb3:\nret " + result
}

// forever makes a loop of statements; $m is the memory token and becomes $n, $i counts.
func forever(stmts string) string {
	return loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.ge $i, #0", stmts+"\n$j = add $i, #1", "$j, $n", "$i, $m")
}

// intBombs make integers that grow.
func intBombs() []bomb {
	var bs []bomb
	add := func(name, stmts string, commands ...string) {
		if commands == nil {
			commands = []string{"interp"}
		}
		bs = append(bs, onAll("int-"+name, mainOf(stmts), commands...)...)
	}
	add("shift", "$r = shl #1, #16777216\nret $r, $m0", "interp", "exact", "opt", "O2")
	add("shift-far", "$r = shl #1, #9223372036854775807\nret $r, $m0", "interp", "opt")
	add("shift-farther", "$k = shl #1, #100\n$r = shl #1, $k\nret $r, $m0", "interp", "opt", "O2")
	add("shift-zero", "$k = shl #1, #100\n$r = shl #0, $k\nret $r, $m0", "interp", "opt")
	add("square", loopBody("#3", "$v: int", "$c = icmp.gt $v, #0", "$w = mul $v, $v", "$w", "$v, $m0"), "interp", "exact", "opt", "O2")
	add("square-negative", loopBody("#-3", "$v: int", "$c = icmp.ne $v, #0", "$w = mul $v, $v\n$x = sub #0, $w", "$x", "$v, $m0"))
	add("factorial", loopBody("#1, #1", "$i: int, $v: int", "$c = icmp.gt $v, #0", "$w = mul $v, $i\n$j = add $i, #1", "$j, $w", "$v, $m0"), "interp", "exact")
	add("double", loopBody("#1", "$v: int", "$c = icmp.gt $v, #0", "$w = add $v, $v", "$w", "$v, $m0"), "interp", "exact")
	add("fibonacci", loopBody("#1, #1", "$a: int, $b: int", "$c = icmp.gt $b, #0", "$s = add $a, $b", "$b, $s", "$a, $m0"))
	add("divide", "$a = shl #1, #16000000\n$b = shl #3, #8000000\n"+loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.lt $i, #1000000000", "$q = div $a, $b\n$j = add $i, #1", "$j, $m", "$i, $m"), "interp", "exact")
	add("divide-odd", "$a = shl #1, #8000000\n$a1 = sub $a, #1\n$b = shl #1, #4000000\n$b1 = sub $b, #3\n"+loopBody("#0", "$i: int", "$c = icmp.lt $i, #1000000000", "$q = trem $a1, $b1\n$j = add $i, #1", "$j", "$i, $m0"))
	add("clmul", "$a = shl #1, #8000000\n$b = sub $a, #1\n"+loopBody("#0", "$i: int", "$c = icmp.lt $i, #1000000000", "$q = clmul $b, $b\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "exact")
	add("print", "$a = shl #1, #16777000\n$b = sub $a, #1\nret $b, $m0", "interp")
	add("poison-operand", "$a = shl #1, #16777000\n$b = sub $a, #1\n$c:s8 = add $b, #1\nret $c, $m0", "interp")
	add("merge", "$a = shl #-1, #16000000\n"+loopBody("#0, $a", "$i: int, $v: int", "$c = icmp.lt $i, #1000000000", "$w = merge.1048576 $v, $i\n$j = add $i, #1", "$j, $w", "$i, $m0"))
	add("reverse", loopBody("#0", "$i: int", "$c = icmp.lt $i, #1000000000", "$w = bit_reverse.1048576 $i\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "opt", "O2")
	add("rotate", loopBody("#1", "$i: int", "$c = icmp.ne $i, #0", "$w = rotate_left.1048575 $i, $i", "$w", "$i, $m0"))
	add("swap", "$r = bswap.1000000000 #1\nret $r, $m0", "interp", "opt", "O2")
	add("reverse-far", "$r = bit_reverse.18446744073709551615 #1\nret $r, $m0", "interp", "opt")
	add("sext-far", "$r = sext #-1, 4294967295\n$s = zext #-1, 4294967295\nret $r, $m0", "interp", "opt", "O2")
	add("claim-far", "$r:s4294967295 = add #1, #2\n$s:u1000000000 = add $r, $r\nret $s, $m0", "verify", "interp", "opt", "O2")
	add("stored", "$s = stack_slot 8\n"+loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.lt $i, #1000000000", "$a = shl #-1, #16000000\n$n = store.8 $a, $s, $m\n$j = add $i, #1", "$j, $n", "$i, $m"))
	// Many wide values that live at the same time.
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "$a%d = shl #%d, #16000000\n", i, 2*i+1)
	}
	b.WriteString("$s0 = add #0, #0\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "$s%d = add $s%d, $a%d\n", i+1, i, i)
	}
	add("many-wide", b.String()+"$r = zext $s2000, 8\nret $r, $m0", "interp", "exact", "opt")
	bs = append(bs, onAll("int-recursion", prog(text(tir("func @g(int) -> int {\n bb0($m: mem):\n $x = param 0\n $w = shl $x, #100000\n $n, $r = call &g($w), $m -> int\n $s = add $r, $x\n ret $s, $n\n}\nfunc @main() -> int {\n bb0($m: mem):\n $n, $r = call &g(#1), $m -> int\n ret $r, $n\n}\n"))), "interp", "exact")...)
	for _, k := range []int{4096, 8191, 8192, 20000, 100000, 1000000} {
		for _, op := range []string{"mul", "tdiv"} {
			bs = append(bs, onAll(fmt.Sprintf("int-%s-%d", op, k), prog(text(fmt.Sprintf("func @f(int:s%d, int:s%d) -> int:s%d {\n bb0:\n v0 = param 0\n v1 = param 1\n v2:s%d = %s v0, v1\n ret v2\n}\nfunc @main() -> int {\n bb0:\n v0 = iconst 1\n ret v0\n}\n", k, k, k, k, op))), "O2")...)
		}
	}
	return bs
}

// valueBombs copy vectors and aggregates.
func valueBombs() []bomb {
	var bs []bomb
	add := func(name, stmts string, commands ...string) {
		if commands == nil {
			commands = []string{"interp"}
		}
		bs = append(bs, onAll("value-"+name, mainOf(stmts), commands...)...)
	}
	add("insert", "$p = poison -> [int; 60000]\n"+loopBody("#0, $p", "$i: int, $v: [int; 60000]", "$c = icmp.ge $i, #0", "$w = insertvalue $v, $i, [7]\n$j = add $i, #1", "$j, $w", "$i, $m0"), "interp", "exact")
	add("splat", loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$w = vec.splat.i8 $i -> vec<8388608>\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "exact")
	add("add", "$w = vec.splat.i8 #1 -> vec<8388608>\n"+loopBody("$w", "$v: vec<8388608>", "$c = icmp.ge #0, #0", "$x = vec.add.i8 $v, $w", "$x", "#0, $m0"), "interp", "exact")
	add("shuffle", "$w = vec.splat.i32 #1 -> vec<33554432>\n"+loopBody("$w", "$v: vec<33554432>", "$c = icmp.ge #0, #0", "$x = vec.shuffle.i32 $v, $w, $v", "$x", "#0, $m0"))
	add("reduce-mul", "$w = vec.splat.u64 #-1 -> vec<67108864>\n$w2 = vec.splat.s64 #9223372036854775807 -> vec<67108864>\n$r = vec.reduce.mul.s64 $w2\nret $r, $m0", "interp", "exact")
	add("reduce-add", "$w2 = vec.splat.s64 #9223372036854775807 -> vec<67108864>\n"+loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$x = vec.reduce.add.s64 $w2\n$j = add $i, #1", "$j", "$i, $m0"))
	add("freeze", loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$p = poison -> byte(1048576)\n$f = freeze $p\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "exact")
	add("bitcast", "$p = poison -> byte(1048576)\n$f = freeze $p\n"+loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$x = bitcast $f -> int\n$y = bitcast $x -> vec<8388608>\n$j = add $i, #1", "$j", "$i, $m0"))
	add("return", "$w = vec.splat.i8 #1 -> vec<67108864>\n$r = bitcast $w -> int\nret $r, $m0", "interp")
	bs = append(bs, onAll("value-results", prog(text("func @main() -> vec<67108864> {\n bb0:\n v0 = iconst 1\n v1 = vec.splat.i8 v0 -> vec<67108864>\n ret v1\n}\n")), "interp")...)
	bs = append(bs, onAll("value-recursion", prog(text(tir("func @g(byte(65536)) -> int {\n bb0($m: mem):\n $x = param 0\n $n, $r = call &g($x), $m -> int\n ret $r, $n\n}\nfunc @main() -> int {\n bb0($m: mem):\n $p = poison -> byte(65536)\n $f = freeze $p\n $n, $r = call &g($f), $m -> int\n ret $r, $n\n}\n"))), "interp", "exact")...)
	// Aggregates of aggregates: each has the one before it twice.
	var b strings.Builder
	typ := "int"
	b.WriteString("$a0 = add #1, #2\n")
	for i := range 16 {
		typ = "struct{" + typ + "," + typ + "}"
		fmt.Fprintf(&b, "$p%d = poison -> %s\n$b%d = insertvalue $p%d, $a%d, [0]\n$a%d = insertvalue $b%d, $a%d, [1]\n", i, typ, i, i, i, i+1, i, i)
	}
	add("doubling", b.String()+"ret #1, $m0", "interp", "opt", "O2")
	return bs
}

// outputBombs write much, or make many events.
func outputBombs() []bomb {
	var bs []bomb
	data := func(decl, stmts string) map[string]func(*bufio.Writer) {
		return prog(text(decl + "\n" + tir("func @main() -> int {\n bb0($m0: mem):\n"+stmts+"\n}\n")))
	}
	add := func(name string, files map[string]func(*bufio.Writer), flags ...string) {
		bs = append(bs, bomb{name: "output-" + name, files: files, argv: interpret(flags...)})
	}
	add("putchar", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")))
	add("putchar-exact", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")), "--exact", "--fuel", "2000000")
	add("putchar-small-limit", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")), "--mem-limit", "1000000")
	big := "data @s = {" + strings.TrimSuffix(strings.Repeat("\""+strings.Repeat("a", 1000)+"\", ", 1000), ", ") + ", zero 1}"
	add("puts", data(big, forever("$n, $r = call &puts(&s), $m -> int")))
	add("write", data("data @s = zero 100000000", forever("$n, $r = call &write(#1, &s, #100000000), $m -> int")))
	add("write-2", data("data @s = zero 1000000", forever("$n, $r = call &write(#2, &s, #1000000), $m -> int")))
	add("width", data(`data @f const = "%1000000d\x00"`, forever("$n, $r = call &printf(&f, $i), $m -> int")))
	add("width-far", data(`data @f const = "%2147483647d%2147483647d\x00"`, forever("$n, $r = call &printf(&f, $i, $i), $m -> int")))
	add("width-farther", data(`data @f const = "%99999999999999999999d\x00"`, forever("$n, $r = call &printf(&f, $i), $m -> int")))
	add("precision", data(`data @f const = "%.100000000f\x00"`, forever("$n, $r = call &printf(&f, #f64:1.5), $m -> int")))
	add("star", data(`data @f const = "%*d\x00"`, forever("$n, $r = call &printf(&f, #2000000000, $i), $m -> int")))
	add("snprintf", data("data @f const = \"%1000000000d\\x00\"\ndata @b = zero 10", forever("$n, $r = call &snprintf(&b, #10, &f, $i), $m -> int")))
	add("havoc", prog(text("extern func @g(int) -> int:s32\n"+tir("func @main() -> int {\n bb0($m0: mem):\n"+forever("$n, $r = call &g($i), $m -> int:s32")+"\n}\n"))), "--extern", "g:havoc")
	add("havoc-wide", prog(text("extern func @g(int) -> int\n"+tir("func @main() -> int {\n bb0($m0: mem):\n$w = shl #1, #1000000\n"+forever("$n, $r = call &g($w), $m -> int")+"\n}\n"))), "--extern", "g:havoc")
	add("havoc-memory", prog(text("extern func @g(ptr) -> ptr\ndata @d = zero 50000000\n"+tir("func @main() -> int {\n bb0($m0: mem):\n"+forever("$n, $r = call &g(&d), $m -> ptr")+"\n}\n"))), "--extern", "g:havoc")
	add("reports", mainOf(forever("$z = inttoptr #0\n$n = store.1 $i, $z, $m")))
	add("reports-wide", mainOf("$w = shl #-1, #1000000\n"+forever("$z = inttoptr #0\n$v:s8 = add $w, $i\n$y = add $v, $w\n$n = store.1 $y, $z, $m")))
	add("reports-json", mainOf(forever("$z = inttoptr #0\n$n = store.1 $i, $z, $m")), "--format", "json")
	add("trace", mainOf(forever("$n = memset $p, #0, #0, $m")), "--trace", "--fuel", "300000")
	bs[len(bs)-1].files = mainOf("$p = stack_slot 1\n" + forever("$n = memset $p, #0, #0, $m"))
	add("trace-wide", mainOf("$w = shl #-1, #1000000\n$p = stack_slot 1\n"+forever("$v = add $w, $i\n$n = memset $p, #0, #0, $m")), "--trace", "--fuel", "1000000")
	add("many-seeds", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")), "--many-seeds", "0..3")
	add("many-many-seeds", mainOf("ret #1, $m0"), "--many-seeds", "0..18446744073709551615", "--fuel", "10")
	add("poison-chain", mainOf("$v = poison -> int\n"+loopBody("#0, $v", "$i: int, $w: int", "$c = icmp.lt $i, #3000000", "$x = add $w, $i\n$j = add $i, #1", "$j, $x", "$w, $m0")))
	return bs
}

// threadBombs start threads.
func threadBombs() []bomb {
	var bs []bomb
	worker := func(name, body, main string, flags ...string) {
		bs = append(bs, bomb{name: "thread-" + name, argv: interpret(flags...), files: prog(text(tir(
			"data @d = zero 64\nfunc @w(ptr) -> int {\n bb0($m0: mem):\n$p = param 0\n" + body + "\n}\nfunc @main() -> int {\n bb0($m0: mem):\n" + main + "\n}\n")))})
	}
	spawn := func(n string) string {
		return loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.lt $i, #"+n, "$n, $t = call &thread_spawn(&w, &d), $m -> int\n$j = add $i, #1", "$j, $n", "$i, $m")
	}
	yield := forever("$n = call &thread_yield(), $m")
	worker("yield-4000", yield, spawn("4000"))
	worker("yield-2", yield, spawn("2"))
	worker("spawn-million", "ret #0, $m0", spawn("1000000"))
	worker("spawn-forever", yield, spawn("1000000000"))
	worker("spawn-spawn", "$a, $t = call &thread_spawn(&w, &d), $m0 -> int\n$b, $u = call &thread_spawn(&w, &d), $a -> int\nret #0, $b", spawn("2"))
	worker("join", "ret #0, $m0", loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.ge $i, #0", "$n, $t = call &thread_spawn(&w, &d), $m -> int\n$o, $r = call &thread_join($t), $n -> int\n$j = add $i, #1", "$j, $o", "$i, $m"))
	worker("races", forever("$n = store.8 $i, $p, $m"), spawn("500"))
	worker("atomics", forever("$n, $o = rmw.add.seqcst.8 $p, #1, $m"), spawn("1000"))
	worker("spin", forever("$n, $o = load.atomic.acquire.8 $p, $m -> int"), "$n, $t = call &thread_spawn(&w, &d), $m0 -> int\n$o, $r = call &thread_join($t), $n -> int\nret #0, $o")
	worker("self-join", "$n, $i = call &thread_id(), $m0 -> int\n$o, $r = call &thread_join($i), $n -> int\nret #0, $o", spawn("10"))
	worker("recursion", "$n, $r = call &w($p), $m0 -> int\nret #0, $n", spawn("100"))
	worker("memory", forever("$n, $h = call &malloc(#1000000), $m -> ptr"), spawn("100"))
	worker("many-seeds", yield, spawn("1000"), "--many-seeds", "0..2")
	return bs
}

// memoryBombs allocate.
func memoryBombs() []bomb {
	var bs []bomb
	add := func(name, stmts string, commands ...string) {
		if commands == nil {
			commands = []string{"interp"}
		}
		bs = append(bs, onAll("memory-"+name, mainOf(stmts), commands...)...)
	}
	add("malloc", "$n, $h = call &malloc(#1099511627776), $m0 -> ptr\n$o = memset $h, #1, #1099511627776, $n\nret #0, $o")
	add("malloc-half", "$n, $h = call &malloc(#200000000), $m0 -> ptr\n$o = memset $h, #1, #200000000, $n\nret #0, $o")
	add("malloc-loop", forever("$n, $h = call &malloc(#1000), $m -> ptr"), "interp", "exact")
	add("malloc-one", forever("$n, $h = call &malloc(#1), $m -> ptr"))
	add("malloc-zero", forever("$n, $h = call &malloc(#0), $m -> ptr"))
	add("malloc-free", forever("$o, $h = call &malloc(#100000), $m -> ptr\n$k = memset $h, #1, #100000, $o\n$n = call &free($h), $k"))
	add("malloc-free-one", forever("$o, $h = call &malloc(#1), $m -> ptr\n$n = call &free($h), $o"), "interp", "exact")
	add("calloc", "$n, $h = call &calloc(#4611686018427387904, #4611686018427387904), $m0 -> ptr\n$l = load.1 $h, $n\nret $l, $n")
	add("calloc-fits", "$n, $h = call &calloc(#1000000, #1000000), $m0 -> ptr\n$l = load.1 $h, $n\nret $l, $n")
	add("aligned", "$n, $h = call &aligned_alloc(#4611686018427387904, #4611686018427387904), $m0 -> ptr\nret #1, $n")
	add("aligned-loop", forever("$n, $h = call &aligned_alloc(#1073741824, #1073741824), $m -> ptr"))
	add("realloc", "$z = inttoptr #0\n"+loopBody("#1, $z, $m0", "$i: int, $p: ptr, $m: mem", "$c = icmp.ge $i, #0", "$n, $q = call &realloc($p, $i), $m -> ptr\n$j = mul $i, #2", "$j, $q, $n", "$i, $m"))
	add("slot", "$s = stack_slot 1099511627776\n$m = store.8 #1, $s, $m0\nret #0, $m", "interp", "opt", "O2")
	add("slot-63", "$s = stack_slot 9223372036854775807\n$m = store.8 #1, $s, $m0\nret #0, $m", "interp", "opt", "O0")
	add("slot-64-far", "$s = stack_slot 18446744073709551615\n$m = store.8 #1, $s, $m0\nret #0, $m", "verify", "interp", "O2")
	add("slot-align", "$s = stack_slot 8 align 2147483648\n$m = store.8 #1, $s, $m0\nret #0, $m", "interp", "O2")
	add("slot-loop", forever("$s = stack_slot 4096\n$n = store.8 #1, $s, $m"), "interp")
	add("fragments", "$n, $h = call &malloc(#50000000), $m0 -> ptr\n"+loopBody("#0, $n", "$i: int, $m: mem", "$c = icmp.lt $i, #49999992", "$q = ptradd $h, $i\n$k = store.8 $q, $q, $m\n$j = add $i, #8", "$j, $k", "$i, $m"), "interp", "exact")
	add("versions", "$s = stack_slot 8\n"+forever("$n = store.1 $i, $s, $m"))
	bs[len(bs)-1].argv = interpret("--check-memssa")
	add("memset", "$s = stack_slot 100000000\n"+forever("$n = memset $s, #0, #100000000, $m"), "interp", "exact")
	add("memmove", "$s = stack_slot 100000000\n$t = ptradd $s, #1\n"+forever("$n = memmove $t, $s, #99999999, $m"), "interp")
	add("memset-far", "$s = stack_slot 8\n$n = memset $s, #0, #9223372036854775807, $m0\nret #0, $n", "interp", "opt", "O2")
	add("strlen", "$s = stack_slot 100000000\n$k = memset $s, #65, #99999999, $m0\n$e = ptradd $s, #99999999\n$z = store.1 #0, $e, $k\n"+strings.ReplaceAll(forever("$n, $r = call &strlen($s), $m -> int"), "$m0", "$z"), "interp")
	add("load-wide", "$s = stack_slot 16000000\n$k = memset $s, #65, #16000000, $m0\n"+strings.ReplaceAll(forever("$r = load.65536 $s, $m\n$n = store.65536 $r, $s, $m"), "$m0", "$k"), "interp", "exact")
	add("load-far", "$s = stack_slot 8\n$r = load.9223372036854775807 $s, $m0\nret $r, $m0", "interp", "opt", "O2")
	for _, d := range []string{"zero 1099511627776", "zero 200000000", "uninit 1099511627776", "zero 1099511627775"} {
		name := "memory-data-" + strings.ReplaceAll(d, " ", "-")
		bs = append(bs, onAll(name, prog(text("data @d = "+d+"\n"+tir("func @main() -> int {\n bb0($m0: mem):\n$l = load.1 &d, $m0\nret $l, $m0\n}\n"))), "interp", "O2")...)
	}
	bs = append(bs, onAll("memory-data-many", prog(func(w *bufio.Writer) {
		times(w, 2000, "data @d%d = zero 1000000000\n")
		w.WriteString(tir("func @main() -> int {\n bb0($m0: mem):\nret #1, $m0\n}\n"))
	}), "interp", "O2", "opt")...)
	recursive := func(slot string) map[string]func(*bufio.Writer) {
		return prog(text(tir("func @g(int) -> int {\n bb0($m0: mem):\n$x = param 0\n" + slot + "\n$y = add $x, #1\n$n, $r = call &g($y), $m0 -> int\nret $r, $n\n}\nfunc @main() -> int {\n bb0($m0: mem):\n$n, $r = call &g(#0), $m0 -> int\nret $r, $n\n}\n")))
	}
	bs = append(bs, onAll("memory-recursion", recursive(""), "interp", "exact", "opt")...)
	bs = append(bs, onAll("memory-recursion-slot", recursive("$s = stack_slot 1000"), "interp", "exact")...)
	b := onAll("memory-recursion-deep", recursive(""), "interp")[0]
	b.argv = interpret("--max-depth", "1000000000")
	bs = append(bs, b)
	b = onAll("memory-recursion-deep-exact", recursive(""), "interp")[0]
	b.argv = interpret("--max-depth", "1000000000", "--exact")
	return append(bs, b)
}

// argumentBombs are inputs in JSON.
func argumentBombs() []bomb {
	var bs []bomb
	add := func(name, typ string, input func(w *bufio.Writer)) {
		files := prog(text("func @main(" + typ + ") -> int {\n bb0:\n v0 = iconst 1\n ret v0\n}\n"))
		files["in.json"] = input
		bs = append(bs, bomb{name: "argument-" + name, files: files, argv: interpret("--input", "in.json")})
	}
	wrap := func(open, mid, end string, n int) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			w.WriteString(`{"args": [`)
			times(w, n, open)
			w.WriteString(mid)
			times(w, n, end)
			w.WriteString("]}")
		}
	}
	add("deep", "int", wrap("[", "1", "]", 1_000_000))
	add("deep-objects", "int", wrap(`{"f64":`, "1", "}", 300_000))
	add("open", "int", wrap("[", "", "", 5_000_000))
	add("many", "int", wrap("1,", "1", "", 3_000_000))
	add("digits", "int", wrap("9", "9", "", 3_000_000))
	add("exponent", "int", text(`{"args": [1e999999999]}`))
	add("fraction", "int", text(`{"args": [1.5e-999999999]}`))
	add("hex", "int", func(w *bufio.Writer) { w.WriteString(`{"args": ["0x`); times(w, 5_000_000, "f"); w.WriteString(`"]}`) })
	add("float-digits", "f64", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"f64": "1.`)
		times(w, 5_000_000, "3")
		w.WriteString(`"}]}`)
	})
	add("float-exponent", "f64", text(`{"args": [{"f64": "1e999999999999"}]}`))
	add("float-hexadecimal", "f64", text(`{"args": [{"f64": "0x1p999999999999"}]}`))
	add("string", "int", func(w *bufio.Writer) {
		w.WriteString(`{"args": ["`)
		times(w, 3_000_000, `\ud800`)
		w.WriteString(`"]}`)
	})
	add("keys", "int", func(w *bufio.Writer) {
		w.WriteString(`{"args": [1]`)
		times(w, 300_000, `, "k%d": 1`)
		w.WriteString("}")
	})
	add("same-keys", "int", func(w *bufio.Writer) {
		w.WriteString(`{"args": [1]`)
		times(w, 300_000, `, "args": [1]`)
		w.WriteString("}")
	})
	add("buffers", "ptr", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"ptr": 0}], "buffers": [{"align": 8, "bytes": "00"}`)
		times(w, 300_000, `, {"align": 8, "bytes": "00 __"}`)
		w.WriteString("]}")
	})
	add("buffer-align", "ptr", text(`{"args": [{"ptr": 0}], "buffers": [{"align": 9223372036854775808, "bytes": "00"}, {"align": 4611686018427387904, "bytes": "00"}]}`))
	add("buffer-aligns", "ptr", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"ptr": 0}], "buffers": [{"align": 8, "bytes": "00"}`)
		times(w, 400, `, {"align": 1073741824, "bytes": "00"}`)
		w.WriteString("]}")
	})
	add("buffer-bytes", "ptr", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"ptr": 0}], "buffers": [{"align": 8, "bytes": "`)
		times(w, 3_000_000, "&0+4 ")
		w.WriteString(`"}]}`)
	})
	add("offset", "ptr", text(`{"args": [{"ptr": 0, "offset": 99999999999999999999999999}], "buffers": [{"align": 8, "bytes": "00"}]}`))
	add("offsets", "ptr, ptr", text(`{"args": [{"ptr": 0, "offset": -9223372036854775808}, {"ptr": 4294967296}], "buffers": [{"align": 8, "bytes": "00"}]}`))
	add("array", "[int; 65536]", wrap("[1],", "[1]", "", 1000))
	add("poison-array", "[[int; 256]; 256]", text(`{"args": ["poison"]}`))
	add("poison-vector", "vec<67108864>", text(`{"args": ["poison"]}`))
	add("poison-arrays", strings.TrimSuffix(strings.Repeat("[int; 60], ", 1000), ", "), func(w *bufio.Writer) {
		w.WriteString(`{"args": ["poison"`)
		times(w, 999, `, "poison"`)
		w.WriteString("]}")
	})
	add("poison-bytes", strings.TrimSuffix(strings.Repeat("byte(1048576), ", 1400), ", "), func(w *bufio.Writer) {
		w.WriteString(`{"args": ["poison"`)
		times(w, 1399, `, "poison"`)
		w.WriteString("]}")
	})
	return bs
}

// endlessBombs do not end by themselves.
func endlessBombs() []bomb {
	var bs []bomb
	add := func(name string, files map[string]func(*bufio.Writer), commands ...string) {
		if commands == nil {
			commands = []string{"interp", "exact", "opt", "O2"}
		}
		bs = append(bs, onAll("endless-"+name, files, commands...)...)
	}
	add("empty", mainOf("br bb1\nregion loop {\nbb1:\ncontinue\n}"))
	add("plain", mainOf("br bb1\nregion plain {\nbb1:\nbr bb2\nbb2:\nbr bb1\n}"))
	add("count", mainOf("$p = stack_slot 1\n"+forever("$n = memset $p, #0, #0, $m")), "verify")
	add("count-far", mainOf(loopBody("#0, #0", "$i: int, $s: int", "$c = icmp.lt $i, #4611686018427387904", "$t = add $s, $i\n$j = add $i, #1", "$j, $t", "$s, $m0")))
	add("nested", mainOf("br bb1(#0)\nregion loop {\nbb1($i: int):\n$c = icmp.lt $i, #1000000\nbrif $c, bb2, bb9\nbb2:\nbr bb3(#0)\nregion loop {\nbb3($k: int):\n$d = icmp.lt $k, #1000000\nbrif $d, bb4, bb5\nbb4:\n$l = add $k, #1\ncontinue $l\n}\nbb5:\n$j = add $i, #1\ncontinue $j\n}\nbb9:\nret $i, $m0"))
	add("collatz", mainOf(loopBody("#27", "$v: int", "$c = icmp.ne $v, #0", "$o = and $v, #1\n$b = icmp.eq $o, #1\n$h = shr $v, #1\n$t = mul $v, #3\n$u = add $t, #1\n$w = select $b, $u, $h", "$w", "$v, $m0")))
	add("recursion", prog(text(tir("func @main() -> int {\n bb0($m0: mem):\n$n, $r = call &main(), $m0 -> int\nret $r, $n\n}\n"))))
	add("mutual", prog(text(tir("func @a(int) -> int {\n bb0($m0: mem):\n$x = param 0\n$n, $r = call &b($x), $m0 -> int\nret $r, $n\n}\nfunc @b(int) -> int {\n bb0($m0: mem):\n$x = param 0\n$n, $r = call &a($x), $m0 -> int\n$s = add $r, #1\nret $s, $n\n}\nfunc @main() -> int {\n bb0($m0: mem):\n$n, $r = call &a(#1), $m0 -> int\nret $r, $n\n}\n"))), "interp", "exact", "opt")
	add("tree", prog(text(tir("func @t(int) -> int {\n bb0($m0: mem):\n$x = param 0\n$c = icmp.le $x, #0\nbrif $c, bb1, bb2\nbb1:\nret #1, $m0\nbb2:\n$y = sub $x, #1\n$n, $r = call &t($y), $m0 -> int\n$o, $s = call &t($y), $n -> int\n$u = add $r, $s\nret $u, $o\n}\nfunc @main() -> int {\n bb0($m0: mem):\n$n, $r = call &t(#60), $m0 -> int\nret $r, $n\n}\n"))), "interp", "exact", "opt")
	return bs
}
