package isel

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// extra makes a block that the IR has not, to be laid out after the block being selected.
func (s *selector) extra(freq float64) mach.Block {
	n := mach.Block(len(s.draft))
	// Numbers of extra blocks continue those of the IR's blocks in the order; finish lays all of
	// them out and renumbers them.
	s.draft = append(s.draft, mach.BlockInfo{Freq: freq, Depth: s.here.depth})
	s.done = append(s.done, chunk{})
	s.after = append(s.after, s.here.index)
	return n
}

// finishExtra closes the extra block n, whose instructions are in s.seq.
func (s *selector) finishExtra(n mach.Block) {
	start := len(s.rev)
	s.flush(start)
	s.done[n] = chunk{start, len(s.rev)}
}

// terminator selects the end of a block.
func (s *selector) terminator(i ir.Inst, op ir.Op) {
	switch op {
	case ir.OpRet:
		// The terminator is the last of its block and the first that is selected: start says where
		// the block begins in rev, behind the extra blocks that the terminator made before it.
		s.start = len(s.rev)
		s.ret(i)
	case ir.OpTrap, ir.OpUnreachable:
		s.start = len(s.rev)
		// An unreachable end traps too: whatever comes there must not run into the next function.
		s.begin(mach.Trap, x86.UD2)
	case ir.OpBr, ir.OpContinue, ir.OpRegionYield:
		s.start = len(s.rev)
		s.edge = s.f.Edges(s.edge[:0], i)
		s.jump(s.here.index, i, s.edge[0])
	case ir.OpBrIf:
		s.brif(i)
	case ir.OpSwitch:
		s.switches(i)
	default:
		s.refuse(ir.NoValue, "%s cannot be selected", op)
	}
}

// passed are the registers that e passes to the parameters of its target.
func (s *selector) passed(i ir.Inst, e ir.Edge) []mach.VReg {
	params := s.f.Args(e.Block)
	if cap(s.args)-len(s.args) < len(params) {
		s.args = make([]mach.VReg, 0, max(min(256, 4*len(s.order)), len(params)))
	}
	// Arguments are cut from one piece of memory with their exact capacity, so that none grows
	// into the next.
	first := len(s.args)
	for n, p := range params {
		if !s.live(e.Block, p) {
			continue
		}
		v := s.f.Arg(i, e.Lo+n)
		if s.values[p].int {
			// In the parameter's container: the argument's own may be narrower, and then its wide
			// register is read.
			s.args = append(s.args, s.reg(v, int(s.values[p].width)))
		} else {
			s.args = append(s.args, s.narrow(v))
		}
	}
	return s.args[first:len(s.args):len(s.args)]
}

// edges are the edges out of a block.
func (s *selector) edges(es ...mach.Edge) []mach.Edge {
	if cap(s.succs)-len(s.succs) < len(es) {
		s.succs = make([]mach.Edge, 0, max(len(es), min(256, 2*len(s.order))))
	}
	first := len(s.succs)
	s.succs = append(s.succs, es...)
	return s.succs[first:len(s.succs):len(s.succs)]
}

// live says that p is a parameter of the machine block for b. Those of a loop all are: the edges
// back are selected before it is known who reads them.
func (s *selector) live(b ir.Block, p ir.Value) bool {
	r := &s.values[p]
	// An alias has its value's register, memory tokens have none.
	if r.alias != p || s.f.TypeOf(p) == ir.Mem || s.f.TypeOf(p) == ir.Unit {
		return false
	}
	// narrow asks for the register, which makes the parameter live. Some that nothing reads get one
	// too.
	if s.blocks[b].loop {
		s.narrow(p)
	}
	return r.narrow != 0 || r.wide != 0
}

// hasParams says that an edge to b passes anything.
func (s *selector) hasParams(b ir.Block) bool {
	for _, p := range s.f.Args(b) {
		if s.live(b, p) {
			return true
		}
	}
	return false
}

