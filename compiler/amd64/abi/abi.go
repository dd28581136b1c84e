// Package abi is the System V calling convention: how the types of C are classified by eightbytes,
// and in which registers or at which place of the stack the arguments and results of a call are.
//
// Sources: System V ABI, AMD64 Architecture Processor Supplement, version 1.0, section 3.2;
// Intel386 Architecture Processor Supplement, version 1.1, section 2.2.
//
// Conventions are rows of data ([AMD64], [I386]); [Convention.Assign] reads them.
//
// Which type of C a type of the IR is, package ctype says; [Place.Spot] finds the pieces that legalization
// has taken a value apart into.
//
// Non-goals: complex types but for that of long double, and other operating systems. Moving the values is the business of
// instruction selection.
package abi

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/x86"
)

// Class is what an eightbyte is passed in.
type Class uint8

// The classes (ABI, 3.2.3). SSEUp is the upper part of the vector before it.
const (
	NoClass Class = iota
	InInteger
	InSSE
	SSEUp
	InMemory
)

// String is the ABI's name of c.
func (c Class) String() string {
	return [...]string{"NO_CLASS", "INTEGER", "SSE", "SSEUP", "MEMORY"}[c]
}

// merge is the class of an eightbyte that has parts of both classes (ABI, 3.2.3, step 4).
func (c Class) merge(d Class) Class {
	switch {
	case c == d || d == NoClass:
		return c
	case c == NoClass:
		return d
	case c == InMemory || d == InMemory:
		return InMemory
	case c == InInteger || d == InInteger:
		return InInteger
	}
	return InSSE
}

// Classify gives the class of each eightbyte of t. A type that is passed in memory, by its size
// or by a member that is not aligned, is InMemory in all of them; an empty one has none.
func Classify(t ctype.Type) []Class {
	n := (t.Size + 7) / 8
	classes := make([]Class, n)
	memory := func() []Class {
		for i := range classes {
			classes[i] = InMemory
		}
		return classes
	}
	// More than four eightbytes are always memory (ABI, 3.2.3); four are the largest vector.
	if n > 4 || !classify(classes, 0, t) {
		return memory()
	}
	for i, c := range classes {
		if c == InMemory || c == SSEUp && (i == 0 || classes[i-1] != InSSE && classes[i-1] != SSEUp) {
			return memory()
		}
	}
	// Beyond two eightbytes only one whole vector is passed in a register.
	if n > 2 {
		for i, c := range classes {
			if i == 0 && c != InSSE || i > 0 && c != SSEUp {
				return memory()
			}
		}
	}
	return classes
}

// InRegisters reports whether t is passed in registers as long as there are some. A t without bytes is
// passed nowhere.
func (c *Convention) InRegisters(t ctype.Type) bool {
	for _, p := range pieces(c, t) {
		if p.class == InMemory {
			return false
		}
	}
	return true
}

// classify merges the classes of t, which starts at byte off, into those of its eightbytes. It
// reports false for a member that is not aligned.
func classify(classes []Class, off uint64, t ctype.Type) bool {
	if t.Align > 1 && off%t.Align != 0 {
		return false
	}
	switch t.Kind {
	case ctype.Memory, ctype.X87:
		return false
	case ctype.Padding:
		return true
	case ctype.Aggregate:
		for _, m := range t.Members {
			if !classify(classes, off+m.Offset, m.Type) {
				return false
			}
		}
		return true
	case ctype.Vector:
		for k := off / 8; k < (off+t.Size+7)/8; k++ {
			c := InSSE
			if k > off/8 {
				c = SSEUp
			}
			classes[k] = classes[k].merge(c)
		}
		return true
	}
	c := InInteger
	if t.Kind == ctype.Float {
		c = InSSE
	}
	for k := off / 8; k < (off+t.Size+7)/8; k++ {
		classes[k] = classes[k].merge(c)
	}
	return true
}

// Part is an eightbyte, or a vector, of a value and where it is: in Reg, or if that is NoReg at
// Offset, counted from the first argument on the stack, or for a result from the start of
// the memory that the caller provides. A result may be on the stack of the x87.
type Part struct {
	Reg    x86.Reg
	X87    uint8 // 1 for st(0), 2 for st(1)
	Offset uint64
	At     uint64 // the first byte of the value that is in this part
	Size   uint64 // how many are
}

