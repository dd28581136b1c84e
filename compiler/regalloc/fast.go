package regalloc

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/x86"
)

// fast is the allocator of -O0. Blocks go in postorder, so that all uses of a value are seen
// before its definition; within a block the walk is backwards. The state says which live value
// each register holds at the current point; a live value without a register is in its slot, or
// made again where it can be. Moves are collected in reverse: each one turns the state that the
// code behind it needs into the state before it.
type fast struct {
	f       *mach.Func
	a       *mach.Alloc
	allowed [2]x86.RegSet
	free    x86.RegSet // allocatable registers that hold nothing
	in      [x86.NumRegs]mach.VReg
	reg     []x86.Reg    // by virtual register
	slot    []int32      // by virtual register: 1 + slot
	remat   []uint32     // by virtual register: 1 + instruction
	home    []mach.Block // by virtual register: where it is defined
	local   []bool       // by virtual register: its slot is given back at the definition
	spare   [2][]int32   // slots to use again for values of one block
	starts  []start      // states at the start of blocks that hand it to their predecessor
	at      []span       // by block: in starts
	seq     sequencer
	ts      []transfer
	moves   []mach.Move // in reverse
	points  []uint32    // how many moves there are before each instruction
	current mach.Block
	victim  x86.Reg // that was stolen last
}

// start says that a block expects a value in a register.
type start struct {
	v mach.VReg
	r x86.Reg
}

type span struct{ first, end int32 }

// fasts keeps the memory of allocations that are over for the next ones.
var fasts = sync.Pool{New: func() any { return new(fast) }}

func runFast(f *mach.Func, allowed [2]x86.RegSet) *mach.Alloc {
	n := len(f.Classes)
	a := &mach.Alloc{Locs: make([]mach.Loc, len(f.Operands))}
	s := fasts.Get().(*fast)
	s.f, s.a, s.allowed = f, a, allowed
	s.reg, s.slot, s.remat = sized(s.reg, n), sized(s.slot, n), sized(s.remat, n)
	s.home, s.local, s.at = sized(s.home, n), sized(s.local, n), sized(s.at, len(f.Blocks))
	s.spare = [2][]int32{s.spare[0][:0], s.spare[1][:0]}
	s.starts, s.moves, s.victim = s.starts[:0], s.moves[:0], x86.NoReg
	s.in = [x86.NumRegs]mach.VReg{}
	s.seq.reset(a)
	s.findDefs()
	order := f.Graph().ReversePostorder(0)
	for _, b := range slices.Backward(order.List) {
		s.block(b)
	}
	slices.Reverse(s.moves)
	s.points = sized(s.points, len(f.Insts)+2)
	a.Moves = sortMoves(s.moves, s.points)
	fasts.Put(s)
	return a
}

// findDefs fills home and remat.
func (s *fast) findDefs() {
	f := s.f
	for b := range f.Blocks {
		info := &f.Blocks[b]
		for _, v := range info.Params {
			s.home[v] = mach.Block(b)
		}
		for i := info.First; i < info.End; i++ {
			in := &f.Insts[i]
			for _, op := range f.Operands[in.First : in.First+uint32(in.Num)] {
				if op.Def {
					s.home[op.V] = mach.Block(b)
					if in.Remat && in.Num == 1 {
						s.remat[op.V] = i + 1
					}
				}
			}
		}
	}
}

// heir is the successor of b that hands its state to b: the one that runs most often among those
// that only b leads to. It is -1 where there is none.
func (s *fast) heir(b mach.Block) int {
	info := &s.f.Blocks[b]
	last := &s.f.Insts[info.End-1]
	if last.Kind != mach.Jump && last.Kind != mach.Branch || last.Num != 0 {
		return -1
	}
	best := -1
	for i, e := range info.Succs {
		to := &s.f.Blocks[e.To]
		if len(to.Preds) == 1 && len(to.Params) == 0 && e.To != b && (best < 0 || to.Freq > s.f.Blocks[best].Freq) {
			best = int(info.Succs[i].To)
		}
	}
	return best
}

