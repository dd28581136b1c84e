package isel

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Where values are passed is what package abi says, for the types of C that legalization names. Ints
// are passed and returned extended to 64 bits, and read in their container only, so that
// neither side depends on what the other one claims.

// variadic are the functions of C whose f32 arguments are passed as f64 ("default argument
// promotions", C11 6.5.2.2).
// Only while the module does not define a function of that name itself.
var variadic = map[string]bool{"printf": true, "fprintf": true, "sprintf": true, "snprintf": true, "dprintf": true}

// place is where parameter n arrives.
type place struct {
	abi.Spot
	typ ir.Type
}

// passable checks that t is a legal type; what and n name the value in an error.
func (s *selector) passable(t ir.Type, what string, n int) {
	switch t.Kind() {
	case ir.KindInt, ir.KindBool, ir.KindPtr:
		return
	case ir.KindFloat:
		if !t.IsWideFloat() {
			return
		}
	case ir.KindByte:
		if k := t.ByteLen(); k == 1 || k == 2 || k == 4 || k == 8 {
			return
		}
	case ir.KindVec:
		if t == ir.Vec(128, false) {
			return
		}
	}
	e := &Error{Func: s.f.Name, Value: fmt.Sprintf("%s %d", what, n), What: fmt.Sprintf("the type %s cannot be passed: legalization leaves none", t)}
	s.locate(e)
	panic(e)
}

// signature finds where the parameters and results of the function are.
func (s *selector) signature() {
	var params, results []ir.Type
	// Unit results are nothing; memory tokens are no parameters.
	for n, p := range s.f.Params {
		s.passable(p.Type, "parameter", n)
		params = append(params, p.Type)
	}
	for n, p := range s.f.Returns {
		if p.Type != ir.Unit {
			s.passable(p.Type, "result", n)
			results = append(results, p.Type)
		}
	}
	// Without a description from legalization each value is a scalar of its own.
	if s.how = s.opt.Passings.Own(s.f); s.how == nil {
		s.how = ctype.Scalars(params, results)
	}
	s.own = abi.AMD64.Assign(&s.how.Signature)
	s.params = make([]mach.VReg, len(s.f.Params))
	// Several parameters may be parts of one argument of C: Of says of which, Spot where in it.
	for n, x := range s.how.Params {
		s.places = append(s.places, place{s.own.Params[x.Of].Spot(x), s.f.Params[n].Type})
	}
	if s.own.HasSret {
		s.sret = s.temp(mach.GPR)
	}
}

// param is the register that holds parameter n.
func (s *selector) param(n int) mach.VReg {
	if s.params[n] == 0 {
		// A parameter that nothing asks for gets no register and is not taken from its place.
		s.params[n] = s.temp(classOf(s.places[n].typ))
	}
	return s.params[n]
}

// entry defines the parameters that anything asked for.
func (s *selector) entry() {
	// One instruction defines all that arrive in registers. Loads of the others come behind it.
	k := s.begin(mach.Params, 0)
	if s.sret != 0 {
		// The address of the result arrives in RDI and is returned in RAX (System V AMD64 ABI,
		// Returning of Values).
		s.defIn(k, s.sret, s.own.Sret.Reg)
	}
	var in arrivals
	for n, v := range s.params {
		if v != 0 && s.places[n].Reg != x86.NoReg {
			in.define(s, k, v, s.places[n].Spot)
		}
	}
	saved := s.arriveSaved(k)
	in.unpack(s)
	s.saveRegisters(saved)
	for n, v := range s.params {
		if p := &s.places[n]; v != 0 && p.Reg == x86.NoReg {
			obj := uint32(len(s.out.Objects))
			// The return address is 8 bytes, above it lie the arguments in memory.
			s.out.Objects = append(s.out.Objects, mach.Object{Size: p.Size, Align: 1, Incoming: true, Offset: int64(8 + p.Offset)})
			s.fetch(v, address{obj: obj}, p.typ, p.Size)
		}
	}
}

// fetch loads a value of type t, size bytes, that was passed in memory.
func (s *selector) fetch(dst mach.VReg, a address, t ir.Type, size uint64) {
	op := x86.MOV_r64_rm64
	switch {
	case s.out.Classes[dst] == mach.Vec:
		op = vecMoves[vecSize(t)].load
	// Zero-extended, so that exact may rely on a load.
	case size == 1:
		op = x86.MOVZX_r32_rm8
	case size == 2:
		op = x86.MOVZX_r32_rm16
	case size == 4:
		op = x86.MOV_r32_rm32
	}
	s.unary(op, dst, source{kind: x86.KMem, mem: a})
}

// arrivals are the definitions of an instruction in fixed registers. A value that lives in a general
// register and arrives in a vector register, or in half of one, is moved after it.
type arrivals struct {
	whole []passing // vector registers with such values
	moves []arrival
}

type arrival struct {
	to, from mach.VReg
	high     bool
}

