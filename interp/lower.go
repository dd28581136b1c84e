package interp

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// lowerer turns one function into code. Correctness rests on one rule: an instruction is
// specialised only where its 64-bit operation gives the IR's value for every operand that
// arrives unboxed, and leaves for the reference evaluator, with no slot written yet, in every other
// case.
// Everything is decided by types, annotations and constants of the function: no profile, no state of the run
// but the addresses of symbols.
// Lowering is linear but for coalesce, which is bounded.
// width has an entry for every value and means something for ints only.
type lowerer struct {
	w     *world
	f     *ir.Func
	fn    *fastFunc
	width []width // of int values
	// constants and parameters: their slots are never written by code
	owned []bool // values with a slot of their own that holds before the function starts
	fused []bool // by instruction
	// equal constants share a slot
	konst map[[2]slot]int32
	start []int32 // pc of each block
	count []int32 // instructions of each block
	// results that are written straight into the slot of a block argument, nil if there are none
	coal map[ir.Value]ir.Value
	// Blocks are lowered in order, and edges may go to later ones.
	patch  []blockRef
	block0 ir.Block // that is being lowered
	// Of modular: how many low bits are looked at, of values of class L and M.
	demand []uint32
	links  []passLink // of passedTo
	order  []ir.Block
	ways   []ir.Edge // of the terminator at hand

	zero int32   // where a word of zero is, if something is compared with it
	into int32   // where convert makes the value, noPlace for a slot of its own
	sunk ir.Inst // the comparison that the branch at the end of the block makes, NoInst if there is none

	acc *memAccess // of the instruction at hand, nil if nothing watches it

	made     map[ir.Value]width // of ints of which bits are overwritten: before that
	replaced map[ir.Value]bool  // the operands of the instruction at hand that it reads overwritten

	register map[ir.Value]int32 // of stack slots that are kept in registers, nil if there are none
	target   target             // of the result of the instruction at hand
	definite definite           // which registers hold something
	pending  []pendingLoad      // of registers, whose readers come later in the block
	direct   []pendingLoad      // whose registers the instruction at hand reads

	holdsSlot map[ir.Region]bool // regions with a stack_slot, in themselves or inside

	entries []int32 // ways into each block
	falls   []bool  // blocks that the next one continues

	// What the code of a function grows in, see end.
	code     []code
	meta     []codeMeta
	edges    []edge
	template []slot
}

const noPlace = -1

// blockRef is an edge whose destination pc is filled in at the end.
type blockRef struct {
	edge  int32
	block ir.Block
}

// lowerers are kept for the next function: programs are small and many, and what a lowerer works in is more than the
// code that it makes.
var lowerers = sync.Pool{New: func() any { return &lowerer{konst: map[[2]slot]int32{}} }}

// lower compiles fn.f for the world w, into fn, as call sites hold the pointer.
// The order of the steps matters: widths decide which constants have a raw form, both decide what may be
// coalesced, and slots are numbered last, with parameters first as callers fill them.
func lower(w *world, fn *fastFunc) {
	l := lowerers.Get().(*lowerer)
	l.begin(w, fn)
	f := fn.f
	l.survey()
	l.widths()
	l.modular()
	l.constants()
	fn.size = fn.nparams + int32(len(fn.template))
	l.coalesce()
	l.slots()
	l.registers()
	l.join()
	for b := range f.Blocks() {
		l.block(b)
	}
	for _, p := range l.patch {
		e := &fn.edges[p.edge]
		// A block is paid for on entry, all its instructions at once: the counts must be those of the IR,
		// fused or not.
		e.pc, e.steps = l.start[p.block], l.count[p.block]
	}
	fn.size++ // what may be in two slots is looked for in the one behind it
	l.end()
}

// begin empties the lowerer for fn. Its code grows in what was used for the function before.
func (l *lowerer) begin(w *world, fn *fastFunc) {
	f := fn.f
	l.w, l.f, l.fn, l.sunk = w, f, fn, ir.NoInst
	l.into, l.zero, l.target = noPlace, noPlace, target{v: ir.NoValue}
	fn.slotOf = make([]int32, f.NumValues())
	for v := range fn.slotOf {
		fn.slotOf[v] = -1
	}
	fn.class = make([]class, f.NumValues())
	fn.width = make([]width, f.NumValues())
	l.width = fn.width
	if w.covers != nil {
		fn.cover = newFuncCover()
	}
	l.owned, l.demand = zeroed(l.owned, f.NumValues()), zeroed(l.demand, f.NumValues())
	l.fused = zeroed(l.fused, f.NumInsts())
	l.start, l.count = zeroed(l.start, f.NumBlocks()), zeroed(l.count, f.NumBlocks())
	fn.code, fn.meta, fn.edges, fn.template = l.code[:0], l.meta[:0], l.edges[:0], l.template[:0]
}

