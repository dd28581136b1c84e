package main

// branch is a comparison fused with the branch on it: name, condition.
// It does not store the truth value, which has no other reader; if an operand is boxed, slow stores it and
// the fBrIf behind takes the branch.
// imm has the edge taken in its low half and the other in its high one, as branchEdges packs them.
const branch = `case fBr%[1]s:
	x, y := &s[c.a], &s[c.b]
	if x.t|y.t != 0 {
		goto slow
	}
	if %[2]s {
		e = &fn.edges[uint32(c.imm)]
	} else {
		e = &fn.edges[c.imm>>32]
	}
	goto take
`

// loadStore is a load and a store: bits, bytes.
// An address of provenance 0 looks up the allocation 0, which refuses every access; so do ended ones. imm is
// the alignment less one, so one test sees a misaligned address.
// Nothing here tells why an access fails: the slow path does.
// Load8 and its like serve the prefix of an allocation that is known to be Bits, LoadN whatever else needs no
// report; slowMemory sends every access to the reference evaluator: there are threads, or memory versions.
const loadStore = `case fLoad%[1]d:
	x := &s[c.a]
	if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
		goto slow
	}
	a := space.Lookup(memory.AllocID(x.p))
	r, ok := a.Load%[1]d(x.v - a.Base)
	if !ok {
		if r, ok = a.LoadN(x.v-a.Base, %[2]d); !ok {
			if r, ok = w.loadWild(x, %[2]d); !ok {
				goto slow
			}
		}
	}
	s[c.dst] = slot{v: r}
	pc++
case fStore%[1]d:
	x, y := &s[c.a], &s[c.b]
	if x.t&boxed|y.t != 0 || y.v&c.imm != 0 || w.slowMemory {
		goto slow
	}
	a := space.Lookup(memory.AllocID(y.p))
	if !a.Store%[1]d(y.v-a.Base, x.v) && !a.StoreN(y.v-a.Base, %[2]d, x.v) && !w.storeWild(y, %[2]d, x.v) {
		goto slow
	}
	pc++
`

// header declares what the loop keeps in variables.
// pc, s and fuel live in registers and are written back (fr.pc, w.fuel) before anything that may look at
// them: reports, calls, switches of threads.
// A negative pc of a frame says that it has not entered its function yet.
const header = `package interp

import (
	"math"
	"math/bits"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// run executes the thread until it ends, blocks, gives up its turn, or the run ends. Its
// cases are the whole fast engine: a case that meets a boxed operand, or a result that does
// not fit, goes to slow with no slot written.
func (t *fastThread) run() runState {
	w := t.w
	var (
		fr    *fastFrame
		fn    *fastFunc
		s     []slot // the slots of the innermost frame
		base  int32
		pc    int32
		c     *code
		e     *edge
		prog  []code
		space = w.space
		fuel  = w.fuel
		next  int32
		nb    int32
		ok    bool
		site  *callSite
	)
	if len(t.frames) == 0 {
		t.tooDeep()
		return threadEnded
	}

enter: // reload what the innermost frame determines
	fr = &t.frames[len(t.frames)-1]
	fn, base, pc = fr.fn, fr.base, fr.pc
	s, prog = t.stack[base:base+fn.size], fn.code
	if pc < 0 {
		e = &fn.edges[fn.entry]
		goto take
	}

loop:
		c = &prog[pc]
		switch c.op {
`

