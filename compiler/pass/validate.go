package pass

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/tuffy-ir/tuffy/ir"
)

var validates atomic.Bool

// Validate has every [Run] of the process, from now on, verify what a pass has worked on right after
// it, as far as one worker does all: a pass that leaves an invalid function is a bug, and the panic names it.
// It costs as much as many a pass, so that only tests switch it on, for all of a package.
func Validate() { validates.Store(true) }

// verify holds a pass to leaving valid functions.
func (r *run) verify(s *scope, funcs ...*ir.Func) {
	if !validates.Load() || r.o.Workers > 1 || s.changes == 0 {
		return
	}
	for _, f := range funcs {
		if err := ir.VerifyBody(f); err != nil {
			panic(fmt.Sprintf("BUG: pass %s, stage %s, iteration %d, leaves @%s invalid: %v\n%s", s.pass.Name, s.stage, s.iteration, f.Name, err, f))
		}
	}
}

// shuffle puts the blocks of f, and the instructions of each block that may run anywhere, into an order that a seed and the
// place in the pipeline choose. What stays: the first node of each region, the node behind a region
// (a region_yield goes there), what has effects, and definitions before their uses.
func shuffle(f *ir.Func, seed uint64, s *scope) {
	if f.Entry() == ir.NoBlock {
		return
	}
	place := fnv.New64a()
	fmt.Fprint(place, f.Name, s.pass.Name, s.stage, s.iteration)
	r := rand.New(rand.NewPCG(seed, place.Sum64()))
	// A new order of blocks ends all that is known of the graph, which must not happen before each pass.
	if r.IntN(2) == 0 {
		for g := range ir.Region(f.NumRegions()) {
			if nodes := f.Nodes(g); len(nodes) > 2 {
				f.SetNodes(g, shuffled(nodes, r))
			}
		}
	}
	for b := range f.Blocks() {
		shuffleBlock(f, b, r)
	}
}

// shuffled is a list of nodes in another order.
func shuffled(nodes []ir.Node, r *rand.Rand) []ir.Node {
	var groups [][]ir.Node
	for n := 0; n < len(nodes); {
		k := n + 1
		for k < len(nodes) && nodes[k-1].IsRegion {
			k++
		}
		groups = append(groups, nodes[n:k])
		n = k
	}
	rest := groups[1:]
	r.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
	return slices.Concat(groups...)
}

// shuffleBlock schedules a block anew: of the instructions that may come next it takes any.
func shuffleBlock(f *ir.Func, b ir.Block, r *rand.Rand) {
	end := f.Terminator(b)
	waits := map[ir.Inst]int{}       // for how many instructions of the block
	after := map[ir.Inst][]ir.Inst{} // who waits for an instruction
	var ready []ir.Inst
	last := ir.NoInst
	for i := range f.Insts(b) {
		if i == end {
			break
		}
		wait := func(d ir.Inst) {
			waits[i]++
			after[d] = append(after[d], i)
		}
		for n := range f.NumOperands(i) {
			if d := f.Def(f.Arg(i, n)); d != ir.NoInst && f.InstBlock(d) == b {
				wait(d)
			}
		}
		if !f.Op(i).Is(ir.Speculates) {
			if last != ir.NoInst {
				wait(last)
			}
			last = i
		}
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		n := r.IntN(len(ready))
		i := ready[n]
		ready = slices.Delete(ready, n, n+1)
		f.MoveInst(i, b, end)
		for _, k := range after[i] {
			if waits[k]--; waits[k] == 0 {
				ready = append(ready, k)
			}
		}
	}
}
