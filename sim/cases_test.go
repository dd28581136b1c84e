//go:build amd64 && linux

package sim_test

import (
	"encoding/binary"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/x86"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/lab/simulator.md")

// randomCase is an instruction of the row with random operands and a state in which it mostly
// completes: memory operands and implicit addresses lie in the page of the child, some at its end
// or misaligned.
func randomCase(t testing.TB, r *rand.Rand, op x86.Op) testCase {
	t.Helper()
	f := op.Form()
	c := testCase{form: f}
	s := &c.state
	s.CodeAt = uint64(1024 + r.IntN(1024))
	s.Offset = (4096 - windowSize) * uint64(r.IntN(2))
	for {
		in := randomInst(r, op, f)
		code, _, err := x86.Append(nil, &in)
		if err != nil {
			continue
		}
		s.Code = [16]byte{15: 0xcc}
		for i := range s.Code {
			s.Code[i] = 0xcc
		}
		copy(s.Code[:], code)
		c.size, c.text = len(code), in.Intel()
		randomRegisters(r, s)
		if place(r, s, f, &in, &c) {
			return c
		}
	}
}

func randomInst(r *rand.Rand, op x86.Op, f *x86.Form) x86.Inst {
	in := x86.Inst{Op: op}
	if f.Name == "j" || f.Name == "set" || f.Name == "cmov" {
		in.Cond = x86.Cond(r.IntN(16))
	}
	memory := r.IntN(2) == 0
	for k, a := range f.Args {
		in.Args[k] = randomOperand(r, &a, memory)
	}
	if (f.Name == "shld" || f.Name == "shrd") && in.Args[2].Kind == x86.KImm {
		in.Args[2].Imm = int64(r.IntN(int(f.Args[0].Size) + 1))
	}
	for p := x86.Lock; p <= x86.Repne; p <<= 1 {
		if f.Prefixes&p != 0 && r.IntN(3) == 0 && (p != x86.Lock || in.Args[0].Kind == x86.KMem) {
			in.Prefix = p
			break
		}
	}
	return in
}

func randomOperand(r *rand.Rand, a *x86.Arg, memory bool) x86.Operand {
	switch a.Kind {
	case x86.ArgMem:
		return x86.M(randomMem(r))
	case x86.ArgRM, x86.ArgXM:
		if memory {
			return x86.M(randomMem(r))
		}
	case x86.ArgFixed:
		return x86.R(a.Fixed)
	case x86.ArgOne:
		return x86.I(1)
	case x86.ArgImm, x86.ArgRel:
		n := int64(r.Uint64())
		switch r.IntN(4) {
		case 0:
			n = int64(r.IntN(9)) - 4
		case 1:
			n = 1<<r.IntN(64) - int64(r.IntN(2))
		}
		if unused := 64 - a.Size; a.Unsigned {
			n = int64(uint64(n) << unused >> unused)
		} else {
			n = n << unused >> unused
		}
		if a.Kind == x86.ArgRel && -16 <= n && n < 0 {
			n = 16 // not into itself, which could be a loop
		}
		return x86.I(n)
	}
	if a.Kind == x86.ArgXMM || a.Kind == x86.ArgXM {
		return x86.R(x86.XMM0 + x86.Reg(r.IntN(16)))
	}
	if a.Size == 8 && r.IntN(4) == 0 {
		return x86.R(x86.AH + x86.Reg(r.IntN(4)))
	}
	return x86.R(x86.RAX + x86.Reg(r.IntN(16)))
}

// randomMem leaves the displacement to place.
func randomMem(r *rand.Rand) x86.Mem {
	m := x86.Mem{}
	switch r.IntN(8) {
	case 0:
		m.RIP = true
		return m
	case 1:
		return m
	}
	m.Base = x86.RAX + x86.Reg(r.IntN(16))
	if r.IntN(2) == 0 {
		m.Index, m.Scale = x86.RAX+x86.Reg(r.IntN(16)), 1<<r.IntN(4)
		if m.Index == x86.RSP || m.Index == m.Base {
			m.Index = x86.NoReg
			m.Scale = 0
		}
	}
	return m
}

