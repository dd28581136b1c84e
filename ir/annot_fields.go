package ir

import (
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// The annotation of a struct or an array is a claim on each field, or on the elements: what it says of
// a field it says of the value that extractvalue finds there, so that a field outside of its claim is
// poison and the others are as they are. Claims are no part of the type: struct{int:s8, int} is the
// type struct{int, int}, and laid out as it is.

// fieldClaims is the table entry of the annotation of a struct (elem NoAnnot) or an array.
// Trailing fields without a claim are left out, so one meaning has one entry.
type fieldClaims struct {
	fields []Annot
	elem   Annot
}

// As the table of aggregates: append-only, read without a lock.
var fieldTable struct {
	mu    sync.Mutex
	byKey map[string]Annot
	list  atomic.Pointer[[]fieldClaims]
}

// FieldClaims is the annotation of a struct that says fields[n] of field n. It is NoAnnot if no field
// has a claim.
func FieldClaims(fields []Annot) Annot {
	last := len(fields)
	for last > 0 && fields[last-1] == NoAnnot {
		last--
	}
	if last == 0 {
		return NoAnnot
	}
	return internFields(fieldClaims{fields: append([]Annot(nil), fields[:last]...)})
}

// ElemClaims is the annotation of an array that says a of each element.
// An array has one claim for all elements, so a long one costs no more than a short one.
func ElemClaims(a Annot) Annot {
	if a == NoAnnot {
		return NoAnnot
	}
	return internFields(fieldClaims{elem: a})
}

// internFields gives claims their handle, that of an equal entry if there is one.
// Equal claims always get the same handle, which comparing annotations by == rests on.
func internFields(c fieldClaims) Annot {
	key := strconv.AppendUint(nil, uint64(c.elem), 36)
	for _, f := range c.fields {
		key = strconv.AppendUint(append(key, ','), uint64(f), 36)
	}
	fieldTable.mu.Lock()
	defer fieldTable.mu.Unlock()
	if a, ok := fieldTable.byKey[string(key)]; ok {
		return a
	}
	var list []fieldClaims
	if p := fieldTable.list.Load(); p != nil {
		list = *p
	}
	list = append(list, c)
	fieldTable.list.Store(&list)
	if fieldTable.byKey == nil {
		fieldTable.byKey = map[string]Annot{}
	}
	a := Annot(annFields)<<annKindShift | Annot(len(list))
	fieldTable.byKey[string(key)] = a
	return a
}

// HasFields reports whether a is the annotation of a struct or an array.
func (a Annot) HasFields() bool { return a.kind() == annFields }

// fields is the table entry; only of annotations with fields.
func (a Annot) fields() *fieldClaims {
	return &(*fieldTable.list.Load())[a&annKnownMask-1]
}

// Field is what a says of field n of a struct or an array, NoAnnot if it says nothing.
// n may be beyond the fields: nothing is said of such a one.
func (a Annot) Field(n uint64) Annot {
	if !a.HasFields() {
		return NoAnnot
	}
	switch c := a.fields(); {
	case c.elem != NoAnnot:
		return c.elem
	case n < uint64(len(c.fields)):
		return c.fields[n]
	}
	return NoAnnot
}

// At is what a says of the value found by following the field path.
// What is said of an aggregate as a whole is what is said of its fields, so nothing is lost on the way.
func (a Annot) At(path []uint32) Annot {
	for _, n := range path {
		a = a.Field(uint64(n))
	}
	return a
}

// PatternBits is the length of the bit patterns of a.
// Parser and passes bound by it what long patterns may cost.
func (a Annot) PatternBits() int {
	if !a.HasFields() {
		if k := a.Known(); k != nil {
			return len(k.pattern)
		}
		return 0
	}
	c := a.fields()
	n := c.elem.PatternBits()
	for _, f := range c.fields {
		n += f.PatternBits()
	}
	return n
}

// meetFields is [Annot.Meet] of two annotations with fields.
// Claims that contradict each other on one field contradict each other.
// A struct's claims and an array's do not meet: no value is both.
func meetFields(a, b Annot) (Annot, error) {
	x, y := a.fields(), b.fields()
	if x.elem != NoAnnot || y.elem != NoAnnot {
		if x.elem == NoAnnot || y.elem == NoAnnot {
			return 0, differentTypes(a, b)
		}
		m, err := x.elem.Meet(y.elem)
		return ElemClaims(m), err
	}
	out := make([]Annot, max(len(x.fields), len(y.fields)))
	for n := range out {
		var err error
		if out[n], err = a.Field(uint64(n)).Meet(b.Field(uint64(n))); err != nil {
			return 0, err
		}
	}
	return FieldClaims(out), nil
}

// MapFields is a with f(n, b) in the place of what it says of field n, which is b; of an array n is 0. Fields
// that nothing is said of stay so.
// a must have fields.
func (a Annot) MapFields(f func(n int, b Annot) Annot) Annot {
	c := a.fields()
	if c.elem != NoAnnot {
		return ElemClaims(f(0, c.elem))
	}
	out := slices.Clone(c.fields)
	for n, b := range out {
		if b != NoAnnot {
			out[n] = f(n, b)
		}
	}
	return FieldClaims(out)
}

// ClaimInts is the annotation of a value of type t that says claim() of each int in it, in order; of all
// elements of an array what it says of the first.
func ClaimInts(t Type, claim func() Annot) Annot {
	switch {
	case t == Int:
		return claim()
	case t.Kind() == KindArray && t.Len() > 0:
		return ElemClaims(ClaimInts(t.Elem(), claim))
	case t.Kind() == KindStruct:
		var out []Annot
		for _, f := range t.Fields() {
			out = append(out, ClaimInts(f, claim))
		}
		return FieldClaims(out)
	}
	return NoAnnot
}

// anyField reports whether is holds of what a says of some field.
func (a Annot) anyField(is func(Annot) bool) bool {
	c := a.fields()
	return c.elem != NoAnnot && is(c.elem) || slices.ContainsFunc(c.fields, is)
}

// joinFields is [Annot.Join] where a or b has fields.
// Claims about a struct and about a scalar have nothing in common.
// A field beyond one of the lists has no claim there, so none in the join.
func joinFields(a, b Annot) Annot {
	if !a.HasFields() || !b.HasFields() {
		return NoAnnot
	}
	x, y := a.fields(), b.fields()
	if x.elem != NoAnnot && y.elem != NoAnnot {
		return ElemClaims(x.elem.Join(y.elem))
	}
	out := make([]Annot, min(len(x.fields), len(y.fields)))
	for n := range out {
		out[n] = x.fields[n].Join(y.fields[n])
	}
	return FieldClaims(out)
}

// appendTyped writes type t with the claims of a in it.
// A claim stands behind the type it is about, at every depth.
func appendTyped(text []byte, t Type, a Annot) []byte {
	if !a.HasFields() {
		return a.appendText(append(text, t.String()...))
	}
	if t.Kind() == KindArray {
		text = appendTyped(append(text, '['), t.Elem(), a.Field(0))
		return append(strconv.AppendUint(append(text, "; "...), t.Len(), 10), ']')
	}
	text = append(text, "struct{"...)
	for n, f := range t.Fields() {
		if n > 0 {
			text = append(text, ", "...)
		}
		text = appendTyped(text, f, a.Field(uint64(n)))
	}
	return append(text, '}')
}

// TypedText is type t with the claims of a, as the text format writes it.
func TypedText(t Type, a Annot) string { return string(appendTyped(nil, t, a)) }
