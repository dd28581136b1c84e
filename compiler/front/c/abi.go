package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// How structs and unions cross calls: the classes of their eightbytes, by the System V ABI (AMD64, version 1.0,
// 3.2.3). Where that is silent the classes are gcc's: bit-fields without a name count, and an array has the classes of
// its elements.

// maxClassified is the size of the largest record that registers take.
const maxClassified = 16

// wideInt reports whether t is an integer that takes two registers. It crosses calls as wideBytes bytes: only the claim on
// an int says how long it is, and no claim is sure to stay on the operand of a call of who knows what.
func wideInt(t cc.Type) bool { return isInt(t) && strip(t).Size() > ir.IntBytes }

const wideBytes = 16

// maxPassed is the size of the largest record that crosses calls as its bytes, in an object, where other compilers want
// it so, and maxPassedWithin in a program without others. Of a larger one the caller passes the address of a copy, and as
// a result the address of where it is to be, as all results in memory (ABI, 3.2.3).
const (
	maxPassed       = 1 << 17
	maxPassedWithin = 1 << 15
)

// isLarge reports whether a record crosses calls by an address.
func (u *unit) isLarge(t cc.Type) bool {
	limit := int64(maxPassed)
	if u.o.Hosted {
		limit = maxPassedWithin
	}
	return isRecord(t) && !isVLA(t) && u.sizeof(t) > limit
}

// checkLarge refuses to pass a large record to, or take it from, what another compiler may have compiled: gcc puts it on
// the stack.
func (u *unit) checkLarge(n cc.Node, t cc.Type, function string) {
	if u.isLarge(t) && !u.o.Hosted && u.linkages[function].Binding != ir.Local {
		u.unsupported(n, "a parameter of type %s, of more than %d bytes, is supported of static functions and in programs without objects of other compilers", t, int64(maxPassed))
	}
}

// passing is the annotation that says how a value of type t is passed, if that is as bytes.
func (u *unit) passing(t cc.Type) ir.Annot {
	if isVoid(t) || !isRecord(t) && !wideInt(t) && !intComplex(t) {
		return ir.NoAnnot
	}
	size := u.sizeof(t)
	if size == 0 || u.isLarge(t) {
		return ir.NoAnnot
	}
	a, err := ir.ABI(u.classes(t, size), uint32(max(u.alignof(t), 8)))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return a
}

// classes are the letters of the eightbytes of a record, m alone if it is passed in memory.
func (u *unit) classes(t cc.Type, size int64) string {
	if size > maxClassified {
		return "m"
	}
	// Bytes, since merge works on one. X is the upper half of an x of which the lower half is before it.
	var eightbytes [maxClassified / 8]byte
	all := eightbytes[:(size+7)/8]
	for k := range all {
		all[k] = 'n'
	}
	if !u.classify(t, 0, all) {
		return "m"
	}
	for k, c := range all {
		switch {
		case c == 'm', c == 'X' && (k == 0 || all[k-1] != 'x'):
			return "m"
		case c == 'X':
			all[k] = 'x'
		case c == 'u' && (k == 0 || all[k-1] != 's'):
			all[k] = 's'
		}
	}
	return string(all)
}

// merge is the class of an eightbyte that has parts of classes a and b.
func merge(a, b byte) byte {
	switch {
	case a == b || b == 'n':
		return a
	case a == 'n':
		return b
	case a == 'm' || b == 'm':
		return 'm'
	case a == 'i' || b == 'i':
		return 'i'
	case a == 'x' || b == 'x' || a == 'X' || b == 'X':
		return 'm'
	}
	return 's'
}

// classify merges the classes of a t at byte off of the record into all. It reports false for what is not aligned.
func (u *unit) classify(t cc.Type, off int64, all []byte) bool {
	mark := func(bit, n int64, class byte) {
		for k := bit / 64; k <= (bit+n-1)/64 && k < int64(len(all)); k++ {
			all[k] = merge(all[k], class)
		}
	}
	size := u.sizeof(t)
	switch {
	case isRecord(t):
		for _, m := range u.record(t).fields {
			switch {
			case m.f.IsFlexibleArrayMember():
			case m.bits != nil:
				mark(8*(off+m.off)+int64(m.bits.shift), int64(m.bits.width), 'i')
			case !u.classify(m.t, off+m.off, all):
				return false
			}
		}
		return true
	case size == 0:
		return true
	case isArray(t):
		e := elem(t)
		n := u.sizeof(e)
		for at := int64(0); n > 0 && at < size; at += n {
			if !u.classify(e, off+at, all) {
				return false
			}
		}
		return true
	}
	align := size
	if isComplex(t) {
		align /= 2
	}
	if off%align != 0 {
		return false
	}
	switch {
	case t.Kind() == cc.LongDouble:
		mark(8*off, 64, 'x')
		mark(8*off+64, 64, 'X')
	case isVector(t) || isFloat(t) && size == 16:
		mark(8*off, 64, 's')
		if size > 8 {
			mark(8*off+64, 64, 'u')
		}
	case isFloat(t), isComplex(t) && isFloat(u.complexPart(t)):
		mark(8*off, 8*size, 's')
	default:
		mark(8*off, 8*size, 'i')
	}
	return true
}
