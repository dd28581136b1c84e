package main

import "math/rand/v2"

// ff has two floats.
// {F} is f16, f32 or f64, the same in both programs of a pair.
func ff(s string) string {
	return "func @f({F}, {F}) -> {F} {\n bb0:\n {pad}\n$a = param 0\n$b = param 1\n" + s + "\n}\n"
}

// ffb has two floats and gives a truth value.
func ffb(s string) string {
	return "func @f({F}, {F}) -> bool {\n bb0:\n {pad}\n$a = param 0\n$b = param 1\n" + s + "\n}\n"
}

// floatPair is about arithmetic of floats without flags: every identity holds bit for bit but for
// NaNs, and the wrong ones fail on zeros, infinities or rounding.
func floatPair(r *rand.Rand, right bool) (pair, bool) {
	return oneOf(r, right, []form{
		{why: "addition commutes", before: ff("$r = fadd $a, $b\nret $r"), after: ff("$r = fadd $b, $a\nret $r")},
		{why: "twice is a sum", before: ff("$r = fmul $a, #{F}:2.0\nret $r"), after: ff("$r = fadd $a, $a\nret $r")},
		{why: "halving by multiplication is exact wherever division is", before: ff("$r = fdiv $a, #{F}:4.0\nret $r"), after: ff("$r = fmul $a, #{F}:0.25\nret $r")},
		{why: "subtraction is addition of the negation", before: ff("$r = fsub $a, $b\nret $r"), after: ff("$n = fneg $b\n$r = fadd $a, $n\nret $r")},
		{why: "the negation of a difference, but for zero: both signs of zero compare equal",
			before: ffb("$d = fsub $a, $b\n$n = fneg $d\n$r = fcmp.oeq $n, #{F}:0.0\nret $r"), after: ffb("$d = fsub $b, $a\n$r = fcmp.oeq $d, #{F}:0.0\nret $r")},
		{why: "negation twice", before: ff("$n = fneg $a\n$r = fneg $n\nret $r"), after: ff("ret $a")},
		{why: "the absolute value of a negation", before: ff("$n = fneg $a\n$r = fabs $n\nret $r"), after: ff("$r = fabs $a\nret $r")},
		{why: "multiplying by one", before: ff("$r = fmul $a, #{F}:1.0\nret $r"), after: ff("ret $a")},
		{why: "adding negative zero", before: ff("$r = fadd $a, #{F}:-0.0\nret $r"), after: ff("ret $a")},
		{why: "signs of both factors", before: ff("$m = fneg $a\n$n = fneg $b\n$r = fmul $m, $n\nret $r"), after: ff("$r = fmul $a, $b\nret $r")},
		{why: "multiplying by minus one", before: ff("$r = fmul $a, #{F}:-1.0\nret $r"), after: ff("$r = fneg $a\nret $r")},
		{why: "less the other way round", before: ffb("$r = fcmp.olt $a, $b\nret $r"), after: ffb("$r = fcmp.ogt $b, $a\nret $r")},
		{why: "not less is at least or unordered", before: ffb("$c = fcmp.olt $a, $b\n$r = not $c\nret $r"), after: ffb("$r = fcmp.uge $a, $b\nret $r")},
		{why: "not equal to itself is NaN", before: ffb("$r = fcmp.une $a, $a\nret $r"), after: ffb("$r = fcmp.uno $a, $b\n$t = fcmp.uno $a, $a\nret $t")},
		{why: "ordered and equal", before: ffb("$c = fcmp.ord $a, $b\n$d = fcmp.ueq $a, $b\n$r = band $c, $d\nret $r"), after: ffb("$r = fcmp.oeq $a, $b\nret $r")},
		{why: "copysign is fabs and a sign", before: ff("$r = copysign $a, #{F}:1.0\nret $r"), after: ff("$r = fabs $a\nret $r")},
		{why: "fma of one factor one is a sum", before: ff("$r = fma $a, #{F}:1.0, $b\nret $r"), after: ff("$r = fadd $a, $b\nret $r")},
		{why: "a wider format and back", before: "func @f(f32) -> f32 {\n bb0:\n {pad}\n $a = param 0\n $w = fp_convert $a -> f64\n $r = fp_convert $w -> f32\n ret $r\n}\n", after: "func @f(f32) -> f32 {\n bb0:\n {pad}\n $a = param 0\n ret $a\n}\n"},
		{why: "a product of floats is exact in doubles, so it is rounded once",
			before: "func @f(f32, f32) -> f32 {\n bb0:\n {pad}\n $a = param 0\n $b = param 1\n $r = fmul $a, $b\n ret $r\n}\n", after: "func @f(f32, f32) -> f32 {\n bb0:\n {pad}\n $a = param 0\n $b = param 1\n $c = fp_convert $a -> f64\n $d = fp_convert $b -> f64\n $p = fmul $c, $d\n $r = fp_convert $p -> f32\n ret $r\n}\n"},
		{why: "sums of short ints are exact",
			before: "func @f(int:s20, int:s20) -> f64 {\n bb0:\n {pad}\n $x = param 0\n $y = param 1\n $a = si_to_fp $x -> f64\n $b = si_to_fp $y -> f64\n $r = fadd $a, $b\n ret $r\n}\n", after: "func @f(int:s20, int:s20) -> f64 {\n bb0:\n {pad}\n $x = param 0\n $y = param 1\n $s = add $x, $y\n $r = si_to_fp $s -> f64\n ret $r\n}\n"},
		{why: "there and back", before: "func @f(int:s{W}) -> int {\n bb0:\n {pad}\n $x = param 0\n $a = si_to_fp $x -> f32\n $r = fp_to_si.32 $a\n ret $r\n}\n", after: "func @f(int:s{W}) -> int {\n bb0:\n {pad}\n $x = param 0\n ret $x\n}\n"},
		{why: "saturating instead of poison", before: "func @f({F}) -> int {\n bb0:\n {pad}\n $a = param 0\n $r = fp_to_si.{W} $a\n ret $r\n}\n", after: "func @f({F}) -> int {\n bb0:\n {pad}\n $a = param 0\n $r = fp_to_si.sat.{W} $a\n ret $r\n}\n"},
		{why: "the sign bit of what is negated", before: "func @f(f64) -> int {\n bb0:\n {pad}\n $a = param 0\n $n = fneg $a\n $r = bitcast $n -> int\n ret $r\n}\n", after: "func @f(f64) -> int {\n bb0:\n {pad}\n $a = param 0\n $i = bitcast $a -> int\n $r = xor $i, #9223372036854775808\n ret $r\n}\n"},
		{why: "the smaller number commutes", before: ff("$r = fminnum $a, $b\nret $r"), after: ff("$r = fminnum $b, $a\nret $r")},
		{why: "the smaller of negations", before: ff("$m = fneg $a\n$n = fneg $b\n$r = fminnum $m, $n\nret $r"), after: ff("$s = fmaxnum $a, $b\n$r = fneg $s\nret $r")},
	}, []form{
		{why: "subtraction does not commute", before: ff("$r = fsub $a, $b\nret $r"), after: ff("$r = fsub $b, $a\nret $r")},
		{why: "0.0 - x is not the negation of zero", before: ff("$r = fsub #{F}:0.0, $a\nret $r"), after: ff("$r = fneg $a\nret $r")},
		{why: "adding zero changes negative zero", before: ff("$r = fadd $a, #{F}:0.0\nret $r"), after: ff("ret $a")},
		{why: "x - x is NaN for infinities", before: ff("$r = fsub $a, $a\nret $r"), after: ff("ret #{F}:0.0")},
		{why: "x * 0 may be NaN, or negative", before: ff("$r = fmul $a, #{F}:0.0\nret $r"), after: ff("ret #{F}:0.0")},
		{why: "x / x is not always one", before: ff("$r = fdiv $a, $a\nret $r"), after: ff("ret #{F}:1.0")},
		{why: "thirds are not exact", before: ff("$r = fdiv $a, #{F}:3.0\nret $r"), after: ff("$t = fdiv #{F}:1.0, #{F}:3.0\n$r = fmul $a, $t\nret $r")},
		{why: "addition does not reassociate", before: ff("$s = fadd $a, $b\n$r = fsub $s, $a\nret $r"), after: ff("$s = fsub $a, $a\n$r = fadd $s, $b\nret $r")},
		{why: "a product is rounded before it is added", before: ff("$p = fmul $a, $b\n$r = fadd $p, $a\nret $r"), after: ff("$r = fma $a, $b, $a\nret $r")},
		{why: "comparisons with NaN", before: ffb("$c = fcmp.olt $a, $b\n$r = not $c\nret $r"), after: ffb("$r = fcmp.oge $a, $b\nret $r")},
		{why: "not equal to itself", before: ffb("$r = fcmp.oeq $a, $a\nret $r"), after: ffb("ret #true")},
		{why: "bits of zeros differ, values do not", before: ffb("$r = fcmp.oeq $a, $b\nret $r"), after: ffb("$i = bitcast $a -> int\n$j = bitcast $b -> int\n$r = icmp.eq $i, $j\nret $r")},
		{why: "the smaller by comparison differs for NaN and zeros", before: ff("$r = fminnum $a, $b\nret $r"), after: ff("$c = fcmp.olt $b, $a\n$r = select $c, $b, $a\nret $r")},
		{why: "the root of a square overflows", before: ff("$s = fmul $a, $a\n$r = fsqrt $s\nret $r"), after: ff("$r = fabs $a\nret $r")},
		{why: "a narrower format and back", before: "func @f(f64) -> f64 {\n bb0:\n {pad}\n $a = param 0\n ret $a\n}\n", after: "func @f(f64) -> f64 {\n bb0:\n {pad}\n $a = param 0\n $n = fp_convert $a -> f32\n $r = fp_convert $n -> f64\n ret $r\n}\n"},
		{why: "saturating dropped: poison", before: "func @f({F}) -> int {\n bb0:\n {pad}\n $a = param 0\n $r = fp_to_si.sat.{W} $a\n ret $r\n}\n", after: "func @f({F}) -> int {\n bb0:\n {pad}\n $a = param 0\n $r = fp_to_si.{W} $a\n ret $r\n}\n"},
		{why: "signed for unsigned", before: "func @f({F}) -> int {\n bb0:\n {pad}\n $a = param 0\n $r = fp_to_ui.sat.{W} $a\n ret $r\n}\n", after: "func @f({F}) -> int {\n bb0:\n {pad}\n $a = param 0\n $r = fp_to_si.sat.{W} $a\n ret $r\n}\n"},
		{why: "ints of 32 bits are not exact in f32",
			before: "func @f(int:s32, int:s32) -> f32 {\n bb0:\n {pad}\n $x = param 0\n $y = param 1\n $a = si_to_fp $x -> f32\n $b = si_to_fp $y -> f32\n $r = fadd $a, $b\n ret $r\n}\n", after: "func @f(int:s32, int:s32) -> f32 {\n bb0:\n {pad}\n $x = param 0\n $y = param 1\n $s = add $x, $y\n $r = si_to_fp $s -> f32\n ret $r\n}\n"},
		{why: "copysign of the wrong operand", before: ff("$r = copysign $a, $b\nret $r"), after: ff("$r = copysign $b, $a\nret $r")},
		{why: "a remainder has the sign of its dividend", before: ff("$r = frem $a, #{F}:3.0\nret $r"), after: ff("$m = fabs $a\n$r = frem $m, #{F}:3.0\nret $r")},
		{why: "a claim that infinity violates", before: ff("ret $a"), after: ff("$r:nofpclass(inf) = fabs $a\n$s = copysign $r, $a\nret $s")},
	})
}