// end leaves to the function what is its own, of the size that it has, and keeps the rest for the next one. What a great
// function took is not kept.
func (l *lowerer) end() {
	fn := l.fn
	l.code, l.meta, l.edges, l.template = fn.code, fn.meta, fn.edges, fn.template
	fn.code, fn.meta, fn.edges, fn.template = slices.Clone(l.code), slices.Clone(l.meta), slices.Clone(l.edges), slices.Clone(l.template)
	if len(l.code) > maxKeptCode {
		return
	}
	clear(l.edges) // copies that belong to the function
	clear(l.konst)
	l.w, l.f, l.fn, l.width, l.acc = nil, nil, nil, nil, nil
	l.coal, l.made, l.replaced, l.holdsSlot, l.register = nil, nil, nil, nil, nil
	l.definite = definite{}
	l.patch, l.links = l.patch[:0], l.links[:0]
	lowerers.Put(l)
}

// maxKeptCode bounds what a lowerer keeps, in instructions.
const maxKeptCode = 1 << 12

// zeroed is a slice of n zeros, in the place of s if it is large enough.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// constWidth is the least width that holds c: unsigned for c >= 0, else signed.
// The two's complement of c < 0 has Width digits and a sign.
func constWidth(c num.Int) width {
	if c.Negative() {
		return width{true, uint32(c.Width()) + 1}
	}
	return width{false, uint32(c.BitLen())}
}

