package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Probes are code around instructions of runs that are watched, and there is none in other runs. A probe reads the slots
// of the instruction's operands; one behind it reads those of its results too.

// probe is what one probe is about.
type probe struct {
	kind  probeKind
	inst  ir.Inst
	acc   *memAccess
	bits  *overwritten
	token int32 // the slot of the memory token that the instruction takes, or gives
}

// probeKind says what a probe does.
type probeKind uint8

const (
	probeAccess probeKind = iota // counts the checks of a memory access, for coverage
	probeFresh                   // leaves if the token is older than a byte that will be read
	probeBefore                  // shows the instruction to the observer
	probeAfter                   // the same, with its results
	probeRead                    // overwrites don't-care bits of an operand, in a slot of its own; leaves if it violates its claim
	probeMade                    // behind the instruction: overwrites those of its result
	probeWrote                   // behind the instruction: makes a version of what was written, and the token
)

// probe does what p says. It is false where the instruction must leave for the reference evaluator; a probe behind
// the instruction is always true.
func (t *fastThread) probe(fn *fastFunc, base int32, p *probe) bool {
	switch p.kind {
	case probeAccess:
		p.acc.count(t, fn, base, 1)
	case probeBefore, probeAfter:
		t.observe(fn, p)
	case probeRead:
		return t.overwriteOperand(fn, base, p.bits)
	case probeMade:
		t.overwriteResult(base, p.bits)
	case probeFresh:
		s := t.stack[base : base+fn.size]
		return p.acc.fresh(t.w, s, uint32(s[p.token].v))
	case probeWrote:
		s := t.stack[base : base+fn.size]
		if p.acc.writes() {
			p.acc.wrote(t.w, s, fn.f, p.inst)
		}
		if p.acc.op == ir.OpVecGather {
			t.w.newVersion()
		}
		s[p.token] = slot{v: uint64(t.w.version)}
	}
	return true
}

// memAccess is how an instruction accesses memory: by at most two pointers, or by the lanes of a vector.
type memAccess struct {
	op     ir.Op
	align  uint32
	size   uint64 // of the one access that is no bulk operation
	ptr    int32  // slot of the first pointer
	src    int32  // of the second, -1 if there is none
	length int32  // of the length of a bulk operation, -1 if there is none
	vec    *vecInst
	counts int // the first of its counts: see funcCover
}

// memAccess is how instruction i accesses memory, nil if it does not or only the reference evaluator executes it.
func (l *lowerer) memAccess(i ir.Inst) *memAccess {
	f, a := l.f, l.f.Attr(i)
	x := &memAccess{op: f.Op(i), align: a.Align, src: -1, length: -1}
	switch x.op {
	case ir.OpLoadExpose:
		x.op = ir.OpLoad
		fallthrough
	case ir.OpLoad:
		x.ptr, x.size = l.slot(f.Arg(i, 0)), l.w.sizeIn(f.TypeOf(f.Result(i, 0)), uint64(a.N))
	case ir.OpStore:
		x.ptr, x.size = l.slot(f.Arg(i, 1)), l.w.sizeIn(f.TypeOf(f.Arg(i, 0)), uint64(a.N))
	case ir.OpMemSet:
		x.ptr, x.length = l.slot(f.Arg(i, 0)), l.slot(f.Arg(i, 2))
	case ir.OpMemCpy, ir.OpMemMove:
		x.ptr, x.src, x.length = l.slot(f.Arg(i, 0)), l.slot(f.Arg(i, 1)), l.slot(f.Arg(i, 2))
	case ir.OpVecLoad, ir.OpVecStore, ir.OpVecGather, ir.OpVecScatter:
	default:
		return nil
	}
	return x
}

// reads reports whether it reads memory: through the second pointer if there is one.
func (x *memAccess) reads() bool { return x.src >= 0 || !x.writes() }

// writes reports whether the access through the first pointer is a write.
func (x *memAccess) writes() bool {
	return x.op != ir.OpLoad && x.op != ir.OpVecLoad && x.op != ir.OpVecGather
}

// kindOf is which checks an access through the pointer p asks for: 0 of an allocation that is no stack slot, 1 of a
// stack slot, 2 of a wildcard.
func (w *world) kindOf(p *slot) int {
	if p.p == wildSlot {
		return 2
	}
	if w.space.Lookup(memory.AllocID(p.p)).Kind == memory.Stack {
		return 1
	}
	return 0
}

