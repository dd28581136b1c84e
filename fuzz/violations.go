package fuzz

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// violation is a way to be undefined. Its twin, made when legal is true, comes as near as a
// defined program can.
type violation struct {
	code interp.Code
	make func(x *function, r *record, legal bool)
}

// violations is the table of violations. A code occurs as often as it has variants.
var violations = []violation{
	{interp.UBBranchPoison, (*function).violateBranch},
	{interp.UBBranchPoison, (*function).violateBranch},
	{interp.UBBranchPoison, (*function).violateBranch},
	{interp.UBBranchPoison, (*function).violateBranch},
	{interp.UBBranchPoison, (*function).violateBranch},
	{interp.UBSwitchPoison, (*function).violateSwitch},
	{interp.UBUnreachable, (*function).violateUnreachable},
	{interp.UBPoisonPointer, (*function).violatePoisonPointer},
	{interp.UBNull, (*function).violateNull},
	{interp.UBDangling, (*function).violateDangling},
	{interp.UBOutOfBounds, (*function).violateBounds},
	{interp.UBOutOfBounds, (*function).violateBounds},
	{interp.UBOutOfBounds, (*function).violateBulkBounds},
	{interp.UBMisaligned, (*function).violateAlignment},
	{interp.UBMisaligned, (*function).violateAlignment},
	{interp.UBMisaligned, (*function).violateAlignment},
	{interp.UBWildcard, (*function).violateWildcard},
	{interp.UBStrictProvenance, (*function).violateStrictProvenance},
	{interp.UBWriteConst, (*function).violateConstant},
	{interp.UBUseAfterFree, (*function).violateFreed},
	{interp.UBDeadSlot, (*function).violateSlot},
	{interp.UBDeadSlot, (*function).violateLoopSlot},
	{interp.UBDoubleFree, (*function).violateDoubleFree},
	{interp.UBInvalidFree, (*function).violateFree},
	{interp.UBCallSignature, (*function).violateSignature},
	{interp.UBCallTarget, (*function).violateTarget},
	{interp.UBOverlap, (*function).violateOverlap},
	{interp.UBPoisonLength, (*function).violateLength},
	{interp.UBPoisonLength, (*function).violateMask},
	{interp.UBPoisonExternal, (*function).violateExternal},
	{interp.UBExternalRead, (*function).violateRead},
	{interp.UBPoisonResult, (*function).violateResult},
	{interp.UBDataRace, (*function).violateRace},
	{interp.UBStaleToken, (*function).violateToken},
	{interp.UBLandingPad, (*function).violateLandingPad},
	{interp.UBHostContract, (*function).violateContract},
	{interp.UBJoin, (*function).violateJoin},
}

// violation makes something undefined in main, or its twin, and gives the code.
func (x *function) violation(r *record, legal bool) interp.Code {
	v := violations[r.below(len(violations))]
	// Claims would say the same as the violation does.
	claims, mark := x.claims, len(x.pool)
	x.claims = zeros()
	v.make(x, r, legal)
	x.claims = claims
	x.truncate(mark)
	return v.code
}

// boundary makes something that is nearly undefined.
func (x *function) boundary(r *record) {
	result := x.g.result
	x.violation(r, true)
	x.g.result = result
}

// fork branches on c, with both ways leading to the same block.
func (x *function) fork(c value) {
	next := x.f.AddBlock(x.region)
	t := ir.Target{Block: next, Args: x.token()}
	x.brif(c, t, t)
	x.open(next, nil)
}

func (x *function) violateBranch(r *record, legal bool) {
	v := x.poisoned(r, legal)
	c := x.raw2(ir.OpICmp, ir.Attr{Pred: ir.Pred(r.below(6))}, v, x.int64(int64(r.below(3))))
	x.fork(c)
}

