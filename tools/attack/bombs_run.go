package main

import (
	"bufio"
	"fmt"
	"strings"
)

// loopBody makes a loop as a sketch: init are the arguments of the first entry, params the block's
// parameters, cond computes $c, stmts run while it holds, next are the arguments of the next iteration,
// result those of ret. Its blocks are bb1 to bb3.
func loopBody(init, params, cond, stmts, next, result string) string {
	return "br bb1(" + init + ")\nregion loop {\nbb1(" + params + "):\n" + cond + "\nbrif $c, bb2, bb3\nbb2:\n" + stmts + "\ncontinue " + next + "\n}\nbb3:\nret " + result
}

// forever makes a loop of statements; $m is the memory token and becomes $n, $i counts.
// The condition always holds, but not so that a glance at constants shows it; only a limit ends the
// run.
func forever(stmts string) string {
	return loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.ge $i, #0", stmts+"\n$j = add $i, #1", "$j, $n", "$i, $m")
}

// intBombs make integers that grow.
// Integers have no width, so that a short program can ask for any number of bits. A result beyond
// interp.MaxShiftBits (2^24 bits) ends a run as unsupported, and no operation below that may take
// long: fuel counts instructions, whatever they cost.
func intBombs() []bomb {
	var bs []bomb
	add := func(name, stmts string, commands ...string) {
		if commands == nil {
			commands = []string{"interp"}
		}
		bs = append(bs, onAll("int-"+name, mainOf(stmts), commands...)...)
	}
	// 2^24 bits and one: the first result beyond the limit.
	add("shift", "$r = shl #1, #16777216\nret $r, $m0", "interp", "exact", "opt", "O2")
	// The amount is the largest that an int64 holds: adding the operand's length to it overflows.
	add("shift-far", "$r = shl #1, #9223372036854775807\nret $r, $m0", "interp", "opt")
	// The amount does not fit any machine word.
	add("shift-farther", "$k = shl #1, #100\n$r = shl #1, $k\nret $r, $m0", "interp", "opt", "O2")
	// 0 shifted by anything is 0 and needs no bits; whoever checks the amount alone refuses it.
	add("shift-zero", "$k = shl #1, #100\n$r = shl #0, $k\nret $r, $m0", "interp", "opt")
	// The length doubles each iteration: two dozen iterations reach the limit.
	add("square", loopBody("#3", "$v: int", "$c = icmp.gt $v, #0", "$w = mul $v, $v", "$w", "$v, $m0"), "interp", "exact", "opt", "O2")
	add("square-negative", loopBody("#-3", "$v: int", "$c = icmp.ne $v, #0", "$w = mul $v, $v\n$x = sub #0, $w", "$x", "$v, $m0"))
	// Growth by a factor that itself grows slowly: many iterations with long operands before the limit.
	add("factorial", loopBody("#1, #1", "$i: int, $v: int", "$c = icmp.gt $v, #0", "$w = mul $v, $i\n$j = add $i, #1", "$j, $w", "$v, $m0"), "interp", "exact")
	// A bit an iteration: millions of additions of numbers of up to half a megabyte, of which each costs
	// fuel like one of a few bits.
	add("double", loopBody("#1", "$v: int", "$c = icmp.gt $v, #0", "$w = add $v, $v", "$w", "$v, $m0"), "interp", "exact")
	// The same with two long values alive.
	add("fibonacci", loopBody("#1, #1", "$a: int, $b: int", "$c = icmp.gt $b, #0", "$s = add $a, $b", "$b, $s", "$a, $m0"))
	// A quotient of long numbers costs more than linear time, and there are 10^9 of them.
	add("divide", "$a = shl #1, #16000000\n$b = shl #3, #8000000\n"+loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.lt $i, #1000000000", "$q = div $a, $b\n$j = add $i, #1", "$j, $m", "$i, $m"), "interp", "exact")
	// The divisor is no power of two, and the dividend no shift of it, so that no short cut applies.
	add("divide-odd", "$a = shl #1, #8000000\n$a1 = sub $a, #1\n$b = shl #1, #4000000\n$b1 = sub $b, #3\n"+loopBody("#0", "$i: int", "$c = icmp.lt $i, #1000000000", "$q = trem $a1, $b1\n$j = add $i, #1", "$j", "$i, $m0"))
	// Carry-less products have no fast algorithm in math/big; a loop over bits that makes a shifted
	// copy for each is quadratic.
	add("clmul", "$a = shl #1, #8000000\n$b = sub $a, #1\n"+loopBody("#0", "$i: int", "$c = icmp.lt $i, #1000000000", "$q = clmul $b, $b\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "exact")
	// Just below the limit: five million decimal digits are to be printed, or the number shortened.
	add("print", "$a = shl #1, #16777000\n$b = sub $a, #1\nret $b, $m0", "interp")
	// The report of a poison's cause has that number as operand.
	add("poison-operand", "$a = shl #1, #16777000\n$b = sub $a, #1\n$c:s8 = add $b, #1\nret $c, $m0", "interp")
	// Operations with a width of 2^20 bits, the largest that ir.MaxAnnotBits allows, also where the
	// operand has a few bits: the cost is by the width.
	add("merge", "$a = shl #-1, #16000000\n"+loopBody("#0, $a", "$i: int, $v: int", "$c = icmp.lt $i, #1000000000", "$w = merge.1048576 $v, $i\n$j = add $i, #1", "$j, $w", "$i, $m0"))
	add("reverse", loopBody("#0", "$i: int", "$c = icmp.lt $i, #1000000000", "$w = bit_reverse.1048576 $i\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "opt", "O2")
	// A width that is no multiple of a word.
	add("rotate", loopBody("#1", "$i: int", "$c = icmp.ne $i, #0", "$w = rotate_left.1048575 $i, $i", "$w", "$i, $m0"))
	// Widths beyond ir.MaxIntBytes and ir.MaxAnnotBits: refused by the verifier, before anybody makes
	// a buffer of them.
	add("swap", "$r = bswap.1000000000 #1\nret $r, $m0", "interp", "opt", "O2")
	add("reverse-far", "$r = bit_reverse.18446744073709551615 #1\nret $r, $m0", "interp", "opt")
	add("sext-far", "$r = sext #-1, 4294967295\n$s = zext #-1, 4294967295\nret $r, $m0", "interp", "opt", "O2")
	// Beyond ir.MaxAnnotBits: refused before anybody makes the bound 2^N.
	add("claim-far", "$r:s4294967295 = add #1, #2\n$s:u1000000000 = add $r, $r\nret $s, $m0", "verify", "interp", "opt", "O2")
	// A store of 8 bytes takes the low ones; cutting them from 2 MB must not copy all of it again and
	// again.
	add("stored", "$s = stack_slot 8\n"+loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.lt $i, #1000000000", "$a = shl #-1, #16000000\n$n = store.8 $a, $s, $m\n$j = add $i, #1", "$j, $n", "$i, $m"))
	// Many wide values that live at the same time: 2000 of 2 MB are 4 GB, so that --mem-limit must count
	// integers that live in no memory of the program.
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "$a%d = shl #%d, #16000000\n", i, 2*i+1)
	}
	b.WriteString("$s0 = add #0, #0\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "$s%d = add $s%d, $a%d\n", i+1, i, i)
	}
	// The result is 8 bits, so that demanded bits would make the whole program small.
	add("many-wide", b.String()+"$r = zext $s2000, 8\nret $r, $m0", "interp", "exact", "opt")
	// x grows by 100,000 bits a call, and each frame keeps its own.
	bs = append(bs, onAll("int-recursion", prog(text(tir("func @g(int) -> int {\n bb0($m: mem):\n $x = param 0\n $w = shl $x, #100000\n $n, $r = call &g($w), $m -> int\n $s = add $r, $x\n ret $s, $n\n}\nfunc @main() -> int {\n bb0($m: mem):\n $n, $r = call &g(#1), $m -> int\n ret $r, $n\n}\n"))), "interp", "exact")...)
	// Claims at growing widths: the code for a product of words is quadratic in their number, so there
	// must be a width that is refused.
	for _, k := range []int{4096, 8191, 8192, 20000, 100000, 1000000} {
		for _, op := range []string{"mul", "tdiv"} {
			bs = append(bs, onAll(fmt.Sprintf("int-%s-%d", op, k), prog(text(fmt.Sprintf("func @f(int:s%d, int:s%d) -> int:s%d {\n bb0:\n v0 = param 0\n v1 = param 1\n v2:s%d = %s v0, v1\n ret v2\n}\nfunc @main() -> int {\n bb0:\n v0 = iconst 1\n ret v0\n}\n", k, k, k, k, op))), "O2")...)
		}
	}
	return bs
}

// valueBombs copy vectors and aggregates.
// A value is immutable, so that a naive engine copies it for each operation. Widths are below
// ir.MaxTypePayload and interp's bound on the bytes of a value, so that the types are allowed and the
// time is what is attacked.
func valueBombs() []bomb {
	var bs []bomb
	add := func(name, stmts string, commands ...string) {
		if commands == nil {
			commands = []string{"interp"}
		}
		bs = append(bs, onAll("value-"+name, mainOf(stmts), commands...)...)
	}
	// 60,000 elements, below ir.MaxTypeFields, of which one changes an iteration: a copy each makes fuel
	// meaningless.
	add("insert", "$p = poison -> [int; 60000]\n"+loopBody("#0, $p", "$i: int, $v: [int; 60000]", "$c = icmp.ge $i, #0", "$w = insertvalue $v, $i, [7]\n$j = add $i, #1", "$j, $w", "$i, $m0"), "interp", "exact")
	// A megabyte an iteration that nothing reads.
	add("splat", loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$w = vec.splat.i8 $i -> vec<8388608>\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "exact")
	add("add", "$w = vec.splat.i8 #1 -> vec<8388608>\n"+loopBody("$w", "$v: vec<8388608>", "$c = icmp.ge #0, #0", "$x = vec.add.i8 $v, $w", "$x", "#0, $m0"), "interp", "exact")
	// 4 MB an iteration: each lane of the third operand is an index into the first two.
	add("shuffle", "$w = vec.splat.i32 #1 -> vec<33554432>\n"+loopBody("$w", "$v: vec<33554432>", "$c = icmp.ge #0, #0", "$x = vec.shuffle.i32 $v, $w, $v", "$x", "#0, $m0"))
	// A million lanes multiply to 64 million bits: the exact product is beyond the limit on integers,
	// and products on the way there are long.
	add("reduce-mul", "$w = vec.splat.u64 #-1 -> vec<67108864>\n$w2 = vec.splat.s64 #9223372036854775807 -> vec<67108864>\n$r = vec.reduce.mul.s64 $w2\nret $r, $m0", "interp", "exact")
	// The exact sum needs no more than 84 bits; what costs is a new big integer for each of a million
	// lanes.
	add("reduce-add", "$w2 = vec.splat.s64 #9223372036854775807 -> vec<67108864>\n"+loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$x = vec.reduce.add.s64 $w2\n$j = add $i, #1", "$j", "$i, $m0"))
	// Freezing poison makes a megabyte of choices an iteration.
	add("freeze", loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$p = poison -> byte(1048576)\n$f = freeze $p\n$j = add $i, #1", "$j", "$i, $m0"), "interp", "exact")
	// Between bytes, an integer and a vector of a megabyte, each iteration.
	add("bitcast", "$p = poison -> byte(1048576)\n$f = freeze $p\n"+loopBody("#0", "$i: int", "$c = icmp.ge $i, #0", "$x = bitcast $f -> int\n$y = bitcast $x -> vec<8388608>\n$j = add $i, #1", "$j", "$i, $m0"))
	// An integer of 2^26 bits from a vector that is allowed: beyond interp.MaxShiftBits without any
	// shift.
	add("return", "$w = vec.splat.i8 #1 -> vec<67108864>\n$r = bitcast $w -> int\nret $r, $m0", "interp")
	// The result of @main is a vector of 8 Mi lanes of 8 bits to be printed.
	bs = append(bs, onAll("value-results", prog(text("func @main() -> vec<67108864> {\n bb0:\n v0 = iconst 1\n v1 = vec.splat.i8 v0 -> vec<67108864>\n ret v1\n}\n")), "interp")...)
	// 64 KiB an argument and call: frames must count by their bytes and not only by their number.
	bs = append(bs, onAll("value-recursion", prog(text(tir("func @g(byte(65536)) -> int {\n bb0($m: mem):\n $x = param 0\n $n, $r = call &g($x), $m -> int\n ret $r, $n\n}\nfunc @main() -> int {\n bb0($m: mem):\n $p = poison -> byte(65536)\n $f = freeze $p\n $n, $r = call &g($f), $m -> int\n ret $r, $n\n}\n"))), "interp", "exact")...)
	// Aggregates of aggregates: each has the one before it twice.
	var b strings.Builder
	typ := "int"
	b.WriteString("$a0 = add #1, #2\n")
	for i := range 16 {
		typ = "struct{" + typ + "," + typ + "}"
		fmt.Fprintf(&b, "$p%d = poison -> %s\n$b%d = insertvalue $p%d, $a%d, [0]\n$a%d = insertvalue $b%d, $a%d, [1]\n", i, typ, i, i, i, i+1, i, i)
	}
	// 2^16 leaves from sixteen steps; sharing the halves keeps it small until somebody prints or
	// flattens it.
	add("doubling", b.String()+"ret #1, $m0", "interp", "opt", "O2")
	return bs
}

// outputBombs write much, or make many events.
// Output and the events that a comparison keeps count against --mem-limit; nothing else bounds them
// but fuel.
func outputBombs() []bomb {
	var bs []bomb
	// data makes @main behind the declaration of a symbol.
	data := func(decl, stmts string) map[string]func(*bufio.Writer) {
		return prog(text(decl + "\n" + tir("func @main() -> int {\n bb0($m0: mem):\n"+stmts+"\n}\n")))
	}
	add := func(name string, files map[string]func(*bufio.Writer), flags ...string) {
		bs = append(bs, bomb{name: "output-" + name, files: files, argv: interpret(flags...)})
	}
	add("putchar", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")))
	add("putchar-exact", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")), "--exact", "--fuel", "2000000")
	// With a limit of a megabyte, events must be counted and not their characters only.
	add("putchar-small-limit", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")), "--mem-limit", "1000000")
	// A string of a million characters, since puts looks for its end.
	big := "data @s = {" + strings.TrimSuffix(strings.Repeat("\""+strings.Repeat("a", 1000)+"\", ", 1000), ", ") + ", zero 1}"
	add("puts", data(big, forever("$n, $r = call &puts(&s), $m -> int")))
	add("write", data("data @s = zero 100000000", forever("$n, $r = call &write(#1, &s, #100000000), $m -> int")))
	// Standard error is not the channel of the program's result and must be bounded as well.
	add("write-2", data("data @s = zero 1000000", forever("$n, $r = call &write(#2, &s, #1000000), $m -> int")))
	// A field of a million characters a call, beyond the bound on fields, which must be an output
	// error and not a string.
	add("width", data(`data @f const = "%1000000d\x00"`, forever("$n, $r = call &printf(&f, $i), $m -> int")))
	// Two fields whose sum overflows 32 bits: the number of characters is an int of C.
	add("width-far", data(`data @f const = "%2147483647d%2147483647d\x00"`, forever("$n, $r = call &printf(&f, $i, $i), $m -> int")))
	// A width that no integer type holds while it is read digit by digit.
	add("width-farther", data(`data @f const = "%99999999999999999999d\x00"`, forever("$n, $r = call &printf(&f, $i), $m -> int")))
	add("precision", data(`data @f const = "%.100000000f\x00"`, forever("$n, $r = call &printf(&f, #f64:1.5), $m -> int")))
	// The width comes as an argument, past the check of the text of the format.
	add("star", data(`data @f const = "%*d\x00"`, forever("$n, $r = call &printf(&f, #2000000000, $i), $m -> int")))
	// Ten bytes are kept, but the result counts all: computing it by making the text takes a gigabyte.
	add("snprintf", data("data @f const = \"%1000000000d\\x00\"\ndata @b = zero 10", forever("$n, $r = call &snprintf(&b, #10, &f, $i), $m -> int")))
	// Havoc answers for a function that is not there, and may change what it can reach.
	add("havoc", prog(text("extern func @g(int) -> int:s32\n"+tir("func @main() -> int {\n bb0($m0: mem):\n"+forever("$n, $r = call &g($i), $m -> int:s32")+"\n}\n"))), "--extern", "g:havoc")
	// The event keeps an argument of a million bits.
	add("havoc-wide", prog(text("extern func @g(int) -> int\n"+tir("func @main() -> int {\n bb0($m0: mem):\n$w = shl #1, #1000000\n"+forever("$n, $r = call &g($w), $m -> int")+"\n}\n"))), "--extern", "g:havoc")
	// 50 MB that are reachable may all change at each call.
	add("havoc-memory", prog(text("extern func @g(ptr) -> ptr\ndata @d = zero 50000000\n"+tir("func @main() -> int {\n bb0($m0: mem):\n"+forever("$n, $r = call &g(&d), $m -> ptr")+"\n}\n"))), "--extern", "g:havoc")
	// Each round is undefined; the first must end the run.
	add("reports", mainOf(forever("$z = inttoptr #0\n$n = store.1 $i, $z, $m")))
	// The report shows the operands, here of a million bits.
	add("reports-wide", mainOf("$w = shl #-1, #1000000\n"+forever("$z = inttoptr #0\n$v:s8 = add $w, $i\n$y = add $v, $w\n$n = store.1 $y, $z, $m")))
	add("reports-json", mainOf(forever("$z = inttoptr #0\n$n = store.1 $i, $z, $m")), "--format", "json")
	// A line for each instruction: a slot of one byte replaces $p below, as the sketch needs a
	// pointer.
	add("trace", mainOf(forever("$n = memset $p, #0, #0, $m")), "--trace", "--fuel", "300000")
	bs[len(bs)-1].files = mainOf("$p = stack_slot 1\n" + forever("$n = memset $p, #0, #0, $m"))
	// Each line has a number of 300,000 digits.
	add("trace-wide", mainOf("$w = shl #-1, #1000000\n$p = stack_slot 1\n"+forever("$v = add $w, $i\n$n = memset $p, #0, #0, $m")), "--trace", "--fuel", "1000000")
	add("many-seeds", mainOf(forever("$n, $r = call &putchar(#65), $m -> int")), "--many-seeds", "0..3")
	// 2^64 runs of a program that ends at once: neither a list of seeds nor one of results can be
	// made.
	add("many-many-seeds", mainOf("ret #1, $m0"), "--many-seeds", "0..18446744073709551615", "--fuel", "10")
	// Poison flows through three million instructions; keeping its whole history is as long as the
	// run.
	add("poison-chain", mainOf("$v = poison -> int\n"+loopBody("#0, $v", "$i: int, $w: int", "$c = icmp.lt $i, #3000000", "$x = add $w, $i\n$j = add $i, #1", "$j, $x", "$w, $m0")))
	return bs
}

// threadBombs start threads.
// worker is started by main as often as spawn says. The engines run threads by turns on one, so that
// their number shows in memory and in the time to choose the next (interp's bound is 2^12).
func threadBombs() []bomb {
	var bs []bomb
	worker := func(name, body, main string, flags ...string) {
		bs = append(bs, bomb{name: "thread-" + name, argv: interpret(flags...), files: prog(text(tir(
			"data @d = zero 64\nfunc @w(ptr) -> int {\n bb0($m0: mem):\n$p = param 0\n" + body + "\n}\nfunc @main() -> int {\n bb0($m0: mem):\n" + main + "\n}\n")))})
	}
	// spawn is a loop that starts n workers and joins none.
	spawn := func(n string) string {
		return loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.lt $i, #"+n, "$n, $t = call &thread_spawn(&w, &d), $m -> int\n$j = add $i, #1", "$j, $n", "$i, $m")
	}
	yield := forever("$n = call &thread_yield(), $m")
	// Just below the bound: choosing the next thread must not look at all of them.
	worker("yield-4000", yield, spawn("4000"))
	worker("yield-2", yield, spawn("2"))
	// Threads that end at once: what is kept of them must be small or counted.
	worker("spawn-million", "ret #0, $m0", spawn("1000000"))
	worker("spawn-forever", yield, spawn("1000000000"))
	// Each worker starts two more: 2^n threads of n generations.
	worker("spawn-spawn", "$a, $t = call &thread_spawn(&w, &d), $m0 -> int\n$b, $u = call &thread_spawn(&w, &d), $a -> int\nret #0, $b", spawn("2"))
	worker("join", "ret #0, $m0", loopBody("#0, $m0", "$i: int, $m: mem", "$c = icmp.ge $i, #0", "$n, $t = call &thread_spawn(&w, &d), $m -> int\n$o, $r = call &thread_join($t), $n -> int\n$j = add $i, #1", "$j, $o", "$i, $m"))
	// A data race is undefined behaviour; finding it must not compare each access with all before it.
	worker("races", forever("$n = store.8 $i, $p, $m"), spawn("500"))
	worker("atomics", forever("$n, $o = rmw.add.seqcst.8 $p, #1, $m"), spawn("1000"))
	// The main thread joins a worker that reads for ever.
	worker("spin", forever("$n, $o = load.atomic.acquire.8 $p, $m -> int"), "$n, $t = call &thread_spawn(&w, &d), $m0 -> int\n$o, $r = call &thread_join($t), $n -> int\nret #0, $o")
	// A thread that waits for itself: a deadlock that must be noticed and not run out of fuel in
	// silence.
	worker("self-join", "$n, $i = call &thread_id(), $m0 -> int\n$o, $r = call &thread_join($i), $n -> int\nret #0, $o", spawn("10"))
	// A hundred stacks, each without an end: their bound is for each thread.
	worker("recursion", "$n, $r = call &w($p), $m0 -> int\nret #0, $n", spawn("100"))
	worker("memory", forever("$n, $h = call &malloc(#1000000), $m -> ptr"), spawn("100"))
	worker("many-seeds", yield, spawn("1000"), "--many-seeds", "0..2")
	return bs
}

// memoryBombs allocate.
// An allocation is lazy in C but its bytes are counted here: what is asked for is refused by
// --mem-limit, or null, before the bytes are made.
func memoryBombs() []bomb {
	var bs []bomb
	add := func(name, stmts string, commands ...string) {
		if commands == nil {
			commands = []string{"interp"}
		}
		bs = append(bs, onAll("memory-"+name, mainOf(stmts), commands...)...)
	}
	add("malloc", "$n, $h = call &malloc(#1099511627776), $m0 -> ptr\n$o = memset $h, #1, #1099511627776, $n\nret #0, $o")
	// Below the limit of interpret, so that it is made and filled.
	add("malloc-half", "$n, $h = call &malloc(#200000000), $m0 -> ptr\n$o = memset $h, #1, #200000000, $n\nret #0, $o")
	add("malloc-loop", forever("$n, $h = call &malloc(#1000), $m -> ptr"), "interp", "exact")
	// Small allocations cost their bookkeeping, which must be counted, too.
	add("malloc-one", forever("$n, $h = call &malloc(#1), $m -> ptr"))
	// No bytes at all, but an address and an entry in a table each.
	add("malloc-zero", forever("$n, $h = call &malloc(#0), $m -> ptr"))
	// What is freed must be given back, or a program that is small at each moment reaches the limit.
	add("malloc-free", forever("$o, $h = call &malloc(#100000), $m -> ptr\n$k = memset $h, #1, #100000, $o\n$n = call &free($h), $k"))
	add("malloc-free-one", forever("$o, $h = call &malloc(#1), $m -> ptr\n$n = call &free($h), $o"), "interp", "exact")
	// The product overflows to 0.
	add("calloc", "$n, $h = call &calloc(#4611686018427387904, #4611686018427387904), $m0 -> ptr\n$l = load.1 $h, $n\nret $l, $n")
	// The product fits 64 bits but no machine.
	add("calloc-fits", "$n, $h = call &calloc(#1000000, #1000000), $m0 -> ptr\n$l = load.1 $h, $n\nret $l, $n")
	// An alignment beyond what the address space has room for.
	add("aligned", "$n, $h = call &aligned_alloc(#4611686018427387904, #4611686018427387904), $m0 -> ptr\nret #1, $n")
	// A gigabyte of size and of alignment each.
	add("aligned-loop", forever("$n, $h = call &aligned_alloc(#1073741824, #1073741824), $m -> ptr"))
	// Doubling until it fails: at the end old and new exist side by side.
	add("realloc", "$z = inttoptr #0\n"+loopBody("#1, $z, $m0", "$i: int, $p: ptr, $m: mem", "$c = icmp.ge $i, #0", "$n, $q = call &realloc($p, $i), $m -> ptr\n$j = mul $i, #2", "$j, $q, $n", "$i, $m"))
	// Slots by the size of the address space and beyond: sizes at 2^40, 2^63-1 and 2^64-1, where int64
	// and the frame's layout overflow.
	add("slot", "$s = stack_slot 1099511627776\n$m = store.8 #1, $s, $m0\nret #0, $m", "interp", "opt", "O2")
	add("slot-63", "$s = stack_slot 9223372036854775807\n$m = store.8 #1, $s, $m0\nret #0, $m", "interp", "opt", "O0")
	add("slot-64-far", "$s = stack_slot 18446744073709551615\n$m = store.8 #1, $s, $m0\nret #0, $m", "verify", "interp", "O2")
	// A frame aligned to 2 GiB.
	add("slot-align", "$s = stack_slot 8 align 2147483648\n$m = store.8 #1, $s, $m0\nret #0, $m", "interp", "O2")
	// A slot in a loop: its storage is new each time, or the stack grows by a page an iteration.
	add("slot-loop", forever("$s = stack_slot 4096\n$n = store.8 #1, $s, $m"), "interp")
	// Each pointer stored has a provenance of its own for eight bytes: six million fragments of 50 MB.
	add("fragments", "$n, $h = call &malloc(#50000000), $m0 -> ptr\n"+loopBody("#0, $n", "$i: int, $m: mem", "$c = icmp.lt $i, #49999992", "$q = ptradd $h, $i\n$k = store.8 $q, $q, $m\n$j = add $i, #8", "$j, $k", "$i, $m"), "interp", "exact")
	// Each store makes a new version of memory; --check-memssa keeps what it needs to compare tokens.
	add("versions", "$s = stack_slot 8\n"+forever("$n = store.1 $i, $s, $m"))
	bs[len(bs)-1].argv = interpret("--check-memssa")
	// One instruction of fuel for 100 MB of work.
	add("memset", "$s = stack_slot 100000000\n"+forever("$n = memset $s, #0, #100000000, $m"), "interp", "exact")
	add("memmove", "$s = stack_slot 100000000\n$t = ptradd $s, #1\n"+forever("$n = memmove $t, $s, #99999999, $m"), "interp")
	// The length makes the end of the range overflow.
	add("memset-far", "$s = stack_slot 8\n$n = memset $s, #0, #9223372036854775807, $m0\nret #0, $n", "interp", "opt", "O2")
	// 100 MB are searched by each call.
	add("strlen", "$s = stack_slot 100000000\n$k = memset $s, #65, #99999999, $m0\n$e = ptradd $s, #99999999\n$z = store.1 #0, $e, $k\n"+strings.ReplaceAll(forever("$n, $r = call &strlen($s), $m -> int"), "$m0", "$z"), "interp")
	// 64 KiB is ir.MaxIntBytes: the widest integer that memory holds, moved again and again.
	add("load-wide", "$s = stack_slot 16000000\n$k = memset $s, #65, #16000000, $m0\n"+strings.ReplaceAll(forever("$r = load.65536 $s, $m\n$n = store.65536 $r, $s, $m"), "$m0", "$k"), "interp", "exact")
	// Beyond ir.MaxIntBytes, and beyond any object.
	add("load-far", "$s = stack_slot 8\n$r = load.9223372036854775807 $s, $m0\nret $r, $m0", "interp", "opt", "O2")
	// At parser.MaxDataBytes, one below it, and what fits the machine but not the limit.
	for _, d := range []string{"zero 1099511627776", "zero 200000000", "uninit 1099511627776", "zero 1099511627775"} {
		name := "memory-data-" + strings.ReplaceAll(d, " ", "-")
		bs = append(bs, onAll(name, prog(text("data @d = "+d+"\n"+tir("func @main() -> int {\n bb0($m0: mem):\n$l = load.1 &d, $m0\nret $l, $m0\n}\n"))), "interp", "O2")...)
	}
	// Two terabytes in sum of symbols that are each allowed.
	bs = append(bs, onAll("memory-data-many", prog(func(w *bufio.Writer) {
		times(w, 2000, "data @d%d = zero 1000000000\n")
		w.WriteString(tir("func @main() -> int {\n bb0($m0: mem):\nret #1, $m0\n}\n"))
	}), "interp", "O2", "opt")...)
	// The argument grows by one each call, so that no two frames are alike.
	recursive := func(slot string) map[string]func(*bufio.Writer) {
		return prog(text(tir("func @g(int) -> int {\n bb0($m0: mem):\n$x = param 0\n" + slot + "\n$y = add $x, #1\n$n, $r = call &g($y), $m0 -> int\nret $r, $n\n}\nfunc @main() -> int {\n bb0($m0: mem):\n$n, $r = call &g(#0), $m0 -> int\nret $r, $n\n}\n")))
	}
	bs = append(bs, onAll("memory-recursion", recursive(""), "interp", "exact", "opt")...)
	bs = append(bs, onAll("memory-recursion-slot", recursive("$s = stack_slot 1000"), "interp", "exact")...)
	// The bound on calls is lifted: that on bytes of the stack must hold alone, and the engine's own
	// Go stack must not be what grows.
	b := onAll("memory-recursion-deep", recursive(""), "interp")[0]
	b.argv = interpret("--max-depth", "1000000000")
	bs = append(bs, b)
	b = onAll("memory-recursion-deep-exact", recursive(""), "interp")[0]
	b.argv = interpret("--max-depth", "1000000000", "--exact")
	return append(bs, b)
}

// argumentBombs are inputs in JSON. They attack the reader of --input: many values, deep ones, numbers
// whose text is short and whose value is long, and offsets that overflow. The program itself does
// nothing.
func argumentBombs() []bomb {
	var bs []bomb
	add := func(name, typ string, input func(w *bufio.Writer)) {
		files := prog(text("func @main(" + typ + ") -> int {\n bb0:\n v0 = iconst 1\n ret v0\n}\n"))
		files["in.json"] = input
		bs = append(bs, bomb{name: "argument-" + name, files: files, argv: interpret("--input", "in.json")})
	}
	// wrap writes the list of arguments as n times open, mid, and n times end.
	wrap := func(open, mid, end string, n int) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			w.WriteString(`{"args": [`)
			times(w, n, open)
			w.WriteString(mid)
			times(w, n, end)
			w.WriteString("]}")
		}
	}
	// A million lists in each other, which recursion would follow.
	add("deep", "int", wrap("[", "1", "]", 1_000_000))
	add("deep-objects", "int", wrap(`{"f64":`, "1", "}", 300_000))
	add("open", "int", wrap("[", "", "", 5_000_000))
	add("many", "int", wrap("1,", "1", "", 3_000_000))
	add("digits", "int", wrap("9", "9", "", 3_000_000))
	// 1e999999999 is a number of a billion digits.
	add("exponent", "int", text(`{"args": [1e999999999]}`))
	// The other sign: dividing by 10^999999999 is as bad.
	add("fraction", "int", text(`{"args": [1.5e-999999999]}`))
	// 20 million bits, above interp.MaxShiftBits.
	add("hex", "int", func(w *bufio.Writer) { w.WriteString(`{"args": ["0x`); times(w, 5_000_000, "f"); w.WriteString(`"]}`) })
	// Five million digits decide how the last bit is rounded.
	add("float-digits", "f64", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"f64": "1.`)
		times(w, 5_000_000, "3")
		w.WriteString(`"}]}`)
	})
	add("float-exponent", "f64", text(`{"args": [{"f64": "1e999999999999"}]}`))
	// An exponent that overflows the type that it is read into.
	add("float-hexadecimal", "f64", text(`{"args": [{"f64": "0x1p999999999999"}]}`))
	// Half surrogate pairs, which are no characters.
	add("string", "int", func(w *bufio.Writer) {
		w.WriteString(`{"args": ["`)
		times(w, 3_000_000, `\ud800`)
		w.WriteString(`"]}`)
	})
	// Unknown keys: a message for each, or one for the first.
	add("keys", "int", func(w *bufio.Writer) {
		w.WriteString(`{"args": [1]`)
		times(w, 300_000, `, "k%d": 1`)
		w.WriteString("}")
	})
	// Each value replaces the one before it, or is a mistake.
	add("same-keys", "int", func(w *bufio.Writer) {
		w.WriteString(`{"args": [1]`)
		times(w, 300_000, `, "args": [1]`)
		w.WriteString("}")
	})
	// 300,000 allocations before the program starts.
	add("buffers", "ptr", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"ptr": 0}], "buffers": [{"align": 8, "bytes": "00"}`)
		times(w, 300_000, `, {"align": 8, "bytes": "00 __"}`)
		w.WriteString("]}")
	})
	// Alignments of half and of a quarter of the address space.
	add("buffer-align", "ptr", text(`{"args": [{"ptr": 0}], "buffers": [{"align": 9223372036854775808, "bytes": "00"}, {"align": 4611686018427387904, "bytes": "00"}]}`))
	// 400 GiB of address space by alignment alone.
	add("buffer-aligns", "ptr", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"ptr": 0}], "buffers": [{"align": 8, "bytes": "00"}`)
		times(w, 400, `, {"align": 1073741824, "bytes": "00"}`)
		w.WriteString("]}")
	})
	// Bytes that are pointers, three million of them.
	add("buffer-bytes", "ptr", func(w *bufio.Writer) {
		w.WriteString(`{"args": [{"ptr": 0}], "buffers": [{"align": 8, "bytes": "`)
		times(w, 3_000_000, "&0+4 ")
		w.WriteString(`"}]}`)
	})
	// Offsets that do not fit 64 bits, or that leave the address space below 0.
	add("offset", "ptr", text(`{"args": [{"ptr": 0, "offset": 99999999999999999999999999}], "buffers": [{"align": 8, "bytes": "00"}]}`))
	add("offsets", "ptr, ptr", text(`{"args": [{"ptr": 0, "offset": -9223372036854775808}, {"ptr": 4294967296}], "buffers": [{"align": 8, "bytes": "00"}]}`))
	// 65536 elements asked for, a thousand given twice.
	add("array", "[int; 65536]", wrap("[1],", "[1]", "", 1000))
	// One word of text for 65536 elements; the vector below is one word for 8 MB.
	add("poison-array", "[[int; 256]; 256]", text(`{"args": ["poison"]}`))
	add("poison-vector", "vec<67108864>", text(`{"args": ["poison"]}`))
	// 60,000 leaves in a thousand arguments: a bound on each argument alone does not see the sum.
	add("poison-arrays", strings.TrimSuffix(strings.Repeat("[int; 60], ", 1000), ", "), func(w *bufio.Writer) {
		w.WriteString(`{"args": ["poison"`)
		times(w, 999, `, "poison"`)
		w.WriteString("]}")
	})
	// 1.4 GB of poison from 14 KB of text.
	add("poison-bytes", strings.TrimSuffix(strings.Repeat("byte(1048576), ", 1400), ", "), func(w *bufio.Writer) {
		w.WriteString(`{"args": ["poison"`)
		times(w, 1399, `, "poison"`)
		w.WriteString("]}")
	})
	return bs
}

// endlessBombs do not end by themselves.
// The interpreter must end by fuel, and the optimizer and the compiler must not try to run the loop to
// its end.
func endlessBombs() []bomb {
	var bs []bomb
	add := func(name string, files map[string]func(*bufio.Writer), commands ...string) {
		if commands == nil {
			commands = []string{"interp", "exact", "opt", "O2"}
		}
		bs = append(bs, onAll("endless-"+name, files, commands...)...)
	}
	// A loop without an instruction but its terminator: fuel must count terminators, too.
	add("empty", mainOf("br bb1\nregion loop {\nbb1:\ncontinue\n}"))
	// The same as a cycle of blocks that are no loop region.
	add("plain", mainOf("br bb1\nregion plain {\nbb1:\nbr bb2\nbb2:\nbr bb1\n}"))
	add("count", mainOf("$p = stack_slot 1\n"+forever("$n = memset $p, #0, #0, $m")), "verify")
	// The trip count is known and 2^62: unrolling or evaluating it must have a bound.
	add("count-far", mainOf(loopBody("#0, #0", "$i: int, $s: int", "$c = icmp.lt $i, #4611686018427387904", "$t = add $s, $i\n$j = add $i, #1", "$j, $t", "$s, $m0")))
	// Two known trip counts whose product is 10^12.
	add("nested", mainOf("br bb1(#0)\nregion loop {\nbb1($i: int):\n$c = icmp.lt $i, #1000000\nbrif $c, bb2, bb9\nbb2:\nbr bb3(#0)\nregion loop {\nbb3($k: int):\n$d = icmp.lt $k, #1000000\nbrif $d, bb4, bb5\nbb4:\n$l = add $k, #1\ncontinue $l\n}\nbb5:\n$j = add $i, #1\ncontinue $j\n}\nbb9:\nret $i, $m0"))
	// 27 climbs for 111 iterations and then goes round 4, 2, 1 for ever; no closed form says so.
	add("collatz", mainOf(loopBody("#27", "$v: int", "$c = icmp.ne $v, #0", "$o = and $v, #1\n$b = icmp.eq $o, #1\n$h = shr $v, #1\n$t = mul $v, #3\n$u = add $t, #1\n$w = select $b, $u, $h", "$w", "$v, $m0")))
	// A call of itself that inlining must not follow for ever.
	add("recursion", prog(text(tir("func @main() -> int {\n bb0($m0: mem):\n$n, $r = call &main(), $m0 -> int\nret $r, $n\n}\n"))))
	// The same through another function, which a test for direct recursion does not see.
	add("mutual", prog(text(tir("func @a(int) -> int {\n bb0($m0: mem):\n$x = param 0\n$n, $r = call &b($x), $m0 -> int\nret $r, $n\n}\nfunc @b(int) -> int {\n bb0($m0: mem):\n$x = param 0\n$n, $r = call &a($x), $m0 -> int\n$s = add $r, #1\nret $s, $n\n}\nfunc @main() -> int {\n bb0($m0: mem):\n$n, $r = call &a(#1), $m0 -> int\nret $r, $n\n}\n"))), "interp", "exact", "opt")
	// 2^60 calls of depth 60: the limit on depth does not end it.
	add("tree", prog(text(tir("func @t(int) -> int {\n bb0($m0: mem):\n$x = param 0\n$c = icmp.le $x, #0\nbrif $c, bb1, bb2\nbb1:\nret #1, $m0\nbb2:\n$y = sub $x, #1\n$n, $r = call &t($y), $m0 -> int\n$o, $s = call &t($y), $n -> int\n$u = add $r, $s\nret $u, $o\n}\nfunc @main() -> int {\n bb0($m0: mem):\n$n, $r = call &t(#60), $m0 -> int\nret $r, $n\n}\n"))), "interp", "exact", "opt")
	return bs
}
