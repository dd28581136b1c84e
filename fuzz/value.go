package fuzz

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// flags say what may be wrong with a value.
type flags uint8

const (
	tainted     flags = 1 << iota // may be poison, or have poison or uninit bytes
	unspecified                   // depends on addresses, freeze or the payload of a NaN
	fragments                     // has bytes of pointers
)

// value is an SSA value with what the generator knows about it.
type value struct {
	id    ir.Value
	typ   ir.Type
	flags flags
	span  span       // of an int, and the hull of the ints of an aggregate
	class ir.FPClass // the classes that a float may have
	nan   bool       // an operation may have made a NaN, whose payload is unspecified
	obj   *object    // what a pointer points into, nil if it is not to be used
	wild  bool       // a pointer may have wildcard provenance: outside of obj it is of none
	lo    int64      // the offset of a pointer is in [lo, hi]
	hi    int64
}

// content is the discipline that an object follows, so that what a load gives is known
// without following memory: a pointer kept in memory is found where pointers are, and bytes
// are known where ints are read.
type content uint8

const (
	bytesOnly    content = iota // all bytes are Bits, always
	readOnly                    // the same, and writing is undefined
	pointersOnly                // pointers into pointee, at multiples of 8
	anything                    // bytes of all four states
)

// object is an allocation.
type object struct {
	size     int64
	align    uint32
	content  content
	global   string // name of a data symbol
	base     value  // a pointer to offset 0, of others
	pointee  *object
	heap     bool
	constant bool // not to be written, whatever the content
	freed    bool
	escaped  bool // a pointer to it was stored or returned
	scope    int  // the statement sequence that made it
}

// shape is what a block argument, parameter or result demands of the values passed.
type shape struct {
	typ   ir.Type
	span  span
	annot ir.Annot
	class ir.FPClass
	obj   *object // of a pointer: into it, at least 8 bytes before its end
	param bool    // a pointer parameter: to at least [paramBytes] bytes, bytesOnly
}

// paramBytes is what every pointer parameter points to.
const paramBytes = 32

// allClasses are the classes of any float.
const allClasses ir.FPClass = 1<<10 - 1

// quiet are the classes of what float operations make.
const quiet = allClasses &^ ir.ClassSNaN

// usable reports whether v may be observed: printed, branched on, returned, stored where
// bytes are known.
func (x *function) usable(v *value) bool {
	if v.flags&(tainted|fragments) != 0 {
		return v.flags&fragments == 0 && x.unguarded(x.claims)
	}
	return v.flags&unspecified == 0 || x.g.has(Unspecified)
}

// find picks one of the values for which ok holds, counting from the latest; nil if there is
// none.
func (x *function) find(r *record, ok func(v *value) bool) *value {
	skip := r.below(32)
	var first, last *value
	for {
		n := 0
		for i := len(x.pool) - 1; i >= 0; i-- {
			v := &x.pool[i]
			if v.obj != nil && v.obj.freed || !ok(v) {
				continue
			}
			if n == skip {
				return v
			}
			if first == nil {
				first = v
			}
			last = v
			n++
		}
		if n == 0 {
			return nil
		}
		if skip %= n; first == last {
			return first
		}
	}
}

// anyInt picks an int; it may be poison only if poison says so.
func (x *function) anyInt(r *record, poison bool) value {
	if v := x.find(r, func(v *value) bool { return v.typ == ir.Int && (poison || v.flags&tainted == 0) }); v != nil {
		return *v
	}
	return x.int64(int64(r.byte()))
}

// usableInt picks an int that may be observed.
func (x *function) usableInt(r *record) value {
	if v := x.find(r, func(v *value) bool { return v.typ == ir.Int && x.usable(v) }); v != nil {
		return *v
	}
	return x.int64(int64(r.byte()))
}

// intIn picks an int in a range, or brings one there, or makes a constant.
func (x *function) intIn(r *record, want span) value {
	ok := func(v *value) bool { return v.typ == ir.Int && x.usable(v) }
	if r.chance(250) {
		return x.constantIn(r, want)
	}
	if v := x.find(r, func(v *value) bool { return ok(v) && v.span.inside(want) }); v != nil && !r.chance(300) {
		return *v
	}
	v := x.find(r, ok)
	if v == nil || want.lo.Cmp(want.hi) == 0 {
		return x.constantIn(r, want)
	}
	return x.bring(r, *v, want)
}

// bring computes a value in a range from v, which is not poison.
func (x *function) bring(r *record, v value, want span) value {
	if v.span.inside(want) {
		return v
	}
	width := new(big.Int).Sub(want.hi, want.lo)
	n := uint(new(big.Int).Add(width, bigOne).BitLen() - 1) // 2^n <= values of the range
	kind := r.below(3)
	if kind == 1 && want.lo.Sign() >= 0 && n > 0 {
		v = x.extend(r, ir.OpZExt, v, n)
	} else if kind == 2 {
		m := new(big.Int).Add(width, bigOne)
		v = x.binary(r, ir.OpRem, v, x.big(m))
	}
	switch {
	case n == 0:
		return x.constantIn(r, want)
	case v.span.inside(want):
		return v
	case want.lo.Sign() < 0 && signedSpan(n).inside(want):
		return x.extend(r, ir.OpSExt, v, n)
	case want.lo.Sign() == 0:
		return x.extend(r, ir.OpZExt, v, n)
	}
	if !v.span.inside(unsignedSpan(n)) {
		v = x.extend(r, ir.OpZExt, v, n)
	}
	return x.binary(r, ir.OpAdd, v, x.big(want.lo))
}

// anyBool picks a truth value that is usable, or makes one.
func (x *function) anyBool(r *record) value {
	if !r.chance(400) {
		if v := x.find(r, func(v *value) bool { return v.typ == ir.Bool && x.usable(v) }); v != nil {
			return *v
		}
	}
	v := x.find(r, func(v *value) bool { return v.typ == ir.Int && x.usable(v) && !v.span.constant() })
	if v == nil {
		return x.bool(r.below(2) == 1)
	}
	a := *v
	return x.compare(r, ir.Pred(r.below(6)), a, x.neighbour(r, a))
}

// neighbour picks something that v is interesting to compare with.
func (x *function) neighbour(r *record, v value) value {
	switch r.below(4) {
	case 0:
		mid := new(big.Int).Add(v.span.lo, v.span.hi)
		return x.big(mid.Rsh(mid, 1))
	case 1:
		return x.big(v.span.hi)
	case 2:
		return x.big(v.span.lo)
	}
	return x.usableInt(r)
}

// truncate forgets the values made since mark.
func (x *function) truncate(mark int) {
	if len(x.pool) > mark {
		x.pool = x.pool[:mark]
	}
}

// push makes v one of the values at hand.
func (x *function) push(v value) value {
	x.pool = append(x.pool, v)
	return v
}