func (x *function) violateSwitch(r *record, legal bool) {
	v := x.poisoned(r, legal)
	next := x.f.AddBlock(x.region)
	targets := []ir.Target{{Block: next, Args: x.token()}}
	if r.below(2) == 1 {
		targets = append([]ir.Target{{Block: next, Args: x.token(), Case: big.NewInt(int64(r.below(3)))}}, targets...)
	}
	x.count()
	x.at.Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{{Value: v.id}}, targets, nil, ir.Synthetic)
	x.open(next, nil)
}

func (x *function) violateUnreachable(r *record, legal bool) {
	out, next := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	a, b := int64(r.byte()), int64(1)
	if r.below(2) == 1 {
		b = -1
	}
	if !legal {
		b = 0
	}
	c := x.raw2(ir.OpICmp, ir.Attr{Pred: ir.EQ}, x.int64(a), x.int64(a+b))
	x.brif(c, ir.Target{Block: out, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	mem := x.mem
	x.open(out, nil)
	x.count()
	x.at.Inst(ir.OpUnreachable, ir.Attr{}, nil, nil, nil, ir.Synthetic)
	x.mem = mem
	x.open(next, nil)
}

// touch makes an access of n bytes through p, of any kind that may write.
func (x *function) touch(r *record, p value, n int64, a ir.Attr) {
	size := uint32(n)
	switch r.below(9) {
	case 0:
		a.N = size
		x.emit(ir.OpStore, a, nil, x.int64(5), p)
	case 1:
		x.emit(ir.OpMemSet, a, nil, p, x.int64(0), x.int64(n))
	case 2:
		x.emit(ir.OpMemMove, a, nil, p, p, x.int64(n))
	case 3:
		a.N = size
		x.emit(ir.OpAtomicStore, withOrder(a), nil, x.int64(3), p)
	case 4:
		a.N, a.RMW = size, rmwOps[r.below(len(rmwOps))]
		x.emit(ir.OpRMW, withOrder(a), []ir.Type{ir.Int}, p, x.int64(3))
	case 5:
		a.N, a.Fail = size, ir.SeqCst
		x.emit(ir.OpCmpXchg, withOrder(a), []ir.Type{ir.Int}, p, x.int64(3), x.int64(4))
	case 6:
		v := x.typed(ir.OpBitCast, ir.Attr{}, ir.Bytes(size), x.int64(5))
		a.N = size
		x.emit(ir.OpStore, a, nil, v, p)
	default:
		x.peek(r, p, n, a)
	}
}

func withOrder(a ir.Attr) ir.Attr {
	a.Order = ir.SeqCst
	return a
}

// peek reads n bytes through p.
func (x *function) peek(r *record, p value, n int64, a ir.Attr) {
	a.N = uint32(n)
	switch r.below(5) {
	case 0:
		x.emit(ir.OpLoad, a, []ir.Type{ir.Bytes(uint32(n))}, p)
	case 1:
		x.emit(ir.OpAtomicLoad, withOrder(a), []ir.Type{ir.Int}, p)
	case 2:
		if n == 8 || n == 4 || n == 2 {
			x.emit(ir.OpLoad, a, []ir.Type{map[int64]ir.Type{8: ir.F64, 4: ir.F32, 2: ir.F16}[n]}, p)
			return
		}
		fallthrough
	default:
		v := x.typed(ir.OpLoad, a, ir.Int, p)
		x.fork(x.raw2(ir.OpICmp, ir.Attr{Pred: ir.GE}, v, x.int64(0))) // a bad byte is seen
	}
}

func (x *function) violatePoisonPointer(r *record, legal bool) {
	v := x.poisoned(r, legal)
	o := x.newSlot(r, 8, bytesOnly)
	if r.below(4) == 0 {
		x.g.identity("byteparam")
		f := x.symbolOf("byteparam", nil)
		c := x.raw2(ir.OpIntToBool, ir.Attr{}, v)
		p := x.raw2(ir.OpSelect, ir.Attr{}, c, f, f)
		x.call(p, []value{x.int64(1)}, []ir.Type{ir.Int})
		return
	}
	p := x.raw2(ir.OpPtrAdd, ir.Attr{}, o.base, x.raw2(ir.OpMul, ir.Attr{}, v, x.int64(0)))
	x.touch(r, p, int64(1+r.below(8)), ir.Attr{})
}

func (x *function) violateNull(r *record, legal bool) {
	o := x.newSlot(r, 8, bytesOnly)
	zero := x.typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, x.int64(0))
	p := x.raw2(ir.OpSelect, ir.Attr{}, x.bool(legal), o.base, zero)
	x.touch(r, p, int64(1+r.below(8)), ir.Attr{})
}

// violateDangling uses a pointer made of known bytes.
func (x *function) violateDangling(r *record, legal bool) {
	o := x.newSlot(r, 8, bytesOnly)
	holder := x.newSlot(r, 8, anything)
	v := o.base
	if !legal {
		v = x.typed(ir.OpPtrToInt, ir.Attr{}, ir.Int, o.base) // exposed all the same
	}
	x.emit(ir.OpStore, ir.Attr{N: 8}, nil, v, holder.base)
	p := x.typed(ir.OpLoad, ir.Attr{N: 8}, ir.Ptr, holder.base)
	x.touch(r, p, int64(1+r.below(8)), ir.Attr{})
}

// object is memory of a size of its own, whose bytes are set.
func (x *function) object(r *record, size int64) value {
	switch r.below(4) {
	case 0:
		p := x.external("calloc", []value{x.int64(size), x.int64(1)}, ir.Ptr)
		p.obj = &object{size: size}
		return p
	case 1:
		p := x.external("malloc", []value{x.int64(size)}, ir.Ptr)
		x.emit(ir.OpMemSet, ir.Attr{}, nil, p, x.int64(0), x.int64(size))
		return p
	}
	return x.newSlot(r, size, bytesOnly).base
}

func (x *function) violateBounds(r *record, legal bool) {
	size := int64(1 + r.below(24))
	n := 1 + int64(r.byte())%min(size, 8)
	p := x.object(r, size)
	at, off := size-n, int64(1)
	if r.below(3) == 0 {
		at, off = 0, -1
	}
	if !legal {
		at += off
	}
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(at))
	if r.below(4) == 0 { // a lane
		l := ir.Lane{Kind: ir.LaneI, Bits: 8}
		t := ir.Vec(32, false)
		k := int64(r.below(4))
		v := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.int64(1))
		mask := x.typed(ir.OpBitCast, ir.Attr{}, t, x.big(pow2(uint(8*k))))
		end := size - 1
		if off < 0 {
			end = 0
		}
		if !legal {
			end += off
		}
		if r.below(2) == 0 {
			q = x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(end-k))
			if r.below(2) == 0 {
				x.emit(ir.OpVecStore, ir.Attr{Lane: l}, nil, v, q, mask)
			} else {
				x.emit(ir.OpVecLoad, ir.Attr{Lane: l}, []ir.Type{t}, q, mask)
			}
			return
		}
		bits := uint16(8 << r.below(4))
		if r.below(2) == 0 { // seen from the end
			p = x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(size))
			end -= size
		}
		index := x.typed(ir.OpVecSplat, ir.Attr{Lane: ir.Lane{Kind: ir.LaneS, Bits: bits}}, ir.Vec(4*uint32(bits), false), x.int64(end))
		if r.below(2) == 0 {
			x.emit(ir.OpVecScatter, ir.Attr{Lane: l}, nil, v, p, index, mask)
		} else {
			x.emit(ir.OpVecGather, ir.Attr{Lane: l}, []ir.Type{t}, p, index, mask)
		}
		return
	}
	x.touch(r, q, n, ir.Attr{})
}

