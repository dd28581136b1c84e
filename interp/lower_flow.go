package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// terminator lowers the end of a block.
func (l *lowerer) terminator(i ir.Inst, m codeMeta) {
	f := l.f
	switch f.Op(i) {
	case ir.OpUnreachable:
		l.emit(code{op: fUnreachable}, m)
	case ir.OpTrap:
		l.emit(code{op: fTrap}, m)
	case ir.OpLongJmp:
		l.emit(code{op: fLongJump}, m)
	case ir.OpRet:
		l.ret(i, m)
	case ir.OpBrIf:
		if l.sunk != ir.NoInst {
			l.compareAndBranch(i, m)
			return
		}
		c := l.condition(i, m)
		br := l.emit(code{op: fBrIf, a: c}, m)
		l.fn.code[br].imm = l.branchEdges(i, m)
	case ir.OpSwitch:
		c := l.condition(i, m)
		at := l.emit(code{op: fSwitch, a: c, imm: uint64(len(l.fn.switches))}, m)
		if l.fn.class[f.Arg(i, 0)] == classU && !l.w.overwrites(f.Operand(i, 0).Annot) {
			l.fn.code[at].k = 1
		}
		l.fn.switches = append(l.fn.switches, switchTable{})
		n := len(l.fn.switches) - 1
		var cases []switchCase
		var big []bigCase
		edges := f.Edges(nil, i)
		for k, e := range edges {
			ed := l.edgeTo(i, e, m)
			if k == len(edges)-1 {
				l.fn.switches[n] = newSwitch(cases, big, ed)
			} else if v, ok := f.TargetCase(i, k).Int64(); ok {
				cases = append(cases, switchCase{v, ed})
			} else {
				big = append(big, bigCase{f.TargetCase(i, k), ed})
			}
		}
	default: // br, continue, region_yield
		if l.falls[f.InstBlock(i)] {
			return
		}
		ed := l.edgeCode(i, f.Edges(nil, i)[0], m)
		l.emit(code{op: fBr, imm: uint64(ed)}, m)
	}
}

// condition returns the slot of the checked condition of brif or switch.
// A check that fails makes the condition poison, and the branch, which then finds a boxed slot, reports it.
// A condition is checked once, before any edge.
func (l *lowerer) condition(i ir.Inst, m codeMeta) int32 {
	o := l.f.Operand(i, 0)
	if l.w.overwrites(o.Annot) {
		m.what, m.n = metaArg, 0
		return l.convert(o, ir.NoAnnot, width{true, infWidth}, m)
	}
	if !claims(o.Annot) || l.f.TypeOf(o.Value) == ir.Int && implied(o.Annot, l.width[o.Value]) {
		return l.slot(o.Value)
	}
	m.what, m.n = metaArg, 0
	return l.convert(o, ir.NoAnnot, l.width[o.Value], m)
}

// branchEdges packs the edges of a brif: taken in the low half, not taken in the high one.
// Each index is below 2^32, as edges are counted by int32.
func (l *lowerer) branchEdges(i ir.Inst, m codeMeta) uint64 {
	edges := l.f.Edges(nil, i)
	t := l.edgeTo(i, edges[0], m)
	e := l.edgeTo(i, edges[1], m)
	return uint64(t) | uint64(e)<<32
}