// jump ends the machine block n with a jump along e.
func (s *selector) jump(n mach.Block, i ir.Inst, e ir.Edge) {
	args := s.passed(i, e)
	s.begin(mach.Jump, x86.JMP_rel32)
	s.draft[n].Succs = s.edges(mach.Edge{To: s.blocks[e.Block].index, Args: args})
}

// branchEdge is an edge along e from a block with several successors: straight, or through a block of
// its own that passes the arguments.
func (s *selector) branchEdge(i ir.Inst, e ir.Edge, freq float64) mach.Edge {
	k := &s.blocks[e.Block]
	// No critical edges: an edge from here may not lead to a block with other predecessors or
	// parameters.
	if k.preds == 1 && !s.hasParams(e.Block) {
		return mach.Edge{To: k.index}
	}
	n := s.extra(freq)
	s.jump(n, i, e)
	s.finishExtra(n)
	return mach.Edge{To: n}
}

// branch ends a machine block.
func (s *selector) branch(n mach.Block, c x86.Cond, yes, no mach.Edge) {
	k := s.begin(mach.Branch, x86.JCC_rel32)
	k.Cond = uint8(c)
	s.draft[n].Succs = s.edges(yes, no)
}

// brif selects a conditional branch.
func (s *selector) brif(i ir.Inst) {
	s.edge = s.f.Edges(s.edge[:0], i)
	c, e0, e1 := s.f.Arg(i, 0), s.edge[0], s.edge[1]
	freq := s.here.freq / 2
	// Selecting one edge only leaves the other block without a predecessor: its instructions are
	// selected and never reached.
	if k := s.f.Def(c); k != ir.NoInst && s.f.Op(k) == ir.OpBConst {
		s.start = len(s.rev)
		if s.f.Attr(k).Imm == 0 {
			e0 = e1
		}
		s.jump(s.here.index, i, e0)
		return
	}
	// The edges come first: their blocks take what is in s.seq, which must be empty before the
	// branch.
	yes, no := s.branchEdge(i, e0, freq), s.branchEdge(i, e1, freq)
	if d, neg, ok := s.twoFlags(c); ok {
		// Equal and ordered: where the first test succeeds the second one decides.
		// UCOMISS sets ZF, PF and CF all for unordered (SDM volume 2, UCOMISS), so equality is ZF
		// and not PF.
		if neg {
			yes, no = no, yes
		}
		n := s.extra(freq)
		s.fcmpFlags(d)
		s.branch(n, x86.NP, yes, s.shared(no))
		// Flags do not live across blocks: the comparison is made again in each.
		s.finishExtra(n)
		other := s.shared(no)
		s.start = len(s.rev)
		s.fcmpFlags(d)
		s.branch(s.here.index, x86.E, mach.Edge{To: n}, other)
		return
	}
	s.start = len(s.rev)
	cc := s.flags(c)
	s.branch(s.here.index, cc, yes, no)
}

// shared is an edge to no by a block of its own, so that two blocks may go there.
func (s *selector) shared(no mach.Edge) mach.Edge {
	n := s.extra(s.here.freq / 2)
	s.begin(mach.Jump, x86.JMP_rel32)
	s.draft[n].Succs = s.edges(no)
	// What stands in s.seq before belongs to the block that is being made.
	last := s.seq[len(s.seq)-1]
	s.seq = s.seq[:len(s.seq)-1]
	start := len(s.rev)
	s.rev = append(s.rev, last)
	s.done[n] = chunk{start, len(s.rev)}
	return mach.Edge{To: n}
}

// choice are the cases of a switch from at to at+more, which all take one edge.
type choice struct {
	at   int64
	more uint64
	edge int // index into the edges
}

// tests is the number of comparisons that tell whether a value is one of the cases.
func (c choice) tests() uint64 { return 1 + min(c.more, 1) }