// resultWidth bounds result n of instruction i before its annotation, given what bounds the operands.
// It must hold for every operand of the operands' widths, since code without a check rests on it: the laws of
// ranges of integers, with nothing assumed of overflow, as there is none.
// Poison is no int and needs no width: it is boxed.
func (l *lowerer) resultWidth(i ir.Inst, n int, in func(int) width) width {
	f, op, a := l.f, l.f.Op(i), l.f.Attr(i)
	inf := width{true, infWidth}
	signed := func(n uint32) width { return width{true, min(n, infWidth)} }
	switch op {
	case ir.OpIConst:
		return constWidth(f.IntConst(i))
	case ir.OpParam:
		return paramWidth(f.Params[a.Imm])
	// The sum of two numbers of n bits has at most n+1.
	case ir.OpAdd:
		w := joinWidth(in(0), in(1))
		return width{w.signed, min(w.n+1, infWidth)}
	case ir.OpSub:
		return signed(max(in(0).asSigned(), in(1).asSigned()) + 1)
	case ir.OpMul:
		x, y := in(0), in(1)
		return width{x.signed || y.signed, min(x.n+y.n, infWidth)}
	// Without carries, a bit less than a product; negative operands make poison.
	case ir.OpClMul:
		x, y := in(0), in(1)
		return width{false, min(max(x.n+y.n, 1)-1, infWidth)}
	case ir.OpAnd:
		x, y := in(0), in(1)
		switch {
		case !x.signed && !y.signed:
			return width{false, min(x.n, y.n)}
		case !x.signed:
			return x
		case !y.signed:
			return y
		}
		return signed(max(x.n, y.n))
	case ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax:
		return joinWidth(in(0), in(1))
	case ir.OpNot:
		return signed(in(0).asSigned())
	case ir.OpShl:
		if c, ok := l.constOf(f.Arg(i, 1)); ok && c >= 0 && c < 1<<20 {
			return width{in(0).signed, min(in(0).n+uint32(c), infWidth)}
		}
		// An amount of n bits is at most 2^n-1.
		if y := in(1); !y.signed && y.n < 20 {
			return width{in(0).signed, min(in(0).n+1<<y.n-1, infWidth)}
		}
	case ir.OpShr:
		x := in(0)
		if c, ok := l.constOf(f.Arg(i, 1)); ok && c >= 0 && c < int64(x.n) && x.n < infWidth {
			return width{x.signed, max(x.n-uint32(c), 1)}
		}
		return x
	case ir.OpDiv, ir.OpTDiv:
		x, y := in(0), in(1)
		if !x.signed && !y.signed {
			return x
		}
		return signed(x.asSigned() + 1)
	// Euclidean: 0 <= r < |y|, and |y| of a signed y of n bits is at most 2^(n-1).
	case ir.OpRem:
		y := in(1)
		if x := in(0); !x.signed && !y.signed {
			return width{false, min(x.n, y.n)}
		}
		return width{false, y.n}
	// the sign of x and no greater than x
	case ir.OpTRem:
		return in(0)
	// What fits already stays as it is.
	case ir.OpZExt, ir.OpSExt:
		w := extWidth(f, i)
		if x := in(0); x.within(w) {
			return x
		}
		return w
	case ir.OpBoolToInt:
		return width{false, 1}
	// A number of bits is at most that of the operand, or of the width.
	case ir.OpCountOnes, ir.OpCountTrailingZeros:
		if x := in(0); !x.signed {
			return width{false, uint32(bits.Len32(x.n))}
		}
		return width{false, 32}
	case ir.OpCountLeadingZeros:
		return width{false, uint32(bits.Len32(a.N))}
	case ir.OpBSwap:
		return width{false, min(8*a.N, infWidth)}
	case ir.OpBitReverse, ir.OpRotateLeft, ir.OpRotateRight:
		return width{false, a.N}
	case ir.OpMerge:
		// The high part is that of the first operand, the low one any of a.N bits.
		return joinWidth(in(0), width{false, min(a.N, infWidth)})
	case ir.OpSplit:
		if n == 1 {
			return width{false, min(a.N, infWidth)}
		}
		if x := in(0); x.n < infWidth {
			return width{x.signed, max(x.n, a.N+1) - a.N}
		}
	case ir.OpLoad, ir.OpLoadExpose, ir.OpVolatileLoad, ir.OpAtomicLoad, ir.OpRMW, ir.OpCmpXchg:
		n := a.N
		if n == 0 {
			n = ir.IntBytes
		}
		return width{false, min(8*n, infWidth)}
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		return width{false, 64}
	case ir.OpPtrDiff:
		return width{true, 64}
	case ir.OpVecExtract, ir.OpVecReduceAdd, ir.OpVecReduceMul, ir.OpVecReduceSMin, ir.OpVecReduceSMax, ir.OpVecReduceUMin, ir.OpVecReduceUMax,
		ir.OpVecReduceAnd, ir.OpVecReduceOr, ir.OpVecReduceXor:
		if w, ok := l.vecResult(i); ok {
			return w
		}
	case ir.OpFPToSI:
		return width{true, min(max(a.N, 1), infWidth)}
	case ir.OpFPToUI:
		return width{false, min(a.N, infWidth)}
	case ir.OpBitCast, ir.OpBitCastExpose:
		if n := l.castBytes(i); n > 0 {
			return width{false, 8 * n}
		}
	case ir.OpSelect:
		return joinWidth(in(1), in(2))
	}
	return inf
}

// constOf returns the value of v if it is a small constant, and not poison by its own claim.
// A constant that violates its own annotation is poison, which no specialised code may take for a number.
func (l *lowerer) constOf(v ir.Value) (int64, bool) {
	if i := l.f.Def(v); i != ir.NoInst && !l.replaced[v] && !l.w.overwrites(l.f.AnnotOf(v)) && l.f.Op(i) == ir.OpIConst && l.f.AnnotOf(v).Holds(l.f.IntConst(i)) {
		return l.f.SmallConst(i)
	}
	return 0, false
}

