package ir

import (
	"maps"
	"slices"
)

// IntrinsicInfo says which vector operation a target intrinsic is: Op on two operands of
// type vec<VecBits>, whose lanes are read as Lane, with a result of the same type.
type IntrinsicInfo struct {
	Op      Op
	Lane    Lane
	VecBits uint32
}

// intrinsicRow is an x86 instruction that is one vector operation. Instructions whose
// meaning differs anywhere are left out: minps is no minNum, pcmpeq makes lanes and no
// mask bytes, psrav takes its amounts unsigned and its values signed.
type intrinsicRow struct {
	stem, suffix string // padd and b: written padd.b or paddb
	ext          string // extension of the 128-bit form
	wide         string // extension of the 256-bit form
	op           Op
	lane         Lane
}

// intrinsicRows are the recognised instructions. Source: Intel SDM volume 2.
var intrinsicRows = []intrinsicRow{
	{"padd", "b", "sse2", "avx2", OpVecAdd, Lane{LaneI, 8}},
	{"padd", "w", "sse2", "avx2", OpVecAdd, Lane{LaneI, 16}},
	{"padd", "d", "sse2", "avx2", OpVecAdd, Lane{LaneI, 32}},
	{"padd", "q", "sse2", "avx2", OpVecAdd, Lane{LaneI, 64}},
	{"psub", "b", "sse2", "avx2", OpVecSub, Lane{LaneI, 8}},
	{"psub", "w", "sse2", "avx2", OpVecSub, Lane{LaneI, 16}},
	{"psub", "d", "sse2", "avx2", OpVecSub, Lane{LaneI, 32}},
	{"psub", "q", "sse2", "avx2", OpVecSub, Lane{LaneI, 64}},
	{"pmull", "w", "sse2", "avx2", OpVecMul, Lane{LaneI, 16}},
	{"pmull", "d", "sse41", "avx2", OpVecMul, Lane{LaneI, 32}},
	{"pand", "", "sse2", "avx2", OpVecAnd, Lane{LaneI, 8}},
	{"por", "", "sse2", "avx2", OpVecOr, Lane{LaneI, 8}},
	{"pxor", "", "sse2", "avx2", OpVecXor, Lane{LaneI, 8}},
	{"pminu", "b", "sse2", "avx2", OpVecMin, Lane{LaneU, 8}},
	{"pmaxu", "b", "sse2", "avx2", OpVecMax, Lane{LaneU, 8}},
	{"pmins", "w", "sse2", "avx2", OpVecMin, Lane{LaneS, 16}},
	{"pmaxs", "w", "sse2", "avx2", OpVecMax, Lane{LaneS, 16}},
	{"pmins", "b", "sse41", "avx2", OpVecMin, Lane{LaneS, 8}},
	{"pmaxs", "b", "sse41", "avx2", OpVecMax, Lane{LaneS, 8}},
	{"pmins", "d", "sse41", "avx2", OpVecMin, Lane{LaneS, 32}},
	{"pmaxs", "d", "sse41", "avx2", OpVecMax, Lane{LaneS, 32}},
	{"pminu", "w", "sse41", "avx2", OpVecMin, Lane{LaneU, 16}},
	{"pmaxu", "w", "sse41", "avx2", OpVecMax, Lane{LaneU, 16}},
	{"pminu", "d", "sse41", "avx2", OpVecMin, Lane{LaneU, 32}},
	{"pmaxu", "d", "sse41", "avx2", OpVecMax, Lane{LaneU, 32}},
	// Amounts from the lane width on give 0, as wrapping shl and unsigned shr do.
	{"psllv", "d", "avx2", "", OpVecShl, Lane{LaneI, 32}},
	{"psllv", "q", "avx2", "", OpVecShl, Lane{LaneI, 64}},
	{"psrlv", "d", "avx2", "", OpVecShr, Lane{LaneI, 32}},
	{"psrlv", "q", "avx2", "", OpVecShr, Lane{LaneI, 64}},
	{"add", "ps", "sse", "avx", OpVecFAdd, Lane{LaneF, 32}},
	{"sub", "ps", "sse", "avx", OpVecFSub, Lane{LaneF, 32}},
	{"mul", "ps", "sse", "avx", OpVecFMul, Lane{LaneF, 32}},
	{"div", "ps", "sse", "avx", OpVecFDiv, Lane{LaneF, 32}},
	{"add", "pd", "sse2", "avx", OpVecFAdd, Lane{LaneF, 64}},
	{"sub", "pd", "sse2", "avx", OpVecFSub, Lane{LaneF, 64}},
	{"mul", "pd", "sse2", "avx", OpVecFMul, Lane{LaneF, 64}},
	{"div", "pd", "sse2", "avx", OpVecFDiv, Lane{LaneF, 64}},
}