// Place is where a value is, part by part in the order of its bytes.
type Place []Part

// Assignment is where the arguments and results of a call are.
type Assignment struct {
	Params []Place
	// Registers, or if HasSret offsets into the memory of the caller.
	Results    []Place
	Sret       Part   // where the caller passes the address of the memory for the results
	HasSret    bool   // the results are in memory; the callee returns its address in IntResults[0]
	SretBytes  uint64 // of that memory
	SretAlign  uint64
	ArgBytes   uint64 // of arguments on the stack: where a further one would start
	StackBytes uint64 // the same as a multiple of StackAlign
	StackAlign uint64 // of the stack pointer at the call
	Popped     uint64 // of these, what the callee pops
	IntRegs    int    // number of general registers with arguments
	VectorRegs int    // number of vector registers with arguments: what al says in a variadic call
}

// Convention is a calling convention.
type Convention struct {
	Name        string
	Word        uint64 // size of a general register and of a slot of the argument area, bytes
	IntArgs     []x86.Reg
	VecArgs     []x86.Reg
	IntResults  []x86.Reg
	VecResults  []x86.Reg
	CalleeSaved x86.RegSet // without the stack pointer, which every function restores
	StackAlign  uint64     // of the stack pointer at a call
	RedZone     uint64     // bytes below the stack pointer that signals leave alone
	CountReg    x86.Reg    // register that holds the number of vector arguments of a variadic call
	PopsSret    bool       // the callee pops the address of the result
	FloatOnX87  bool       // float results are in st0
}

// set is the set of regs, for the rows of conventions.
func set(regs ...x86.Reg) x86.RegSet {
	var s x86.RegSet
	for _, r := range regs {
		s = s.With(r)
	}
	return s
}

// AMD64 is the convention of x86-64.
var AMD64 = Convention{
	Name: "sysv64", Word: 8,
	IntArgs:     []x86.Reg{x86.RDI, x86.RSI, x86.RDX, x86.RCX, x86.R8, x86.R9},
	VecArgs:     []x86.Reg{x86.XMM0, x86.XMM1, x86.XMM2, x86.XMM3, x86.XMM4, x86.XMM5, x86.XMM6, x86.XMM7},
	IntResults:  []x86.Reg{x86.RAX, x86.RDX},
	VecResults:  []x86.Reg{x86.XMM0, x86.XMM1},
	CalleeSaved: set(x86.RBX, x86.RBP, x86.R12, x86.R13, x86.R14, x86.R15),
	StackAlign:  16, RedZone: 128, CountReg: x86.RAX,
}

// I386 is the convention of 32-bit code: everything on the stack.
var I386 = Convention{
	Name: "sysv32", Word: 4,
	VecArgs:     []x86.Reg{x86.XMM0, x86.XMM1, x86.XMM2},
	IntResults:  []x86.Reg{x86.RAX, x86.RDX},
	VecResults:  []x86.Reg{x86.XMM0},
	CalleeSaved: set(x86.RBX, x86.RBP, x86.RSI, x86.RDI),
	StackAlign:  16, PopsSret: true, FloatOnX87: true,
}

// Clobbered are the registers that a call destroys: all that the target has and the callee need not restore. The stack
// pointer is in neither set, since it is never allocated. 32-bit code has the first eight of both kinds.
func (c *Convention) Clobbered() x86.RegSet {
	var all x86.RegSet
	for r := x86.RAX; r <= x86.XMM15; r++ {
		if r != x86.RSP && (c.Word == 8 || r <= x86.RDI || r >= x86.XMM0 && r <= x86.XMM7) {
			all = all.With(r)
		}
	}
	return all &^ c.CalleeSaved
}

