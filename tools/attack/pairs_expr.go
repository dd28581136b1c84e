package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
)

// expr is a node of a graph of pure operations on integers and truth values, with an evaluator of
// its own that follows docs/spec and shares nothing with Tuffy. Shared nodes are computed once.
type expr struct {
	op     string // opcode without its number; param, iconst, bconst
	n      int    // the number of the opcode, or of the parameter
	c      *big.Int
	args   []*expr
	claim  claim   // on the result
	uses   []claim // on the operands; nil for none
	bool   bool    // a truth value
	opaque bool    // mutations stop here
}

// claim is :sN, :uN or :iN; kind 0 claims nothing.
type claim struct {
	kind byte
	n    int
}

func (c claim) String() string {
	if c.kind == 0 {
		return ""
	}
	return fmt.Sprintf(":%c%d", c.kind, c.n)
}

func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// holds reports whether the claim is true of x.
// :uN is [0, 2^N), :sN is [-2^(N-1), 2^(N-1)) with N at least 1; :iN is true of every integer.
func (c claim) holds(x *big.Int) bool {
	switch c.kind {
	case 'u':
		return x.Sign() >= 0 && x.BitLen() <= c.n
	case 's':
		h := pow2(c.n - 1)
		return x.Cmp(h) < 0 && new(big.Int).Neg(h).Cmp(x) <= 0
	}
	return true
}

// val is an integer, a truth value as 0 or 1, or poison, which is nil.
type val = *big.Int

