package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// form is a pair of sketches whose verdict has an argument. Keys in braces are the same random
// numbers on both sides.
// The keys are those of instantiate. flags are arguments of tuffy-interp, separated by blanks; soft
// and hard are as in [pair].
type form struct {
	why           string
	before, after string
	hard, soft    bool
	flags         string
}

// instantiate fills in the numbers that sketches may ask for.
// Numbers that depend on each other are made here: n1 is n+1, OH overlaps the last byte of an access
// of N bytes at O, j is greater than k, sum is that of 0 to n-1.
func (f form) instantiate(r *rand.Rand) pair {
	// An access of N bytes is at offset O of $p, which need not be a multiple of N.
	size := pick(r, 1, 2, 4, 8)
	off := r.IntN(24)
	n := 2 + r.IntN(12)
	k := 1 + r.IntN(120)
	j := k + 1 + r.IntN(9)
	kv := []any{
		"N", size, "B", 8 * size, "N2", 2 * size, "O", off, "ON", off + size, "OH", off + size - 1,
		"n", n, "n1", n + 1, "m", n - 1, "k", k, "j", j, "c", r.IntN(256), "d", 1 + r.IntN(60),
		"sum", n * (n - 1) / 2, "kk", k * k, "k3", 3 * k, "k1", 2*k + 1, "neg", -k,
		"P", pick(r, "add", "xor", "or", "sub"), "W", pick(r, 7, 8, 9, 15, 16),
	}
	float := pick(r, "f16", "f32", "f64")
	kv = append(kv, "F", float, "FB", map[string]int{"f16": 2, "f32": 4, "f64": 8}[float])
	// Something that changes nothing makes one form many programs. The pad goes to the first {pad} of
	// each program.
	pad := ""
	for i := range r.IntN(4) {
		pad += fmt.Sprintf("$pad%d = iconst %d\n    ", i, r.IntN(1000))
	}
	fill := func(s string) string {
		return tir(strings.Replace(s, "{pad}", pad, 1), kv...)
	}
	// Both sides are filled with the same numbers; pad is drawn once as well.
	p := pair{before: fill(f.before), after: fill(f.after), hard: f.hard, soft: f.soft, why: f.why}
	p.flags = strings.Fields(f.flags)
	return p
}

// oneOf makes a pair of one of the forms.
// ok is false only for an empty list.
func oneOf(r *rand.Rand, right bool, rights, wrongs []form) (pair, bool) {
	fs := wrongs
	if right {
		fs = rights
	}
	if len(fs) == 0 {
		return pair{}, false
	}
	return fs[r.IntN(len(fs))].instantiate(r), true
}

// body wraps statements into a function of a pointer and an int.
// sig is the signature from its first parameter to its results.
func body(sig, stmts string) string {
	return "func @f(" + sig + " {\n bb0($m0: mem):\n {pad}\n" + stmts + "\n}\n"
}

// $q is {O} bytes after $p, in the same object if there is room for it: an access through it is
// undefined otherwise, on both sides.
func fn(s string) string {
	return body("ptr, int) -> int", "$p = param 0\n$x = param 1\n$q = ptradd $p, #{O}\n"+s)
}

// fn2 has two pointers that may point anywhere.
func fn2(s string) string {
	return body("ptr, ptr, int) -> int", "$p = param 0\n$q = param 1\n$x = param 2\n"+s)
}

// fnb has a condition, a pointer and an int.
func fnb(s string) string {
	return body("bool, ptr, int) -> int", "$b = param 0\n$p = param 1\n$x = param 2\n"+s)
}

