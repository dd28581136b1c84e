package regalloc

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// local is the allocator of -O0. Blocks go in postorder, so that all uses of a value are seen
// before its definition; within a block the walk is backwards. The state says which live value
// each register holds at the current point; a live value without a register is in its slot, or
// made again where it can be. Moves are collected in reverse: each one turns the state that the
// code behind it needs into the state before it. It is linear in the number of instructions. No
// liveness is computed: walking backwards, a value is live from the first use that is met until its
// definition.
type local struct {
	f       *mach.Func
	a       *mach.Alloc
	allowed classes
	all     mach.RegSet // of all classes
	free    mach.RegSet // allocatable registers that hold nothing
	// The inverse of reg: what each register holds; 0 for nothing.
	in       [mach.MaxRegs]mach.VReg
	reg      []mach.Reg               // by virtual register
	slot     []int32                  // by virtual register: 1 + slot
	remat    []uint32                 // by virtual register: 1 + instruction
	defBlock []mach.Block             // by virtual register: where it is defined
	ownSlot  []bool                   // by virtual register: its slot is given back at the definition
	spare    [mach.NumClasses][]int32 // slots to use again for values of one block
	starts   []start                  // states at the start of blocks that hand it to their predecessor
	at       []span                   // by block: in starts
	seq      sequencer
	ts       []transfer
	moves    []mach.Move // in reverse
	points   []uint32    // how many moves there are before each instruction
	current  mach.Block
	victim   mach.Reg // that was stolen last
}

// start says that a block expects a value in a register. Such a state saves the stores and loads on
// an edge that is the only one into a block.
type start struct {
	v mach.VReg
	r mach.Reg
}

type span struct{ first, end int32 }

// localPool keeps the memory of allocations that are over for the next ones.
var localPool = sync.Pool{New: func() any { return new(local) }}

// A definition dominates its uses, and in postorder a block comes behind all that it dominates: so
// every use is met before the definition. Parameters alone carry values around loops, through slots.
func runLocal(f *mach.Func, allowed classes) *mach.Alloc {
	n := len(f.Classes)
	a := &mach.Alloc{Locs: make([]mach.Loc, len(f.Operands))}
	s := localPool.Get().(*local)
	s.f, s.a, s.allowed, s.all = f, a, allowed, allowed.all()
	s.reg, s.slot, s.remat = sized(s.reg, n), sized(s.slot, n), sized(s.remat, n)
	s.defBlock, s.ownSlot, s.at = sized(s.defBlock, n), sized(s.ownSlot, n), sized(s.at, len(f.Blocks))
	for c := range s.spare {
		s.spare[c] = s.spare[c][:0]
	}
	s.starts, s.moves, s.victim = s.starts[:0], s.moves[:0], mach.NoReg
	s.in = [mach.MaxRegs]mach.VReg{}
	s.seq.reset(a, allowed)
	s.findDefs()
	order := f.Graph().ReversePostorder(0)
	for _, b := range slices.Backward(order.List) {
		s.block(b)
	}
	// Collected backwards, moves come out forwards by turning the list once; those of one point
	// are then in the order of execution.
	slices.Reverse(s.moves)
	s.points = sized(s.points, len(f.Insts)+2)
	a.Moves = sortMoves(s.moves, s.points)
	localPool.Put(s)
	return a
}

// findDefs fills defBlock and remat. A constant that may be made again needs no slot.
func (s *local) findDefs() {
	f := s.f
	for b := range f.Blocks {
		info := &f.Blocks[b]
		for _, v := range info.Params {
			s.defBlock[v] = mach.Block(b)
		}
		for i := info.First; i < info.End; i++ {
			in := &f.Insts[i]
			for _, op := range f.Operands[in.First : in.First+uint32(in.Num)] {
				if op.Def {
					s.defBlock[op.V] = mach.Block(b)
					if in.Remat && in.Num == 1 {
						s.remat[op.V] = i + 1
					}
				}
			}
		}
	}
}

