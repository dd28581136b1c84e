package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// inlineBytes is the most that is copied or filled by moves.
// It is at most eight moves of 16 bytes, so that moves that load all before they store need no more than eight
// vector registers at once.
const inlineBytes = 128

// bulk selects memcpy, memmove and memset: as moves for a small constant size, as a repeated string
// instruction for a greater one, else as a call of the library's, whatever the program calls so.
// The order is from cheap to general, and each of the three takes what the ones before refuse.
func (s *selector) bulk(i ir.Inst, op ir.Op) {
	f := s.f
	n, ok := s.smallConst(f.Arg(i, 2))
	if ok && s.moves(op, f.Arg(i, 0), f.Arg(i, 1), n) {
		return
	}
	if ok && s.strings(op, f.Arg(i, 0), f.Arg(i, 1), n) {
		return
	}
	regs := [3]mach.VReg{s.narrow(f.Arg(i, 0)), s.full(f.Arg(i, 1)), s.wide(f.Arg(i, 2))}
	// A program that defines a function of this name has its own, which an instruction never calls.
	s.bulkCall(object.LibraryName(op.String()), regs)
}

// bulkCall calls a function with three arguments.
// All are in general registers, so no result and no count of vector registers is to be told.
func (s *selector) bulkCall(name string, regs [3]mach.VReg) {
	k := s.begin(mach.Call, x86.CALL_rel32)
	k.Sym, k.X.Args[0] = name, x86.I(0)
	k.Clobbers = mach.RegSet(abi.AMD64.Clobbered())
	for n, r := range regs {
		s.useIn(k, r, abi.AMD64.IntArgs[n])
	}
}

// strings copies or fills n bytes word by word upwards, the rest by moves. A memmove, and a fill with
// a byte that is not known, are calls.
// It relies on the direction flag being clear, as the ABI demands at calls (AMD64 ABI, 3.2.1). A memmove whose
// source lies below its destination would read what it has written.
func (s *selector) strings(op ir.Op, to, from ir.Value, n int64) bool {
	c, isConst := s.smallConst(from)
	if n <= inlineBytes || op == ir.OpMemMove || op == ir.OpMemSet && !isConst {
		return false
	}
	// The byte in all eight places of a word.
	c = int64(uint8(c)) * 0x0101010101010101
	row, word := x86.MOVSQ, mach.VReg(0)
	dst, count := s.narrow(to), s.constant(0, n/8)
	var src mach.VReg
	if op == ir.OpMemSet {
		row, word = x86.STOSQ, s.constant(0, c)
	} else {
		src = s.narrow(from)
	}
	// RDI, RSI and RCX are used and overwritten: each has a use of what goes in and a definition of what comes
	// out.
	in := s.begin(mach.Row, row)
	in.X.Prefix = x86.Rep
	s.useIn(in, dst, x86.RDI)
	s.useIn(in, count, x86.RCX)
	var d, e address
	if word != 0 {
		s.useIn(in, word, x86.RAX)
	} else {
		s.useIn(in, src, x86.RSI)
		e.base = s.temp(mach.GPR)
		s.defIn(in, e.base, x86.RSI)
	}
	d.base = s.temp(mach.GPR)
	s.defIn(in, d.base, x86.RDI)
	s.defIn(in, s.temp(mach.GPR), x86.RCX)
	// The registers stand behind the last word now, so that the rest is at small distances from them.
	for at := int64(0); at < n%8; {
		k := pieceSize(n%8 - at)
		d.disp, e.disp = int32(at), int32(at)
		at += k
		r := word
		if r == 0 {
			load := [...]x86.Op{1: x86.MOVZX_r32_rm8, 2: x86.MOVZX_r32_rm16, 4: x86.MOV_r32_rm32}[k]
			r = s.unary(load, s.temp(mach.GPR), source{kind: x86.KMem, mem: e})
		}
		s.put(storeRows[size(int(k)*8)], d, r)
	}
	return true
}