// define makes v a definition of k, at the spot.
func (a *arrivals) define(s *selector, k inst, v mach.VReg, at abi.Spot) {
	if !at.Reg.IsXMM() || s.out.Classes[v] == mach.Vec {
		s.defIn(k, v, at.Reg)
		return
	}
	// A register is defined once; the second half is unpacked from the same definition.
	for _, w := range a.whole {
		if w.r == at.Reg {
			a.moves = append(a.moves, arrival{v, w.v, at.High})
			return
		}
	}
	t := s.temp(mach.Vec)
	s.defIn(k, t, at.Reg)
	a.whole = append(a.whole, passing{t, at.Reg})
	a.moves = append(a.moves, arrival{v, t, at.High})
}

// unpack makes the values after the instruction.
func (a *arrivals) unpack(s *selector) {
	for _, m := range a.moves {
		from := m.from
		if m.high {
			from = s.temp(mach.Vec)
			// Element 1 of 64 bits comes to the front.
			s.shuffle(from, m.from, 2|3<<2)
		}
		// These moves stand behind the call or the entry, where the fixed registers are defined.
		s.unary2(x86.MOVQ_rm64_x, m.to, from)
	}
}

// full is the register for v as an argument or result.
func (s *selector) full(v ir.Value) mach.VReg {
	if s.values[v].int {
		return s.wide(v)
	}
	return s.narrow(v)
}

// departures are the values that an instruction takes in fixed registers.
type departures []passing

// add puts register v at the spot. What is in a general register moves to a vector register, the upper
// half of one to the lower half, which comes before it.
func (d *departures) add(s *selector, v mach.VReg, at abi.Spot) {
	if at.Reg.IsXMM() && s.out.Classes[v] == mach.GPR {
		v = s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(v))
		// The low half was added right before, and both become one register.
		if at.High {
			low := &(*d)[len(*d)-1]
			low.v = s.over(x86.PUNPCKLQDQ_x_xm128, s.temp(mach.Vec), low.v, regSource(v))
			return
		}
	}
	*d = append(*d, passing{v, at.Reg})
}

// ret selects the end of the function.
func (s *selector) ret(i ir.Inst) {
	var regs departures
	long := s.results87(s.own.Results)
	k := 0
	for j := range s.f.NumOperands(i) {
		v := s.f.Arg(i, j)
		if t := s.f.TypeOf(v); t == ir.Mem || t == ir.Unit {
			continue
		}
		// Results of type unit and memory tokens have no entry in the assignment.
		x := s.how.Results[k]
		at := s.own.Results[x.Of].Spot(x)
		k++
		// The result is stored through the pointer; its values are no operands of the return.
		if s.own.HasSret {
			s.write(address{base: s.sret, disp: int32(at.Offset)}, uint32(at.Size), v)
			continue
		}
		if at.X87 > 0 {
			s.write(address{obj: long[at.X87-1], disp: int32(at.Offset)}, uint32(at.Size), v)
			continue
		}
		regs.add(s, s.full(v), at)
	}
	if s.own.HasSret {
		// The ABI hands the pointer back.
		regs = departures{{s.sret, x86.RAX}}
	}
	for k := len(long) - 1; k >= 0; k-- { // the last pushed is st(0)
		s.x87Memory(x86.FLD_m80, address{obj: long[k]})
	}
	r := s.begin(mach.Return, x86.RET)
	for _, p := range regs {
		s.useIn(r, p.v, p.r)
	}
}

// outgoing is the stack object for the arguments of a call.
func (s *selector) outgoing(a *abi.Assignment) uint32 {
	if s.outArgs == 0 {
		s.outArgs = uint32(len(s.out.Objects))
		s.out.Objects = append(s.out.Objects, mach.Object{Align: 16, Outgoing: true})
	}
	o := &s.out.Objects[s.outArgs]
	// One area for all calls of the function, as large as the largest: calls do not nest in
	// machine code.
	o.Size, o.Align = max(o.Size, a.StackBytes), max(o.Align, a.StackAlign)
	return s.outArgs
}

// call selects a call.
func (s *selector) call(i ir.Inst) {
	f := s.f
	callee := f.Arg(i, 0)
	last := f.NumOperands(i) - 1
	name, direct := s.symbolOf(callee)
	// Legalization knows nothing of C's promotions; a function of the module with the same name is
	// not C's.
	promote := direct && variadic[name] && s.m.Func(name) == nil
	var params, results []ir.Type
	for n := 1; n < last; n++ {
		t := f.TypeOf(f.Arg(i, n))
		s.passable(t, "argument", n-1)
		params = append(params, t)
	}
	for n := 1; n < f.NumResults(i); n++ { // after the memory token
		if t := f.TypeOf(f.Result(i, n)); t != ir.Unit {
			s.passable(t, "result", n-1)
			results = append(results, t)
		}
	}
	// memcpy and its like with a known length become code.
	if direct && s.callBulk(i, name) {
		return
	}
	how := s.opt.Passings.Call(f, i)
	if how == nil {
		how = ctype.Scalars(params, results)
	}
	if promote {
		how = promoted(how, params)
	}
	a := abi.AMD64.Assign(&how.Signature)
	s.sendCall(i, callee, name, direct, how, &a)
}

