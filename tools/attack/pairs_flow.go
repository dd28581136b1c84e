package main

import "math/rand/v2"

// fi has two ints, the first with claim {C}.
func fi(s string) string {
	return "func @f(int:s8, int) -> int {\n bb0:\n {pad}\n$x = param 0\n$y = param 1\n" + s + "\n}\n"
}

// fbool has two truth values and an int.
func fbool(s string) string {
	return "func @f(bool, bool, int) -> int {\n bb0:\n {pad}\n$b = param 0\n$c = param 1\n$x = param 2\n" + s + "\n}\n"
}

// flowPair is about branches, selects and switches, and where their conditions may be poison.
// brif and switch on poison are undefined, select on poison is poison: a branch may become a select,
// and the other way round only if the condition is frozen.
func flowPair(r *rand.Rand, right bool) (pair, bool) {
	return oneOf(r, right, []form{
		{why: "a branch around nothing is a select, which is poison where the branch was undefined",
			before: fi("$c = icmp.lt $x, #{d}\nbrif $c, bb1, bb2\nbb1:\nbr bb3($y)\nbb2:\nbr bb3(#{k})\nbb3($r: int):\nret $r"),
			after:  fi("$c = icmp.lt $x, #{d}\n$r = select $c, $y, #{k}\nret $r")},
		{why: "a select of a frozen condition may become a branch",
			before: fi("$s:s8 = add $x, #{k}\n$c = icmp.lt $s, #{d}\n$f = freeze $c\n$r = select $f, $y, #{k}\nret $r"),
			after:  fi("$s:s8 = add $x, #{k}\n$c = icmp.lt $s, #{d}\n$f = freeze $c\nbrif $f, bb1, bb2\nbb1:\nret $y\nbb2:\nret #{k}")},
		{why: "a switch with one case is a comparison and a branch",
			before: fi("switch $x, [{k}: bb1], bb2\nbb1:\nret $y\nbb2:\nret #{c}"),
			after:  fi("$e = icmp.eq $x, #{k}\nbrif $e, bb1, bb2\nbb1:\nret $y\nbb2:\nret #{c}")},
		{why: "comparisons in a row are a switch",
			before: fi("$e = icmp.eq $x, #{k}\nbrif $e, bb1, bb2\nbb1:\nret $y\nbb2:\n$g = icmp.eq $x, #{neg}\nbrif $g, bb3, bb4\nbb3:\nret #{k}\nbb4:\nret #{c}"),
			after:  fi("switch $x, [{neg}: bb3, {k}: bb1], bb4\nbb1:\nret $y\nbb3:\nret #{k}\nbb4:\nret #{c}")},
		{why: "a case beyond the range of the operand is dead",
			before: fi("switch $x, [{k}: bb1, 1000: bb2], bb3\nbb1:\nret $y\nbb2:\nret #{d}\nbb3:\nret #{c}"),
			after:  fi("switch $x, [{k}: bb1], bb3\nbb1:\nret $y\nbb3:\nret #{c}")},
		{why: "what one arm knows of its condition",
			before: fi("$e = icmp.eq $x, #{d}\nbrif $e, bb1, bb2\nbb1:\n$s = add $x, $y\nret $s\nbb2:\nret #{c}"),
			after:  fi("$e = icmp.eq $x, #{d}\nbrif $e, bb1, bb2\nbb1:\n$s = add #{d}, $y\nret $s\nbb2:\nret #{c}")},
		{why: "a second branch on what the first decided",
			before: fi("$e = icmp.lt $x, #0\nbrif $e, bb1, bb2\nbb1:\nbrif $e, bb3, bb4\nbb2:\nbrif $e, bb4, bb5\nbb3:\nret $y\nbb4:\nret #{k}\nbb5:\nret #{c}"),
			after:  fi("$e = icmp.lt $x, #0\nbrif $e, bb3, bb5\nbb3:\nret $y\nbb5:\nret #{c}")},
		{why: "conditions with and",
			before: fbool("brif $b, bb1, bb3\nbb1:\nbrif $c, bb2, bb3\nbb2:\nret $x\nbb3:\nret #{k}"),
			after:  fbool("$d = select $b, $c, #false\nbrif $d, bb2, bb3\nbb2:\nret $x\nbb3:\nret #{k}")},
		{why: "arms exchanged with the condition negated",
			before: fbool("brif $b, bb1, bb2\nbb1:\nret $x\nbb2:\nret #{k}"),
			after:  fbool("$n = not $b\nbrif $n, bb2, bb1\nbb1:\nret $x\nbb2:\nret #{k}")},
		{why: "unreachable may become anything",
			before: fi("$e = icmp.lt $x, #0\nbrif $e, bb1, bb2\nbb1:\nunreachable\nbb2:\n$s = tdiv $x, #2\nret $s"),
			after:  fi("$s = shr $x, #1\nret $s")},
		{why: "a trap instead of undefined behaviour",
			before: fi("$e = icmp.lt $x, #0\nbrif $e, bb1, bb2\nbb1:\nunreachable\nbb2:\nret $y"),
			after:  fi("$e = icmp.lt $x, #0\nbrif $e, bb1, bb2\nbb1:\ntrap\nbb2:\nret $y")},
		{why: "one trap for two",
			before: fbool("brif $b, bb1, bb2\nbb1:\nbrif $c, bb3, bb4\nbb2:\nbrif $c, bb4, bb3\nbb3:\ntrap\nbb4:\nret $x"),
			after:  fbool("$e = bxor $b, $c\nbrif $e, bb4, bb3\nbb3:\ntrap\nbb4:\nret $x")},
		{why: "code after a branch copied into both arms",
			before: fbool("brif $b, bb1, bb2\nbb1:\nbr bb3(#{k})\nbb2:\nbr bb3(#{c})\nbb3($v: int):\n$r = {P} $v, $x\nret $r"),
			after:  fbool("brif $b, bb1, bb2\nbb1:\n$r = {P} #{k}, $x\nret $r\nbb2:\n$s = {P} #{c}, $x\nret $s")},
		{why: "a call of a small function, in place",
			before: "func @g(int:s8, int) -> int {\n bb0:\n $a = param 0\n $b = param 1\n $s = {P} $a, $b\n ret $s\n}\nfunc @f(int:s8, int) -> int {\n bb0($m: mem):\n {pad}\n $x = param 0\n $y = param 1\n $n, $r = call &g($x, $y), $m -> int\n ret $r, $n\n}\n",
			after:  "func @g(int:s8, int) -> int {\n bb0:\n $a = param 0\n $b = param 1\n $s = {P} $a, $b\n ret $s\n}\n" + fi("$s = {P} $x, $y\nret $s"), flags: "--entry f"},
	}, []form{
		{why: "a branch on what a select would have made poison only",
			before: fi("$s:s8 = add $x, #{k}\n$c = icmp.lt $s, #{d}\n$r = select $c, #{k}, $y\nret #{c}"),
			after:  fi("$s:s8 = add $x, #{k}\n$c = icmp.lt $s, #{d}\nbrif $c, bb1, bb2\nbb1:\nret #{c}\nbb2:\nret #{c}")},
		{why: "the arms exchanged",
			before: fi("$c = icmp.lt $x, #{d}\nbrif $c, bb1, bb2\nbb1:\nret #{k}\nbb2:\nret #{j}"),
			after:  fi("$c = icmp.lt $x, #{d}\n$r = select $c, #{j}, #{k}\nret $r")},
		{why: "a case is one more",
			before: fi("switch $x, [{k}: bb1], bb2\nbb1:\nret #1\nbb2:\nret #2"),
			after:  fi("switch $x, [{d}: bb1, {neg}: bb1], bb2\nbb1:\nret #1\nbb2:\nret #2")},
		{why: "a switch on the number modulo 2^4",
			before: fi("switch $y, [{n}: bb1], bb2\nbb1:\nret #1\nbb2:\nret #2"),
			after:  fi("$z = zext $y, 4\nswitch $z, [{n}: bb1], bb2\nbb1:\nret #1\nbb2:\nret #2")},
		{why: "the default may be taken",
			before: fi("switch $x, [0: bb1, 1: bb2], bb3\nbb1:\nret #{k}\nbb2:\nret #{c}\nbb3:\nret #{neg}"),
			after:  fi("$e = icmp.eq $x, #0\nbrif $e, bb1, bb2\nbb1:\nret #{k}\nbb2:\nret #{c}")},
		{why: "the default called unreachable",
			before: fi("switch $x, [0: bb1, 1: bb2], bb3\nbb1:\nret #{k}\nbb2:\nret #{c}\nbb3:\nret #{k}"),
			after:  fi("switch $x, [0: bb1, 1: bb2], bb3\nbb1:\nret #{k}\nbb2:\nret #{c}\nbb3:\nunreachable")},
		{why: "a trap is defined, unreachable is not",
			before: fi("$e = icmp.lt $x, #0\nbrif $e, bb1, bb2\nbb1:\ntrap\nbb2:\nret $y"),
			after:  fi("$e = icmp.lt $x, #0\nbrif $e, bb1, bb2\nbb1:\nunreachable\nbb2:\nret $y")},
		{why: "a trap dropped",
			before: fi("$e = icmp.gt $x, #{d}\nbrif $e, bb1, bb2\nbb1:\ntrap\nbb2:\nret $y"), after: fi("ret $y")},
		{why: "a trap where there was none",
			before: fi("$e = icmp.gt $x, #{d}\nbrif $e, bb1, bb2\nbb1:\nret #{k}\nbb2:\nret $y"),
			after:  fi("$e = icmp.gt $x, #{d}\nbrif $e, bb1, bb2\nbb1:\ntrap\nbb2:\nret $y")},
		{why: "or for and",
			before: fbool("brif $b, bb1, bb3\nbb1:\nbrif $c, bb2, bb3\nbb2:\nret $x\nbb3:\nret #{k}"),
			after:  fbool("$d = select $b, #true, $c\nbrif $d, bb2, bb3\nbb2:\nret $x\nbb3:\nret #{k}")},
		{why: "what the other arm knows",
			before: fi("$e = icmp.eq $x, #{d}\nbrif $e, bb1, bb2\nbb1:\nret #{c}\nbb2:\n$s = add $x, $y\nret $s"),
			after:  fi("$e = icmp.eq $x, #{d}\nbrif $e, bb1, bb2\nbb1:\nret #{c}\nbb2:\n$s = add #{d}, $y\nret $s")},
		{why: "a condition that is not looked at unless the first holds may be poison",
			before: fi("$s:s8 = add $x, #{k}\n$d = icmp.eq $s, #{d}\n$b = icmp.lt $x, #0\nbrif $b, bb1, bb3\nbb1:\nbrif $d, bb2, bb3\nbb2:\nret $y\nbb3:\nret #{k}"),
			after:  fi("$s:s8 = add $x, #{k}\n$d = icmp.eq $s, #{d}\n$b = icmp.lt $x, #0\n$e = band $b, $d\nbrif $e, bb2, bb3\nbb2:\nret $y\nbb3:\nret #{k}")},
		{why: "the arguments of a block are given at once",
			before: fbool("br bb1($x, #{k})\nbb1($v: int, $w: int):\nbrif $b, bb2($w, $v), bb2($v, $w)\nbb2($s: int, $t: int):\n$r = sub $s, $t\nret $r"),
			after:  fbool("br bb1($x, #{k})\nbb1($v: int, $w: int):\nbrif $b, bb2($w, $w), bb2($v, $w)\nbb2($s: int, $t: int):\n$r = sub $s, $t\nret $r")},
	})
}

