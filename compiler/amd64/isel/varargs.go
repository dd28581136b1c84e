package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// A list of arguments is the va_list of the System V ABI (AMD64, 3.5.7), so that functions of C take it, and theirs
// is taken here. Arguments in registers are in the register save area, six words and then eight vector registers:
// gp_offset and fp_offset say where the next one is. Those in memory are above the return address.
const (
	gpOffset     = 0 // 4 bytes
	fpOffset     = 4 // 4 bytes
	overflowArea = 8
	saveArea     = 16
	savedInts    = 6 * 8
	savedBytes   = savedInts + 8*16
)

// list selects an instruction about a list of arguments.
func (s *selector) list(i ir.Inst, op ir.Op) {
	at := s.address(s.f.Arg(i, 0))
	switch op {
	case ir.OpVaStart:
		s.startList(at)
	case ir.OpVaArg:
		s.nextArguments(i, at)
	case ir.OpVaCopy:
		from := s.address(s.f.Arg(i, 1))
		var words [ir.VaListBytes / 8]mach.VReg
		for k := range words {
			words[k] = s.unary(x86.MOV_r64_rm64, 0, source{kind: x86.KMem, mem: s.beyond(from, int64(8*k))})
		}
		for k, w := range words {
			s.put(x86.MOV_rm64_r64, s.beyond(at, int64(8*k)), w)
		}
	}
}

// beyond is the address n bytes behind a.
func (s *selector) beyond(a address, n int64) address {
	if a.move(n) {
		return a
	}
	return address{base: s.lea(64, 0, a), disp: int32(n)}
}

// startList fills a list with what stands behind the parameters.
func (s *selector) startList(at address) {
	if s.saved == 0 {
		s.saved = uint32(len(s.out.Objects))
		s.out.Objects = append(s.out.Objects, mach.Object{Size: savedBytes, Align: 16, Region: ir.Body},
			mach.Object{Size: 8, Align: 1, Incoming: true, Offset: int64(8 + s.own.ArgBytes)})
	}
	for _, x := range [...]struct{ at, n int64 }{{gpOffset, int64(8 * s.own.IntRegs)}, {fpOffset, int64(savedInts + 16*s.own.VectorRegs)}} {
		k := s.begin(mach.Row, x86.MOV_rm32_imm32)
		m := s.beyond(at, x.at)
		k.X.Args[0], k.X.Args[1] = s.memory(k, &m), x86.I(x.n)
	}
	for _, x := range [...]struct {
		at  int64
		obj uint32
	}{{overflowArea, s.saved + 1}, {saveArea, s.saved}} {
		k := s.begin(mach.Addr, 0)
		k.Obj, k.Remat = x.obj, true
		t := s.temp(mach.GPR)
		s.def(k, t)
		s.put(x86.MOV_rm64_r64, s.beyond(at, x.at), t)
	}
}

// arriveSaved defines by k, the entry, the registers that may hold arguments behind the parameters.
func (s *selector) arriveSaved(k inst) (regs []mach.VReg) {
	if s.saved == 0 {
		return nil
	}
	for n := s.own.IntRegs; n < len(abi.AMD64.IntArgs); n++ {
		v := s.temp(mach.GPR)
		s.defIn(k, v, abi.AMD64.IntArgs[n])
		regs = append(regs, v)
	}
	for n := s.own.VectorRegs; n < len(abi.AMD64.VecArgs); n++ {
		v := s.temp(mach.Vec)
		s.defIn(k, v, abi.AMD64.VecArgs[n])
		regs = append(regs, v)
	}
	return regs
}

// saveRegisters stores them. All are saved, whatever al says: that needs no branch, and bytes that no argument is in are
// not read.
func (s *selector) saveRegisters(regs []mach.VReg) {
	if regs == nil {
		return
	}
	ints := len(abi.AMD64.IntArgs) - s.own.IntRegs
	for n, v := range regs {
		if n < ints {
			s.put(x86.MOV_rm64_r64, address{obj: s.saved, disp: int32(8 * (s.own.IntRegs + n))}, v)
		} else {
			s.put(vecMoves[vecSize(ir.Vec(128, false))].store, address{obj: s.saved, disp: int32(savedInts + 16*(s.own.VectorRegs+n-ints))}, v)
		}
	}
}

// wanted is a result of va_arg, and which bytes of its argument it is.
type wanted struct {
	v ir.Value
	x ctype.Piece
}