// memoryPair is about loads and stores of known sizes and distances, and what may pass what. All go
// through one pointer: what two accesses have in common follows from offsets. A load of bytes that are
// no number is poison, one outside an object is undefined: where before is either, after may be
// anything.
func memoryPair(r *rand.Rand, right bool) (pair, bool) {
	return oneOf(r, right, []form{
		{why: "a load of what was just stored is the low bytes of it",
			before: fn("$m = store.{N} $x, $q, $m0\n$l = load.{N} $q, $m\nret $l, $m"),
			after:  fn("$m = store.{N} $x, $q, $m0\n$l = zext $x, {B}\nret $l, $m")},
		{why: "loads of disjoint bytes commute with stores",
			before: fn("$r = ptradd $q, #{N}\n$m = store.{N} $x, $q, $m0\n$l = load.{N} $r, $m\nret $l, $m"),
			after:  fn("$r = ptradd $q, #{N}\n$l = load.{N} $r, $m0\n$m = store.{N} $x, $q, $m0\nret $l, $m")},
		{why: "disjoint stores commute",
			before: fn("$r = ptradd $q, #{N}\n$m = store.{N} $x, $q, $m0\n$n = store.{N} #{k}, $r, $m\nret $x, $n"),
			after:  fn("$r = ptradd $q, #{N}\n$m = store.{N} #{k}, $r, $m0\n$n = store.{N} $x, $q, $m\nret $x, $n")},
		{why: "a store that is overwritten at once is dead",
			before: fn("$m = store.{N} $x, $q, $m0\n$n = store.{N} #{k}, $q, $m\nret #0, $n"),
			after:  fn("$n = store.{N} #{k}, $q, $m0\nret #0, $n")},
		{why: "a store overwritten by a wider one is dead",
			before: fn("$m = store.{N} $x, $q, $m0\n$n = store.{N2} #{k}, $q, $m\nret #0, $n"),
			after:  fn("$n = store.{N2} #{k}, $q, $m0\nret #0, $n")},
		{why: "storing the bytes that are there changes nothing",
			before: fn("$l = load.{N} $q, $m0 -> byte({N})\n$m = store.{N} $l, $q, $m0\nret $x, $m"),
			after:  fn("ret $x, $m0")},
		{why: "storing the int that is there leaves its bytes, or poison",
			before: fn("$l = load.{N} $q, $m0\n$m = store.{N} $l, $q, $m0\nret $x, $m"),
			after:  fn("$l = load.{N} $q, $m0\nret $x, $m0")},
		{why: "two loads of the same bytes are the same",
			before: fn("$l = load.{N} $q, $m0\n$k = load.{N} $q, $m0\n$s = {P} $l, $k\nret $s, $m0"),
			after:  fn("$l = load.{N} $q, $m0\n$s = {P} $l, $l\nret $s, $m0")},
		{why: "an unused load may go",
			before: fn("$l = load.{N} $q, $m0\nret $x, $m0"), after: fn("ret $x, $m0")},
		// before is poison if any of the bytes is, and undefined if they are not there: after is both
		// less often.
		{why: "a load of more bytes, of which fewer are wanted, may be narrowed",
			before: fn("$l = load.{N2} $q, $m0\n$s = zext $l, {B}\nret $s, $m0"),
			after:  fn("$l = load.{N} $q, $m0\nret $l, $m0")},
		{why: "bytes are little-endian",
			before: fn("$l = load.2 $q, $m0\nret $l, $m0"),
			after:  fn("$l = load.1 $q, $m0\n$r = ptradd $q, #1\n$h = load.1 $r, $m0\n$s = shl $h, #8\n$o = or $l, $s\nret $o, $m0")},
		{why: "stores write the low bytes",
			before: fn("$s = zext $x, {B}\n$m = store.{N} $s, $q, $m0\nret #1, $m"),
			after:  fn("$m = store.{N} $x, $q, $m0\nret #1, $m")},
		{why: "memset of four bytes is a store",
			before: fn("$m = memset $q, #{c}, #4, $m0\nret #1, $m"),
			after:  fn("$v = mul #{c}, #16843009\n$m = store.4 $v, $q, $m0\nret #1, $m")},
		{why: "memset of nothing",
			before: fn("$m = memset $q, #{c}, #0, $m0\nret #1, $m"), after: fn("ret #1, $m0")},
		{why: "two memsets side by side are one",
			before: fn("$r = ptradd $q, #{N}\n$m = memset $q, #{c}, #{N}, $m0\n$n = memset $r, #{c}, #{N}, $m\nret #1, $n"),
			after:  fn("$m = memset $q, #{c}, #{N2}, $m0\nret #1, $m")},
		{why: "a load from what memset filled",
			before: fn("$m = memset $q, #{c}, #8, $m0\n$r = ptradd $q, #3\n$l = load.1 $r, $m\nret $l, $m"),
			after:  fn("$m = memset $q, #{c}, #8, $m0\nret #{c}, $m")},
		// ptradd that leaves the object gives a pointer that only an access makes undefined; both
		// sides access the same address.
		{why: "pointer arithmetic adds up where it stays within the addresses, else the access is undefined",
			before: fn("$r = ptradd $q, #{d}\n$l = load.{N} $r, $m0\nret $l, $m0"),
			after:  fn("$o = add #{O}, #{d}\n$r = ptradd $p, $o\n$l = load.{N} $r, $m0\nret $l, $m0")},
		{why: "the distance of two pointers with the same provenance, or poison",
			before: fn("$r = ptradd $q, #{d}\n$s = ptrdiff $r, $p\nret $s, $m0"),
			after:  fn("$s = add #{O}, #{d}\nret $s, $m0")},
		{why: "a pointer made of an exposed address reaches what the pointer reached",
			before: fn("$l = load.{N} $q, $m0\nret $l, $m0"),
			after:  fn("$i = ptrtoint $q\n$r = inttoptr $i\n$l = load.{N} $r, $m0\nret $l, $m0")},
		{why: "stores of both arms, sunk below them",
			before: fnb("brif $b, bb1, bb2\nbb1:\n$m = store.{N} $x, $p, $m0\nbr bb3($m)\nbb2:\n$n = store.{N} #{k}, $p, $m0\nbr bb3($n)\nbb3($t: mem):\nret $x, $t"),
			after:  fnb("brif $b, bb1, bb2\nbb1:\nbr bb3($x)\nbb2:\nbr bb3(#{k})\nbb3($v: int):\n$m = store.{N} $v, $p, $m0\nret $x, $m")},
		{why: "loads of both arms, hoisted",
			before: fnb("brif $b, bb1, bb2\nbb1:\n$l = load.{N} $p, $m0\nret $l, $m0\nbb2:\n$k = load.{N} $p, $m0\n$s = add $k, #{k}\nret $s, $m0"),
			after:  fnb("$l = load.{N} $p, $m0\nbrif $b, bb1, bb2\nbb1:\nret $l, $m0\nbb2:\n$s = add $l, #{k}\nret $s, $m0")},
		{why: "storing before the branch what one arm overwrites",
			before: fnb("$m = store.{N} $x, $p, $m0\nbrif $b, bb1, bb2\nbb1:\n$n = store.{N} #{k}, $p, $m\nret #0, $n\nbb2:\nret #0, $m"),
			after:  fnb("brif $b, bb1, bb2\nbb1:\n$n = store.{N} #{k}, $p, $m0\nret #0, $n\nbb2:\n$m = store.{N} $x, $p, $m0\nret #0, $m")},
		{why: "an atomic store and load by one thread are a store and a load",
			before: fn("$m = store.atomic.seqcst.{N} $x, $q, $m0\n$n, $l = load.atomic.seqcst.{N} $q, $m\nret $l, $n"),
			after:  fn("$m = store.{N} $x, $q, $m0\n$l = load.{N} $q, $m\nret $l, $m")},
		{why: "rmw.add is load, add, store",
			before: fn("$m, $l = rmw.add.seqcst.{N} $q, $x, $m0\nret $l, $m"),
			after:  fn("$l = load.{N} $q, $m0\n$s = add $l, $x\n$m = store.{N} $s, $q, $m0\nret $l, $m")},
		{why: "rmw.xchg is load and store",
			before: fn("$m, $l = rmw.xchg.seqcst.{N} $q, $x, $m0\nret $l, $m"),
			after:  fn("$l = load.{N} $q, $m0\n$m = store.{N} $x, $q, $m0\nret $l, $m")},
		{why: "a struct is stored field by field",
			before: fn("$a = poison -> struct{int, bool}\n$a1 = insertvalue $a, #{k}, [0]\n$a2 = insertvalue $a1, #true, [1]\n$m = store.9 $a2, $q, $m0\nret #0, $m"),
			after:  fn("$m = store.8 #{k}, $q, $m0\n$r = ptradd $q, #8\n$n = store.1 #1, $r, $m\nret #0, $n")},
		{why: "a smaller alignment demands less",
			before: fn("$l = load.4 $q, align=8, $m0\nret $l, $m0"), after: fn("$l = load.4 $q, align=4, $m0\nret $l, $m0")},
	}, []form{
		{why: "an unsigned load of a negative number is not the number",
			before: fn("$m = store.{N} $x, $q, $m0\n$l = load.{N} $q, $m\nret $l, $m"),
			after:  fn("$m = store.{N} $x, $q, $m0\n$l = sext $x, {B}\nret $l, $m")},
		{why: "overlapping stores do not commute",
			before: fn("$r = ptradd $p, #{OH}\n$m = store.{N} $x, $q, $m0\n$n = store.{N} #{k}, $r, $m\nret $x, $n"),
			after:  fn("$r = ptradd $p, #{OH}\n$m = store.{N} #{k}, $r, $m0\n$n = store.{N} $x, $q, $m\nret $x, $n")},
		{why: "a store overwritten in part is not dead",
			before: fn("$m = store.{N2} $x, $q, $m0\n$n = store.{N} #{k}, $q, $m\nret #0, $n"),
			after:  fn("$n = store.{N} #{k}, $q, $m0\nret #0, $n")},
		{why: "a store to other bytes stays",
			before: fn("$r = ptradd $q, #{N}\n$m = store.{N} $x, $q, $m0\n$n = store.{N} #{k}, $r, $m\nret #0, $n"),
			after:  fn("$r = ptradd $q, #{N}\n$n = store.{N} #{k}, $r, $m0\nret #0, $n")},
		{why: "a store may not go",
			before: fn("$m = store.{N} $x, $q, $m0\nret #0, $m"), after: fn("ret #0, $m0")},
		{why: "the bytes swapped",
			before: fn("$l = load.2 $q, $m0\nret $l, $m0"),
			after:  fn("$l = load.2 $q, $m0\n$s = bswap.2 $l\nret $s, $m0")},
		{why: "a load from one byte further",
			before: fn("$l = load.1 $q, $m0\nret $l, $m0"),
			after:  fn("$r = ptradd $q, #1\n$l = load.1 $r, $m0\nret $l, $m0")},
		// after reads seven bytes that before did not need.
		{why: "a wider load leaves the memory, or reads bytes that are not numbers",
			before: fn("$l = load.1 $q, $m0\nret $l, $m0"),
			after:  fn("$w = load.8 $q, $m0\n$l = zext $w, 8\nret $l, $m0")},
		{why: "the wrong pattern",
			before: fn("$m = memset $q, #{d}, #4, $m0\nret #1, $m"),
			after:  fn("$v = mul #{d}, #16843008\n$m = store.4 $v, $q, $m0\nret #1, $m")},
		{why: "one byte less is filled",
			before: fn("$r = ptradd $q, #{N}\n$m = memset $q, #{c}, #{N2}, $m0\nret #1, $m"),
			after:  fn("$h = sub #{N2}, #1\n$m = memset $q, #{c}, $h, $m0\nret #1, $m")},
		// A store cannot be made where there was none: the memory may be constant or absent.
		{why: "memory that was not written is written, and need not be there",
			before: fnb("brif $b, bb1, bb2\nbb1:\n$m = store.{N} $x, $p, $m0\nret #0, $m\nbb2:\nret #0, $m0"),
			after:  fnb("$m = store.{N} $x, $p, $m0\nret #0, $m")},
		{why: "a load before the test that guards it",
			before: fnb("brif $b, bb1, bb2\nbb1:\n$l = load.{N} $p, $m0\nret $l, $m0\nbb2:\nret #{k}, $m0"),
			after:  fnb("$l = load.{N} $p, $m0\n$s = select $b, $l, #{k}\nret $s, $m0")},
		{why: "rmw gives the old value",
			before: fn("$m, $l = rmw.add.seqcst.{N} $q, #{k}, $m0\nret $l, $m"),
			after:  fn("$l = load.{N} $q, $m0\n$s = add $l, #{k}\n$m = store.{N} $s, $q, $m0\nret $s, $m")},
		{why: "rmw.sub is not the other way round",
			before: fn("$m, $l = rmw.sub.seqcst.{N} $q, #{k}, $m0\nret #0, $m"),
			after:  fn("$l = load.{N} $q, $m0\n$s = sub #{k}, $l\n$m = store.{N} $s, $q, $m0\nret #0, $m")},
		{why: "a larger alignment demands more",
			before: fn("$l = load.1 $q, $m0\n$r = ptradd $q, #1\n$k = load.1 $r, $m0\n$s = add $l, $k\nret $s, $m0"),
			after:  fn("$l = load.1 $q, align=2, $m0\n$r = ptradd $q, #1\n$k = load.1 $r, align=2, $m0\n$s = add $l, $k\nret $s, $m0")},
		{why: "fields the wrong way round",
			before: fn("$m = store.8 #{k}, $q, $m0\n$r = ptradd $q, #8\n$n = store.1 #1, $r, $m\nret #0, $n"),
			after:  fn("$m = store.1 #1, $q, $m0\n$r = ptradd $q, #1\n$n = store.8 #{k}, $r, $m\nret #0, $n")},
		// An int load of bytes of a pointer has no provenance to keep: it is poison.
		{why: "pointer bytes copied as a number become poison",
			before: fn("$l = load.8 $p, $m0 -> byte(8)\n$r = ptradd $p, #8\n$m = store.8 $l, $r, $m0\nret #0, $m"),
			after:  fn("$l = load.8 $p, $m0\n$r = ptradd $p, #8\n$m = store.8 $l, $r, $m0\nret #0, $m")},
		{why: "a store below a load of the same bytes changes what is loaded",
			before: fn("$l = load.{N} $q, $m0\n$m = store.{N} $x, $q, $m0\nret $l, $m"),
			after:  fn("$m = store.{N} $x, $q, $m0\n$l = load.{N} $q, $m\nret $l, $m")},
		{why: "cmpxchg stores only where it compares equal",
			before: fn("$m, $l = cmpxchg.seqcst.seqcst.{N} $q, #{d}, #{k}, $m0\nret $l, $m"),
			after:  fn("$m, $l = rmw.xchg.seqcst.{N} $q, #{k}, $m0\nret $l, $m")},
	})
}

