package interp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Pointers that C makes of a row or a member point into that and not into the whole object (C11 6.5.6p8). A front end marks where
// they are made, and where a conversion makes them pointers into the object again.

// viewKinds are the kinds of views by how marks name them.
var viewKinds = map[string]memory.ViewKind{"strict": memory.StrictView, "loose": memory.LooseView, "volatile": memory.VolatileView, "const": memory.ConstantView, "temporary": memory.TemporaryView}

// partOf is what the mark of instruction i says: the size, the kind, and what the program calls the part. It is kept by the instruction.
func (w *world) partOf(f *ir.Func, i ir.Inst) *memory.Part {
	site := w.site(f, i)
	if p, ok := w.parts[site]; ok {
		return p
	}
	size, rest, _ := strings.Cut(f.Mark(i).Type, " ")
	how, what, _ := strings.Cut(rest, " ")
	var p *memory.Part
	if n, err := strconv.ParseUint(size, 10, 64); err == nil {
		p = &memory.Part{Size: n, What: what, Kind: viewKinds[how]}
	}
	if w.parts == nil {
		w.parts = map[memory.Site]*memory.Part{}
	}
	w.parts[site] = p
	return p
}

// confine gives the pointer that the marked instruction i made its view, or takes it.
func (w *world) confine(f *ir.Func, i ir.Inst, results []Value) {
	m := f.Mark(i)
	p, ok := results[0].(Ptr)
	if !ok {
		return
	}
	if m.Rule == ir.RuleWhole {
		if p.View != 0 {
			results[0] = Ptr{w.space.Without(p.Pointer, memory.StrictView, memory.LooseView)}
		}
		return
	}
	if part := w.partOf(f, i); part != nil {
		if q := w.space.Narrow(p.Pointer, part); q != p.Pointer {
			results[0] = Ptr{q}
		}
	}
}

// otherPart says why the difference of two pointers into one allocation is none: they are confined to parts of it that have nothing
// in common.
func (w *world) otherPart(p, q memory.Pointer) string {
	if p.View == q.View || p.View == 0 || q.View == 0 {
		return ""
	}
	a, b := w.space.ViewOf(p), w.space.ViewOf(q)
	if a == nil || b == nil || !a.Kind.Bounded() || !b.Kind.Bounded() || a.Off < b.Off+b.Size && b.Off < a.Off+a.Size {
		return ""
	}
	return fmt.Sprintf("'%s' and '%s' are different parts of %s", a.What, b.What, allocName(w.space.Record(p.Alloc)))
}

// copiesBytes are the functions that copy bytes as such: programs fill several members or rows by one call of them.
var copiesBytes = map[string]bool{"memcpy": true, "memmove": true, "memset": true, "memcmp": true, "memchr": true, "memrchr": true, "mempcpy": true, "bcopy": true, "bzero": true, "bcmp": true,
	"fread": true, "fwrite": true, "read": true, "write": true}

// constantResults are the functions of the library whose results point to what a program does not modify, by the paragraphs that say so.
var constantResults = map[string]string{"getenv": "7.22.4.6p4", "strerror": "7.24.6.2p4", "localeconv": "7.11.2.1p8"}

// resultOf begins what is said of what they give.
const resultOf = "the result of "

// protect makes the pointer that such a function gives one to write nothing by.
func (w *world) protect(name string, results []Value) {
	p, ok := results[0].(Ptr)
	if !ok || p.Kind != memory.ProvAlloc {
		return
	}
	a := w.space.Record(p.Alloc)
	results[0] = Ptr{w.space.Narrow(p.Pointer, &memory.Part{Size: a.Base + a.Size - p.Addr, What: resultOf + name, Kind: memory.ConstantView})}
}