// intrinsics maps the spellings of the rows: x86.sse2.padd.b and x86.sse2.paddb; the 256-bit
// form x86.avx2.padd.b, for floats x86.avx.add.ps.256 and, as in the book, x86.avx2.add.ps;
// where AVX2 has both widths, x86.avx2.psllv.d and x86.avx2.psllv.d.256.
var intrinsics = func() map[string]IntrinsicInfo {
	m := map[string]IntrinsicInfo{}
	for _, r := range intrinsicRows {
		dotted := r.stem
		if r.suffix != "" {
			dotted += "." + r.suffix
		}
		for _, name := range []string{dotted, r.stem + r.suffix} {
			narrow, wide := IntrinsicInfo{r.op, r.lane, 128}, IntrinsicInfo{r.op, r.lane, 256}
			m["x86."+r.ext+"."+name] = narrow
			switch {
			case r.wide == "":
				m["x86."+r.ext+"."+name+".256"] = wide
			case r.lane.IsFloat():
				m["x86."+r.wide+"."+name+".256"] = wide
				m["x86.avx2."+name] = wide
			default:
				m["x86."+r.wide+"."+name] = wide
			}
		}
	}
	return m
}()

// LookupIntrinsic finds a target intrinsic that is a vector operation.
func LookupIntrinsic(name string) (IntrinsicInfo, bool) {
	info, ok := intrinsics[name]
	return info, ok
}

// IntrinsicNames lists the recognised target intrinsics in alphabetical order.
func IntrinsicNames() []string { return slices.Sorted(maps.Keys(intrinsics)) }

// IntrinsicOf returns the vector operation that target intrinsic i is. ok is false when the
// name is not recognised, or the operands and results are not those of the operation.
// The target is not asked: whether it has the extension is for the compiler to know.
func (f *Func) IntrinsicOf(i Inst) (info IntrinsicInfo, ok bool) {
	if f.Op(i) != OpTargetIntrinsic {
		return info, false
	}
	info, ok = LookupIntrinsic(f.Module.SymbolName(f.SymbolOf(i)))
	if !ok || f.Attr(i).Memory || f.NumOperands(i) != 2 || f.NumResults(i) != 1 {
		return info, false
	}
	t := Vec(info.VecBits, false)
	return info, f.TypeOf(f.Arg(i, 0)) == t && f.TypeOf(f.Arg(i, 1)) == t && f.TypeOf(f.Result(i, 0)) == t
}

// ConstantP is the target intrinsic that answers whether a compiler knows its operand as a constant: true or false, as the compiler
// likes, and so unspecified. The interpreter says false.
const ConstantP = "constant_p"

// IsConstantP reports whether i is the intrinsic [ConstantP] on one operand.
func (f *Func) IsConstantP(i Inst) bool {
	return f.Op(i) == OpTargetIntrinsic && f.Module.SymbolName(f.SymbolOf(i)) == ConstantP && !f.Attr(i).Memory &&
		f.NumOperands(i) == 1 && f.NumResults(i) == 1 && f.TypeOf(f.Result(i, 0)) == Bool
}

// MapIntrinsics turns the recognised target intrinsics of functions without the attribute
// intrinsics("passthrough") into the vector operations that they are, in place: results,
// annotations and origins stay. It returns how many there were.
// Versions of functions grow by it, as SetAttr counts.
func (m *Module) MapIntrinsics() int {
	n := 0
	for _, f := range m.Funcs {
		if f.Attrs.Intrinsics == "passthrough" {
			continue
		}
		for i := range f.AllInsts() {
			if info, ok := f.IntrinsicOf(i); ok {
				f.ops.add(f.insts[i].op, -1)
				f.ops.add(info.Op, 1)
				f.insts[i].op = info.Op
				f.SetAttr(i, Attr{Lane: info.Lane})
				n++
			}
		}
	}
	return n
}
