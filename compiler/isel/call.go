package isel

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/target/abi"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Ints are passed and returned extended to 64 bits, and read in their container only, so that
// neither side depends on what the other one claims.

// variadic are the functions of C whose f32 arguments are passed as f64 ("default argument
// promotions", C11 6.5.2.2).
var variadic = map[string]bool{"printf": true, "fprintf": true, "sprintf": true, "snprintf": true, "dprintf": true}

// place is where parameter n arrives.
type place struct {
	reg    x86.Reg
	offset uint64
	typ    ir.Type
}

// cType is the C type of a legal value; what and n name the value in an error.
func (s *selector) cType(t ir.Type, what string, n int) abi.Type {
	c, ok := abi.OfIR(t)
	if !ok || t.Kind() == ir.KindVec && t.VecBits() != 128 {
		e := &Error{Func: s.f.Name, Value: fmt.Sprintf("%s %d", what, n), What: fmt.Sprintf("the type %s cannot be passed: legalization leaves none", t)}
		s.locate(e)
		panic(e)
	}
	return c
}

// signature finds where the parameters and results of the function are.
func (s *selector) signature() {
	var sig abi.Signature
	for n, p := range s.f.Params {
		sig.Params = append(sig.Params, abi.Param{Type: s.cType(p.Type, "parameter", n)})
	}
	for n, p := range s.f.Returns {
		if p.Type != ir.Unit {
			sig.Results = append(sig.Results, s.cType(p.Type, "result", n))
		}
	}
	s.own = abi.AMD64.Assign(&sig)
	s.params = make([]mach.VReg, len(s.f.Params))
	for n, p := range s.own.Params {
		s.places = append(s.places, place{p[0].Reg, p[0].Offset, s.f.Params[n].Type})
	}
	if s.own.HasSret {
		s.sret = s.temp(mach.GPR)
	}
}

// param is the register that holds parameter n.
func (s *selector) param(n int) mach.VReg {
	if s.params[n] == 0 {
		s.params[n] = s.temp(classOf(s.places[n].typ))
	}
	return s.params[n]
}

// entry defines the parameters that anyone asked for.
func (s *selector) entry() {
	k := s.begin(mach.Params, 0)
	if s.sret != 0 {
		s.defIn(k, s.sret, s.own.Sret.Reg)
	}
	for n, v := range s.params {
		if v != 0 && s.places[n].reg != x86.NoReg {
			s.defIn(k, v, s.places[n].reg)
		}
	}
	for n, v := range s.params {
		if p := s.places[n]; v != 0 && p.reg == x86.NoReg {
			obj := uint32(len(s.out.Objects))
			s.out.Objects = append(s.out.Objects, mach.Object{Size: 8, Align: 8, Incoming: true, Offset: int64(8 + p.offset)})
			op := x86.MOV_r64_rm64
			if s.out.Classes[v] == mach.Vec {
				op = vecMoves[vecSize(p.typ)].load
				s.out.Objects[obj].Size = uint64(vecBytes[vecSize(p.typ)])
			}
			s.unary(op, v, source{kind: x86.KMem, mem: address{obj: obj}})
		}
	}
}

// full is the register for v as an argument or result.
func (s *selector) full(v ir.Value) mach.VReg {
	if s.values[v].int {
		return s.wide(v)
	}
	return s.narrow(v)
}

// ret selects the end of the function.
func (s *selector) ret(i ir.Inst) {
	var regs [8]mach.VReg
	var in [8]x86.Reg
	n := 0
	k := 0
	for j := range s.f.NumOperands(i) {
		v := s.f.Arg(i, j)
		if t := s.f.TypeOf(v); t == ir.Mem || t == ir.Unit {
			continue
		}
		p := s.own.Results[k][0]
		k++
		if s.own.HasSret {
			s.write(address{base: s.sret, disp: int32(p.Offset)}, s.bytes(v), v)
			continue
		}
		regs[n], in[n] = s.full(v), p.Reg
		n++
	}
	if s.own.HasSret {
		regs[0], in[0], n = s.sret, x86.RAX, 1
	}
	r := s.begin(mach.Return, x86.RET)
	for j := range n {
		s.useIn(r, regs[j], in[j])
	}
}

// bytes is the size of v in the memory for results.
func (s *selector) bytes(v ir.Value) uint32 {
	if t := s.f.TypeOf(v); s.class(v) == mach.Vec {
		return vecBytes[vecSize(t)]
	}
	if s.values[v].int { // whatever its container is on either side
		return 8
	}
	return uint32(s.values[v].width) / 8
}

// outgoing is the stack object for arguments, of at least n bytes.
func (s *selector) outgoing(n uint64) uint32 {
	if s.outArgs == 0 {
		s.outArgs = uint32(len(s.out.Objects))
		s.out.Objects = append(s.out.Objects, mach.Object{Align: 16, Outgoing: true})
	}
	o := &s.out.Objects[s.outArgs]
	o.Size = max(o.Size, n)
	return s.outArgs
}

