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

// load and store are an access of the size in bits, inline: bits, bytes, the value of the bytes b, the stores to them, and
// the index of the last byte.
// An address of provenance 0 looks up the allocation 0, which refuses every access; so do ended ones. imm is
// the alignment less one, so one test sees a misaligned address.
// What is not in the prefix of the allocation that is known to be Bits is found by LoadN and StoreN; wildcard pointers are
// special. slowMemory sends every access to the
// reference evaluator: there are threads, or memory versions.
const (
	load = `case fLoad%[1]d:
	x := &s[c.a]
	if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
		goto slow
	}
	a := space.Lookup(memory.AllocID(x.p))
	b, off := a.Prefix(), x.v-a.Base
	d := &s[c.dst]
	if off >= uint64(len(b)) || uint64(len(b))-off < %[2]d {
		fr.pc = pc
		r, ok := a.LoadN(off, %[2]d)
		pc = fr.pc
		if !ok {
			goto special
		}
		*d = slot{v: r}
		pc++
		goto loop
	}
	b = b[off:]
	_ = b[%[5]d]
	*d = slot{v: %[3]s}
	pc++
`
	store = `case fStore%[1]d:
	x, y := &s[c.a], &s[c.b]
	if x.t&^words|y.t != 0 || y.v&c.imm != 0 || w.slowMemory {
		goto slow
	}
	a := space.Lookup(memory.AllocID(y.p))
	b, off := a.Prefix(), y.v-a.Base
	if off >= uint64(len(b)) || uint64(len(b))-off < %[2]d || a.ReadOnly {
		fr.pc = pc
		ok := a.StoreN(off, %[2]d, x.v)
		pc = fr.pc
		if !ok {
			goto special
		}
		pc++
		goto loop
	}
	b = b[off:]
	_ = b[%[5]d]
	%[4]s
	pc++
`
	// What load and store left.
	specialAccess = `case fLoad%[1]d:
	x := &s[c.a]
	r, ok := w.loadWild(x, %[2]d)
	if !ok {
		return goSlow
	}
	s[c.dst] = slot{v: r}
	return goNext
case fStore%[1]d:
	x, y := &s[c.a], &s[c.b]
	if !w.storeWild(y, %[2]d, x.v) {
		return goSlow
	}
	return goNext
`
)

