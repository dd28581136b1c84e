package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// evalBand is a and b.
func evalBand(a, b bool) bool { return a && b }

// evalBor is a or b.
func evalBor(a, b bool) bool { return a || b }

// evalBxor is a exclusive-or b.
func evalBxor(a, b bool) bool { return a != b }

// evalBnot is the other truth value.
func evalBnot(a bool) bool { return !a }

// evalSelect is tv if cond is true, else fv.
// Both arms are values here; selectEntry has looked at poison.
func evalSelect(cond bool, tv, fv Value) Value {
	if cond {
		return tv
	}
	return fv
}

// evalBoolToInt is 1 for true and 0 for false.
func evalBoolToInt(b bool) num.Int {
	if b {
		return num.New(1)
	}
	return num.Int{}
}

// evalIntToBool is whether a is not 0.
func evalIntToBool(a num.Int) bool { return a.Sign() != 0 }

// evalExtractValue is the field of an aggregate that the path names, poison included.
// The verifier has checked the path against the type.
func evalExtractValue(agg Value, path []uint32) Value {
	for _, i := range path {
		agg = agg.(Aggregate).Fields[i]
	}
	return agg
}

// evalInsertValue is agg with the field that the path names replaced; v may be poison.
// Only the aggregates along the path are copied; the rest is shared, as values are immutable.
func evalInsertValue(agg, v Value, path []uint32) Value {
	if len(path) == 0 {
		return v
	}
	fields := slices.Clone(agg.(Aggregate).Fields)
	fields[path[0]] = evalInsertValue(fields[path[0]], v, path[1:])
	return Aggregate{fields}
}