// call selects a call.
func (s *selector) call(i ir.Inst) {
	f := s.f
	callee := f.Arg(i, 0)
	var sig abi.Signature
	last := f.NumOperands(i) - 1
	name, direct := s.symbolOf(callee)
	promote := direct && variadic[name] && s.m.Func(name) == nil
	for n := 1; n < last; n++ {
		t := f.TypeOf(f.Arg(i, n))
		if promote && t == ir.F32 {
			t = ir.F64
		}
		sig.Params = append(sig.Params, abi.Param{Type: s.cType(t, "argument", n-1)})
	}
	first := 1 // after the memory token
	for n := first; n < f.NumResults(i); n++ {
		if t := f.TypeOf(f.Result(i, n)); t != ir.Unit {
			sig.Results = append(sig.Results, s.cType(t, "result", n-1))
		}
	}
	if direct && s.callBulk(i, name) {
		return
	}
	a := abi.AMD64.Assign(&sig)
	s.sendCall(i, callee, name, direct, promote, &a)
	s.results(i, first, &a)
}

// symbolOf is the symbol that a pointer is, if it is one directly.
func (s *selector) symbolOf(p ir.Value) (string, bool) {
	if d := s.f.Def(s.values[p].alias); d != ir.NoInst && s.f.Op(d) == ir.OpSymbolAddr {
		return s.m.SymbolName(s.f.SymbolOf(d)), true
	}
	return "", false
}

// passing is an argument in a register.
type passing struct {
	v mach.VReg
	r x86.Reg
}

// sendCall passes the arguments and calls. The results in registers are definitions of the call.
func (s *selector) sendCall(i ir.Inst, callee ir.Value, name string, direct, promote bool, a *abi.Assignment) {
	f := s.f
	var regs []passing
	for n, p := range a.Params {
		v := f.Arg(i, n+1)
		r := s.full(v)
		if promote && f.TypeOf(v) == ir.F32 {
			r = s.unary(x86.CVTSS2SD_x_xm32, s.temp(mach.Vec), regSource(r))
		}
		if p[0].Reg != x86.NoReg {
			regs = append(regs, passing{r, p[0].Reg})
			continue
		}
		to := address{obj: s.outgoing(a.StackBytes), disp: int32(p[0].Offset)}
		if s.class(v) == mach.Vec {
			s.put(vecMoves[max(vecSize(f.TypeOf(v)), 1)].store, to, r)
		} else {
			s.put(x86.MOV_rm64_r64, to, r)
		}
	}
	if a.HasSret {
		k := s.begin(mach.Addr, 0)
		k.Obj = s.resultMemory(i, a)
		t := s.temp(mach.GPR)
		s.def(k, t)
		regs = append(regs, passing{t, a.Sret.Reg})
	}
	var target mach.VReg
	if !direct {
		target = s.narrow(callee)
	}
	if !direct || s.m.Func(name) == nil { // it may be variadic
		regs = append(regs, passing{s.constant(0, int64(a.VectorRegs)), x86.RAX})
	}
	k := s.begin(mach.Call, x86.CALL_rel32)
	k.Clobbers = abi.AMD64.Clobbered()
	if direct {
		k.Sym = name
		k.X.Args[0] = x86.I(0)
	} else {
		k.X.Op = x86.CALL_rm64
		k.X.Args[0] = x86.R(s.use(k, target))
	}
	for _, p := range regs {
		s.useIn(k, p.v, p.r)
	}
	if a.HasSret {
		return
	}
	j := 0
	for n := 1; n < f.NumResults(i); n++ {
		v := f.Result(i, n)
		if f.TypeOf(v) == ir.Unit {
			continue
		}
		r := a.Results[j][0].Reg
		j++
		if q := &s.values[v]; q.narrow != 0 || q.wide != 0 {
			s.defIn(k, s.narrow(v), r)
			k.Clobbers &^= 1 << r
		}
	}
}

// resultMemory is the stack object for the results of call i.
func (s *selector) resultMemory(i ir.Inst, a *abi.Assignment) uint32 {
	if s.slots == nil {
		s.slots = make([]uint32, s.f.NumInsts())
	}
	if s.slots[i] == 0 {
		last := a.Results[len(a.Results)-1][0]
		s.slots[i] = uint32(len(s.out.Objects))
		s.out.Objects = append(s.out.Objects, mach.Object{
			Size: last.Offset + max(last.Size, 8), Align: 16, Region: s.f.BlockRegion(s.f.InstBlock(i)),
		})
	}
	return s.slots[i]
}

// results makes what is needed of the results of a call after it.
func (s *selector) results(i ir.Inst, first int, a *abi.Assignment) {
	j := 0
	for n := first; n < s.f.NumResults(i); n++ {
		v := s.f.Result(i, n)
		if s.f.TypeOf(v) == ir.Unit {
			continue
		}
		p := a.Results[j][0]
		j++
		if q := &s.values[v]; q.narrow == 0 && q.wide == 0 {
			continue
		}
		if a.HasSret {
			s.read(s.narrow(v), address{obj: s.slots[i], disp: int32(p.Offset)}, s.bytes(v), v)
		}
		s.widen(v)
	}
}
