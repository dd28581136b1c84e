package c

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
	"github.com/tuffy-ir/tuffy/x86/att"
	"modernc.org/cc/v4"
)

// Inline assembly becomes an external function that is machine code (ir.Asm), and a call of it with a block of memory
// that has the operands. Constraints are those of gcc's manual, "Machine Constraints", x86 family.

// asmOperand is an operand of inline assembly.
type asmOperand struct {
	name       string
	constraint string
	e          cc.ExpressionNode
	out        bool
	asmChoice

	t cc.Type // of its value
	l place   // the object, of an output or an operand in memory
	x value   // of an input, and of an output that is read
	k int64   // of a constant
}

// asm translates inline assembly.
func (g *fn) asm(n *cc.Asm) {
	text := g.u.literal(n, n.Token3)
	ops, clobbers, labels := g.asmOperands(n)
	if strings.TrimSpace(text) == "" {
		g.launder(n, ops)
		return
	}
	a := &asmBuilder{g: g, n: n, ops: ops, asm: &ir.Asm{Clobbers: clobbers}, labels: labels}
	if len(labels) > 0 {
		a.addExit()
	}
	a.constraints()
	a.values()
	a.registers()
	a.asm.Text = a.expand(text) + a.exits()
	code, err := att.Assemble(a.asm.Text)
	if err != nil {
		msg := err.Error()
		if e := (*att.Error)(nil); errors.As(err, &e) {
			msg = fmt.Sprintf("%q: %s", e.Text, e.Msg)
		}
		g.u.unsupported(n, "inline assembly: %s", msg)
	}
	if len(code) > ir.MaxAsmCode {
		g.u.unsupported(n, "inline assembly of %d bytes: the limit is %d", len(code), ir.MaxAsmCode)
	}
	a.asm.Code = code
	a.call()
	a.leave()
}

// addExit adds an output for how assembly with labels of C is left: 0 at its end, or the number of a label from 1 on. The code
// that sets it stands behind the text, whose jumps lead there.
func (a *asmBuilder) addExit() {
	t := a.g.u.ast.Int
	a.exit = &asmOperand{constraint: "=r", out: true, t: t, l: place{p: a.g.temp(t), t: t, align: 4}}
	a.first = len(a.ops)
	a.ops = append(a.ops, a.exit)
}

// exits is the text behind that of the program.
func (a *asmBuilder) exits() string {
	if a.exit == nil {
		return ""
	}
	var b strings.Builder
	r := a.exit.reg
	for reg := x86.RAX; reg <= x86.R15; reg++ {
		if reg.Name(64) == r {
			r = reg.Name(32)
			break
		}
	}
	fmt.Fprintf(&b, "\nmovl $0, %%%s\njmp .Lleave\n", r)
	for k := range a.labels {
		fmt.Fprintf(&b, ".Lexit%d: movl $%d, %%%s\njmp .Lleave\n", k, k+1, r)
	}
	return b.String() + ".Lleave:"
}

// leave goes to the label that the assembly chose.
func (a *asmBuilder) leave() {
	g := a.g
	if a.exit == nil {
		return
	}
	chosen := g.read(a.exit.l)
	for k, name := range a.labels {
		l := g.label(a.n, name)
		here, next := g.block(), g.block()
		g.branch(g.compare(ir.EQ, chosen.v, g.int(int64(k+1))), here, next)
		g.start(here)
		g.endFor(a.n, l)
		g.jump(l.block)
		g.start(next)
	}
}

// fileAsm keeps assembly that stands outside of functions for the object.
func (u *unit) fileAsm(n *cc.Asm) {
	text := u.literal(n, n.Token3)
	if _, err := att.AssembleFile(text); err != nil {
		msg := err.Error()
		if e := (*att.Error)(nil); errors.As(err, &e) {
			msg = fmt.Sprintf("%q: %s", e.Text, e.Msg)
		}
		u.unsupported(n, "assembly at file scope: %s", msg)
	}
	u.m.Asm = append(u.m.Asm, text)
}

// launder is inline assembly without instructions: outputs that an input names take its value, the others keep theirs. All
// operands are evaluated.
func (g *fn) launder(n *cc.Asm, ops []*asmOperand) {
	for _, out := range ops {
		if out.out {
			out.l = g.place(out.e)
		}
	}
	for _, in := range ops {
		if in.out {
			continue
		}
		var to *asmOperand
		for k, out := range ops {
			if out.out && (in.constraint == fmt.Sprint(k) || out.name != "" && in.constraint == "["+out.name+"]") {
				to = out
			}
		}
		if to == nil && strings.ContainsAny(in.constraint, "moV") {
			if _, ok := g.tryPlace(in.e); ok {
				continue
			}
		}
		x := g.expr(in.e)
		if to != nil {
			g.at(n)
			g.node = n
			g.write(to.l, g.convert(x, to.l.t))
		}
	}
}

// literal is the text of a string literal.
func (u *unit) literal(n cc.Node, t cc.Token) string {
	s, err := unquoted(t.SrcStr())
	if err != nil {
		u.unsupported(n, "this string is not supported")
	}
	return s
}

