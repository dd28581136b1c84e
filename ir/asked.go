package ir

import "iter"

// asked are the marks for facts that go backward, from the consumers of a value to what they ask of
// it. They are kept apart from those of facts that go forward: somebody may keep the one kind, the
// other, or both, and [Func.SettleUses] leaves the marks of [Func.Settle] as they are.
//
// What is asked of a value follows from the instructions that read it, which is what is marked here: an
// instruction that is not marked has the opcode, attributes, operands, targets and place that it
// had, and results with the same types and annotations. Operands that it had before it was written
// are marked as values, since nobody can find them any more.
type asked struct {
	values, insts []uint64 // that are clean; new ones are beyond the end
	epoch         uint64
	kept          bool
}

// write marks an instruction.
func (a *asked) write(i Inst) {
	if w := i >> 6; int(w) < len(a.insts) {
		a.insts[w] &^= 1 << (i & 63)
	}
}

// lose marks a value that an operand does not read any more.
func (a *asked) lose(v Value) {
	if w := v >> 6; int(w) < len(a.values) {
		a.values[w] &^= 1 << (v & 63)
	}
}

// markClaims marks v, whose type or annotation was written.
func (f *Func) markClaims(v Value) {
	f.markValue(v)
	f.clean.asked.lose(v)
	if i := f.Def(v); i != NoInst {
		f.clean.asked.write(i)
	}
}

// SettleUses says that what is asked of all values is known. It returns a number that
// [Func.SettledUses] reports until somebody else settles them, or nobody keeps marks any more.
func (f *Func) SettleUses() uint64 {
	a := &f.clean.asked
	a.epoch++
	a.values, a.insts, a.kept = allSet(a.values, len(f.values)), allSet(a.insts, len(f.insts)), true
	return a.epoch
}

// UnsettleUses says that nobody keeps what is asked of values.
func (f *Func) UnsettleUses() {
	f.clean.asked = asked{epoch: f.clean.asked.epoch + 1}
}

// SettledUses is the number of the last [Func.SettleUses], 0 if nobody keeps marks.
func (f *Func) SettledUses() uint64 {
	if !f.clean.asked.kept {
		return 0
	}
	return f.clean.asked.epoch
}

// Written iterates over the instructions that were made or written since [Func.SettleUses], in
// order; deleted ones are among them.
func (f *Func) Written() iter.Seq[Inst] {
	return func(yield func(Inst) bool) {
		for i := range unset(f.clean.asked.insts, len(f.insts)) {
			if !yield(Inst(i)) {
				return
			}
		}
	}
}

// Unread iterates over the values that lost a use since [Func.SettleUses], or whose type or annotation
// was written, or that are new, in order; deleted ones are among them.
func (f *Func) Unread() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for v := range unset(f.clean.asked.values, len(f.values)) {
			if !yield(Value(v)) {
				return
			}
		}
	}
}
