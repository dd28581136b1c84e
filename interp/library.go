package interp

import (
	"sync"

	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// libraryItem is a name of package clib: a function, a datum, or what one of them refers to and package host has.
type libraryItem struct {
	name   string
	fn     *ir.Func
	datum  *ir.Data
	refs   []int32 // the items that it refers to
	symbol int32   // of the library's module, -1 if nothing of it refers to the item
}

// libraryItems are the items of package clib, and the number of each by its name. Their order is that in which they are
// placed: functions, then what else is referred to, so that addresses do not depend on how the names were found.
var libraryItems = sync.OnceValues(func() (items []libraryItem, byName map[string]int32) {
	m := clib.Module()
	byName = map[string]int32{}
	item := func(name string) *libraryItem {
		n, ok := byName[name]
		if !ok {
			n = int32(len(items))
			byName[name] = n
			items = append(items, libraryItem{name: name, fn: m.Func(name), datum: m.DataNamed(name), symbol: -1})
		}
		return &items[n]
	}
	for _, f := range m.Funcs {
		item(f.Name)
	}
	for s := range ir.Symbol(m.NumSymbols()) {
		item(m.SymbolName(s)).symbol = int32(s)
	}
	for n := range items {
		x := &items[n]
		refer := func(s ir.Symbol) { x.refs = append(x.refs, byName[m.SymbolName(s)]) }
		if x.fn != nil {
			for b := range x.fn.Blocks() {
				for i := range x.fn.Insts(b) {
					if x.fn.Op(i) == ir.OpSymbolAddr {
						refer(x.fn.SymbolOf(i))
					}
				}
			}
		}
		if x.datum != nil {
			for _, r := range x.datum.Relocs {
				refer(r.Sym)
			}
		}
	}
	return items, byName
})

// checkedPrefix begins the names of functions of package clib that are called instead of others by a run that reports what C leaves
// undefined.
const checkedPrefix = "__tuffy_checked_"

// linkLibrary gives the functions of package clib to the calls that mean them: an external name that is defined there is
// a function like those of the module, and so is what it refers to. Nothing is added for a module that names none.
// The symbols of clib are its own: no name of the program, reserved or not, changes what its functions call.
func (w *world) linkLibrary() error {
	items, byName := libraryItems()
	var reached []int32
	var named map[int32]memory.Pointer // what the program itself refers to
	for s, p := range w.symbols {
		name := w.m.SymbolName(ir.Symbol(s))
		if n, ok := byName[name]; ok && items[n].fn != nil && w.targets.of(p.Alloc).ext == name {
			if checked, ok := byName[checkedPrefix+name]; ok && w.o.SourceUB {
				n = checked
			}
			if named == nil {
				named = map[int32]memory.Pointer{}
			}
			named[n] = p
			reached = append(reached, n)
		}
	}
	if named == nil {
		return nil
	}
	linked := make([]bool, len(items))
	for len(reached) > 0 {
		n := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		if !linked[n] {
			linked[n] = true
			reached = append(reached, items[n].refs...)
		}
	}
	w.libSymbols = make([]memory.Pointer, clib.Module().NumSymbols())
	for n, is := range linked {
		if !is {
			continue
		}
		p, err := w.placeLibrary(&items[n], named[int32(n)])
		if err != nil {
			return err
		}
		if s := items[n].symbol; s >= 0 {
			w.libSymbols[s] = p
		}
	}
	return w.fillLibrary(items, linked)
}

// placeLibrary makes what an item of package clib stands for, at a place if that is not null.
func (w *world) placeLibrary(x *libraryItem, p memory.Pointer) (memory.Pointer, error) {
	if p == (memory.Pointer{}) {
		kind, size, align := memory.Function, uint64(1), uint64(16)
		if x.datum != nil {
			kind, size, align = memory.Global, x.datum.Size(), uint64(x.datum.Align)
		}
		id, err := w.mem.Alloc(kind, size, align, "@"+x.name, 0)
		if err != nil {
			return p, err
		}
		p = w.space.Pointer(id, 0)
	}
	switch {
	case x.fn != nil:
		w.targets.set(p.Alloc, callee{fn: x.fn})
		w.funcs = append(w.funcs, x.fn)
		w.funcID[x.fn] = uint64(len(w.funcs))
	case x.datum == nil:
		w.targets.set(p.Alloc, callee{ext: x.name})
	}
	return p, nil
}

// fillLibrary writes the initial bytes of the data of package clib that is linked.
func (w *world) fillLibrary(items []libraryItem, linked []bool) error {
	for n := range items {
		if x := &items[n]; linked[n] && x.datum != nil {
			if err := w.fill(x.datum, w.space.Record(w.libSymbols[x.symbol].Alloc), w.libSymbols); err != nil {
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
