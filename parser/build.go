package parser

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// patch is an operand that was built before the value it names.
// A use may stand before its definition in the text, as in a loop whose blocks are out of order.
// The instruction exists with the operand missing, and is completed when the whole function is built.
type patch struct {
	inst ir.Inst
	n    int
	use  use
}

// marked is an instruction with its mark, which it gets when nothing of it changes any more.
type marked struct {
	inst ir.Inst
	mark ir.Mark
}

// build makes the blocks and instructions of fn in the order of the text, so that handles
// are in that order too.
// Nothing can be wrong any more: every name is resolved, every type is known, every count fits. A panic here
// is ours.
func (p *parser) build(fn *function) {
	f := fn.f
	// Value handles are given out as they are built; until then a def has none.
	for i := range fn.defs {
		fn.defs[i].value = ir.NoValue
	}
	regions := []ir.Region{ir.Body}
	var patches []patch
	for _, ev := range fn.events {
		switch ev.kind {
		case evOpen:
			kind := ir.PlainRegion
			if ev.loop {
				kind = ir.LoopRegion
			}
			r := f.AddRegion(regions[len(regions)-1], kind)
			f.SetRegionPos(r, p.pos(ev.off))
			regions = append(regions, r)
		case evClose:
			regions = regions[:len(regions)-1]
		case evBlock:
			patches = p.buildBlock(fn, ev.index, regions[len(regions)-1], patches)
		}
	}
	// All values exist now.
	for _, q := range patches {
		f.SetOperand(q.inst, q.n, fn.operand(q.use))
	}
	// Last, since changing an instruction takes its mark.
	for _, m := range fn.marks {
		f.SetMark(m.inst, m.mark)
	}
	f.Compact()
	fn.keepNames()
}

// keepNames tells the function the numbers of the text.
func (fn *function) keepNames() {
	f := fn.f
	n := ir.Numbering{Value: make([]int, f.NumValues()), Block: make([]int, f.NumBlocks())}
	for v := range n.Value {
		n.Value[v] = -1
	}
	for i := range fn.defs {
		d := &fn.defs[i]
		v := d.value
		if d.alias >= 0 {
			v = fn.defs[d.alias].value
		}
		// A result with two names, as call_ret2 can give it, has the first.
		if d.named && n.Value[v] < 0 {
			n.Value[v] = int(d.num)
		}
	}
	for b := range n.Block {
		n.Block[b] = -1
	}
	for label, index := range fn.labels {
		n.Block[index] = int(label)
	}
	f.SetNames(n)
}

// operand returns the operand that u means, of NoValue if that is not built yet.
// A def that another one stands for (call_ret2 twice of one call) gives that one's value.
func (fn *function) operand(u use) ir.Operand {
	d := &fn.defs[u.ref]
	if d.alias >= 0 {
		d = &fn.defs[d.alias]
	}
	return ir.Operand{Value: d.value, Annot: u.annot}
}

// buildBlock relies on blocks being numbered in the order of the text: a label is the index
// of its block.
// It returns the patches with those of this block added, and lets the statements go.
func (p *parser) buildBlock(fn *function, index int32, r ir.Region, patches []patch) []patch {
	f, blk := fn.f, &fn.blocks[index]
	b := f.AddBlock(r)
	if b != ir.Block(index) {
		panic("BUG: block handles are not in the order of the text")
	}
	f.SetBlockPos(b, p.pos(blk.off))
	for _, d := range blk.args {
		v := &fn.defs[d]
		v.value = f.AddArg(b, v.typ, v.annot)
	}
	// The builder appends at the end of b, so list order is the order of the statements.
	at := f.At(b)
	for k, s := range blk.stmts {
		var late []patch
		n := 0
		// n counts operands over fixed ones and targets, as ir.Func numbers them.
		operands := func(us []use) []ir.Operand {
			out := make([]ir.Operand, len(us))
			for i, u := range us {
				if out[i] = fn.operand(u); out[i].Value == ir.NoValue {
					late = append(late, patch{n: n, use: u})
				}
				n++
			}
			return out
		}
		fixed := operands(s.ops)
		targets := make([]ir.Target, len(s.targets))
		for i, t := range s.targets {
			targets[i] = ir.Target{Block: ir.Block(fn.labels[t.label]), Args: operands(t.args), Case: t.konst}
		}
		types := make([]ir.Type, len(s.res))
		for i, d := range s.res {
			types[i] = fn.defs[d].typ
		}
		i := at.Inst(s.op, p.attr(f, s), fixed, targets, types, s.origin)
		for k, d := range s.res {
			v := &fn.defs[d]
			v.value = f.Result(i, k)
			f.SetAnnot(v.value, v.annot)
		}
		if s.mark.Rule != ir.RuleNone {
			fn.marks = append(fn.marks, marked{i, s.mark})
		}
		for _, q := range late {
			q.inst = i
			patches = append(patches, q)
		}
		// The peak of memory is then the text's form of one function and the built form of the others.
		blk.stmts[k] = nil
	}
	return patches
}

// attr puts the constant or the path of s into f's pools.
// Only instructions with an extra have one; the others keep theirs in the attribute itself.
func (p *parser) attr(f *ir.Func, s *stmt) ir.Attr {
	switch a := s.attr; {
	case s.op.Info().Form == ir.FormPath:
		a.Aux = f.AddPath(s.ext.path)
		return a
	case s.ext != nil:
		a.Aux = f.AddConst(s.ext.konst)
		return a
	}
	return s.attr
}
