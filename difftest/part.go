package difftest

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// items finds the items of a module by name. A name may have several items: a declaration and a
// definition.
type items struct {
	m *ir.Module
	// A name may have several: an external declaration beside a definition.
	at map[string][]int // places in m.Items
}

// itemsOf costs one pass over the module; it is made once a comparison.
func itemsOf(m *ir.Module) *items {
	x := &items{m, make(map[string][]int, len(m.Items))}
	for n, it := range m.Items {
		name := ""
		switch it.Kind {
		case ir.ItemFunc:
			name = m.Funcs[it.Index].Name
		case ir.ItemExtern:
			name = m.Externs[it.Index].Name
		case ir.ItemData:
			name = m.Data[it.Index].Name
		}
		x.at[name] = append(x.at[name], n)
	}
	return x
}

// references calls to with each name that the items of a name use. The order is that of the items and
// of their text; names may repeat.
func (x *items) references(name string, to func(string)) {
	for _, n := range x.at[name] {
		switch it := x.m.Items[n]; it.Kind {
		case ir.ItemFunc:
			f := x.m.Funcs[it.Index]
			for i := range f.InstsOf(ir.OpSymbolAddr) {
				to(x.m.SymbolName(f.SymbolOf(i)))
			}
		case ir.ItemData:
			for _, r := range x.m.Data[it.Index].Relocs {
				to(x.m.SymbolName(r.Sym))
			}
		}
	}
}

// reached lists names and those that their items use in any of the modules, and so on, each once, the
// nearest first. The result is in breadth-first order. Names that no module has are in it, too.
func reached(names []string, modules ...*items) []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, n := range names {
		add(n)
	}
	// out grows while it is walked, so the walk ends when nothing new was added.
	for done := 0; done < len(out); done++ {
		for _, x := range modules {
			x.references(out[done], add)
		}
	}
	return out
}

// parts are those of the two modules that runs of a function can see: a pair costs what it costs alone, and
// what it does is the same, whatever else the files have. Both parts get the same names, so that a
// symbol that only one program uses exists in both, as it does in the whole.
func (c *Config) parts(name string, before, after *items) [2]*ir.Module {
	names := []string{name}
	for _, in := range c.Inputs {
		for _, a := range in.Args {
			names = a.symbols(names)
		}
	}
	names = reached(names, before, after)
	// A havoc function sees and changes every data symbol.
	if slices.ContainsFunc(names, func(n string) bool { return c.Options.Havoc[n] }) { // unknown functions see all data
		for _, x := range []*items{before, after} {
			for _, d := range x.m.Data {
				names = append(names, d.Name)
			}
		}
		names = reached(names, before, after)
	}
	return [2]*ir.Module{before.part(names), after.part(names)}
}

// part is a copy of the items of these names, in their order. The order of items is that of the module,
// since addresses may follow it. The part shares nothing with the module that runs change.
func (x *items) part(names []string) *ir.Module {
	var places []int
	for _, n := range names {
		places = append(places, x.at[n]...)
	}
	slices.Sort(places)
	list := make([]ir.Item, 0, len(places))
	for _, n := range places {
		list = append(list, x.m.Items[n])
	}
	return x.m.Subset(list)
}

// symbols appends the symbols that a names.
func (a *Arg) symbols(out []string) []string {
	if a.Symbol != "" {
		out = append(out, a.Symbol)
	}
	for n := range a.Fields {
		out = a.Fields[n].symbols(out)
	}
	return out
}
