package build

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/ir"
)

// Prog is the state of making one module.
type Prog struct {
	M        *ir.Module
	Cfg      preset.Config // filled in
	Features preset.Feature
	Globals  []*Object // the data symbols
	Violate  bool      // main gets an instruction that is undefined, or its twin
	Result   *Value    // what main returns instead of its checksum

	path    []uint32 // of the extractvalue or insertvalue being made
	strings map[string]string
	borrow  bool // some names are those of the library
	naming  *choice.Record
}

// NewProg starts an empty module.
func NewProg(cfg preset.Config) *Prog {
	return &Prog{M: ir.NewModule(), Cfg: cfg, strings: map[string]string{}}
}

// Has reports whether the program may use all of f.
func (g *Prog) Has(f preset.Feature) bool { return g.Features&f == f }

// Text returns the name of a constant string, made at its first use.
// The number of the string is its name, so that the same decisions give the same text.
func (g *Prog) Text(s string) string {
	name, ok := g.strings[s]
	if !ok {
		name = fmt.Sprintf("s%d", len(g.strings))
		g.strings[s] = name
		g.M.AddData(&ir.Data{Name: name, Const: true, Pieces: []ir.DataPiece{{Bytes: append([]byte(s), 0)}}})
	}
	return name
}

// libraryNames are names that the run-time library of compiled programs has, too, and that the generator calls
// nothing by: a program that defines one has its own, and the library must not see it. What the
// library does for calloc, printf and the bulk instructions rests on several of them.
var libraryNames = []string{"memset", "memmove", "strlen", "read", "realloc", "fma", "exit", "_exit", "strcpy", "strncmp", "memchr",
	"rand", "getchar", "snprintf", "fmaf", "memcmp", "strchr", "srand", "environ", "__assert_fail"}

// DrawNames decides whether some names are those of the library.
func (g *Prog) DrawNames(r *choice.Record) {
	g.naming = r.Stream(0x6e616d6573)
	g.borrow = g.naming.Chance(g.Cfg.Names)
}

// Name is what the program calls a function or datum of its own that is plainly called so: in some
// programs half of them have names of the library. It has a stream of decisions of its own.
func (g *Prog) Name(plain string) string {
	if !g.borrow || g.naming.Below(2) == 1 {
		return plain
	}
	free := libraryNames
	if !g.Violate { // a violation may call it
		free = append([]string{"memcpy"}, free...)
	}
	name := free[g.naming.Below(len(free))]
	if g.M.Func(name) != nil || g.M.DataNamed(name) != nil {
		return plain
	}
	return name
}
