package regalloc

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// Check verifies an allocation from the function and the result alone. It interprets the code
// abstractly: the state says for each register and slot which values it certainly holds; moves
// copy such sets, clobbers empty them, a definition takes the value away from everywhere else, an
// edge gives the parameters to whatever holds the arguments, and states that meet are intersected,
// to the greatest fixed point. Then every use must find its value in its place. The rules of
// constraints, classes and saved registers are checked besides. It is independent of both
// allocators by design: it uses none of their data structures and walks the graph by itself.
func Check(f *mach.Func, a *mach.Alloc) error {
	c := &checker{f: f, a: a, regs: f.Target.Registers(), in: make([][]set, len(f.Blocks)), places: mach.MaxRegs + len(a.Slots)}
	if len(a.Locs) != len(f.Operands) {
		return fmt.Errorf("%d places for %d operands", len(a.Locs), len(f.Operands))
	}
	if !slices.IsSortedFunc(a.Moves, func(x, y mach.Move) int { return int(x.Before) - int(y.Before) }) {
		return fmt.Errorf("moves are not sorted")
	}
	if err := c.static(); err != nil {
		return fmt.Errorf("function %s: %w", f.Name, err)
	}
	c.solve()
	for b := range f.Blocks {
		if c.in[b] == nil {
			continue
		}
		if _, err := c.block(mach.Block(b), slices.Clone(c.in[b])); err != nil {
			return fmt.Errorf("function %s: block %d: %w", f.Name, b, err)
		}
	}
	return nil
}

// set is a sorted set of values, never changed in place. Sharing is what makes copying states
// cheap: a move copies a slice header.
type set []mach.VReg

func (s set) has(v mach.VReg) bool {
	_, ok := slices.BinarySearch(s, v)
	return ok
}

func (s set) with(v mach.VReg) set {
	i, ok := slices.BinarySearch(s, v)
	if ok {
		return s
	}
	return slices.Insert(slices.Clone(s), i, v)
}

func (s set) without(v mach.VReg) set {
	i, ok := slices.BinarySearch(s, v)
	if !ok {
		return s
	}
	return slices.Delete(slices.Clone(s), i, i+1)
}

// A state is a slice of sets by place: registers first, then slots.
type checker struct {
	f      *mach.Func
	a      *mach.Alloc
	regs   *mach.Registers
	places int
	in     [][]set // by block and place; nil: not reached
}

// index is the place of l in a state, or -1. A place that does not exist has no index, so that a
// wrong allocation is an error and not a panic.
func (c *checker) index(l mach.Loc) int {
	if n, ok := l.Slot(); ok {
		if n < len(c.a.Slots) {
			return mach.MaxRegs + n
		}
		return -1
	}
	if l == mach.NoLoc || l >= mach.MaxRegs {
		return -1
	}
	return int(l)
}

// fits reports whether a value of the class can be at l. A slot holds one class for the whole
// function; the frame pointer is no register where the frame needs it.
func (c *checker) fits(l mach.Loc, class mach.Class) bool {
	i := c.index(l)
	switch {
	case i < 0:
		return false
	case i >= mach.MaxRegs:
		return c.a.Slots[i-mach.MaxRegs] == class
	case l.Reg() == c.regs.FramePointer && c.f.NeedsFramePointer():
		return false
	}
	return c.regs.Classes[class].Regs.Has(l.Reg())
}

// static checks what does not depend on the flow of values. A callee-saved register that is written
// and not in Saved would break the caller; one that is saved in vain is slow and no error.
func (c *checker) static() error {
	var written mach.RegSet
	for k, m := range c.a.Moves {
		// All moves count, also those in blocks that are not reached: Saved is decided without the
		// graph.
		if err := c.staticMove(&m); err != nil {
			return fmt.Errorf("move %d: %w", k, err)
		}
		written = written.With(m.To.Reg())
	}
	for b, reached := range c.reachable() {
		info := &c.f.Blocks[b]
		if !reached {
			continue
		}
		for i := info.First; i < info.End; i++ {
			w, err := c.staticInst(i)
			if err != nil {
				return fmt.Errorf("instruction %d: %w", i, err)
			}
			written |= w
		}
	}
	if lost := written & c.regs.CalleeSaved &^ c.a.Saved; lost != 0 {
		return fmt.Errorf("written and not saved: %x", lost)
	}
	return nil
}

