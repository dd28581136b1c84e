// Package engines runs one program in several ways and says whether they agree: by the interpreter,
// and as machine code on the simulator and on the processor.
//
// All engines answer with the same [Behaviour]: how a call ended, what was printed, the results and
// the memory that others can see, byte by byte. What the interpreter calls poison, uninitialised or
// unspecified is "any" in its behaviour and matches everything; what it calls undefined leaves
// nothing to compare. Where it is defined, compiled code must do the same.
//
// Compiled programs are called through a wrapper that is made for the signature of the entry
// function and compiled like it, so that the engines need not know the calling convention.
//
// Non-goals: comparing two programs (package difftest), threads.
package engines

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
)

// Program is a function of a module, which must verify. The module is not changed; engines that
// compile work on a copy.
type Program struct {
	// Nothing may change the module while an engine runs it.
	Module *ir.Module
	Entry  string
}

// Engine is a way to run programs. The behaviours are in the order of the inputs. Engines keep no
// state between calls of Run.
type Engine interface {
	Name() string
	// Run calls the program once for each input, each time in a fresh process. A *[Rejected] error
	// says that the engine cannot take this program. When ctx is done, the calls that are left are Undecided.
	Run(ctx context.Context, p *Program, inputs []*difftest.Input) ([]*Behaviour, error)
}

// Rejected says why an engine does not take a program.
// It is an error for callers and data for reports: no bug of ours and no difference.
type Rejected struct{ Reason string }

// The reason is a sentence without the program's names where possible, so that equal reasons add
// up.
func (r *Rejected) Error() string { return r.Reason }

// End is how a call ended. The order has no meaning.
type End uint8

// The ends.
const (
	Returned  End = iota
	Exited        // by exit, with Behaviour.Code
	Trapped       // by trap or abort
	Undefined     // the interpreter found undefined behaviour
	Undecided     // a limit, or something that the engine does not model: Behaviour.Why
	Crashed       // a fault of the machine: Behaviour.Why
	Endless       // far more instructions than the interpreter needed: Behaviour.Why
)

// String is the word that reports use.
func (e End) String() string {
	return [...]string{"returned", "exit", "trap", "undefined behaviour", "undecided", "crash", "no end"}[e]
}

// Behaviour is what a call did. A behaviour of the interpreter may have cells of all kinds, one of
// compiled code only known bytes and Symbols.
type Behaviour struct {
	End     End
	Code    int    // of an exit
	Why     string // of undefined behaviour, undecided and crash: one sentence
	Output  []byte // written to the standard streams
	Results []Value
	// Both sides have the same ones in the same order, as both go by the module and the input.
	Memory []Memory // data symbols that are not constant, then the buffers of the input
	Steps  uint64   // instructions, and other work of the interpreter; 0 if nothing counts
	Limit  string   // of native calls that this one, on a larger machine, went beyond; empty if none

	// Symbols are the addresses of what [Cell.Base] names, of an engine whose bytes are all known.
	Symbols map[string]uint64
}

// Value is a scalar result; aggregates are one after the other in the order of their fields. An int
// has as many bytes as its claim needs, see newBlock.
// Bytes are little-endian, the lowest first.
type Value struct {
	Name  string
	Type  ir.Type
	Bytes []Cell
}

// Memory is an allocation that others can see. Allocations of the program that are reached through
// pointers only are not compared: their addresses are.
// Bytes are in the order of addresses.
type Memory struct {
	Name  string
	Bytes []Cell
}

// CellKind says what is known of a byte.
type CellKind uint8

// The kinds.
const (
	Known   CellKind = iota // Cell.Value
	Address                 // byte number Cell.Value of the address of symbol Cell.Base plus Cell.Offset
	Any                     // whatever it is, it is right
)

// Cell is a byte of a behaviour. The zero Cell is the byte 0.
// Value of an Address is the number of the byte, 0 to 7 from the low end.
type Cell struct {
	Kind   CellKind
	Value  byte
	Base   string
	Offset int64
}