// others are the operations with a shape of their own.
// A guard that fails, and a select whose taken arm is boxed, leave like everything else.
// fSelect copies the slot with its provenance, so one case serves ints, floats and pointers.
// Where an int counts modulo 2^64, the first word of a wide one is enough, and only a boxed one leaves. Addresses wrap
// modulo 2^64, and no bound is looked at: arithmetic alone is never undefined.
const others = `		case fPtrAdd:
			x, y := &s[c.a], &s[c.b]
			if x.t|y.t&boxed != 0 {
				goto slow
			}
			s[c.dst] = slot{v: x.v + y.v, p: x.p}
			pc++
		case fIntToPtr:
			x := &s[c.a]
			if x.t&boxed != 0 {
				goto slow
			}
			s[c.dst] = slot{v: x.v, p: wildSlot}
			pc++
		case fGuardU:
			if x := &s[c.a]; x.t != 0 || x.v<<(c.k&63)>>(c.k&63) != x.v {
				goto slow
			}
			pc++
		case fGuardS:
			if x := &s[c.a]; x.t != 0 || uint64(int64(x.v<<(c.k&63))>>(c.k&63)) != x.v {
				goto slow
			}
			pc++
		case fGuardBits:
			x, m := &s[c.a], &fn.masks[c.imm]
			if x.t != 0 || x.v&m.zeros|^x.v&m.ones != 0 {
				goto slow
			}
			pc++
		case fGuardAlign:
			if x := &s[c.a]; x.t != 0 || x.v&c.imm != 0 {
				goto slow
			}
			pc++
		case fGuardClass:
			if x := &s[c.a]; x.t != 0 || ieee754.Class(c.imm)&ieee754.Format(c.k).Classify(x.v) != 0 {
				goto slow
			}
			pc++
		case fBrIf:
			x := &s[c.a]
			if x.t != 0 {
				goto slow
			}
			if x.v != 0 {
				e = &fn.edges[uint32(c.imm)]
			} else {
				e = &fn.edges[c.imm>>32]
			}
			goto take
		case fBr:
			e = &fn.edges[c.imm]
			goto take
		case fSwitch:
			tab := &fn.switches[c.imm]
			var ed int32
			if x := &s[c.a]; x.t != 0 || c.k != 0 && int64(x.v) < 0 {
				fr.pc = pc
				var ok bool
				if ed, ok = t.switchSlow(fn, base, c, tab, fn.meta[pc].inst); !ok {
					goto stop
				}
			} else if n := x.v - uint64(tab.first); n < uint64(len(tab.dense)) {
				ed = tab.dense[n]
			} else {
				ed = tab.find(int64(x.v))
			}
			e = &fn.edges[ed]
			goto take
		case fSelect:
			x := &s[c.a]
			if x.t != 0 {
				goto slow
			}
			src := c.b
			if x.v == 0 {
				src = int32(c.imm)
			}
			y := s[src]
			if y.t != 0 {
				fr.pc = pc
				if !t.selectPoison(fn, base, c, fn.meta[pc].inst, src) {
					goto slow
				}
				if w.ended != nil {
					goto stop
				}
				pc++
				goto loop
			}
			s[c.dst] = y
			pc++
		case fLow:
			x := &s[c.a]
			if x.t == boxed {
				goto slow
			}
			s[c.dst] = slot{v: x.v}
			pc++
		case fSelectG:
			x := &s[c.a]
			if x.t != 0 {
				goto slow
			}
			src, unsigned := c.b, c.k&1
			if x.v == 0 {
				src, unsigned = int32(c.imm), c.k>>1
			}
			y := s[src]
			switch {
			case y.t == boxed:
				goto slow
			case y.t == words:
				s[c.dst+1] = s[src+1]
			case unsigned != 0 && int64(y.v) < 0:
				y.t, s[c.dst+1] = words, slot{}
			}
			s[c.dst] = y
			pc++
		case fWiden, fPassWide:
			x := s[c.a]
			switch {
			case x.t != 0 && c.op == fWiden:
				goto slow
			case x.t != 0: // poison of any class is the same
				t.copyPart(base+c.dst, base+c.a, 2)
				pc++
				goto loop
			case int64(x.v) < 0:
				x.t, s[c.dst+1] = words, slot{}
			}
			s[c.dst] = x
			pc++
		case fFloat:
			// An operation of fewer operands has its first one in place of the others.
			x, y, z := &s[c.a], &s[c.b], &s[c.imm>>32]
			if x.t|y.t|z.t != 0 {
				goto slow
			}
			s[c.dst] = slot{v: floatOps[c.k](ieee754.Format(uint32(c.imm)), x.v, y.v, z.v)}
			pc++
`