// violateBulkBounds copies or sets one byte too many.
func (x *function) violateBulkBounds(r *record, legal bool) {
	size := int64(1 + r.below(40))
	p, big := x.object(r, size), x.newSlot(r, 64, bytesOnly).base
	from := int64(r.below(int(size)))
	n := size - from
	if !legal {
		n++
	}
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(from))
	op := [...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[r.below(2)]
	switch r.below(4) {
	case 0:
		x.emit(ir.OpMemSet, ir.Attr{}, nil, q, x.int64(1), x.int64(n))
	case 1:
		x.emit(op, ir.Attr{}, nil, q, big, x.int64(n))
	case 2:
		x.external("memcpy", []value{big, q, x.int64(n)}, ir.Ptr)
	default:
		x.emit(op, ir.Attr{}, nil, big, q, x.int64(n))
	}
}

func (x *function) violateAlignment(r *record, legal bool) {
	i := x.emit(ir.OpStackSlot, ir.Attr{Imm: 64, Align: 16}, nil)
	p := value{id: x.f.Result(i, 0), typ: ir.Ptr}
	x.emit(ir.OpMemSet, ir.Attr{}, nil, p, x.int64(0), x.int64(64))
	a := int64(2) << r.below(4)
	off := a * int64(1+r.below(2))
	if !legal {
		off -= misaligned(r, a)
	}
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(off))
	at := ir.Attr{Align: uint32(a), N: 1 << r.below(4)}
	switch r.below(4) {
	case 0:
		x.emit(ir.OpStore, at, nil, x.int64(5), q)
	case 1:
		x.emit(ir.OpLoad, at, []ir.Type{ir.Int}, q)
	default:
		x.touch(r, q, int64(1+r.below(8)), ir.Attr{Align: at.Align})
	}
}

