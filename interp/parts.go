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
var viewKinds = map[string]memory.ViewKind{"strict": memory.StrictView, "loose": memory.LooseView, "volatile": memory.VolatileView, "const": memory.ConstantView}

// confine gives the pointer that a marked instruction made its view, or takes it. The mark has the size, the kind, and what
// the program calls the part.
func (w *world) confine(m ir.Mark, results []Value) {
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
	size, rest, _ := strings.Cut(m.Type, " ")
	how, what, _ := strings.Cut(rest, " ")
	if n, err := strconv.ParseUint(size, 10, 64); err == nil {
		if q := w.space.Narrow(p.Pointer, n, what, viewKinds[how]); q != p.Pointer {
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
var copiesBytes = map[string]bool{"memcpy": true, "memmove": true, "memset": true, "memcmp": true, "mempcpy": true, "bcopy": true, "bzero": true, "bcmp": true,
	"fread": true, "fwrite": true, "read": true, "write": true}