// moves copies or fills n bytes by moves: all loads come before the stores, so that it is right
// for memmove too.
// It reports false, and has emitted nothing, where it does not apply.
func (s *selector) moves(op ir.Op, to, from ir.Value, n int64) bool {
	if n < 0 || n > inlineBytes {
		return false
	}
	dst := s.address(to)
	if op == ir.OpMemSet {
		return s.fill(dst, from, n)
	}
	src := s.address(from)
	// The last piece must still have a displacement of 32 bits.
	if int64(dst.disp)+n > 1<<31-1 || int64(src.disp)+n > 1<<31-1 {
		return false
	}
	// Distance, size, and the register that holds it between its load and its store.
	type piece struct {
		at, n int64
		r     mach.VReg
	}
	var pieces []piece
	for at := int64(0); at < n; {
		k := pieceSize(n - at)
		a := src
		a.disp += int32(at)
		p := piece{at, k, 0}
		if k == 16 {
			p.r = s.unary(x86.MOVUPS_x_xm128, s.temp(mach.Vec), source{kind: x86.KMem, mem: a})
		} else {
			row := movRows[size(int(k)*8)]
			switch k {
			// Bytes and words are loaded with zeros above, since a move into a part of a register would depend
			// on the rest of it.
			case 1:
				row = x86.MOVZX_r32_rm8
			case 2:
				row = x86.MOVZX_r32_rm16
			}
			p.r = s.unary(row, s.temp(mach.GPR), source{kind: x86.KMem, mem: a})
		}
		pieces = append(pieces, p)
		at += k
	}
	for _, p := range pieces {
		a := dst
		a.disp += int32(p.at)
		if p.n == 16 {
			s.put(x86.MOVUPS_xm128_x, a, p.r)
		} else {
			s.put(storeRows[size(int(p.n)*8)], a, p.r)
		}
	}
	return true
}

// pieceSize is the size of the next piece of n bytes.
// The greatest power of two up to 16, so that sizes only fall and at most one piece of each size below 16 is
// left.
func pieceSize(n int64) int64 {
	switch {
	case n >= 16:
		return 16
	case n >= 8:
		return 8
	case n >= 4:
		return 4
	case n >= 2:
		return 2
	}
	return 1
}

// fill stores the low byte of v n times.
// Constants and vectors are made only for the sizes that occur.
func (s *selector) fill(a address, v ir.Value, n int64) bool {
	if int64(a.disp)+n > 1<<31-1 {
		return false
	}
	c, isConst := s.smallConst(v)
	c = int64(uint8(c)) * 0x0101010101010101
	var word, vec mach.VReg
	if !isConst && n > 0 {
		b := s.extend(0, s.narrow(v), 8, 64, false)
		word = s.over(x86.IMUL_r64_rm64, s.temp(mach.GPR), b, regSource(s.constant(0, 0x0101010101010101)))
	}
	if n >= 16 {
		switch {
		case isConst && c == 0:
			vec = s.zeroVec(s.temp(mach.Vec))
		case isConst:
			m := address{sym: s.constSym(uint64(c), uint64(c))}
			vec = s.unary(x86.MOVUPS_x_xm128, s.temp(mach.Vec), source{kind: x86.KMem, mem: m})
		default:
			t := s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(word))
			vec = s.over(x86.PUNPCKLQDQ_x_xm128, s.temp(mach.Vec), t, regSource(t))
		}
	}
	for at := int64(0); at < n; {
		k := pieceSize(n - at)
		to := a
		to.disp += int32(at)
		at += k
		if k == 16 {
			s.put(x86.MOVUPS_xm128_x, to, vec)
			continue
		}
		w := int(k) * 8
		// A store has an immediate of at most 32 bits, sign-extended.
		if imm := truncate(c, w); isConst && imm == int64(int32(imm)) {
			in := s.begin(mach.Row, storeImmRows[size(w)])
			in.X.Args[0], in.X.Args[1] = s.memory(in, &to), x86.I(imm)
			continue
		}
		if isConst && word == 0 {
			word = s.constant(0, c)
		}
		s.put(storeRows[size(w)], to, word)
	}
	return true
}

// callBulk selects a direct call of memcpy, memmove or memset of a small constant size without it.
// Their result is the first argument.
// A function of this name that the module defines is the program's own, and is called.
func (s *selector) callBulk(i ir.Inst, name string) bool {
	f := s.f
	op := ir.OpMemCpy
	switch name {
	case "memcpy":
	case "memmove":
		op = ir.OpMemMove
	case "memset":
		op = ir.OpMemSet
	default:
		return false
	}
	// Callee, three arguments, token; results are the token and the pointer, if it is read.
	if f.NumOperands(i) != 5 || s.m.Func(name) != nil || f.NumResults(i) > 2 {
		return false
	}
	to := f.Arg(i, 1)
	n, ok := s.smallConst(f.Arg(i, 3))
	if !ok || f.TypeOf(to).Kind() != ir.KindPtr || op != ir.OpMemSet && f.TypeOf(f.Arg(i, 2)).Kind() != ir.KindPtr {
		return false
	}
	if !s.moves(op, to, f.Arg(i, 2), n) {
		return false
	}
	if f.NumResults(i) == 2 {
		v := f.Result(i, 1)
		if r := &s.values[v]; r.narrow != 0 || r.wide != 0 {
			s.move(s.narrow(v), s.narrow(to))
			s.widen(v)
		}
	}
	return true
}