// place fixes the registers that the instruction uses as addresses, and the displacement, so that
// it reaches the window. It fails if one register would need two values.
func place(r *rand.Rand, s *nativeState, f *x86.Form, in *x86.Inst, c *testCase) bool {
	window := pageAddr + s.Offset
	inWindow := func() uint64 { return window + 128 + uint64(r.IntN(windowSize-256)) }
	set := func(reg x86.Reg, v uint64) { s.Reg[reg-x86.RAX] = v }
	set(x86.RSP, window+256-8*uint64(r.IntN(3)))
	prepare(r, s, f, inWindow)
	for k := range f.Args {
		if in.Args[k].Kind != x86.KMem {
			continue
		}
		m := &in.Args[k].Mem
		if (f.Name == "shld" || f.Name == "shrd") && m.Base == x86.RCX {
			return false // rcx is the count
		}
		to := inWindow()
		align := uint64(f.Args[k].Size / 8)
		mxcsr := f.Name == "ldmxcsr" || f.Name == "vldmxcsr"
		if align > 1 && (mxcsr || r.IntN(4) != 0) {
			to &^= align - 1
		}
		// A processor may have stored a part of 80 bits when it faults.
		parts := f.Name == "fstp" && align == 10
		if r.IntN(24) == 0 && !mxcsr && !parts { // across the end of the page
			to = pageAddr + 4096 - uint64(r.IntN(int(align)+1))
		}
		if f.Name == "bt" || f.Name == "bts" || f.Name == "btr" || f.Name == "btc" {
			nearBit(r, s, in)
		}
		if r.IntN(2) == 0 {
			m.Disp = int32(r.IntN(256) - 128)
		} else {
			m.Disp = int32(r.Uint32()) >> 1
		}
		switch {
		case m.RIP:
			m.Disp = 0
			code, _, err := x86.Append(nil, in)
			if err != nil {
				return false
			}
			m.Disp = int32(to - (codeAddr + s.CodeAt + uint64(len(code))))
		case m.Base == x86.NoReg:
			m.Disp = int32(to)
		default:
			index := uint64(0)
			if m.Index != x86.NoReg {
				index = s.Reg[m.Index-x86.RAX] * uint64(max(m.Scale, 1))
			}
			set(m.Base, to-index-uint64(int64(m.Disp)))
			if f.Name == "pop" && m.Base == x86.RSP {
				set(m.Base, to)
				m.Disp = 0
			}
		}
		if f.Name == "jmp" || f.Name == "call" {
			s.jumpThrough(r, to)
		}
	}
	if (f.Name == "jmp" || f.Name == "call") && in.Args[0].Kind == x86.KReg {
		set(in.Args[0].Reg, codeAddr+uint64(r.IntN(1024)))
	}
	code, _, err := x86.Append(nil, in)
	if err != nil {
		return false
	}
	for i := range s.Code {
		s.Code[i] = 0xcc
	}
	copy(s.Code[:], code)
	c.size, c.text = len(code), in.Intel()
	return true
}

// jumpThrough puts an address in the page of code at the place in the window.
func (s *nativeState) jumpThrough(r *rand.Rand, at uint64) {
	if off := at - pageAddr - s.Offset; off+8 <= windowSize {
		binary.LittleEndian.PutUint64(s.Memory[off:], codeAddr+uint64(r.IntN(1024)))
	}
}

// nearBit keeps the number of a bit near, so that the child writes to no memory of its own.
func nearBit(r *rand.Rand, s *nativeState, in *x86.Inst) {
	if b := in.Args[1]; b.Kind == x86.KReg {
		s.Reg[b.Reg-x86.RAX] = uint64(int64(r.IntN(1024) - 512))
	}
}