// switches selects a switch: as a jump through a table if the cases are dense, else as a tree of
// comparisons.
func (s *selector) switches(i ir.Inst) {
	v := s.f.Arg(i, 0)
	edges := s.f.Edges(nil, i)
	cases := s.cases(i, v, edges)
	freq := s.here.freq / float64(len(edges))
	made := make([]mach.Edge, len(edges))
	edgeTo := func(k int) mach.Edge {
		// Block 0 is the entry, which no switch leads to: 0 means not made yet.
		if made[k].To == 0 {
			// Several blocks may go there, so it is a block of its own.
			n := s.extra(freq)
			s.jump(n, i, edges[k])
			s.finishExtra(n)
			made[k] = mach.Edge{To: n}
		}
		return made[k]
	}
	last := len(edges) - 1
	if len(cases) == 0 {
		s.start = len(s.rev)
		s.jump(s.here.index, i, edges[last])
		return
	}
	if lo, n, ok := dense(cases); ok {
		s.table(v, cases, lo, n, edgeTo, last)
		return
	}
	s.tree(s.here.index, v, cases, edgeTo, last)
}

// cases are the cases of a switch that v may equal, in ascending order. Neighbours with the same target and the same
// arguments are one choice.
func (s *selector) cases(i ir.Inst, v ir.Value, edges []ir.Edge) []choice {
	r := &s.values[v]
	var out []choice
	for k := range len(edges) - 1 {
		c, bits := s.f.TargetCase(i, k), uint(r.bits)
		if r.signed && c.FitsSigned(bits) || !r.signed && c.FitsUnsigned(bits) {
			out = append(out, choice{at: int64(c.Low64()), edge: k})
		}
	}
	slices.SortFunc(out, func(a, b choice) int {
		if !r.signed {
			return cmpUnsigned(a.at, b.at)
		}
		return cmpSigned(a.at, b.at)
	})
	merged := out[:0]
	for _, c := range out {
		if n := len(merged) - 1; n >= 0 {
			last := &merged[n]
			e, x := &edges[last.edge], &edges[c.edge]
			if last.at+int64(last.more)+1 == c.at && s.sameEdge(i, e, x) {
				last.more++
				continue
			}
		}
		merged = append(merged, c)
	}
	return merged
}

// sameEdge reports whether two edges of i lead to one block with the same arguments.
func (s *selector) sameEdge(i ir.Inst, a, b *ir.Edge) bool {
	if a.Block != b.Block || a.Hi-a.Lo != b.Hi-b.Lo {
		return false
	}
	for k := range a.Hi - a.Lo {
		if s.f.Operand(i, a.Lo+k) != s.f.Operand(i, b.Lo+k) {
			return false
		}
	}
	return true
}