// Assign finds a place for each argument and result. Results come first, since the address of memory for them takes
// the first place of an argument. The same signature gives the same places on both sides of a call: nothing else
// is looked at.
func (c *Convention) Assign(s *ctype.Signature) Assignment {
	a := assigner{c: c}
	a.Params = make([]Place, 0, len(s.Params))
	a.results(s.Results)
	for _, p := range s.Params {
		a.Params = append(a.Params, a.param(p))
	}
	a.IntRegs, a.VectorRegs, a.ArgBytes = a.ints, a.vecs, a.StackBytes
	a.StackAlign = max(a.StackAlign, c.StackAlign)
	a.StackBytes = up(a.StackBytes, a.StackAlign)
	return a.Assignment
}

// assigner hands out registers and stack slots in the order of the arguments. A register that was handed out does not
// come back.
type assigner struct {
	Assignment
	c          *Convention
	ints, vecs int // argument registers used
}

// results gives places to the results, or passes the address of memory for them.
func (a *assigner) results(results []ctype.Type) {
	ints, vecs, words := 0, 0, uint64(0)
	for _, t := range results {
		if p := a.c.onX87(t); p != nil {
			words += 2 * uint64(len(p))
			a.Results = append(a.Results, p)
			continue
		}
		var p Place
		for _, part := range pieces(a.c, t) {
			words += max(part.size/a.c.Word, 1)
			switch {
			case part.class == InMemory:
				// More than there are: nothing is in registers then, see below.
				ints = len(a.c.IntResults) + 1
			case part.class == InSSE && vecs < len(a.c.VecResults):
				p = append(p, Part{Reg: a.c.VecResults[vecs], At: part.at, Size: part.size})
				vecs++
			case part.class == InInteger && ints < len(a.c.IntResults):
				p = append(p, Part{Reg: a.c.IntResults[ints], At: part.at, Size: part.size})
				ints++
			default:
				ints = len(a.c.IntResults) + 1
			}
		}
		a.Results = append(a.Results, p)
	}
	if ints <= len(a.c.IntResults) && (len(results) == 1 || words <= 2) {
		return
	}
	a.HasSret = true
	a.Results = a.Results[:0]
	a.SretAlign = a.c.Word
	// The results are the members of a struct in that memory, in their order.
	for _, t := range results {
		off := up(a.SretBytes, max(t.Align, a.c.Word))
		a.Results = append(a.Results, Place{{Offset: off, Size: t.Size}})
		a.SretBytes, a.SretAlign = off+up(t.Size, a.c.Word), max(a.SretAlign, t.Align)
	}
	a.SretBytes = up(a.SretBytes, a.SretAlign)
	// Its address is a hidden first argument, so it takes a register before the others do.
	a.Sret = a.param(ctype.Param{Type: ctype.Int(a.c.Word)})[0]
	if a.c.PopsSret {
		a.Popped = a.c.Word
	}
}

// onX87 is the place of a result that registers of the x87 hold: a long double, or two as a complex number (ABI, 3.2.3,
// "Returning of Values"). It is nil for others.
func (c *Convention) onX87(t ctype.Type) Place {
	first := Part{X87: 1, Size: 16}
	switch {
	case c.Word != 8:
	case t.Kind == ctype.X87:
		return Place{first}
	case t.Kind == ctype.Aggregate && len(t.Members) == 2 && t.Members[0].Type.Kind == ctype.X87 && t.Members[1].Type.Kind == ctype.X87:
		return Place{first, Part{X87: 2, At: 16, Size: 16}}
	}
	return nil
}

// param gives a place to an argument: all of its eightbytes in registers, or all of it in memory. Registers
// are taken only if they are enough for the whole argument; a later one may still have them (ABI, 3.2.3,
// "Passing").
func (a *assigner) param(p ctype.Param) Place {
	ps := pieces(a.c, p.Type)
	// Copies: the registers are only taken if all parts find one.
	ints, vecs := a.ints, a.vecs
	memory := p.ByVal
	var out Place
	for _, part := range ps {
		switch {
		case part.class == InSSE && vecs < len(a.c.VecArgs) && !a.c.FloatOnX87,
			part.class == InSSE && p.Type.Kind == ctype.Vector && vecs < len(a.c.VecArgs):
			out = append(out, Part{Reg: a.c.VecArgs[vecs], At: part.at, Size: part.size})
			vecs++
		case part.class == InInteger && ints < len(a.c.IntArgs):
			out = append(out, Part{Reg: a.c.IntArgs[ints], At: part.at, Size: part.size})
			ints++
		default:
			memory = true
		}
	}
	if !memory {
		a.ints, a.vecs = ints, vecs
		return out
	}
	// 32-bit code aligns arguments to words whatever their type wants, but for vectors.
	align := a.c.Word
	if p.Type.Align > align && a.c.Word == 8 || p.Type.Kind == ctype.Vector {
		align = p.Type.Align
	}
	a.StackAlign = max(a.StackAlign, align)
	off := up(a.StackBytes, align)
	a.StackBytes = off + up(p.Type.Size, a.c.Word)
	return Place{{Offset: off, Size: p.Type.Size}}
}