// header declares what the loop keeps in variables.
// Go's compiler keeps a variable in a register across the loop, and spills it once, only if nothing in the loop
// assigns it; what it assigns it spills in each turn, and so it does with what is used after a call in several cases.
// Hence only enter assigns the variables of a frame, and a case that calls does so for one instruction at most, with pc
// read from the frame after it and the place of the result taken before it. Everything else that calls is special.
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
// cases, and those of special, are the whole fast engine: a case that meets a boxed operand, or a result that does
// not fit, goes to slow with no slot written.
func (t *fastThread) run() runState {
	w := t.w
	space := w.space
	var (
		fr   *fastFrame
		fn   *fastFunc
		s    []slot // the slots of the innermost frame
		base int32
		pc   int32
		c    *code
		e    *edge
		prog []code
		site *callSite
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
// modulo 2^64, and only fPtrAddIn looks at bounds: what it lets pass stays in a live allocation, or is null and stays there.
const others = `		case fPtrAdd:
			x, y := &s[c.a], &s[c.b]
			if x.t|y.t&^words != 0 {
				goto slow
			}
			s[c.dst] = slot{v: x.v + y.v, p: x.p}
			pc++
		case fPtrAddIn:
			x, y := &s[c.a], &s[c.b]
			if x.t|y.t&^words != 0 {
				goto slow
			}
			a := space.Lookup(memory.AllocID(x.p))
			if off := x.v - a.Base; off > a.Size || off+y.v > a.Size {
				goto slow
			}
			s[c.dst] = slot{v: x.v + y.v, p: x.p}
			pc++
		case fIntToPtr:
			x := &s[c.a]
			if x.t&^words != 0 {
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
		case fRegStore:
			x, d := &s[c.a], &s[c.dst]
			if x.t&^words|d.t&inMemory != 0 {
				goto slow
			}
			*d = slot{v: x.v << (c.k & 63) >> (c.k & 63)}
			pc++
		case fLow:
			x := &s[c.a]
			if x.t&^words != 0 {
				goto slow
			}
			s[c.dst] = slot{v: x.v}
			pc++
		case fLowZ:
			x := &s[c.a]
			if x.t&^words != 0 {
				goto slow
			}
			s[c.dst] = slot{v: x.v << (c.k & 63) >> (c.k & 63)}
			pc++
		case fLowS:
			x := &s[c.a]
			if x.t&^words != 0 {
				goto slow
			}
			s[c.dst] = slot{v: uint64(int64(x.v<<(c.k&63)) >> (c.k & 63))}
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
		case fPtrOff:
			x := &s[c.a]
			if x.t != 0 {
				goto slow
			}
			s[c.dst] = slot{v: x.v + c.imm, p: x.p}
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
				goto special
			}
			s[c.dst] = y
			pc++
		case fWiden, fPassWide:
			x := s[c.a]
			switch {
			case x.t != 0:
				goto special
			case int64(x.v) < 0:
				x.t, s[c.dst+1] = words, slot{}
			}
			s[c.dst] = x
			pc++
		case fPtrToInt:
			x := &s[c.a]
			if x.t != 0 || w.slowMemory && x.p != 0 {
				goto slow
			}
			// What has no allocation, or one that has ended, exposes nothing.
			if x.p != 0 && x.p != wildSlot && !space.Lookup(memory.AllocID(x.p)).Exposed {
				goto special
			}
			s[c.dst] = slot{v: x.v}
			pc++
		case fLoadBool:
			x := &s[c.a]
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			a := space.Lookup(memory.AllocID(x.p))
			b, off := a.Prefix(), x.v-a.Base
			if off >= uint64(len(b)) || b[off] > 1 {
				goto special
			}
			s[c.dst] = slot{v: uint64(b[off])}
			pc++
		case fLoadPtr:
			x := &s[c.a]
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			a, d := space.Lookup(memory.AllocID(x.p)), &s[c.dst]
			fr.pc = pc
			p, ok := a.LoadPtr(x.v - a.Base)
			pc = fr.pc
			if !ok {
				goto special
			}
			switch *d = (slot{v: p.Addr, p: uint32(p.Alloc)}); p.Kind {
			case memory.ProvNone:
				d.p = 0
			case memory.ProvWildcard:
				d.p = wildSlot
			}
			pc++
		case fSwitch:
			x, tab := &s[c.a], &fn.switches[c.imm]
			n := x.v - uint64(tab.first)
			if x.t != 0 || c.k != 0 && int64(x.v) < 0 || n >= uint64(len(tab.dense)) {
				goto special
			}
			e = &fn.edges[tab.dense[n]]
			goto take
		case fCount:
			fn.counts[c.imm]++
			pc++
`

// footer has edges, calls and the ways out.
// fCall pushes before it copies: the stack may move, so slots are addressed anew behind it.
const footer = `		case fCall:
			site = &fn.calls[c.imm]
			goto call
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
			goto special
		case fRegSlot:
			fr.pc = pc
			if !t.reserveSlots(fn, s, pc) {
				goto stop
			}
			pc = fr.pc + 1
		case fRet:
			if len(fr.slots) > 0 || len(t.frames) == 1 {
				goto special
			}
			// The callee's slots are above the caller's frame and stay as they are until the next call.
			t.frames = t.frames[:len(t.frames)-1]
			if c.k != 0 { // one part
				to, x := &t.frames[len(t.frames)-1], s[c.a]
				if call := &to.fn.code[to.pc-1]; call.op == fCall && x.t == 0 {
					t.stack[to.base+call.dst] = x
					goto enter
				}
			}
			if !t.giveBack(fn.rets[c.imm], fn, base) {
				goto stop
			}
			goto enter
		case fSlow, fEdgeSlow:
			goto slow
		default:
			goto special
		}
		goto loop

	call: // make the call that site describes
		fr.pc = pc + 1
	if !t.enterCall(site, base) {
		fr.pc--
		t.tooDeep()
		goto stop
	}
	goto enter

	take: // follow the edge e
		// The block is paid for as a whole; whoever leaves it early gives back what did not run (unspent).
		if w.fuel -= int64(e.steps); w.fuel < 0 {
			t.edge = e
			if !t.refuelled(fr, e) {
				return threadEnded
			}
			e = t.edge
		}
		// In order: lowering has sequenced the parallel copies.
		for n := range e.moves {
			m := &e.moves[n]
			x := s[m.src]
			if x.t != 0 {
				pc = t.moveRest(e, n, base)
				goto loop
			}
			s[m.dst] = x
		}
		pc = e.pc
		goto loop

	special: // what calls
		fr.pc = pc
		switch t.special(fn, base, s, &prog[pc]) {
		case goNext:
			pc = fr.pc + 1
			goto loop
		case goEdge:
			e = t.edge
			goto take
		case goEnter:
			goto enter
		case goStop:
			goto stop
		case goReturn:
			return t.state
		}
		pc = fr.pc

	slow:
		// No slot was written since the last instruction.
		if !t.slow(fn, base, pc) || w.ended != nil {
			goto stop
		}
		if w.switchNow {
			return threadYields
		}
		pc = fr.pc
		goto loop

stop: // the run ended in the middle of blocks that were paid for as a whole
	w.fuel += t.unspent()
	return threadEnded
}

// special executes the instruction c of the innermost frame, whose slots are s, if it is one that calls. The frame has
// its place.
func (t *fastThread) special(fn *fastFunc, base int32, s []slot, c *code) verdict {
	w := t.w
	fr := &t.frames[len(t.frames)-1]
	pc := fr.pc
	switch c.op.first() {
`
