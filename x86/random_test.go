package x86_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	. "github.com/tuffy-ir/tuffy/x86"
)

// seeded is a generator whose seed is in the log; TUFFY_SEED sets it.
func seeded(tb testing.TB) *rand.Rand {
	tb.Helper()
	return rand.New(rand.NewPCG(testseed.Seed(tb), 0))
}

// A shape fixes what the operands of a generated instruction look like.
type shape int

const (
	shapeRegisters shape = iota // registers wherever the row allows it
	shapeMemory                 // memory wherever the row allows it
	shapes
)

// randomInst is an instruction of row op with random operands that Append accepts.
func randomInst(r *rand.Rand, op Op, s shape) Inst {
	for {
		i := randomOperands(r, op, s)
		if _, _, err := Append(nil, &i); err == nil {
			return i
		}
	}
}

// randomOperands is an instruction that may ask for what does not go together, as ah and r8.
func randomOperands(r *rand.Rand, op Op, s shape) Inst {
	f := op.Form()
	i := Inst{Op: op}
	if hasCond(f) {
		i.Cond = Cond(r.IntN(16))
	}
	for k, a := range f.Args {
		i.Args[k] = randomOperand(r, a, s)
	}
	if p := randomPrefix(r, f); p&Lock == 0 || i.Args[0].Kind == KMem {
		i.Prefix = p
	}
	return i
}

func hasCond(f *Form) bool { return f.Name == "j" || f.Name == "set" || f.Name == "cmov" }

func randomPrefix(r *rand.Rand, f *Form) Prefix {
	var choices []Prefix
	for p := Lock; p <= Repne; p <<= 1 {
		if f.Prefixes&p != 0 {
			choices = append(choices, p)
		}
	}
	if n := r.IntN(len(choices) + 1); n > 0 {
		return choices[n-1]
	}
	return 0
}

func randomOperand(r *rand.Rand, a Arg, s shape) Operand {
	switch a.Kind {
	case ArgReg:
		return randomGeneral(r, a.Size)
	case ArgXMM:
		return R(XMM0 + Reg(r.IntN(16)))
	case ArgRM:
		if s == shapeMemory {
			return M(randomMem(r))
		}
		return randomGeneral(r, a.Size)
	case ArgXM:
		if s == shapeMemory {
			return M(randomMem(r))
		}
		return R(XMM0 + Reg(r.IntN(16)))
	case ArgMem:
		return M(randomMem(r))
	case ArgFixed:
		return R(a.Fixed)
	case ArgOne:
		return I(1)
	}
	n := int64(r.Uint64()) >> (64 - a.Size)
	if a.Unsigned {
		n &= 1<<a.Size - 1
	}
	return I(n)
}

func randomGeneral(r *rand.Rand, size uint16) Operand {
	if size == 8 && r.IntN(5) == 0 {
		return R(AH + Reg(r.IntN(4)))
	}
	return R(RAX + Reg(r.IntN(16)))
}

func randomMem(r *rand.Rand) Mem {
	disps := [...]int32{0, 1, -1, 127, -128, 128, -129, 0x12345678, -0x7fffffff, int32(r.Uint32())}
	m := Mem{Disp: disps[r.IntN(len(disps))]}
	switch r.IntN(8) {
	case 0:
		m.RIP = true
		return m
	case 1: // absolute
		return m
	case 2: // no base
	default:
		m.Base = RAX + Reg(r.IntN(16))
		if r.IntN(2) == 0 {
			return m
		}
	}
	m.Index, m.Scale = RAX+Reg(r.IntN(16)), 1<<r.IntN(4)
	if m.Index == RSP {
		m.Index = R12
	}
	return m
}

// inMode reports whether 64-bit mode has the row.
func inMode(op Op) bool { return op.Form().Mode != LegacyOnly }

// randomInst32 is randomInst for 32-bit mode.
func randomInst32(r *rand.Rand, op Op, s shape) Inst {
	for {
		i := randomOperands(r, op, s)
		if _, _, err := Append32(nil, &i); err == nil {
			return i
		}
	}
}