func cmpSigned(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Flipping the sign bit turns the order of unsigned numbers into that of signed ones.
func cmpUnsigned(a, b int64) int { return cmpSigned(a^-1<<63, b^-1<<63) }

// A table pays where a tree of comparisons is deep: from denseChoices choices on, with at most sparsest entries for
// each comparison.
const (
	denseChoices = 5
	sparsest     = 8
)

// dense says whether sorted cases fill a table of n entries from lo well.
func dense(cases []choice) (lo int64, n int, ok bool) {
	if len(cases) < denseChoices {
		return 0, 0, false
	}
	lo = cases[0].at
	last, tests := cases[len(cases)-1], uint64(0)
	for _, c := range cases {
		tests += c.tests()
	}
	// Unsigned subtraction: it is right for cases on both sides of 0 and of 2^63.
	span := uint64(last.at) + last.more - uint64(lo)
	return lo, int(span) + 1, span < tests*sparsest && span < 1<<14
}

// table jumps through a table of n entries.
func (s *selector) table(v ir.Value, cases []choice, lo int64, n int, edgeTo func(int) mach.Edge, last int) {
	w := max(int(s.values[v].width), 32)
	otherwise := edgeTo(last)
	// Holes share one block of their own, so that no edge is critical.
	hole := s.shared(otherwise)
	to := make([]mach.Edge, n)
	for k := range to {
		to[k] = hole
	}
	for _, c := range cases {
		e := edgeTo(c.edge)
		for k := range c.more + 1 {
			to[uint64(c.at-lo)+k] = e
		}
	}
	index := s.temp(mach.GPR)
	t := s.extra(s.here.freq)
	k := s.begin(mach.Table, 0)
	s.use(k, index)
	// The scratch register takes the table's address while the index is still read.
	s.add(k, mach.Operand{V: s.temp(mach.GPR), Def: true, Early: true})
	s.draft[t].Succs = to
	s.finishExtra(t)
	out := s.shared(otherwise)
	// Everything above made blocks of their own; from here on the code is this block's.
	s.start = len(s.rev)
	x := s.reg(v, w)
	switch {
	case lo == 0:
		s.extend(index, x, min(w, 32), 64, false)
		// The register is the index as it is: a copy instead of an extension.
		if w == 64 {
			s.seq = s.seq[:len(s.seq)-1]
			s.move(index, x)
		}
	// lo = -2^31 has no negation in 32 bits and is left to the constant.
	case lo == int64(int32(lo)) && lo != -1<<31:
		s.alu(&aluSub, w, index, x, immSource(lo))
	default:
		s.alu(&aluSub, w, index, x, regSource(s.constant(0, lo)))
	}
	// Unsigned: what was below lo has wrapped around and is above n-1 as well.
	s.compare(w, index, immSource(int64(n-1)))
	s.branch(s.here.index, x86.A, out, mach.Edge{To: t})
}

// tree decides among sorted cases by comparisons in block n.
func (s *selector) tree(n mach.Block, v ir.Value, cases []choice, edgeTo func(int) mach.Edge, last int) {
	own := n == s.here.index
	w := int(s.values[v].width)
	var yes, no mach.Edge
	at, more := int64(0), uint64(0)
	c := x86.E
	if len(cases) <= 3 {
		// Few cases: one comparison for equality after the other, in ascending order.
		at, more = cases[0].at, cases[0].more
		yes = edgeTo(cases[0].edge)
		if len(cases) == 1 {
			no = s.shared(edgeTo(last))
		} else {
			no = s.subtree(v, cases[1:], edgeTo, last)
		}
	} else {
		mid := len(cases) / 2
		// Below the middle to the left. A value that equals a case is on its side, so at the
		// leaves equality decides.
		at = cases[mid].at
		c = x86.B
		if s.values[v].signed {
			c = x86.L
		}
		yes, no = s.subtree(v, cases[:mid], edgeTo, last), s.subtree(v, cases[mid:], edgeTo, last)
	}
	if own {
		// Extra blocks are complete in rev before this block's code starts.
		s.start = len(s.rev)
	}
	x := s.narrow(v)
	if more > 0 {
		// Unsigned: what is below the first has wrapped around. Bits above w do not reach those that are compared.
		from := s.temp(mach.GPR)
		s.alu(&aluSub, max(w, 32), from, x, s.caseSource(at, w))
		x, at, c = from, int64(more), x86.BE
	}
	s.compare(w, x, s.caseSource(at, w))
	s.branch(n, c, yes, no)
}

// caseSource is a number that a value of w bits is compared with. CMP takes 32 bits, sign-extended.
func (s *selector) caseSource(at int64, w int) source {
	y := immSource(truncate(at, w))
	if y.imm != int64(int32(y.imm)) {
		y = regSource(s.constant(0, at))
	}
	return y
}

func (s *selector) subtree(v ir.Value, cases []choice, edgeTo func(int) mach.Edge, last int) mach.Edge {
	n := s.extra(s.here.freq / 2)
	// The blocks below are finished inside; what is in s.seq afterwards is this one's.
	s.tree(n, v, cases, edgeTo, last)
	s.finishExtra(n)
	return mach.Edge{To: n}
}

// truncate is the low w bits of n, sign-extended.
func truncate[T int | int64](n int64, w T) int64 {
	switch w {
	case 8:
		return int64(int8(n))
	case 16:
		return int64(int16(n))
	case 32:
		return int64(int32(n))
	}
	return n
}

// blockParams makes what is needed of the arguments of b at its start.
func (s *selector) blockParams(b ir.Block) {
	var params []mach.VReg
	for _, p := range s.f.Args(b) {
		if s.f.TypeOf(p) == ir.Mem {
			continue
		}
		// In the order of the arguments of the IR block, as passed gives them.
		if s.live(b, p) {
			params = append(params, s.narrow(p))
		}
		s.widen(p)
	}
	s.draft[s.here.index].Params = params
}

// finish lays the blocks out in their final order and fills in the rest of the function.
func (s *selector) finish() {
	s.capAlignments()
	n := len(s.order)
	const none = ^mach.Block(0)
	first, next := make([]mach.Block, n), make([]mach.Block, len(s.after))
	for b := range first {
		first[b] = none
	}
	// A definition comes before its uses: the loops of a block, which are made from its end on, come
	// first, and before the blocks that only pass values on.
	// By extra block, whose numbers start at n.
	looping := make([]bool, len(s.after))
	for _, b := range s.loops {
		looping[int(b)-n] = true
	}
	// From the last to the first, each put in front: they end up in the order in which they were
	// made.
	for k := len(s.after) - 1; k >= 0; k-- {
		if !looping[k] {
			next[k], first[s.after[k]] = first[s.after[k]], mach.Block(n+k)
		}
	}
	for t := 0; t < len(s.loops); t += 3 {
		for j := t + 2; j >= t; j-- {
			k := int(s.loops[j]) - n
			next[k], first[s.after[k]] = first[s.after[k]], s.loops[j]
		}
	}
	place := make([]mach.Block, len(s.draft))
	s.out.Insts, s.out.Blocks = emptied(s.out.Insts, len(s.rev)), emptied(s.out.Blocks, len(s.draft))
	lay := func(b mach.Block) {
		place[b] = mach.Block(len(s.out.Blocks))
		// The frequency and depth of extra blocks were set when they were made.
		info := s.draft[b]
		info.First = uint32(len(s.out.Insts))
		c := s.done[b]
		// rev is backwards.
		for k := c.to - 1; k >= c.from; k-- {
			s.out.Insts = append(s.out.Insts, s.rev[k])
		}
		info.End = uint32(len(s.out.Insts))
		if int(b) < n {
			k := &s.blocks[s.order[b]]
			info.Freq, info.Depth = k.freq, k.depth
		}
		s.out.Blocks = append(s.out.Blocks, info)
	}
	// The entry of the function is block 0 of the result.
	if s.separate != 0 {
		lay(s.separate)
	}
	for b := range n {
		lay(mach.Block(b))
		for x := first[b]; x != none; x = next[int(x)-n] {
			if x != s.separate {
				lay(x)
			}
		}
	}
	s.link(place)
}

// link gives edges their final targets and blocks their predecessors.
func (s *selector) link(place []mach.Block) {
	blocks := s.out.Blocks
	edges := 0
	for b := range blocks {
		edges += len(blocks[b].Succs)
		for k := range blocks[b].Succs {
			e := &blocks[b].Succs[k]
			// Targets were numbered by draft; place is where lay put them.
			e.To = place[e.To]
		}
	}
	g, all := s.out.Graph(), make([]mach.Block, 0, edges)
	for b := range blocks {
		lo := len(all)
		for _, e := range g.Preds(mach.Block(b)) {
			// A switch may lead to one block several times; predecessors are blocks and not edges.
			if len(all) == lo || all[len(all)-1] != e.From { // each block once
				all = append(all, e.From)
			}
		}
		blocks[b].Preds = all[lo:len(all):len(all)]
	}
}