// constants gives the results of constant instructions and of plain params slots that are
// filled when a frame is made.
// A constant whose claims do not hold gets no slot here: it is lowered as an instruction that makes poison.
func (l *lowerer) constants() {
	f := l.f
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if f.NumResults(i) != 1 {
				continue
			}
			v := f.Result(i, 0)
			an := f.AnnotOf(v)
			switch f.Op(i) {
			case ir.OpIConst:
				c := f.IntConst(i)
				if !an.Holds(c) || l.w.overwrites(an) {
					continue
				}
				// In class G a constant of the upper half would be taken for a negative int64.
				word, fits := c.Uint64()
				_, signed := c.Int64()
				lo, hi, negative, pair := c.Signed129()
				switch {
				case signed || fits && l.fn.class[v] == classU:
					l.constant(v, slot{v: word}, slot{})
				case pair:
					l.constant(v, slot{v: lo, p: sign(negative), t: words}, slot{v: hi})
				default:
					l.object(v, Int{c})
				}
			case ir.OpBConst:
				l.constant(v, slot{v: uint64(f.Attr(i).Imm)}, slot{})
			case ir.OpFConst:
				switch hi, lo := f.FloatConst(i); {
				case an != 0:
				case f.TypeOf(v).IsWideFloat():
					l.constant(v, slot{v: lo, t: words}, slot{v: hi})
				default:
					l.constant(v, slot{v: lo}, slot{})
				}
			case ir.OpPoison:
				if !l.w.o.SourceUB || f.Mark(i).Rule == ir.RuleNone { // else its execution is looked at
					l.poisonConst(i)
				}
			case ir.OpSymbolAddr:
				if an == 0 {
					p := l.w.symbolPointer(f, f.SymbolOf(i))
					l.constant(v, slot{v: p.Addr, p: uint32(p.Alloc)}, slot{})
				}
			case ir.OpIntToBool:
				l.zero = l.shared(slot{}, slot{})
			case ir.OpBitCast: // the null pointer
				if c, ok := l.constOf(f.Arg(i, 0)); ok && c == 0 && f.TypeOf(v).Kind() == ir.KindPtr && an == 0 && f.Operand(i, 0).Annot == 0 {
					l.constant(v, slot{}, slot{})
				}
			// What unrolled loops have for an index.
			case ir.OpPtrAdd:
				p, ok1 := l.constSlot(f.Operand(i, 0))
				n, ok2 := l.constSlot(f.Operand(i, 1))
				if ok1 && ok2 && an == 0 && f.Mark(i).Rule != ir.RulePart {
					l.constant(v, slot{v: p.v + n.v, p: p.p}, slot{})
				}
			case ir.OpParam:
				// The signature's claims were checked by the call; an annotation that
				// claims more is checked here.
				if p := f.Params[f.Attr(i).Imm]; !l.w.overwrites(an) && (an == p.Annot || an == 0) {
					l.fn.slotOf[v], l.owned[v] = l.fn.paramAt[f.Attr(i).Imm], true
				}
			}
		}
	}
}

// constSlot is the first slot of an operand that has a place in the template, unless it is boxed there or claims something.
func (l *lowerer) constSlot(o ir.Operand) (s slot, ok bool) {
	at := l.fn.slotOf[o.Value] - l.fn.nparams
	if o.Annot != 0 || !l.owned[o.Value] || at < 0 {
		return s, false
	}
	s = l.fn.template[at]
	return s, s.t != boxed
}

// constant gives v a part of the template: s, and the slot high if that is wide.
// Equal ones of different types may share it, as slots have no type.
func (l *lowerer) constant(v ir.Value, s, high slot) {
	l.fn.slotOf[v], l.owned[v] = l.shared(s, high), true
}

// shared is a place in the template that holds s and high.
func (l *lowerer) shared(s, high slot) int32 {
	key := [2]slot{s, high}
	n, ok := l.konst[key]
	if !ok {
		n = l.fn.nparams + int32(len(l.fn.template))
		l.fn.template = append(l.fn.template, s)
		if s.t == words {
			l.fn.template = append(l.fn.template, high)
		}
		l.konst[key] = n
	}
	return n
}

// object gives v parts of the template that hold a value: boxed ones, where it is not stored by parts.
func (l *lowerer) object(v ir.Value, val Value) {
	l.fn.slotOf[v], l.owned[v] = l.fn.nparams+int32(len(l.fn.template)), true
	l.objectParts(l.f.TypeOf(v), l.fn.class[v], val)
}

// slots gives every other value a slot; a coalesced one gets that of its block argument.
// Slots are not shared between values whose lives do not overlap: that would need liveness of every value, and lowering happens in every run.
func (l *lowerer) slots() {
	for b := range l.f.Blocks() {
		for _, a := range l.f.Args(b) {
			if l.holdsSlots(a) {
				l.fn.slotOf[a] = l.newSlots(a)
			}
		}
	}
	for b := range l.f.Blocks() {
		for i := range l.f.Insts(b) {
			for n := range l.f.NumResults(i) {
				v := l.f.Result(i, n)
				if a, ok := l.coal[v]; ok {
					l.fn.slotOf[v] = l.fn.slotOf[a]
				} else if l.inPlace(i) {
					l.fn.slotOf[v] = l.fn.slotOf[l.f.Arg(i, 0)]
				} else if l.fn.slotOf[v] < 0 && l.holdsSlots(v) {
					l.fn.slotOf[v] = l.newSlots(v)
				}
			}
		}
	}
}

