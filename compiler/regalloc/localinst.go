package regalloc

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// step is the work on one instruction. The sets are filled before the walk over the operands, so
// that a choice knows what later ones need.
type step struct {
	i                            uint32
	ops                          []mach.Operand
	locs                         []mach.Loc
	clobbered                    mach.RegSet
	fixedDefs, fixedUses, values mach.RegSet // registers of operands; values: of all definitions
	blocked                      mach.RegSet // not for a use, even where they are free before
	pinned                       mach.RegSet // hold operands
}

// inst goes from the state behind instruction i to the state before it. The order of the steps is
// the reverse of execution: what is behind the instruction, definitions, then uses. Each step may
// push moves that stand before or behind the instruction.
func (s *local) inst(i uint32) {
	in := &s.f.Insts[i]
	if in.Num == 0 && in.Clobbers == 0 {
		return
	}
	st := step{i: i, ops: s.f.Operands[in.First : in.First+uint32(in.Num)], locs: s.a.Locs[in.First : in.First+uint32(in.Num)]}
	if in.Remat && in.Num == 1 && s.reg[st.ops[0].V] == mach.NoReg {
		return // every use makes it again
	}
	simple := in.Clobbers == 0
	for n := range st.ops {
		op := &st.ops[n]
		if r := fixedReg(st.ops, n); r != mach.NoReg {
			if op.Def {
				st.fixedDefs = st.fixedDefs.With(r)
			} else {
				st.fixedUses = st.fixedUses.With(r)
			}
			simple = false
		}
		if op.Late {
			simple = false
		}
	}
	if !simple {
		// A clobber of a register that the instruction also defines destroys nothing.
		st.clobbered = in.Clobbers &^ st.fixedDefs
		s.behind(&st)
	}
	// Definitions are placed before uses are: a use may have the register of a definition that is
	// not early, since all uses are read before it is written.
	for n := range st.ops {
		if st.ops[n].Def && fixedReg(st.ops, n) == mach.NoReg {
			s.def(&st, n)
		}
	}
	// Only now the definitions die, all together: two of them never share a register.
	for n := range st.ops {
		if op := &st.ops[n]; op.Def {
			s.end(&st, n)
		}
	}
	// Fixed uses take their registers before the free choice of the others; tied ones then know
	// the register of their definition.
	if st.fixedUses != 0 {
		s.fixedUse(&st)
	}
	for n := range st.ops {
		if op := &st.ops[n]; op.Def && op.Want == mach.SameAs {
			s.tied(&st, n)
		}
	}
	for n := range st.ops {
		if op := &st.ops[n]; !op.Def && st.locs[n] == mach.NoLoc {
			s.use(&st, n)
		}
	}
	// The slot may be used again above the definition, where the value does not exist.
	for n := range st.ops {
		if op := &st.ops[n]; op.Def && s.ownSlot[op.V] {
			c := s.f.Classes[op.V]
			s.spare[c] = append(s.spare[c], s.slot[op.V])
		}
	}
}

// fixedReg is the one register that operand n can be in, or NoReg. A tied definition is where its
// use is.
func fixedReg(ops []mach.Operand, n int) mach.Reg {
	op := &ops[n]
	if op.Want == mach.SameAs {
		op = &ops[op.Reg]
	}
	if op.Want == mach.Fixed {
		return op.Reg
	}
	return mach.NoReg
}