// reachable says which blocks the entry leads to. The allocator asks package graph; the checker does
// not, so that one mistake is not made twice. Code that is not reached need not be consistent: it
// is never executed.
func (c *checker) reachable() []bool {
	seen := make([]bool, len(c.f.Blocks))
	seen[0] = true
	for work := []mach.Block{0}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range c.f.Blocks[b].Succs {
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}

// staticMove checks what holds of a move without following values: that both places exist and
// can hold the class, that no move goes from memory to memory, for which there is no instruction,
// and that what is computed again instead of moved is an instruction that may be repeated.
func (c *checker) staticMove(m *mach.Move) error {
	_, fromSlot := m.From.Slot()
	_, toSlot := m.To.Slot()
	switch {
	case !c.fits(m.To, m.Class):
		return fmt.Errorf("destination %d does not fit class %d", m.To, m.Class)
	case int(m.Before) >= len(c.f.Insts):
		return fmt.Errorf("before instruction %d, which does not exist", m.Before)
	case m.Remat == 0 && !c.fits(m.From, m.Class):
		return fmt.Errorf("source %d does not fit class %d", m.From, m.Class)
	case m.Remat == 0:
		if fromSlot && toSlot {
			return fmt.Errorf("from a slot to a slot")
		}
		return nil
	case toSlot || m.From != mach.NoLoc || int(m.Remat) > len(c.f.Insts):
		return fmt.Errorf("malformed rematerialization")
	}
	in := &c.f.Insts[m.Remat-1]
	if !in.Remat || !c.f.Target.Repeatable(c.f, m.Remat-1) {
		return fmt.Errorf("instruction %d cannot be repeated", m.Remat-1)
	}
	if c.f.Classes[c.f.Ops(m.Remat - 1)[0].V] != m.Class {
		return fmt.Errorf("wrong class")
	}
	return nil
}

// staticInst checks the constraints of instruction i and returns the registers that it writes. The
// constraints of operands are checked one by one here, those between operands by overlaps.
func (c *checker) staticInst(i uint32) (mach.RegSet, error) {
	in, ops := &c.f.Insts[i], c.f.Ops(i)
	written := in.Clobbers
	for n, op := range ops {
		l := c.a.Locs[int(in.First)+n]
		// A Remat definition without a place is never executed where it stands; its moves repeat
		// it.
		if in.Remat && l == mach.NoLoc && len(ops) == 1 {
			return 0, nil
		}
		if !c.fits(l, c.f.Classes[op.V]) {
			return 0, fmt.Errorf("operand %d: place %d does not fit value %d", n, l, op.V)
		}
		_, inSlot := l.Slot()
		switch {
		case op.Want == mach.InReg && inSlot && in.Kind != mach.Copy,
			op.Want == mach.Fixed && l != mach.Loc(op.Reg),
			op.Want == mach.SameAs && (inSlot || l != c.a.Locs[int(in.First)+int(op.Reg)]):
			return 0, fmt.Errorf("operand %d: place %d is not what it wants", n, l)
		}
		if op.Def {
			written = written.With(l.Reg())
		}
	}
	if in.Kind == mach.Copy {
		_, s0 := c.a.Locs[in.First].Slot()
		_, s1 := c.a.Locs[in.First+1].Slot()
		if s0 && s1 && c.a.Locs[in.First] != c.a.Locs[in.First+1] {
			return 0, fmt.Errorf("copy from a slot to a slot")
		}
	}
	return written, c.overlaps(i)
}

// overlaps checks that operands that must not share a place do not. Two definitions never share a
// register; an early definition shares none with a use, a late use none with a definition (see
// mach.Operand).
func (c *checker) overlaps(i uint32) error {
	in, ops := &c.f.Insts[i], c.f.Ops(i)
	locs := c.a.Locs[in.First:]
	var defs mach.RegSet
	for n, op := range ops {
		if !op.Def {
			continue
		}
		for k, other := range ops {
			if k == n || locs[k] != locs[n] {
				continue
			}
			tied := op.Want == mach.SameAs && int(op.Reg) == k
			switch {
			case other.Def:
				return fmt.Errorf("definitions %d and %d share a place", n, k)
			case (op.Early || other.Late) && !tied:
				return fmt.Errorf("definition %d is written before use %d is read", n, k)
			}
		}
		defs = defs.With(locs[n].Reg())
	}
	for n, op := range ops {
		// &^1: a late use in memory has no register, and max makes it bit 0.
		if op.Late && in.Clobbers&^defs&^1&(1<<max(locs[n], 0)) != 0 {
			return fmt.Errorf("late use %d is clobbered", n)
		}
	}
	return nil
}

// solve finds the states at the start of blocks. It is the forward dataflow with a worklist. Sets
// only shrink after the first visit, so it ends after at most as many visits as there are values in
// places.
func (c *checker) solve() {
	// At the entry nothing is anywhere: the parameters come from the Params instruction.
	c.in[0] = make([]set, c.places)
	work, queued := []mach.Block{0}, make([]bool, len(c.f.Blocks))
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		queued[b] = false
		// Errors are left to the walk over the final states, which hold no more than these.
		out, _ := c.block(b, slices.Clone(c.in[b]))
		for k := range c.f.Blocks[b].Succs {
			e := &c.f.Blocks[b].Succs[k]
			if c.meet(e.To, c.edge(e, out)) && !queued[e.To] {
				queued[e.To] = true
				work = append(work, e.To)
			}
		}
	}
}

