package cgen

import (
	"cmp"
	"math/big"
	"sort"
	"strings"
)

// libraryRow is a function of the C library that programs call.
type libraryRow struct {
	result *typ
	run    func(m *machine, e *expr, a []value) value
}

var charPointer, voidPointer = basic[kChar].pointer(), basic[kVoid].pointer()

// library is the table of functions. It is filled at start, as some of them call back.
var library map[string]libraryRow

// init fills the table of functions of the C library: their results, and what they do.
func init() {
	long, number := basic[kULong], basic[kInt]
	library = map[string]libraryRow{
		"strlen": {long, func(m *machine, e *expr, a []value) value { return count(long, len(cString(e, a[0].p))) }},
		"strcmp": {number, func(m *machine, e *expr, a []value) value {
			return count(number, cmp.Compare(cString(e, a[0].p), cString(e, a[1].p)))
		}},
		"strncmp": {number, func(m *machine, e *expr, a []value) value {
			n := int(a[2].i.Int64())
			x, y := cString(e, a[0].p), cString(e, a[1].p)
			return count(number, cmp.Compare(x[:min(n, len(x))], y[:min(n, len(y))]))
		}},
		"memcmp": {number, func(m *machine, e *expr, a []value) value {
			n := int(a[2].i.Int64())
			return count(number, cmp.Compare(rawBytes(e, a[0].p, n), rawBytes(e, a[1].p, n)))
		}},
		"strcpy": {charPointer, func(m *machine, e *expr, a []value) value {
			return writeString(e, a[0], 0, cString(e, a[1].p))
		}},
		"strcat": {charPointer, func(m *machine, e *expr, a []value) value {
			return writeString(e, a[0], len(cString(e, a[0].p)), cString(e, a[1].p))
		}},
		"strchr": {charPointer, func(m *machine, e *expr, a []value) value {
			at := strings.IndexByte(cString(e, a[0].p), byte(wrap(a[1].i, 8, false).Uint64()))
			if at < 0 {
				return value{typ: charPointer}
			}
			return value{typ: charPointer, p: pointer{obj: a[0].p.obj, off: a[0].p.off + at}}
		}},
		"memset": {voidPointer, func(m *machine, e *expr, a []value) value {
			n := int(a[2].i.Int64())
			for i := range (place{a[0].p.obj, a[0].p.off, nil, nil}).at(e, n) {
				a[0].p.obj.cells[a[0].p.off+i] = cell{known: true, b: byte(wrap(a[1].i, 8, false).Uint64())}
			}
			return a[0]
		}},
		"memcpy":  {voidPointer, moved},
		"memmove": {voidPointer, moved},
		"malloc": {voidPointer, func(m *machine, e *expr, a []value) value {
			return value{typ: voidPointer, p: pointer{obj: newHeap("malloc", int(a[0].i.Int64()), false)}}
		}},
		"calloc": {voidPointer, func(m *machine, e *expr, a []value) value {
			return value{typ: voidPointer, p: pointer{obj: newHeap("calloc", int(a[0].i.Int64()*a[1].i.Int64()), true)}}
		}},
		"free": {basic[kVoid], func(m *machine, e *expr, a []value) value {
			if o := a[0].p.obj; o != nil {
				(place{o, a[0].p.off, nil, nil}).at(e, 0)
				if !o.heap || a[0].p.off != 0 {
					fail(e, "free of no memory of malloc")
				}
				o.dead = true
			}
			return value{typ: basic[kVoid]}
		}},
		"qsort":   {basic[kVoid], sorted},
		"longjmp": {basic[kVoid], func(m *machine, e *expr, a []value) value { panic(jump{e.v, max(a[0].i.Int64(), 1)}) }},
	}
}

func newHeap(name string, size int, zero bool) *object {
	o := newObject(name, size, zero)
	o.heap = true
	return o
}

func count(t *typ, n int) value { return integer(t, big.NewInt(int64(n))) }

func rawBytes(e *expr, p pointer, n int) string {
	var out []byte
	for _, c := range (place{p.obj, p.off, nil, nil}).at(e, n) {
		if !c.known || c.p != nil {
			fail(e, "an indeterminate value")
		}
		out = append(out, c.b)
	}
	return string(out)
}

// writeString writes a string and its end. A call that is mended writes the empty string.
func writeString(e *expr, to value, skip int, s string) value {
	if e.fix > 0 {
		skip, s = 0, ""
	}
	p := place{to.p.obj, to.p.off + skip, nil, nil}
	cells := p.at(e, len(s)+1)
	if p.obj.fixed {
		fail(e, "a constant object is written")
	}
	for n := range cells {
		cells[n] = cell{known: true}
		if n < len(s) {
			cells[n].b = s[n]
		}
	}
	return to
}

// moved copies bytes. What overlaps is memmove's.
func moved(m *machine, e *expr, a []value) value {
	n := int(a[2].i.Int64())
	from := (place{a[1].p.obj, a[1].p.off, nil, nil}).at(e, n)
	to := (place{a[0].p.obj, a[0].p.off, nil, nil}).at(e, n)
	if d := a[0].p.off - a[1].p.off; e.text == "memcpy" && a[0].p.obj == a[1].p.obj && d < n && -d < n {
		fail(e, "memcpy of what overlaps")
	}
	if a[0].p.obj.fixed {
		fail(e, "a constant object is written")
	}
	copy(to, append([]cell(nil), from...))
	return a[0]
}

// sorted is qsort. Elements that compare equal are equal, so that the order of calls cannot be seen.
func sorted(m *machine, e *expr, a []value) value {
	base, n, size := a[0].p, int(a[1].i.Int64()), int(a[2].i.Int64())
	cells := (place{base.obj, base.off, nil, nil}).at(e, n*size)
	parts := make([][]cell, n)
	for i := range parts {
		parts[i] = append([]cell(nil), cells[i*size:(i+1)*size]...)
	}
	x, y := newObject("an element", size, false), newObject("an element", size, false)
	sort.SliceStable(parts, func(i, j int) bool {
		copy(x.cells, parts[i])
		copy(y.cells, parts[j])
		return m.call(e, a[3].p.fn, []value{{typ: voidPointer, p: pointer{obj: x}}, {typ: voidPointer, p: pointer{obj: y}}}).i.Sign() < 0
	})
	for i := range parts {
		copy(cells[i*size:], parts[i])
	}
	return value{typ: basic[kVoid]}
}

// library calls a function of the table.
func (m *machine) library(e *expr) value {
	var args []value
	for _, a := range e.args {
		args = append(args, m.eval(a))
	}
	v := library[e.text].run(m, e, args)
	// Of a comparison only the sign is known: programs look at nothing else.
	return v
}
