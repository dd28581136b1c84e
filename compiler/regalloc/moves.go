package regalloc

import "github.com/tuffy-ir/tuffy/compiler/mach"

// transfer is one of the moves of a parallel copy. All transfers of a parallel copy read before any
// writes.
type transfer struct {
	from, to mach.Loc
	class    mach.Class
	remat    uint32 // as in mach.Move
}

// sequencer turns parallel copies into moves one after the other. A transfer may go once nothing
// waits for the old content of its destination; where only cycles are left, one destination is
// saved in a free register or a spare slot. What needs a register in between (slot to slot) and
// finds none borrows one and saves it meanwhile. The method is the standard one for leaving SSA
// (Boissinot et al., Revisiting Out-of-SSA Translation, CGO 2009): count the readers of each place,
// do what is ready, and break cycles. It takes time linear in the number of transfers.
type sequencer struct {
	alloc   *mach.Alloc
	allowed classes
	spare   [mach.NumClasses][2]mach.Loc // by class: for cycles, for borrowing
	readers []int32                      // by index of place: transfers that still read it
	writer  []int32                      // by index of place: 1 + transfer that writes it
	ready   []int32
	done    []bool
	out     []mach.Move
}

// reset starts on another allocation. The tables are kept, as they are all zero between copies.
func (s *sequencer) reset(a *mach.Alloc, allowed classes) {
	s.alloc, s.allowed, s.out, s.spare = a, allowed, s.out[:0], [mach.NumClasses][2]mach.Loc{}
}

// place is a dense index of l. Registers come before slots, whose number grows.
func place(l mach.Loc) int {
	if n, ok := l.Slot(); ok {
		return mach.MaxRegs + n
	}
	return int(l)
}

// run appends the moves for ts to s.out. free has the registers that hold nothing at this point
// and are not in ts. ts is overwritten. Transfers onto themselves are dropped. No two may write one
// place; a place may be read by several.
func (s *sequencer) run(ts []transfer, before uint32, free mach.RegSet) {
	n := 0
	for _, t := range ts {
		if t.from != t.to {
			ts[n] = t
			n++
		}
	}
	ts = ts[:n]
	if n == 0 {
		return
	}
	if n == 1 {
		s.one(ts[0], before, free)
		return
	}
	s.grow()
	s.ready, s.done = s.ready[:0], s.done[:0]
	for i, t := range ts {
		s.writer[place(t.to)] = int32(i) + 1
		if t.from != mach.NoLoc {
			s.readers[place(t.from)]++
		}
		s.done = append(s.done, false)
	}
	// Ready is what nothing waits for. A constant has no source and makes nothing ready.
	for i, t := range ts {
		if s.readers[place(t.to)] == 0 {
			s.ready = append(s.ready, int32(i))
		}
	}
	left := n
	for next := 0; left > 0; {
		s.drain(ts, before, free, &left)
		if left == 0 {
			break
		}
		// Every destination that is left is still read, and each of as many transfers reads one
		// place: so each is read once, and what is left are cycles.
		for s.done[next] {
			next++
		}
		s.breakCycle(ts, next, before, &free)
	}
	for _, t := range ts {
		s.writer[place(t.to)] = 0
	}
}

// drain does what is ready. A transfer that is done may make the one that writes its source ready.
func (s *sequencer) drain(ts []transfer, before uint32, free mach.RegSet, left *int) {
	for len(s.ready) > 0 {
		i := s.ready[len(s.ready)-1]
		s.ready = s.ready[:len(s.ready)-1]
		t := ts[i]
		s.one(t, before, free)
		s.done[i] = true
		*left--
		if t.from == mach.NoLoc {
			continue
		}
		p := place(t.from)
		// A temporary has no writer, nor has a slot that was added while this copy ran.
		if s.readers[p]--; s.readers[p] == 0 && p < len(s.writer) && s.writer[p] != 0 && !s.done[s.writer[p]-1] {
			s.ready = append(s.ready, s.writer[p]-1)
		}
	}
}

// breakCycle saves the destination of transfer i, whose readers then read the copy. One temporary
// is enough for a cycle: the rest of it becomes a chain.
func (s *sequencer) breakCycle(ts []transfer, i int, before uint32, free *mach.RegSet) {
	t := ts[i]
	var temp mach.Loc
	if r := (*free & s.allowed[t.class]).First(); r != mach.NoReg {
		temp = mach.Loc(r)
		*free &^= 1 << r
	} else {
		temp = s.spareSlot(t.class, 0)
		s.grow()
	}
	s.one(transfer{from: t.to, to: temp, class: t.class}, before, *free)
	for j := range ts {
		if !s.done[j] && ts[j].from == t.to {
			ts[j].from = temp
			s.readers[place(temp)]++
		}
	}
	s.readers[place(t.to)] = 0
	s.ready = append(s.ready, int32(i))
}

// one does a single transfer, through a register where it goes from memory to memory. A constant
// that goes to a slot needs a register in between as well.
func (s *sequencer) one(t transfer, before uint32, free mach.RegSet) {
	_, fromSlot := t.from.Slot()
	_, toSlot := t.to.Slot()
	if !toSlot || !fromSlot && t.remat == 0 {
		s.move(t.from, t.to, t.class, t.remat, before)
		return
	}
	if r := (free & s.allowed[t.class]).First(); r != mach.NoReg {
		s.move(t.from, mach.Loc(r), t.class, t.remat, before)
		s.move(mach.Loc(r), t.to, t.class, 0, before)
		return
	}
	// No register is free. The one that is borrowed may be anybody's: its content is saved around
	// the two moves.
	r := mach.Loc(s.allowed[t.class].First())
	home := s.spareSlot(t.class, 1)
	s.move(r, home, t.class, 0, before)
	s.move(t.from, r, t.class, t.remat, before)
	s.move(r, t.to, t.class, 0, before)
	s.move(home, r, t.class, 0, before)
}

func (s *sequencer) move(from, to mach.Loc, c mach.Class, remat, before uint32) {
	if remat != 0 {
		from = mach.NoLoc
	}
	s.out = append(s.out, mach.Move{Before: before, From: from, To: to, Class: c, Remat: remat})
}

// Slots of the sequencer are shared by all copies of the function: they hold nothing between them.
func (s *sequencer) spareSlot(c mach.Class, n int) mach.Loc {
	if s.spare[c][n] == mach.NoLoc {
		s.spare[c][n] = mach.InSlot(len(s.alloc.Slots))
		s.alloc.Slots = append(s.alloc.Slots, c)
	}
	return s.spare[c][n]
}

// grow makes the tables as long as there are places. They are all zero between parallel copies.
// Slots are added while the allocator runs.
func (s *sequencer) grow() {
	n := mach.MaxRegs + len(s.alloc.Slots)
	for len(s.readers) < n {
		s.readers = append(s.readers, 0)
		s.writer = append(s.writer, 0)
	}
}

// sortMoves puts moves into the order of their points; those of one point keep their order. start
// has a zero for each point and two more. It is a counting sort, stable and linear.
func sortMoves(ms []mach.Move, start []uint32) []mach.Move {
	for i := range ms {
		start[ms[i].Before+1]++
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	out := make([]mach.Move, len(ms))
	for i := range ms {
		b := ms[i].Before
		out[start[b]] = ms[i]
		start[b]++
	}
	return out
}
