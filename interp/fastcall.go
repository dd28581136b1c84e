package interp

import "math/bits"

// What the dispatch loop (fastrun_gen.go) calls on the way in and out of functions, and the arithmetic that it shares.

// verdict is where an instruction continues.
type verdict int

const (
	goNext   verdict = iota
	goSlow           // no slot was written: the slow path executes it
	goEdge           // t.edge
	goEnter          // as the innermost frame says
	goStop           // the run has ended
	goReturn         // t.state
)

// enterCall makes the frame of the call that site describes in the frame at base; it is false at a limit. What push has to
// do is done here where there is room for the frame.
func (t *fastThread) enterCall(site *callSite, base int32) bool {
	fn, n := site.callee, len(t.frames)
	nb := base + t.frames[n-1].fn.size
	if end := int(nb) + int(fn.size); fn.code != nil && n < t.maxDepth && n < cap(t.frames) && end <= len(t.stack) && fn.objects == nil {
		to := t.stack[nb+fn.nparams : end]
		//lint:ignore S1001 a template has a few words, for which a call of memmove takes longer
		for k, x := range fn.template {
			to[k] = x
		}
		t.frames = t.frames[:n+1]
		fr := &t.frames[n]
		fr.fn, fr.base, fr.pc, fr.owed = fn, nb, -1, 0
		fr.slots = fr.slots[:0]
		if fr.more != nil {
			fr.more = nil
		}
	} else {
		var ok bool
		if nb, ok = t.push(fn); !ok {
			return false
		}
		t.frames[n].pc = -1
	}
	s := t.stack
	for k := range site.args {
		m := &site.args[k]
		if x := &s[base+m.src]; x.t == 0 {
			s[nb+m.dst] = *x
		} else {
			t.copyPart(nb+m.dst, base+m.src, m.n)
		}
	}
	return true
}

// giveBack copies the results of callee, whose frame at cbase has ended, to the call of the innermost frame; it is false
// if that ended the run.
func (t *fastThread) giveBack(parts []retPart, callee *fastFunc, cbase int32) bool {
	fr := &t.frames[len(t.frames)-1]
	site := t.returnSite(fr.fn, &fr.fn.code[fr.pc-1], callee)
	if site == nil {
		return t.returnSlow(callee, cbase, parts)
	}
	for n, r := range parts {
		x := &t.stack[cbase+r.slot]
		if x.t != 0 {
			t.copyPart(fr.base+site.dst[n], cbase+r.slot, r.n)
		} else {
			t.stack[fr.base+site.dst[n]] = *x
		}
	}
	return true
}

// refuelled asks for more fuel before the block behind e; it is false, and the run has ended, if there is none.
func (t *fastThread) refuelled(fr *fastFrame, e *edge) bool {
	w := t.w
	if w.endless != nil && !w.endless.look(t, e) {
		return false
	}
	if w.fuel = w.refuel(w.fuel); w.fuel >= 0 {
		return true
	}
	fr.pc = max(e.pc, 0)
	w.fuel = 0
	t.starved = true
	w.outOfFuel(&t.thread, fr.fn.f, fr.fn.meta[e.pc].inst)
	return false
}

// moveRest makes the copies of e from the nth on, and returns where e leads.
func (t *fastThread) moveRest(e *edge, n int, base int32) int32 {
	for _, m := range e.moves[n:] {
		if x := t.stack[base+m.src]; x.t == 0 {
			t.stack[base+m.dst] = x
		} else {
			t.copyPart(base+m.dst, base+m.src, m.n)
		}
	}
	return e.pc
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
