package c

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
)

// Padding takes unspecified values when a value is stored in an object or its members (C11 6.2.6.1p6), so to read it
// is no undefined behaviour. Bytes are read through pointers to characters or to void: where a pointer to a record
// or a long double becomes one, the interpreter is told which bytes of these objects are no part of a value.

// maxPadding is how many runs of padding a type may have; of larger types nothing is told.
const maxPadding = 64

// paddingReach says for functions of the library how many objects their arguments are told of: none if they read no values,
// one if they copy, as one may be copied at a time of many. Else it is all that lie behind a pointer.
type paddingReach uint8

const (
	padsAll paddingReach = iota
	padsOne
	padsNone
)

var copiers = map[string]paddingReach{"free": padsNone, "memset": padsNone, "realloc": padsNone, "fread": padsNone, "read": padsNone, "memcpy": padsOne, "memmove": padsOne}

// exposesPadding tells of the padding of what a pointer leads to that is converted to one to characters or to void.
func (g *fn) exposesPadding(x value, to cc.Type) {
	from, e := elem(x.t.Decay()), elem(to)
	if !g.u.o.Checks || g.b == nil || g.copies == padsNone || from == nil || e == nil || !isVoid(e) && !isCharType(e) {
		return
	}
	for isArray(from) && !isVLA(from) {
		from = elem(from)
	}
	if isVLA(from) || isFunc(from) || from.IsIncomplete() || !isRecord(from) && !isLongDouble(from) {
		return
	}
	if s := g.u.paddingText(from); s != "" {
		most := int64(0)
		if g.copies == padsOne {
			most = 1
		}
		g.check("tuffy.padding", x.v, g.int(g.u.sizeof(from)), g.text(s), g.int(most))
	}
}

func isLongDouble(t cc.Type) bool { return t.Kind() == cc.LongDouble }

// paddingText lists the padding of a type, each run as an offset and a length; empty if it has none or too much.
func (u *unit) paddingText(t cc.Type) string {
	size := u.sizeof(t)
	if size <= 0 || size > 1<<12 {
		return ""
	}
	used := make([]bool, size)
	u.valueBytes(t, 0, used)
	var runs []string
	for at := 0; at < len(used); at++ {
		if used[at] {
			continue
		}
		from := at
		for at < len(used) && !used[at] {
			at++
		}
		runs = append(runs, fmt.Sprintf("%d %d", from, at-from))
	}
	if len(runs) > maxPadding {
		return ""
	}
	return strings.Join(runs, ";")
}

// valueBytes marks the bytes of an object of type t at off that are of values. Of a union, which may have any member, all
// that some member has a value in.
func (u *unit) valueBytes(t cc.Type, off int64, used []bool) {
	mark := func(from, n int64) {
		for k := from; k < from+n && k < int64(len(used)); k++ {
			used[k] = true
		}
	}
	switch {
	case isArray(t):
		a, ok := t.(*cc.ArrayType)
		if !ok || isVLA(t) || t.IsIncomplete() {
			mark(off, int64(len(used))-off) // a flexible member, whose elements may be in the padding behind
			return
		}
		for i, n := int64(0), u.arrayLen(a); i < n; i++ {
			u.valueBytes(elem(t), off+i*u.sizeof(elem(t)), used)
		}
	case isRecord(t):
		for _, m := range u.record(t).fields {
			switch {
			case m.bits == nil && m.f.IsFlexibleArrayMember():
				mark(off+m.off, int64(len(used))-off-m.off)
			case m.bits == nil:
				u.valueBytes(m.t, off+m.off, used)
			default: // unnamed ones, too, which have no value even then (C11 6.7.9p9)
				mark(off+m.off, m.bits.bytesOf())
			}
		}
	case isLongDouble(t):
		mark(off, 10)
	default:
		mark(off, u.sizeof(t))
	}
}
