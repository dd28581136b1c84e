package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// x86 orders all loads and stores as acquire and release do (SDM volume 3, 9.2). What is left is a
// sequentially consistent store, which is an exchange, and such a fence.

// atomicBytes is the size of an atomic access of values of type t.
// Other sizes have no instruction that is atomic by itself.
func (s *selector) atomicBytes(i ir.Inst, v ir.Value) uint32 {
	n := s.f.Attr(i).N
	if n == 0 {
		n = ir.NaturalBytes(s.f.TypeOf(v))
	}
	if n != 1 && n != 2 && n != 4 && n != 8 {
		s.refuse(v, "an atomic access of %d bytes", n)
	}
	return n
}

// atomic selects an atomic operation.
func (s *selector) atomic(i ir.Inst, op ir.Op) {
	f := s.f
	switch op {
	case ir.OpFence:
		if f.Attr(i).Order == ir.SeqCst {
			// Only a store followed by a load of another place is reordered by the processor, which this
			// forbids; weaker fences are no instruction.
			s.begin(mach.Row, x86.MFENCE)
		}
	case ir.OpAtomicLoad:
		v := f.Result(i, 1)
		n := s.atomicBytes(i, v)
		dst := s.result(v)
		s.read(dst, s.address(f.Arg(i, 0)), n, v)
		s.widen(v)
	case ir.OpAtomicStore:
		v := f.Arg(i, 0)
		n := s.atomicBytes(i, v)
		a := s.address(f.Arg(i, 1))
		if f.Attr(i).Order != ir.SeqCst {
			s.write(a, n, v)
			return
		}
		// An exchange with memory is locked without a prefix, and so orders like a fence.
		s.exchange(xchgs, 0, n, a, s.bitsOf(v, n), 0)
	case ir.OpRMW:
		s.rmw(i)
	case ir.OpCmpXchg:
		s.cmpXchg(i)
	}
}

// result is the register for the result v of an instruction with an effect.
// Instructions are selected from the last to the first, so that readers have asked for the register already;
// where none has, the value goes to a register that nothing reads.
func (s *selector) result(v ir.Value) mach.VReg {
	r := &s.values[v]
	if r.narrow == 0 {
		r.narrow = s.temp(s.class(v))
	}
	return r.narrow
}

// bitsOf is a general register with the n bytes of v.
// Floats and pieces of vectors come over from a vector register; atomic instructions have none as operands.
func (s *selector) bitsOf(v ir.Value, n uint32) mach.VReg {
	r := s.narrow(v)
	switch {
	case s.class(v) == mach.GPR:
		if s.values[v].int {
			r = s.reg(v, int(n)*8)
		}
		return r
	case n == 4:
		d := s.temp(mach.GPR)
		s.unary2(x86.MOVD_rm32_x, d, r)
		return d
	}
	d := s.temp(mach.GPR)
	s.unary2(x86.MOVQ_rm64_x, d, r)
	return d
}

// exchange is a row that swaps or adds v to memory and gives what was there.
// The row reads and overwrites its register, so that dst is defined over the first use.
func (s *selector) exchange(rows sized, p x86.Prefix, n uint32, a address, v, dst mach.VReg) {
	k := s.begin(mach.Row, rows[size(int(n)*8)])
	k.X.Prefix = p
	s.use(k, v)
	m := s.memory(k, &a)
	k.X.Args[0], k.X.Args[1] = m, x86.R(s.defOver(k, s.or(dst), 0))
}

// rmw selects a read-modify-write: by its instruction where there is one, else by a locked
// operation if the old value is not needed. The others would take a loop, which is left to
// legalization.
func (s *selector) rmw(i ir.Inst) {
	f := s.f
	v := f.Result(i, 1)
	x := f.Arg(i, 1)
	n := s.atomicBytes(i, v)
	w := int(n) * 8
	a := s.address(f.Arg(i, 0))
	// Readers come later in the block, or in blocks that are selected before: whoever reads v has a register of
	// it by now.
	needed := s.values[v].narrow != 0 || s.values[v].wide != 0
	op := f.Attr(i).RMW
	switch {
	case op == ir.RMWXchg:
		t := s.temp(mach.GPR)
		s.exchange(xchgs, 0, n, a, s.bitsOf(x, n), t)
		s.old(v, n, t, needed)
	case op == ir.RMWAdd || op == ir.RMWSub && needed:
		y := s.bitsOf(x, n)
		if op == ir.RMWSub {
			// x - y is x + (-y) in the low n bytes, which are all that xadd adds.
			y = s.inPlace(unNeg[size(max(w, 32))], s.temp(mach.GPR), y)
		}
		t := s.temp(mach.GPR)
		s.exchange(xadds, x86.Lock, n, a, y, t)
		s.old(v, n, t, needed)
	case !needed:
		s.put(rmws[op].store[size(w)], a, s.bitsOf(x, n))
		s.last().X.Prefix = x86.Lock
	default:
		s.rmwLoop(op, n, a, s.bitsOf(x, n), v)
	}
}