// violateWildcard uses an address whose allocation was not exposed, or is freed.
func (x *function) violateWildcard(r *record, legal bool) {
	if r.below(2) == 0 {
		p := x.external("calloc", []value{x.int64(1), x.int64(8)}, ir.Ptr)
		n := x.typed(ir.OpPtrToInt, ir.Attr{}, ir.Int, p)
		if !legal {
			x.external("free", []value{p}, ir.Unit)
		}
		q := x.typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, n)
		x.touch(r, q, int64(1+r.below(8)), ir.Attr{})
		return
	}
	o := x.newSlot(r, 8, bytesOnly)
	op := ir.OpPtrToAddr
	if legal {
		op = ir.OpPtrToInt
	}
	n := x.raw2(op, ir.Attr{}, o.base)
	q := x.typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, n)
	x.touch(r, q, int64(1+r.below(8)), ir.Attr{})
}

// violateStrictProvenance is undefined only in runs that ask for strict provenance.
func (x *function) violateStrictProvenance(r *record, legal bool) {
	o := x.newSlot(r, 8, bytesOnly)
	n := x.raw2(ir.OpPtrToInt, ir.Attr{}, o.base)
	q := x.typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, n)
	if legal {
		q = o.base
	}
	x.touch(r, q, int64(1+r.below(8)), ir.Attr{})
}

func (x *function) violateConstant(r *record, legal bool) {
	const text = "constant"
	p := x.symbolOf(x.g.text(text), nil)
	at := int64(r.below(len(text) + 1))
	n := 1 + int64(r.below(len(text)+1-int(at)))
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(at))
	if legal {
		x.peek(r, q, min(n, 8), ir.Attr{})
		return
	}
	switch r.below(4) {
	case 0:
		x.emit(ir.OpMemSet, ir.Attr{}, nil, q, x.int64('c'), x.int64(n))
	case 1:
		x.emit(ir.OpAtomicStore, ir.Attr{N: uint32(min(n, 8)), Order: ir.SeqCst}, nil, x.int64(1), q)
	case 2:
		o := x.newSlot(r, n, bytesOnly)
		x.emit(ir.OpMemCpy, ir.Attr{}, nil, q, o.base, x.int64(n))
	default:
		x.emit(ir.OpStore, ir.Attr{N: uint32(n)}, nil, x.int64(1), q)
	}
}

