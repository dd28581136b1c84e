package compiler

import (
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/target"
)

// Outside makes code ready for a linker that has another C library: it adds private copies of what the
// compiler itself calls of the run-time library, such as the routine of the instruction memcpy.
// What the program calls by name is left to the linker, and no file can define what the copies are.
func Outside(code *object.Module, t *target.Target) (*object.Module, error) {
	lib, err := Library(t)
	if err != nil {
		return nil, err
	}
	out := object.Link(code, nil, &object.Module{Funcs: lib.Funcs, Data: lib.Data})
	for n := len(code.Funcs); n < len(out.Funcs); n++ {
		// A copy: the library is shared by all who compile.
		private := *out.Funcs[n]
		private.Local = true
		out.Funcs[n] = &private
	}
	return out, nil
}
