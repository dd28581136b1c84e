package interp

import (
	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// linkLibrary gives the functions of package clib to the calls that mean them: an external name that is defined there is
// a function like those of the module, and so are those that it calls. Nothing is added for a module that names none.
// The symbols of clib are its own: no name of the program, reserved or not, changes what its functions call.
func (w *world) linkLibrary() error {
	var names map[string]memory.Pointer
	for s, p := range w.symbols {
		if name := w.m.SymbolName(ir.Symbol(s)); w.targets[p.Alloc].ext == name && clib.Module().Func(name) != nil {
			if names == nil {
				names = map[string]memory.Pointer{}
			}
			names[name] = p
		}
	}
	if names == nil {
		return nil
	}
	for _, f := range clib.Module().Funcs {
		p, named := names[f.Name]
		if !named {
			id, err := w.mem.Alloc(memory.Function, 1, 16, "@"+f.Name, 0)
			if err != nil {
				return err
			}
			p = w.space.Pointer(id, 0)
			names[f.Name] = p
		}
		w.targets[p.Alloc] = callee{fn: f}
		w.funcs = append(w.funcs, f)
		w.funcID[f] = uint64(len(w.funcs))
	}
	w.libSymbols = make([]memory.Pointer, clib.Module().NumSymbols())
	for s := range w.libSymbols {
		w.libSymbols[s] = names[clib.Module().SymbolName(ir.Symbol(s))]
	}
	return nil
}

// symbolPointer is what a symbol_addr of f gives.
// The same pointer for every use: symbols never move.
func (w *world) symbolPointer(f *ir.Func, s ir.Symbol) memory.Pointer {
	if f.Module != w.m {
		return w.libSymbols[s]
	}
	return w.symbols[s]
}

// library reports whether a place is in a function of package clib.
func (f Frame) library() bool { return f.fn != nil && f.fn.Module == clib.Module() }

// maxExits is how many functions atexit takes, which is what C promises.
const maxExits = 32

// runExits calls the functions that atexit was given, the last first, where the program ends as C says that they are called:
// by exit, or where @main returns. Each runs as a thread that begins after all that the ending one did, beside other
// threads that are still there. What one of them ends the run with is the outcome.
func (w *world) runExits(out *Outcome) *Outcome {
	switch {
	case out.Kind == Returned && w.entry.Name == "main" && w.ended == nil:
	case out.Kind == Exited && !w.host.quick:
	default:
		return out
	}
	for w.host.exiting = true; len(w.host.exits) > 0; {
		last := len(w.host.exits) - 1
		f := w.host.exits[last]
		w.host.exits = w.host.exits[:last]
		w.ended = nil
		// The thread that ends never continues, and has given back what it paid for and did not run.
		w.threads[w.cur.id].done = true
		w.retire(w.cur.id)
		id := w.addThread(f, nil)
		w.next = id
		if w.runUntil(id); w.ended != nil {
			return w.ended
		}
	}
	return out
}
