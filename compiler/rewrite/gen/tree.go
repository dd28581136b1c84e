package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rewrite/internal/rules"
	"github.com/tuffy-ir/tuffy/ir"
)

// The decision tree. At each step one operand is looked at; the patterns that want an opcode
// there are together under that opcode in a switch, those that want a constant under iconst,
// bconst or fconst, and those that take anything come after the switch. So an instruction for which no
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

// byPred continues below an opcode at path, whose instruction is inst; comparisons have a predicate
// too, conversions to floats a result type, and those from floats may saturate.
func (g *generator) byPred(ps []*pattern, inst string, path []int, rest []place) {
	op, _, _ := rules.Opcode(at(ps[0].lhs, path).Op)
	var on string
	var kind func(t *rules.Term) string
	switch {
	case op == ir.OpICmp, op == ir.OpFCmp:
		on = "m.f.Attr(" + inst + ").Pred"
		kind = func(t *rules.Term) string {
			_, pred, _ := rules.Opcode(t.Op)
			return "ir." + predName(pred)
		}
	case op == ir.OpFPToSI, op == ir.OpFPToUI:
		on = "m.f.Attr(" + inst + ").Sat"
		kind = func(t *rules.Term) string { return fmt.Sprint(rules.Saturates(t.Op)) }
	case op.Info().Result == ir.ResArrow:
		on = "m.f.TypeOf(m.f.Result(" + inst + ", 0))"
		kind = func(t *rules.Term) string { return typeName(t.To) }
	default:
		g.below(ps, inst, path, rest)
		return
	}
	byKind := map[string][]*pattern{}
	for _, p := range ps {
		k := kind(at(p.lhs, path))
		byKind[k] = append(byKind[k], p)
	}
	g.printf("switch %s {\n", on)
	for _, k := range slices.Sorted(maps.Keys(byKind)) {
		g.printf("case %s:\n", k)
		g.below(byKind[k], inst, path, rest)
	}
	g.printf("}\n")
}

// predName is the Go name of a predicate.
func predName(p ir.Pred) string {
	switch p {
	case ir.FFalse:
		return "FFalse"
	case ir.FTrue:
		return "FTrue"
	}
	if p.IsFloat() {
		return "F" + strings.ToUpper(p.String())
	}
	return strings.ToUpper(p.String())
}

// typeName is the Go name of the type of a variable or a conversion.
func typeName(t string) string {
	return map[string]string{"int": "ir.Int", "bool": "ir.Bool", "bf16": "ir.BF16", "f16": "ir.F16", "f32": "ir.F32", "f64": "ir.F64"}[t]
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
		case t.Float != "":
			byOp[ir.OpFConst] = append(byOp[ir.OpFConst], p)
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
			if op == ir.OpIConst || op == ir.OpBConst || op == ir.OpFConst {
				g.node(same, rest)
			} else {
				g.byPred(same, d, at0.path, rest)
			}
		}
		g.printf("}\n")
	}
	g.node(any, rest)
}