// violateFreed uses memory after its end; something else may have been allocated meanwhile.
func (x *function) violateFreed(r *record, legal bool) {
	size := int64(8 * (1 + r.below(3)))
	p := x.external("calloc", []value{x.int64(size), x.int64(1)}, ir.Ptr)
	x.external("free", []value{p}, ir.Unit)
	q := p
	if r.below(2) == 0 || legal {
		q = x.external("calloc", []value{x.int64(size), x.int64(1)}, ir.Ptr)
	}
	if !legal {
		q = p
	}
	x.touch(r, q, int64(1+r.below(8)), ir.Attr{})
}

// violateSlot uses a slot after control left its region.
func (x *function) violateSlot(r *record, legal bool) {
	outer := x.region
	region := x.f.AddRegion(outer, ir.PlainRegion)
	next := x.f.AddBlock(outer)
	entry := x.f.AddBlock(region)
	keep := x.newSlot(r, 8, bytesOnly)
	x.br(entry, x.token())
	x.region = region
	x.open(entry, nil)
	o := x.newSlot(r, 8, bytesOnly)
	if legal {
		x.touch(r, o.base, int64(1+r.below(8)), ir.Attr{})
		o = keep
	}
	x.region = outer
	x.yield(r, next, x.token())
	x.open(next, nil)
	x.touch(r, o.base, int64(1+r.below(8)), ir.Attr{})
}

// violateLoopSlot uses the slot of the iteration before.
func (x *function) violateLoopSlot(r *record, legal bool) {
	outer := x.region
	keep := x.newSlot(r, 8, bytesOnly)
	region := x.f.AddRegion(outer, ir.LoopRegion)
	next := x.f.AddBlock(outer)
	header := x.f.AddBlock(region)
	more := x.f.AddBlock(region)
	x.br(header, x.withToken([]ir.Operand{{Value: x.int64(int64(1 + r.below(2))).id}, {Value: keep.base.id}}))
	n := value{id: x.f.AddArg(header, ir.Int, ir.NoAnnot), typ: ir.Int}
	p := value{id: x.f.AddArg(header, ir.Ptr, ir.NoAnnot), typ: ir.Ptr}
	x.region = region
	x.open(header, nil)
	x.touch(r, p, int64(1+r.below(8)), ir.Attr{})
	o := x.newSlot(r, 8, bytesOnly)
	x.touch(r, o.base, 8, ir.Attr{})
	x.brif(x.raw2(ir.OpIntToBool, ir.Attr{}, n), ir.Target{Block: more, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	x.open(more, nil)
	less := x.raw2(ir.OpSub, ir.Attr{}, n, x.int64(1))
	q := o.base
	if legal {
		q = keep.base
	}
	x.count()
	x.at.Inst(ir.OpContinue, ir.Attr{}, x.withToken([]ir.Operand{{Value: less.id}, {Value: q.id}}), nil, nil, ir.Synthetic)
	x.region = outer
	x.open(next, nil)
}

func (x *function) violateDoubleFree(r *record, legal bool) {
	p := x.external("malloc", []value{x.int64(8)}, ir.Ptr)
	q := x.external("malloc", []value{x.int64(8)}, ir.Ptr)
	x.external("free", []value{p}, ir.Unit)
	if r.below(2) == 0 {
		q = x.external("malloc", []value{x.int64(8)}, ir.Ptr) // perhaps in the same place
	}
	if legal {
		p = q
	}
	x.external("free", []value{p}, ir.Unit)
}

func (x *function) violateFree(r *record, legal bool) {
	p := x.external("malloc", []value{x.int64(8)}, ir.Ptr)
	if legal {
		q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(8))
		p = x.raw2(ir.OpPtrAdd, ir.Attr{}, q, x.int64(-8))
	} else {
		switch r.below(4) {
		case 0:
			p = x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(1))
		case 1:
			p = x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(8))
		case 2:
			p = x.symbolOf(x.g.text("data"), nil)
		default:
			p = x.newSlot(r, 8, bytesOnly).base
		}
	}
	x.external("free", []value{p}, ir.Unit)
}

