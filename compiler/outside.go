package compiler

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/amd64/routines"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/compiler/target"
)

// Outside makes code ready for a linker that has another C library: it adds private copies of what the
// compiler itself calls of the run-time library, such as the routine of the instruction memcpy.
// What the program calls by name is left to the linker, and no file can define what the copies are.
//
// Most code needs nothing, or routines that are machine code already: the rest of the library is compiled only for code that refers to it,
// which costs more than a small file does.
func Outside(code *object.Module, t *target.Target) (*object.Module, error) {
	ready := routines.Module()
	runtime.Private(ready)
	out := object.Link(code, nil, &object.Module{Funcs: ready.Funcs})
	if slices.ContainsFunc(out.Undefined(), func(name string) bool { return strings.HasPrefix(name, object.Reserved) }) {
		lib, err := Library(t)
		if err != nil {
			return nil, err
		}
		out = object.Link(code, nil, &object.Module{Funcs: lib.Funcs, Data: lib.Data})
	}
	for n := len(code.Funcs); n < len(out.Funcs); n++ {
		// A copy: the library is shared by all who compile.
		private := *out.Funcs[n]
		private.Local = true
		out.Funcs[n] = &private
	}
	return out, nil
}