// fresh reports whether every byte that the access reads may be read and is no newer than the token.
func (x *memAccess) fresh(w *world, s []slot, token uint32) bool {
	is := func(p *slot, n uint64) bool {
		if n == 0 {
			return true
		}
		a := w.accessible(p, n)
		off := p.v - a.Base
		return a.Holds(off, n, false) && w.space.MaxVersion(a, off, n) <= token
	}
	switch {
	case x.op.IsVector():
		if !x.vec.ready(s) {
			return false
		}
		for k := range x.vec.n {
			if x.vec.on(s, k) {
				if p := x.vec.place(s, k); !is(&p, uint64(x.vec.bits/8)) {
					return false
				}
			}
		}
		return true
	case x.length >= 0:
		return s[x.src].t|s[x.length].t == 0 && is(&s[x.src], s[x.length].v)
	}
	return s[x.ptr].t == 0 && is(&s[x.ptr], x.size)
}

// wrote marks what the access, which was made, has written.
func (x *memAccess) wrote(w *world, s []slot, f *ir.Func, i ir.Inst) {
	mark := func(p *slot, n uint64) {
		if n > 0 {
			a := w.accessible(p, n)
			w.wrote(f, i, a, p.v-a.Base, n)
		}
	}
	switch {
	case x.op.IsVector():
		for k := range x.vec.n {
			if x.vec.on(s, k) {
				p := x.vec.place(s, k)
				mark(&p, uint64(x.vec.bits/8))
			}
		}
	case x.length >= 0:
		mark(&s[x.ptr], s[x.length].v)
	default:
		mark(&s[x.ptr], x.size)
	}
}

// before emits what must come before instruction i. fresh is where a probe is that may leave, -1 if there is none.
func (l *lowerer) before(i ir.Inst, m codeMeta) (fresh int) {
	l.acc = nil
	l.see(probeBefore, i, m)
	if !l.watched(i) {
		return -1
	}
	f, x := l.f, l.memAccess(i)
	if l.acc = x; x == nil || l.fn.cover == nil && l.fn.memAt < 0 {
		return -1
	}
	if c := l.fn.cover; c != nil {
		x.counts = l.newCounts(accessCounts)
		c.access[i] = x
		l.probe(probe{kind: probeAccess, inst: i, acc: x}, m)
	}
	if l.fn.memAt >= 0 && x.reads() {
		return l.probe(probe{kind: probeFresh, inst: i, acc: x, token: l.slot(f.Arg(i, f.NumFixed(i)-1))}, m)
	}
	return -1
}

// after emits what must come behind instruction i, whose code begins at first.
func (l *lowerer) after(i ir.Inst, fresh, first int, m codeMeta) {
	if fresh >= 0 {
		l.fn.code[fresh].b = int32(len(l.fn.code) - fresh - 1)
	}
	if l.acc == nil || l.fn.memAt < 0 || !l.f.Op(i).Is(ir.MemDef) {
		return
	}
	// Where the reference evaluator executes the instruction it does this too.
	if fresh >= 0 {
		l.fn.meta[fresh].skip++
	}
	for pc := first; pc < len(l.fn.code); pc++ {
		l.fn.meta[pc].skip++
	}
	l.probe(probe{kind: probeWrote, inst: i, acc: l.acc, token: l.slot(l.f.Result(i, 0))}, m)
}

// probe emits a probe.
func (l *lowerer) probe(p probe, m codeMeta) int {
	l.fn.probes = append(l.fn.probes, p)
	return l.emit(code{op: fProbe, imm: uint64(len(l.fn.probes) - 1)}, m)
}

// watched reports whether there is anything around instruction i, which is then lowered alone.
func (l *lowerer) watched(i ir.Inst) bool {
	if l.dontCares(i) || l.w.observes(l.f, i) {
		return true
	}
	return (l.fn.cover != nil || l.fn.memAt >= 0) && l.f.Op(i).Is(ir.MemUse|ir.MemDef)
}

// newCounts is the first of n new counts.
func (l *lowerer) newCounts(n int) int {
	l.fn.counts = append(l.fn.counts, make([]int64, n)...)
	return len(l.fn.counts) - n
}
