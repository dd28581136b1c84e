package mach

import "math/bits"

// Target is a processor with its calling convention, as far as register allocation, frames and
// listings must know it. They ask for data once and look into tables from then on; a method that takes
// an instruction is asked where speed does not matter.
//
// A second target brings a type with these methods, a selection that makes functions with it in
// Func.Target, and an emission that turns them and their places into bytes.
type Target interface {
	// Registers is the register file. It must not change.
	Registers() *Registers
	// Repeatable reports whether instruction i of f, which has Remat set, may be made again at any
	// point: it reads nothing and writes nothing but its definition, flags included.
	Repeatable(f *Func, i uint32) bool
	// RowText is a Row or Call of a listing. The text of operand n comes from operand, which is called
	// for every operand that the text names.
	RowText(f *Func, i uint32, operand func(n int) string) string
	// CondText is the name of a condition.
	CondText(cond uint8) string
}

// Reg is a physical register: a number from 1 below MaxRegs that the target chooses.
type Reg uint8

// NoReg is no register.
const NoReg Reg = 0

// MaxRegs is more than the number of any register.
const MaxRegs = 64

// RegSet is a set of registers, bit r for register r. Bit 0 is never set.
type RegSet uint64

// Has reports whether r is in s.
func (s RegSet) Has(r Reg) bool { return s>>r&1 != 0 }

// With is s and r.
func (s RegSet) With(r Reg) RegSet { return s | 1<<r }

// First is the register of s with the lowest number, NoReg of the empty set.
func (s RegSet) First() Reg {
	if s == 0 {
		return NoReg
	}
	return Reg(bits.TrailingZeros64(uint64(s)))
}

// Registers is a register file with what the calling convention says of it.
type Registers struct {
	Names [MaxRegs]string // of listings
	// Classes has what values of each class may be in. A register in none, such as the stack pointer,
	// is never given to a value. The classes are disjoint.
	Classes     [NumClasses]RegClass
	CalleeSaved RegSet
	// FramePointer is the register that is kept out of the way in functions with a frame pointer.
	FramePointer Reg
	// StackAlign is the alignment of the stack pointer that calls promise. A function with an object
	// that needs more keeps a frame pointer.
	StackAlign uint64
}

// RegClass is a class of registers.
type RegClass struct {
	Regs RegSet
	Slot uint64 // size of a spill slot, a power of two; its alignment is that, or the stack's if that is less
}
