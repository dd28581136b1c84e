package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// object is the stack object of the stack_slot i.
func (s *selector) object(i ir.Inst) uint32 {
	if s.slots == nil {
		s.slots = make([]uint32, s.f.NumInsts())
	}
	// One object for each stack_slot, made when first asked for: unused slots take no room.
	if s.slots[i] == 0 {
		a := s.f.Attr(i)
		// A frame has one place for it; in a loop region the old one dies with the iteration.
		if s.outlives(i) { // each time it is a new one, and the old ones live on
			s.cur = i
			s.refuse(s.f.Result(i, 0), "a stack slot inside a loop that is no loop region: move it into the entry block, or end it by stack_end before it is made again")
		}
		r := s.f.BlockRegion(s.f.InstBlock(i))
		s.slots[i] = uint32(len(s.out.Objects))
		// A slot of 0 bytes has an address too.
		s.out.Objects = append(s.out.Objects, mach.Object{Size: uint64(max(a.Imm, 1)), Align: uint64(max(a.Align, 1)), Region: r, Slot: i + 1})
	}
	return s.slots[i]
}

// address is the memory operand for pointer p: as much of its computation as fits.
func (s *selector) address(p ir.Value) address {
	var a address
	// Walks up chains of ptradd. Each offset that fits becomes part of the operand; the first that
	// does not ends the walk and is a register.
	for {
		i := s.f.Def(p)
		if i != ir.NoInst && s.f.Op(i) == ir.OpPtrAdd {
			if s.offset(&a, s.f.Arg(i, 1), i) {
				p = s.f.Arg(i, 0)
				continue
			}
		}
		if q := s.values[p].alias; q != p && s.f.TypeOf(q).Kind() == ir.KindPtr {
			p = q
			continue
		}
		break
	}
	if i := s.f.Def(p); i != ir.NoInst {
		switch s.f.Op(i) {
		case ir.OpStackSlot:
			a.obj = s.object(i)
			return a
		case ir.OpSymbolAddr:
			// Relative to the instruction pointer there is no index: ModRM has no SIB byte then
			// (SDM volume 2, RIP-Relative Addressing).
			if name := s.m.SymbolName(s.f.SymbolOf(i)); a.index == 0 && !s.far(name) {
				a.sym = name
				return a
			}
		}
	}
	a.base = s.narrow(p)
	return a
}

// far reports whether the address of a symbol is read from a table.
func (s *selector) far(name string) bool { return s.opt.Far != nil && s.opt.Far(name) }

// offset adds the offset o of the ptradd i to a, if it fits.
func (s *selector) offset(a *address, o ir.Value, i ir.Inst) bool {
	if n, ok := s.smallConst(o); ok {
		if a.move(n) {
			return true
		}
		if a.index != 0 {
			return false
		}
		// Too large for the displacement: a register of its own, as index.
		a.index, a.scale = s.constant(0, n), 1
		return true
	}
	// An address computed outside of a loop stays there. At level 0 only the access itself
	// computes it.
	if a.index != 0 || s.hoisted(i) || s.opt.Opt == 0 && i != s.cur && s.values[s.f.Result(i, 0)].uses > 1 {
		return false
	}
	a.scale = 1
	for {
		d := s.f.Def(o)
		// What extends to 64 bits changes nothing that the processor adds.
		if d != ir.NoInst && s.whole64(d) {
			o = s.f.Arg(d, 0)
			continue
		}
		// A multiple that others read is in a register anyway; it is then the index as it stands.
		if d == ir.NoInst || s.values[o].uses != 1 || s.hoisted(d) {
			break
		}
		if !s.scaled(a, d, &o) {
			break
		}
	}
	// The processor adds 64 bits, so the index has to be the number itself.
	a.index = s.wide(o)
	return true
}

// whole64 reports whether d is an extension of a number of 64 bits to as many or more.
func (s *selector) whole64(d ir.Inst) bool {
	op := s.f.Op(d)
	return (op == ir.OpZExt || op == ir.OpSExt) && s.f.Attr(d).Imm >= 64 && s.values[s.f.Arg(d, 0)].width == 64
}