// aliasPair is about two pointers of which nothing is known: they may be equal or overlap.
// What is right here must hold where $p and $q are equal, overlap, or belong to different objects; a
// comparison that tries only pointers apart misses the wrong ones.
func aliasPair(r *rand.Rand, right bool) (pair, bool) {
	return oneOf(r, right, []form{
		{why: "loads commute with loads",
			before: fn2("$a = load.{N} $p, $m0\n$b = load.{N} $q, $m0\n$s = sub $a, $b\nret $s, $m0"),
			after:  fn2("$b = load.{N} $q, $m0\n$a = load.{N} $p, $m0\n$s = sub $a, $b\nret $s, $m0")},
		{why: "stores of one value commute, whether they overlap or not, if they are of one byte",
			before: fn2("$m = store.1 $x, $p, $m0\n$n = store.1 $x, $q, $m\nret #0, $n"),
			after:  fn2("$m = store.1 $x, $q, $m0\n$n = store.1 $x, $p, $m\nret #0, $n")},
		{why: "memmove of a few bytes is a load and a store",
			before: fn2("$m = memmove $p, $q, #{N}, $m0\nret #0, $m"),
			after:  fn2("$l = load.{N} $q, $m0 -> byte({N})\n$m = store.{N} $l, $p, $m0\nret #0, $m")},
		// memcpy of ranges that overlap is undefined, so that anything may stand for it there.
		{why: "memcpy demands more than memmove",
			before: fn2("$m = memcpy $p, $q, #{d}, $m0\nret #0, $m"),
			after:  fn2("$m = memmove $p, $q, #{d}, $m0\nret #0, $m")},
		{why: "memcpy of a few bytes is a load and a store",
			before: fn2("$m = memcpy $p, $q, #{N}, $m0\nret #0, $m"),
			after:  fn2("$l = load.{N} $q, $m0 -> byte({N})\n$m = store.{N} $l, $p, $m0\nret #0, $m")},
		{why: "a load of the source of a memcpy, from its target",
			before: fn2("$m = memcpy $p, $q, #{N2}, $m0\n$l = load.{N} $p, $m\nret $l, $m"),
			after:  fn2("$l = load.{N} $q, $m0\n$m = memcpy $p, $q, #{N2}, $m0\nret $l, $m")},
		{why: "a store through p is read through q if they are the same address, tested first",
			before: fn2("$m = store.{N} $x, $p, $m0\n$d = ptrdiff $p, $q\n$e = icmp.eq $d, #0\nbrif $e, bb1, bb2\nbb1:\n$l = load.{N} $q, $m\nret $l, $m\nbb2:\nret #0, $m"),
			after:  fn2("$m = store.{N} $x, $p, $m0\n$d = ptrdiff $p, $q\n$e = icmp.eq $d, #0\nbrif $e, bb1, bb2\nbb1:\n$l = zext $x, {B}\nret $l, $m\nbb2:\nret #0, $m")},
	}, []form{
		{why: "stores through pointers that may be the same",
			before: fn2("$m = store.{N} $x, $p, $m0\n$n = store.{N} #{k}, $q, $m\nret #0, $n"),
			after:  fn2("$m = store.{N} #{k}, $q, $m0\n$n = store.{N} $x, $p, $m\nret #0, $n")},
		{why: "a load after a store through a pointer that may be the same",
			before: fn2("$a = load.{N} $p, $m0\n$m = store.{N} #{k}, $q, $m0\n$b = load.{N} $p, $m\nret $b, $m"),
			after:  fn2("$a = load.{N} $p, $m0\n$m = store.{N} #{k}, $q, $m0\nret $a, $m")},
		{why: "what was stored may have been overwritten",
			before: fn2("$m = store.{N} #{k}, $p, $m0\n$n = store.{N} #{j}, $q, $m\n$l = load.{N} $p, $n\nret $l, $n"),
			after:  fn2("$m = store.{N} #{k}, $p, $m0\n$n = store.{N} #{j}, $q, $m\nret #{k}, $n")},
		// The converse of memmove for memcpy above: after is undefined where before was not.
		{why: "memmove of bytes that overlap is no memcpy",
			before: fn2("$m = memmove $p, $q, #{N}, $m0\nret #0, $m"),
			after:  fn2("$m = memcpy $p, $q, #{N}, $m0\nret #0, $m")},
		// It differs only if $p is $q+1, hence hard.
		{why: "memmove byte by byte upwards copies what it has written", hard: true,
			before: fn2("$m = memmove $p, $q, #2, $m0\nret #0, $m"),
			after:  fn2("$l = load.1 $q, $m0 -> byte(1)\n$m = store.1 $l, $p, $m0\n$q1 = ptradd $q, #1\n$p1 = ptradd $p, #1\n$k = load.1 $q1, $m -> byte(1)\n$n = store.1 $k, $p1, $m\nret #0, $n")},
		{why: "a store is not dead if it may be read in between",
			before: fn2("$m = store.{N} #{k}, $p, $m0\n$l = load.{N} $q, $m\n$n = store.{N} #{j}, $p, $m\nret $l, $n"),
			after:  fn2("$l = load.{N} $q, $m0\n$n = store.{N} #{j}, $p, $m0\nret $l, $n")},
		{why: "copy from the target instead of the source",
			before: fn2("$l = load.{N} $q, $m0 -> byte({N})\n$m = store.{N} $l, $p, $m0\nret #0, $m"),
			after:  fn2("$l = load.{N} $p, $m0 -> byte({N})\n$m = store.{N} $l, $q, $m0\nret #0, $m")},
		{why: "the distance across allocations is poison, that of addresses is not: nothing may become poison",
			before: fn2("$a = ptrtoaddr $p\n$b = ptrtoaddr $q\n$e = icmp.eq $a, $b\n$i = bool_to_int $e\nret $i, $m0"),
			after:  fn2("$d = ptrdiff $p, $q\n$e = icmp.eq $d, #0\n$i = bool_to_int $e\nret $i, $m0")},
	})
}

