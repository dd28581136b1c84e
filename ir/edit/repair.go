package edit

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// Rejoin makes the values of blocks that were copied reach their uses elsewhere, from the originals and from the
// copies. It is called once the edges are final and e knows of them: it reads who goes to a block.
func Rejoin(e *cfg.Editor, blocks []ir.Block, copies ...*Copier) {
	f := e.F
	adder := &ArgAdder{F: f}
	within := map[ir.Block]bool{}
	for _, b := range blocks {
		within[b] = true
		for _, c := range copies {
			within[c.Blocks[b]] = true
		}
	}
	for _, b := range blocks {
		for v := range f.Defined(b) {
			var uses []ir.Inst
			for u := range f.Uses(v) {
				if !within[f.InstBlock(u.Inst)] {
					uses = append(uses, u.Inst)
				}
			}
			if len(uses) == 0 {
				continue
			}
			r := &repair{e, adder, v, map[ir.Block]ir.Value{b: v}, map[ir.Block]ir.Value{}}
			for _, c := range copies {
				r.end[c.Blocks[b]] = c.Values[v]
			}
			for _, i := range uses {
				r.use(i, v)
			}
		}
	}
	adder.Flush()
}

// repair makes a value that now has several definitions reach its uses again: the block
// arguments that SSA form needs (Braun et al., "Simple and Efficient Construction of Static
// Single Assignment Form", 2013). Every path from the entry to a use must pass a definition; where
// the entry does not come, any will do.
// The definitions are recorded in end by the caller, at most one a block, before the first use is
// asked for.
type repair struct {
	e *cfg.Editor
	// What edges pass to new arguments is not among the uses of a value until all values are done: it is what
	// was found to reach the edge, and stays.
	adder *ArgAdder
	// What stands for a value on paths that never run.
	any   ir.Value
	end   map[ir.Block]ir.Value // the definitions, by block
	start map[ir.Block]ir.Value // what was found to reach the start of blocks
}

// use makes i, whose block defines nothing of it, read what reaches it instead of old.
// A block that defines it before i must not be asked for: it would get what reaches its start.
func (r *repair) use(i ir.Inst, old ir.Value) {
	f := r.e.F
	v := r.atStart(f.InstBlock(i))
	for n := range f.NumOperands(i) {
		if o := f.Operand(i, n); o.Value == old {
			o.Value = v
			f.SetOperand(i, n, o)
		}
	}
}

// atStart is the definition that reaches the start of b.
// What is found is kept for every block on the way, so all uses together visit a block once.
func (r *repair) atStart(b ir.Block) ir.Value {
	// A chain of blocks with one predecessor edge is walked without recursion.
	var chain []ir.Block
	var v ir.Value
	for {
		if x, ok := r.start[b]; ok {
			v = x
			break
		}
		preds := r.e.Preds(b)
		if len(preds) == 0 || len(chain) > r.e.F.NumBlocks() { // a cycle that is never entered
			v = r.any
			break
		}
		if len(preds) > 1 {
			v = r.join(b, preds)
			break
		}
		chain = append(chain, b)
		p := preds[0].From
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

// atEnd is the definition that is current where b ends: its own, or what reaches its start.
func (r *repair) atEnd(b ir.Block) ir.Value {
	if v, ok := r.end[b]; ok {
		return v
	}
	return r.atStart(b)
}

// join gives b an argument. What it gets is found afterwards, since that may be itself.
func (r *repair) join(b ir.Block, preds []cfg.PredEdge) ir.Value {
	// The argument is in start before its operands are known, which is what ends the walk around
	// a loop.
	v := r.adder.Add(b, r.e.F.TypeOf(r.any), ir.NoAnnot)
	r.start[b] = v
	n := len(preds)
	in := make([]ir.Value, n)
	for k, x := range preds {
		in[k] = r.atEnd(x.From)
	}
	for k, x := range preds {
		r.adder.Pass(x, ir.Operand{Value: in[k]})
	}
	return v
}