// holdsSlots reports whether v has slots: memory tokens have one where they are checked.
func (l *lowerer) holdsSlots(v ir.Value) bool { return l.f.TypeOf(v) != ir.Mem || l.fn.memAt >= 0 }

// newSlots makes place for all parts of v.
func (l *lowerer) newSlots(v ir.Value) int32 {
	return l.temp(extent(l.w.layoutOf(l.f.TypeOf(v), l.fn.class[v])))
}

// temp is the first of n new slots of the frame.
func (l *lowerer) temp(n int32) int32 {
	l.fn.size += n
	return l.fn.size - n
}

// claims reports whether an annotation can be violated.
// Known bits that are all unknown claim nothing; don't-care bits are a promise about readers, which is
// checked elsewhere.
func claims(a ir.Annot) bool {
	if _, _, ok := a.Range(); ok || a.Align() != 0 || a.FPClasses() != 0 || a.HasFields() {
		return true
	}
	k := a.Known()
	return k != nil && (k.Zeros.Sign() != 0 || k.Ones.Sign() != 0)
}

// emission
// What follows appends to code and meta, which have the same length: meta[pc] says what code[pc] stands for.

// emit appends an instruction and returns its position.
func (l *lowerer) emit(c code, m codeMeta) int {
	l.fn.code = append(l.fn.code, c)
	l.fn.meta = append(l.fn.meta, m)
	return len(l.fn.code) - 1
}

// newEdge is an edge into block b that makes the copies in their order.
// moves are already in an order in which they can be made one by one.
func (l *lowerer) newEdge(b ir.Block, moves []move) int32 {
	n := int32(len(l.fn.edges))
	l.fn.edges = append(l.fn.edges, edge{moves: moves})
	l.patch = append(l.patch, blockRef{n, b})
	return n
}

// localEdge is an edge to a place in the code that costs nothing.
// Its steps are 0, since it stays within a block that was paid for.
func (l *lowerer) localEdge(pc int) int32 {
	l.fn.edges = append(l.fn.edges, edge{pc: int32(pc)})
	return int32(len(l.fn.edges) - 1)
}

// block lowers the instructions of b that no earlier one has swallowed. rest counts those of the block that are
// still to come after the one at hand, so that a run that stops there can give back what was paid for them.
func (l *lowerer) block(b ir.Block) {
	if b == l.f.Entry() {
		l.fn.entry = l.enter(b)
	}
	l.start[b], l.block0 = int32(len(l.fn.code)), b
	rest := l.count[b]
	l.definite.enter(b)
	for i := range l.f.Insts(b) {
		rest--
		if l.fused[i] {
			l.definite.step(l, i)
			continue
		}
		m := codeMeta{inst: i, inst2: ir.NoInst, store: ir.NoInst, rest: rest}
		if len(l.pending) > 0 {
			l.settle(i, m)
		}
		l.lowerReader(i, m)
		l.definite.step(l, i)
	}
}

// guards emits the use-side checks that the operands' widths do not imply. It returns the
// positions to patch with the length of the code they guard; ok is false if the instruction
// must go to the reference evaluator.
// Guards only test: an operand that fails its check makes the instruction's result poison, which the
// reference evaluator does, with the report's operands as they are.
func (l *lowerer) guards(i ir.Inst, m codeMeta) (at []int, ok bool) {
	for n := range l.f.NumFixed(i) {
		o := l.f.Operand(i, n)
		if o.Annot == 0 || !claims(o.Annot) || l.replaced[o.Value] {
			continue
		}
		var tests []code
		if t := l.f.TypeOf(o.Value); t == ir.Int {
			if implied(o.Annot, l.width[o.Value]) {
				continue
			}
			w := l.word(o.Value)
			if tests, ok = l.tests(w, w.class(), o.Annot); !ok {
				return nil, false
			}
		} else {
			c, ok := claimTest(t, o.Annot)
			if !ok {
				return nil, false
			}
			tests = append(tests, c)
		}
		if l.fn.class[o.Value] == classG && len(tests) == 0 {
			tests = append(tests, code{op: fCheckS}) // that it is a word
		}
		for _, c := range tests {
			c.op, c.a = c.op.guard(), l.slot(o.Value)
			at = append(at, l.emit(c, m))
		}
	}
	return at, true
}