// slotPair is about stack slots that have or have not escaped.
// A slot that has not escaped belongs to nothing else, so that its bytes are a value; its address, once it is
// an integer, is a choice.
func slotPair(r *rand.Rand, right bool) (pair, bool) {
	return oneOf(r, right, []form{
		{why: "a slot that nothing else sees is a value",
			before: fn("$s = stack_slot {N}\n$m = store.{N} $x, $s, $m0\n$l = load.{N} $s, $m\nret $l, $m"),
			after:  fn("$l = zext $x, {B}\nret $l, $m0")},
		{why: "a value may live in a slot",
			before: fn("$l = sext $x, {B}\nret $l, $m0"),
			after:  fn("$s = stack_slot {N}\n$m = store.{N} $x, $s, $m0\n$l = load.{N} $s, $m\n$k = sext $l, {B}\nret $k, $m")},
		{why: "a store through an argument does not reach a fresh slot",
			before: fn("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$n = store.{N} $x, $q, $m\n$l = load.{N} $s, $n\nret $l, $n"),
			after:  fn("$n = store.{N} $x, $q, $m0\n$l = zext #{k}, {B}\nret $l, $n")},
		{why: "an uninitialised load is poison, and poison may become anything",
			before: fn("$s = stack_slot {N}\n$l = load.{N} $s, $m0\nret $l, $m0"), after: fn("ret #{k}, $m0")},
		{why: "uninitialised bytes may become anything",
			before: fn("$s = stack_slot {N}\n$l = load.{N} $s, $m0 -> byte({N})\n$m = store.{N} $l, $q, $m0\nret $x, $m"),
			after:  fn("$m = store.{N} #{k}, $q, $m0\nret $x, $m")},
		{why: "what is stored into a slot last does not matter",
			before: fn("$s = stack_slot {N}\n$m = store.{N} $x, $s, $m0\nret $x, $m"), after: fn("ret $x, $m0")},
		{why: "two slots are never at the same address",
			before: fn("$s = stack_slot {N}\n$t = stack_slot {N}\n$a = ptrtoaddr $s\n$b = ptrtoaddr $t\n$e = icmp.eq $a, $b\n$i = bool_to_int $e\nret $i, $m0"),
			after:  fn("ret #0, $m0")},
		{why: "no slot is at address 0",
			before: fn("$s = stack_slot {N}\n$a = ptrtoaddr $s\n$e = icmp.gt $a, #0\n$i = bool_to_int $e\nret $i, $m0"), after: fn("ret #1, $m0")},
		{why: "the alignment of a slot shows in its address",
			before: fn("$s = stack_slot 4 align 16\n$a = ptrtoaddr $s\n$i = and $a, #15\nret $i, $m0"), after: fn("ret #0, $m0")},
		{why: "a struct in a slot, read by fields",
			before: fn("$s = stack_slot 16\n$m = store.8 $x, $s, $m0\n$t = ptradd $s, #8\n$n = store.8 #{k}, $t, $m\n$a = load.16 $s, $n -> struct{int, int}\n$v = extractvalue $a, [1]\nret $v, $n"),
			after:  fn("ret #{k}, $m0")},
		{why: "a float through memory keeps its bits",
			before: body("{F}) -> {F}", "$x = param 0\n$s = stack_slot 8\n$m = store.{FB} $x, $s, $m0\n$l = load.{FB} $s, $m -> {F}\nret $l, $m"),
			after:  body("{F}) -> {F}", "$x = param 0\nret $x, $m0")},
	}, []form{
		{why: "the slot was overwritten",
			before: fn("$s = stack_slot {N}\n$m = store.{N} #{j}, $s, $m0\n$n = store.{N} #{k}, $s, $m\n$l = load.{N} $s, $n\nret $l, $n"),
			after:  fn("ret #{j}, $m0")},
		{why: "what is read after initialisation may not become poison",
			before: fn("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$l = load.{N} $s, $m\nret $l, $m"),
			after:  fn("$s = stack_slot {N}\n$l = load.{N} $s, $m0\nret $l, $m0")},
		// ptrtoaddr gives the number without exposing the object; a pointer made of it has no
		// provenance, unlike one of ptrtoint.
		{why: "an address that is not exposed reaches nothing",
			before: fn("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$l = load.{N} $s, $m\nret $l, $m"),
			after:  fn("$s = stack_slot {N}\n$m = store.{N} #{k}, $s, $m0\n$a = ptrtoaddr $s\n$t = inttoptr $a\n$l = load.{N} $t, $m\nret $l, $m")},
		{why: "past the end of the slot",
			before: fn("$s = stack_slot 8\n$m = store.8 $x, $s, $m0\n$t = ptradd $s, #4\n$l = load.4 $t, $m\nret $l, $m"),
			after:  fn("$s = stack_slot 8\n$m = store.8 $x, $s, $m0\n$t = ptradd $s, #5\n$l = load.4 $t, $m\nret $l, $m")},
		{why: "the slot of a callee is dead when it returns",
			before: "func @g(ptr) -> ptr {\n bb0:\n $p = param 0\n ret $p\n}\n" + fn("$s = stack_slot 4\n$m = store.4 $x, $s, $m0\n$n, $t = call &g($s), $m -> ptr\n$l = load.4 $t, $n\nret $l, $n"),
			after:  "func @g(ptr) -> ptr {\n bb0:\n $s = stack_slot 4\n ret $s\n}\n" + fn("$s = stack_slot 4\n$m = store.4 $x, $s, $m0\n$n, $t = call &g($s), $m -> ptr\n$l = load.4 $t, $n\nret $l, $n"), flags: "--entry f"},
		{why: "a callee writes to the slot",
			before: "func @g(ptr) {\n bb0($m0: mem):\n $p = param 0\n $m = store.{N} #{k}, $p, $m0\n ret $m\n}\n" + fn("$s = stack_slot {N}\n$m = store.{N} #{j}, $s, $m0\n$n = call &g($s), $m\n$l = load.{N} $s, $n\nret $l, $n"),
			after:  "func @g(ptr) {\n bb0($m0: mem):\n $p = param 0\n $m = store.{N} #{k}, $p, $m0\n ret $m\n}\n" + fn("$s = stack_slot {N}\n$m = store.{N} #{j}, $s, $m0\n$n = call &g($s), $m\nret #{j}, $n"), flags: "--entry f"},
		{why: "a struct field of the wrong offset",
			before: fn("$s = stack_slot 16\n$m = store.8 $x, $s, $m0\n$t = ptradd $s, #8\n$n = store.8 #{k}, $t, $m\n$a = load.16 $s, $n -> struct{int, int}\n$v = extractvalue $a, [0]\nret $v, $n"),
			after:  fn("ret #{k}, $m0")},
	})
}

