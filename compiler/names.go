package compiler

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/ir"
)

// NameError is a symbol that a program that is compiled may not define or refer to.
// It is the program's fault, not ours: the text says what to do.
type NameError struct {
	File string
	Pos  ir.Position // zero where nothing of a text is known
	Name string
	Why  string
}

// The position is that of the item in its file, if it has one.
func (e *NameError) Error() string {
	where := e.File
	if e.Pos != (ir.Position{}) {
		where += ":" + e.Pos.String()
	}
	return fmt.Sprintf("%s: %s is a name that a compiled program cannot use: %s; rename it", where, ir.SymbolText(e.Name), e.Why)
}

// assigned says whether the scripts of linkers give a symbol its address even if a file defines it.
// A definition of such a name would be another symbol than the one that programs see after linking.
func assigned(name string) bool {
	return name == "_end" || name == "_edata" || name == "__bss_start"
}

// reserved says whose a name is that programs may not use, "" for all others.
// Names of the C library are not among them: see [CheckNames].
func reserved(name string) string {
	switch {
	case strings.HasPrefix(name, object.Reserved):
		return "those that start with " + object.Reserved + " belong to the compiler and its run-time library"
	case name == runtime.Entry:
		return "linkers start programs there"
	case name == "_GLOBAL_OFFSET_TABLE_":
		return "linkers define it"
	case strings.Contains(name, "\x00"):
		return "no symbol of an object file can hold a zero byte"
	}
	return ""
}

// CheckNames reports the first name, in the order of the text, that a program defines or refers to and
// that is reserved. Names that the run-time library has for others, such as malloc, are not: a
// program that defines one has its own, which the library never calls.
func CheckNames(m *ir.Module) error {
	// Bodies are walked only where the table of symbols has such a name.
	referred := false // nearly never
	for n := range m.NumSymbols() {
		referred = referred || reserved(m.SymbolName(ir.Symbol(n))) != ""
	}
	check := func(name string, pos ir.Position) error {
		if why := reserved(name); why != "" {
			return &NameError{File: m.File, Pos: pos, Name: name, Why: why}
		}
		return nil
	}
	// Referring to such a symbol is fine: programs ask for the end of their data.
	define := func(name string, pos ir.Position) error {
		if assigned(name) {
			return &NameError{File: m.File, Pos: pos, Name: name, Why: "linkers give it an address of their own"}
		}
		return check(name, pos)
	}
	// Items are in the order of the text, which lists of functions and data alone would not give.
	for _, it := range m.Items {
		var err error
		switch it.Kind {
		case ir.ItemFunc:
			f := m.Funcs[it.Index]
			if err = define(f.Name, f.Pos); err == nil && referred {
				err = checkBody(f, check)
			}
		case ir.ItemExtern:
			err = check(m.Externs[it.Index].Name, m.Externs[it.Index].Pos)
		case ir.ItemData:
			d := m.Data[it.Index]
			if err = define(d.Name, d.Pos); err != nil {
				return err
			}
			for _, r := range d.Relocs {
				if err = check(m.SymbolName(r.Sym), r.Pos); err != nil {
					return err
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkBody checks the names that the instructions of a function refer to.
// It is called only where some symbol of the module is reserved.
func checkBody(f *ir.Func, check func(name string, pos ir.Position) error) error {
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if f.Op(i) != ir.OpSymbolAddr {
				continue
			}
			if err := check(f.Module.SymbolName(f.SymbolOf(i)), f.Module.TextPos(f.Origin(i))); err != nil {
				return err
			}
		}
	}
	return nil
}