// slot is where the code of the instruction at hand finds v.
func (l *lowerer) slot(v ir.Value) int32 {
	for _, p := range l.direct {
		if l.f.Result(p.load, l.f.NumResults(p.load)-1) == v {
			return p.register
		}
	}
	if v == l.target.v {
		return l.target.register
	}
	return l.fn.slotOf[v]
}

// convert makes the value src, of width from, available as one of width to, in dst, with the
// meta entry for the reference evaluator. It returns the slot to read: src itself where the
// representation does not change and nothing can be violated.
// Three things are folded into one instruction: the use-side check of the operand, the claim of the
// destination, and the change of class.
// Where they are more than one test can do, the reference evaluator's checks do them (fEdgeSlow).
func (l *lowerer) convert(o ir.Operand, claim ir.Annot, to width, m codeMeta) int32 {
	src := l.slot(o.Value)
	size := extent(l.w.layoutOf(l.f.TypeOf(o.Value), to.class()))
	place := func() int32 {
		if l.into >= 0 {
			return l.into
		}
		return l.temp(size)
	}
	move := func(op fastOp, bits uint32) int32 {
		dst := place()
		l.emit(code{op: op, k: uint8(64 - bits), dst: dst, a: src}, m)
		return dst
	}
	if l.w.overwrites(o.Annot) || l.w.overwrites(claim) {
		return move(fEdgeSlow, 64)
	}
	if l.f.TypeOf(o.Value) != ir.Int {
		// Where the value was made with that claim, it was checked.
		if !claims(o.Annot) && (!claims(claim) || l.f.AnnotOf(o.Value) == claim) {
			return src
		}
		if t := l.f.TypeOf(o.Value); l.inParts(t) {
			if dst := place(); !claims(o.Annot) && l.passParts(t, src, dst, claim, m) {
				return dst
			}
			return move(fEdgeSlow, 64)
		}
		c, ok := claimTest(l.f.TypeOf(o.Value), o.Annot, claim)
		if !ok {
			return move(fEdgeSlow, 64)
		}
		c.dst, c.a = place(), src
		l.emit(c, m)
		return c.dst
	}
	w := l.width[o.Value]
	same := w.class() == to.class() || w.class() == classS // an int64 is a word of all classes that hold it
	if implied(o.Annot, w) && implied(claim, w) && w.within(to) && same {
		return src
	}
	tests, ok := l.tests(l.word(o.Value), to.class(), o.Annot, claim)
	if !ok {
		return move(fEdgeSlow, 64)
	}
	if len(tests) == 0 {
		tests = append(tests, code{op: fCheckS}) // that it is a word
	}
	// Each test copies to the one destination, where convertSlow also puts the value if one of them leaves.
	dst, skip := place(), m.skip
	for n, c := range tests {
		if c.dst, c.a = dst, src; c.op == fWiden {
			c.op = fPassWide
		}
		m.skip = skip + int32(len(tests)-n-1)
		l.emit(c, m)
		src = dst
	}
	return dst
}

// edgeTo lowers a conditional way out of a block and returns the index of the edge to take.
// What edgeCode emits stands in a piece of code of its own.
// An edge without such code costs nothing; with it, the branch goes to the piece, which ends in a jump along
// the edge.
func (l *lowerer) edgeTo(t ir.Inst, e ir.Edge, m codeMeta) int32 {
	first := len(l.fn.code)
	ed := l.edgeCode(t, e, m)
	if len(l.fn.code) == first {
		return ed
	}
	l.emit(code{op: fBr, imm: uint64(ed)}, m)
	return l.localEdge(first)
}

