package ir

import (
	"errors"
	"fmt"
)

// Lists of result types that do not depend on the instruction.
var (
	intResult  = []Type{Int}
	intsResult = []Type{Int, Int}
	boolResult = []Type{Bool}
	ptrResult  = []Type{Ptr}
	memResult  = []Type{Mem}
)

// ResultTypes returns the result types of an instruction from its row, its attributes and
// the types of its operands. arrow holds the types written after `->`; for a call and an
// intrinsic those are all data results. path is the field path of extractvalue and params
// the signature that param refers to. It fails when the operands do not determine the types.
// It looks at no value and no annotation, so a result's type never depends on a constant operand.
// The list is not to be changed: it may be shared, or a part of operands.
func ResultTypes(op Op, a Attr, operands []Type, arrow []Type, path []uint32, params []Param) ([]Type, error) {
	one := func(t Type, ok bool, what string, args ...any) ([]Type, error) {
		if !ok {
			return nil, fmt.Errorf(what, args...)
		}
		return []Type{t}, nil
	}
	operand := func(i int) ([]Type, error) {
		if i >= len(operands) {
			return nil, fmt.Errorf("%s needs at least %d operands", op, i+1)
		}
		return operands[i : i+1 : i+1], nil
	}
	given := func(otherwise Type) (Type, bool) {
		if len(arrow) == 1 {
			return arrow[0], true
		}
		return otherwise, otherwise != 0 && len(arrow) == 0
	}
	const needArrow = "write the result type after the operands: -> type"
	switch rule := Ops[op].Result; rule {
	case ResNone:
		return nil, nil
	case ResInt:
		return intResult, nil
	case ResIntInt:
		return intsResult, nil
	case ResBool:
		return boolResult, nil
	case ResPtr:
		return ptrResult, nil
	case ResMem:
		return memResult, nil
	case ResFloat:
		return []Type{a.FloatType()}, nil
	case ResParam:
		if a.Imm < 0 || a.Imm >= int64(len(params)) {
			return nil, fmt.Errorf("the function has no parameter %d", a.Imm)
		}
		return []Type{params[a.Imm].Type}, nil
	case ResSame0:
		return operand(0)
	case ResSame1:
		return operand(1)
	case ResPath:
		if len(operands) < 1 {
			return operand(0)
		}
		t, ok := operands[0].At(path)
		return one(t, ok, "%s has no field %v", operands[0], path)
	case ResLane:
		return []Type{a.Lane.Scalar()}, nil
	case ResMask:
		if len(operands) < 1 {
			return operand(0)
		}
		t, ok := a.Lane.MaskOf(operands[0])
		return one(t, ok, "%s has no lanes of format %s", operands[0], a.Lane)
	case ResArrow:
		t, ok := given(0)
		return one(t, ok, needArrow)
	case ResArrowInt:
		t, ok := given(Int)
		return one(t, ok, "one result type at most can follow ->")
	case ResArrowPtr:
		t, ok := given(Ptr)
		return one(t, ok, "one result type at most can follow ->")
	case ResMemArrow, ResMemArrowInt:
		def := Type(0)
		if rule == ResMemArrowInt {
			def = Int
		}
		t, ok := given(def)
		if !ok {
			return nil, errors.New(needArrow)
		}
		return []Type{Mem, t}, nil
	case ResMemArrows:
		if len(arrow) == 0 {
			return nil, errors.New(needArrow)
		}
		return append([]Type{Mem}, arrow...), nil
	case ResCall:
		return append([]Type{Mem}, arrow...), nil
	case ResIntrinsic:
		if a.Memory {
			return append([]Type{Mem}, arrow...), nil
		}
		return append([]Type(nil), arrow...), nil
	}
	panic(fmt.Sprintf("BUG: opcode %s has no result rule", op))
}

// FloatType returns the float type of an fconst, kept in N as the handle.
func (a Attr) FloatType() Type { return Type(a.N) }

// NaturalBytes is the size of an atomic access of type t where none is written.
// t has a size that vscale does not change: the verifier refuses other atomics.
func NaturalBytes(t Type) uint32 {
	if t == Int {
		return IntBytes
	}
	n, _ := t.Size(1)
	return uint32(n)
}

// arrowTypes returns the types that the printer must write after `->` so that the reader
// finds the results of i again; none if there need not be one. It uses the room in dst.
// It asks the same rule that a reader asks: what that finds need not be written.
func (f *Func) arrowTypes(dst []Type, i Inst) []Type {
	op, results := f.Op(i), dst[:0]
	for n := range f.NumResults(i) {
		results = append(results, f.TypeOf(f.Result(i, n)))
	}
	switch Ops[op].Result {
	case ResCall, ResMemArrows:
		if len(results) > 0 {
			return results[1:]
		}
	case ResIntrinsic:
		if f.Attr(i).Memory && len(results) > 0 {
			return results[1:]
		}
		return results
	}
	var room [8]Type
	operands := room[:0]
	for n := range f.NumFixed(i) {
		operands = append(operands, f.TypeOf(f.Arg(i, n)))
	}
	var path []uint32
	if Ops[op].Form == FormPath {
		path = f.Path(i)
	}
	want, err := ResultTypes(op, f.Attr(i), operands, nil, path, f.Params)
	if err == nil && equalTypes(want, results) {
		return nil
	}
	if r := Ops[op].Result; (r == ResMemArrow || r == ResMemArrowInt) && len(results) == 2 {
		return results[1:]
	}
	return results
}

func equalTypes(a, b []Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
