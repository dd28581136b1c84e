package c

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// asmOperand is an operand of inline assembly.
type asmOperand struct {
	constraint string
	e          cc.ExpressionNode
}

// asm translates inline assembly with an empty template: outputs that an input names take its value, the others keep
// theirs.
func (g *fn) asm(n *cc.Asm) {
	if t := strings.TrimSpace(strings.Trim(n.Token3.SrcStr(), `"`)); t != "" {
		g.u.fail(n, "inline assembly with instructions is not supported")
	}
	var parts [][]asmOperand
	for l := n.AsmArgList; l != nil; l = l.AsmArgList {
		var ops []asmOperand
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			ops = append(ops, g.asmOperand(e.AssignmentExpression))
		}
		parts = append(parts, ops)
	}
	if len(parts) < 2 {
		return
	}
	for _, in := range parts[1] {
		if in.e == nil {
			continue
		}
		k, err := strconv.Atoi(in.constraint)
		if err != nil || k >= len(parts[0]) || parts[0][k].e == nil {
			continue
		}
		x := g.expr(in.e)
		l := g.place(parts[0][k].e)
		g.at(n)
		g.node = n
		g.write(l, g.convert(x, l.t))
	}
}

// asmOperand takes `"constraint"(expression)` apart, which the parser reads as a call.
func (g *fn) asmOperand(e cc.ExpressionNode) asmOperand {
	if p, ok := e.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall {
		if args := arguments(p); len(args) == 1 {
			if s := stringOf(p.PostfixExpression); s != nil {
				b, _, _ := g.u.stringBytes(s)
				return asmOperand{strings.TrimRight(string(b), "\x00"), args[0]}
			}
		}
	}
	return asmOperand{}
}
