package mach

import (
	"fmt"
	"strings"
)

// String writes f with its virtual registers: a line an instruction, the target's text of it first,
// then the operands that this text does not name. v3=v1 is a definition in
// the place of a use, v1{rcx} an operand in a fixed register.
func (f *Func) String() string {
	p := printer{f: f}
	p.printf("func @%s\n", f.Name)
	for n, o := range f.Objects {
		if n > 0 {
			p.object(n, o)
		}
	}
	for b := range f.Blocks {
		p.block(Block(b))
	}
	return p.String()
}

type printer struct {
	strings.Builder
	f *Func
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *printer) object(n int, o Object) {
	p.printf("  object o%d size %d align %d", n, o.Size, o.Align)
	if o.Outgoing {
		p.WriteString(" outgoing")
	}
	if o.Incoming {
		p.printf(" incoming %d", o.Offset)
	}
	p.WriteByte('\n')
}

func (p *printer) block(b Block) {
	info := &p.f.Blocks[b]
	p.printf("bb%d", b)
	p.list(info.Params)
	p.printf(": freq %.3g depth %d\n", info.Freq, info.Depth)
	for i := info.First; i < info.End; i++ {
		p.WriteString("  ")
		p.inst(i, info)
		p.WriteByte('\n')
	}
}

func (p *printer) list(vs []VReg) {
	if len(vs) == 0 {
		return
	}
	for n, v := range vs {
		p.WriteString([...]string{"(", ", "}[min(n, 1)])
		p.printf("v%d", v)
	}
	p.WriteByte(')')
}

func (p *printer) edges(succs []Edge) {
	for n, e := range succs {
		if n > 0 {
			p.WriteByte(',')
		}
		p.printf(" bb%d", e.To)
		p.list(e.Args)
	}
}

// inst prints an instruction with its operands in the target's text, then those that the text does
// not show: implicit uses and definitions, and what is clobbered. A definition that must be in an
// operand's register is shown where that operand is.
func (p *printer) inst(i uint32, b *BlockInfo) {
	in := &p.f.Insts[i]
	ops := p.f.Ops(i)
	named := make([]bool, len(ops))
	switch in.Kind {
	case Row, Call:
		p.WriteString(p.f.Target.RowText(p.f, i, func(n int) string {
			named[n] = true
			if ops[n].Def && ops[n].Want == SameAs {
				named[ops[n].Reg] = true
			}
			return p.operand(ops, n)
		}))
	case Params:
		p.WriteString("params")
	case Copy:
		p.WriteString("copy")
	case Jump:
		p.WriteString("jump")
	case Branch:
		p.printf("branch.%s", p.f.Target.CondText(in.Cond))
	case Table:
		p.WriteString("table")
	case Return:
		p.WriteString("return")
	case Trap:
		p.WriteString("trap")
	case Addr:
		p.printf("addr o%d", in.Obj)
	}
	for n := range ops {
		if !named[n] {
			p.WriteString(" " + p.operand(ops, n))
		}
	}
	if in.Kind == Jump || in.Kind == Branch || in.Kind == Table {
		p.edges(b.Succs)
	}
}

func (p *printer) operand(ops []Operand, n int) string {
	o := &ops[n]
	text := fmt.Sprintf("v%d", o.V)
	switch o.Want {
	case SameAs:
		text += fmt.Sprintf("=v%d", ops[o.Reg].V)
	case Fixed:
		text += fmt.Sprintf("{%s}", p.f.Target.Registers().Names[o.Reg])
	}
	if o.Def {
		text += "!"
	}
	return text
}
