package mach

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

// String writes f with its virtual registers: a line an instruction, the row's name first, operands
// in the row's order, then those that the text of the row does not name. v3=v1 is a definition in
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

func (p *printer) inst(i uint32, b *BlockInfo) {
	in := &p.f.Insts[i]
	ops := p.f.Ops(i)
	named := make([]bool, len(ops))
	switch in.Kind {
	case Row, Call:
		p.row(in, ops, named)
	case Params:
		p.WriteString("params")
	case Copy:
		p.WriteString("copy")
	case Jump:
		p.WriteString("jump")
	case Branch:
		p.printf("branch.%s", condNames[in.X.Cond])
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
			p.WriteByte(' ')
			p.operand(ops, n)
		}
	}
	if in.Kind == Jump || in.Kind == Branch || in.Kind == Table {
		p.edges(b.Succs)
	}
}

var condNames = [...]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

var prefixNames = [...]struct {
	p    x86.Prefix
	name string
}{{x86.Lock, "lock "}, {x86.Rep, "rep "}, {x86.Repne, "repne "}}

func (p *printer) row(in *Inst, ops []Operand, named []bool) {
	for _, x := range prefixNames {
		if in.X.Prefix&x.p != 0 {
			p.WriteString(x.name)
		}
	}
	form := in.X.Op.Form()
	name := in.X.Op.String()
	if strings.Contains(form.Code, "+cc") {
		name = strings.Replace(name, "CC", strings.ToUpper(condNames[in.X.Cond]), 1)
	}
	p.WriteString(name)
	for n := range form.Args {
		p.WriteString([...]string{" ", ", "}[min(n, 1)])
		a := &in.X.Args[n]
		switch a.Kind {
		case x86.KReg:
			p.register(a.Reg, ops, named)
		case x86.KImm:
			if in.Sym != "" && in.Kind == Call {
				p.printf("@%s", in.Sym)
			} else {
				p.printf("%d", a.Imm)
			}
		case x86.KMem:
			p.memory(in, &a.Mem, ops, named)
		}
	}
}

func (p *printer) register(r x86.Reg, ops []Operand, named []bool) {
	if n, ok := SlotOf(r); ok {
		p.operand(ops, n)
		named[n] = true
		if ops[n].Def && ops[n].Want == SameAs {
			named[ops[n].Reg] = true
		}
		return
	}
	p.WriteString(regName(r))
}

func (p *printer) memory(in *Inst, m *x86.Mem, ops []Operand, named []bool) {
	p.WriteByte('[')
	switch {
	case in.Obj != 0:
		p.printf("o%d", in.Obj)
	case m.RIP:
		p.printf("@%s", in.Sym)
	case m.Base != x86.NoReg:
		p.register(m.Base, ops, named)
	}
	if m.Index != x86.NoReg {
		p.WriteByte('+')
		p.register(m.Index, ops, named)
		p.printf("*%d", max(m.Scale, 1))
	}
	if m.Disp != 0 {
		p.printf("%+d", m.Disp)
	}
	p.WriteByte(']')
}

func (p *printer) operand(ops []Operand, n int) {
	o := &ops[n]
	p.printf("v%d", o.V)
	switch o.Want {
	case SameAs:
		p.printf("=v%d", ops[o.Reg].V)
	case Fixed:
		p.printf("{%s}", regName(o.Reg))
	}
	if o.Def {
		p.WriteByte('!')
	}
}

// regName is the 64-bit name of a register.
func regName(r x86.Reg) string {
	switch {
	case r.IsGPR():
		return [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}[r-x86.RAX]
	case r.IsXMM():
		return fmt.Sprintf("xmm%d", r-x86.XMM0)
	}
	return fmt.Sprintf("reg%d", r)
}