func (x *function) violateSignature(r *record, legal bool) {
	x.g.identity("byteparam")
	f := x.symbolOf("byteparam", nil)
	args, results := []value{x.int64(3)}, []ir.Type{ir.Int}
	if !legal {
		switch r.below(5) {
		case 0:
			args = append(args, x.int64(4))
		case 1:
			args = nil
		case 2:
			args = []value{x.bool(true)}
		case 3:
			results = nil
		default:
			results = []ir.Type{ir.Bool}
		}
	}
	x.call(f, args, results)
}

func (x *function) violateTarget(r *record, legal bool) {
	x.g.identity("byteparam")
	p := x.symbolOf("byteparam", nil)
	if !legal {
		switch r.below(2) {
		case 0:
			p = x.symbolOf(x.g.text("data"), nil)
		default:
			p = x.newSlot(r, 8, bytesOnly).base
		}
	}
	x.call(p, []value{x.int64(1)}, []ir.Type{ir.Int})
}

func (x *function) violateOverlap(r *record, legal bool) {
	n := int64(1 + r.below(9))
	p := x.newSlot(r, 32, bytesOnly).base
	d := n
	if !legal {
		d = int64(r.byte()) % n
		if r.below(2) == 0 {
			d = n - 1
		}
	}
	if r.below(2) == 0 {
		d = -d
	}
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(12))
	s := x.raw2(ir.OpPtrAdd, ir.Attr{}, q, x.int64(d))
	x.emit(ir.OpMemCpy, ir.Attr{}, nil, q, s, x.int64(n))
}

func (x *function) violateLength(r *record, legal bool) {
	o, from := x.newSlot(r, 8, bytesOnly).base, x.newSlot(r, 8, bytesOnly).base
	n := x.either64(legal, 0, -1)
	fill := x.int64(1)
	switch r.below(3) {
	case 0:
		n = x.raw2(ir.OpZExt, ir.Attr{Imm: 3}, x.poisoned(r, legal))
	case 1:
		n, fill = x.int64(8), x.poisoned(r, legal)
		x.emit(ir.OpMemSet, ir.Attr{}, nil, o, fill, n)
		return
	}
	switch r.below(3) {
	case 0:
		x.emit(ir.OpMemSet, ir.Attr{}, nil, o, fill, n)
	case 1:
		x.emit(ir.OpMemCpy, ir.Attr{}, nil, o, from, n)
	default:
		x.emit(ir.OpMemMove, ir.Attr{}, nil, o, from, n)
	}
}

// violateMask has a mask of which one byte is poison.
func (x *function) violateMask(r *record, legal bool) {
	l, t := ir.Lane{Kind: ir.LaneU, Bits: 8}, ir.Vec(32, false)
	p := x.newSlot(r, 8, bytesOnly).base
	v := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.int64(1))
	mask := x.raw2(ir.OpVecInsert, ir.Attr{Lane: l}, v, x.poisoned(r, legal), x.int64(int64(r.below(4))))
	switch r.below(3) {
	case 0:
		x.emit(ir.OpVecLoad, ir.Attr{Lane: l}, []ir.Type{t}, p, mask)
	case 1:
		x.emit(ir.OpVecStore, ir.Attr{Lane: l}, nil, v, p, mask)
	default:
		x.emit(ir.OpVecGather, ir.Attr{Lane: l}, []ir.Type{t}, p, v, mask)
	}
}

func (x *function) violateExternal(r *record, legal bool) {
	v := x.poisoned(r, legal)
	if r.below(2) == 0 {
		x.external("putchar", []value{x.raw2(ir.OpZExt, ir.Attr{Imm: 7}, v)}, ir.Int)
		return
	}
	x.external("printf", []value{x.symbolOf(x.g.text("%d\n"), nil), v}, ir.Int)
}

