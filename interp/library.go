package interp

import (
	"sync"

	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// libraryItems are the functions and data of package clib with the names that each of them refers to.
var libraryItems = sync.OnceValue(func() map[string][]string {
	m := clib.Module()
	items := map[string][]string{}
	for _, f := range m.Funcs {
		items[f.Name] = []string{}
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) == ir.OpSymbolAddr {
					items[f.Name] = append(items[f.Name], m.SymbolName(f.SymbolOf(i)))
				}
			}
		}
	}
	for _, d := range m.Data {
		items[d.Name] = []string{}
		for _, r := range d.Relocs {
			items[d.Name] = append(items[d.Name], m.SymbolName(r.Sym))
		}
	}
	return items
})

// linkLibrary gives the functions of package clib to the calls that mean them: an external name that is defined there is
// a function like those of the module, and so is what it refers to. Nothing is added for a module that names none.
// The symbols of clib are its own: no name of the program, reserved or not, changes what its functions call.
func (w *world) linkLibrary() error {
	var names map[string]memory.Pointer
	var reached []string
	for s, p := range w.symbols {
		if name := w.m.SymbolName(ir.Symbol(s)); w.targets[p.Alloc].ext == name && clib.Module().Func(name) != nil {
			if names == nil {
				names = map[string]memory.Pointer{}
			}
			names[name] = p
			reached = append(reached, name)
		}
	}
	if names == nil {
		return nil
	}
	linked := map[string]bool{}
	for len(reached) > 0 {
		name := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		if !linked[name] {
			linked[name] = true
			reached = append(reached, libraryItems()[name]...)
		}
	}
	// The order is that of the library, so that addresses do not depend on how the names were found.
	m := clib.Module()
	place := func(name string) error {
		if !linked[name] {
			return nil
		}
		p, err := w.placeLibrary(name, names[name])
		names[name], linked[name] = p, false
		return err
	}
	for _, f := range m.Funcs {
		if err := place(f.Name); err != nil {
			return err
		}
	}
	w.libSymbols = make([]memory.Pointer, m.NumSymbols())
	for s := range w.libSymbols {
		name := m.SymbolName(ir.Symbol(s))
		if err := place(name); err != nil {
			return err
		}
		w.libSymbols[s] = names[name]
	}
	return w.fillLibrary()
}

// placeLibrary makes what a symbol of package clib stands for, at a place if that is not null.
func (w *world) placeLibrary(name string, p memory.Pointer) (memory.Pointer, error) {
	f, d := clib.Module().Func(name), clib.Module().DataNamed(name)
	if p == (memory.Pointer{}) {
		kind, size, align := memory.Function, uint64(1), uint64(16)
		if d != nil {
			kind, size, align = memory.Global, d.Size(), uint64(d.Align)
		}
		id, err := w.mem.Alloc(kind, size, align, "@"+name, 0)
		if err != nil {
			return p, err
		}
		p = w.space.Pointer(id, 0)
	}
	switch {
	case f != nil:
		w.targets[p.Alloc] = callee{fn: f}
		w.funcs = append(w.funcs, f)
		w.funcID[f] = uint64(len(w.funcs))
	case d == nil:
		w.targets[p.Alloc] = callee{ext: name}
	}
	return p, nil
}

// fillLibrary writes the initial bytes of the data of package clib that is there.
func (w *world) fillLibrary() error {
	m := clib.Module()
	for s, p := range w.libSymbols {
		if d := m.DataNamed(m.SymbolName(ir.Symbol(s))); d != nil && p != (memory.Pointer{}) {
			if err := w.fill(d, w.space.Record(p.Alloc), w.libSymbols); err != nil {
				return err
			}
		}
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