// heir is the successor of b that hands its state to b: the one that runs most often among those
// that only b leads to. It is -1 where there is none. Only one successor can start with the
// registers of its predecessor: the others expect values in slots. A block that ends with operands
// of its own keeps them out of the way.
func (s *local) heir(b mach.Block) int {
	info := &s.f.Blocks[b]
	last := &s.f.Insts[info.End-1]
	if last.Kind != mach.Jump && last.Kind != mach.Branch || last.Num != 0 {
		return -1
	}
	best := -1
	for i, e := range info.Succs {
		to := &s.f.Blocks[e.To]
		// With one predecessor and no parameters the state behind b's branch is the state before
		// the heir's first instruction, and no edge needs code of its own.
		if len(to.Preds) == 1 && len(to.Params) == 0 && e.To != b && (best < 0 || to.Freq > s.f.Blocks[best].Freq) {
			best = int(info.Succs[i].To)
		}
	}
	return best
}

// The walk begins with the state that the heir needs and ends with the one at the block's start.
func (s *local) block(b mach.Block) {
	s.current = b
	info := &s.f.Blocks[b]
	s.free = s.all
	if h := s.heir(b); h >= 0 {
		for _, st := range s.starts[s.at[h].first:s.at[h].end] {
			s.take(st.v, st.r)
		}
	}
	last := info.End - 1
	if s.f.Insts[last].Kind == mach.Jump {
		// The arguments move before the jump itself; a branch and a table have none, for no edge
		// is critical.
		s.jump(last, &info.Succs[0])
	}
	for i := last; ; i-- {
		s.inst(i)
		if i == info.First {
			break
		}
	}
	s.enter(b)
}

// enter makes the state at the start of b: parameters and values from other blocks are in slots.
// What is live at the start came from elsewhere: it is expected in its slot, except along a chain.
func (s *local) enter(b mach.Block) {
	info := &s.f.Blocks[b]
	for _, p := range info.Params {
		s.drop(p)
	}
	// The predecessor asks by the same function, so both sides agree which successor starts from
	// registers.
	hand := len(info.Preds) == 1 && len(info.Params) == 0 && s.heir(info.Preds[0]) == int(b)
	s.at[b].first = int32(len(s.starts))
	for c := range s.allowed {
		for live := s.allowed[c] &^ s.free; live != 0; live &= live - 1 {
			r := mach.Reg(bits.TrailingZeros64(uint64(live)))
			v := s.in[r]
			if hand {
				s.starts = append(s.starts, start{v, r})
			} else {
				s.reload(v, r, info.First)
			}
			s.release(v)
		}
	}
	s.at[b].end = int32(len(s.starts))
}

// drop ends parameter p at the start of its block, where it is in its slot. The move loads the
// parameter into the register that the code expects it in.
func (s *local) drop(p mach.VReg) {
	if r := s.reg[p]; r != mach.NoReg {
		first := s.f.Blocks[s.defBlock[p]].First
		s.push(mach.Move{Before: first, From: s.slotOf(p), To: mach.Loc(r), Class: s.f.Classes[p]})
		s.release(p)
	}
}

// jump stores the arguments into the slots of the parameters. All arguments move at once: a
// parameter may be the argument of another, so it is a parallel copy.
func (s *local) jump(i uint32, e *mach.Edge) {
	if len(e.Args) == 0 {
		return
	}
	params := s.f.Blocks[e.To].Params
	s.ts = s.ts[:0]
	for n, u := range e.Args {
		c := s.f.Classes[u]
		t := transfer{to: s.slotOf(params[n]), class: c}
		// One register is kept for the sequencer, which may need it for a cycle or from slot to
		// slot.
		free := s.free & s.allowed[c]
		switch {
		case s.reg[u] != mach.NoReg:
			t.from = mach.Loc(s.reg[u])
		case s.remat[u] != 0 && bits.OnesCount64(uint64(free)) > 1:
			r := free.First()
			s.take(u, r)
			t.from = mach.Loc(r)
		case s.remat[u] != 0:
			t.remat = s.remat[u]
		// The argument is in the parameter's slot already.
		case s.slot[u] != 0 && s.slotOf(u) == t.to:
			continue
		case bits.OnesCount64(uint64(free)) > 1:
			r := free.First()
			s.take(u, r)
			t.from = mach.Loc(r)
		default:
			t.from = s.slotOf(u)
		}
		s.ts = append(s.ts, t)
	}
	s.seq.out = s.seq.out[:0]
	s.seq.run(s.ts, i, s.free)
	// run makes moves in the order of execution; the walk collects them backwards.
	for n := len(s.seq.out) - 1; n >= 0; n-- {
		s.push(s.seq.out[n])
	}
}

