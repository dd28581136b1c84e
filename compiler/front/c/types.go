package c

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// strip is the type below names and qualifiers that decides what a value is: an enumeration is its integer type.
func strip(t cc.Type) cc.Type {
	if e, ok := t.(*cc.EnumType); ok {
		return e.UnderlyingType()
	}
	return t
}

func isVector(t cc.Type) bool { return t.VectorSize() > 0 }

func isInt(t cc.Type) bool {
	return !isVector(t) && cc.IsIntegerType(t) && !isComplex(t)
}

func isFloat(t cc.Type) bool {
	if isVector(t) {
		return false
	}
	switch t.Kind() {
	case cc.Float, cc.Double, cc.LongDouble, cc.Float16, cc.Float32, cc.Float64, cc.Float32x, cc.Float64x, cc.Float128, cc.BFloat16:
		return true
	}
	return false
}

func isComplex(t cc.Type) bool {
	switch t.Kind() {
	case cc.ComplexChar, cc.ComplexDouble, cc.ComplexFloat, cc.ComplexFloat16, cc.ComplexInt, cc.ComplexLong, cc.ComplexLongDouble,
		cc.ComplexLongLong, cc.ComplexShort, cc.ComplexUInt, cc.ComplexUShort:
		return true
	}
	return false
}

func isPtr(t cc.Type) bool    { return t.Kind() == cc.Ptr }
func isArray(t cc.Type) bool  { return t.Kind() == cc.Array }
func isFunc(t cc.Type) bool   { return t.Kind() == cc.Function }
func isRecord(t cc.Type) bool { return t.Kind() == cc.Struct || t.Kind() == cc.Union }
func isVoid(t cc.Type) bool   { return t.Kind() == cc.Void }
func isBool(t cc.Type) bool   { return t.Kind() == cc.Bool }

// elem is what a pointer points to, or the element of an array.
func elem(t cc.Type) cc.Type {
	switch t := t.(type) {
	case *cc.PointerType:
		return t.Elem()
	case *cc.ArrayType:
		return t.Elem()
	}
	return nil
}

// signed reports whether values of an integer type may be negative.
func signed(t cc.Type) bool { return cc.IsSignedInteger(strip(t)) }

// width is the number of value and sign bits of an integer type.
func width(t cc.Type) uint32 {
	t = strip(t)
	if isBool(t) {
		return 1
	}
	return uint32(t.Size() * 8)
}

// claim is what the type of C says of a value.
func claim(t cc.Type) ir.Annot {
	if !isInt(t) {
		return ir.NoAnnot
	}
	if signed(t) {
		return ir.Signed(width(t))
	}
	return ir.Unsigned(width(t))
}

// valueIRType is the type of the IR that holds an rvalue, and whether there is one: none holds void, and those that a
// machine has and the IR lacks.
func (u *unit) valueIRType(t cc.Type) (ir.Type, bool) {
	switch {
	case isVector(t):
		return ir.Vec(uint32(t.VectorSize()*8), false), true
	case isInt(t):
		return ir.Int, true
	case isPtr(t), isArray(t), isFunc(t):
		return ir.Ptr, true
	}
	switch t.Kind() {
	case cc.Float, cc.Float32:
		return ir.F32, true
	case cc.Double, cc.Float64, cc.Float32x:
		return ir.F64, true
	case cc.Float16:
		return ir.F16, true
	case cc.BFloat16:
		return ir.BF16, true
	case cc.LongDouble, cc.Float64x:
		return ir.F80, true
	case cc.Struct, cc.Union:
		n := u.sizeof(t)
		if n > ir.MaxTypePayload {
			return 0, false
		}
		return ir.Bytes(uint32(n)), true
	case cc.ComplexFloat:
		s, _ := ir.Struct(ir.F32, ir.F32)
		return s, true
	case cc.ComplexLongDouble:
		s, _ := ir.Struct(ir.F80, ir.F80)
		return s, true
	case cc.ComplexDouble:
		s, _ := ir.Struct(ir.F64, ir.F64)
		return s, true
	}
	if intComplex(t) {
		return ir.Bytes(uint32(u.sizeof(t))), true
	}
	return 0, false
}

// intComplex reports whether the parts of a complex type are integers: it crosses calls as bytes.
func intComplex(t cc.Type) bool {
	switch t.Kind() {
	case cc.ComplexChar, cc.ComplexShort, cc.ComplexUShort, cc.ComplexInt, cc.ComplexUInt, cc.ComplexLong, cc.ComplexLongLong:
		return true
	}
	return false
}

// powerOfTwo is the greatest power of two that divides n, at most limit; limit if n is 0.
func powerOfTwo(n, limit int64) int64 {
	if n == 0 {
		return limit
	}
	return min(limit, int64(1)<<bits.TrailingZeros64(uint64(n)))
}

// promote is the integer promotions; other types are as they are.
func promote(t cc.Type) cc.Type {
	if isInt(t) {
		return cc.IntegerPromotion(strip(t))
	}
	return t
}