// edge is the state behind e: what held an argument holds the parameter, and nothing else does. A
// parameter takes the places of its argument; the same value as two arguments gives both parameters
// its places. Old meanings of the parameters end: in a loop they are values of the iteration
// before.
func (c *checker) edge(e *mach.Edge, out []set) []set {
	params := c.f.Blocks[e.To].Params
	s := slices.Clone(out)
	if len(params) == 0 {
		return s
	}
	for p := range s {
		for _, v := range params {
			s[p] = s[p].without(v)
		}
		// out and not s: an argument may be a parameter of the same block, with its old meaning.
		for k, v := range params {
			if out[p].has(e.Args[k]) {
				s[p] = s[p].with(v)
			}
		}
	}
	return s
}

// meet intersects the state at the start of b with s and reports whether that changed it. The first
// state that comes is taken as it is; the greatest fixed point starts from "everything".
func (c *checker) meet(b mach.Block, s []set) bool {
	if c.in[b] == nil {
		c.in[b] = s
		return true
	}
	changed := false
	for p, old := range c.in[b] {
		both := old
		for _, v := range old {
			if !s[p].has(v) {
				both = both.without(v)
			}
		}
		if len(both) != len(old) {
			c.in[b][p] = both
			changed = true
		}
	}
	return changed
}

// block interprets b from state s, which it changes, and returns the state at the end. The error
// is the first use that does not find its value. Moves stand before the instruction with their
// number, in the order of the list.
func (c *checker) block(b mach.Block, s []set) (out []set, err error) {
	info := &c.f.Blocks[b]
	next, _ := slices.BinarySearchFunc(c.a.Moves, info.First, func(m mach.Move, i uint32) int { return int(m.Before) - int(i) })
	for i := info.First; i < info.End; i++ {
		for ; next < len(c.a.Moves) && c.a.Moves[next].Before == i; next++ {
			m := &c.a.Moves[next]
			if m.Remat != 0 {
				// The repeated instruction overwrites the register: it holds this value and no
				// other.
				s[c.index(m.To)] = set{c.f.Ops(m.Remat - 1)[0].V}
			} else {
				s[c.index(m.To)] = s[c.index(m.From)]
			}
		}
		if e := c.inst(i, s); err == nil {
			err = e
		}
	}
	return s, err
}

// inst interprets instruction i. All uses look at the state before: that no early definition writes
// the place of a use, and no definition or clobber that of a late one, is what overlaps checks. A
// definition takes its value out of every other place, since there it would be the old one.
func (c *checker) inst(i uint32, s []set) (err error) {
	in, ops := &c.f.Insts[i], c.f.Ops(i)
	locs := c.a.Locs[in.First:]
	var copied set
	for n, op := range ops {
		if op.Def {
			continue
		}
		holds := s[c.index(locs[n])]
		if !holds.has(op.V) && err == nil {
			err = fmt.Errorf("instruction %d: use %d of value %d: place %d holds %v", i, n, op.V, locs[n], holds)
		}
		// For a Copy there is one use, so copied is what the source holds: the destination is then
		// equal to all of these values.
		copied = holds
	}
	for r := range mach.MaxRegs {
		if in.Clobbers.Has(mach.Reg(r)) {
			s[r] = nil
		}
	}
	for _, op := range ops {
		if op.Def {
			for p := range s {
				s[p] = s[p].without(op.V)
			}
			copied = copied.without(op.V)
		}
	}
	for n, op := range ops {
		switch {
		case !op.Def || locs[n] == mach.NoLoc:
		case in.Kind == mach.Copy:
			s[c.index(locs[n])] = copied.with(op.V)
		default:
			s[c.index(locs[n])] = set{op.V}
		}
	}
	return err
}
