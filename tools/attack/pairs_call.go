package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// fg has the external function g of a pointer.
func fg(s string) string {
	return "extern func @g(ptr) -> int:u8\n" + body("ptr, int) -> int", "$p = param 0\n$x = param 1\n"+s)
}

// fh has the external function g of an int. $z is frozen, because poison for an external function is
// undefined: such an input would decide nothing.
func fh(s string) string {
	return "extern func @g(int) -> int:s16\n" + body("ptr, int) -> int", "$p = param 0\n$z = param 1\n$x = freeze $z\n"+s)
}

// fe has the external function g that gives a pointer.
func fe(s string) string {
	return "extern func @g(ptr) -> ptr\n" + body("ptr, int) -> int", "$p = param 0\n$x = param 1\n"+s)
}

// externPair is about calls of functions that are not known, and what may move across them.
// Calls of @g are events: their number, order, arguments and memory that they can see must be the
// same. --extern g:havoc has the comparison make up results and what @g writes; other flags are given
// where a form has its own.
func externPair(r *rand.Rand, right bool) (pair, bool) {
	p, ok := oneOf(r, right, []form{
		{why: "arithmetic moves across a call",
			before: fh("$s = {P} $x, #{k}\n$n, $r = call &g($x), $m0 -> int:s16\n$t = add $s, $r\nret $t, $n"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\n$s = {P} $x, #{k}\n$t = add $s, $r\nret $t, $n")},
		{why: "an argument written otherwise",
			before: fh("$s = add $x, $x\n$n, $r = call &g($s), $m0 -> int:s16\nret $r, $n"), after: fh("$s = shl $x, #1\n$n, $r = call &g($s), $m0 -> int:s16\nret $r, $n")},
		{why: "a result is within its claim", before: fh("$n, $r = call &g($x), $m0 -> int:s16\n$t = sext $r, 16\nret $t, $n"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\nret $r, $n")},
		{why: "a result is within its claim, so a comparison is known", before: fg("$n, $r = call &g($p), $m0 -> int:u8\n$c = icmp.lt $r, #256\n$t = select $c, #1, $x\nret $t, $n"), after: fg("$n, $r = call &g($p), $m0 -> int:u8\nret #1, $n")},
		{why: "a slot that has not escaped is neither read nor written by a call",
			before: fg("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$n, $r = call &g($p), $m -> int:u8\n$l = load.{N} $s, $n\n$t = add $l, $r\nret $t, $n"), after: fg("$n, $r = call &g($p), $m0 -> int:u8\n$t = add #{k}, $r\nret $t, $n")},
		{why: "a store to a slot that has not escaped moves below a call",
			before: fg("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$n, $r = call &g($p), $m -> int:u8\n$l = load.{N} $s, $n\nret $l, $n"), after: fg("$s = stack_slot {N}\n$n, $r = call &g($p), $m0 -> int:u8\n$m = store.{N} #{k}, $s, $n\n$l = load.{N} $s, $m\nret $l, $m")},
		{why: "a store that is overwritten before the call is dead",
			before: fg("$m = store.{N} #{j}, $p, $m0\n$k = store.{N} #{k}, $p, $m\n$n, $r = call &g($p), $k -> int:u8\nret $r, $n"), after: fg("$k = store.{N} #{k}, $p, $m0\n$n, $r = call &g($p), $k -> int:u8\nret $r, $n")},
		{why: "a load before the call, forwarded from a store before it",
			before: fg("$m = store.{N} #{k}, $p, $m0\n$l = load.{N} $p, $m\n$n, $r = call &g($p), $m -> int:u8\n$t = add $l, $r\nret $t, $n"), after: fg("$m = store.{N} #{k}, $p, $m0\n$n, $r = call &g($p), $m -> int:u8\n$t = add #{k}, $r\nret $t, $n")},
		{why: "calls in both arms with the arguments of the arms",
			before: fh("$c = icmp.lt $x, #{d}\nbrif $c, bb1, bb2\nbb1:\n$n, $r = call &g(#{k}), $m0 -> int:s16\nret $r, $n\nbb2:\n$o, $s = call &g(#{j}), $m0 -> int:s16\nret $s, $o"), after: fh("$c = icmp.lt $x, #{d}\n$a = select $c, #{k}, #{j}\n$n, $r = call &g($a), $m0 -> int:s16\nret $r, $n")},
		{why: "what a call gives when it is not used does not matter", before: fh("$n, $r = call &g($x), $m0 -> int:s16\n$t = mul $r, #0\nret $t, $n"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\nret #0, $n")},
		{why: "output in the same order", before: fi2("$n, $r = call &putchar(#65), $m0 -> int\n$o, $s = call &putchar(#{d}), $n -> int\nret $x, $o"), after: fi2("$a = sub #{k}, #{k}\n$b = add $a, #65\n$n, $r = call &putchar($b), $m0 -> int\n$o, $s = call &putchar(#{d}), $n -> int\nret $x, $o")},
	}, []form{
		{why: "a store sinks below a call that can read it", before: fg("$m = store.{N} #{k}, $p, $m0\n$n, $r = call &g($p), $m -> int:u8\nret $r, $n"), after: fg("$n, $r = call &g($p), $m0 -> int:u8\n$m = store.{N} #{k}, $p, $n\nret $r, $m")},
		{why: "a store to an escaped slot sinks below a call", before: fg("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$n, $r = call &g($s), $m -> int:u8\nret $r, $n"), after: fg("$s = stack_slot {N}\n$z = store.{N} #0, $s, $m0\n$n, $r = call &g($s), $z -> int:u8\n$m = store.{N} #{k}, $s, $n\nret $r, $m")},
		{why: "what the call may have written is not what was there", before: fg("$m = store.{N} #{k}, $p, $m0\n$n, $r = call &g($p), $m -> int:u8\n$l = load.{N} $p, $n\n$f = freeze $l\nret $f, $n"), after: fg("$m = store.{N} #{k}, $p, $m0\n$n, $r = call &g($p), $m -> int:u8\nret #{k}, $n")},
		{why: "an escaped slot may have been written", before: fg("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$n, $r = call &g($s), $m -> int:u8\n$l = load.{N} $s, $n\n$f = freeze $l\nret $f, $n"), after: fg("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$n, $r = call &g($s), $m -> int:u8\nret #{k}, $n")},
		{why: "a slot that escaped earlier may be written by a later call", before: fg("$s = stack_slot {N}\n$k = store.{N} #0, $s, $m0\n$o, $a = call &g($s), $k -> int:u8\n$m = store.{N} #{k}, $s, $o\n$n, $r = call &g($p), $m -> int:u8\n$l = load.{N} $s, $n\n$f = freeze $l\nret $f, $n"), after: fg("$s = stack_slot {N}\n$k = store.{N} #0, $s, $m0\n$o, $a = call &g($s), $k -> int:u8\n$m = store.{N} #{k}, $s, $o\n$n, $r = call &g($p), $m -> int:u8\nret #{k}, $n")},
		{why: "the load before the call is not the load after it", before: fg("$l = load.{N} $p, $m0\n$n, $r = call &g($p), $m0 -> int:u8\n$k = load.{N} $p, $n\nret $k, $n"), after: fg("$l = load.{N} $p, $m0\n$n, $r = call &g($p), $m0 -> int:u8\nret $l, $n")},
		{why: "a call may not go", before: fh("$n, $r = call &g($x), $m0 -> int:s16\nret $x, $n"), after: fh("ret $x, $m0")},
		{why: "a call may not be made twice", before: fh("$n, $r = call &g($x), $m0 -> int:s16\n$t = add $r, $r\nret $t, $n"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\n$o, $s = call &g($x), $n -> int:s16\n$t = add $r, $s\nret $t, $o")},
		{why: "calls in the other order", before: fh("$n, $r = call &g(#{k}), $m0 -> int:s16\n$o, $s = call &g(#{j}), $n -> int:s16\nret #0, $o"), after: fh("$n, $r = call &g(#{j}), $m0 -> int:s16\n$o, $s = call &g(#{k}), $n -> int:s16\nret #0, $o")},
		{why: "another argument", before: fh("$n, $r = call &g($x), $m0 -> int:s16\nret $r, $n"), after: fh("$y = add $x, #1\n$n, $r = call &g($y), $m0 -> int:s16\nret $r, $n")},
		{why: "two calls may give different results", before: fh("$n, $r = call &g($x), $m0 -> int:s16\n$o, $s = call &g($x), $n -> int:s16\n$t = sub $r, $s\nret $t, $o"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\n$o, $s = call &g($x), $n -> int:s16\nret #0, $o")},
		{why: "a result need not be as small", before: fh("$n, $r = call &g($x), $m0 -> int:s16\nret $r, $n"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\n$t = sext $r, 15\nret $t, $n")},
		{why: "a result need not be positive", before: fh("$n, $r = call &g($x), $m0 -> int:s16\n$c = icmp.ge $r, #0\n$t = bool_to_int $c\nret $t, $n"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\nret #1, $n")},
		{why: "a pointer from outside need not be null", before: fe("$n, $q = call &g($p), $m0 -> ptr\n$a = ptrtoaddr $q\n$c = icmp.eq $a, #0\n$t = bool_to_int $c\nret $t, $n"), after: fe("$n, $q = call &g($p), $m0 -> ptr\nret #1, $n")},
		{why: "a pointer from outside may be the argument", before: fe("$n, $q = call &g($p), $m0 -> ptr\n$a = ptrtoaddr $q\n$b = ptrtoaddr $p\n$c = icmp.eq $a, $b\n$t = bool_to_int $c\nret $t, $n"), after: fe("$n, $q = call &g($p), $m0 -> ptr\nret #0, $n")},
		{why: "a call in one arm only", before: fh("$c = icmp.lt $x, #{d}\nbrif $c, bb1, bb2\nbb1:\n$n, $r = call &g($x), $m0 -> int:s16\nret #1, $n\nbb2:\nret #2, $m0"), after: fh("$n, $r = call &g($x), $m0 -> int:s16\n$c = icmp.lt $x, #{d}\n$t = select $c, #1, #2\nret $t, $n")},
		{why: "poison for an external function is undefined", before: fh("$n, $r = call &g(#{k}), $m0 -> int:s16\nret $r, $n"), after: fh("$v:s8 = add $x, #{k}\n$w = mul $v, #0\n$y = add $w, #{k}\n$n, $r = call &g($y), $m0 -> int:s16\nret $r, $n")},
		{why: "output in the other order", before: fi2("$n, $r = call &putchar(#65), $m0 -> int\n$o, $s = call &putchar(#{d}), $n -> int\nret $x, $o"), after: fi2("$n, $r = call &putchar(#{d}), $m0 -> int\n$o, $s = call &putchar(#65), $n -> int\nret $x, $o")},
		{why: "output dropped", before: fi2("$n, $r = call &putchar(#{d}), $m0 -> int\nret $x, $n"), after: fi2("ret $x, $m0")},
		{why: "output before a trap", before: fi2("$c = icmp.lt $x, #0\n$n, $r = call &putchar(#{d}), $m0 -> int\nbrif $c, bb1, bb2\nbb1:\ntrap\nbb2:\nret $x, $n"), after: fi2("$c = icmp.lt $x, #0\nbrif $c, bb1, bb2\nbb1:\ntrap\nbb2:\n$n, $r = call &putchar(#{d}), $m0 -> int\nret $x, $n")},
	})
	// The entry is named, as the file has a declaration besides it.
	if len(p.flags) == 0 {
		p.flags = []string{"--entry", "f", "--extern", "g:havoc"}
	}
	return p, ok
}

// fi2 has one int that is frozen, for output.
func fi2(s string) string {
	return body("int:s8) -> int", "$z = param 0\n$x = freeze $z\n"+s)
}

// fd has the data symbol d.
func fd(data, s string) string {
	return data + "\n" + body("int) -> int", "$x = param 0\n$d = symbol_addr @d\n"+s)
}

// dataPair is about data symbols: constants may be read when compiling, what can be written may
// not.
// {h0} and {h1} are two bytes in hexadecimal and {d0}, {d1} the same in decimal, so that a sketch can
// say what a load of them gives; they are below 120 and from there on, so that the two differ.
func dataPair(r *rand.Rand, right bool) (pair, bool) {
	const konst = "data @d const align 8 = \"\\x{h0}\\x{h1}\\x03\\x04abcd\""
	shape := func(fs []form) []form {
		a, b := r.IntN(120), 120+r.IntN(120)
		for i := range fs {
			for _, p := range []*string{&fs[i].before, &fs[i].after} {
				*p = tirReplace(*p, "{h0}", fmt.Sprintf("%02x", a), "{h1}", fmt.Sprintf("%02x", b), "{d0}", itoa(a), "{d1}", itoa(b), "{d01}", itoa(a+b<<8))
			}
		}
		return fs
	}
	const mutable = "data @d align 8 = \"\\x{h0}\\x{h1}\\x03\\x04abcd\""
	return oneOf(r, right, shape([]form{
		{why: "constant data is what it says", before: fd(konst, "$l = load.1 $d, $m0\nret $l, $m0"), after: fd(konst, "ret #{d0}, $m0")},
		{why: "constant data, two bytes", before: fd(konst, "$l = load.2 $d, $m0\n$r = add $l, $x\nret $r, $m0"), after: fd(konst, "$r = add #{d01}, $x\nret $r, $m0")},
		{why: "constant data does not change when other memory does", before: fd(konst, "$s = stack_slot 8\n$l = load.1 $d, $m0\n$m = store.8 $x, $s, $m0\n$k = load.1 $d, $m\n$r = add $l, $k\nret $r, $m"), after: fd(konst, "$r = mul #{d0}, #2\nret $r, $m0")},
		{why: "data that is stored to and read", before: fd(mutable, "$m = store.4 $x, $d, $m0\n$l = load.4 $d, $m\nret $l, $m"), after: fd(mutable, "$m = store.4 $x, $d, $m0\n$l = zext $x, 32\nret $l, $m")},
		{why: "the address of data is aligned", before: fd(mutable, "$a = ptrtoaddr $d\n$r = and $a, #7\nret $r, $m0"), after: fd(mutable, "ret #0, $m0")},
		{why: "the same bytes written in another way", before: fd("data @d const align 8 = \"abc\\x00\"", "$l = load.4 $d, $m0\n$r = {P} $l, $x\nret $r, $m0"), after: fd("data @d const align 8 = {\"a\", \"bc\", zero 1}", "$l = load.4 $d, $m0\n$r = {P} $l, $x\nret $r, $m0")},
		{why: "a pointer in data leads where it says", before: fd("data @e const = \"\\x{h0}\\x{h1}\"\ndata @d const align 8 = zero 8 relocs [0: @e+1]", "$q = load.8 $d, $m0 -> ptr\n$l = load.1 $q, $m0\nret $l, $m0"), after: fd("data @e const = \"\\x{h0}\\x{h1}\"\ndata @d const align 8 = zero 8 relocs [0: @e+1]", "ret #{d1}, $m0")},
	}), shape([]form{
		{why: "other contents, read", before: fd(konst, "$l = load.2 $d, $m0\nret $l, $m0"), after: fd("data @d const align 8 = \"\\x{h1}\\x{h0}\\x03\\x04abcd\"", "$l = load.2 $d, $m0\nret $l, $m0")},
		{why: "other contents of data that anybody may read", before: fd(mutable, "ret $x, $m0"), after: fd("data @d align 8 = \"\\x{h1}\\x{h0}\\x03\\x04abcd\"", "ret $x, $m0")},
		{why: "other contents of constant data that anybody may read", before: fd(konst, "ret $x, $m0"), after: fd("data @d const align 8 = \"\\x{h1}\\x{h0}\\x03\\x04abcd\"", "ret $x, $m0")},
		{why: "one byte of many", before: fd("data @d align 8 = zero 64", "$m = store.4 $x, $d, $m0\nret #0, $m"), after: fd("data @d align 8 = {zero 60, \"\\x00\\x00\\x01\\x00\"}", "$m = store.4 $x, $d, $m0\nret #0, $m")},
		{why: "data became constant and is written", before: fd(mutable, "$m = store.4 $x, $d, $m0\nret #0, $m"), after: fd(konst, "$m = store.4 $x, $d, $m0\nret #0, $m")},
		{why: "uninitialised for zero", before: fd("data @d align 8 = zero 8", "$l = load.4 $d, $m0\nret $l, $m0"), after: fd("data @d align 8 = uninit 8", "$l = load.4 $d, $m0\nret $l, $m0")},
		{why: "a pointer in data leads elsewhere", before: fd("data @e const = \"\\x{h0}\\x{h1}\"\ndata @d const align 8 = zero 8 relocs [0: @e+1]", "$q = load.8 $d, $m0 -> ptr\n$l = load.1 $q, $m0\nret $l, $m0"), after: fd("data @e const = \"\\x{h0}\\x{h1}\"\ndata @d const align 8 = zero 8 relocs [0: @e]", "$q = load.8 $d, $m0 -> ptr\n$l = load.1 $q, $m0\nret $l, $m0")},
		{why: "smaller data", before: fd("data @d align 8 = zero 8", "$l = load.8 $d, $m0\nret $l, $m0"), after: fd("data @d align 8 = zero 7", "$l = load.8 $d, $m0\nret $l, $m0")},
		{why: "a store to data dropped", before: fd(mutable, "$m = store.4 $x, $d, $m0\nret #0, $m"), after: fd(mutable, "ret #0, $m0")},
	}))
}

// severalPair has many functions, of which none or one is wrong.
// It attacks how a comparison divides its inputs among functions: one wrong function in a dozen must
// be found.
func severalPair(r *rand.Rand, right bool) (pair, bool) {
	n := 3 + r.IntN(12)
	guilty := r.IntN(n)
	var p pair
	for i := range n {
		k := 1 + r.IntN(100)
		p.before += fmt.Sprintf("func @f%d(int, int) -> int {\n  bb0:\n    v0 = param 0\n    v1 = param 1\n    v2 = iconst %d\n    v3 = add v0, v2\n    v4 = sub v3, v1\n    ret v4\n}\n", i, k)
		if !right && i == guilty {
			k++
		}
		p.after += fmt.Sprintf("func @f%d(int, int) -> int {\n  bb0:\n    v0 = param 0\n    v1 = param 1\n    v2 = iconst %d\n    v3 = sub v0, v1\n    v4 = add v3, v2\n    ret v4\n}\n", i, k)
	}
	p.why = fmt.Sprintf("function %d of %d is wrong", guilty, n)
	if right {
		p.why = "sums in another order"
	}
	return p, true
}

// undecidedPair has a before that is always undefined, or never ends, or cannot be compared.
// The only honest verdict is 4. Saying that these refine would be a vacuous proof, since no input has
// decided anything.
func undecidedPair(r *rand.Rand) pair {
	anything := pick(r, "ret #{k}, $m0", "ret $x, $m0", "trap", "unreachable", "$m = store.{N} $x, $p, $m0\nret #0, $m")
	after := fn(anything)
	forever := "br bb1(#0)\nregion loop {\nbb1($i: int):\n$j = add $i, #1\n$k = zext $j, 16\ncontinue $k\n}"
	fs := []form{
		{why: "unreachable", before: fn("unreachable"), after: after},
		{why: "null", before: fn("$z = inttoptr #0\n$l = load.{N} $z, $m0\nret $l, $m0"), after: after},
		{why: "a branch on poison", before: fn("$v = poison -> bool\nbrif $v, bb1, bb2\nbb1:\nret $x, $m0\nbb2:\nret #{k}, $m0"), after: after},
		{why: "a switch on a quotient by zero", before: fn("$v = div $x, #0\nswitch $v, [1: bb1], bb2\nbb1:\nret $x, $m0\nbb2:\nret #{k}, $m0"), after: after},
		{why: "past the end of a slot", before: fn("$s = stack_slot {N}\n$t = ptradd $s, #1\n$l = load.{N} $t, $m0\nret $l, $m0"), after: after},
		{why: "a store to constant data", before: "data @d const = \"abcdefgh\"\n" + fn("$m = store.{N} $x, &d, $m0\nret #0, $m"), after: "data @d const = \"abcdefgh\"\n" + after},
		{why: "freed twice", before: fn("$m, $h = call &malloc(#{d}), $m0 -> ptr\n$n = call &free($h), $m\n$o = call &free($h), $n\nret $x, $o"), after: after},
		{why: "use after free", before: fn("$m, $h = call &malloc(#{d}), $m0 -> ptr\n$n = call &free($h), $m\n$l = load.1 $h, $n\nret $l, $n"), after: after},
		{why: "through a poison pointer", before: fn("$h = poison -> ptr\n$m = store.{N} $x, $h, $m0\nret $x, $m"), after: after},
		{why: "memcpy onto itself", before: fn("$m = memcpy $p, $p, #{d}, $m0\nret $x, $m"), after: after},
		{why: "a callee that is always undefined", before: "func @g() {\n bb0:\n unreachable\n}\n" + fn("$n = call &g(), $m0\nret $x, $n"), after: after, flags: "--entry f"},
		{why: "a call with the wrong signature", before: "func @g(ptr) {\n bb0:\n ret\n}\n" + fn("$n = call &g(#{k}), $m0\nret $x, $n"), after: after, flags: "--entry f"},
		{why: "undefined behind arithmetic", before: fn("$v = sub $x, $x\n$w = shl #1, #{neg}\n$c = icmp.lt $w, $v\nbrif $c, bb1, bb1\nbb1:\nret $x, $m0"), after: after},
		{why: "neither ends", before: fi(forever), after: fi(tirReplace(forever, "16", "17"))},
		{why: "before never ends", before: fi(forever), after: fi("ret #{k}")},
		{why: "after never ends, which decides nothing", before: fi("ret #{k}"), after: fi(forever)},
		{why: "before recurs for ever", before: "func @f(int:s8, int) -> int {\n bb0($m: mem):\n {pad}\n $x = param 0\n $y = param 1\n $n, $r = call &f($x, $y), $m -> int\n ret $r, $n\n}\n", after: fi("ret #{k}")},
		{why: "other parameters", before: fi("ret #{k}"), after: "func @f(ptr) -> int {\n bb0:\n {pad}\n ret #{k}\n}\n"},
		{why: "other results", before: fi("ret #{k}"), after: "func @f(int:s8, int) -> bool {\n bb0:\n {pad}\n ret #true\n}\n"},
		{why: "more parameters", before: fi("ret #{k}"), after: "func @f(int:s8, int, int) -> int {\n bb0:\n {pad}\n ret #{k}\n}\n"},
	}
	return fs[r.IntN(len(fs))].instantiate(r)
}