// nextArguments takes arguments from the list at a: one for each result, or what legalization says that they are pieces of.
func (s *selector) nextArguments(i ir.Inst, at address) {
	f := s.f
	how := s.opt.Passings.Call(f, i)
	if how == nil {
		var types []ir.Type
		for n := 1; n < f.NumResults(i); n++ {
			types = append(types, f.TypeOf(f.Result(i, n)))
		}
		how = ctype.Scalars(types, nil)
	}
	n := 0
	for of, p := range how.Signature.Params {
		var pieces []wanted
		for ; n < len(how.Params) && how.Params[n].Of == of; n++ {
			w := wanted{f.Result(i, n+1), how.Params[n]}
			if size := f.Attr(i).N; size != 0 {
				w.x.Size = uint64(size)
			}
			pieces = append(pieces, w)
		}
		s.nextArgument(at, p.Type, pieces)
	}
}

// nextArgument takes an argument of type t. There is no branch: mask is all ones if it is in the save area, and chooses
// addresses and what the list becomes.
func (s *selector) nextArgument(at address, t ctype.Type, pieces []wanted) {
	a := abi.AMD64.Assign(&ctype.Signature{Params: []ctype.Param{{Type: t}}})
	overflow := s.loadList(x86.MOV_r64_rm64, at, overflowArea)
	start := overflow
	if t.Align > 8 {
		start = s.alu(&aluAnd, 64, 0, s.lea(64, 0, address{base: overflow, disp: int32(t.Align - 1)}), immSource(-int64(t.Align)))
	}
	next := s.lea(64, 0, address{base: start, disp: int32((t.Size + 7) / 8 * 8)})
	if a.IntRegs+a.VectorRegs == 0 {
		for _, w := range pieces {
			s.take(w, address{base: start, disp: int32(w.x.At)})
		}
		s.put(x86.MOV_rm64_r64, s.beyond(at, overflowArea), next)
		return
	}
	area := s.loadList(x86.MOV_r64_rm64, at, saveArea)
	var mask, ints, vecs mach.VReg
	used := func(offset, n, size, end int64) mach.VReg {
		if n == 0 {
			return 0
		}
		at := s.loadList(x86.MOV_r32_rm32, at, offset)
		// Negative if the offset is at most end - n*size.
		m := s.shiftImm(&shSar, 64, 0, s.lea(64, 0, address{base: at, disp: int32(n*size - end - 1)}), 63)
		if mask == 0 {
			mask = m
		} else {
			mask = s.alu(&aluAnd, 64, 0, mask, regSource(m))
		}
		return at
	}
	ints = used(gpOffset, int64(a.IntRegs), 8, savedInts)
	vecs = used(fpOffset, int64(a.VectorRegs), 16, savedBytes)
	choose := func(in, out mach.VReg) mach.VReg {
		x := s.alu(&aluXor, 64, 0, in, regSource(out))
		return s.alu(&aluXor, 64, 0, s.alu(&aluAnd, 64, 0, x, regSource(mask)), regSource(out))
	}
	for _, w := range pieces {
		if r := &s.values[w.v]; r.narrow == 0 && r.wide == 0 {
			continue
		}
		spot := a.Params[0].Spot(w.x)
		from := address{base: area, index: ints, scale: 1}
		if spot.Reg.IsXMM() {
			from.index, from.disp = vecs, 16*int32(spot.Reg-x86.XMM0)
			if spot.High {
				from.disp += 8
			}
		} else {
			for n, r := range abi.AMD64.IntArgs {
				if r == spot.Reg {
					from.disp = int32(8 * n)
				}
			}
		}
		s.take(w, address{base: choose(s.lea(64, 0, from), s.lea(64, 0, address{base: start, disp: int32(w.x.At)}))})
	}
	s.put(x86.MOV_rm64_r64, s.beyond(at, overflowArea), choose(overflow, next))
	advance := func(offset, n int64, was mach.VReg) {
		if n > 0 {
			x := s.alu(&aluAdd, 64, 0, s.alu(&aluAnd, 64, 0, mask, immSource(n)), regSource(was))
			s.put(x86.MOV_rm32_r32, s.beyond(at, offset), x)
		}
	}
	advance(gpOffset, int64(8*a.IntRegs), ints)
	advance(fpOffset, int64(16*a.VectorRegs), vecs)
}

// loadList reads a field of a list.
func (s *selector) loadList(op x86.Op, at address, offset int64) mach.VReg {
	return s.unary(op, 0, source{kind: x86.KMem, mem: s.beyond(at, offset)})
}

// take loads a piece of an argument, if anything asked for it.
func (s *selector) take(w wanted, from address) {
	if r := &s.values[w.v]; r.narrow == 0 && r.wide == 0 {
		return
	}
	s.fetch(s.narrow(w.v), from, s.f.TypeOf(w.v), w.x.Size)
	s.widen(w.v)
}
