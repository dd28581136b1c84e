package ir

import (
	"strconv"
	"sync"
	"sync/atomic"
)

// The annotation of a struct or an array is a claim on each field, or on the elements: what it says of
// a field it says of the value that extractvalue finds there, so that a field outside of its claim is
// poison and the others are as they are. Claims are no part of the type: struct{int:s8, int} is the
// type struct{int, int}, and laid out as it is.

// fieldClaims is the table entry of the annotation of a struct (elem NoAnnot) or an array.
type fieldClaims struct {
	fields []Annot
	elem   Annot
}

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
func ElemClaims(a Annot) Annot {
	if a == NoAnnot {
		return NoAnnot
	}
	return internFields(fieldClaims{elem: a})
}

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

func (a Annot) fields() *fieldClaims {
	return &(*fieldTable.list.Load())[a&annKnownMask-1]
}

// Field is what a says of field n of a struct or an array, NoAnnot if it says nothing.
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
func (a Annot) At(path []uint32) Annot {
	for _, n := range path {
		a = a.Field(uint64(n))
	}
	return a
}

// PatternBits is the length of the bit patterns of a.
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

// appendTyped writes type t with the claims of a in it.
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