// Moves are appended in reverse and turned around in the end.
func (s *local) push(m mach.Move) { s.moves = append(s.moves, m) }

// take makes r hold v. take and release keep in, reg and free consistent; nothing else writes them.
func (s *local) take(v mach.VReg, r mach.Reg) {
	s.in[r], s.reg[v] = v, r
	s.free &^= 1 << r
}

// release empties the register of v.
func (s *local) release(v mach.VReg) {
	r := s.reg[v]
	s.in[r], s.reg[v] = 0, mach.NoReg
	// Registers outside of all (the stack pointer, a frame pointer in use) are never handed out.
	if s.all.Has(r) {
		s.free |= 1 << r
	}
}

// slotOf is the slot of v, which gets one if it had none: one that is only used in this block if
// v is, since the blocks that use v elsewhere have been walked before and have asked already. A
// value of one block may share its slot with others; localSlot hands those out.
func (s *local) slotOf(v mach.VReg) mach.Loc {
	if s.slot[v] == 0 {
		s.slot[v] = s.newSlot(s.f.Classes[v])
	}
	return mach.InSlot(int(s.slot[v]) - 1)
}

// Slots are never given up; those of single blocks are used again by spare.
func (s *local) newSlot(c mach.Class) int32 {
	s.a.Slots = append(s.a.Slots, c)
	return int32(len(s.a.Slots))
}

// localSlot is slotOf at a point inside of the block.
func (s *local) localSlot(v mach.VReg) mach.Loc {
	b := s.current
	c := s.f.Classes[v]
	// Without a slot so far, v is in memory in no other block: those that use it have been walked
	// already. So its slot is needed up to the definition only, and may have served before.
	if n := len(s.spare[c]); s.slot[v] == 0 && s.defBlock[v] == b && n > 0 && !s.f.ReturnsTwice {
		s.slot[v], s.ownSlot[v] = s.spare[c][n-1], true
		s.spare[c] = s.spare[c][:n-1]
	} else if s.slot[v] == 0 && s.defBlock[v] == b {
		s.slot[v], s.ownSlot[v] = s.newSlot(c), true
	}
	return s.slotOf(v)
}

// reload puts v into r from where it is without a register. A constant is made again instead of
// being loaded.
func (s *local) reload(v mach.VReg, r mach.Reg, before uint32) {
	m := mach.Move{Before: before, To: mach.Loc(r), Class: s.f.Classes[v], Remat: s.remat[v]}
	if m.Remat == 0 {
		m.From = s.slotOf(v)
	}
	s.push(m)
}

// evict takes the register of w away; what follows finds w there again by a move before the given
// instruction. Before the move w is in a free register that is not in avoid, or in its slot. It is
// the backward view: the register is w's behind the point and another value's before it, so a move
// restores w at the point.
func (s *local) evict(w mach.VReg, before uint32, avoid mach.RegSet) {
	r, c := s.reg[w], s.f.Classes[w]
	s.release(w)
	// What can be made again is not worth a register.
	if s.remat[w] == 0 {
		if home := (s.free & s.allowed[c] &^ avoid &^ (1 << r)).First(); home != mach.NoReg {
			s.take(w, home)
			s.push(mach.Move{Before: before, From: mach.Loc(home), To: mach.Loc(r), Class: c})
			return
		}
		s.localSlot(w)
	}
	s.reload(w, r, before)
}
