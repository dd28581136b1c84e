package main

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rewrite/internal/rules"
	"github.com/tuffy-ir/tuffy/ir"
)

// The decision tree. At each step one operand is looked at; the patterns that want an opcode
// there are together under that opcode in a switch, those that want a constant under iconst or
// bconst, and those that take anything come after the switch. So an instruction for which no
// pattern fits costs a few switches, whatever the number of rules.

// place is an operand still to be looked at.
type place struct {
	expr string // Go expression of the value
	path []int  // where it is in the pattern
}

// roots writes the dispatch on the opcode of the root, and a function for each.
func (g *generator) roots(all []*pattern) {
	byOp := map[ir.Op][]*pattern{}
	for _, p := range all {
		op, _, _ := rules.Opcode(bare(p.lhs).Op)
		byOp[op] = append(byOp[op], p)
	}
	g.printf("// root tries the rules for the opcode of i and reports whether one fired.\nfunc (m *matcher) root(i ir.Inst) bool {\nswitch m.f.Op(i) {\n")
	for op := range ir.Op(ir.NumOps) {
		if len(byOp[op]) > 0 {
			g.printf("case ir.%s:\nreturn m.on%s(i)\n", g.ops[op], g.ops[op][2:])
		}
	}
	g.printf("}\nreturn false\n}\n")
	for op := range ir.Op(ir.NumOps) {
		ps := byOp[op]
		if len(ps) == 0 {
			continue
		}
		g.printf("\nfunc (m *matcher) on%s(i ir.Inst) bool {\n", g.ops[op][2:])
		g.byPred(ps, "i", nil, nil)
		g.printf("return false\n}\n")
	}
}

// at finds the term at a path of a pattern, annotations left out.
func at(t *rules.Term, path []int) *rules.Term {
	t = bare(t)
	for _, n := range path {
		t = bare(t.Args[n])
	}
	return t
}

// byPred continues below an opcode at path, whose instruction is inst; icmp has a predicate too.
func (g *generator) byPred(ps []*pattern, inst string, path []int, rest []place) {
	op, _, _ := rules.Opcode(at(ps[0].lhs, path).Op)
	if op != ir.OpICmp {
		g.below(ps, inst, path, rest)
		return
	}
	g.printf("switch m.f.Attr(%s).Pred {\n", inst)
	for pred := ir.EQ; pred <= ir.GE; pred++ {
		var same []*pattern
		for _, p := range ps {
			if _, q, _ := rules.Opcode(at(p.lhs, path).Op); q == pred {
				same = append(same, p)
			}
		}
		if len(same) > 0 {
			g.printf("case ir.%s:\n", [...]string{"EQ", "NE", "LT", "LE", "GT", "GE"}[pred])
			g.below(same, inst, path, rest)
		}
	}
	g.printf("}\n")
}

// below puts the operands of the instruction in front of what is still to be looked at.
func (g *generator) below(ps []*pattern, inst string, path []int, rest []place) {
	t := at(ps[0].lhs, path)
	var next []place
	for n := range len(t.Args) - t.Imm {
		next = append(next, place{fmt.Sprintf("m.f.Arg(%s, %d)", inst, n), append(slices.Clone(path), n)})
	}
	g.node(ps, append(next, rest...))
}

// node writes the decisions for the places left.
func (g *generator) node(ps []*pattern, places []place) {
	if len(places) == 0 || len(ps) == 0 {
		for _, p := range ps {
			g.printf("if m.%s(i) {\nreturn true\n}\n", p.fn)
		}
		return
	}
	at0, rest := places[0], places[1:]
	byOp := map[ir.Op][]*pattern{}
	var any []*pattern
	for _, p := range ps {
		t := at(p.lhs, at0.path)
		switch {
		case t.Op != "":
			op, _, _ := rules.Opcode(t.Op)
			byOp[op] = append(byOp[op], p)
		case t.Calc != nil:
			byOp[ir.OpIConst] = append(byOp[ir.OpIConst], p)
		case t.Bool != nil:
			byOp[ir.OpBConst] = append(byOp[ir.OpBConst], p)
		default:
			any = append(any, p)
		}
	}
	if len(byOp) > 0 {
		g.leaf++
		d := fmt.Sprintf("d%d", g.leaf)
		g.printf("switch %s := m.f.Def(%s); m.op(%s) {\n", d, at0.expr, d)
		for op := range ir.Op(ir.NumOps) {
			same := byOp[op]
			if len(same) == 0 {
				continue
			}
			g.printf("case ir.%s:\n", g.ops[op])
			if op == ir.OpIConst || op == ir.OpBConst {
				g.node(same, rest)
			} else {
				g.byPred(same, d, at0.path, rest)
			}
		}
		g.printf("}\n")
	}
	g.node(any, rest)
}
