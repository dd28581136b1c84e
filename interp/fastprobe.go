package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Probes are code around instructions of runs that are watched, and there is none in other runs. A probe reads the slots
// of the instruction's operands; one behind it reads those of its results too.

// probe is what one probe is about.
type probe struct {
	kind probeKind
	inst ir.Inst
	acc  *memAccess
}

// probeKind says what a probe does.
type probeKind uint8

const (
	probeAccess probeKind = iota // counts the checks of a memory access, for coverage
)

// probe does what p says, before the code of its instruction. It is false where the instruction must leave for
// the reference evaluator.
func (t *fastThread) probe(fn *fastFunc, base int32, p *probe) bool {
	switch p.kind {
	case probeAccess:
		p.acc.count(t, fn, base, 1)
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

// before emits what must come before instruction i.
func (l *lowerer) before(i ir.Inst, m codeMeta) {
	if l.fn.cover == nil {
		return
	}
	if x := l.memAccess(i); x != nil {
		x.counts = l.newCounts(accessCounts)
		l.fn.cover.access[i] = x
		l.emit(code{op: fProbe, imm: uint64(len(l.fn.probes))}, m)
		l.fn.probes = append(l.fn.probes, probe{kind: probeAccess, inst: i, acc: x})
	}
}

// watched reports whether there is anything around instruction i, which is then lowered alone.
func (l *lowerer) watched(i ir.Inst) bool {
	switch l.f.Op(i) {
	case ir.OpLoad, ir.OpStore:
		return l.fn.cover != nil
	}
	return false
}

// newCounts is the first of n new counts.
func (l *lowerer) newCounts(n int) int {
	l.fn.counts = append(l.fn.counts, make([]int64, n)...)
	return len(l.fn.counts) - n
}