// prepare makes implicit operands such that the instruction does something.
func prepare(r *rand.Rand, s *nativeState, f *x86.Form, inWindow func() uint64) {
	set := func(reg x86.Reg, v uint64) { s.Reg[reg-x86.RAX] = v }
	reg := func(reg x86.Reg) uint64 { return s.Reg[reg-x86.RAX] }
	switch f.Name {
	case "leave":
		set(x86.RBP, inWindow())
	case "xlatb":
		set(x86.RBX, inWindow()-128)
	case "div":
		if r.IntN(8) != 0 {
			set(x86.RDX, uint64(r.IntN(4)))
		}
		if f.Args[0].Size == 8 {
			set(x86.RAX, uint64(r.IntN(0x400)))
		}
	case "idiv":
		if r.IntN(8) != 0 {
			bits := f.Args[0].Size
			a := int64(reg(x86.RAX)) << (64 - bits) >> 63
			set(x86.RDX, uint64(a)^uint64(r.IntN(2)))
			if bits == 8 {
				set(x86.RAX, uint64(int64(r.IntN(0x200)-0x100)))
			}
		}
		if r.IntN(4) == 0 { // the least quotient and the one beyond the greatest
			leastQuotient(r, s, f.Args[0].Size)
		}
	case "cmpxchg", "cmpxchg8b", "cmpxchg16b":
		if r.IntN(2) == 0 { // memory and registers that are likely to be equal
			for i := range s.Memory {
				s.Memory[i] = 0
			}
			set(x86.RAX, 0)
			set(x86.RDX, 0)
			for i := range s.Reg {
				if r.IntN(3) == 0 && x86.Reg(i)+x86.RAX != x86.RSP {
					s.Reg[i] = 0
				}
			}
		}
	case "jrcxz":
		if r.IntN(2) == 0 {
			set(x86.RCX, 0)
		}
	case "popfq": // the traps are not for tests
		for i := 0; i < windowSize; i += 8 {
			w := binary.LittleEndian.Uint64(s.Memory[i:])
			binary.LittleEndian.PutUint64(s.Memory[i:], w&uint64(statusFlags|x86.DF)|0x202)
		}
		set(x86.RSP, reg(x86.RSP)&^7)
	case "ret":
		for i := 0; i < windowSize; i += 8 {
			binary.LittleEndian.PutUint64(s.Memory[i:], codeAddr+uint64(r.IntN(1024)))
		}
		set(x86.RSP, reg(x86.RSP)&^7)
	case "shld", "shrd": // the result of a greater count is undefined
		set(x86.RCX, reg(x86.RCX)&^0xff|uint64(r.IntN(int(f.Args[0].Size)+1)))
	case "ldmxcsr", "vldmxcsr":
		for i := 0; i < windowSize; i += 4 {
			binary.LittleEndian.PutUint32(s.Memory[i:], 0x1f80)
		}
	}
	if f.Name == "fld" && f.Args[0].Size == 80 {
		for i := 0; i+10 <= windowSize; i += 10 {
			b := randomF80(r, uint64(r.IntN(1<<15)))
			binary.LittleEndian.PutUint64(s.Memory[i:], b[0])
			binary.LittleEndian.PutUint16(s.Memory[i+8:], uint16(b[1]))
		}
	}
	if len(f.Args) == 0 && len(f.Name) == 5 && repeats[f.Name[:4]] {
		set(x86.RSI, inWindow())
		set(x86.RDI, inWindow())
		set(x86.RCX, uint64(r.IntN(12)))
		if r.IntN(2) == 0 {
			for i := range s.Memory {
				s.Memory[i] = byte(r.IntN(16) / 15)
			}
			set(x86.RAX, 0)
		}
	}
}

// leastQuotient divides ±2^(n-1), or one more, by ±1.
func leastQuotient(r *rand.Rand, s *nativeState, n uint16) {
	dividend := int64(-1) << (n - 1)
	high := int64(-1)
	if r.IntN(2) == 0 {
		high = 0
	}
	divisor := uint64(r.IntN(2)*2 - 1)
	for i := range s.Reg {
		if x86.RAX+x86.Reg(i) != x86.RSP {
			s.Reg[i] = divisor
		}
	}
	for i := range s.Memory {
		s.Memory[i] = 0xff
	}
	s.Reg[0] = uint64(dividend + int64(r.IntN(2)))
	s.Reg[2] = uint64(high)
	if n == 8 {
		s.Reg[0] = uint64(high<<8) | uint64(dividend)&0xff
	}
}

var repeats = map[string]bool{"movs": true, "stos": true, "lods": true, "cmps": true, "scas": true}

// randomRegisters fills the state with random and boundary values.
func randomRegisters(r *rand.Rand, s *nativeState) {
	for i := range s.Reg {
		s.Reg[i] = randomWord(r)
	}
	var flags x86.Flags
	for _, f := range []x86.Flags{x86.CF, x86.PF, x86.AF, x86.ZF, x86.SF, x86.OF, x86.DF} {
		if r.IntN(2) == 0 {
			flags |= f
		}
	}
	s.Flags = uint64(flags)
	style := r.IntN(5)
	for i := range s.Vec {
		for j := range s.Vec[i] {
			s.Vec[i][j] = randomVector(r, style)
		}
	}
	randomX87(r, s)
	for i := 0; i < windowSize; i += 8 {
		w := randomVector(r, style)
		if r.IntN(2) == 0 {
			w = randomWord(r)
		}
		binary.LittleEndian.PutUint64(s.Memory[i:], w)
	}
}

// randomX87 gives the stack of the x87 two to seven values, of which some are close to each other.
func randomX87(r *rand.Rand, s *nativeState) {
	s.Depth = 2 + uint64(r.IntN(6))
	near := uint64(r.IntN(1 << 15))
	for i := range s.Depth {
		s.X87[i] = randomF80(r, near)
	}
}

