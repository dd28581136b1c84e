// Package step has the steps that match a rule: the generator writes them as bytes, the engines for
// value and selection rules take them one after the other, until one says no.
//
// A program has registers of four kinds, each numbered from 0: instructions (0 is the root), values,
// constants and annotations. A step that finds something puts it into the next register of its kind, so
// that no step names where. What a step reads are bytes after it:
//
//	i v n a  a register, of instructions, values, constants, annotations
//	p        a place: an operand of an instruction, see [Place]
//	f        a function on constants, by its number
//	c        a predicate of icmp
//	l        a number of the table of literals
//	t        a type, see [Types]
//	b        a number
//
// Non-goals: what comes after a match. A program of a value rule continues with the replacement
// ([Value] …); a selection rule has Go code.
package step

import "github.com/tuffy-ir/tuffy/ir"

// Op is what a step does.
type Op = byte

// The steps. The letters say what follows a step, an arrow what it finds.
const (
	Done      Op = iota //             the pattern is there
	Inst                // p    → i    what makes an operand; for selection, by the opcode after it
	Operand             // p    → v
	Number              // p    → n    the integer constant that an operand is
	Low                 // p    → n    the same of one of which only the low 64 bits matter
	Imm                 // i    → n    the number in a mnemonic, or after the operand
	Literal             // l    → n
	Calc                // f n n → n   the second is not read where the function has one argument
	Cmp                 // c n n       must hold
	IsPow2              // n           must be a power of two
	Either              // b           the next so many conditions are alternatives of one step each
	Same                // v p         must be one value
	Type                // v t         the value must have the type
	Kind                // v b         the type must be of a kind
	Float               // p t l       must be a float constant with these bits
	ResultOf            // b    → a    the annotation of a result of the root
	AnnotOf             // p    → a    the annotation of an operand's definition
	UseOf               // p    → a    the annotation of an operand
	SameAnnot           // a a
	Signed              // a    → n    the width of :sN that the annotation claims, which must do so
	Unsigned            // a    → n
	NoClass             // a l         must exclude classes of floats
	InS                 // v    → n    the least width of :sN that the value is known to be in
	InU                 // v    → n
	Bounds              // v    → n n  the least range that it is known to be in
	Zeros               // v    → n    the bits that are known to be 0
	Ones                // v    → n
	NotIn               // v l         is known to be in none of the classes
	Shape               // v b         is a float constant of a shape
	Claim               // b n  → a    :uN, or :sN if b
	Exclude             // l    → a    nofpclass
	All                 // b a …  → a  the conjunction of so many
	Width               // n           must be a number that an instruction can have
	Sizes               // b           the operand size must be one of 8, 16, 32 and 64, a bit each
	Has                 // b           the processor must have a feature
	IsConst             // v           must be a constant
	Kept                // v           must be needed afterwards
	Among               // p b         must have one of a set of kinds, see package value
)

// The parts of a replacement, each before its operands.
const (
	Value  Op = iota // v
	Const            // n
	Truth            // b
	FConst           // t l
	Recip            // v    the reciprocal of a float constant
	Use              // a    annotates the use of what follows
	Make             // b b b t n a b, see [MakeSize]
)

// MakeSize is how long Make is before its operands: the opcode by the table, the predicate or 1 for a
// conversion that saturates, which result, the type of one that is written with it, immediate and result annotation
// ([None] where there is none), how many operands.
const MakeSize = 8

// Place is operand n of the instruction in a register: with bit swap of what is swapped set, the other
// one of two. Not is no bit.
func Place(inst, n, swap int) byte { return byte(inst | n<<3 | swap<<5) }

// Not is the bit of operands that are not swapped, which is never set.
const Not = 7

// At reads a place: the register of the instruction, and the operand.
func At(place byte, swaps uint) (inst, n int) {
	return int(place & 7), int(place>>3&3) ^ int(swaps>>(place>>5)&1)
}

// Types are the types by the numbers that steps have; the last stands for that of the root's result.
var Types = [...]ir.Type{0, ir.Int, ir.Bool, ir.Ptr, ir.BF16, ir.F16, ir.F32, ir.F64}

// RootType is the number for the type of the root's result.
const RootType = byte(len(Types))

// None stands for no register.
const None = 255

// Registers is how many a kind has.
const Registers = 32

// The functions on constants.
const (
	Add byte = iota
	Sub
	Mul
	Div
	Rem
	Min
	Max
	Land
	Lor
	Xor
	Shl
	Shr
	Sext
	Zext
	Neg
	Lnot
	Pow2
	Log2
)

// Funcs has their names, and how many constants they take.
var Funcs = [...]struct {
	Name  string
	Arity int
}{
	{"add", 2}, {"sub", 2}, {"mul", 2}, {"div", 2}, {"rem", 2}, {"min", 2}, {"max", 2}, {"land", 2}, {"lor", 2}, {"xor", 2},
	{"shl", 2}, {"shr", 2}, {"sext", 2}, {"zext", 2}, {"neg", 1}, {"lnot", 1}, {"pow2", 1}, {"log2", 1},
}

// Func is the number of the function with that name, len(Funcs) of none.
func Func(name string) byte {
	n := 0
	for n < len(Funcs) && Funcs[n].Name != name {
		n++
	}
	return byte(n)
}