// ret lowers a return: every value is brought to the width that the signature promises.
// The caller's copies then need no check of their own unless the call claims more than the signature.
func (l *lowerer) ret(i ir.Inst, m codeMeta) {
	f := l.f
	var parts []retPart
	data, token := 0, l.fn.memAt
	for n := range f.NumOperands(i) {
		o := f.Operand(i, n)
		if f.TypeOf(o.Value) == ir.Mem {
			token = l.slot(o.Value)
			continue
		}
		p := f.Returns[data]
		data++
		m.what, m.n = metaRet, int32(n)
		src := l.convert(o, p.Annot, paramWidth(p), m)
		for _, n := range l.w.layoutOf(p.Type, classOfParam(p)) {
			parts = append(parts, retPart{src, n})
			src += n
		}
	}
	if l.fn.memAt >= 0 {
		parts = append(parts, retPart{token, 1})
	}
	m.what, m.n = metaInst, 0
	l.see(probeAfter, i, m)
	c := code{op: fRet, imm: uint64(len(l.fn.rets))}
	if len(parts) == 1 {
		c.k, c.a = 1, parts[0].slot
	}
	l.emit(c, m)
	l.fn.rets = append(l.fn.rets, parts)
}

// paramWidth is the width of a parameter or result of a signature, whether or not the run overwrites don't-care bits.
// Caller and callee ask it alike, so both know the class of the slot.
func paramWidth(p ir.Param) width {
	if w, ok := annotWidth(p.Annot); ok && w.n != 0 {
		return overwrittenWidth(p.Annot, w)
	}
	return width{true, infWidth}
}

// call lowers a call. A direct call of a function of the module with the right signature
// copies its arguments into the new frame; everything else goes to the reference evaluator.
// Results that need a check arrive in a spare slot and are checked by code after the call, in the caller's frame.
// The token is no slot and is not passed.
func (l *lowerer) call(i ir.Inst, m codeMeta) {
	f := l.f
	callee := l.directCallee(i)
	if callee == nil {
		if h := l.hostSite(i); h != nil {
			l.emit(code{op: fCallHost, imm: uint64(len(l.fn.hosts))}, m)
			l.fn.hosts = append(l.fn.hosts, h)
			if l.fn.cover != nil {
				l.fn.cover.hosts[i] = h
			}
		} else if c, ok := l.fieldStore(i); ok {
			l.emit(c, m)
		}
		l.emit(code{op: fCallSlow, a: l.slot(f.Arg(i, 0)), imm: uint64(len(l.fn.indirect))}, m)
		l.fn.indirect = append(l.fn.indirect, nil)
		return
	}
	site := callSite{callee: l.w.fastFunc(callee)}
	for n, p := range callee.Params {
		m.what, m.n = metaArg, int32(n+1)
		src := l.convert(f.Operand(i, n+1), p.Annot, paramWidth(p), m)
		site.args = appendMoves(site.args, site.callee.paramAt[n], src, l.w.layoutOf(p.Type, classOfParam(p)))
	}
	type fix struct {
		tmp int32
		n   int
	}
	var fixes []fix
	for n, p := range callee.Returns {
		v := f.Result(i, n+1)
		dst, layout := l.slot(v), l.w.layoutOf(p.Type, classOfParam(p))
		asIs := f.TypeOf(v) == ir.Int && (implied(f.AnnotOf(v), paramWidth(p)) && paramWidth(p).within(l.width[v]) && paramWidth(p).class() == l.fn.class[v]) ||
			f.TypeOf(v) != ir.Int && (!claims(f.AnnotOf(v)) || f.AnnotOf(v) == p.Annot)
		if asIs && !l.w.overwrites(f.AnnotOf(v)) {
			site.dst = appendParts(site.dst, dst, layout)
			continue
		}
		tmp := l.temp(extent(layout))
		site.dst = appendParts(site.dst, tmp, layout)
		fixes = append(fixes, fix{tmp, n + 1})
	}
	if l.fn.memAt >= 0 {
		site.args = append(site.args, move{site.callee.memAt, l.slot(f.Arg(i, f.NumOperands(i)-1)), 1})
		site.dst = append(site.dst, l.slot(f.Result(i, 0)))
	}
	m.what, m.n = metaInst, 0
	c := code{op: fCall, imm: uint64(len(l.fn.calls))}
	if len(site.dst) == 1 {
		c.dst = site.dst[0]
	}
	l.emit(c, m)
	l.fn.calls = append(l.fn.calls, site)
	for _, x := range fixes {
		m.what, m.n = metaResult, int32(x.n)
		l.receive(f.Result(i, x.n), x.tmp, paramWidth(callee.Returns[x.n-1]), m)
	}
}

