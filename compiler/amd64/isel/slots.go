package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// A slot whose size is computed takes its memory from the stack where it is made. Below its bytes are two words at
// a fixed distance from RSP, above the outgoing arguments: the pointer to the slot, and RSP as it was before. The
// frame begins with two such words, the first of which is null. The end of the slot that the words at RSP name puts
// RSP back; that of another one leaves the memory until the function returns.

// bottomBytes are the two words; the second is the RSP before.
const (
	bottomBytes = 16
	bottomOld   = 8
)

// bottomWord is the address of one of the words at RSP.
func (s *selector) bottomWord(off int32) *address {
	if s.bottom == 0 {
		s.bottom = uint32(len(s.out.Objects))
		s.out.Objects = append(s.out.Objects, mach.Object{Size: bottomBytes, Align: 16, Dynamic: true})
	}
	return &address{obj: s.bottom, disp: off}
}

// capAlignments takes from the objects of a frame that moves what it cannot give: slots of the program with more
// were made dynamic by legalization, and calls pass values of more than 16 bytes in pieces of 16. The bottom, where the
// outgoing arguments are, is aligned by itself (bottomAlign).
func (s *selector) capAlignments() {
	if s.bottom == 0 {
		return
	}
	for n := range s.out.Objects {
		if o := &s.out.Objects[n]; o.Slot == 0 && !o.Outgoing {
			o.Align = min(o.Align, 16)
		}
	}
}

// rsp copies RSP to a register.
func (s *selector) rsp() mach.VReg {
	r := s.temp(mach.GPR)
	k := s.begin(mach.Row, x86.MOV_r64_rm64)
	k.X.Args[0], k.X.Args[1] = x86.R(s.def(k, r)), x86.R(x86.RSP)
	return r
}

// setRSP moves RSP.
func (s *selector) setRSP(r mach.VReg) {
	k := s.begin(mach.Row, x86.MOV_r64_rm64)
	k.X.Args[0], k.X.Args[1] = x86.R(x86.RSP), x86.R(s.use(k, r))
}

// dynSlot selects stack_slot.dyn. One byte more than what is asked for keeps the end of the slot from being the
// address of what lies above it.
func (s *selector) dynSlot(i ir.Inst, dst mach.VReg) {
	pad := int64(0)
	if a := int64(s.f.Attr(i).Align); a > 16 {
		pad = a
	}
	size := s.wide(s.f.Arg(i, 0))
	old := s.rsp()
	r := s.alu(&aluSub, 64, 0, old, regSource(size))
	r = s.alu(&aluSub, 64, 0, r, immSource(bottomBytes+1+pad))
	r = s.alu(&aluAnd, 64, 0, r, immSource(-s.bottomAlign()))
	s.setRSP(r)
	if pad == 0 {
		s.lea(64, dst, *s.bottomWord(bottomBytes))
	} else {
		s.alu(&aluAnd, 64, dst, s.lea(64, 0, *s.bottomWord(int32(bottomBytes + pad - 1))), immSource(-pad))
	}
	s.put(x86.MOV_rm64_r64, *s.bottomWord(0), dst)
	s.put(x86.MOV_rm64_r64, *s.bottomWord(bottomOld), old)
}

// bottomAlign is the alignment that RSP has where the frame moves: that of the arguments of the calls.
func (s *selector) bottomAlign() int64 {
	most := abi.AMD64.StackAlign
	for i := range s.f.AllInsts() {
		if s.f.Op(i) == ir.OpCall {
			if how := s.opt.Passings.Call(s.f, i); how != nil {
				most = max(most, abi.AMD64.Assign(&how.Signature).StackAlign)
			}
		}
	}
	return int64(most)
}

// slotEnd selects stack_end: nothing, where the pointer is to a place of the frame.
func (s *selector) slotEnd(i ir.Inst) {
	p := s.f.Arg(i, 0)
	if d := s.f.Def(p); d != ir.NoInst && s.f.Op(d) == ir.OpStackSlot || s.f.Count(ir.OpStackSlotDyn) == 0 {
		return
	}
	r := s.rsp()
	s.compareMem(64, s.bottomWord(0), regSource(s.narrow(p)))
	s.setRSP(s.cmov(x86.E, 64, 0, r, source{kind: x86.KMem, mem: *s.bottomWord(bottomOld)}))
}

// outlives reports whether the slot i may be alive where it is made again: there is a way from it to itself that
// does not end it. On that way its address may be a block argument, too, where copies of a loop meet.
func (s *selector) outlives(i ir.Inst) bool {
	if !s.repeated(s.f.InstBlock(i)) {
		return false
	}
	type place struct {
		block ir.Block
		name  ir.Value // an argument that holds the address, or the slot itself
	}
	v, r := s.f.Result(i, 0), s.f.BlockRegion(s.f.InstBlock(i))
	// ends reports whether the slot ends from instruction k on, in the block of k.
	ends := func(k ir.Inst, name ir.Value) bool {
		for ; k != ir.NoInst && k != i; k = s.f.NextInst(k) {
			if s.f.Op(k) == ir.OpStackEnd && (s.f.Arg(k, 0) == v || s.f.Arg(k, 0) == name) {
				return true
			}
		}
		return false
	}
	if ends(s.f.NextInst(i), v) {
		return false
	}
	seen := map[place]bool{}
	stack := []place{{s.f.InstBlock(i), v}}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t := s.f.Terminator(x.block)
		if s.f.Op(t) == ir.OpContinue && s.f.InRegion(r, s.f.InnermostLoop(x.block)) {
			continue // the iteration ends, and the slot with it
		}
		for _, e := range s.f.Edges(nil, t) {
			if !s.f.InRegion(s.f.BlockRegion(e.Block), r) {
				continue // so it does where its region is left
			}
			to := place{e.Block, x.name}
			for n := e.Lo; n < e.Hi; n++ {
				if a := s.f.Arg(t, n); a == v || a == x.name {
					to.name = s.f.Args(e.Block)[n-e.Lo]
				}
			}
			if seen[to] {
				continue
			}
			seen[to] = true
			if ends(s.f.FirstInst(e.Block), to.name) {
				continue
			}
			if e.Block == s.f.InstBlock(i) {
				return true
			}
			stack = append(stack, to)
		}
	}
	return false
}
