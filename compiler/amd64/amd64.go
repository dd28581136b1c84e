// Package amd64 describes x86-64 to register allocation, frames and listings, and says how selection
// and emission share the rows of the instruction table: [Target] and [Code].
//
// The numbers of registers are those of package x86.
//
// Below it are selection (isel), the calling convention (abi), emission (emit) and the functions of
// the run-time library that are machine code (routines).
package amd64

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/x86"
)

// Target is x86-64 with the System V convention, Long the same with vector registers of 256 bits: their spill slots have as
// many, at the alignment that the stack pointer has.
var (
	Target mach.Target = amd64{registersOf(16)}
	Long   mach.Target = amd64{registersOf(32)}
)

type amd64 struct{ registers *mach.Registers }

func registersOf(vector uint64) *mach.Registers {
	r := &mach.Registers{
		Classes: [mach.NumClasses]mach.RegClass{
			mach.GPR: {Regs: span(x86.RAX, x86.R15) &^ (1 << x86.RSP), Slot: 8},
			mach.Vec: {Regs: span(x86.XMM0, x86.XMM15), Slot: vector},
		},
		CalleeSaved:  mach.RegSet(abi.AMD64.CalleeSaved),
		FramePointer: mach.Reg(x86.RBP),
		StackAlign:   abi.AMD64.StackAlign,
	}
	for n := x86.RAX; n <= x86.XMM15; n++ {
		r.Names[n] = abi.RegName(n)
	}
	return r
}

func span(from, to x86.Reg) mach.RegSet { return 1<<(to+1) - 1<<from }

func (a amd64) Registers() *mach.Registers { return a.registers }

// Code is the target's part of a function: mach.Inst.Row counts in Rows, and row 0 is empty. Where an
// operand of the instruction stands, a row has [Slot].
type Code struct {
	Rows []x86.Inst
	// VEX says that vector registers are written by VEX forms only, which moves and spills must be, too.
	VEX bool
	// Long are the rows of vectors of 256 bits, in bits. Where there are some the function's vector registers are moved
	// and spilled with all of their bits, and their upper halves are cleared for whoever is called or returned to.
	Long []uint64
}

// Wide reports whether a row is one of vectors of 256 bits.
func (c *Code) Wide(row uint32) bool {
	return int(row/64) < len(c.Long) && c.Long[row/64]>>(row%64)&1 != 0
}

// SetWide makes a row one of vectors of 256 bits.
func (c *Code) SetWide(row uint32) {
	for int(row/64) >= len(c.Long) {
		c.Long = append(c.Long, 0)
	}
	c.Long[row/64] |= 1 << (row % 64)
}

// CodeOf is the target's part of f.
func CodeOf(f *mach.Func) *Code { return f.Code.(*Code) }

// slot0 is the first number that is no register of x86.
const slot0 = 0x80

// Slot is what stands in a row for operand n of its instruction where a register is, also the base or
// index of memory.
func Slot(n int) x86.Reg { return x86.Reg(slot0 + n) }

// SlotOf is the number of the operand that r names; ok is false for a physical register.
func SlotOf(r x86.Reg) (n int, ok bool) { return int(r) - slot0, r >= slot0 }

// Repeatable: a row must leave the flags alone, for the point where it is repeated may lie between a
// compare and its user.
func (amd64) Repeatable(f *mach.Func, i uint32) bool {
	in := &f.Insts[i]
	form := CodeOf(f).Rows[in.Row].Op.Form()
	return in.Kind != mach.Row || (form.Writes|form.Undef)&^x86.DF == 0
}

var condNames = [...]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

func (amd64) CondText(c uint8) string { return condNames[c] }

var prefixNames = [...]struct {
	p    x86.Prefix
	name string
}{{x86.Lock, "lock "}, {x86.Rep, "rep "}, {x86.Repne, "repne "}}

// RowText is the row's name, then its operands in its order.
func (amd64) RowText(f *mach.Func, i uint32, operand func(n int) string) string {
	p := rowText{in: &f.Insts[i], x: &CodeOf(f).Rows[f.Insts[i].Row], operand: operand}
	for _, x := range prefixNames {
		if p.x.Prefix&x.p != 0 {
			p.WriteString(x.name)
		}
	}
	form := p.x.Op.Form()
	name := p.x.Op.String()
	if strings.Contains(form.Code, "+cc") {
		name = strings.Replace(name, "CC", strings.ToUpper(condNames[p.x.Cond]), 1)
	}
	p.WriteString(name)
	for n := range form.Args {
		p.WriteString([...]string{" ", ", "}[min(n, 1)])
		a := &p.x.Args[n]
		switch a.Kind {
		case x86.KReg:
			p.register(a.Reg)
		case x86.KImm:
			if p.in.Sym != "" && p.in.Kind == mach.Call {
				p.WriteString("@" + p.in.Sym)
			} else {
				fmt.Fprint(&p, a.Imm)
			}
		case x86.KMem:
			p.memory(&a.Mem)
		}
	}
	return p.String()
}

// rowText is the text of a row under construction.
type rowText struct {
	strings.Builder
	in      *mach.Inst
	x       *x86.Inst
	operand func(n int) string
}

func (p *rowText) register(r x86.Reg) {
	if n, ok := SlotOf(r); ok {
		p.WriteString(p.operand(n))
		return
	}
	p.WriteString(abi.RegName(r))
}

func (p *rowText) memory(m *x86.Mem) {
	p.WriteByte('[')
	switch {
	case p.in.Obj != 0:
		fmt.Fprintf(p, "o%d", p.in.Obj)
	case m.RIP:
		p.WriteString("@" + p.in.Sym)
	case m.Base != x86.NoReg:
		p.register(m.Base)
	}
	if m.Index != x86.NoReg {
		p.WriteByte('+')
		p.register(m.Index)
		fmt.Fprintf(p, "*%d", max(m.Scale, 1))
	}
	if m.Disp != 0 {
		fmt.Fprintf(p, "%+d", m.Disp)
	}
	p.WriteByte(']')
}
