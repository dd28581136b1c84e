package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// indvar lets products with a counter, and pointers that it indexes, count along instead of being
// computed in each iteration (strength reduction).
//
// A counter is an argument of the header to which every way back passes itself plus a constant.
// Integers are mathematical, so that (i+c)*k is i*k + c*k without exception; the product is poison
// only if the first i or k is, and then the new counter is too. Checks on the counter may make it
// poison where the new one is not, which refines.
//
// Addresses are numbers modulo 2^64, so that a pointer may count along too: (p+a)+b is p+(a+b), wherever
// a has taken it. Provenance is that of the base in both.
//
// Only what runs in each iteration is replaced, else an iteration might become slower. What the counter
// went through is left to dead code elimination.
var indvar = pass.Pass{
	Name: "indvar",
	Doc:  "replaces products with a counter, and pointers that it indexes, by counters of their own",
	Params: []pass.Param{
		{Name: "counters", Default: 4, Min: 0, Max: 1000, Doc: "new counters of a loop"},
		{Name: "claims", Default: 0, Min: 0, Max: 1, Doc: "whether new counters get the range that follows from that of the old one; a product without one stays"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("pointer", "product")),
	Func:     runIndvar,
}

// maxFactor bounds the factors and offsets that are looked through.
const maxFactor = 1 << 30

// runIndvar goes through the loops, inner ones included, and reduces what runs in every iteration: blocks of the
// loop itself that dominate each latch.
func runIndvar(c *pass.Ctx) {
	loops := c.Loops().List
	if len(loops) == 0 {
		return
	}
	w, n, x := newEditor(c), 0, &reducer{}
	// It asks about loop n, the variable: one function serves all loops.
	within := func(b ir.Block) bool { return c.Loops().Contains(n, b) }
	for n = range loops {
		*x = reducer{c: c, f: c.F, w: w, dom: c.Dom(), l: &loops[n], within: within, left: c.Param("counters")}
		if x.counters(); len(x.steps) == 0 {
			continue
		}
		for _, b := range x.l.Blocks {
			// A block of an inner loop is looked at with that loop, whose counter is the nearer
			// one.
			if c.Loops().Innermost(b) == n && everyRound(x.dom, x.l, b) {
				x.block(b)
			}
		}
	}
	w.flush()
}

// reducer works on one loop.
type reducer struct {
	c   *pass.Ctx
	f   *ir.Func
	w   *cfgEditor
	dom *cfg.DomTree
	// The values that are known already, each looked at once. The zero form is that of a value
	// that is none.
	l *cfg.Loop
	// Whether a block is in the loop, inner loops included.
	within func(b ir.Block) bool
	outer  []cfg.PredEdge
	back   []cfg.PredEdge
	steps  map[ir.Value]int64 // of the counters
	forms  map[ir.Value]linear
	// New counters that the loop may still get: each lives in a register through all iterations.
	left int
}

// linear is the value of a counter times a, plus b, plus times what stays in the loop, unless that is NoValue; a is 0 for what is none.
type linear struct {
	counter ir.Value
	a, b    int64
	stays   ir.Value
	times   int64
}

// counters finds the arguments of the header that grow by a constant.
// A counter has one step on all back edges: with two, the multiple would not count along.
func (x *reducer) counters() {
	f := x.f
	var ok bool
	if x.outer, x.back, ok = x.w.entries(x.l.Header, x.within); !ok || len(x.back) == 0 {
		return
	}
	for n, v := range f.Args(x.l.Header) {
		if f.TypeOf(v) != ir.Int {
			continue
		}
		step := int64(0)
		for k, w := range x.back {
			base, c, ok := offset(f, cfg.Passed(f, w, n).Value)
			if !ok || base != v || k > 0 && c != step || !modest(c) {
				step = 0
				break
			}
			step = c
		}
		if step == 0 {
			continue
		}
		if x.steps == nil {
			x.steps, x.forms = map[ir.Value]int64{}, map[ir.Value]linear{}
		}
		x.steps[v] = step
		x.forms[v] = linear{v, 1, 0, ir.NoValue, 0}
	}
}

// modest keeps products of two factors below 2^60, within an int64.
func modest(c int64) bool { return -maxFactor < c && c < maxFactor }

// form reads a value as a multiple of a counter plus a constant.
func (x *reducer) form(v ir.Value) linear {
	if x.forms == nil {
		return linear{}
	}
	if l, ok := x.forms[v]; ok {
		return l
	}
	f := x.f
	d := f.Def(v)
	// An answer for the meantime, which ends a walk around a cycle of values.
	x.forms[v] = linear{}
	if d == ir.NoInst || !x.within(f.InstBlock(d)) {
		return linear{}
	}
	var l linear
	switch f.Op(d) {
	// All are exact on mathematical integers: no factor may wrap, which on machine words needs a
	// proof.
	case ir.OpAdd, ir.OpSub:
		base, c, ok := offset(f, v)
		if !ok {
			l = x.sum(d)
			break
		}
		if !modest(c) {
			return linear{}
		}
		l = x.form(base)
		l.b += c
	case ir.OpOr:
		if apart(f, f.Arg(d, 0), f.Arg(d, 1)) || apart(f, f.Arg(d, 1), f.Arg(d, 0)) {
			l = x.sum(d)
		}
	case ir.OpMul, ir.OpShl:
		k := f.Def(f.Arg(d, 1))
		if k == ir.NoInst || f.Op(k) != ir.OpIConst {
			return linear{}
		}
		c, ok := f.SmallConst(k)
		if f.Op(d) == ir.OpShl {
			if c < 0 || c > 30 {
				return linear{}
			}
			c = 1 << c
		}
		if !ok || !modest(c) {
			return linear{}
		}
		l = x.form(f.Arg(d, 0))
		l.a, l.b, l.times = l.a*c, l.b*c, l.times*c
	}
	if l.a == 0 || !modest(l.a) || !modest(l.b) || !modest(l.times) {
		return linear{}
	}
	x.forms[v] = l
	return l
}

// count is form for those who look at the counter alone: what has a part that stays is none.
func (x *reducer) count(v ir.Value) linear {
	if l := x.form(v); l.a != 0 && l.stays == ir.NoValue {
		return l
	}
	return linear{}
}

// sum reads the sum of what counts and what stays: the index of an array in an array, whose row stays.
func (x *reducer) sum(i ir.Inst) linear {
	f := x.f
	if f.Op(i) == ir.OpSub {
		return linear{}
	}
	for n := range 2 {
		stays := f.Arg(i, n)
		if x.within(f.DefBlock(stays)) {
			continue
		}
		if l := x.form(f.Arg(i, 1-n)); l.a != 0 && l.stays == ir.NoValue {
			l.stays, l.times = stays, 1
			return l
		}
	}
	return linear{}
}

// apart reports whether high and low have no bit in common, so that their or is their sum: the one is shifted beyond what
// the other may have.
func apart(f *ir.Func, high, low ir.Value) bool {
	d := f.Def(high)
	n, signed, ok := f.AnnotOf(low).Range()
	if !ok || signed || d == ir.NoInst || f.Op(d) != ir.OpShl || f.AnnotOf(low).Ignores() {
		return false
	}
	k := f.Def(f.Arg(d, 1))
	if k == ir.NoInst || f.Op(k) != ir.OpIConst {
		return false
	}
	c, ok := f.SmallConst(k)
	return ok && c >= int64(n)
}

// block reduces what it can in b, pointers first, since a product that only indexes goes with its
// pointer.
func (x *reducer) block(b ir.Block) {
	f := x.f
	for i := range f.Insts(b) {
		if x.left == 0 {
			return
		}
		if f.Deleted(i) {
			continue
		}
		if f.NumResults(i) == 1 {
			if l := x.form(f.Result(i, 0)); l.a != 0 {
				x.index(i, l)
			}
		}
		if f.Op(i) == ir.OpMul && x.left > 0 && !edit.Unused(f, i) {
			x.product(i)
		}
	}
}

// index replaces all pointers that an offset is added to, if nothing else reads it.
// All or none: as long as one reader of the offset stays, the product is still computed in each
// iteration.
func (x *reducer) index(i ir.Inst, l linear) {
	f := x.f
	v := f.Result(i, 0)
	if f.Op(i) != ir.OpMul && f.Op(i) != ir.OpShl && l.a == 1 && l.stays == ir.NoValue {
		return // the counter and a constant: the pointer may have the constant
	}
	var users []ir.Inst
	// The base must come from outside of the loop, else the new pointer would have no start.
	for u := range f.Uses(v) {
		if f.Op(u.Inst) != ir.OpPtrAdd || u.Index != 1 || x.within(f.DefBlock(f.Arg(u.Inst, 0))) || !x.each(f.InstBlock(u.Inst)) {
			return
		}
		users = append(users, u.Inst)
	}
	if len(users) == 0 || len(users) > x.left {
		return
	}
	// The order of the instructions, not that of the list of uses, decides the names of what is
	// made.
	slices.Sort(users)
	if !x.c.Fire(pass.Change{
		Rule: "pointer", At: i, Matched: users, Kind: pass.Refinement,
		Facts: []trace.Fact{{Kind: "counter", Name: valueName(l.counter), Value: "linear"}}, Why: "counters",
	}) {
		return
	}
	x.left -= len(users)
	for _, u := range users {
		base := f.Arg(u, 0)
		o := pass.Derive(f, u, i)
		p := x.add(f.TypeOf(base),
			func(k *ir.Builder, first ir.Value) ir.Value {
				// An offset of zero needs no ptradd before the loop; its constant was made by
				// scaled just now.
				n := x.scaled(k, first, l.a, l.b, o)
				if l.stays != ir.NoValue {
					base = k.Binary(ir.OpPtrAdd, base, x.scaled(k, l.stays, l.times, 0, o), o)
				}
				if c := f.Def(n); n != first && f.Op(c) == ir.OpIConst && f.Attr(c).Imm == 0 && f.Attr(c).Aux == 0 {
					f.RemoveInst(c)
					return base
				}
				return k.Binary(ir.OpPtrAdd, base, n, o)
			},
			func(k *ir.Builder) ir.Value { return k.Int64(l.a*x.steps[l.counter], o) },
			ir.OpPtrAdd, l.counter, o)
		f.ReplaceUses(f.Result(u, 0), p)
		f.RemoveInst(u)
	}
}

// each reports whether b runs in each iteration.
// The header of an inner loop runs in each iteration as well, but blocks of inner loops that dominate
// no latch do not.
func (x *reducer) each(b ir.Block) bool {
	return x.within(b) && everyRound(x.dom, x.l, b)
}

// product replaces a multiple of a counter times something that stays.
func (x *reducer) product(i ir.Inst) {
	f := x.f
	v, k := f.Arg(i, 0), f.Arg(i, 1)
	if x.form(v).a == 0 {
		v, k = k, v
	}
	l := x.form(v)
	if l.stays != ir.NoValue && l.a != 0 {
		return
	}
	// With a of 0 the step is 0: neither factor is a multiple of a counter.
	step, constant := l.a*x.steps[l.counter], isConst(f, k)
	if step == 0 || x.within(f.DefBlock(k)) && !constant {
		return
	}
	if constant {
		if c, ok := f.SmallConst(f.Def(k)); ok && c&(c-1) == 0 {
			return // a shift, and cheap
		}
	}
	// A product that has a range must not become a counter that has none: machine code could not be made of it. The
	// claim on the product itself is no claim on the counter, since a product may come into its range late.
	claim := ir.NoAnnot
	if x.c.Param("claims") == 1 {
		if claim = x.multiple(l, k); claim == ir.NoAnnot {
			return
		}
	}
	if !x.c.Fire(pass.Change{
		Rule: "product", At: i, Kind: pass.Refinement,
		Facts: []trace.Fact{{Kind: "counter", Name: valueName(l.counter), Value: "linear"}}, Why: "counters",
	}) {
		return
	}
	x.left--
	o := f.Origin(i)
	p := x.add(ir.Int,
		func(b *ir.Builder, first ir.Value) ir.Value {
			// A constant that stands in the loop does not dominate the place before it, and is
			// written again.
			if constant && x.within(f.DefBlock(k)) {
				k = b.IConst(f.IntConst(f.Def(k)), o)
			}
			return b.Binary(ir.OpMul, x.scaled(b, first, l.a, l.b, o), k, o)
		},
		func(b *ir.Builder) ir.Value {
			// One iteration adds (l.a·step)·k; for a factor of one that is k itself.
			if step == 1 {
				return k
			}
			return b.Binary(ir.OpMul, k, b.Int64(step, o), o)
		},
		ir.OpAdd, l.counter, o)
	if claim != ir.NoAnnot {
		f.SetAnnot(p, claim)
	}
	f.ReplaceUses(f.Result(i, 0), p)
	f.RemoveInst(i)
}

// multiple is what the claim on the counter says of l times k: where it does not hold the counter is
// poison, in that iteration and all later ones, and so was the product.
// Both factors are intervals, and a bilinear function has its extremes at their corners: four
// products, and zero, which least and most start from.
func (x *reducer) multiple(l linear, k ir.Value) ir.Annot {
	a, b := x.f.AnnotOf(l.counter), x.f.AnnotOf(k)
	lo, hi, ok := a.Bounds()
	kl, kh, known := b.Bounds()
	ok, known = ok && !a.Ignores(), known && !b.Ignores()
	if isConst(x.f, k) {
		kl, known = x.f.IntConst(x.f.Def(k)), true
		kh = kl
	}
	if !ok || !known {
		return ir.NoAnnot
	}
	least, most := num.Int{}, num.Int{}
	for _, v := range []num.Int{lo, hi} {
		for _, c := range []num.Int{kl, kh} {
			n := v.Mul(num.New(l.a)).Add(num.New(l.b)).Mul(c)
			least, most = num.Min(least, n), num.Max(most, n)
		}
	}
	// For a negative number ^n has the bits that its two's complement needs besides the sign.
	bits := most.BitLen()
	if least.Sign() < 0 {
		bits = max(bits, least.Width()) + 1
	}
	switch {
	case bits > 64:
		return ir.NoAnnot // claims so wide help nothing
	case least.Sign() < 0:
		return ir.Signed(uint32(bits))
	}
	return ir.Unsigned(uint32(max(bits, 1)))
}

// scaled is v*a + b, before the loop: v itself or a new value.
// A start that is a constant is folded here.
func (x *reducer) scaled(k *ir.Builder, v ir.Value, a, b int64, o ir.Origin) ir.Value {
	f := x.f
	if d := f.Def(v); d != ir.NoInst && f.Op(d) == ir.OpIConst {
		if c, ok := f.SmallConst(d); ok && modest(c) {
			return k.Int64(a*c+b, o)
		}
	}
	if a != 1 {
		v = k.Binary(ir.OpMul, v, k.Int64(a, o), o)
	}
	if b != 0 {
		v = k.Binary(ir.OpAdd, v, k.Int64(b, o), o)
	}
	return v
}

// add gives the header an argument that starts with first, made from what the counter starts
// with, and to which each way back adds step, made before the loop.
// first and step build before the loop, where everything that they name must dominate. It returns
// the new argument, which is the value at the start of an iteration, like the counter's.
func (x *reducer) add(t ir.Type, first func(k *ir.Builder, v ir.Value) ir.Value, step func(k *ir.Builder) ir.Value, op ir.Op, counter ir.Value, o ir.Origin) ir.Value {
	f := x.f
	pre := x.w.preheader(x.outer)
	if pre == ir.NoBlock {
		pre = x.w.makePreheader(x.l.Header, x.outer)
		x.outer = []cfg.PredEdge{{From: pre}}
	}
	in := x.outer[0]
	at := f.Before(cfg.Term(f, in))
	start := first(at, cfg.Passed(f, in, f.DefIndex(counter)).Value)
	by := step(at)
	// One addition a block, even if it goes back to the header on several edges.
	next := map[ir.Block]ir.Value{}
	// From here on the edges pass one value too few, until the loop below has gone through all.
	v := f.AddArg(x.l.Header, t, ir.NoAnnot)
	for _, w := range x.back {
		if _, ok := next[w.From]; !ok {
			next[w.From] = f.Before(cfg.Term(f, w)).Binary(op, v, by, o)
		}
	}
	for _, w := range append([]cfg.PredEdge{in}, x.back...) {
		value, ok := next[w.From]
		if !ok {
			value = start
		}
		all := edit.Passed(f, w, len(f.Args(x.l.Header))-1)
		edit.SetPassed(f, w, append(all, ir.Operand{Value: value}))
	}
	return v
}