// edgeCode emits the checks and conversions of the values passed along an edge and the end of
// the stack slots that it leaves behind, and returns the edge that makes the copies.
// Checks come first and read their sources before any copy writes; slots die after the values are checked;
// the copies come last, as part of the edge.
func (l *lowerer) edgeCode(t ir.Inst, e ir.Edge, m codeMeta) int32 {
	var moves []move
	read := l.overwrittenUses(t, e, m)
	for n := e.Lo; n < e.Hi; n++ {
		a := l.f.Args(e.Block)[n-e.Lo]
		o := l.f.Operand(t, n)
		if !l.holdsSlots(a) {
			continue
		}
		if c, ok := l.coal[o.Value]; ok && c == a {
			continue
		}
		m.what, m.n, m.arg = metaEdge, int32(n), a
		var src int32
		if at, ok := read[n]; ok {
			m.what = metaBlockArg
			src = l.temp(extent(l.w.layoutOf(l.f.TypeOf(a), l.fn.class[a])))
			l.emit(code{op: fEdgeSlow, dst: src, a: at}, m)
		} else {
			if l.into = l.slot(a); l.reads(t, e, l.into) {
				l.into = noPlace
			}
			src = l.convert(o, l.f.AnnotOf(a), l.width[a], m)
			l.into = noPlace
		}
		if dst := l.slot(a); dst != src {
			moves = appendMoves(moves, dst, src, l.w.layoutOf(l.f.TypeOf(a), l.fn.class[a]))
		}
	}
	if r := l.leaves(t, e.Block); r != ir.NoRegion {
		m.what = metaInst
		l.emit(code{op: fKill, imm: uint64(r)}, m)
	}
	l.see(probeAfter, t, m)
	l.countEdge(l.f.InstBlock(t), e.Block, m)
	return l.newEdge(e.Block, l.sequence(moves))
}

// reads reports whether a value that is passed along e is in the slot at.
func (l *lowerer) reads(t ir.Inst, e ir.Edge, at int32) bool {
	for n := e.Lo; n < e.Hi; n++ {
		if l.slot(l.f.Arg(t, n)) == at {
			return true
		}
	}
	return false
}

// leaves returns the outermost region that control leaves by going from t to block to, if it
// holds stack slots.
// Regions nest, so ending the slots of the outermost region that is left ends those inside of it.
func (l *lowerer) leaves(t ir.Inst, to ir.Block) ir.Region {
	f := l.f
	left := ir.NoRegion
	cont := ir.NoRegion
	if f.Op(t) == ir.OpContinue {
		cont = f.InnermostLoop(f.InstBlock(t))
	}
	for r := f.BlockRegion(f.InstBlock(t)); r != ir.NoRegion; r = f.RegionParent(r) {
		if r == cont || !f.InRegion(f.BlockRegion(to), r) {
			left = r
		}
	}
	if left != ir.NoRegion && l.holdsSlot[left] {
		return left
	}
	return ir.NoRegion
}

// sequence orders parallel copies so that none overwrites a source still to be read; a cycle
// is broken through a spare slot.
// A copy is ready when nothing is still to read its destination (May, "The Parallel Assignment Problem
// Redefined", 1989).
// Linear but for cycles, each of which scans the moves once.
func (l *lowerer) sequence(moves []move) []move {
	if disjoint(moves) {
		return moves
	}
	byDst := make(map[int32]int, len(moves)) // of the copies still to be made
	reads := make(map[int32]int, len(moves))
	for n, m := range moves {
		byDst[m.dst] = n
		reads[m.src]++
	}
	var ready []int // copies whose destination nothing reads any more
	for n := len(moves) - 1; n >= 0; n-- {
		if reads[moves[n].dst] == 0 {
			ready = append(ready, n)
		}
	}
	var out []move
	for first := 0; len(byDst) > 0; {
		if len(ready) == 0 {
			for ; ; first++ {
				if _, ok := byDst[moves[first].dst]; ok {
					break
				}
			}
			// Only cycles are left, in which each destination has one reader.
			d, n := moves[first].dst, moves[first].n
			spare := l.temp(n)
			out = append(out, move{spare, d, n})
			for n := range moves {
				if _, ok := byDst[moves[n].dst]; ok && moves[n].src == d {
					moves[n].src = spare
				}
			}
			ready = append(ready, first)
		}
		m := moves[ready[len(ready)-1]]
		ready = ready[:len(ready)-1]
		out = append(out, m)
		delete(byDst, m.dst)
		if reads[m.src]--; reads[m.src] == 0 {
			if n, ok := byDst[m.src]; ok {
				ready = append(ready, n)
			}
		}
	}
	return out
}

// disjoint reports whether no copy reads what an earlier one has written. It is quick to say no where there are many.
func disjoint(moves []move) bool {
	if len(moves) > 16 {
		return false
	}
	for n, m := range moves {
		for _, earlier := range moves[:n] {
			if earlier.dst == m.src {
				return false
			}
		}
	}
	return true
}
