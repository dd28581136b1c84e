package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// cfgEditor is an editor of edges for the passes that make blocks: it also knows where these belong.
type cfgEditor struct {
	*cfg.Editor
	f     *ir.Func
	found []cfg.PredEdge
	// Still to be done: [cfgEditor.flush] must run before the function is printed or given on.
	moves map[ir.Region]map[ir.Node][]ir.Node // nodes that flush puts before another one
}

// newEditor starts from the predecessor edges that the pass manager holds; whoever changes edges
// past it leaves them stale.
func newEditor(c *pass.Ctx) *cfgEditor { return &cfgEditor{Editor: c.Editor(), f: c.F} }

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
// reader only, in [cfgEditor.flush].
func (w *cfgEditor) placeBefore(r ir.Region, at ir.Node, n int, outer []cfg.PredEdge) {
	// An implied branch, which has no target of its own, goes to the node that stands next. Then
	// the order is meaning, and cannot wait.
	f := w.f
	nodes := f.Nodes(r)
	if nodes[0] != at && !slices.ContainsFunc(outer, func(x cfg.PredEdge) bool { return f.NumTargets(cfg.Term(f, x)) == 0 }) {
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

// flush gives the blocks that were made their places. A pass calls it when it is done.
// A moved node may itself be one that others were put before, hence the recursion, whose depth is
// the number of blocks put before each other.
func (w *cfgEditor) flush() {
	f := w.f
	// Regions in their order, not the map's: the output is the same in every run.
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

// entries splits the edges into the header of a loop in those from outside and those from inside.
// ok is false where a block cannot stand in for the header towards the outside: it is the entry
// of the function, or an implied branch from inside goes to whatever stands there.
func (w *cfgEditor) entries(header ir.Block, inside func(b ir.Block) bool) (outer, back []cfg.PredEdge, ok bool) {
	ok = header != w.f.Entry()
	w.found = w.AppendPreds(w.found[:0], header)
	all := make([]cfg.PredEdge, 0, len(w.found))
	for _, x := range w.found {
		if !inside(x.From) {
			all = append(all, x)
		}
	}
	n := len(all)
	for _, x := range w.found {
		if inside(x.From) {
			all = append(all, x)
			ok = ok && w.f.Op(cfg.Term(w.f, x)) != ir.OpRegionYield
		}
	}
	// The slices share memory but not capacity, so that appending to the first does not write
	// into the second.
	return all[:n:n], all[n:], ok && n > 0
}

// preheader returns the block that is the only predecessor of a loop from outside and goes nowhere
// else, ir.NoBlock if there is none.
func (w *cfgEditor) preheader(outer []cfg.PredEdge) ir.Block {
	if len(outer) != 1 {
		return ir.NoBlock
	}
	// With several targets it would be entered on the way to somewhere else, and what is put
	// there would run then, too.
	if w.f.NumTargets(cfg.Term(w.f, outer[0])) > 1 {
		return ir.NoBlock
	}
	return outer[0].From
}

// makePreheader puts a block before the header that the edges from outside go through. It is in
// the region from which they see the header, outside all regions that begin with it.
func (w *cfgEditor) makePreheader(header ir.Block, outer []cfg.PredEdge) ir.Block {
	f := w.f
	r, n := outermost(f, header)
	p := f.AddBlock(r)
	t := ir.Target{Block: header}
	for _, v := range f.Args(header) {
		// The block takes the header's arguments and hands them on without their claims: the
		// header checks them, once, as before.
		t.Args = append(t.Args, ir.Operand{Value: f.AddArg(p, f.TypeOf(v), ir.NoAnnot)})
	}
	from := make([]ir.Inst, len(outer))
	for k, x := range outer {
		// An edge without targets is implied and reaches the new block by its place.
		if from[k] = cfg.Term(f, x); f.NumTargets(from[k]) > 0 {
			w.Redirect(x, p)
		}
	}
	f.At(p).Br(t, pass.Derive(f, from...))
	w.placeBefore(r, n, 1, outer)
	w.Update(p)
	// Their edges changed without the editor's knowledge.
	for _, x := range outer { // region_yield goes to what stands there now
		w.Update(x.From)
	}
	return p
}