// scaled takes a multiplication by a small power of two or the addition of a constant into the
// index. These are integers without a bound, so both hold for any container.
func (s *selector) scaled(a *address, d ir.Inst, o *ir.Value) bool {
	if s.f.NumOperands(d) < 2 {
		return false
	}
	x := s.f.Arg(d, 0)
	n, ok := s.smallConst(s.f.Arg(d, 1))
	if !ok || s.values[x].width == 0 {
		return false
	}
	switch s.f.Op(d) {
	case ir.OpMul:
		if n != 1 && n != 2 && n != 4 && n != 8 || int64(a.scale)*n > 8 {
			return false
		}
		a.scale *= uint8(n)
	case ir.OpShl:
		if n < 0 || n > 3 || int(a.scale)<<n > 8 {
			return false
		}
		a.scale <<= uint(n)
	case ir.OpAdd:
		if n != int64(int32(n)) || !a.move(n*int64(a.scale)) {
			return false
		}
	default:
		return false
	}
	*o = x
	return true
}

// move adds n to the displacement, if that fits.
func (a *address) move(n int64) bool {
	d := int64(a.disp) + n
	// n alone must fit too, or the sum could have wrapped around in 64 bits.
	if n != int64(int32(n)) || d != int64(int32(d)) {
		return false
	}
	a.disp = int32(d)
	return true
}

// plain says that a is one register.
func (a *address) plain() bool {
	return a.obj == 0 && a.sym == "" && a.index == 0 && a.disp == 0
}

// load selects load.N into dst.
func (s *selector) load(i ir.Inst, v ir.Value, dst mach.VReg) {
	s.read(dst, s.address(s.f.Arg(i, 0)), s.f.Attr(i).N, v)
}

// read loads n bytes as v.
func (s *selector) read(dst mach.VReg, a address, n uint32, v ir.Value) {
	if s.class(v) == mach.Vec {
		s.unary(s.vecMove(v, n).load, dst, source{kind: x86.KMem, mem: a})
		return
	}
	op := x86.MOV_r64_rm64
	switch n {
	// Zero-extended: exact relies on it.
	case 1:
		op = x86.MOVZX_r32_rm8
	case 2:
		op = x86.MOVZX_r32_rm16
	case 4:
		op = x86.MOV_r32_rm32
	case 8:
	default:
		s.refuse(v, "a load of %d bytes", n)
	}
	s.unary(op, dst, source{kind: x86.KMem, mem: a})
}

// store selects store.N.
func (s *selector) store(i ir.Inst) {
	v, n := s.f.Arg(i, 0), s.f.Attr(i).N
	if s.f.TypeOf(v) == ir.F80 {
		a := s.address(s.f.Arg(i, 1))
		s.push(v, 0)
		s.x87Memory(x86.FSTP_m80, a)
		return
	}
	// Load, operate and store at the same address are one instruction with a memory destination.
	if s.storeFolded(i, v, n) {
		return
	}
	s.write(s.address(s.f.Arg(i, 1)), n, v)
}

// write stores n bytes of v.
func (s *selector) write(a address, n uint32, v ir.Value) {
	if s.class(v) == mach.Vec {
		s.put(s.vecMove(v, n).store, a, s.narrow(v))
		return
	}
	if n != 1 && n != 2 && n != 4 && n != 8 {
		s.refuse(v, "a store of %d bytes", n)
	}
	w := int(n) * 8
	if d, ok := s.inside(v, ir.OpBoolToInt); ok && n == 1 { // a bool is a number of 8 bits
		s.put(storeRows[0], a, s.narrow(s.f.Arg(d, 0)))
		return
	}
	// Stores of 64 bits sign-extend an immediate of 32.
	if c, ok := s.immediate(v, w); ok {
		k := s.begin(mach.Row, storeImmRows[size(w)])
		k.X.Args[0], k.X.Args[1] = s.memory(k, &a), x86.I(c)
		return
	}
	s.put(storeRows[size(w)], a, s.reg(v, w))
}