// piece is size bytes of a value from byte at on, which one register holds, or the whole value if it is InMemory.
type piece struct {
	class    Class
	at, size uint64
}

// pieces are the parts that a value is passed in, or one that is InMemory.
func pieces(c *Convention, t ctype.Type) []piece {
	if c.Word != 8 {
		return words(c, t)
	}
	if t.Size > 32 {
		return []piece{{InMemory, 0, t.Size}}
	}
	var out []piece
	for k, cl := range Classify(t) {
		size := min(8, t.Size-8*uint64(k))
		switch cl {
		case InMemory:
			return []piece{{InMemory, 0, t.Size}}
		// The upper part stays in the register of the part before it.
		case SSEUp:
			out[len(out)-1].size += size
		case NoClass: // padding: it takes no register
		default:
			out = append(out, piece{cl, 8 * uint64(k), size})
		}
	}
	return out
}

// words are the parts on a 32-bit machine: the words of an integer, and aggregates in memory.
func words(c *Convention, t ctype.Type) []piece {
	switch t.Kind {
	// The class is that of x86-64; FloatOnX87 keeps floats out of vector registers, and in memory as arguments.
	case ctype.Float:
		return []piece{{InSSE, 0, t.Size}}
	case ctype.Vector:
		return []piece{{InSSE, 0, t.Size}}
	case ctype.Aggregate, ctype.Memory, ctype.X87:
		return []piece{{InMemory, 0, t.Size}}
	}
	var out []piece
	for off := uint64(0); off < t.Size; off += c.Word {
		out = append(out, piece{InInteger, off, min(c.Word, t.Size-off)})
	}
	return out
}

// Spot is where a piece is: in Reg, in the upper half of a vector register if High, or if that is NoReg
// at Offset as a [Part] is, or from byte Offset on of what a register of the x87 holds.
type Spot struct {
	Reg    x86.Reg
	X87    uint8
	High   bool
	Offset uint64
	Size   uint64
}

// Spot finds piece x in p, the place of its parameter or result.
func (p Place) Spot(x ctype.Piece) Spot {
	for _, part := range p {
		switch {
		case part.X87 > 0:
			if x.At >= part.At && x.At < part.At+part.Size {
				return Spot{X87: part.X87, Offset: x.At - part.At, Size: x.Size}
			}
		case part.Reg == x86.NoReg:
			return Spot{Offset: part.Offset + x.At, Size: x.Size}
		case x.At >= part.At && x.At < part.At+part.Size:
			return Spot{Reg: part.Reg, High: x.At > part.At, Size: x.Size}
		}
	}
	panic("BUG: a piece of a value that is nowhere")
}

// String writes the place: "rdi", "[8]", "rax+xmm0", "st0".
func (p Place) String() string {
	s := ""
	for n, q := range p {
		if n > 0 {
			s += "+"
		}
		if q.X87 > 0 {
			s += fmt.Sprintf("st%d", q.X87-1)
		} else if q.Reg == x86.NoReg {
			s += fmt.Sprintf("[%d]", q.Offset)
		} else {
			s += RegName(q.Reg)
		}
	}
	return s
}

// RegName is the name of the whole register r on x86-64.
func RegName(r x86.Reg) string {
	switch {
	case r.IsXMM():
		return fmt.Sprintf("xmm%d", r-x86.XMM0)
	case r.IsGPR():
		return [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}[r-x86.RAX]
	}
	return "none"
}

func up(n, align uint64) uint64 { return (n + align - 1) / align * align }