// loops run over {n} iterations or over $n, which is less than 64.
func fl(s string) string {
	return "func @f(int:u6, int:s16) -> int {\n bb0:\n {pad}\n$n = param 0\n$x = param 1\n" + s + "\n}\n"
}

const sumLoop = "br bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, {E}\nbrif $c, bb2, bb3\nbb2:\n$t = add $s, {T}\n$j = add $i, #1\ncontinue $j, $t\n}\nbb3:\nret $s"

// loopOf is the loop of sumLoop that ends at end and adds term each iteration, behind pre.
func loopOf(pre, end, term string) string {
	return fl(pre + tirReplace(sumLoop, "{E}", end, "{T}", term))
}

// tirReplace replaces the keys of kv by what follows each, once from left to right: what it puts in is
// not searched for that key again.
func tirReplace(s string, kv ...string) string {
	for i := 0; i < len(kv); i += 2 {
		for j := 0; j+len(kv[i]) <= len(s); j++ {
			if s[j:j+len(kv[i])] == kv[i] {
				s = s[:j] + kv[i+1] + s[j+len(kv[i]):]
				j += len(kv[i+1]) - 1
			}
		}
	}
	return s
}

// loopPair is about loops: closed forms, hoisting, unrolling, and whether they end. $n is below 64, so
// that each run ends soon, and may be 0, so that the loop is never entered.
func loopPair(r *rand.Rand, right bool) (pair, bool) {
	return oneOf(r, right, []form{
		{why: "the sum of a constant is a product", before: loopOf("", "$n", "$x"), after: fl("$e = icmp.eq $n, #0\n$p = mul $n, $x\n$r = select $e, #0, $p\nret $r")},
		{why: "the sum of 0 to n-1 is n(n-1)/2", before: loopOf("", "$n", "$i"),
			after: fl("$m = sub $n, #1\n$p = mul $n, $m\n$r = shr $p, #1\nret $r")},
		{why: "a constant number of iterations, unrolled into its result", before: loopOf("$k = iconst {n}\n", "$k", "$i"), after: fl("ret #{sum}")},
		{why: "something that does not change, computed before the loop",
			before: fl("br bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb3\nbb2:\n$d = tdiv #{k}, $x\n$t = add $s, $d\n$j = add $i, #1\ncontinue $j, $t\n}\nbb3:\nret $s"),
			after:  fl("$d = tdiv #{k}, $x\nbr bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb3\nbb2:\n$t = add $s, $d\n$j = add $i, #1\ncontinue $j, $t\n}\nbb3:\nret $s")},
		{why: "counted down instead of up", before: loopOf("", "$n", "$x"),
			after: fl("br bb1($n, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.gt $i, #0\nbrif $c, bb2, bb3\nbb2:\n$t = add $s, $x\n$j = sub $i, #1\ncontinue $j, $t\n}\nbb3:\nret $s")},
		{why: "the first iteration before the loop", before: loopOf("", "$n", "$i"),
			after: fl("$z = icmp.gt $n, #0\nbrif $z, bb4, bb5\nbb5:\nret #0\nbb4:\nbr bb1(#1, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb3\nbb2:\n$t = add $s, $i\n$j = add $i, #1\ncontinue $j, $t\n}\nbb3:\nret $s")},
		{why: "two iterations at a time, and the odd one after them", before: loopOf("", "$n", "$x"),
			after: fl("$h = shr $n, #1\n$o = and $n, #1\nbr bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $h\nbrif $c, bb2, bb3\nbb2:\n$t = add $s, $x\n$u = add $t, $x\n$j = add $i, #1\ncontinue $j, $u\n}\nbb3:\n$e = icmp.eq $o, #0\n$l = add $s, $x\n$r = select $e, $s, $l\nret $r")},
		{why: "recursion is a loop",
			before: "func @g(int, int) -> int {\n bb0($m: mem):\n $i = param 0\n $s = param 1\n $c = icmp.gt $i, #0\n brif $c, bb1, bb2\n bb1:\n $t = add $s, $i\n $j = sub $i, #1\n $n, $r = call &g($j, $t), $m -> int\n ret $r, $n\n bb2:\n ret $s, $m\n}\nfunc @f(int:u6, int:s16) -> int {\n bb0($m: mem):\n {pad}\n $n = param 0\n $x = param 1\n $o, $r = call &g($n, $x), $m -> int\n ret $r, $o\n}\n",
			after:  fl("$m = add $n, #1\n$p = mul $n, $m\n$q = shr $p, #1\n$r = add $q, $x\nret $r"), flags: "--entry f"},
		{why: "a loop that computes what nothing uses ends, and may go",
			before: fl("br bb1(#0, $x)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb3\nbb2:\n$t = mul $s, #3\n$j = add $i, #1\ncontinue $j, $t\n}\nbb3:\nret $x"),
			after:  fl("ret $x")},
		{why: "a branch in the loop on what does not change, frozen before it",
			before: fl("$v:s8 = add $x, #{k}\nbr bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb5\nbb2:\n$d = icmp.lt $v, #{d}\n$j = add $i, #1\nbrif $d, bb3, bb4\nbb3:\n$t = add $s, #{c}\ncontinue $j, $t\nbb4:\ncontinue $j, $s\n}\nbb5:\nret $s"),
			after:  fl("$v:s8 = add $x, #{k}\n$d = icmp.lt $v, #{d}\n$e = freeze $d\n$p = mul $n, #{c}\n$r = select $e, $p, #0\nret $r")},
		{why: "two loops in one",
			before: fl("br bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb3\nbb2:\n$t = add $s, $i\n$j = add $i, #1\ncontinue $j, $t\n}\nbb3:\nbr bb4(#0, $s)\nregion loop {\nbb4($a: int, $b: int):\n$d = icmp.lt $a, $n\nbrif $d, bb5, bb6\nbb5:\n$e = add $b, $x\n$g = add $a, #1\ncontinue $g, $e\n}\nbb6:\nret $b"),
			after:  fl("br bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb3\nbb2:\n$u = add $s, $i\n$t = add $u, $x\n$j = add $i, #1\ncontinue $j, $t\n}\nbb3:\nret $s")},
		{why: "bytes filled one by one are filled by memset",
			before: "func @f(ptr, int:u4) {\n bb0($m0: mem):\n {pad}\n $p = param 0\n $n = param 1\n br bb1(#0, $m0)\nregion loop {\nbb1($i: int, $m: mem):\n $c = icmp.lt $i, $n\n brif $c, bb2, bb3\nbb2:\n $q = ptradd $p, $i\n $k = store.1 #{c}, $q, $m\n $j = add $i, #1\n continue $j, $k\n}\nbb3:\n ret $m\n}\n",
			after:  "func @f(ptr, int:u4) {\n bb0($m0: mem):\n {pad}\n $p = param 0\n $n = param 1\n $e = icmp.eq $n, #0\n brif $e, bb1, bb2\n bb1:\n ret $m0\n bb2:\n $m = memset $p, #{c}, $n, $m0\n ret $m\n}\n"},
	}, []form{
		{why: "one more iteration", before: loopOf("", "$n", "$i"), after: fl("$m = add $n, #1\n$p = mul $n, $m\n$r = shr $p, #1\nret $r")},
		{why: "le for lt", before: loopOf("", "$n", "$x"), after: fl(tirReplace(sumLoop, "icmp.lt", "icmp.le", "{E}", "$n", "{T}", "$x"))},
		{why: "from one instead of zero", before: loopOf("", "$n", "$x"), after: fl(tirReplace(sumLoop, "br bb1(#0, #0)", "br bb1(#1, #0)", "{E}", "$n", "{T}", "$x"))},
		{why: "the number before the last step", before: loopOf("", "$n", "$i"), after: fl(tirReplace(sumLoop, "continue $j, $t", "continue $j, $s", "{E}", "$n", "{T}", "$i"))},
		{why: "the wrong constant", before: loopOf("$k = iconst {n}\n", "$k", "$i"), after: fl("$w = add #{sum}, #{n}\nret $w")},
		{why: "a load that the loop may never make, made before it",
			before: "func @f(ptr, int:u6) -> int {\n bb0($m: mem):\n {pad}\n $p = param 0\n $n = param 1\n br bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n $c = icmp.lt $i, $n\n brif $c, bb2, bb3\nbb2:\n $l = load.{N} $p, $m\n $t = add $s, $l\n $j = add $i, #1\n continue $j, $t\n}\nbb3:\n ret $s, $m\n}\n",
			after:  "func @f(ptr, int:u6) -> int {\n bb0($m: mem):\n {pad}\n $p = param 0\n $n = param 1\n $l = load.{N} $p, $m\n $t = mul $l, $n\n ret $t, $m\n}\n"},
		{why: "a branch on poison before a loop that never runs",
			before: fl("$v:s8 = add $x, #{k}\nbr bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb5\nbb2:\n$d = icmp.lt $v, #{d}\n$j = add $i, #1\nbrif $d, bb3, bb4\nbb3:\n$t = add $s, #{k}\ncontinue $j, $t\nbb4:\ncontinue $j, $s\n}\nbb5:\nret $s"),
			after:  fl("$v:s8 = add $x, #{k}\n$d = icmp.lt $v, #{d}\nbrif $d, bb1, bb2\nbb1:\n$p = mul $n, #{k}\nret $p\nbb2:\nret #0")},
		{why: "the odd iteration forgotten", before: loopOf("", "$n", "$x"), after: fl("$h = shr $n, #1\n$l = mul $h, $x\n$r = add $l, $l\nret $r")},
		{why: "unrolled by two without a test in between", before: loopOf("", "$n", "$i"),
			after: fl("br bb1(#0, #0)\nregion loop {\nbb1($i: int, $s: int):\n$c = icmp.lt $i, $n\nbrif $c, bb2, bb3\nbb2:\n$t = add $s, $i\n$j = add $i, #1\n$u = add $t, $j\n$k = add $j, #1\ncontinue $k, $u\n}\nbb3:\nret $s")},
		{why: "memset of one byte less",
			before: "func @f(ptr, int:u4) {\n bb0($m0: mem):\n {pad}\n $p = param 0\n $n = param 1\n $m = memset $p, #{c}, $n, $m0\n ret $m\n}\n",
			after:  "func @f(ptr, int:u4) {\n bb0($m0: mem):\n {pad}\n $p = param 0\n $n = param 1\n $k = sub $n, #1\n $l = max $k, #0\n $m = memset $p, #{c}, $l, $m0\n ret $m\n}\n"},
		{why: "the loop's claim is violated in the last iteration only",
			before: loopOf("", "$n", "$i"), after: fl(tirReplace(sumLoop, "$j = add $i", "$j:u5 = add $i", "{E}", "$n", "{T}", "$i"))},
		{why: "multiplication modulo 2^16 in the loop", before: loopOf("", "$n", "$x"), after: fl("$p = mul $n, $x\n$r = sext $p, 16\nret $r")},
	})
}
