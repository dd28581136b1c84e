package c

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// threadLocal reports whether each thread has an object of its own. In a program that is translated as a whole
// the interpreter knows the threads; compiled, it has one object for all of them, and only objects for other linkers have storage of threads.
func (u *unit) threadLocal(d *cc.Declarator) bool {
	return d.IsThreadLocal() && !isFunc(d.Type())
}

// threadLocal is the address of the calling thread's object: by the thread pointer and a distance that the loader knows
// (initial exec: ELF Handling For Thread-Local Storage, 4.3.6).
func (g *fn) threadLocal(symbol string) ir.Value {
	if g.u.o.Hosted {
		p := g.symbol(symbol)
		if g.u.o.Checks && g.b != nil {
			i := g.b.Call(g.symbol("tuffy.thread"), []ir.Value{p}, g.mem, []ir.Type{ir.Ptr}, g.o)
			g.mem = g.f.Result(i, 0)
			return g.f.Result(i, 1)
		}
		return p
	}
	name := ".tls." + symbol
	if p := g.u.program; !p.taken[name] && !g.u.trial {
		p.taken[name] = true
		g.u.m.Asm = append(g.u.m.Asm, fmt.Sprintf(".text\n.type %[1]s, @function\n%[1]s:\nmovq %[2]s@gottpoff(%%rip), %%rax\naddq %%fs:0, %%rax\nret\n", name, symbol))
	}
	i := g.live().Call(g.symbol(name), nil, g.mem, []ir.Type{ir.Ptr}, g.o)
	g.mem = g.f.Result(i, 0)
	return g.f.Result(i, 1)
}

// threadSection is the section of an object that each thread has.
func threadSection(d *ir.Data) string {
	for _, p := range d.Pieces {
		if p.Bytes != nil {
			return ".tdata"
		}
	}
	if len(d.Relocs) > 0 {
		return ".tdata"
	}
	return ".tbss"
}