func (s *fast) block(b mach.Block) {
	s.current = b
	info := &s.f.Blocks[b]
	s.free = s.allowed[0] | s.allowed[1]
	if h := s.heir(b); h >= 0 {
		for _, st := range s.starts[s.at[h].first:s.at[h].end] {
			s.take(st.v, st.r)
		}
	}
	last := info.End - 1
	if s.f.Insts[last].Kind == mach.Jump {
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
func (s *fast) enter(b mach.Block) {
	info := &s.f.Blocks[b]
	for _, p := range info.Params {
		s.drop(p)
	}
	hand := len(info.Preds) == 1 && len(info.Params) == 0 && s.heir(info.Preds[0]) == int(b)
	s.at[b].first = int32(len(s.starts))
	for c := range s.allowed {
		for live := s.allowed[c] &^ s.free; live != 0; live &= live - 1 {
			r := x86.Reg(bits.TrailingZeros64(uint64(live)))
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

// drop ends parameter p at the start of its block, where it is in its slot.
func (s *fast) drop(p mach.VReg) {
	if r := s.reg[p]; r != x86.NoReg {
		first := s.f.Blocks[s.home[p]].First
		s.push(mach.Move{Before: first, From: s.slotOf(p), To: mach.Loc(r), Class: s.f.Classes[p]})
		s.release(p)
	}
}

// jump stores the arguments into the slots of the parameters.
func (s *fast) jump(i uint32, e *mach.Edge) {
	if len(e.Args) == 0 {
		return
	}
	params := s.f.Blocks[e.To].Params
	s.ts = s.ts[:0]
	for n, u := range e.Args {
		c := s.f.Classes[u]
		t := transfer{to: s.slotOf(params[n]), class: c}
		free := s.free & s.allowed[c]
		switch {
		case s.reg[u] != x86.NoReg:
			t.from = mach.Loc(s.reg[u])
		case s.remat[u] != 0 && bits.OnesCount64(uint64(free)) > 1:
			r := firstReg(free)
			s.take(u, r)
			t.from = mach.Loc(r)
		case s.remat[u] != 0:
			t.remat = s.remat[u]
		case s.slot[u] != 0 && s.slotOf(u) == t.to:
			continue
		case bits.OnesCount64(uint64(free)) > 1:
			r := firstReg(free)
			s.take(u, r)
			t.from = mach.Loc(r)
		default:
			t.from = s.slotOf(u)
		}
		s.ts = append(s.ts, t)
	}
	s.seq.out = s.seq.out[:0]
	s.seq.run(s.ts, i, s.free)
	for n := len(s.seq.out) - 1; n >= 0; n-- {
		s.push(s.seq.out[n])
	}
}

func (s *fast) push(m mach.Move) { s.moves = append(s.moves, m) }

// take makes r hold v.
func (s *fast) take(v mach.VReg, r x86.Reg) {
	s.in[r], s.reg[v] = v, r
	s.free &^= 1 << r
}

// release empties the register of v.
func (s *fast) release(v mach.VReg) {
	r := s.reg[v]
	s.in[r], s.reg[v] = 0, x86.NoReg
	if (s.allowed[0] | s.allowed[1]).Has(r) {
		s.free |= 1 << r
	}
}

// slotOf is the slot of v, which gets one if it had none: one that is only used in this block if
// v is, since the blocks that use v elsewhere have been walked before and have asked already.
func (s *fast) slotOf(v mach.VReg) mach.Loc {
	if s.slot[v] == 0 {
		s.slot[v] = s.newSlot(s.f.Classes[v])
	}
	return mach.InSlot(int(s.slot[v]) - 1)
}

func (s *fast) newSlot(c mach.Class) int32 {
	s.a.Slots = append(s.a.Slots, c)
	return int32(len(s.a.Slots))
}

// localSlot is slotOf at a point inside of the block.
func (s *fast) localSlot(v mach.VReg) mach.Loc {
	b := s.current
	c := s.f.Classes[v]
	if n := len(s.spare[c]); s.slot[v] == 0 && s.home[v] == b && n > 0 {
		s.slot[v], s.local[v] = s.spare[c][n-1], true
		s.spare[c] = s.spare[c][:n-1]
	} else if s.slot[v] == 0 && s.home[v] == b {
		s.slot[v], s.local[v] = s.newSlot(c), true
	}
	return s.slotOf(v)
}

// reload puts v into r from where it is without a register.
func (s *fast) reload(v mach.VReg, r x86.Reg, before uint32) {
	m := mach.Move{Before: before, To: mach.Loc(r), Class: s.f.Classes[v], Remat: s.remat[v]}
	if m.Remat == 0 {
		m.From = s.slotOf(v)
	}
	s.push(m)
}

// evict takes the register of w away; what follows finds w there again by a move before the given
// instruction. Before the move w is in a free register that is not in avoid, or in its slot.
func (s *fast) evict(w mach.VReg, before uint32, avoid x86.RegSet) {
	r, c := s.reg[w], s.f.Classes[w]
	s.release(w)
	if s.remat[w] == 0 {
		if home := firstReg(s.free & s.allowed[c] &^ avoid &^ (1 << r)); home != x86.NoReg {
			s.take(w, home)
			s.push(mach.Move{Before: before, From: mach.Loc(home), To: mach.Loc(r), Class: c})
			return
		}
		s.localSlot(w)
	}
	s.reload(w, r, before)
}
