package interp

import (
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
)

// Coverage on the fast engine. What code counts is edges, calls and kinds of accesses; how often an instruction was
// executed follows from that and from where the run stopped, and which checks it made from its opcode. What the reference
// evaluator's functions execute they count themselves.

// funcCover says what the counts of a function mean.
type funcCover struct {
	calls  int                 // count of the calls
	edges  map[[2]ir.Block]int // counts of the edges
	access map[ir.Inst]*memAccess
	slow   map[ir.Inst]int64 // calls that were made in the general way
	hosts  map[ir.Inst]*hostSite
}

func newFuncCover() *funcCover {
	return &funcCover{edges: map[[2]ir.Block]int{}, access: map[ir.Inst]*memAccess{}, slow: map[ir.Inst]int64{}, hosts: map[ir.Inst]*hostSite{}}
}

// The counts of an access, from its first on: how often the instruction was executed, its accesses through either pointer by
// kindOf, and how often a vector access had an active lane.
const (
	countRuns = iota
	countFirst
	countSecond  = countFirst + 3
	countSome    = countSecond + 3
	accessCounts = countSome + 1
)

// enter is the edge into the entry block b of a new frame.
func (l *lowerer) enter(b ir.Block) int32 {
	var moves []move
	if l.fn.memAt >= 0 {
		for _, a := range l.f.Args(b) {
			moves = append(moves, move{l.slot(a), l.fn.memAt, 1})
		}
	}
	if l.fn.cover == nil {
		return l.newEdge(b, moves)
	}
	m := codeMeta{inst: l.f.FirstInst(b), inst2: ir.NoInst, store: ir.NoInst}
	l.fn.cover.calls = l.newCounts(1)
	pc := l.emit(code{op: fCount, imm: uint64(l.fn.cover.calls)}, m)
	l.emit(code{op: fBr, imm: uint64(l.newEdge(b, moves))}, m)
	return l.localEdge(pc)
}

// countEdge emits the count of an edge.
func (l *lowerer) countEdge(from, to ir.Block, m codeMeta) {
	if l.fn.cover == nil {
		return
	}
	key := [2]ir.Block{from, to}
	n, ok := l.fn.cover.edges[key]
	if !ok {
		n = l.newCounts(1)
		l.fn.cover.edges[key] = n
	}
	m.what = metaInst
	l.emit(code{op: fCount, imm: uint64(n)}, m)
}

// count adds by to the counts of the access, as its operands are; it counts nothing where an operand is boxed. An
// instruction that leaves calls it with -1, its operands being what they were.
func (x *memAccess) count(t *fastThread, fn *fastFunc, base int32, by int64) {
	w, s := t.w, t.stack[base:base+fn.size]
	c := fn.counts[x.counts : x.counts+accessCounts]
	if x.op.IsVector() {
		if !x.vec.ready(s) {
			return
		}
		some := false
		for k := range x.vec.n {
			if x.vec.on(s, k) {
				p := x.vec.place(s, k)
				c[countFirst+w.kindOf(&p)] += by
				some = true
			}
		}
		if some {
			c[countSome] += by
		}
		c[countRuns] += by
		return
	}
	if s[x.ptr].t&tagMask != 0 || x.src >= 0 && s[x.src].t&tagMask != 0 || x.length >= 0 && s[x.length].t != 0 {
		return
	}
	c[countRuns] += by
	if x.length >= 0 && s[x.length].v == 0 {
		return
	}
	c[countFirst+w.kindOf(&s[x.ptr])] += by
	if x.src >= 0 {
		c[countSecond+w.kindOf(&s[x.src])] += by
	}
}

// leaves takes back the counts of an instruction that the reference evaluator's functions execute.
func (c *funcCover) leaves(t *fastThread, fn *fastFunc, base int32, i ir.Inst) {
	if x := c.access[i]; x != nil {
		x.count(t, fn, base, -1)
	}
}

// stoppedAt is a block in which a run stopped, and how many of its instructions did not run.
type stoppedAt struct {
	block ir.Block
	rest  int64
}

// coverFast adds what the code of all functions has counted.
func (w *world) coverFast() {
	stops := map[*fastFunc][]stoppedAt{}
	for id, t := range w.threads {
		r := t.runner.(*fastThread)
		for k := range r.frames { // where a thread that ended stopped, like the running one, its pc says
			r.coverStop(stops, k, t.done || w.cur != nil && id == w.cur.id)
		}
	}
	for _, fn := range w.lowered {
		if fn.cover != nil {
			w.coverFunc(fn, stops[fn])
		}
	}
}

