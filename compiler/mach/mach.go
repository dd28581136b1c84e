// Package mach is machine code before and after register allocation: instructions of a [Target] over
// virtual registers in SSA form, with block parameters. Instruction selection makes it, register
// allocation reads it and gives places, emission turns both into bytes.
//
// What an instruction is beyond its operands only its target knows: it keeps that in Func.Code. This
// package also has what emission does alike on all targets: the areas of a stack frame, the place of
// the prologue, the order of blocks.
//
// Non-goals: encoding; optimization (that is done before selection).
package mach

import (
	"iter"
	"sort"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/graph"
)

// VReg is a virtual register, defined once; 0 is none.
type VReg uint32

// Class is the kind of register that a value needs.
type Class uint8

// The classes. A target without registers for floats and vectors leaves Vec empty.
const (
	GPR Class = iota // integers and addresses
	Vec              // floats and vectors
	NumClasses
)

// Block is an index into Func.Blocks; 0 is the entry.
type Block uint32

// Constraint says where an operand may be.
type Constraint uint8

// The constraints.
const (
	InReg  Constraint = iota // any register of the class
	Any                      // a register, or its spill slot: the instruction takes memory there
	Fixed                    // the register Operand.Reg
	SameAs                   // a definition: the place of use number Operand.Reg of the instruction (two-address instructions)
)

// Operand is a use or a definition of a virtual register by an instruction.
type Operand struct {
	V   VReg
	Def bool
	// Early of a definition: written while uses are still read, so that it may share a register
	// with no use. Late of a use: read after definitions were written, with the same effect.
	// Where neither is set, all uses are read before any definition is written.
	Early, Late bool
	Want        Constraint
	Reg         Reg // for Fixed; for SameAs the index of the use, from 0, among the operands of the instruction
}

// Kind is what an instruction is to those who know no target.
type Kind uint8

// The kinds.
const (
	Row    Kind = iota // an instruction of the target, number Inst.Row of Func.Code
	Params             // first in the entry block: defines the parameters, in fixed registers
	Copy               // operand 0 is a definition, operand 1 a use of the same class: a move that coalescing should remove
	Call               // Row is a call; the operands are arguments and results in fixed registers, Clobbers what it destroys
	Jump               // to Succs[0]
	Branch             // Cond holds: to Succs[0], else to Succs[1]
	Table              // jump through a table: operand 0 is the index (below len(Succs)), operand 1 a scratch register that is defined early
	Return             // uses the results in fixed registers
	Trap               // stops the program; ends the block
	Addr               // operand 0 is the address of stack object Obj
)

// Inst is an instruction.
type Inst struct {
	Kind     Kind
	Remat    bool   // makes a constant or an address from nothing: may be made again instead of being spilt
	Cond     uint8  // of a Branch: a condition of the target
	Num      uint16 // of operands
	Maker    uint16 // who made it, by number in Func.Makers, from 1; 0 if nobody asked
	Row      uint32 // of a Row or Call: what the target knows of it, in Func.Code
	First    uint32 // of its operands in Func.Operands
	Obj      uint32 // the stack object that its memory operand is in, or whose address an Addr makes; 0 for none
	Origin   ir.Inst
	Clobbers RegSet // registers destroyed besides the definitions
	Sym      string // the symbol that its memory operand, or else its immediate, is relative to; "" for none
}

// Edge leads out of a block. Args are as many as the parameters of To.
type Edge struct {
	To   Block
	Args []VReg
}

// BlockInfo is a basic block. Its last instruction is a Jump, Branch, Table, Return or Trap; there
// is no other of these kinds in it. No edge is critical: from a block with several successors to
// one with several predecessors, or with parameters.
type BlockInfo struct {
	First, End uint32 // instructions in Func.Insts
	Params     []VReg
	Succs      []Edge
	Preds      []Block
	Freq       float64 // how often it runs, 1 for the entry; at most MaxFreq
	Depth      int     // of loops around it
}

// MaxFreq bounds how often a block is taken to run: loops that are nested deeply would go beyond what a
// number holds. Products with weights of the same size still fit.
const MaxFreq = 1e100

// Object is a piece of the frame: a stack slot of the program, or memory that a call needs.
type Object struct {
	Size, Align uint64
	Outgoing    bool // arguments of calls, at the bottom of the frame
	Incoming    bool // an argument passed in memory: Offset from the return address, upwards
	// Dynamic is what lies at the bottom of the memory that the function takes from the stack while it runs: two
	// words above the outgoing arguments, found from the stack pointer as these are. At most one object is it.
	Dynamic bool
	Offset  int64
	Region  ir.Region // the region that it lives in: objects of disjoint regions may overlap
	Slot    ir.Inst   // 1 + the stack_slot that it is, 0 if it is none
}

// Func is a machine function. Blocks[0] is the entry, without predecessors. Objects[0] is unused.
type Func struct {
	Name     string
	Target   Target
	Code     any // the target's part of the instructions; Inst.Row counts in it
	Blocks   []BlockInfo
	Insts    []Inst
	Operands []Operand
	Classes  []Class // by virtual register; Classes[0] is unused
	Objects  []Object
	Source   *ir.Func
	// ReturnsTwice is set where a call may return again later, as setjmp does: a spill slot then has one value for the
	// whole function, since the graph does not show where control comes from.
	ReturnsTwice bool
	// Makers are rules of selection and functions beside them that made instructions, each once, if somebody asked.
	Makers []string
}

// Graph is the control-flow graph of f as it is now.
func (f *Func) Graph() *graph.Graph[Block] {
	return graph.New(len(f.Blocks), f.blocks(), func(dst []Block, b Block) []Block {
		for k := range f.Blocks[b].Succs {
			dst = append(dst, f.Blocks[b].Succs[k].To)
		}
		return dst
	})
}

func (f *Func) blocks() iter.Seq[Block] {
	return func(yield func(b Block) bool) {
		for b := range f.Blocks {
			if !yield(Block(b)) {
				return
			}
		}
	}
}

// Ops are the operands of instruction i.
func (f *Func) Ops(i uint32) []Operand {
	in := &f.Insts[i]
	return f.Operands[in.First : in.First+uint32(in.Num)]
}

// Loc is the place of a value: a physical register, or spill slot n as ^n, or NoLoc.
type Loc int32

// NoLoc is the place of a value that is never used.
const NoLoc Loc = 0

// InSlot is the place that is spill slot n.
func InSlot(n int) Loc { return Loc(^n) }

// Slot is the number of the spill slot, and whether l is one.
func (l Loc) Slot() (int, bool) { return int(^l), l < 0 }

// Reg is the register that l is; NoReg if it is none.
func (l Loc) Reg() Reg {
	if l > 0 {
		return Reg(l)
	}
	return NoReg
}

// Move is a move that the allocation puts in, before instruction Before. Moves at one point are
// sequential, in the order of the list; a move to a slot from a slot does not happen.
type Move struct {
	Before   uint32 // index of an instruction; of End of a block never
	From, To Loc
	Class    Class
	Remat    uint32 // if not 0, 1 + the index of a Remat instruction that is repeated into To; From is then NoLoc
}

// Alloc is where everything is.
type Alloc struct {
	Locs  []Loc  // by index into Func.Operands
	Moves []Move // sorted by Before
	Slots []Class
	Saved RegSet // callee-saved registers that are written
}

// FirstMove is the index of the first move that stands at instruction i or behind it.
func (a *Alloc) FirstMove(i uint32) int {
	return sort.Search(len(a.Moves), func(k int) bool { return a.Moves[k].Before >= i })
}
