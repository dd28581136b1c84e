package runtime

import (
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/object"
)

// Private gives every part of a compiled library a reserved name, also where other parts refer to it, and an
// alias with the name that programs know. So a program that defines malloc has its own malloc, and
// calloc of the library still calls that of the library.
func Private(l *object.Module) {
	// All names are collected before any is changed: a part may refer to one that comes after it.
	public := map[string]bool{}
	name := func(s *string) {
		if public[*s] {
			*s = object.LibraryName(*s)
		}
	}
	note := func(s string) {
		// The entry is looked for by its name by linkers; reserved names are private already.
		if s != Entry && !strings.HasPrefix(s, object.Reserved) {
			public[s] = true
			l.Aliases = append(l.Aliases, object.Alias{Name: s, Of: s})
		}
	}
	for _, f := range l.Funcs {
		note(f.Name)
	}
	for _, d := range l.Data {
		note(d.Name)
	}
	relocs := func(list []object.Reloc) {
		for n := range list {
			name(&list[n].Symbol)
		}
	}
	for _, f := range l.Funcs {
		name(&f.Name)
		relocs(f.Relocs)
		for n := range f.Consts {
			relocs(f.Consts[n].Relocs)
		}
	}
	for n := range l.Data {
		name(&l.Data[n].Name)
		relocs(l.Data[n].Relocs)
	}
	for n := range l.Aliases {
		name(&l.Aliases[n].Of)
	}
}
