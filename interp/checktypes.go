package interp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/memory"
)

// typeShadow are the effective types of the bytes of an allocation (C11 6.5p6): the number of a name and which byte of
// an object of that type it is; 0 is not known.
type typeShadow struct {
	declared bool // the types do not change
	of       []byteType
	records  []recordType
}

// recordType is a struct in an object: where it begins, its size, and its name with a brace in front.
type recordType struct {
	off, size uint64
	name      string
}

type byteType struct {
	name uint32
	byte uint8
}

// typeShadows are those of a run, made as they are needed; nil if the run does not ask for them.
type typeShadows struct {
	names   []string // from 1 on
	numbers map[string]uint32
	of      map[memory.AllocID]*typeShadow
}

func newTypeShadows() *typeShadows {
	return &typeShadows{names: []string{""}, numbers: map[string]uint32{}, of: map[memory.AllocID]*typeShadow{}}
}

func (s *typeShadows) number(name string) uint32 {
	n, ok := s.numbers[name]
	if !ok {
		n = uint32(len(s.names))
		s.names, s.numbers[name] = append(s.names, name), n
	}
	return n
}

// shadow is that of an allocation, nil if there is no room. The types of data are told by a constant beside it.
func (w *world) shadow(a *memory.Alloc) *typeShadow {
	if s := w.types.of[a.ID]; s != nil {
		return s
	}
	if !w.keep(8 * a.Size) {
		return nil
	}
	s := &typeShadow{of: make([]byteType, a.Size)}
	w.types.of[a.ID] = s
	if a.Kind == memory.Global {
		s.declared = true
		if id, ok := w.data[strings.TrimPrefix(a.Name, "@")+".types"]; ok {
			w.fillTypes(s, w.constText(w.space.Record(id)))
		}
	}
	return s
}

// fillTypes reads a layout: offset, size and count of equal scalars, and their type.
func (w *world) fillTypes(s *typeShadow, layout string) {
	for _, run := range strings.Split(layout, ";") {
		f := strings.SplitN(run, " ", 4)
		if len(f) != 4 {
			continue
		}
		off, _ := strconv.ParseUint(f[0], 10, 64)
		size, _ := strconv.ParseUint(f[1], 10, 64)
		n, _ := strconv.ParseUint(f[2], 10, 64)
		if strings.HasPrefix(f[3], "{") {
			s.records = append(s.records, recordType{off, size, f[3]})
			continue
		}
		name := w.types.number(f[3])
		for k := range size * n {
			if off+k < uint64(len(s.of)) {
				s.of[off+k] = byteType{name, uint8(k % size)}
			}
		}
	}
}

// declares tells the types of a declared object.
func (c *checkCall) declares() {
	if a := c.object(0); a != nil && c.w.types != nil {
		if s := c.w.shadow(a); s != nil {
			s.declared, s.records = true, nil
			c.w.fillTypes(s, c.text(1))
		}
	}
}

// The ways of tuffy.type, as the front end has them.
const (
	typeRead = iota
	typeWrite
	typeUnion
	typeForget
	typeRecord
)

// typed is an access by an lvalue: its address, its size, the name of its type, and what the access does.
func (c *checkCall) typed() {
	w := c.w
	a := c.object(0)
	size, ok := c.args[1].(Int)
	how, ok2 := c.args[3].(Int)
	if a == nil || w.types == nil || !ok || !ok2 {
		return
	}
	n, _ := size.V.Int64()
	kind, _ := how.V.Int64()
	off := c.args[0].(Ptr).Addr - a.Base
	s := w.shadow(a)
	if s == nil || off+uint64(n) > uint64(len(s.of)) || off+uint64(n) < off {
		return
	}
	if kind == typeRecord {
		c.typedRecord(s, recordType{off, uint64(n), c.text(2)}, a)
		return
	}
	name := w.types.number(c.text(2))
	old := s.of[off : off+uint64(n)]
	switch {
	case kind == typeRead || kind == typeWrite && s.declared:
		for k, t := range old {
			if t.name != 0 && t != (byteType{name, uint8(k)}) {
				c.mistyped(old, name, a, off)
				return
			}
		}
	case s.declared:
	default:
		for k := range old {
			if old[k] = (byteType{name, uint8(k)}); kind == typeForget {
				old[k] = byteType{}
			}
		}
	}
}

// typedRecord is an access of a struct or of a member of one. Of structs at the same place of an object only those of the same size are compared:
// the beginning of one is often read as another.
func (c *checkCall) typedRecord(s *typeShadow, want recordType, a *memory.Alloc) {
	other := ""
	for _, r := range s.records {
		if r.off == want.off && r.size == want.size {
			if r == want {
				return
			}
			other = r.name
		}
	}
	if s.declared && other != "" {
		c.w.fail(c.f, c.i, &UB{Code: UBSource, Fallback: "the access is made", Access: c.w.access("access", c.args[0].(Ptr).Pointer, want.size, 0, a, want.off),
			Message: fmt.Sprintf("an object of type '%s', by its effective type, is accessed as one of type '%s'", other[1:], want.name[1:])})
	}
}

// mistyped reports an access by an lvalue of another type.
func (c *checkCall) mistyped(old []byteType, name uint32, a *memory.Alloc, off uint64) {
	w := c.w
	what := "bytes of different objects"
	for _, t := range old {
		if t.name != 0 && t.name != name {
			what = "an object of type '" + w.types.names[t.name] + "'"
			break
		}
	}
	w.fail(c.f, c.i, &UB{Code: UBSource, Fallback: "the access is made", Access: w.access("access", c.args[0].(Ptr).Pointer, uint64(len(old)), 0, a, off),
		Message: fmt.Sprintf("%s, by its effective type, is accessed by an lvalue of type '%s'", what, w.types.names[name])})
}

// copies is a copy of a record.
func (c *checkCall) copies() {
	n, ok := c.args[2].(Int)
	to, from := c.object(0), c.object(1)
	if size, small := n.V.Int64(); ok && small && to != nil && from != nil {
		c.w.copyTypes(to, c.args[0].(Ptr).Addr-to.Base, from, c.args[1].(Ptr).Addr-from.Base, uint64(size))
	}
}

// copyTypes gives bytes that are copied the types that they had, unless the object has declared ones.
func (w *world) copyTypes(to *memory.Alloc, toOff uint64, from *memory.Alloc, fromOff, n uint64) {
	if w.types == nil {
		return
	}
	s, t := w.shadow(to), w.shadow(from)
	if s == nil || t == nil || s.declared || toOff+n > uint64(len(s.of)) || fromOff+n > uint64(len(t.of)) {
		return
	}
	copy(s.of[toOff:toOff+n], t.of[fromOff:fromOff+n])
}

// forgetTypes is for bytes that a library function writes as characters.
func (w *world) forgetTypes(a *memory.Alloc, off, n uint64) {
	if w.types == nil {
		return
	}
	if s := w.types.of[a.ID]; s != nil && !s.declared && off+n <= uint64(len(s.of)) {
		clear(s.of[off : off+n])
	}
}