// footer has the rest of memory, then edges, calls and the reference evaluator.
// A case that may end the run, or switch to another thread, stores pc first.
// fCall pushes before it copies: the stack may move, so slots are addressed anew behind it.
const footer = `		case fLoadN:
			x := &s[c.a]
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			a := space.Lookup(memory.AllocID(x.p))
			r, ok := a.LoadN(x.v-a.Base, uint64(c.k))
			if !ok {
				if r, ok = w.loadWild(x, uint64(c.k)); !ok {
					goto slow
				}
			}
			s[c.dst] = slot{v: r}
			pc++
		case fStoreN:
			x, y := &s[c.a], &s[c.b]
			if x.t|y.t != 0 || y.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			a := space.Lookup(memory.AllocID(y.p))
			if !a.StoreN(y.v-a.Base, uint64(c.k), x.v) && !w.storeWild(y, uint64(c.k), x.v) {
				goto slow
			}
			pc++
		case fVector:
			if !t.vector(s, fn.vectors[c.imm], c.dst) {
				goto slow
			}
			pc++
		case fLoadW:
			x := &s[c.a]
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory || !w.loadWords(s[c.dst:], x, uint64(c.k)) {
				goto slow
			}
			pc++
		case fStoreW:
			x, y := &s[c.a], &s[c.b]
			if x.t != words || y.t != 0 || y.v&c.imm != 0 || w.slowMemory || !w.storeWords(s[c.a:], y, uint64(c.k)) {
				goto slow
			}
			if w.ended != nil {
				fr.pc = pc
				goto stop
			}
			pc++
		case fHolds:
			x := &s[c.a]
			if x.t != 0 || w.slowMemory {
				goto slow
			}
			if a := w.accessible(x, c.imm); !a.Holds(x.v-a.Base, c.imm, true) {
				goto slow
			}
			pc++
		case fPtrOff:
			x := &s[c.a]
			if x.t != 0 {
				goto slow
			}
			s[c.dst] = slot{v: x.v + c.imm, p: x.p}
			pc++
		case fMoves, fSelMoves:
			list := fn.moves[c.imm]
			if c.op == fSelMoves {
				x := &s[c.a]
				if x.t != 0 {
					goto slow
				}
				if x.v == 0 {
					list = fn.moves[c.imm+1]
				}
			}
			for _, m := range list {
				if x := s[m.src]; x.t == 0 {
					s[m.dst] = x
				} else {
					t.copyPart(base+m.dst, base+m.src, m.n)
				}
			}
			pc++
		case fPartInt:
			switch x := &s[c.a]; {
			case x.t == 0 && inWidth(x.v, false, width{c.imm != 0, uint32(c.k)}):
			case x.t == words && c.k == 64 && c.imm == 0 && x.p == 0 && s[c.a+1].v == 0:
			case x.t == boxed && t.isPoison(base+c.a):
			default:
				goto slow
			}
			pc++
		case fPartAlign:
			if x := &s[c.a]; x.t == 0 && x.v&c.imm != 0 || x.t != 0 && !t.isPoison(base+c.a) {
				goto slow
			}
			pc++
		case fPartClass:
			if x := &s[c.a]; x.t == 0 && ieee754.Class(c.imm)&ieee754.Format(c.k).Classify(x.v) != 0 || x.t != 0 && !t.isPoison(base+c.a) {
				goto slow
			}
			pc++
		case fIntWords:
			x := s[c.a]
			switch x.t {
			case boxed:
				goto slow
			case words:
				s[c.dst+1] = slot{v: s[c.a+1].v}
			default:
				s[c.dst+1] = slot{v: uint64(int64(x.v)>>63) & c.imm}
			}
			s[c.dst] = slot{v: x.v, t: words}
			pc++
		case fWordsInt:
			x := s[c.a]
			if x.t != words {
				goto slow
			}
			x.t = 0
			if hi := s[c.a+1].v; hi != 0 || int64(x.v) < 0 {
				x.t, s[c.dst+1] = words, slot{v: hi}
			}
			s[c.dst] = slot{v: x.v, t: x.t}
			pc++
		case fCopyW:
			if s[c.a].t != words {
				goto slow
			}
			copy(s[c.dst:c.dst+int32(c.imm)], s[c.a:c.a+int32(c.imm)])
			pc++
		case fNarrow:
			x := s[c.a]
			switch {
			case x.t == 0 && int64(x.v) >= 0:
			case x.t == words && x.p == 0 && s[c.a+1].v == 0:
			default:
				goto slow
			}
			s[c.dst] = slot{v: x.v}
			pc++
		case fLoadBool:
			x := &s[c.a]
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			a := space.Lookup(memory.AllocID(x.p))
			r, ok := a.Load8(x.v - a.Base)
			if !ok {
				if r, ok = a.LoadN(x.v-a.Base, 1); !ok {
					if r, ok = w.loadWild(x, 1); !ok {
						goto slow
					}
				}
			}
			if r > 1 {
				goto slow
			}
			s[c.dst] = slot{v: r}
			pc++
		case fLoadPtr:
			x := &s[c.a]
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			a := space.Lookup(memory.AllocID(x.p))
			p, ok := a.LoadPtr(x.v - a.Base)
			if !ok {
				a = w.wild(x, 8)
				if p, ok = a.LoadPtr(x.v - a.Base); !ok {
					goto slow
				}
			}
			s[c.dst] = pointerSlot(p)
			pc++
		case fStorePtr:
			x, y := &s[c.a], &s[c.b]
			if x.t|y.t != 0 || y.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			a := space.Lookup(memory.AllocID(y.p))
			if p := slotPointer(*x, ir.PtrIn(uint32(c.dst))); !a.StorePtr(y.v-a.Base, p) {
				if a = w.wild(y, 8); !a.StorePtr(y.v-a.Base, p) {
					goto slow
				}
			}
			pc++
		case fMemCopy, fMemFill:
			x, y, n := &s[c.a], &s[c.b], &s[c.dst]
			if x.t|y.t|n.t != 0 || w.slowMemory {
				goto slow
			}
			// No byte is no access, whatever the pointers are.
			if n.v != 0 {
				fr.pc = pc
				if x.v&c.imm != 0 || c.op == fMemFill && !w.fillBytes(x, byte(y.v), n.v) ||
					c.op == fMemCopy && (y.v&c.imm != 0 || !w.copyBytes(x, y, n.v, c.k != 0)) {
					goto slow
				}
				if w.ended != nil {
					goto stop
				}
			}
			pc++
		case fWide:
			fr.pc = pc
			if !t.wideInst(fn, base, ir.Inst(c.imm)) {
				goto slow
			}
			if w.ended != nil {
				goto stop
			}
			pc++
		case fStackSlot:
			// In this engine's frame, which ends it: exec would make a slot that nothing ends.
			fr.pc = pc
			p, ok := w.newStackSlot(fn, pc)
			if !ok {
				goto stop
			}
			fr.slots = append(fr.slots, liveSlot{fn.slots[c.imm].region, p.Alloc})
			s[c.dst] = pointerSlot(p)
			if c.k != 0 {
				t.unbox(base+c.dst, classO, w.defCheck(fn.f, fn.meta[pc].inst, 0, Ptr{p}))
			}
			pc++
		case fKill:
			t.killSlots(ir.Region(c.imm), fn.meta[pc].inst)
			pc++
		case fCall:
			site = &fn.calls[c.imm]
			goto call
		case fCallHost:
			fr.pc = pc
			if !t.callHost(fn, base, fn.hosts[c.imm]) {
				pc++
				goto loop
			}
			if w.ended != nil {
				goto stop
			}
			pc += 2
		case fCallSlow:
			if x := &s[c.a]; x.t == 0 {
				known := fn.indirect[c.imm]
				for n := range known {
					if x.p == known[n].alloc && x.v == known[n].addr {
						site = &known[n].site
						goto call
					}
				}
			}
			w.fuel = fuel
			depth := len(t.frames)
			status, pushed := t.callSlow(fn, base, pc)
			if w.ended != nil {
				goto stop
			}
			// push may have moved the frames and the stack.
			fr = &t.frames[depth-1]
			t.left = int64(fn.meta[pc].rest)
			if status != hostDone {
				fr.pc = pc // a call that waits is made again
				return status.runState()
			}
			fr.pc = pc + 1
			if pushed {
				t.frames[depth].pc = -1
				goto enter
			}
			s = t.stack[base : base+fn.size]
			pc++
			if w.switchNow {
				return threadYields
			}
		case fRet:
			parts := fn.rets[c.imm]
			if len(fr.slots) > 0 {
				t.killSlots(ir.NoRegion, fn.meta[pc].inst)
			}
			if len(t.frames) == 1 {
				fr.pc = pc
				w.fuel = fuel
				t.results = t.entryResults(fn, base, parts)
				return threadReturned
			}
			// The callee's slots are above the caller's frame and stay as they are until the next call.
			callee, cbase := fn, base
			t.frames = t.frames[:len(t.frames)-1]
			fr = &t.frames[len(t.frames)-1]
			fn, base, pc = fr.fn, fr.base, fr.pc
			s, prog = t.stack[base:base+fn.size], fn.code
			if site = t.returnSite(fn, &prog[pc-1], callee); site != nil {
				for n, r := range parts {
					x := &t.stack[cbase+r.slot]
					if x.t != 0 {
						t.copyPart(base+site.dst[n], cbase+r.slot, r.n)
					} else {
						s[site.dst[n]] = *x
					}
				}
			} else if !t.returnSlow(callee, cbase, parts) {
				goto stop
			}
		case fUnreachable, fTrap:
			fr.pc = pc
			w.terminate(&t.thread, fn.f, fn.meta[pc].inst)
			goto stop
		case fCount:
			fn.counts[c.imm]++
			pc++
		case fProbe:
			fr.pc = pc
			w.fuel = fuel
			if !t.probe(fn, base, &fn.probes[c.imm]) {
				goto slow
			}
			if w.ended != nil {
				goto stop
			}
			pc++
		default: // fSlow, fEdgeSlow
			goto slow
		}
		goto loop

	call: // make the call that site describes
		fr.pc = pc + 1
	nb, ok = t.push(site.callee)
	if !ok {
		fr.pc = pc
		t.tooDeep()
		goto stop
	}
	for _, m := range site.args {
		x := &t.stack[base+m.src]
		if x.t != 0 {
			t.copyPart(nb+m.dst, base+m.src, m.n)
		} else {
			t.stack[nb+m.dst] = *x
		}
	}
	fr = &t.frames[len(t.frames)-1]
	fn, base = site.callee, nb
	s, prog = t.stack[base:base+fn.size], fn.code
	e = &fn.edges[fn.entry]
	goto take

	take: // follow the edge e
		// The block is paid for as a whole; whoever leaves it early gives back what did not run (unspent).
		fuel -= int64(e.steps)
		if fuel < 0 {
			fuel = w.refuel(fuel)
		}
		if fuel < 0 {
			fr.pc = max(e.pc, 0)
			w.fuel = 0
			t.starved = true
			w.outOfFuel(&t.thread, fn.f, fn.meta[e.pc].inst)
			return threadEnded
		}
		// In order: lowering has sequenced the parallel copies.
		for _, m := range e.moves {
			if x := s[m.src]; x.t == 0 {
				s[m.dst] = x
			} else {
				t.copyPart(base+m.dst, base+m.src, m.n)
			}
		}
		pc = e.pc
		goto loop

	slow:
		// No slot was written since the last instruction. Only a poison condition is boxed.
		if c.op == fBrIf {
			fr.pc = pc
			w.branchOnPoison(&t.thread, fn.f, fn.meta[pc].inst, t.objs[base+c.a])
			goto stop
		}
		if next, ok = t.slow(fn, base, pc); !ok {
			goto stop
		}
		if w.ended != nil {
			goto stop
		}
		if w.switchNow {
			t.left = int64(fn.meta[pc].rest)
			fr.pc = next
			w.fuel = fuel
			return threadYields
		}
		pc = next
		goto loop

stop: // the run ended in the middle of blocks that were paid for as a whole
	w.fuel = fuel + t.unspent()
	return threadEnded
}

// returnSite returns how to copy the results of callee to the call c, nil where they need a check or
// another representation. A direct call has its site; an indirect one, if it has learned the callee.
func (t *fastThread) returnSite(fn *fastFunc, c *code, callee *fastFunc) *callSite {
	if c.op == fCall {
		return &fn.calls[c.imm]
	}
	known := fn.indirect[c.imm]
	for n := range known {
		if known[n].site.callee == callee {
			return &known[n].site
		}
	}
	return nil
}

// copyPart copies a part of n slots whose tag is not 0. Values are immutable, so both places may share a boxed one.
func (t *fastThread) copyPart(dst, src, n int32) {
	if t.stack[src].t == boxed {
		t.setObj(dst, t.objs[src])
		return
	}
	copy(t.stack[dst:dst+n], t.stack[src:src+n])
}

// unspent counts the instructions that were paid for and not executed, in every frame's block. Outer frames stand
// behind their call, which has been executed.
func (t *fastThread) unspent() int64 {
	n := t.refund
	for k := range t.frames {
		fr := &t.frames[k]
		pc := fr.pc
		if k < len(t.frames)-1 {
			pc--
		}
		n += int64(fr.fn.meta[max(pc, 0)].rest)
	}
	return n
}

// paused counts the instructions that a thread which waits for its turn was paid for and has
// not executed.
func (t *fastThread) paused() int64 {
	n := t.left
	for k := range len(t.frames) - 1 {
		n += int64(t.frames[k].fn.meta[t.frames[k].pc-1].rest)
	}
	return n
}

// truth is the word of a truth value.
func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// mulInt64 multiplies two signed words; ok is false if the product does not fit. The high word of the signed product
// is that of the unsigned one, less each operand where the other is negative (Warren, Hacker's Delight, 8-3).
func mulInt64(x, y uint64) (uint64, bool) {
	hi, lo := bits.Mul64(x, y)
	hi -= uint64(int64(x)>>63)&y + uint64(int64(y)>>63)&x
	return lo, hi == uint64(int64(lo)>>63)
}

// euclid divides with a remainder that is not negative (Boute, "The Euclidean definition of the functions div and
// mod", 1992). b is not 0, and the quotient fits.
func euclid(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		if b > 0 {
			return q - 1, r + b
		}
		return q + 1, r - b
	}
	return q, r
}

// rotateLeft rotates the low n bits of x left by k, 1 <= n <= 64; the result has no other bits.
func rotateLeft(x uint64, k int64, n uint64) uint64 {
	mask := uint64(math.MaxUint64) >> (64 - n)
	x &= mask
	k %= int64(n)
	if k < 0 {
		k += int64(n)
	}
	return (x<<uint64(k) | x>>(n-uint64(k))) & mask
}
`
