package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// loopIdiom replaces a store that fills, or copies to, one piece of memory iteration by iteration with a
// memset or memcpy before the loop. The loop stays without it, for others to delete.
//
// The loop has one exit, a test in each iteration of a counter that grows by a constant, so that
// the number of iterations is known before it: integers are mathematical and nothing wraps around.
// The store is in each iteration the only instruction that touches memory, but for the load of a
// copy, so that nothing sees the bytes meanwhile; if an iteration of it is undefined behaviour, so is
// the whole, and nothing outside was told of anything. A poison bound is undefined in the first
// test. The bytes of the iterations follow each other. A memset of no bytes must still not be given
// poison, therefore a pointer or a byte that the loop may never have looked at is frozen.
//
// A copy needs two places that are provably of distinct allocations. A byte that is loaded uninit
// is stored as poison, which the copied uninit byte refines.
var loopIdiom = pass.Pass{
	Name: "loop-idiom",
	Doc:  "makes loops that fill or copy memory a memset or memcpy",
	Params: []pass.Param{
		{Name: "bytes", Default: 16, Min: 0, Max: 1 << 20, Doc: "known numbers of bytes below are left to unrolling"},
		{Name: "equal", Default: 0, Min: 0, Max: 1, Doc: "1: also loops that end where a counter equals a constant that it is known to hit"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("fill", "copy")),
	Func:     runLoopIdiom,
}

// runLoopIdiom tries innermost loops whose only effect is one store: a counter, a linear address, an exit
// test that tells the number of iterations; and then one bulk operation in front of the loop.
func runLoopIdiom(c *pass.Ctx) {
	loops := c.Loops()
	if len(loops.List) == 0 {
		return
	}
	w, m := newEditor(c), newMemoryMap(c.F)
	// Innermost loops alone: a store in an inner loop runs more than once an iteration.
	for n := range loops.List {
		l := &loops.List[n]
		if slices.ContainsFunc(l.Blocks, func(b ir.Block) bool { return loops.Innermost(b) != n }) {
			continue
		}
		store, load, ok := onlyAccesses(c.F, l)
		if !ok {
			continue
		}
		// Whatever fails below has changed nothing: replace is the only writer.
		u := &loopNest{}
		if !u.cycleOf(w, loops, n) {
			continue
		}
		within := u.cycle
		x := &idiom{u: u, m: m, store: store, load: load, r: &reducer{c: c, f: c.F, w: w, dom: c.Dom(), l: l, within: within}}
		if x.r.counters(); x.find() && x.test() {
			x.replace()
		}
	}
	w.flush()
}

// idiom is a loop whose only writes are those of one store.
type idiom struct {
	u     *loopNest
	r     *reducer
	m     *memoryMap
	store ir.Inst
	load  ir.Inst // NoInst for a fill
	token int     // the argument of the header that is the memory token
	size  int64   // of the store
	to    walk
	from  walk

	counter ir.Value // that the loop tests,
	ahead   int64    // plus so much,
	step    int64    // growing so much
	bound   ir.Value // against what it must stay below
	equal   int64    // 1 if it may be equal
	extra   int64    // 1 if the store is before the test
	exact   ir.Inst  // the comparison, if it is of equality
}

// walk is a pointer that goes through memory iteration by iteration: base, plus index times scale plus
// off where there is an index. base is from before the loop, or an argument of the header.
type walk struct {
	base  ir.Value
	index ir.Value // a counter; NoValue if base is an argument of the header
	scale int64
	off   int64
	step  int64 // bytes an iteration
}

// onlyAccesses finds the only store of a loop, and the load if there is one. ok is false if there is no
// store, or if something else touches memory.
// Terminators do not count, and a pure instruction in the loop may make poison that was made
// before.
func onlyAccesses(f *ir.Func, l *cfg.Loop) (store, load ir.Inst, ok bool) {
	store, load = ir.NoInst, ir.NoInst
	for _, b := range l.Blocks {
		for i := range f.Insts(b) {
			op := f.Op(i)
			switch {
			case op == ir.OpStore && store == ir.NoInst:
				store = i
			case op == ir.OpLoad && load == ir.NoInst:
				load = i
			case !op.Is(ir.Pure) && !op.IsTerminator():
				return store, load, false
			}
		}
	}
	return store, load, store != ir.NoInst
}

// find looks at the store, which must be in each iteration, and for the token of memory.
// The store must run in each iteration, else the bytes that it skipped would be written.
func (x *idiom) find() bool {
	f := x.u.f
	x.token = -1
	if len(x.r.outer) != 1 || !x.r.each(f.InstBlock(x.store)) {
		return false
	}
	for n, v := range f.Args(x.u.loop.Header) {
		if f.TypeOf(v) == ir.Mem {
			if x.token >= 0 {
				return false
			}
			x.token = n
		}
	}
	x.size = accessSize(f, x.store)
	if x.token < 0 || x.size <= 0 {
		return false
	}
	ok := false
	// A step of another size leaves holes, or writes bytes again; a negative one goes down, which
	// is not done.
	if x.to, ok = x.walk(f.Arg(x.store, 1)); !ok || x.to.step != x.size {
		return false
	}
	if x.load == ir.NoInst {
		return true
	}
	// The copy stores just what was loaded, all of it.
	if f.Arg(x.store, 0) != f.Result(x.load, 0) || accessSize(f, x.load) != x.size {
		return false
	}
	if x.from, ok = x.walk(f.Arg(x.load, 0)); !ok || x.from.step != x.size {
		return false
	}
	// The places are compared by allocation only: how far the walks go is not known yet.
	anywhere := func(k walk) span { return span{x.m.place(x.first(k.base)), anything} }
	return x.m.disjoint(anywhere(x.to), anywhere(x.from))
}

// first is a pointer in the first iteration: what an argument of the header starts with.
func (x *idiom) first(v ir.Value) ir.Value {
	if f := x.u.f; f.Def(v) == ir.NoInst && f.DefBlock(v) == x.u.loop.Header {
		return cfg.Passed(f, x.r.outer[0], f.DefIndex(v)).Value
	}
	return v
}

// walk reads a pointer as one that goes through memory.
// The pointer moves by the same number of bytes in each iteration, in one of two forms: an argument
// of the header that a constant is added to, or a base from before the loop and a linear index.
func (x *idiom) walk(p ir.Value) (walk, bool) {
	f := x.u.f
	k := walk{index: ir.NoValue}
	for at := p; ; {
		d := f.Def(at)
		if d == ir.NoInst && f.DefBlock(at) == x.u.loop.Header {
			k.base = at
			k.step = x.moves(at)
			return k, k.step != 0
		}
		if d == ir.NoInst || f.Op(d) != ir.OpPtrAdd || !x.u.cycle(f.InstBlock(d)) {
			return k, false
		}
		if c, ok := constant(f, f.Arg(d, 1)); ok {
			if k.off += c; !modest(c) || !modest(k.off) {
				return k, false
			}
			at = f.Arg(d, 0)
			continue
		}
		l := x.r.count(f.Arg(d, 1))
		k.base, k.index, k.scale, k.step = f.Arg(d, 0), l.counter, l.a, l.a*x.r.steps[l.counter]
		k.off += l.b
		return k, l.a != 0 && modest(k.off) && !x.u.cycle(f.DefBlock(k.base))
	}
}

// moves is by how many bytes a pointer that is an argument of the header moves in each iteration.
// It is 0 if that is not known, or is no constant.
func (x *idiom) moves(v ir.Value) int64 {
	f, step := x.u.f, int64(0)
	for n, w := range x.r.back {
		d := f.Def(cfg.Passed(f, w, f.DefIndex(v)).Value)
		if d == ir.NoInst || f.Op(d) != ir.OpPtrAdd || f.Arg(d, 0) != v {
			return 0
		}
		c, ok := constant(f, f.Arg(d, 1))
		if !ok || !modest(c) || n > 0 && c != step {
			return 0
		}
		step = c
	}
	return step
}

// test looks for the only exit of the loop.
// With one exit that every iteration reaches the number of iterations follows from the test alone.
func (x *idiom) test() bool {
	f := x.u.f
	out := 0
	for _, b := range x.u.loop.Blocks {
		for _, e := range f.Edges(nil, f.Terminator(b)) {
			if !x.u.cycle(e.Block) {
				out++
			}
		}
		if f.NumTargets(f.Terminator(b)) == 0 && f.Op(f.Terminator(b)) != ir.OpContinue && f.Op(f.Terminator(b)) != ir.OpRegionYield {
			return false // a return, or undefined behaviour
		}
	}
	exits := x.u.exits(x.r.dom)
	if out != 1 || len(exits) != 1 {
		return false
	}
	e := exits[0]
	d := f.Def(f.Arg(e.t, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpICmp || !x.u.cycle(f.InstBlock(d)) {
		return false
	}
	// The counter is put on the left, and p becomes what keeps the loop going.
	p, v, bound := f.Attr(d).Pred, f.Arg(d, 0), f.Arg(d, 1)
	if x.r.count(v).a == 0 {
		p, v, bound = p.Swapped(), bound, v
	}
	if e.edge == 0 {
		p = p.Negated()
	}
	l := x.r.count(v)
	x.exact = ir.NoInst
	if p == ir.NE && l.a == 1 && x.hits(l, bound) {
		p, x.exact = ir.LT, d
	}
	// Only a counter that grows toward a bound that stays, below it or up to it.
	if l.a != 1 || x.r.steps[l.counter] < 1 || p != ir.LT && p != ir.LE || x.u.cycle(f.DefBlock(bound)) && !isConst(f, bound) {
		return false
	}
	x.counter, x.ahead, x.step, x.bound = l.counter, l.b, x.r.steps[l.counter], bound
	if p == ir.LE {
		x.equal = 1
	}
	// The store runs before the test, so once more than the test lets the loop continue.
	if s := f.InstBlock(x.store); s == e.b || x.r.dom.Dominates(s, e.b) {
		x.extra = 1
	}
	return true
}

// hits says that the number l, which grows iteration by iteration, is at most bound in the first one and equals it
// in a later one, all known now.
// Then != may be read as <, since the counter stops at the bound before it could pass it.
func (x *idiom) hits(l linear, bound ir.Value) bool {
	f, step := x.u.f, x.r.steps[l.counter]
	if x.r.c.Param("equal") == 0 || step < 1 {
		return false
	}
	a, ok := constant(f, cfg.Passed(f, x.r.outer[0], f.DefIndex(l.counter)).Value)
	b, known := constant(f, bound)
	if !ok || !known || !modest(a) || !modest(b) || !modest(l.b) {
		return false
	}
	n := b - a - l.b
	return n >= 0 && n%step == 0
}

// tripCount is how often the store runs, if that is known now.
// It is ⌈(bound + equal − first − ahead) / step⌉, at least 0, and one more if the store
// is before the test. All summands are below 2^31 or come from such, so that nothing overflows.
func (x *idiom) tripCount() (int64, bool) {
	f := x.u.f
	n := f.DefIndex(x.counter)
	a, ok := constant(f, cfg.Passed(f, x.r.outer[0], n).Value)
	b, known := constant(f, x.bound)
	if !ok || !known || !modest(a) || !modest(b) {
		return 0, false
	}
	return max(0, (b+x.equal-a-x.ahead+x.step-1)/x.step) + x.extra, true
}

// replace asks, and puts the bulk operation in front of the loop: number of bytes, destination, and source or
// byte, computed from what the loop is entered with.
// The store goes; the loop itself, which is now pure, is left to loop deletion.
// Whatever the loop might never have looked at is frozen.
func (x *idiom) replace() {
	f, r := x.u.f, x.r
	// Few bytes are faster as stores, which unrolling makes of the loop.
	if n, ok := x.tripCount(); ok && n*x.size < int64(r.c.Param("bytes")) {
		return
	}
	fill := ir.NoValue
	if x.load == ir.NoInst {
		v := f.Arg(x.store, 0)
		_, same := repeats(f, v, x.size)
		// One byte that is an int may be unknown, as long as it does not change.
		if !same && (x.size != 1 || f.TypeOf(v) != ir.Int || x.u.cycle(f.DefBlock(v))) {
			return
		}
		fill = v
	}
	rule := "fill"
	if x.load != ir.NoInst {
		rule = "copy"
	}
	if !r.c.Fire(pass.Change{
		Rule: rule, At: x.store, Kind: pass.Refinement,
		Facts: []trace.Fact{{Kind: "counter", Name: valueName(x.counter), Value: "linear"}},
	}) {
		return
	}
	pre := r.w.preheader(r.outer)
	if pre == ir.NoBlock {
		pre = r.w.makePreheader(r.l.Header, r.outer)
		r.outer = []cfg.PredEdge{{From: pre}}
	}
	// A comparison of equality says that the loop ends only to who knows the numbers; one of
	// order says it to loop deletion.
	if d := x.exact; d != ir.NoInst { // the same in each iteration, and others see that the loop ends
		a := f.Attr(d)
		a.Pred = map[ir.Pred]ir.Pred{ir.EQ: ir.GE, ir.NE: ir.LT}[a.Pred]
		if f.Arg(d, 1) != x.bound {
			a.Pred = a.Pred.Swapped()
		}
		f.SetAttr(d, a)
	}
	in, o := r.outer[0], pass.Derive(f, x.store)
	k := f.Before(cfg.Term(f, in))
	start := func(v ir.Value) ir.Value { return cfg.Passed(f, in, f.DefIndex(v)).Value }
	bytes := x.bytes(k, start(x.counter), o)
	pointer := func(p walk) ir.Value {
		at := p.base
		if p.index == ir.NoValue {
			at = start(p.base)
			if p.off != 0 {
				at = k.Binary(ir.OpPtrAdd, at, k.Int64(p.off, o), o)
			}
		} else {
			at = k.Binary(ir.OpPtrAdd, at, r.scaled(k, start(p.index), p.scale, p.off, o), o)
		}
		return x.frozen(k, at, o)
	}
	// The token that the loop is entered with becomes the operand of the bulk operation, and the
	// loop gets its result.
	token := start(f.Args(r.l.Header)[x.token])
	var bulk ir.Inst
	if x.load != ir.NoInst {
		bulk = k.Op(ir.OpMemCpy, ir.Attr{}, o, nil, pointer(x.to), pointer(x.from), bytes, token)
	} else {
		to, b := pointer(x.to), ir.NoValue
		if same, ok := repeats(f, fill, x.size); ok {
			b = k.Int64(int64(same), o)
		} else {
			b = k.Unary(ir.OpFreeze, fill, o)
		}
		bulk = k.Op(ir.OpMemSet, ir.Attr{}, o, nil, to, b, bytes, token)
	}
	lo, _ := f.EdgeArgs(cfg.Term(f, in), in.Index)
	f.SetOperand(cfg.Term(f, in), lo+x.token, ir.Operand{Value: f.Result(bulk, 0)})
	// The store's readers take the token that the store took.
	edit.Bypass(f, x.store)
	if x.exact != ir.NoInst { // who comes after the loop does not read its token, either
		f.ReplaceUses(f.Args(r.l.Header)[x.token], f.Result(bulk, 0))
	}
}

// frozen is a pointer that may be given to an operation of no bytes.
// It is undefined behaviour to give poison to a fill even of no bytes, and a loop of no iterations
// never looked at the pointer.
func (x *idiom) frozen(k *ir.Builder, p ir.Value, o ir.Origin) ir.Value {
	if x.extra > 0 {
		return p // the store runs, so that poison is undefined behaviour anyway
	}
	if n, ok := x.tripCount(); ok && n > 0 {
		return p
	}
	return k.Unary(ir.OpFreeze, p, o)
}

// bytes computes how many bytes the iterations store.
// The formula of [idiom.tripCount], written into the program before the loop.
func (x *idiom) bytes(k *ir.Builder, first ir.Value, o ir.Origin) ir.Value {
	f := x.u.f
	if n, ok := x.tripCount(); ok {
		return k.Int64(n*x.size, o)
	}
	bound := x.bound
	if isConst(f, bound) {
		bound = k.IConst(f.IntConst(f.Def(bound)), o)
	}
	n := k.Binary(ir.OpSub, bound, first, o)
	if c := x.equal - x.ahead + x.step - 1; c != 0 {
		n = k.Binary(ir.OpAdd, n, k.Int64(c, o), o)
	}
	if x.step > 1 {
		// Euclidean division rounds down for a positive divisor, and the maximum comes after it,
		// so that no iterations make no bytes.
		n = k.Binary(ir.OpDiv, n, k.Int64(x.step, o), o)
	}
	n = k.Binary(ir.OpMax, n, k.Int64(0, o), o)
	if x.extra > 0 {
		n = k.Binary(ir.OpAdd, n, k.Int64(x.extra, o), o)
	}
	if x.size > 1 {
		n = k.Binary(ir.OpMul, n, k.Int64(x.size, o), o)
	}
	return n
}