// heapPair is about allocations of the library, which may go, and may not be invented.
// malloc and its like are functions of the library that the semantics knows: they are no events, so
// that calls may go.
func heapPair(r *rand.Rand, right bool) (pair, bool) {
	return oneOf(r, right, []form{
		{why: "an allocation that nothing uses may go",
			before: fn("$m, $h = call &malloc(#{d}), $m0 -> ptr\n$n = call &free($h), $m\nret $x, $n"), after: fn("ret $x, $m0")},
		{why: "an allocation that is stored to and read is a value",
			before: fn("$m, $h = call &malloc(#{N}), $m0 -> ptr\n$n = store.{N} $x, $h, $m\n$l = load.{N} $h, $n\n$o = call &free($h), $n\nret $l, $o"),
			after:  fn("$l = zext $x, {B}\nret $l, $m0")},
		{why: "calloc is malloc and memset",
			before: fn("$m, $h = call &calloc(#{N}, #2), $m0 -> ptr\n$l = load.{N} $h, $m\n$n = call &free($h), $m\nret $l, $n"),
			after:  fn("ret #0, $m0")},
		{why: "freeing null is ignored",
			before: fn("$z = inttoptr #0\n$n = call &free($z), $m0\nret $x, $n"), after: fn("ret $x, $m0")},
		{why: "a free that is later still comes before the end",
			before: fn("$m, $h = call &malloc(#8), $m0 -> ptr\n$n = call &free($h), $m\n$o = store.{N} $x, $q, $n\nret #0, $o"),
			after:  fn("$m, $h = call &malloc(#8), $m0 -> ptr\n$o = store.{N} $x, $q, $m\n$n = call &free($h), $o\nret #0, $n")},
		{why: "uninitialised heap bytes may be anything",
			before: fn("$m, $h = call &malloc(#{N}), $m0 -> ptr\n$l = load.{N} $h, $m\n$n = call &free($h), $m\nret $l, $n"),
			after:  fn("ret #{k}, $m0")},
	}, []form{
		{why: "use after free",
			before: fn("$m, $h = call &malloc(#{N}), $m0 -> ptr\n$n = store.{N} $x, $h, $m\n$l = load.{N} $h, $n\n$o = call &free($h), $n\nret $l, $o"),
			after:  fn("$m, $h = call &malloc(#{N}), $m0 -> ptr\n$n = store.{N} $x, $h, $m\n$o = call &free($h), $n\n$l = load.{N} $h, $o\nret $l, $o")},
		{why: "freed twice",
			before: fn("$m, $h = call &malloc(#{d}), $m0 -> ptr\n$n = call &free($h), $m\nret $x, $n"),
			after:  fn("$m, $h = call &malloc(#{d}), $m0 -> ptr\n$n = call &free($h), $m\n$o = call &free($h), $n\nret $x, $o")},
		// Seven bytes for an access of eight: undefined behaviour that the smallest mistake in a bound
		// hides.
		{why: "too little allocated",
			before: fn("$m, $h = call &malloc(#8), $m0 -> ptr\n$n = store.8 $x, $h, $m\n$l = load.8 $h, $n\n$o = call &free($h), $n\nret $l, $o"),
			after:  fn("$m, $h = call &malloc(#7), $m0 -> ptr\n$n = store.8 $x, $h, $m\n$l = load.8 $h, $n\n$o = call &free($h), $n\nret $l, $o")},
		{why: "malloc for calloc: the bytes are not zero",
			before: fn("$m, $h = call &calloc(#{N}, #2), $m0 -> ptr\n$l = load.{N} $h, $m\n$n = call &free($h), $m\nret $l, $n"),
			after:  fn("$m, $h = call &malloc(#16), $m0 -> ptr\n$l = load.{N} $h, $m\n$n = call &free($h), $m\nret $l, $n")},
		{why: "freed in the middle",
			before: fn("$m, $h = call &malloc(#{n}), $m0 -> ptr\n$n = call &free($h), $m\nret $x, $n"),
			after:  fn("$m, $h = call &malloc(#{n}), $m0 -> ptr\n$i = ptradd $h, #1\n$n = call &free($i), $m\nret $x, $n")},
	})
}
