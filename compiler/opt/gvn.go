package opt

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// gvn replaces a pure instruction by an equal one that dominates it (hash-based value numbering
// over the dominator tree, Briggs, Cooper and Simpson, "Value Numbering", 1997).
//
// Two pure instructions with the same operands and the same checks on them compute the same, but
// for what the semantics leaves open: the payload of a NaN, and what freeze makes of poison; there
// the later one takes the choice of the earlier, which refines. Where the checks on the results
// differ, the one that stays keeps the weaker check, or none: fewer checks refine, and the value
// that the other check let pass must not become poison.
var gvn = pass.Pass{
	Name: "gvn", Kind: pass.Refinement, KeepsCFG: true,
	Doc: "replaces instructions by equal ones that dominate them",
	After: []pass.Order{
		{Pass: "mem2reg", Why: "values kept in memory have no number"},
		{Pass: "rewrite", Why: "equal values in different forms get different numbers"},
	},
	Func: runGVN,
}

// exprKey identifies what an instruction computes.
type exprKey struct {
	op    ir.Op
	attr  ir.Attr
	typ   ir.Type
	args  [3]ir.Operand
	extra string // operands beyond three, constants and paths from pools
}

func runGVN(c *pass.Ctx) {
	f := c.F
	n := &numbering{c: c, f: f, table: map[exprKey][]ir.Inst{}}
	dom := c.Dom()
	children := dom.Children()
	type frame struct {
		b    ir.Block
		next int
		mark int
	}
	stack := []frame{{b: f.Entry()}}
	n.block(f.Entry())
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next < len(children[top.b]) {
			b := children[top.b][top.next]
			top.next++
			stack = append(stack, frame{b: b, mark: len(n.added)})
			n.block(b)
			continue
		}
		n.forget(top.mark)
		stack = stack[:len(stack)-1]
	}
}

type numbering struct {
	c     *pass.Ctx
	f     *ir.Func
	table map[exprKey][]ir.Inst // the innermost last
	added []exprKey
}

func (n *numbering) forget(mark int) {
	for _, k := range n.added[mark:] {
		if l := n.table[k]; len(l) > 1 {
			n.table[k] = l[:len(l)-1]
		} else {
			delete(n.table, k)
		}
	}
	n.added = n.added[:mark]
}

func (n *numbering) block(b ir.Block) {
	f := n.f
	for i := range f.Insts(b) {
		if !f.Op(i).Is(ir.Pure) && f.Op(i) != ir.OpFreeze || f.NumResults(i) == 0 {
			continue
		}
		k := n.key(i)
		if l := n.table[k]; len(l) > 0 {
			first := l[len(l)-1]
			if n.c.Fire(pass.Change{Rule: "equal", At: i, Matched: []ir.Inst{first}, Kind: n.kind(i, first)}) {
				n.replace(i, first)
				continue
			}
		}
		n.table[k] = append(n.table[k], i)
		n.added = append(n.added, k)
	}
}

func (n *numbering) kind(i, first ir.Inst) pass.Kind {
	for r, v := range n.f.Results(i) {
		if n.f.AnnotOf(v) != n.f.AnnotOf(n.f.Result(first, r)) {
			return pass.Refinement
		}
	}
	if n.f.Op(i) == ir.OpFreeze || n.f.TypeOf(n.f.Result(i, 0)).Kind() == ir.KindFloat {
		return pass.Refinement
	}
	return pass.Equivalence
}

func (n *numbering) replace(i, first ir.Inst) {
	f := n.f
	for r, v := range f.Results(i) {
		w := f.Result(first, r)
		f.SetAnnot(w, weaker(f.AnnotOf(w), f.AnnotOf(v)))
		f.ReplaceUses(v, w)
	}
	f.RemoveInst(i)
}

// weaker is the annotation of the two that the other implies, or none.
func weaker(a, b ir.Annot) ir.Annot {
	both, err := a.Meet(b)
	switch {
	case err != nil:
		return ir.NoAnnot
	case both == a:
		return b
	case both == b:
		return a
	}
	return ir.NoAnnot
}

func (n *numbering) key(i ir.Inst) exprKey {
	f := n.f
	k := exprKey{op: f.Op(i), attr: f.Attr(i), typ: f.TypeOf(f.Result(i, 0))}
	if k.attr.Aux != 0 {
		switch k.op.Info().Form {
		case ir.FormInt:
			k.extra, k.attr.Aux = f.IntConst(i).String(), 0
		case ir.FormFloat:
			hi, lo := f.FloatConst(i)
			k.extra, k.attr.Aux = fmt.Sprintf("%x %x", hi, lo), 0
		case ir.FormPath:
			k.extra, k.attr.Aux = fmt.Sprint(f.Path(i)), 0
		}
	}
	num := f.NumOperands(i)
	for a := range min(num, len(k.args)) {
		k.args[a] = f.Operand(i, a)
	}
	for a := len(k.args); a < num; a++ {
		k.extra += fmt.Sprint(" ", f.Operand(i, a))
	}
	for a := num; a < len(k.args); a++ {
		k.args[a] = ir.Operand{Value: ir.NoValue}
	}
	if k.op.Is(ir.Commutes) {
		slices.SortFunc(k.args[:2], func(a, b ir.Operand) int {
			if a.Value != b.Value {
				return int(int64(a.Value) - int64(b.Value))
			}
			return int(int64(a.Annot) - int64(b.Annot))
		})
	}
	return k
}