// receive emits the check that moves a value of width from, which was passed to v and lies at slot src, to where it
// belongs: one test where that is enough, else the reference evaluator's.
func (l *lowerer) receive(v ir.Value, src int32, from width, m codeMeta) {
	claim := l.f.AnnotOf(v)
	if l.w.overwrites(claim) {
		l.emit(code{op: fEdgeSlow, dst: l.slot(v), a: src}, m)
		return
	}
	if t := l.f.TypeOf(v); l.inParts(t) && l.passParts(t, src, l.slot(v), claim, m) {
		return
	}
	c := code{op: fEdgeSlow}
	if l.f.TypeOf(v) != ir.Int {
		if test, ok := claimTest(l.f.TypeOf(v), claim); ok {
			c = test
		}
	} else {
		if from.class() == classG {
			from = meetWidth(from, s64) // what is more leaves
		}
		switch tests, ok := l.tests(from, l.fn.class[v], claim); {
		case ok && len(tests) == 0:
			c.op = fCheckS // that it is a word
		case ok && len(tests) == 1:
			if c = tests[0]; c.op == fWiden {
				c.op = fPassWide
			}
		}
	}
	c.dst, c.a = l.slot(v), src
	l.emit(c, m)
}

// directCallee returns the function that call i certainly calls with the right signature.
// The call of a function whose type does not agree is undefined behaviour, which the slow path reports.
func (l *lowerer) directCallee(i ir.Inst) *ir.Func {
	f := l.f
	o := f.Operand(i, 0)
	callee := l.w.calleeOf(f, i)
	if callee == nil || claims(o.Annot) || claims(f.AnnotOf(o.Value)) || f.NumOperands(i) != len(callee.Params)+2 || f.NumResults(i) != len(callee.Returns)+1 {
		return nil
	}
	if l.w.o.SourceUB && !callTypesAgree(f.Mark(i), callee) {
		return nil
	}
	if l.overwritesArguments(i, callee) { // all uses are checked before the first parameter
		return nil
	}
	for n, p := range callee.Params {
		if f.TypeOf(f.Arg(i, n+1)) != p.Type {
			return nil
		}
	}
	for n, p := range callee.Returns {
		if f.TypeOf(f.Result(i, n+1)) != p.Type {
			return nil
		}
	}
	return callee
}

// join finds the blocks that do nothing at their end but go to the one that is lowered next, which nothing else goes to: its code follows, and
// who enters the first pays for both.
func (l *lowerer) join() {
	f := l.f
	n := f.NumBlocks()
	l.falls = zeroed(l.falls, n)
	if l.fn.cover != nil || l.w.o.Observer != nil || l.fn.memAt >= 0 {
		return
	}
	l.entries, l.order = zeroed(l.entries, n), slices.AppendSeq(l.order[:0], f.Blocks())
	for _, b := range l.order {
		if t := f.Terminator(b); t != ir.NoInst {
			l.ways = f.Edges(l.ways[:0], t)
			for _, e := range l.ways {
				l.entries[e.Block]++
			}
		}
	}
	// From the last to the first, so that what a block goes on with has its count.
	for k := len(l.order) - 2; k >= 0; k-- {
		b, next := l.order[k], l.order[k+1]
		t := f.Terminator(b)
		if t == ir.NoInst || f.Op(t) != ir.OpBr || l.entries[next] != 1 {
			continue
		}
		l.ways = f.Edges(l.ways[:0], t)
		if l.ways[0].Block != next || l.leaves(t, next) != ir.NoRegion || slices.ContainsFunc(f.Args(next), l.holdsSlots) {
			continue
		}
		l.falls[b] = true
		l.count[b] += l.count[next]
	}
}
