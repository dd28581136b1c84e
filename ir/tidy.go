package ir

import (
	"slices"
	"sync"
)

// Tidy drops the tombstones and what else nothing refers to any more, if that is a third of a function
// that does not fit the nearest caches anyway. Instruction handles change, but neither their order nor that of
// the uses of a value, so that a caller without a handle of an instruction cannot tell: [Func.Version]
// stays. A function of which facts are kept is left alone.
// Compact would give the uses of values another order, which passes see; this is why there are two.
func (f *Func) Tidy() {
	if len(f.insts) < tidyFrom || 3*f.dead < len(f.insts) || f.clean.values != nil {
		return
	}
	t := tidyPool.Get().(*tidying)
	t.number(f)
	t.operands(f)
	t.instructions(f)
	tidyPool.Put(t)
}

// tidyFrom is the number of instructions, tombstones included, from which on it is worth it.
const tidyFrom = 2000

// tidying is memory that one [Func.Tidy] leaves to the next.
// Functions of a module are tidied by several goroutines, each with one of its own.
type tidying struct {
	moved   []Inst   // by instruction
	at      []uint32 // by use
	uses    []useRec
	claims  []Annot
	targets []targetRec
}

var tidyPool = sync.Pool{New: func() any { return &tidying{} }}

// number finds the new handles.
// Tombstones have none.
func (t *tidying) number(f *Func) {
	t.moved = slices.Grow(t.moved[:0], len(f.insts))[:len(f.insts)]
	n := Inst(0)
	for i := range f.insts {
		t.moved[i] = NoInst
		if !f.insts[i].dead {
			t.moved[i] = n
			n++
		}
	}
}

// operands lays out uses and targets by instruction.
// Uses of dead instructions go: nothing links to them any more.
// Links between uses are translated last, when all places are known.
func (t *tidying) operands(f *Func) {
	t.at = slices.Grow(t.at[:0], len(f.uses))[:len(f.uses)]
	t.uses, t.claims, t.targets = t.uses[:0], t.claims[:0], t.targets[:0]
	for i := range f.insts {
		r, m := &f.insts[i], &f.coldInsts[i]
		if r.dead {
			continue
		}
		use := uint32(len(t.uses))
		for k := r.use; k < r.use+r.nuses; k++ {
			t.at[k] = uint32(len(t.uses))
			u := f.uses[k]
			u.inst = t.moved[i]
			t.uses = append(t.uses, u)
			if int(k) < len(f.claims) && f.claims[k] != NoAnnot {
				n := len(t.claims)
				t.claims = slices.Grow(t.claims, len(t.uses)-n)[:len(t.uses)]
				clear(t.claims[n:])
				t.claims[len(t.uses)-1] = f.claims[k]
			}
		}
		tgt := uint32(len(t.targets))
		t.targets = append(t.targets, f.targets[m.tgt:m.tgt+uint32(r.ntgt)]...)
		r.use, m.tgt = use, tgt
	}
	for k := range t.uses {
		u := &t.uses[k]
		u.prev, u.next = t.use(u.prev), t.use(u.next)
	}
	f.uses, f.claims, f.targets = append(f.uses[:0], t.uses...), append(f.claims[:0], t.claims...), append(f.targets[:0], t.targets...)
}

// use is the new place of a use.
func (t *tidying) use(u uint32) uint32 {
	if u == none {
		return u
	}
	return t.at[u]
}

// inst is the new handle of an instruction.
func (t *tidying) inst(i Inst) Inst {
	if i == NoInst {
		return i
	}
	return t.moved[i]
}

// instructions moves the instructions to their new places, and changes what refers to them.
// Instructions only move down, so none is overwritten before it was moved itself.
func (t *tidying) instructions(f *Func) {
	n := 0
	for i := range f.insts {
		if f.insts[i].dead {
			continue
		}
		f.insts[n], f.attrs[n], f.coldInsts[n] = f.insts[i], f.attrs[i], f.coldInsts[i]
		r := &f.insts[n]
		r.prev, r.next = t.inst(r.prev), t.inst(r.next)
		n++
	}
	f.insts, f.attrs, f.coldInsts, f.dead = f.insts[:n], f.attrs[:n], f.coldInsts[:n], 0
	for b := range f.blocks {
		r := &f.blocks[b]
		r.first, r.last = t.inst(r.first), t.inst(r.last)
	}
	for v := range f.values {
		r := &f.values[v]
		r.uses = t.use(r.uses)
		if r.inst&isArg == 0 {
			r.inst = t.moved[r.inst]
		}
	}
}