// vi has two vectors.
// {V} is the size in bits, {L} that of a lane.
func vi(s string) string {
	return "func @f(vec<{V}>, vec<{V}>) -> vec<{V}> {\n bb0:\n {pad}\n$a = param 0\n$b = param 1\n" + s + "\n}\n"
}

// vint has two vectors and gives an int, for lanes and reductions.
func vint(s string) string {
	return "func @f(vec<{V}>, vec<{V}>) -> int {\n bb0:\n {pad}\n$a = param 0\n$b = param 1\n" + s + "\n}\n"
}

// vectorPair is about lane-wise operations, for several lane and vector sizes.
// An operation says how it reads lanes: i wraps, s and u are signed and unsigned and poison where they
// overflow. {MV} is the size of a mask, which has eight bits a lane; {last} and {count} are of lanes.
func vectorPair(r *rand.Rand, right bool) (pair, bool) {
	lane := pick(r, 8, 16, 32)
	size := pick(r, 64, 128)
	shape := func(fs []form) []form {
		for i := range fs {
			for _, p := range []*string{&fs[i].before, &fs[i].after} {
				*p = tirReplace(*p, "{V}", itoa(size), "{L}", itoa(lane), "{MV}", itoa(size/lane*8), "{last}", itoa(size/lane-1), "{count}", itoa(size/lane))
			}
		}
		return fs
	}
	return oneOf(r, right, shape([]form{
		{why: "lanes that wrap commute", before: vi("$r = vec.add.i{L} $a, $b\nret $r"), after: vi("$r = vec.add.i{L} $b, $a\nret $r")},
		{why: "poison lanes may become values", before: vi("$r = vec.add.s{L} $a, $b\nret $r"), after: vi("$r = vec.add.i{L} $a, $b\nret $r")},
		{why: "poison lanes of unsigned numbers, too", before: vi("$r = vec.sub.u{L} $a, $b\nret $r"), after: vi("$r = vec.sub.i{L} $a, $b\nret $r")},
		{why: "twice is a shift", before: vi("$r = vec.add.i{L} $a, $a\nret $r"), after: vi("$o = vec.splat.i{L} #1 -> vec<{V}>\n$r = vec.shl.i{L} $a, $o\nret $r")},
		{why: "the smaller does not depend on the order", before: vi("$r = vec.min.s{L} $a, $b\nret $r"), after: vi("$r = vec.min.s{L} $b, $a\nret $r")},
		{why: "exclusive or with itself", before: vi("$r = vec.xor.i{L} $a, $a\nret $r"), after: vi("$r = vec.splat.i{L} #0 -> vec<{V}>\nret $r")},
		{why: "absorption, and nothing is more poison", before: vi("$o = vec.or.i{L} $a, $b\n$r = vec.and.i{L} $a, $o\nret $r"), after: vi("ret $a")},
		{why: "a comparison and a choice are the larger", before: vi("$c = vec.icmp.gt.s{L} $a, $b\n$r = vec.select.i{L} $c, $a, $b\nret $r"), after: vi("$r = vec.max.s{L} $a, $b\nret $r")},
		{why: "what is put into a lane is what is there", before: vint("$v = vec.insert.i{L} $a, #{k}, #1\n$r = vec.extract.i{L} $v, #1\nret $r"), after: vint("ret #{k}")},
		{why: "the other lanes stay", before: vint("$v = vec.insert.i{L} $a, #{k}, #0\n$r = vec.extract.u{L} $v, #{last}\nret $r"), after: vint("$r = vec.extract.u{L} $a, #{last}\nret $r")},
		{why: "every lane of a splat", before: vint("$v = vec.splat.i{L} #{k} -> vec<{V}>\n$r = vec.extract.i{L} $v, #{last}\nret $r"), after: vint("ret #{k}")},
		{why: "the sum of a splat", before: vint("$v = vec.splat.i{L} #3 -> vec<{V}>\n$r = vec.reduce.add.u{L} $v\nret $r"), after: vint("$r = mul #3, #{count}\nret $r")},
		{why: "bitwise operations do not care about lanes", before: vi("$r = vec.and.i8 $a, $b\nret $r"), after: vi("$x = bitcast $a -> int\n$y = bitcast $b -> int\n$n = vec.and.i8 $a, $b\nret $n")},
		{why: "a sum lane by lane and a sum of sums, wrapping", before: vint("$s = vec.add.i{L} $a, $b\n$r = vec.reduce.add.i{L} $s\nret $r"), after: vint("$s = vec.reduce.add.i{L} $a\n$t = vec.reduce.add.i{L} $b\n$u = add $s, $t\n$r = zext $u, {L}\nret $r")},
		{why: "a mask of ones masks nothing", before: vi("$m = vec.splat.m #true -> vec<{MV}>\n$r = vec.sub.i{L} $a, $b, $m\nret $r"), after: vi("$r = vec.sub.i{L} $a, $b\nret $r")},
		{why: "a mask of zeros leaves the first operand", before: vi("$m = vec.splat.m #false -> vec<{MV}>\n$r = vec.sub.i{L} $a, $b, $m\nret $r"), after: vi("ret $a")},
		{why: "a masked operation is an operation and a choice", before: vi("$c = vec.icmp.lt.u{L} $a, $b\n$r = vec.add.i{L} $a, $b, $c\nret $r"), after: vi("$c = vec.icmp.lt.u{L} $a, $b\n$s = vec.add.i{L} $a, $b\n$r = vec.select.i{L} $c, $s, $a\nret $r")},
		{why: "a vector through memory", before: "func @f(vec<{V}>, ptr) -> vec<{V}> {\n bb0($m0: mem):\n {pad}\n $a = param 0\n $p = param 1\n $c = vec.splat.m #true -> vec<{MV}>\n $m = vec.store.i{L} $a, $p, $c, $m0\n $r = vec.load.i{L} $p, $c, $m -> vec<{V}>\n ret $r, $m\n}\n", after: "func @f(vec<{V}>, ptr) -> vec<{V}> {\n bb0($m0: mem):\n {pad}\n $a = param 0\n $p = param 1\n $c = vec.splat.m #true -> vec<{MV}>\n $m = vec.store.i{L} $a, $p, $c, $m0\n ret $a, $m\n}\n"},
	}), shape([]form{
		{why: "subtraction does not commute", before: vi("$r = vec.sub.i{L} $a, $b\nret $r"), after: vi("$r = vec.sub.i{L} $b, $a\nret $r")},
		{why: "lanes that wrap become poison", before: vi("$r = vec.add.i{L} $a, $b\nret $r"), after: vi("$r = vec.add.s{L} $a, $b\nret $r")},
		{why: "lanes that wrap become poison, unsigned", before: vi("$r = vec.sub.i{L} $a, $b\nret $r"), after: vi("$r = vec.sub.u{L} $a, $b\nret $r")},
		{why: "signed for unsigned", before: vi("$r = vec.min.s{L} $a, $b\nret $r"), after: vi("$r = vec.min.u{L} $a, $b\nret $r")},
		{why: "signed comparison for unsigned", before: vi("$c = vec.icmp.lt.s{L} $a, $b\n$r = vec.select.i{L} $c, $a, $b\nret $r"), after: vi("$c = vec.icmp.lt.u{L} $a, $b\n$r = vec.select.i{L} $c, $a, $b\nret $r")},
		{why: "the arms exchanged", before: vi("$c = vec.icmp.lt.s{L} $a, $b\n$r = vec.select.i{L} $c, $a, $b\nret $r"), after: vi("$c = vec.icmp.lt.s{L} $a, $b\n$r = vec.select.i{L} $c, $b, $a\nret $r")},
		{why: "the wrong lane", before: vint("$r = vec.extract.u{L} $a, #0\nret $r"), after: vint("$r = vec.extract.u{L} $a, #{last}\nret $r")},
		{why: "there is no such lane", before: vint("$r = vec.extract.u{L} $a, #0\nret $r"), after: vint("$r = vec.extract.u{L} $a, #{count}\nret $r")},
		{why: "inserted elsewhere", before: vi("$r = vec.insert.i{L} $a, #{k}, #0\nret $r"), after: vi("$r = vec.insert.i{L} $a, #{k}, #1\nret $r")},
		{why: "carries between lanes", before: vi("$r = vec.add.i8 $a, $b\nret $r"), after: vi("$r = vec.add.i16 $a, $b\nret $r")},
		{why: "the mask dropped", before: vi("$c = vec.icmp.lt.u{L} $a, $b\n$r = vec.add.i{L} $a, $b, $c\nret $r"), after: vi("$r = vec.add.i{L} $a, $b\nret $r")},
		{why: "the other operand where it is masked", before: vi("$c = vec.icmp.lt.u{L} $a, $b\n$r = vec.add.i{L} $a, $b, $c\nret $r"), after: vi("$c = vec.icmp.lt.u{L} $a, $b\n$r = vec.add.i{L} $b, $a, $c\nret $r")},
		{why: "an arithmetic shift for a logical one", before: vi("$o = vec.splat.i{L} #1 -> vec<{V}>\n$r = vec.shr.u{L} $a, $o\nret $r"), after: vi("$o = vec.splat.i{L} #1 -> vec<{V}>\n$r = vec.shr.s{L} $a, $o\nret $r")},
		{why: "exact sums do not wrap", before: vint("$r = vec.reduce.add.u{L} $a\nret $r"), after: vint("$r = vec.reduce.add.i{L} $a\nret $r")},
		{why: "a signed maximum", before: vint("$r = vec.reduce.umax.u{L} $a\nret $r"), after: vint("$r = vec.reduce.smax.s{L} $a\nret $r")},
		{why: "the first lane forgotten", before: vint("$r = vec.reduce.xor.i{L} $a\nret $r"), after: vint("$v = vec.insert.i{L} $a, #0, #0\n$r = vec.reduce.xor.i{L} $v\nret $r")},
		{why: "one lane more is stored", before: "func @f(vec<{V}>, ptr) {\n bb0($m0: mem):\n {pad}\n $a = param 0\n $p = param 1\n $c = vec.splat.m #true -> vec<{MV}>\n $d = vec.insert.m $c, #false, #{last}\n $m = vec.store.i{L} $a, $p, $d, $m0\n ret $m\n}\n", after: "func @f(vec<{V}>, ptr) {\n bb0($m0: mem):\n {pad}\n $a = param 0\n $p = param 1\n $c = vec.splat.m #true -> vec<{MV}>\n $m = vec.store.i{L} $a, $p, $c, $m0\n ret $m\n}\n"},
	}))
}