// old makes v of the n bytes that were in memory.
// An int is zero-extended: what is in memory is an unsigned number of n bytes.
func (s *selector) old(v ir.Value, n uint32, t mach.VReg, needed bool) {
	if !needed {
		return
	}
	dst := s.result(v)
	switch {
	case s.class(v) == mach.Vec && n == 4:
		s.unary(x86.MOVD_x_rm32, dst, regSource(t))
	case s.class(v) == mach.Vec:
		s.unary(x86.MOVQ_x_rm64, dst, regSource(t))
	case n == 8 || !s.values[v].int:
		s.move(dst, t)
	default:
		s.extend(dst, t, int(n)*8, 64, false)
	}
	s.widen(v)
}

// cmpXchg selects cmpxchg, whose old value is in rax.
// The IR has no other result: the old value tells the program whether it stored.
func (s *selector) cmpXchg(i ir.Inst) {
	f := s.f
	v := f.Result(i, 1)
	n := s.atomicBytes(i, v)
	want, with := s.bitsOf(f.Arg(i, 1), n), s.bitsOf(f.Arg(i, 2), n)
	a := s.address(f.Arg(i, 0))
	t := s.temp(mach.GPR)
	s.compareExchange(n, &a, want, with, t)
	s.old(v, n, t, s.values[v].narrow != 0 || s.values[v].wide != 0)
}

// compareExchange leaves what was in memory in RAX whether it stored or not: equal to want if it did.
func (s *selector) compareExchange(n uint32, a *address, want, with, old mach.VReg) {
	k := s.begin(mach.Row, cmpxchgs[size(int(n)*8)])
	k.X.Prefix = x86.Lock
	s.useIn(k, want, x86.RAX)
	m := s.memory(k, a)
	k.X.Args[0], k.X.Args[1] = m, x86.R(s.use(k, with))
	s.defIn(k, old, x86.RAX)
}

// cut makes what is selected so far of the current block a block of its own, and returns it.
// What was selected comes after the cut, as selection goes backwards: the new block gets it and the successors.
func (s *selector) cut() mach.Block {
	s.flush(s.start)
	here := s.here.index
	tail := s.extra(s.here.freq)
	s.draft[tail].Succs, s.draft[here].Succs = s.draft[here].Succs, nil
	s.done[tail] = chunk{s.start, len(s.rev)}
	s.start = len(s.rev)
	return tail
}

// rmwLoop selects a read-modify-write that gives the old value and has no instruction: it tries to
// exchange until nothing else wrote in between.
// The parts are made from the end to the beginning, as everything here: what reads the result, the back edge,
// the attempt, the first load.
func (s *selector) rmwLoop(op ir.RMWOp, n uint32, a address, y mach.VReg, v ir.Value) {
	old, seen := s.temp(mach.GPR), s.temp(mach.GPR)
	// What the operands need stands before the loop; it is put back once the loop is there.
	setup := s.seq
	s.seq = nil
	s.old(v, n, seen, true)
	loop, back := s.extra(s.here.freq), s.extra(s.here.freq)
	tail := s.cut()
	s.loops = append(s.loops, loop, back, tail)
	w := int(n) * 8
	s.begin(mach.Jump, x86.JMP_rel32)
	s.draft[back].Succs = []mach.Edge{{To: loop, Args: []mach.VReg{seen}}}
	s.finishExtra(back)
	s.draft[loop].Params = []mach.VReg{old}
	with := s.alu(rmws[op], max(w, 32), 0, old, regSource(y))
	// seen is the argument of the next attempt: a failed exchange has read memory anew.
	s.compareExchange(n, &a, old, with, seen)
	s.branch(loop, x86.NE, mach.Edge{To: back}, mach.Edge{To: tail})
	s.finishExtra(loop)
	s.start = len(s.rev)
	s.seq = setup
	first := s.temp(mach.GPR)
	s.unary(movRows[size(w)], first, source{kind: x86.KMem, mem: a})
	s.begin(mach.Jump, x86.JMP_rel32)
	s.draft[s.here.index].Succs = []mach.Edge{{To: loop, Args: []mach.VReg{first}}}
}