// behind does what happens at the end of the instruction: clobbers, fixed definitions, late uses.
// Values in clobbered registers that live on must be elsewhere while the instruction runs.
func (s *local) behind(st *step) {
	avoid := st.clobbered | st.fixedDefs | st.fixedUses
	for set := st.clobbered &^ s.free; set != 0; set &= set - 1 {
		if w := s.in[set.First()]; w != 0 {
			// What sits in a clobbered register behind the instruction lived through it: before
			// the move that brings it back it must be somewhere that the instruction leaves alone.
			s.evict(w, st.i+1, avoid)
		}
	}
	for n := range st.ops {
		op, r := &st.ops[n], fixedReg(st.ops, n)
		if !op.Def || r == mach.NoReg {
			continue
		}
		v := op.V
		if s.in[r] != v {
			if s.in[r] != 0 {
				s.evict(s.in[r], st.i+1, avoid)
			}
			if to := s.reg[v]; to != mach.NoReg {
				s.push(mach.Move{Before: st.i + 1, From: mach.Loc(r), To: mach.Loc(to), Class: s.f.Classes[v]})
				s.release(v)
			}
			s.take(v, r)
		}
		st.locs[n] = mach.Loc(r)
		s.store(v, r, st.i+1)
	}
	for n := range st.ops {
		if op := &st.ops[n]; !op.Def && op.Late {
			s.lateUse(st, n, avoid)
		}
	}
}

// lateUse finds a register for a use that the instruction reads after it has written: the value
// counts as live behind it. Its register must not be written by the instruction, so it is taken
// before the definitions are placed.
func (s *local) lateUse(st *step, n int, avoid mach.RegSet) {
	op := &st.ops[n]
	if op.Want == mach.Fixed {
		if w := s.in[op.Reg]; w != 0 && w != op.V {
			s.evict(w, st.i+1, avoid)
		}
		if s.reg[op.V] == mach.NoReg {
			s.take(op.V, op.Reg)
		}
		st.blocked = st.blocked.With(op.Reg)
		return
	}
	if s.reg[op.V] == mach.NoReg {
		r := (s.free & s.allowed[s.f.Classes[op.V]] &^ avoid).First()
		if r == mach.NoReg {
			r = s.steal(st, s.f.Classes[op.V], avoid, st.i+1)
		}
		s.take(op.V, r)
	}
	st.locs[n] = mach.Loc(s.reg[op.V])
	st.pinned = st.pinned.With(s.reg[op.V])
}

// store keeps v in its slot too if some later code expects it there. The store stands right behind
// the definition, so that it dominates every load.
func (s *local) store(v mach.VReg, r mach.Reg, before uint32) {
	if s.slot[v] != 0 {
		s.push(mach.Move{Before: before, From: mach.Loc(r), To: s.slotOf(v), Class: s.f.Classes[v]})
	}
}

// def finds the register that definition n writes. A definition whose value nothing reads still
// needs a register to be written to.
func (s *local) def(st *step, n int) {
	op := &st.ops[n]
	v, c := op.V, s.f.Classes[op.V]
	not := st.clobbered | st.blocked
	// An early or tied definition is written, or its register filled, while fixed uses are still
	// read.
	if op.Early || op.Want == mach.SameAs {
		not |= st.fixedUses
	}
	r := s.reg[v]
	if r != mach.NoReg && !not.Has(r) {
		st.locs[n] = mach.Loc(r)
		s.store(v, r, st.i+1)
		return
	}
	// A definition that nothing wants in a register, by an instruction that writes memory.
	if r == mach.NoReg && op.Want == mach.Any && s.slot[v] != 0 {
		st.locs[n] = s.slotOf(v)
		return
	}
	to := (s.free & s.allowed[c] &^ not).First()
	if to == mach.NoReg {
		to = s.steal(st, c, not, st.i+1)
	}
	if r != mach.NoReg {
		s.push(mach.Move{Before: st.i + 1, From: mach.Loc(to), To: mach.Loc(r), Class: c})
		s.release(v)
	}
	s.take(v, to)
	st.locs[n] = mach.Loc(to)
	s.store(v, to, st.i+1)
}

// end makes definition n dead: before the instruction there is no such value. Walking backwards,
// the register is free from here on, unless an operand keeps it blocked.
func (s *local) end(st *step, n int) {
	op := &st.ops[n]
	if r := s.reg[op.V]; r != mach.NoReg {
		st.values = st.values.With(r)
		if op.Early || op.Want == mach.SameAs {
			st.blocked = st.blocked.With(r)
		}
		s.release(op.V)
	}
}

