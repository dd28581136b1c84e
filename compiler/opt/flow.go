package opt

import (
	"slices"
	"sync"
	"weak"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// flow knows the ways into blocks while a pass changes branches. It keeps, for each block, blocks
// that go there or once did; [flow.ways] looks at what is left of them.
type flow struct {
	f     *ir.Func
	shape uint64 // of the function when it was made
	preds [][]ir.Block
	edges []ir.Edge
	found []edit.Way
	moves map[ir.Region]map[ir.Node][]ir.Node // nodes that settle puts before another one
}

func newFlow(f *ir.Func) *flow {
	s := flowPool.Get().(*flowScratch)
	w := s.last.Value()
	if w == nil || w.f != f || w.shape != f.Shape() {
		w = s.make(f)
		s.last = weak.Make(w)
	}
	flowPool.Put(s)
	return w
}

// make looks at all branches. The blocks that go to one are in the order of blocks.
func (s *flowScratch) make(f *ir.Func) *flow {
	n := f.NumBlocks()
	w := &flow{f: f, shape: f.Shape(), preds: make([][]ir.Block, n)}
	s.found, s.count = s.found[:0], zeroed(s.count, n)
	for b := range f.Blocks() {
		t := f.Terminator(b)
		if t == ir.NoInst {
			continue
		}
		w.edges = f.Edges(w.edges[:0], t)
		for _, e := range w.edges {
			s.found = append(s.found, flowEdge{b, e.Block})
			s.count[e.Block]++
		}
	}
	all := make([]ir.Block, len(s.found))
	for b, n := range s.count {
		w.preds[b], all = all[:0:n], all[n:]
	}
	for _, x := range s.found {
		if p := w.preds[x.to]; len(p) == 0 || p[len(p)-1] != x.from {
			w.preds[x.to] = append(p, x.from)
		}
	}
	return w
}

type flowEdge struct{ from, to ir.Block }

// flowScratch is memory that one [newFlow] leaves to the next, and what it made: it is still right
// for the next pass if no block and no branch has changed since. That keeps no function alive: a flow
// refers to its function, and nothing here to the flow. While there is a flow, no other function can
// have the address of its own, and the shape of one function never comes back.
type flowScratch struct {
	last  weak.Pointer[flow]
	found []flowEdge
	count []int32
}

// wayTables keeps memory for the next function.
var wayTables = sync.Pool{New: func() any { return &edit.WayTable{} }}

var flowPool = sync.Pool{New: func() any { return &flowScratch{} }}

// note learns where block b goes; it must be called when a terminator got a new destination.
func (w *flow) note(b ir.Block) {
	t := w.f.Terminator(b)
	if t == ir.NoInst {
		return
	}
	w.edges = w.f.Edges(w.edges[:0], t)
	for _, e := range w.edges {
		for int(e.Block) >= len(w.preds) {
			w.preds = append(w.preds, nil)
		}
		if p := w.preds[e.Block]; len(p) == 0 || p[len(p)-1] != b {
			w.preds[e.Block] = append(p, b)
		}
	}
}

// from lists the blocks that go to b or once did.
func (w *flow) from(b ir.Block) []ir.Block {
	if int(b) >= len(w.preds) {
		return nil
	}
	p := w.preds[b]
	slices.Sort(p)
	p = slices.Compact(p)
	w.preds[b] = p
	return p
}

// ways lists the ways into b.
func (w *flow) ways(b ir.Block) []edit.Way { return w.appendWays(nil, b) }

func (w *flow) appendWays(out []edit.Way, b ir.Block) []edit.Way {
	for _, from := range w.from(b) {
		t := w.f.Terminator(from)
		if t == ir.NoInst {
			continue
		}
		w.edges = w.f.Edges(w.edges[:0], t)
		for n, e := range w.edges {
			if e.Block == b {
				out = append(out, edit.Way{Inst: t, Edge: n, Lo: e.Lo})
			}
		}
	}
	return out
}

// entered reports whether there is just one way into b.
func (w *flow) entered(b ir.Block) bool {
	if int(b) >= len(w.preds) {
		return false
	}
	only := ir.NoBlock
	for _, from := range w.preds[b] {
		t := w.f.Terminator(from)
		if t == ir.NoInst || from == only {
			continue
		}
		w.edges = w.f.Edges(w.edges[:0], t)
		for _, e := range w.edges {
			if e.Block != b {
				continue
			}
			if only != ir.NoBlock {
				return false
			}
			only = from
		}
	}
	return only != ir.NoBlock
}

// addArg gives b another argument; in says what each way in passes to it.
func (w *flow) addArg(b ir.Block, t ir.Type, ways []edit.Way, in func(w edit.Way) ir.Value) ir.Value {
	return edit.AddArg(w.f, b, ways, t, ir.NoAnnot, func(x edit.Way) ir.Operand { return ir.Operand{Value: in(x)} })
}

// outermost returns the region and the node in it that control enters when it goes to b from
// outside: b itself, or the largest region whose entry b is. No other block of it is seen from
// there, so a block before that node can stand in for b.
func outermost(f *ir.Func, b ir.Block) (ir.Region, ir.Node) {
	r, n := f.BlockRegion(b), ir.Node{ID: uint32(b)}
	for r != ir.Body && f.RegionEntry(r) == b {
		n = ir.Node{IsRegion: true, ID: uint32(r)}
		r = f.RegionParent(r)
	}
	return r, n
}

// placeBefore moves the last n nodes of r to the place before node at: at once if that matters,
// because a region_yield goes to what stands there or the region begins there, else, for the
// reader only, in [flow.settle].
func (w *flow) placeBefore(r ir.Region, at ir.Node, n int, outer []edit.Way) {
	f := w.f
	nodes := f.Nodes(r)
	if nodes[0] != at && !slices.ContainsFunc(outer, func(x edit.Way) bool { return f.NumTargets(x.Inst) == 0 }) {
		if w.moves == nil {
			w.moves = map[ir.Region]map[ir.Node][]ir.Node{}
		}
		if w.moves[r] == nil {
			w.moves[r] = map[ir.Node][]ir.Node{}
		}
		w.moves[r][at] = append(w.moves[r][at], nodes[len(nodes)-n:]...)
		return
	}
	moved := slices.Clone(nodes[len(nodes)-n:])
	nodes = slices.Clone(nodes[:len(nodes)-n])
	f.SetNodes(r, slices.Insert(nodes, slices.Index(nodes, at), moved...))
}

// settle gives the blocks that were made their places. A pass calls it when it is done.
func (w *flow) settle() {
	f := w.f
	for r := range ir.Region(f.NumRegions()) {
		moves := w.moves[r]
		if moves == nil {
			continue
		}
		moved := map[ir.Node]bool{}
		for _, ns := range moves {
			for _, n := range ns {
				moved[n] = true
			}
		}
		var out []ir.Node
		var put func(n ir.Node)
		put = func(n ir.Node) {
			for _, m := range moves[n] {
				put(m)
			}
			out = append(out, n)
		}
		for _, n := range f.Nodes(r) {
			if !moved[n] {
				put(n)
			}
		}
		f.SetNodes(r, out)
	}
	w.moves = nil
}

// entries splits the ways into the header of a loop in those from outside and those from inside.
// ok is false where a block cannot stand in for the header towards the outside: it is the entry
// of the function, or an implied branch from inside goes to whatever stands there.
func (w *flow) entries(header ir.Block, inside func(b ir.Block) bool) (outer, back []edit.Way, ok bool) {
	ok = header != w.f.Entry()
	w.found = w.appendWays(w.found[:0], header)
	all := make([]edit.Way, 0, len(w.found))
	for _, x := range w.found {
		if !inside(w.f.InstBlock(x.Inst)) {
			all = append(all, x)
		}
	}
	n := len(all)
	for _, x := range w.found {
		if inside(w.f.InstBlock(x.Inst)) {
			all = append(all, x)
			ok = ok && w.f.Op(x.Inst) != ir.OpRegionYield
		}
	}
	return all[:n:n], all[n:], ok && n > 0
}

// preheader returns the block that is the only way into a loop from outside and goes nowhere
// else, ir.NoBlock if there is none.
func (w *flow) preheader(outer []edit.Way) ir.Block {
	if len(outer) != 1 {
		return ir.NoBlock
	}
	w.edges = w.f.Edges(w.edges[:0], outer[0].Inst)
	if len(w.edges) != 1 {
		return ir.NoBlock
	}
	return w.f.InstBlock(outer[0].Inst)
}

// makePreheader puts a block before the header that the ways from outside go through. It is in
// the region from which they see the header, outside all regions that begin with it.
func (w *flow) makePreheader(header ir.Block, outer []edit.Way) ir.Block {
	f := w.f
	r, n := outermost(f, header)
	p := f.AddBlock(r)
	t := ir.Target{Block: header}
	for _, v := range f.Args(header) {
		t.Args = append(t.Args, ir.Operand{Value: f.AddArg(p, f.TypeOf(v), ir.NoAnnot)})
	}
	from := make([]ir.Inst, len(outer))
	for k, x := range outer {
		from[k] = x.Inst
		if f.NumTargets(x.Inst) > 0 {
			f.SetTargetBlock(x.Inst, x.Edge, p)
		}
	}
	f.At(p).Br(t, pass.Derive(f, from...))
	w.placeBefore(r, n, 1, outer)
	w.note(p)
	for _, i := range from {
		w.note(f.InstBlock(i))
	}
	return p
}

// repair makes a value that now has several definitions reach its uses again: the block
// arguments that SSA form needs (Braun et al., "Simple and Efficient Construction of Static
// Single Assignment Form", 2013). Every path from the entry to a use must pass a definition; where
// the entry does not come, any will do.
type repair struct {
	w     *flow
	any   ir.Value
	end   map[ir.Block]ir.Value // the definitions, by block
	start map[ir.Block]ir.Value // what was found to reach the start of blocks
}

// repair starts with the definition v.
func (w *flow) repair(v ir.Value) *repair {
	r := &repair{w, v, map[ir.Block]ir.Value{}, map[ir.Block]ir.Value{}}
	r.end[w.f.DefBlock(v)] = v
	return r
}

// use makes i, whose block defines nothing of it, read what reaches it instead of old.
func (r *repair) use(i ir.Inst, old ir.Value) {
	f := r.w.f
	v := r.atStart(f.InstBlock(i))
	for n := range f.NumOperands(i) {
		if o := f.Operand(i, n); o.Value == old {
			o.Value = v
			f.SetOperand(i, n, o)
		}
	}
}

// atStart is the definition that reaches the start of b.
func (r *repair) atStart(b ir.Block) ir.Value {
	// A chain of blocks with one way in is walked without recursion.
	var chain []ir.Block
	var v ir.Value
	for {
		if x, ok := r.start[b]; ok {
			v = x
			break
		}
		ways := r.w.ways(b)
		if len(ways) == 0 || len(chain) > len(r.w.preds) { // a cycle that is never entered
			v = r.any
			break
		}
		if len(ways) > 1 {
			v = r.join(b, ways)
			break
		}
		chain = append(chain, b)
		p := r.w.f.InstBlock(ways[0].Inst)
		if x, ok := r.end[p]; ok {
			v = x
			break
		}
		b = p
	}
	for _, c := range chain {
		r.start[c] = v
	}
	return v
}

func (r *repair) atEnd(b ir.Block) ir.Value {
	if v, ok := r.end[b]; ok {
		return v
	}
	return r.atStart(b)
}

// join gives b an argument. What it gets is found afterwards, since that may be itself.
func (r *repair) join(b ir.Block, ways []edit.Way) ir.Value {
	f := r.w.f
	n := len(f.Args(b))
	v := r.w.addArg(b, f.TypeOf(r.any), ways, func(edit.Way) ir.Value { return ir.NoValue })
	r.start[b] = v
	for _, x := range ways {
		in := r.atEnd(f.InstBlock(x.Inst))
		lo := 0
		if f.NumTargets(x.Inst) > 0 {
			lo, _ = f.TargetArgs(x.Inst, x.Edge)
		}
		f.SetOperand(x.Inst, lo+n, ir.Operand{Value: in})
	}
	return v
}