// promoted is how f32 arguments are passed as f64.
func promoted(how *ctype.Passing, params []ir.Type) *ctype.Passing {
	// The description belongs to the module: it is copied before it is changed.
	p := &ctype.Passing{Signature: how.Signature, Params: slices.Clone(how.Params), Results: how.Results}
	p.Signature.Params = slices.Clone(p.Signature.Params)
	for n, t := range params {
		x := &p.Params[n]
		if of := &p.Signature.Params[x.Of].Type; t == ir.F32 && of.Kind == ctype.Float {
			*of, x.Size = ctype.Real(8), 8
		}
	}
	return p
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

// sendCall passes the arguments, calls, and takes the results.
func (s *selector) sendCall(i ir.Inst, callee ir.Value, name string, direct bool, how *ctype.Passing, a *abi.Assignment) {
	f := s.f
	var regs departures
	for n, x := range how.Params {
		v := f.Arg(i, n+1)
		at := a.Params[x.Of].Spot(x)
		promote := f.TypeOf(v) == ir.F32 && x.Size == 8
		if at.Reg == x86.NoReg && !promote {
			// Arguments in memory are stored first. Nothing between here and the call may use the
			// area.
			s.write(address{obj: s.outgoing(a), disp: int32(at.Offset)}, uint32(at.Size), v)
			continue
		}
		r := s.full(v)
		if promote {
			r = s.unary(x86.CVTSS2SD_x_xm32, s.temp(mach.Vec), regSource(r))
		}
		if at.Reg == x86.NoReg {
			s.put(x86.MOVSD_xm64_x, address{obj: s.outgoing(a), disp: int32(at.Offset)}, r)
			continue
		}
		regs.add(s, r, at)
	}
	var memory uint32
	// The memory for a large result is the caller's and lives to the end of the region.
	if a.HasSret {
		memory = uint32(len(s.out.Objects))
		s.out.Objects = append(s.out.Objects, mach.Object{
			Size: max(a.SretBytes, 8), Align: max(a.SretAlign, 16), Region: f.BlockRegion(f.InstBlock(i)),
		})
		k := s.begin(mach.Addr, 0)
		k.Obj = memory
		t := s.temp(mach.GPR)
		s.def(k, t)
		regs = append(regs, passing{t, a.Sret.Reg})
	}
	var target mach.VReg
	if !direct {
		target = s.narrow(callee)
	}
	// AL holds how many vector registers a variadic call uses at most (System V AMD64 ABI,
	// Variable Argument Lists). An unknown callee may be variadic; for others the value does no
	// harm.
	if f := s.m.Func(name); !direct || f == nil || f.Variadic {
		regs = append(regs, passing{s.constant(0, int64(a.VectorRegs)), x86.RAX})
	}
	k := s.begin(mach.Call, x86.CALL_rel32)
	k.Clobbers = mach.RegSet(abi.AMD64.Clobbered())
	if direct {
		// The linker, or the relocation, fills in the distance.
		k.Sym = name
		k.X.Args[0] = x86.I(0)
		s.out.ReturnsTwice = s.out.ReturnsTwice || name == legalize.SetJump
	} else {
		k.X.Op = x86.CALL_rm64
		// The pointer may stand in any register that no argument is fixed to.
		k.X.Args[0] = x86.R(s.use(k, target))
	}
	for _, p := range regs {
		s.useIn(k, p.v, p.r)
	}
	s.results(i, k, how, a, memory)
}

// results makes what is needed of the results of call i, which k is.
func (s *selector) results(i ir.Inst, k inst, how *ctype.Passing, a *abi.Assignment, memory uint32) {
	f := s.f
	type result struct {
		v  ir.Value
		at abi.Spot
	}
	var needed []result
	j := 0
	for n := 1; n < f.NumResults(i); n++ {
		v := f.Result(i, n)
		if f.TypeOf(v) == ir.Unit {
			continue
		}
		x := how.Results[j]
		j++
		// Only results that anything asked for become definitions; the others die as clobbers.
		if q := &s.values[v]; q.narrow != 0 || q.wide != 0 {
			needed = append(needed, result{v, a.Results[x.Of].Spot(x)})
		}
	}
	var in arrivals
	for _, r := range needed {
		if r.at.Reg != x86.NoReg {
			in.define(s, k, s.narrow(r.v), r.at)
			// A register is either a definition of the call or clobbered by it, not both.
			k.Clobbers &^= 1 << r.at.Reg
		}
	}
	// The stack of the x87 is empty again, whether anything reads the result or not.
	long := s.results87(a.Results)
	for _, obj := range long {
		s.x87Memory(x86.FSTP_m80, address{obj: obj})
	}
	in.unpack(s)
	for _, r := range needed {
		if r.at.X87 > 0 {
			s.fetch(s.narrow(r.v), address{obj: long[r.at.X87-1], disp: int32(r.at.Offset)}, f.TypeOf(r.v), r.at.Size)
		} else if r.at.Reg == x86.NoReg {
			// From the memory that the pointer argument named; it is read behind the call.
			s.fetch(s.narrow(r.v), address{obj: memory, disp: int32(r.at.Offset)}, f.TypeOf(r.v), r.at.Size)
		}
		s.widen(r.v)
	}
}
