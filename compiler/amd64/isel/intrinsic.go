package isel

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Target intrinsics that stay what they are, in functions with intrinsics("passthrough") and where the name is no vector
// operation of the IR, become the instruction on 128 bits that they name: x86.ssse3.pabs.d is pabsd, x86.avx.add.ps is vaddps. The first vector operand is the destination of instructions that have one operand for both.

// intrinsicRow is the row that an intrinsic names for operands of a type: so many vectors, and perhaps an immediate.
func intrinsicRow(name string, vectors int, imm bool) (x86.Op, bool) {
	parts := strings.Split(name, ".")
	if len(parts) < 3 || parts[0] != "x86" {
		return 0, false
	}
	mnemonic := strings.Join(parts[2:], "")
	vex := strings.HasPrefix(parts[1], "avx") || parts[1] == "fma" || parts[1] == "f16c"
	if vex && !strings.HasPrefix(mnemonic, "v") {
		mnemonic = "v" + mnemonic
	}
	last := ""
	if imm {
		last = ", imm8"
	}
	for _, m := range []string{"xm128", "xm64", "xm32"} {
		args := []string{"x"}
		if vex {
			args = slices.Repeat(args, vectors)
		}
		op, ok := x86.Find(mnemonic + " " + strings.Join(append(args, m), ", ") + last)
		// A row with a destination that it only writes is one of a single operand.
		if ok && (vex || vectors == 2 == (op.Form().Args[0].Access&x86.Read != 0)) {
			return op, true
		}
	}
	return 0, false
}

// intrinsic selects a target intrinsic.
func (s *selector) intrinsic(i ir.Inst, v ir.Value, dst mach.VReg) {
	f := s.f
	name := f.Module.SymbolName(f.SymbolOf(i))
	vectors := f.NumFixed(i)
	if vectors == 0 || f.TypeOf(v) != vec128 {
		s.refuse(v, "the target intrinsic %q: it is on no vectors of 128 bits", name)
	}
	imm, hasImm := int64(0), false
	if d := f.Def(f.Arg(i, vectors-1)); f.TypeOf(f.Arg(i, vectors-1)) == ir.Int && d != ir.NoInst && f.Op(d) == ir.OpIConst {
		imm, hasImm = f.SmallConst(d)
		vectors--
	}
	op, ok := intrinsicRow(name, vectors, hasImm)
	if !ok || vectors > 2 || imm < -128 || imm > 255 {
		s.refuse(v, "the target intrinsic %q: it names no instruction on %s", name, ir.Counted(int64(vectors), "vector"))
	}
	if need := target.Feature(op.Form().Feature); need != "" && !slices.Contains(s.opt.Features, need) {
		s.refuse(v, "the target intrinsic %q: the instruction needs %s, which the target lacks (--target-override features=+%s)", name, need, need)
	}
	args := op.Form().Args
	first := s.narrow(f.Arg(i, 0))
	switch {
	case vectors == 1:
		s.unary(op, dst, regSource(first))
	case args[0].Access&x86.Read != 0:
		s.over(op, dst, first, regSource(s.narrow(f.Arg(i, 1))))
	default:
		s.three(op, dst, first, regSource(s.narrow(f.Arg(i, 1))))
	}
	if hasImm {
		s.last().X.Args[len(args)-1] = x86.I(int64(int8(imm)))
	}
}