func toVal(b bool) val {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// evaluator computes a graph. dontCare is 'z' or 'o' where the bits that :iN leaves out are
// overwritten with zeros or ones.
// memo belongs to one graph and one set of arguments.
type evaluator struct {
	args     []val
	params   []claim
	dontCare byte
	memo     map[*expr]val
	huge     bool // a result too large to compare in reasonable time
}

// check is v where the claim holds and poison where not. :iN keeps the value unless dontCare says what
// to put above the low N bits: zeros, or ones for a negative number.
func (e *evaluator) check(c claim, v val) val {
	if v == nil || !c.holds(v) {
		return nil
	}
	if c.kind == 'i' && e.dontCare != 0 {
		low := new(big.Int).And(v, new(big.Int).Sub(pow2(c.n), big.NewInt(1)))
		if e.dontCare == 'o' {
			low.Sub(low, pow2(c.n))
		}
		return low
	}
	return v
}

// eval is the value of x under the arguments, nil for poison. It is written from docs/spec and
// shares no code with package interp, as an oracle must; a node that occurs several times is
// evaluated once.
func (e *evaluator) eval(x *expr) val {
	if v, ok := e.memo[x]; ok {
		return v
	}
	var v val
	args := make([]val, len(x.args))
	poison, claimed := false, false
	for i, a := range x.args {
		args[i] = e.eval(a)
		if x.uses != nil && args[i] != nil {
			// A violated use check makes the instruction's result poison, select included.
			if args[i] = e.check(x.uses[i], args[i]); args[i] == nil {
				claimed = true
			}
		}
		poison = poison || args[i] == nil
	}
	switch {
	case claimed:
	case x.op == "param":
		v = e.check(e.params[x.n], e.args[x.n])
	case x.op == "iconst", x.op == "bconst":
		v = x.c
	case x.op == "select":
		if args[0] != nil {
			v = args[2-args[0].Int64()]
		}
	case poison:
	default:
		v = e.apply(x, args)
	}
	if v != nil {
		v = e.check(x.claim, v)
	}
	// Numbers that long decide nothing: the caller drops the input if huge is set.
	if v != nil && v.BitLen() > 1<<14 {
		e.huge = true
		v = nil
	}
	e.memo[x] = v
	return v
}

func floorMod(a, m *big.Int) *big.Int { return new(big.Int).Mod(a, m) } // m > 0

func zextOf(a *big.Int, n int) *big.Int { return floorMod(a, pow2(n)) }

// apply is one operation on values that are no poison. Integers are unbounded, so nothing wraps;
// nil is an operand outside the domain.
func (e *evaluator) apply(x *expr, a []val) val {
	z := new(big.Int)
	switch x.op {
	case "add":
		return z.Add(a[0], a[1])
	case "sub":
		return z.Sub(a[0], a[1])
	case "mul":
		return z.Mul(a[0], a[1])
	// Div and Mod of math/big are Euclidean, Quo and Rem truncate; so are div and tdiv of docs/spec.
	case "div", "rem", "tdiv", "trem":
		if a[1].Sign() == 0 {
			return nil
		}
		switch x.op {
		case "div":
			return z.Div(a[0], a[1])
		case "rem":
			return z.Mod(a[0], a[1])
		case "tdiv":
			return z.Quo(a[0], a[1])
		}
		return z.Rem(a[0], a[1])
	case "and":
		return z.And(a[0], a[1])
	case "or":
		return z.Or(a[0], a[1])
	case "xor":
		return z.Xor(a[0], a[1])
	case "band":
		return z.And(a[0], a[1])
	case "bor":
		return z.Or(a[0], a[1])
	case "bxor":
		return z.Xor(a[0], a[1])
	case "shl", "shr":
		if a[1].Sign() < 0 {
			return nil
		}
		if a[1].BitLen() > 13 {
			e.huge = true
			return nil
		}
		if x.op == "shl" {
			return z.Lsh(a[0], uint(a[1].Uint64()))
		}
		return z.Rsh(a[0], uint(a[1].Uint64()))
	case "min":
		if a[0].Cmp(a[1]) < 0 {
			return a[0]
		}
		return a[1]
	case "max":
		if a[0].Cmp(a[1]) > 0 {
			return a[0]
		}
		return a[1]
	case "clmul":
		if a[0].Sign() < 0 || a[1].Sign() < 0 {
			return nil
		}
		for i := range a[1].BitLen() {
			if a[1].Bit(i) == 1 {
				z.Xor(z, new(big.Int).Lsh(a[0], uint(i)))
			}
		}
		return z
	// One opcode for truth values and integers.
	case "not":
		if x.bool {
			return z.Sub(big.NewInt(1), a[0])
		}
		return z.Not(a[0])
	case "count_ones":
		if a[0].Sign() < 0 {
			return nil
		}
		return big.NewInt(int64(strings.Count(a[0].Text(2), "1")))
	case "count_leading_zeros":
		return big.NewInt(int64(x.n - zextOf(a[0], x.n).BitLen()))
	case "count_trailing_zeros":
		if a[0].Sign() == 0 {
			return nil
		}
		return big.NewInt(int64(a[0].TrailingZeroBits()))
	case "bswap":
		for i := range x.n {
			b := new(big.Int).And(new(big.Int).Rsh(zextOf(a[0], 8*x.n), uint(8*i)), big.NewInt(255))
			z.Or(z, b.Lsh(b, uint(8*(x.n-1-i))))
		}
		return z
	case "bit_reverse":
		low := zextOf(a[0], x.n)
		for i := range x.n {
			z.SetBit(z, x.n-1-i, low.Bit(i))
		}
		return z
	case "rotate_left", "rotate_right":
		k := int(floorMod(a[1], big.NewInt(int64(x.n))).Int64())
		if x.op == "rotate_right" {
			k = (x.n - k) % x.n
		}
		low := zextOf(a[0], x.n)
		for i := range x.n {
			z.SetBit(z, (i+k)%x.n, low.Bit(i))
		}
		return z
	case "merge":
		hi := new(big.Int).Rsh(a[0], uint(x.n))
		return z.Or(hi.Lsh(hi, uint(x.n)), zextOf(a[1], x.n))
	case "zext":
		return zextOf(a[0], x.n)
	case "sext":
		h := pow2(x.n - 1)
		return z.Sub(zextOf(z.Add(a[0], h), x.n), h)
	case "bool_to_int":
		return a[0]
	case "int_to_bool":
		return toVal(a[0].Sign() != 0)
	}
	if p, ok := strings.CutPrefix(x.op, "icmp."); ok {
		c := a[0].Cmp(a[1])
		return toVal(map[string]bool{"eq": c == 0, "ne": c != 0, "lt": c < 0, "le": c <= 0, "gt": c > 0, "ge": c >= 0}[p])
	}
	panic("attack: no meaning for " + x.op)
}

func node(op string, args ...*expr) *expr { return &expr{op: op, args: args, bool: makesBool(op)} }

// numbered makes zext, bswap and the like.
// The result is an integer. n is of bytes for bswap and of bits for the others.
func numbered(op string, n int, args ...*expr) *expr { return &expr{op: op, n: n, args: args} }

func makesBool(op string) bool {
	return strings.HasPrefix(op, "icmp.") || op == "band" || op == "bor" || op == "bxor" || op == "int_to_bool"
}

func num(k int64) *expr       { return &expr{op: "iconst", c: big.NewInt(k)} }
func numBig(k *big.Int) *expr { return &expr{op: "iconst", c: k} }
func truth(b bool) *expr      { return &expr{op: "bconst", c: toVal(b), bool: true} }
func bnot(a *expr) *expr      { return &expr{op: "not", args: []*expr{a}, bool: true} }
func inot(a *expr) *expr      { return node("not", a) }
func sel(c, a, b *expr) *expr {
	return &expr{op: "select", args: []*expr{c, a, b}, bool: a.bool}
}

// claimed and used copy the node, so that the caller's graph keeps its claims.
func claimed(a *expr, kind byte, n int) *expr { c := *a; c.claim = claim{kind, n}; return &c }
func used(x *expr, i int, kind byte, n int) *expr {
	c := *x
	c.uses = make([]claim, len(x.args))
	copy(c.uses, x.uses)
	c.uses[i] = claim{kind, n}
	return &c
}

// emit writes the graph as a function @f.
// Operands come before their users, and a node that occurs several times is one value.
func emit(x *expr, params []claim) string {
	var b strings.Builder
	sig := make([]string, len(params))
	for i, p := range params {
		sig[i] = "int" + p.String()
	}
	typ := "int"
	if x.bool {
		typ = "bool"
	}
	fmt.Fprintf(&b, "func @f(%s) -> %s {\n  bb0:\n", strings.Join(sig, ", "), typ)
	names := map[*expr]int{}
	var walk func(x *expr)
	walk = func(x *expr) {
		if _, ok := names[x]; ok {
			return
		}
		for _, a := range x.args {
			walk(a)
		}
		v := len(names)
		names[x] = v
		fmt.Fprintf(&b, "    v%d%s = ", v, x.claim)
		var ops []string
		for i, a := range x.args {
			u := ""
			if x.uses != nil {
				u = x.uses[i].String()
			}
			ops = append(ops, fmt.Sprintf("v%d%s", names[a], u))
		}
		switch x.op {
		case "param":
			fmt.Fprintf(&b, "param %d\n", x.n)
		case "iconst":
			fmt.Fprintf(&b, "iconst %s\n", x.c)
		case "bconst":
			fmt.Fprintf(&b, "bconst %v\n", x.c.Sign() != 0)
		case "zext", "sext":
			fmt.Fprintf(&b, "%s %s, %d\n", x.op, ops[0], x.n)
		case "count_leading_zeros", "bswap", "bit_reverse", "rotate_left", "rotate_right", "merge":
			fmt.Fprintf(&b, "%s.%d %s\n", x.op, x.n, strings.Join(ops, ", "))
		default:
			fmt.Fprintf(&b, "%s %s\n", x.op, strings.Join(ops, ", "))
		}
	}
	walk(x)
	fmt.Fprintf(&b, "    ret v%d\n}\n", names[x])
	return b.String()
}

// sampler draws arguments near the values that matter.
type sampler struct {
	pool   [][]*big.Int
	params []claim
}

// newSampler collects values at which expressions may differ: constants of both sides, bounds of
// claims, powers of two, and their neighbours.
func newSampler(params []claim, exprs ...*expr) *sampler {
	var base []*big.Int
	add := func(v *big.Int) {
		for d := int64(-1); d <= 1; d++ {
			base = append(base, new(big.Int).Add(v, big.NewInt(d)))
		}
	}
	add(new(big.Int))
	add(big.NewInt(3))
	for _, k := range []int{3, 7, 8, 15, 16, 31, 32, 63, 64} {
		add(pow2(k))
		add(new(big.Int).Neg(pow2(k)))
	}
	seen := map[*expr]bool{}
	var walk func(x *expr)
	walk = func(x *expr) {
		if seen[x] {
			return
		}
		seen[x] = true
		if x.op == "iconst" {
			add(x.c)
		}
		for _, c := range append(append([]claim{}, x.uses...), x.claim) {
			if c.kind != 0 {
				add(pow2(c.n))
			}
		}
		for _, a := range x.args {
			walk(a)
		}
	}
	for _, x := range exprs {
		walk(x)
	}
	s := &sampler{params: params}
	for _, p := range params {
		var ok []*big.Int
		for _, v := range base {
			if p.holds(v) {
				ok = append(ok, v)
			}
		}
		if p.kind != 0 {
			for _, v := range []*big.Int{pow2(p.n), pow2(p.n - min(1, p.n))} {
				for d := int64(-2); d <= 1; d++ {
					for _, w := range []*big.Int{new(big.Int).Add(v, big.NewInt(d)), new(big.Int).Sub(big.NewInt(d), v)} {
						if p.holds(w) {
							ok = append(ok, w)
						}
					}
				}
			}
		}
		s.pool = append(s.pool, ok)
	}
	return s
}

// draw makes arguments that fulfil the claims: mostly from the pool, some equal to each other, some
// random, a few poison.
// Two in a hundred are poison; one in ten repeats the argument before it if the claim allows it.
func (s *sampler) draw(r *rand.Rand) []val {
	args := make([]val, len(s.params))
	for i := range args {
		switch k := r.IntN(100); {
		case k < 2: // poison
		case k < 12 && i > 0 && args[i-1] != nil && s.params[i].holds(args[i-1]):
			args[i] = args[i-1]
		case k < 70:
			args[i] = s.pool[i][r.IntN(len(s.pool[i]))]
		default:
			bits := 1 + r.IntN(66)
			if s.params[i].kind != 0 {
				bits = max(1, s.params[i].n)
			}
			v := new(big.Int)
			for range bits {
				v.Lsh(v, 1).SetBit(v, 0, uint(r.IntN(2)))
			}
			if s.params[i].kind != 'u' {
				v.Sub(v, pow2(bits-1))
			}
			if s.params[i].holds(v) {
				args[i] = v
			} else {
				args[i] = s.pool[i][r.IntN(len(s.pool[i]))]
			}
		}
	}
	return args
}

// witnesses runs both graphs on n inputs. The result is on how many of them after does not refine
// before, with the first, and how many decided something.
// A sample is one if before has a value and after another one or poison, or if after's value depends
// on bits that must not matter where before's does not.
func witnesses(r *rand.Rand, before, after *expr, params []claim, n int) (bad, decided int, first []val) {
	s := newSampler(params, before, after)
	for range n {
		args := s.draw(r)
		run := func(x *expr, dontCare byte) (val, bool) {
			e := &evaluator{args: args, params: params, dontCare: dontCare, memo: map[*expr]val{}}
			v := e.eval(x)
			return v, !e.huge
		}
		b, ok1 := run(before, 0)
		a, ok2 := run(after, 0)
		if !ok1 || !ok2 {
			continue
		}
		decided++
		differs := b != nil && (a == nil || a.Cmp(b) != 0)
		for _, d := range []byte{'z', 'o'} {
			v, _ := run(after, d)
			w, _ := run(before, d)
			same := func(p, q val) bool { return p == nil && q == nil || p != nil && q != nil && p.Cmp(q) == 0 }
			if !same(v, a) && same(w, b) && b != nil {
				differs = true
			}
		}
		if differs {
			if bad++; bad == 1 {
				first = args
			}
		}
	}
	return bad, decided, first
}