// fixedUse puts uses into the registers that they must be in. What else is in such a register is
// evicted around the instruction.
func (s *local) fixedUse(st *step) {
	for n := range st.ops {
		op := &st.ops[n]
		if op.Def || op.Want != mach.Fixed {
			continue
		}
		if w := s.in[op.Reg]; w != 0 && w != op.V {
			s.evict(w, st.i+1, st.fixedUses|st.values|st.clobbered|st.blocked)
		}
		st.pinned = st.pinned.With(op.Reg)
	}
	for n := range st.ops {
		op := &st.ops[n]
		if op.Def || op.Want != mach.Fixed {
			continue
		}
		st.locs[n] = mach.Loc(op.Reg)
		s.bring(st, op.V, op.Reg)
	}
}

// bring makes register r hold u before the instruction, which has r to itself. A value that is in
// another register as well is copied, since both places may be needed.
func (s *local) bring(st *step, u mach.VReg, r mach.Reg) {
	switch {
	case s.in[r] == u:
	case s.reg[u] == mach.NoReg:
		s.take(u, r)
	default:
		s.push(mach.Move{Before: st.i, From: mach.Loc(s.reg[u]), To: mach.Loc(r), Class: s.f.Classes[u]})
		st.pinned = st.pinned.With(s.reg[u])
		st.blocked = st.blocked.With(r)
	}
	st.pinned = st.pinned.With(r)
}

// tied puts the use that definition n shares its register with there. The use's own register may be
// another one: then a copy goes before the instruction.
func (s *local) tied(st *step, n int) {
	k := int(st.ops[n].Reg)
	if st.ops[k].Want == mach.Fixed {
		return
	}
	st.locs[k] = st.locs[n]
	if st.ops[n].Early {
		for m := range st.ops {
			if op := &st.ops[m]; !op.Def && m != k && op.V == st.ops[k].V && st.locs[m] == mach.NoLoc {
				s.use(st, m) // elsewhere: the register is written before this use is read
			}
		}
	}
	s.bring(st, st.ops[k].V, st.locs[n].Reg())
}

// use finds a place for use n. A use that may be in memory stays in its slot if that spares a load.
func (s *local) use(st *step, n int) {
	op := &st.ops[n]
	u, c := op.V, s.f.Classes[op.V]
	if r := s.reg[u]; r != mach.NoReg {
		st.locs[n] = mach.Loc(r)
		st.pinned = st.pinned.With(r)
		return
	}
	if op.Want == mach.Any && s.slot[u] != 0 && s.remat[u] == 0 {
		st.locs[n] = s.slotOf(u)
		return
	}
	r := (s.free & s.allowed[c] &^ st.blocked).First()
	if r == mach.NoReg {
		// values and clobbered: the register would be free before the instruction, but what is
		// evicted to empty it comes back behind it, where the instruction has just written.
		r = s.steal(st, c, st.blocked|st.values|st.clobbered, st.i+1)
	}
	s.take(u, r)
	st.locs[n] = mach.Loc(r)
	st.pinned = st.pinned.With(r)
}

// steal empties a register of class c that holds no operand and is not in not. Registers are stolen
// in turn (victim), so that one that was just filled is not taken at once. It throws noRegister if
// none can be had.
func (s *local) steal(st *step, c mach.Class, not mach.RegSet, before uint32) mach.Reg {
	can := s.allowed[c] &^ not &^ st.pinned
	for n := range st.ops {
		if st.ops[n].Def {
			can &^= 1 << s.reg[st.ops[n].V]
		}
	}
	r := (can &^ (1<<(s.victim+1) - 1)).First()
	if r == mach.NoReg {
		r = can.First()
	}
	if r == mach.NoReg {
		panic(noRegister{st.i})
	}
	s.victim = r
	if w := s.in[r]; w != 0 {
		s.evict(w, before, s.all)
	}
	return r
}