// Compare says how got, of compiled code, disobeys want, of the interpreter; "" if it does not. The
// relation is not symmetric: got must have one of the behaviours that want allows. The first
// difference is told, in the order ending, output, results, memory.
func Compare(want, got *Behaviour) string {
	switch {
	// Nothing is known of one side.
	case want.End == Undefined || want.End == Undecided || got.End == Undecided:
		return ""
	case got.End == Endless:
		return "does not end: " + got.Why
	case want.End != got.End:
		return fmt.Sprintf("ends by %s instead of %s%s", got.ending(), want.ending(), because(got))
	case want.End == Exited && want.Code != got.Code:
		return fmt.Sprintf("exits with %d instead of %d", got.Code, want.Code)
	case string(want.Output) != string(got.Output):
		return fmt.Sprintf("prints %s instead of %s", clip(got.Output), clip(want.Output))
	case want.End != Returned:
		return ""
	}
	for n, w := range want.Results {
		if k := got.differs(w.Bytes, got.Results[n].Bytes); k >= 0 && !bothNaN(w, got.Results[n]) {
			return fmt.Sprintf("%s is %s instead of %s", w.Name, text(got.Results[n].Bytes), text(w.Bytes))
		}
	}
	// The report shows the aligned eight bytes around the first that is wrong.
	for n, w := range want.Memory {
		if k := got.differs(w.Bytes, got.Memory[n].Bytes); k >= 0 {
			lo := k &^ 7
			hi := min(lo+8, len(w.Bytes))
			return fmt.Sprintf("byte %d of %s is wrong: bytes %d to %d are %s instead of %s", k, w.Name, lo, hi-1, text(got.Memory[n].Bytes[lo:hi]), text(w.Bytes[lo:hi]))
		}
	}
	return ""
}

// ending names the end with the status of an exit.
func (b *Behaviour) ending() string {
	if b.End == Exited {
		return fmt.Sprintf("exit(%d)", b.Code)
	}
	return b.End.String()
}

// because adds the cause of an ending if there is one.
func because(b *Behaviour) string {
	if b.Why == "" {
		return ""
	}
	return ": " + b.Why
}

// The bound keeps a report readable when a program prints megabytes.
func clip(b []byte) string {
	if len(b) > 200 {
		return fmt.Sprintf("%q… (%d bytes)", b[:200], len(b))
	}
	return fmt.Sprintf("%q", b)
}

// differs is the index of the first byte that is wrong, -1 if there is none. Addresses are compared
// as numbers, with the symbols of the engine that ran.
// got has at least as many cells as want, as both have the size of the type or of the symbol.
func (b *Behaviour) differs(want, got []Cell) int {
	for n, w := range want {
		// Without symbols of an engine an address is compared as it is named.
		if w.Kind == Address && b.Symbols != nil {
			w = Cell{Value: byte((b.Symbols[w.Base] + uint64(w.Offset)) >> (8 * w.Value))}
		}
		if w.Kind != Any && w != got[n] {
			return n
		}
	}
	return -1
}

// text writes cells as a number, most significant first; an address is written once, at its last
// byte.
func text(cells []Cell) string {
	s := ""
	for n := len(cells) - 1; n >= 0; n-- {
		switch c := cells[n]; c.Kind {
		case Known:
			s += fmt.Sprintf("%02x", c.Value)
		case Any:
			s += "__"
		case Address:
			if c.Value == 7 || n == len(cells)-1 {
				s += fmt.Sprintf("&%s%+d ", c.Base, c.Offset)
			}
		}
	}
	return "0x" + s
}

// bothNaN reports whether two floats are NaN: which one is left open. NaNs are one value to
// refinement, so the bits of two need not agree.
func bothNaN(a, b Value) bool {
	if a.Type.Kind() != ir.KindFloat {
		return false
	}
	f := interp.FloatFormat(a.Type)
	// Cells that are not known make no number, and then the floats are compared as bytes.
	nan := func(cells []Cell) bool {
		low := min(len(cells), 8)
		lo, ok1 := number(cells[:low])
		hi, ok2 := number(cells[low:])
		return ok1 && ok2 && f.IsNaNBits(ieee754.Bits{Hi: hi, Lo: lo})
	}
	return nan(a.Bytes) && nan(b.Bytes)
}

// number puts known cells together, little-endian.
func number(cells []Cell) (v uint64, ok bool) {
	for n, c := range cells {
		if c.Kind != Known {
			return 0, false
		}
		v |= uint64(c.Value) << (8 * n)
	}
	return v, true
}