// coverStop notes where frame k stopped.
func (t *fastThread) coverStop(stops map[*fastFunc][]stoppedAt, k int, running bool) {
	fr := &t.frames[k]
	fn, pc, innermost := fr.fn, fr.pc, k == len(t.frames)-1
	if fn.cover == nil {
		return
	}
	s := stoppedAt{rest: -1}
	switch {
	case pc < 0: // a thread that was made and did not run
		fn.counts[fn.cover.calls]++
		pc = 0
	case !innermost:
		pc--
		s.rest = int64(fn.meta[pc].rest)
	case running && t.starved:
	case running:
		s.rest = int64(fn.meta[pc].rest) + t.refund
	default:
		s.rest = t.left
	}
	s.block = fn.f.InstBlock(fn.meta[pc].inst)
	if s.rest < 0 { // the whole block
		for range fn.f.Insts(s.block) {
			s.rest++
		}
		s.rest++
	}
	if s.rest > 0 {
		stops[fn] = append(stops[fn], s)
	}
}

// coverFunc adds what the code of one function has counted.
func (w *world) coverFunc(fn *fastFunc, stops []stoppedAt) {
	f, c := fn.f, w.o.Coverage
	blocks := make([]int64, f.NumBlocks())
	blocks[f.Entry()] = fn.counts[fn.cover.calls]
	for key, n := range fn.cover.edges {
		if n := fn.counts[n]; n > 0 {
			blocks[key[1]] += n
			count(&c.Edges, EdgeKey{f.Name, key[0], key[1]}, n)
		}
	}
	short := map[ir.Block][]int64{} // what did not run of a block, by its last instructions
	for _, s := range stops {
		list := short[s.block]
		for int64(len(list)) < s.rest {
			list = append(list, 0)
		}
		list[s.rest-1]++
		short[s.block] = list
	}
	for b := range f.Blocks() {
		if blocks[b] == 0 {
			continue
		}
		count(&c.Blocks, BlockKey{f.Name, b}, blocks[b])
		list := short[b]
		runs := blocks[b]
		size := 0
		for range f.Insts(b) {
			size++
		}
		for i := range f.Insts(b) {
			if size <= len(list) {
				runs -= list[size-1]
			}
			size--
			if runs > 0 {
				count(&c.Ops, f.Op(i), runs)
				w.coverInst(fn, i, runs)
			}
		}
	}
}

// coverInst adds the checks of instruction i, which ran so often.
func (w *world) coverInst(fn *fastFunc, i ir.Inst, runs int64) {
	f, op := fn.f, fn.f.Op(i)
	add := func(code Code, n int64) {
		if n != 0 {
			w.covers.of(f, i)[code].Ran += n
		}
	}
	switch op {
	case ir.OpBrIf:
		add(UBBranchPoison, runs)
		return
	case ir.OpSwitch:
		add(UBSwitchPoison, runs)
		return
	case ir.OpCall:
		runs -= fn.cover.slow[i]
		add(UBPoisonPointer, runs)
		add(UBCallTarget, runs)
		add(UBCallSignature, runs)
		if h := fn.cover.hosts[i]; h != nil {
			for n := range h.args {
				add(poisonArgument(h.fn, n), runs)
			}
		}
		return
	}
	x := fn.cover.access[i]
	if x == nil {
		return
	}
	op = x.op
	n := fn.counts[x.counts : x.counts+accessCounts]
	first, second := n[countFirst]+n[countFirst+1]+n[countFirst+2], n[countSecond]+n[countSecond+1]+n[countSecond+2]
	access := func(n []int64, align uint32, write bool) {
		all := n[0] + n[1] + n[2]
		add(UBNull, all)
		add(UBDangling, all)
		add(UBOutOfBounds, all)
		add(UBWildcard, n[2])
		add(UBDeadSlot, n[1])
		add(UBUseAfterFree, n[0]+n[2])
		if align > 1 {
			add(UBMisaligned, all)
		}
		if write {
			add(UBWriteConst, all)
		}
	}
	stale := func(n int64) {
		if w.o.CheckMemSSA {
			add(UBStaleToken, n)
		}
	}
	align := x.align
	switch op {
	case ir.OpVecLoad, ir.OpVecStore:
		if align > 1 {
			add(UBMisaligned, n[countSome])
		}
		align = 0
		fallthrough
	case ir.OpVecGather, ir.OpVecScatter:
		add(UBPoisonLength, n[countRuns])
		if !x.writes() {
			stale(first)
		}
	case ir.OpLoad, ir.OpStore:
		add(UBPoisonPointer, n[countRuns])
		if op == ir.OpLoad && x.size > 0 {
			stale(first)
		}
	default:
		add(UBPoisonLength, n[countRuns])
		add(UBPoisonPointer, first+second)
		stale(second)
		access(n[countSecond:countSecond+3], align, false)
		if op == ir.OpMemCpy {
			add(UBOverlap, second)
		}
	}
	access(n[countFirst:countFirst+3], align, x.writes())
}

// poisonArgument is which undefined behaviour it is to pass poison as argument n of a library function: the end of an
// allocation is an access.
func poisonArgument(fn *host.Function, n int) Code {
	if fn.Name == "free" || fn.Name == "realloc" && n == 0 {
		return UBPoisonPointer
	}
	return UBPoisonExternal
}
