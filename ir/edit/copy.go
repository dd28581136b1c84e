package edit

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Copier copies blocks and regions of a function into a function of the same module, which may
// be the same one. First [Copier.Nodes] or [Copier.Block] make the blocks, then [Copier.Fill]
// their instructions; branches to blocks that were not copied, and implied branches, stay as they
// are.
// Names of symbols are numbers of the module, which is why both functions must be in one.
type Copier struct {
	From, To *ir.Func
	Values   map[ir.Value]ir.Value // those without an entry are the same in both
	Blocks   map[ir.Block]ir.Block
	// Origin gives the origin of a copy; nil keeps that of the original.
	Origin func(i ir.Inst) ir.Origin

	order []ir.Block
}

// NewCopier returns a copier.
func NewCopier(from, to *ir.Func) *Copier {
	return &Copier{From: from, To: to, Values: map[ir.Value]ir.Value{}, Blocks: map[ir.Block]ir.Block{}}
}

// Nodes copies the nodes of region r into region to, which is of the other function.
// The nodes are cloned, since to may be in the region that is copied.
func (c *Copier) Nodes(r, to ir.Region) {
	for _, n := range slices.Clone(c.From.Nodes(r)) {
		if n.IsRegion {
			c.Nodes(ir.Region(n.ID), c.To.AddRegion(to, c.From.RegionKind(ir.Region(n.ID))))
			continue
		}
		c.Block(ir.Block(n.ID), to)
	}
}

// Block makes the copy of block b at the end of region to, with arguments.
// Values that the copy of an instruction reads are found by Values, so arguments are entered here.
func (c *Copier) Block(b ir.Block, to ir.Region) ir.Block {
	k := c.To.AddBlock(to)
	c.Blocks[b] = k
	c.order = append(c.order, b)
	for _, v := range c.From.Args(b) {
		c.Values[v] = c.To.AddArg(k, c.From.TypeOf(v), c.From.AnnotOf(v))
	}
	return k
}

// Fill copies the instructions of the blocks. Operands come last, since a text may use a value
// before it defines it.
// It is called once, after all blocks were made.
func (c *Copier) Fill() {
	type pair struct{ old, new ir.Inst }
	var made []pair
	for _, b := range c.order {
		k := c.Blocks[b]
		for i := range c.From.Insts(b) {
			var types []ir.Type
			for _, v := range c.From.Results(i) {
				types = append(types, c.From.TypeOf(v))
			}
			o := c.From.Origin(i)
			if c.Origin != nil {
				o = c.Origin(i)
			}
			n := c.To.At(k).Inst(c.From.Op(i), c.attr(i), nil, nil, types, o)
			for r, v := range c.From.Results(i) {
				c.Values[v] = c.To.Result(n, r)
				c.To.SetAnnot(c.To.Result(n, r), c.From.AnnotOf(v))
			}
			made = append(made, pair{i, n})
		}
	}
	for _, p := range made {
		targets := c.From.Targets(p.old)
		for n := range targets {
			if k, ok := c.Blocks[targets[n].Block]; ok {
				targets[n].Block = k
			}
			c.Rename(targets[n].Args)
		}
		fixed := c.From.FixedOperands(p.old)
		c.Rename(fixed)
		c.To.SetOperands(p.new, fixed, targets)
	}
}

// attr is the attributes of i with constants and paths of the other function.
// Symbols are those of the module, and need no translation.
func (c *Copier) attr(i ir.Inst) ir.Attr {
	a := c.From.Attr(i)
	if a.Aux == 0 || c.From == c.To {
		return a
	}
	switch c.From.Op(i).Info().Form {
	case ir.FormInt:
		a.Aux = c.To.AddConst(c.From.IntConst(i))
	case ir.FormFloat:
		a.Aux = c.To.AddConst(num.FromWords(c.From.FloatConst(i)))
	case ir.FormPath:
		a.Aux = c.To.AddPath(c.From.Path(i))
	}
	return a
}

// Rename replaces values that were copied by their copies.
func (c *Copier) Rename(ops []ir.Operand) {
	for n := range ops {
		if v, ok := c.Values[ops[n].Value]; ok {
			ops[n].Value = v
		}
	}
}
