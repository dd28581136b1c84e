// Package object makes ELF files from machine code: relocatable objects and static executables,
// with symbols, relocations, DWARF 5 and unwind tables.
//
// Sources: System V ABI, generic and AMD64 supplement; DWARF 5.
//
// Non-goals: dynamic linking, other formats, linking of objects that other compilers made.
package object

import "github.com/tuffy-ir/tuffy/ir"

// Reserved is what names start with that belong to the compiler and to its run-time library: programs
// have none such (compiler.CheckNames).
// The two underscores put it among the names that C reserves.
const Reserved = "__tuffy_"

// LibraryName is the name that the part of the run-time library has which programs know as name.
func LibraryName(name string) string { return Reserved + "host_" + name }

// RelocKind is how a reference is filled in (AMD64 ABI, "Relocation types").
type RelocKind uint8

// The kinds.
const (
	Abs64    RelocKind = iota // R_X86_64_64: S + A
	PC32                      // R_X86_64_PC32: S + A - P
	PLT32                     // R_X86_64_PLT32: the same for a function that is called
	Abs32S                    // R_X86_64_32S: S + A, sign-extended
	GOT                       // R_X86_64_REX_GOTPCRELX: G + GOT + A - P, of a MOV of 64 bits
	Abs32                     // R_X86_64_32: S + A, zero-extended
	GOTPCRel                  // R_X86_64_GOTPCREL: G + GOT + A - P
	GOTTPOff                  // R_X86_64_GOTTPOFF: the same of the distance from the thread pointer
	TPOff32                   // R_X86_64_TPOFF32: the distance from the thread pointer
	DTPOff64                  // R_X86_64_DTPOFF64: the place in the thread's block of the file
	PC64                      // R_X86_64_PC64: S + A - P
)

// Reloc is a reference to a symbol from the bytes of a function or datum.
// S is the address of the symbol, A the addend, P the place that is filled in. Offset is from the start of the
// function or datum.
type Reloc struct {
	Offset uint64
	Kind   RelocKind
	Symbol string
	Add    int64
}

// Line says that the code from Offset on was made for an instruction of the program.
// Lines are in order of their offsets.
type Line struct {
	Offset uint32
	Inst   ir.Inst
	Maker  string // who made it, for people: a rule of selection, a function, the allocator; empty if nobody asked
}

// Unwind is a change of the frame at an offset: what it takes to find the caller from there on.
// Rows are in order of their offsets; each has the whole state and not only what changed.
type Unwind struct {
	Offset uint32
	// CFA is the register and distance that give the address above the return address.
	CFAReg uint8 // DWARF number: 7 rsp, 6 rbp
	CFA    int32
	Saved  []SavedReg // registers saved so far
}

// SavedReg is a callee-saved register and where it is, relative to the CFA.
// The offset is a multiple of 8, as the unwind table is factored by it.
type SavedReg struct {
	Reg    uint8 // DWARF number
	Offset int32
}

// VarLoc says where the value of an instruction that binds a variable is while the code from Start
// up to End runs.
// Ranges of one instruction may follow each other; where none covers an address the variable is not available.
type VarLoc struct {
	Inst       ir.Inst
	Start, End uint32
	// Reg is a register by its DWARF number, or the value is in memory: InFrame, at Offset from the
	// CFA. Variable says that the variable itself is there: Inst is a stack_slot, and the place is
	// that of the slot.
	Reg      uint8
	InFrame  bool
	Offset   int32
	Variable bool
}

// StackSlot says where the memory of a stack_slot is, relative to the CFA, once the frame is set up.
// Offsets are negative: the frame is below the CFA.
type StackSlot struct {
	Inst   ir.Inst
	Offset int32
}

// Func is the code of a function.
// Align is a power of two; 0 is 1. Offsets in the lists count from the start of Code.
type Func struct {
	Name  string
	Local bool // the symbol is not seen by other files
	Weak  bool // the definition of another file goes before it
	// Visibility is STV_DEFAULT to STV_PROTECTED (gABI, Symbol Table).
	Visibility byte
	Section    string // empty for the usual one
	Code       []byte
	Align      uint64
	Relocs     []Reloc
	Lines      []Line
	Unwind     []Unwind
	Vars       []VarLoc // where variables are
	Slots      []StackSlot
	Consts     []Data   // constants that the code refers to by name
	Source     *ir.Func // for lines, variables and types; may be nil
}

// Data is a datum. Zero counts zero bytes after Bytes.
// Const data with references is in a section that a loader may write.
type Data struct {
	Name  string
	Bytes []byte
	Zero  uint64
	Align uint64
	Const bool
	Local bool // the symbol is not seen by other files
	Weak  bool // the definition of another file goes before it
	// Visibility is as that of a [Func].
	Visibility byte
	Section    string // empty for the usual one
	Relocs     []Reloc
}

// Raw is what assembly at file scope makes: parts of sections, and what it says of symbols.
type Raw struct {
	Text     string // for listings
	Sections []RawSection
	Symbols  []RawSymbol
}

// RawSection is a part of a section.
type RawSection struct {
	Name   string
	Kind   uint32 // SHT_…
	Flags  uint64 // SHF_…
	Align  uint64
	Code   []byte
	Relocs []Reloc
}

// RawSymbol is what assembly says of a symbol.
type RawSymbol struct {
	Name       string
	Section    string // where it is defined; empty if it is not
	Offset     uint64 // in the part; of a common symbol its alignment
	Size       uint64
	Global     bool
	Weak       bool
	Visibility byte
	Type       byte   // STT_…
	Common     bool   // it is defined by its size alone, and all such are one
	Of         string // it is another name of this symbol
	Version    bool   // and has a version in it, so that a reference to Of is one to it if nothing defines that
}

// Alias is another name of the function or datum with the name Of.
// What it names must be in the same module: there are no aliases of external symbols.
type Alias struct{ Name, Of string }

// Module is everything that goes into a file. A symbol that is used and not defined is external.
// Writers do not change it, and the order of its lists is the order in the file.
type Module struct {
	Name    string // of the source file
	Dir     string // the folder that source names are relative to
	Funcs   []*Func
	Data    []Data
	Aliases []Alias
	Raw     []Raw
	Source  *ir.Module // for what debuggers are told of its types and objects; may be nil
	// Disassemble reads the instruction at the start of code, for texts; ok is false where there is none, as in
	// a table of jumps. Without it the code is written as bytes.
	Disassemble func(code []byte) (i Instruction, ok bool)

	parts map[string]*part // see Index
}

// Instruction is what a listing needs of an instruction.
// The package knows no processor: whoever made the code tells how to read it.
type Instruction struct {
	Len      int
	Text     string // as GNU as reads it
	Exact    bool   // as makes the same bytes of Text
	Prefix   string // what as needs before Text to choose the same of two encodings
	Jumps    bool   // it goes to Distance bytes behind its end, or calls
	Distance int64
}