// asmOperands are the operands, outputs first, the clobbers, and the labels that the assembly may go to.
func (g *fn) asmOperands(n *cc.Asm) (ops []*asmOperand, clobbers, labels []string) {
	part := 0
	for l := n.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			switch part {
			case 0, 1:
				op := g.asmOperand(e.AssignmentExpression)
				if op.out = part == 0; op.e == nil {
					g.u.unsupported(n, "an operand of inline assembly that is no constraint and expression")
				}
				if e.AsmIndex != nil {
					op.name = strings.TrimSpace(cc.NodeSource(e.AsmIndex.ExpressionList))
				}
				ops = append(ops, op)
			case 2:
				clobbers = g.asmClobber(n, clobbers, e.AssignmentExpression)
			default:
				name, ok := bareByte(e.AssignmentExpression).(*cc.PrimaryExpression)
				if !ok || name.Case != cc.PrimaryExpressionIdent {
					g.u.fail(n, "asm goto takes names of labels behind the clobbers")
				}
				labels = append(labels, name.Token.SrcStr())
			}
		}
		part++
	}
	return ops, clobbers, labels
}

// asmOperand takes `"constraint"(expression)` apart, which the parser reads as a call.
func (g *fn) asmOperand(e cc.ExpressionNode) *asmOperand {
	if p, ok := e.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall {
		if args := arguments(p); len(args) == 1 {
			if s := stringOf(p.PostfixExpression); s != nil {
				b, _, _ := g.u.stringBytes(s)
				return &asmOperand{constraint: strings.TrimRight(string(b), "\x00"), e: args[0]}
			}
		}
	}
	return &asmOperand{}
}

// values evaluates the operands: objects first, then the values of inputs.
func (a *asmBuilder) values() {
	g := a.g
	for k, op := range a.ops {
		switch {
		case op.out && op.e == nil: // how it is left
		case op.out:
			op.l = g.place(op.e)
			op.t = op.l.t
			if op.kind == asmMemory && op.l.field != nil {
				g.u.fail(a.n, "operand %d of inline assembly is a bit-field in memory", k)
			}
		case op.kind == asmMemory:
			l, ok := g.tryPlace(op.e)
			if !ok || l.field != nil {
				x := g.expr(op.e)
				l = place{p: g.temp(x.t), t: x.t, align: g.u.alignof(x.t)}
				g.at(a.n)
				g.write(l, x)
			}
			op.l, op.t = l, l.t
		case op.kind != asmConstant:
			op.x = g.expr(op.e)
			op.t = op.x.t
		}
		if op.out && op.kind != asmMemory && op.reads {
			g.at(a.n)
			op.x = g.read(op.l)
		}
	}
	for k, op := range a.ops {
		if op.kind == asmMemory || op.kind == asmConstant || op.kind == asmX87 && isFloat(op.t) && x87Size(op.t) > 0 {
			continue
		}
		size := g.u.sizeof(op.t)
		largest := int64(8)
		if op.kind == asmVector {
			largest = 16
		}
		if isVoid(op.t) || isVLA(op.t) || isLong(op.t) || isComplex(op.t) || size > largest || size&(size-1) != 0 || size == 0 || op.kind == asmVector && size < 4 {
			g.u.unsupported(a.n, "operand %d of inline assembly, of type %s, in a register of %d bytes is not supported", k, op.t, largest)
		}
	}
}

// asmCell is how many bytes of the block an operand has.
const asmCell = 16

// call puts the operands into a block, calls the assembly, and takes the results out.
func (a *asmBuilder) call() {
	g, u := a.g, a.g.u
	g.at(a.n)
	g.node = a.n
	if len(a.ops)*asmCell > ir.MaxAsmBlock {
		u.unsupported(a.n, "inline assembly with %d operands", len(a.ops))
	}
	block := g.slot(int64(max(len(a.ops), 1)*asmCell), asmCell)
	for k, op := range a.ops {
		off := int64(k * asmCell)
		cell := place{p: g.offset(block, off), align: asmCell}
		reg := ir.AsmReg{Reg: op.reg, Off: uint32(off), Size: 8}
		switch op.kind {
		case asmConstant:
			continue
		case asmMemory:
			g.store(op.l.p, cell.p, 8, 8)
			a.asm.In = append(a.asm.In, reg)
			if op.out {
				a.asm.Writes = append(a.asm.Writes, ir.AsmObject{Off: reg.Off, Size: uint32(u.sizeof(op.t))})
			}
			continue
		case asmFlag:
			reg.Size = 1
			a.asm.Out = append(a.asm.Out, reg)
			continue
		}
		reg.Size = uint32(u.sizeof(op.t))
		if op.kind == asmX87 {
			reg.Size = x87Size(op.t)
		}
		if !op.out || op.reads {
			cell.t = op.t
			g.write(cell, op.x)
			a.asm.In = append(a.asm.In, reg)
		}
		if op.out {
			reg.Ptr = isPtr(op.t)
			a.asm.Out = append(a.asm.Out, reg)
		}
	}
	g.callAsm(a.asm, block)
	for k, op := range a.ops {
		p := g.offset(block, int64(k*asmCell))
		switch {
		case !op.out || op.kind == asmMemory:
		case op.kind == asmFlag:
			x := value{v: g.load(p, 1, 1, ir.Int), t: u.ast.Int}
			g.write(op.l, g.convert(x, op.l.t))
		default:
			g.write(op.l, g.read(place{p: p, t: op.t, align: asmCell}))
		}
	}
}

// callAsm makes the external function, unless there is one already, and calls it with the block of its operands.
func (g *fn) callAsm(a *ir.Asm, block ir.Value) {
	u := g.u
	key := fmt.Sprintf("%+v", *a)
	name, ok := u.asms[key]
	if !ok {
		name = fmt.Sprintf("%s.asm%s.%d", g.name, u.suffix, len(u.asms)+1)
		u.asms[key] = name
		u.m.AddExtern(&ir.Extern{Name: name, Params: []ir.Param{{Type: ir.Ptr}}, Asm: a})
	}
	i := g.live().Call(g.symbol(name), []ir.Value{block}, g.mem, nil, g.o)
	g.mem = g.f.Result(i, 0)
}
