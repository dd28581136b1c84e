package main

// branch is a comparison fused with the branch on it: name, condition.
// It does not store the truth value, which has no other reader; if an operand is boxed, slow stores it and
// the fBrIf behind takes the branch.
// imm has the edge taken in its low half and the other in its high one, as branchEdges packs them.
const branch = `case fBr%[1]s:
	x, y := at(sp, c.a), at(sp, c.b)
	if x.t|y.t != 0 {
		goto slow
	}
	if %[2]s {
		e = edgeAt(fn, uint64(uint32(c.imm)))
	} else {
		e = edgeAt(fn, c.imm>>32)
	}
	goto take
`

// load and store are an access of the size in bits, inline: bits, bytes, the value of the bytes p, and the stores to them.
// An address of provenance 0 looks up the allocation 0, which refuses every access; so do ended ones. imm is
// the alignment less one, so one test sees a misaligned address.
// What is not in the prefix of the allocation that is known to be Bits is found by LoadN and StoreN; wildcard pointers are
// special. slowMemory sends every access to the
// reference evaluator: there are threads, or memory versions.
const (
	load = `case f%[4]s%[1]d:
	x := at(sp, c.a)
	if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
		goto slow
	}
	if uint64(x.p/memory.PageIDs) >= uint64(len(space.Pages)) {
		goto special
	}
	a := space.Pages[x.p/memory.PageIDs][x.p&(memory.PageIDs-1)]
	b, off := a.Prefix(), x.v-a.Base
	if off >= uint64(len(b)) || uint64(len(b))-off < %[2]d {
		fr.pc = placeOf(prog, c)
		r, ok := a.LoadN(off, %[2]d)
		c = instrAt(prog, fr.pc)
		if !ok {
			goto special
		}
		*at(sp, c.dst) = slot{v: %[5]s(r)}
		c = after(c)
		goto loop
	}
	p := (*[%[2]d]byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off))
	*at(sp, c.dst) = slot{v: %[5]s(%[3]s)}
	c = after(c)
`
	store = `case fStore%[1]d:
	x, y := at(sp, c.a), at(sp, c.b)
	if x.t&^words|y.t != 0 || y.v&c.imm != 0 || w.slowMemory {
		goto slow
	}
	if uint64(y.p/memory.PageIDs) >= uint64(len(space.Pages)) {
		goto special
	}
	a := space.Pages[y.p/memory.PageIDs][y.p&(memory.PageIDs-1)]
	b, off := a.Prefix(), y.v-a.Base
	if off >= uint64(len(b)) || uint64(len(b))-off < %[2]d || a.ReadOnly {
		fr.pc = placeOf(prog, c)
		ok := a.StoreN(off, %[2]d, x.v)
		c = instrAt(prog, fr.pc)
		if !ok {
			goto special
		}
		c = after(c)
		goto loop
	}
	p := (*[%[2]d]byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off))
	%[3]s
	c = after(c)
`
	// What load and store left.
	specialLoad = `case f%[3]s%[1]d:
	x := &s[c.a]
	a := w.accessible(x, %[2]d)
	r, ok := a.LoadN(x.v-a.Base, %[2]d)
	if !ok {
		return goSlow
	}
	s[c.dst] = slot{v: %[4]s(r)}
	return goNext
`
	specialStore = `case fStore%[1]d:
	x, y := &s[c.a], &s[c.b]
	if a := w.accessible(y, %[2]d); !a.StoreN(y.v-a.Base, %[2]d, x.v) {
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
	"unsafe"

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
		base int32
		sp   unsafe.Pointer // to the slots of the innermost frame
		prog unsafe.Pointer // to its code
		c    *code
		e    *edge
		site *callSite
	)
	if len(t.frames) == 0 {
		t.tooDeep()
		return threadEnded
	}

enter: // reload what the innermost frame determines
	fr = &t.frames[len(t.frames)-1]
	fn, base = fr.fn, fr.base
	sp, prog = t.slotsAt(base, fn), fn.program()
	if fr.pc < 0 {
		e = &fn.edges[fn.entry]
		goto take
	}
	c = instrAt(prog, fr.pc)

loop:
		switch c.op {
`

// others are the operations with a shape of their own.
// A guard that fails, and a select whose taken arm is boxed, leave like everything else.
// fSelect copies the slot with its provenance, so one case serves ints, floats and pointers.
// Where an int counts modulo 2^64, the first word of a wide one is enough, and only a boxed one leaves. Addresses wrap
// modulo 2^64, and only fPtrAddIn looks at bounds: what it lets pass stays in a live allocation, or is null and stays there.
const others = `		case fPtrAdd:
			x, y := at(sp, c.a), at(sp, c.b)
			if x.t&tagMask|y.t&^words != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v + y.v, p: x.p, t: x.t}
			c = after(c)
		case fPtrAddIn:
			x, y := at(sp, c.a), at(sp, c.b)
			if x.t|y.t&^words != 0 {
				goto slow
			}
			if uint64(x.p/memory.PageIDs) >= uint64(len(space.Pages)) {
				goto special
			}
			a := space.Pages[x.p/memory.PageIDs][x.p&(memory.PageIDs-1)]
			if off := x.v - a.Base; off > a.Size || off+y.v > a.Size {
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v + y.v, p: x.p}
			c = after(c)
		case fIntToPtr:
			x := at(sp, c.a)
			if x.t&^words != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v, p: wildSlot}
			c = after(c)
		case fGuardU:
			if x := at(sp, c.a); x.t != 0 || x.v<<(c.k&63)>>(c.k&63) != x.v {
				goto slow
			}
			c = after(c)
		case fGuardS:
			if x := at(sp, c.a); x.t != 0 || uint64(int64(x.v<<(c.k&63))>>(c.k&63)) != x.v {
				goto slow
			}
			c = after(c)
		case fGuardBits:
			x, m := at(sp, c.a), &fn.masks[c.imm]
			if x.t != 0 || x.v&m.zeros|^x.v&m.ones != 0 {
				goto slow
			}
			c = after(c)
		case fGuardAlign:
			if x := at(sp, c.a); x.t&tagMask != 0 || x.v&c.imm != 0 {
				goto slow
			}
			c = after(c)
		case fBrIf:
			x := at(sp, c.a)
			if x.t != 0 {
				goto slow
			}
			if x.v != 0 {
				e = edgeAt(fn, uint64(uint32(c.imm)))
			} else {
				e = edgeAt(fn, c.imm>>32)
			}
			goto take
		case fBr:
			e = edgeAt(fn, c.imm)
			goto take
		case fRegStore:
			x := at(sp, c.a)
			if x.t&^words != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v << (c.k & 63) >> (c.k & 63)}
			c = after(c)
		case fRegStoreS:
			x := at(sp, c.a)
			if x.t&^words != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: uint64(int64(x.v<<(c.k&63)) >> (c.k & 63))}
			c = after(c)
		case fLow:
			x := at(sp, c.a)
			if x.t&^words != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v}
			c = after(c)
		case fLowZ:
			x := at(sp, c.a)
			if x.t&^words != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v << (c.k & 63) >> (c.k & 63)}
			c = after(c)
		case fLowS:
			x := at(sp, c.a)
			if x.t&^words != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: uint64(int64(x.v<<(c.k&63)) >> (c.k & 63))}
			c = after(c)
		case fSelectG:
			x := at(sp, c.a)
			if x.t != 0 {
				goto slow
			}
			src, unsigned := c.b, c.k&1
			if x.v == 0 {
				src, unsigned = int32(c.imm), c.k>>1
			}
			y := *at(sp, src)
			switch {
			case y.t == boxed:
				goto slow
			case y.t == words:
				*at(sp, c.dst+1) = *at(sp, src+1)
			case unsigned != 0 && int64(y.v) < 0:
				y.t, *at(sp, c.dst+1) = words, slot{}
			}
			*at(sp, c.dst) = y
			c = after(c)
		case fPtrOff:
			x := at(sp, c.a)
			if x.t&tagMask != 0 {
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v + c.imm, p: x.p, t: x.t}
			c = after(c)
		case fIntWords:
			x := *at(sp, c.a)
			switch x.t {
			case boxed:
				goto slow
			case words:
				*at(sp, c.dst+1) = slot{v: at(sp, c.a+1).v}
			default:
				*at(sp, c.dst+1) = slot{v: uint64(int64(x.v)>>63) & c.imm}
			}
			*at(sp, c.dst) = slot{v: x.v, t: words}
			c = after(c)
		case fWordsInt:
			x := *at(sp, c.a)
			if x.t != words {
				goto slow
			}
			x.t = 0
			if hi := at(sp, c.a+1).v; hi != 0 || int64(x.v) < 0 {
				x.t, *at(sp, c.dst+1) = words, slot{v: hi}
			}
			*at(sp, c.dst) = slot{v: x.v, t: x.t}
			c = after(c)
		case fNarrow:
			x := *at(sp, c.a)
			switch {
			case x.t == 0 && int64(x.v) >= 0:
			case x.t == words && x.p == 0 && at(sp, c.a+1).v == 0:
			default:
				goto slow
			}
			*at(sp, c.dst) = slot{v: x.v}
			c = after(c)
		case fSelect:
			x := at(sp, c.a)
			if x.t != 0 {
				goto slow
			}
			src := c.b
			if x.v == 0 {
				src = int32(c.imm)
			}
			y := *at(sp, src)
			if y.t&tagMask != 0 {
				goto special
			}
			*at(sp, c.dst) = y
			c = after(c)
		case fWiden, fPassWide:
			x := *at(sp, c.a)
			switch {
			case x.t != 0:
				goto special
			case int64(x.v) < 0:
				x.t, *at(sp, c.dst+1) = words, slot{}
			}
			*at(sp, c.dst) = x
			c = after(c)
		case fPtrToInt:
			x := at(sp, c.a)
			if x.t != 0 || w.slowMemory && x.p != 0 {
				goto slow
			}
			// What has no allocation, or one that has ended, exposes nothing.
			if x.p != 0 && x.p != wildSlot && (uint64(x.p/memory.PageIDs) >= uint64(len(space.Pages)) || !space.Pages[x.p/memory.PageIDs][x.p&(memory.PageIDs-1)].Exposed) {
				goto special
			}
			*at(sp, c.dst) = slot{v: x.v}
			c = after(c)
		case fLoadBool:
			x := at(sp, c.a)
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			if uint64(x.p/memory.PageIDs) >= uint64(len(space.Pages)) {
				goto special
			}
			a := space.Pages[x.p/memory.PageIDs][x.p&(memory.PageIDs-1)]
			b, off := a.Prefix(), x.v-a.Base
			if off >= uint64(len(b)) || b[off] > 1 {
				goto special
			}
			*at(sp, c.dst) = slot{v: uint64(b[off])}
			c = after(c)
		case fLoadPtr:
			x := at(sp, c.a)
			if x.t != 0 || x.v&c.imm != 0 || w.slowMemory {
				goto slow
			}
			if uint64(x.p/memory.PageIDs) >= uint64(len(space.Pages)) {
				goto special
			}
			a := space.Pages[x.p/memory.PageIDs][x.p&(memory.PageIDs-1)]
			fr.pc = placeOf(prog, c)
			p, ok := a.LoadPtr(x.v - a.Base)
			c = instrAt(prog, fr.pc)
			if !ok {
				goto special
			}
			d := at(sp, c.dst)
			switch *d = (slot{v: p.Addr, p: uint32(p.Alloc), t: p.View << viewShift}); p.Kind {
			case memory.ProvNone:
				d.p = 0
			case memory.ProvWildcard:
				d.p = wildSlot
			}
			c = after(c)
		case fSwitch:
			x, tab := at(sp, c.a), &fn.switches[c.imm]
			n := x.v - uint64(tab.first)
			if x.t != 0 || c.k != 0 && int64(x.v) < 0 || n >= uint64(len(tab.dense)) {
				goto special
			}
			e = &fn.edges[tab.dense[n]]
			goto take
		case fCount:
			fn.counts[c.imm]++
			c = after(c)
`

// footer has edges, calls and the ways out.
// fCall pushes before it copies: the stack may move, so slots are addressed anew behind it.
const footer = `		case fCall:
			site = &fn.calls[c.imm]
			goto call
		case fCallSlow:
			if x := at(sp, c.a); x.t == 0 {
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
			fr.pc = placeOf(prog, c)
			if !t.reserveSlots(fn, t.frameSlots(fr), fr.pc) {
				goto stop
			}
			c = instrAt(prog, fr.pc+1)
		case fRet:
			if len(fr.slots) > 0 || len(t.frames) == 1 {
				goto special
			}
			// The callee's slots are above the caller's frame and stay as they are until the next call.
			t.frames = t.frames[:len(t.frames)-1]
			if c.k != 0 { // one part
				to, x := &t.frames[len(t.frames)-1], *at(sp, c.a)
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
		fr.pc = placeOf(prog, c) + 1
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
			x := *at(sp, m.src)
			if x.t != 0 {
				c = instrAt(prog, t.moveRest(e, n, base))
				goto loop
			}
			*at(sp, m.dst) = x
		}
		c = instrAt(prog, e.pc)
		goto loop

	special: // what calls
		fr.pc = placeOf(prog, c)
		switch t.special(fn, base, t.frameSlots(fr), c) {
		case goNext:
			c = instrAt(prog, fr.pc+1)
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
		c = instrAt(prog, fr.pc)

	slow:
		if fr.pc = placeOf(prog, c); t.viewed(fn, t.frameSlots(fr), c) {
			c = instrAt(prog, fr.pc+1)
			goto loop
		}
		c = instrAt(prog, fr.pc)
		// No slot was written since the last instruction.
		if !t.slow(fn, base, placeOf(prog, c)) || w.ended != nil {
			goto stop
		}
		if w.switchNow {
			return threadYields
		}
		c = instrAt(prog, fr.pc)
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