// violateRead shows bytes of which one is uninit, poison or part of a pointer.
func (x *function) violateRead(r *record, legal bool) {
	n := int64(1 + r.below(8))
	k := int64(r.below(int(n)))
	o := x.newSlot(r, n, anything)
	x.emit(ir.OpMemSet, ir.Attr{}, nil, o.base, x.int64('a'), x.int64(k))
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, o.base, x.int64(k+1))
	x.emit(ir.OpMemSet, ir.Attr{}, nil, q, x.int64('b'), x.int64(n-k-1))
	at := x.raw2(ir.OpPtrAdd, ir.Attr{}, o.base, x.int64(k))
	switch {
	case legal:
		x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.int64('c'), at)
	case r.below(2) == 0:
		x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.poisoned(r, false), at)
	}
	x.external("write", []value{x.int64(1), o.base, x.int64(n)}, ir.Int)
}

func (x *function) violateResult(r *record, legal bool) {
	v := x.poisoned(r, legal)
	x.g.result = &v
}

// violateRace writes while another thread may write.
func (x *function) violateRace(r *record, legal bool) {
	x.g.worker()
	o := x.newSlot(r, 8, bytesOnly)
	id := x.external("thread_spawn", []value{x.symbolOf("worker", nil), o.base}, ir.Int)
	if legal {
		x.external("thread_join", []value{id}, ir.Int)
	}
	x.emit(ir.OpStore, ir.Attr{N: 8}, nil, x.int64(1), o.base)
	if !legal {
		x.external("thread_join", []value{id}, ir.Int)
	}
}

// worker is a function for threads, which writes where its argument points.
func (g *generator) worker() {
	if g.m.Func("worker") != nil {
		return
	}
	f := g.m.AddFunc("worker", []ir.Param{{Type: ir.Ptr}}, []ir.Param{{Type: ir.Int}})
	e := f.AddBlock(ir.Body)
	mem := f.AddArg(e, ir.Mem, ir.NoAnnot)
	b := f.At(e)
	v := b.Int64(7, ir.Synthetic)
	mem = b.Store(8, v, b.Param(0, ir.Synthetic), mem, ir.Synthetic)
	b.Ret(ir.Synthetic, v, mem)
}

// violateToken reads with a token from before the write.
func (x *function) violateToken(r *record, legal bool) {
	o := x.newSlot(r, 8, bytesOnly)
	old, p := x.mem, o.base
	x.emit(ir.OpStore, ir.Attr{N: 8}, nil, x.int64(1), p)
	token := x.mem
	if !legal {
		token = old
	}
	x.count()
	x.at.Inst(ir.OpLoad, ir.Attr{N: 8}, []ir.Operand{{Value: p.id}, {Value: token}}, nil, []ir.Type{ir.Int}, ir.Synthetic)
}

func (x *function) violateLandingPad(r *record, legal bool) {
	if !legal {
		x.emit(ir.OpLandingPad, ir.Attr{}, nil)
	}
}

func (x *function) violateContract(r *record, legal bool) {
	d := x.symbolOf(x.g.text("%d\n"), nil)
	if r.below(2) == 0 {
		x.external("printf", []value{d, x.either64(legal, 1<<31-1, 1<<33)}, ir.Int)
		return
	}
	x.external("printf", []value{d, x.either64(legal, -1<<31, -1<<33)}, ir.Int)
}

func (x *function) violateJoin(r *record, legal bool) {
	x.g.worker()
	o := x.newSlot(r, 8, bytesOnly)
	id := x.external("thread_spawn", []value{x.symbolOf("worker", nil), o.base}, ir.Int)
	x.external("thread_join", []value{id}, ir.Int)
	if !legal {
		if r.below(2) == 0 {
			id = x.int64(77)
		}
		x.external("thread_join", []value{id}, ir.Int)
	}
}