// put is a row that stores a register.
func (s *selector) put(op x86.Op, a address, v mach.VReg) {
	k := s.begin(mach.Row, op)
	k.X.Args[0] = s.memory(k, &a)
	k.X.Args[1] = x86.R(s.use(k, v))
}

// storeFolded selects a store of op(load p, y) to the same p as one instruction.
func (s *selector) storeFolded(i ir.Inst, v ir.Value, n uint32) bool {
	d := s.f.Def(v)
	// The result may have no other reader: the instruction leaves it in memory only.
	if s.opt.Opt == 0 || d == ir.NoInst || s.values[v].uses != 1 || n > 8 || n&(n-1) != 0 {
		return false
	}
	op := s.f.Op(d)
	b := alus[op]
	if b == nil || !op.Is(ir.TwoInts) {
		return false
	}
	x, y := s.f.Arg(d, 0), s.f.Arg(d, 1)
	if !s.loads(x, i, n) {
		if x, y = y, x; !op.Is(ir.Commutes) || !s.loads(x, i, n) {
			return false
		}
	}
	// The address is computed once, by the store; the load's is the same pointer.
	a := s.address(s.f.Arg(i, 1))
	w := int(n) * 8
	k := size(w)
	if c, ok := s.immediate(y, w); ok {
		row := b.storeImm[k]
		if c == int64(int8(c)) {
			row = b.storeImm8[k]
		}
		in := s.begin(mach.Row, row)
		in.X.Args[0], in.X.Args[1] = s.memory(in, &a), x86.I(c)
		return true
	}
	s.put(b.store[k], a, s.reg(y, w))
	return true
}

// loads says that x is a load of n bytes from where the store i writes, which nothing else reads.
func (s *selector) loads(x ir.Value, i ir.Inst, n uint32) bool {
	l := s.f.Def(x)
	return l != ir.NoInst && s.f.Op(l) == ir.OpLoad && s.values[x].uses == 1 && s.f.Attr(l).N == n &&
		// Nothing between the load and the store writes memory.
		s.f.Arg(l, 0) == s.f.Arg(i, 1) && s.sinkable(l)
}

// ptrAdd selects a ptradd that is needed as a value.
func (s *selector) ptrAdd(v ir.Value, dst mach.VReg) {
	a := s.address(v)
	switch {
	case a.plain():
		s.move(dst, a.base)
	default:
		s.lea(64, dst, a)
	}
}

// effect selects an instruction with an effect on memory.
func (s *selector) effect(i ir.Inst, op ir.Op) {
	f := s.f
	switch op {
	case ir.OpStore:
		s.store(i)
	case ir.OpCall:
		s.call(i)
	case ir.OpMemCpy, ir.OpMemMove, ir.OpMemSet:
		s.bulk(i, op)
	case ir.OpVolatileMemCpy, ir.OpVolatileMemMove, ir.OpVolatileMemSet:
		s.bulk(i, op.Plain())
	// By themselves: no other instruction takes the access into its own, and none is narrower or wider.
	case ir.OpVolatileLoad:
		v := f.Result(i, 1)
		dst := s.result(v)
		s.read(dst, s.address(f.Arg(i, 0)), f.Attr(i).N, v)
		s.widen(v)
	case ir.OpVolatileStore:
		s.write(s.address(f.Arg(i, 1)), f.Attr(i).N, f.Arg(i, 0))
	case ir.OpAtomicLoad, ir.OpAtomicStore, ir.OpRMW, ir.OpCmpXchg, ir.OpFence:
		s.atomic(i, op)
	case ir.OpVecStore:
		s.vecStore(i)
	case ir.OpStackEnd:
		s.slotEnd(i)
	case ir.OpVaStart, ir.OpVaArg, ir.OpVaCopy, ir.OpVaEnd:
		s.list(i, op)
	case ir.OpTargetIntrinsic:
		v := f.Result(i, 0)
		s.intrinsic(i, v, s.result(v))
	default:
		s.refuse(s.firstResult(i), "%s cannot be selected: legalization leaves none", op)
	}
}

func (s *selector) firstResult(i ir.Inst) ir.Value {
	if s.f.NumResults(i) > 0 {
		return s.f.Result(i, 0)
	}
	return ir.NoValue
}