// randomF80 is a pattern of 80 bits: the significand, and sign and exponent.
func randomF80(r *rand.Rand, near uint64) [2]uint64 {
	m := r.Uint64() | 1<<63
	switch r.IntN(5) {
	case 0:
		m = 1 << 63
	case 1:
		m = 1<<63 | 1<<r.IntN(63) | 1<<r.IntN(63)
	case 2:
		m = ^uint64(0) << r.IntN(64)
	}
	e := 16383 - 40 + uint64(r.IntN(110))
	switch r.IntN(12) {
	case 0, 1, 2:
		e = (near + uint64(r.IntN(140))) & 0x7fff
	case 3:
		e, m = uint64(r.IntN(2)), m>>r.IntN(64) // subnormal, or no number
	case 4:
		e, m = 0x7fff, 1<<63 // infinite
	case 5:
		e, m = 0x7fff, m|1<<(62*r.IntN(2)) // NaN
	case 6:
		e, m = 0, 0
	case 7:
		e = 16383 - 1080 + uint64(r.IntN(2110)) // what f64 and f32 have, or not quite
	case 8:
		e = 16383 - 155 + uint64(r.IntN(290))
	}
	return [2]uint64{m, e | uint64(r.IntN(2))<<15}
}

func randomWord(r *rand.Rand) uint64 {
	switch r.IntN(5) {
	case 0:
		return uint64(int64(r.IntN(7) - 3))
	case 1:
		return 1<<r.IntN(64) - uint64(r.IntN(3))
	case 2:
		return uint64(int64(r.Uint64()) >> r.IntN(64))
	case 3: // boundaries of parts of the register
		n := []uint64{0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff}
		return r.Uint64()<<32 | n[r.IntN(len(n))]
	}
	return r.Uint64()
}

var (
	floats64 = []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, -2.5, math.Inf(1), math.Inf(-1), math.MaxFloat64,
		math.SmallestNonzeroFloat64, 1 << 31, -(1 << 31), 1<<31 - 1, 1 << 32, 1 << 63, -(1 << 63), 3e-310, 1e300, 0.1, 65504, 65520, 1e-7,
	}
	nans64 = []uint64{0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0001, 0x7ff0_0000_0000_0001, 0xfff4_0000_2000_0000, 0x7ff7_ffff_ffff_ffff}
	nans32 = []uint32{0x7fc0_0000, 0xffc0_0001, 0x7f80_0001, 0xffa0_0000, 0x7fbf_ffff}
)

var (
	fewFloats64 = []uint64{0, 1 << 63, 0x3ff0_0000_0000_0000, 0x7ff8_0000_0000_0001}
	fewFloats32 = []uint32{0, 1 << 31, 0x3f80_0000, 0x7fc0_0001}
)

// randomVector is 64 bits of a vector: integers, float64 or float32, by style.
func randomVector(r *rand.Rand, style int) uint64 {
	if r.IntN(16) == 0 { // float16
		halves := []uint64{0x7c00, 0xfc00, 0x7e01, 0xfd00, 0x0001, 0x83ff, 0x0400, 0x3c01, 0x7bff, 0x8000}
		var w uint64
		for range 4 {
			w = w<<16 | halves[r.IntN(len(halves))]
		}
		return w
	}
	if style == 0 || r.IntN(6) == 0 {
		return randomWord(r)
	}
	switch style { // few values, so that two are often equal
	case 3:
		return fewFloats64[r.IntN(len(fewFloats64))]
	case 4:
		return uint64(fewFloats32[r.IntN(len(fewFloats32))]) | uint64(fewFloats32[r.IntN(len(fewFloats32))])<<32
	}
	if style == 1 {
		switch r.IntN(5) {
		case 0:
			return nans64[r.IntN(len(nans64))]
		case 1, 2:
			return math.Float64bits(floats64[r.IntN(len(floats64))])
		case 3:
			return math.Float64bits((r.Float64() - 0.5) * 1000)
		}
		return math.Float64bits((r.Float64() - 0.5) * math.Ldexp(1, r.IntN(2100)-1074))
	}
	return uint64(randomFloat32(r)) | uint64(randomFloat32(r))<<32
}

func randomFloat32(r *rand.Rand) uint32 {
	switch r.IntN(5) {
	case 0:
		return nans32[r.IntN(len(nans32))]
	case 1, 2:
		return math.Float32bits(float32(floats64[r.IntN(len(floats64))]))
	case 3:
		return math.Float32bits((r.Float32() - 0.5) * 1000)
	}
	return math.Float32bits(float32((r.Float64() - 0.5) * math.Ldexp(1, r.IntN(270)-149)))
}
