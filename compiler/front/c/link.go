package c

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
	"modernc.org/token"
)

// program is what the units of a program know of each other.
type program struct {
	m        *ir.Module
	external map[string]token.Position // what has external linkage and a definition
	taken    map[string]bool           // names of static functions and objects
	units    int
}

// declare enters what a unit defines for others. Two definitions of one name are a mistake.
func (p *program) declare(u *unit) {
	if p.units > 0 {
		u.suffix = fmt.Sprintf(".%d", p.units+1)
	}
	p.units++
	enter := func(d *cc.Declarator) {
		name := d.Name()
		if at, ok := p.external[name]; ok {
			u.errorAt(d.Position(), fmt.Sprintf("%s is defined in two files; the other definition stands at %s:%d", name, at.Filename, at.Line))
			return
		}
		p.external[name] = d.Position()
	}
	for _, name := range u.order {
		if d := u.objects[name][0].Declarator; !d.IsStatic() {
			enter(d)
		}
	}
	for _, f := range u.funcs {
		if !lazy(f.Declarator) {
			enter(f.Declarator)
		}
	}
}

// renameLocals gives what is static in u another name where its own is that of something else.
func (u *unit) renameLocals(p *program) {
	local := func(d *cc.Declarator) {
		name := d.Name()
		if _, clash := p.external[name]; clash || p.taken[name] {
			u.renamed[name] = name + u.suffix + ".local"
		}
		p.taken[name] = true
	}
	for _, name := range u.order {
		if d := u.objects[name][0].Declarator; d.IsStatic() {
			local(d)
		}
	}
	for _, f := range u.funcs {
		if lazy(f.Declarator) {
			local(f.Declarator)
		}
	}
}

// linkName is the symbol of a function or an object of file scope.
func (u *unit) linkName(name string) string {
	if s, ok := u.aliases[name]; ok {
		return u.linkName(s)
	}
	if s, ok := u.renamed[name]; ok {
		return s
	}
	return name
}

// hosted defines the streams where the program names them: pointers whose addresses the host functions know.
func hosted(m *ir.Module) {
	for i, name := range []string{"stdout", "stderr", "stdin"} {
		if m.DataNamed(name) == nil && m.Func(name) == nil && uses(m, name) {
			m.AddData(&ir.Data{Name: name, Const: true, Align: 8, Pieces: []ir.DataPiece{{Bytes: []byte{byte(i + 1), 0, 0, 0, 0, 0, 0, 0}}}})
		}
	}
}

// uses reports whether the module has interned a symbol: the front end does so where it is named.
func uses(m *ir.Module, name string) bool {
	for i := range m.NumSymbols() {
		if m.SymbolName(ir.Symbol(i)) == name {
			return true
		}
	}
	return false
}
