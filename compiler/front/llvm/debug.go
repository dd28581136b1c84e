package llvm

import (
	"path"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// origin is that of an instruction: its place in the text, and in the source if that is known.
func (g *fn) origin(x *instr) ir.Origin {
	if g.c.apart {
		return ir.Synthetic
	}
	o := g.c.m.SourceOrigin(x.at.position())
	for _, m := range x.meta {
		if m.kind == "dbg" {
			if l, ok := g.c.location(m.id); ok {
				g.c.m.SetLocation(o, l)
			}
		}
	}
	if x.op == opAlloca {
		if name := g.slots[x.slot]; name != "" {
			g.c.m.SetVariable(o, ir.Variable{Name: name})
		}
	}
	return o
}

// node is metadata by its number.
func (c *lowering) node(id int32) (metadata, bool) {
	if id < 0 || int(id) >= len(c.mod.meta) {
		return metadata{}, false
	}
	return c.mod.meta[id], true
}

// location is what a DILocation says. What was inlined has its own place, not that of the call, unless it is of Rust's libraries.
func (c *lowering) location(id int32) (ir.Location, bool) {
	if l, ok := c.locations[id]; ok {
		return l, l.File != ""
	}
	m, ok := c.node(id)
	l := ir.Location{}
	if ok && m.kind == "DILocation" && m.line > 0 {
		l.Line, l.Col = int(m.line), int(m.column)
		l.File = c.fileOf(m.scope)
		// What is of Rust's libraries was called by somebody.
		if _, inlined := c.node(m.inlined); inlined && m.inlined != id && (strings.HasPrefix(l.File, "library/") || strings.HasPrefix(l.File, "/rustc/")) {
			c.locations[id] = l // for a place that is inlined into itself
			if outer, ok := c.location(m.inlined); ok {
				l = outer
			}
		}
	}
	c.locations[id] = l
	return l, l.File != ""
}

// fileOf is the name of the file of a scope.
func (c *lowering) fileOf(scope int32) string {
	for range 64 {
		m, ok := c.node(scope)
		if !ok {
			return ""
		}
		if m.kind == "DIFile" {
			return c.fileName(m)
		}
		if f, ok := c.node(m.file); ok && f.kind == "DIFile" {
			return c.fileName(f)
		}
		scope = m.scope
	}
	return ""
}

// fileName is the name of a file, and makes its text known.
func (c *lowering) fileName(m metadata) string {
	name := m.name
	if c.o.ReadFile == nil || name == "" || c.fresh[name] {
		return name
	}
	c.fresh[name] = true
	for _, try := range []string{name, path.Join(m.dir, name)} {
		if text, ok := c.o.ReadFile(try); ok && !strings.ContainsRune(text, 0) {
			c.m.Debug.AddText(name, text)
			break
		}
	}
	return name
}

// variables finds the names of the slots that are variables of the source.
func (g *fn) variables() {
	g.slots = map[int32]string{}
	for _, v := range g.src.vars {
		if m, ok := g.c.node(v.variable); ok && m.kind == "DILocalVariable" {
			g.slots[v.slot] = m.name
		}
	}
}
