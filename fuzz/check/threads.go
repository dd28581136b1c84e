package check

import "github.com/tuffy-ir/tuffy/ir"

// spawns reports whether a run of @main may start a thread: the library's thread_spawn, whose name
// is in a function or in data that main comes to by names. A pointer to it that is called was made
// of that name. A program that defines a thread_spawn of its own starts none by calling that. It
// errs on the side of true: a name that is only mentioned counts.
func spawns(m *ir.Module) bool {
	seen := map[string]bool{"main": true}
	work := []string{"main"}
	visit := func(s ir.Symbol) {
		if name := m.SymbolName(s); !seen[name] {
			seen[name] = true
			work = append(work, name)
		}
	}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if f := m.Func(name); f != nil {
			for i := range f.InstsOf(ir.OpSymbolAddr) {
				visit(f.SymbolOf(i))
			}
		} else if d := m.DataNamed(name); d != nil {
			for _, r := range d.Relocs {
				visit(r.Sym)
			}
		} else if name == "thread_spawn" {
			return true
		}
	}
	return false
}
