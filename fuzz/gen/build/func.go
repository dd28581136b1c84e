// Package build is what makers of statements, of undefined behaviour and of functions for code generation
// stand on: a module and a function in the making, the values at hand with what is known of each, the
// instructions with their claims, blocks and memory.
//
//   - prog.go, func.go: the state; names
//   - value.go: values, objects, and what a place asks of a value
//   - emit.go, ops.go: instructions; flow.go: blocks; memory.go: slots and pointers
//   - claims.go: annotations that hold
//   - types.go: the types, formats and constants that programs are made of
//
// Non-goals: deciding what to make (package gen), and guards against undefined behaviour: a maker that
// asks for an instruction gets it.
package build

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
)

// Func is the state of making one function: the block at hand, the values that dominate it, and what making
// them has cost. Makers of statements and of undefined behaviour take it, or what embeds it.
type Func struct {
	Prog   *Prog
	F      *ir.Func
	At     *ir.Builder
	Region ir.Region
	Mem    ir.Value // the token at hand, NoValue in a function without memory operations

	Pool   []Value
	Budget int            // instructions still to make
	Scope  int            // the sequence of statements at hand
	Times  int            // how often the block at hand runs at most
	Cost   int            // instructions that run at most
	Claims *choice.Record // where annotations take their decisions
}

// EmptyFunc goes to the entry block of a function that has none yet; mem gives it a token.
// Claims come from no decisions until the caller sets a stream, so that helpers have none.
func (g *Prog) EmptyFunc(f *ir.Func, share int, mem bool) *Func {
	x := &Func{Prog: g, F: f, Region: ir.Body, Mem: ir.NoValue, Budget: share, Times: 1, Claims: choice.Zeros()}
	b := f.AddBlock(ir.Body)
	if mem {
		x.Mem = f.AddArg(b, ir.Mem, ir.NoAnnot)
	}
	x.At = f.At(b)
	return x
}
