// Package ub plants undefined behaviour, and its twin: a program that comes as near as a defined one can.
//
//   - violations.go: the table of violations by code, and [Plant]
//   - poison_sources.go: ints that are poison, each for a reason of its own; poison_flows.go: operations that
//     carry poison on; known.go: ints that are poison only if an engine computes something wrong
//   - ub.go: what they share
//
// Non-goals: deciding where a violation stands, and what else the program does (package gen).
package ub

import (
	"math"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// violation is a way to be undefined. Its twin, made when legal is true, comes as near as a
// defined program can.
type violation struct {
	code interp.Code
	make func(x *build.Func, r *choice.Record, legal bool)
}

// violations is the table of violations. A code occurs as often as it has variants.
var violations = []violation{
	{interp.UBBranchPoison, violateBranch},
	{interp.UBBranchPoison, violateBranch},
	{interp.UBBranchPoison, violateBranch},
	{interp.UBBranchPoison, violateBranch},
	{interp.UBBranchPoison, violateBranch},
	{interp.UBSwitchPoison, violateSwitch},
	{interp.UBUnreachable, violateUnreachable},
	{interp.UBPoisonPointer, violatePoisonPointer},
	{interp.UBNull, violateNull},
	{interp.UBDangling, violateDangling},
	{interp.UBOutOfBounds, violateBounds},
	{interp.UBOutOfBounds, violateBounds},
	{interp.UBOutOfBounds, violateBulkBounds},
	{interp.UBMisaligned, violateAlignment},
	{interp.UBMisaligned, violateAlignment},
	{interp.UBMisaligned, violateAlignment},
	{interp.UBWildcard, violateWildcard},
	{interp.UBStrictProvenance, violateStrictProvenance},
	{interp.UBWriteConst, violateConstant},
	{interp.UBUseAfterFree, violateFreed},
	{interp.UBDeadSlot, violateSlot},
	{interp.UBDeadSlot, violateLoopSlot},
	{interp.UBDoubleFree, violateDoubleFree},
	{interp.UBInvalidFree, violateFree},
	{interp.UBCallSignature, violateSignature},
	{interp.UBCallTarget, violateTarget},
	{interp.UBOverlap, violateOverlap},
	{interp.UBPoisonLength, violateLength},
	{interp.UBPoisonLength, violateMask},
	{interp.UBPoisonExternal, violateExternal},
	{interp.UBExternalRead, violateRead},
	{interp.UBPoisonResult, violateResult},
	{interp.UBDataRace, violateRace},
	{interp.UBStaleToken, violateToken},
	{interp.UBLandingPad, violateLandingPad},
	{interp.UBHostContract, violateContract},
	{interp.UBJoin, violateJoin},
	{interp.UBDeadSlot, violateEnded},
	{interp.UBBadSlotSize, violateSlotSize},
	{interp.UBBadSlotEnd, violateSlotEnd},
	{interp.UBBadVaList, violateList},
	{interp.UBSource, violateSource},
}

// violateBranch branches on a comparison of what is or is not poison.
func violateBranch(x *build.Func, r *choice.Record, legal bool) {
	v := poisoned(x, r, legal)
	// A comparison of poison is poison, whatever the numbers.
	c := x.Raw(ir.OpICmp, ir.Attr{Pred: ir.Pred(r.Below(6))}, v, x.Int64(int64(r.Below(3))))
	fork(x, c)
}

// violateSwitch switches on it.
func violateSwitch(x *build.Func, r *choice.Record, legal bool) {
	v := poisoned(x, r, legal)
	next := x.F.AddBlock(x.Region)
	targets := []ir.Target{{Block: next, Args: x.Token()}}
	// With and without a case: a switch of the default alone looks at its operand, too.
	if r.Below(2) == 1 {
		targets = append([]ir.Target{{Block: next, Args: x.Token(), Case: new(num.New(int64(r.Below(3))))}}, targets...)
	}
	x.Count()
	x.At.Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{{Value: v.ID}}, targets, nil, ir.Synthetic)
	x.Open(next, nil)
}

// violateUnreachable comes to unreachable or passes it by.
//
// The comparison is of constants that differ by b: -1, 0 or 1.
func violateUnreachable(x *build.Func, r *choice.Record, legal bool) {
	out, next := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	a, b := int64(r.Byte()), int64(1)
	if r.Below(2) == 1 {
		b = -1
	}
	if !legal {
		b = 0
	}
	c := x.Raw(ir.OpICmp, ir.Attr{Pred: ir.EQ}, x.Int64(a), x.Int64(a+b))
	x.Brif(c, ir.Target{Block: out, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	// The token of the way that continues is that before the branch.
	mem := x.Mem
	x.Open(out, nil)
	x.Count()
	x.At.Inst(ir.OpUnreachable, ir.Attr{}, nil, nil, nil, ir.Synthetic)
	x.Mem = mem
	x.Open(next, nil)
}

// violatePoisonPointer accesses memory through a pointer that is or is not poison.
func violatePoisonPointer(x *build.Func, r *choice.Record, legal bool) {
	v := poisoned(x, r, legal)
	o := x.NewSlot(r, 8, build.BytesOnly)
	// A call through a pointer is an access as well: both arms are the function, only the condition is poison.
	if r.Below(4) == 0 {
		identity(x.Prog, "byteparam")
		f := x.SymbolOf("byteparam", nil)
		c := x.Raw(ir.OpIntToBool, ir.Attr{}, v)
		p := x.Raw(ir.OpSelect, ir.Attr{}, c, f, f)
		x.Call(p, []build.Value{x.Int64(1)}, []ir.Type{ir.Int})
		return
	}
	// An offset of 0 times v: nothing but poison moves the pointer.
	p := x.Raw(ir.OpPtrAdd, ir.Attr{}, o.Base, x.Raw(ir.OpMul, ir.Attr{}, v, x.Int64(0)))
	touch(x, r, p, int64(1+r.Below(8)), ir.Attr{})
}

// violateNull accesses null or a slot.
func violateNull(x *build.Func, r *choice.Record, legal bool) {
	o := x.NewSlot(r, 8, build.BytesOnly)
	zero := x.Typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, x.Int64(0))
	p := x.Raw(ir.OpSelect, ir.Attr{}, x.Bool(legal), o.Base, zero)
	touch(x, r, p, int64(1+r.Below(8)), ir.Attr{})
}

// violateDangling uses a pointer made of known bytes.
//
// Bytes that were stored as an int carry no provenance, even if they are the address of memory that is
// exposed: reading them as a pointer gives one that is good for nothing.
func violateDangling(x *build.Func, r *choice.Record, legal bool) {
	o := x.NewSlot(r, 8, build.BytesOnly)
	holder := x.NewSlot(r, 8, build.Anything)
	v := o.Base
	if !legal {
		v = x.Typed(ir.OpPtrToInt, ir.Attr{}, ir.Int, o.Base) // exposed all the same
	}
	x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, v, holder.Base)
	p := x.Typed(ir.OpLoad, ir.Attr{N: 8}, ir.Ptr, holder.Base)
	touch(x, r, p, int64(1+r.Below(8)), ir.Attr{})
}

// violateBounds makes an access of which a byte is before or behind its object, or the lane of one.
func violateBounds(x *build.Func, r *choice.Record, legal bool) {
	size := int64(1 + r.Below(24))
	n := 1 + int64(r.Byte())%min(size, 8)
	p := freshObject(x, r, size)
	// at is the last place, or the first, where n bytes fit; off goes one byte beyond.
	at, off := size-n, int64(1)
	if r.Below(3) == 0 {
		at, off = 0, -1
	}
	if !legal {
		at += off
	}
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(at))
	if r.Below(4) == 0 { // a lane
		l := ir.Lane{Kind: ir.LaneI, Bits: 8}
		t := ir.Vec(32, false)
		k := int64(r.Below(4))
		v := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.Int64(1))
		mask := x.Typed(ir.OpBitCast, ir.Attr{}, t, x.Big(num.Pow2(uint(8*k))))
		end := size - 1
		if off < 0 {
			end = 0
		}
		if !legal {
			end += off
		}
		if r.Below(2) == 0 {
			q = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(end-k))
			if r.Below(2) == 0 {
				x.Emit(ir.OpVecStore, ir.Attr{Lane: l}, nil, v, q, mask)
			} else {
				x.Emit(ir.OpVecLoad, ir.Attr{Lane: l}, []ir.Type{t}, q, mask)
			}
			return
		}
		bits := uint16(8 << r.Below(4))
		if r.Below(2) == 0 { // seen from the end
			p = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(size))
			end -= size
		}
		index := x.Typed(ir.OpVecSplat, ir.Attr{Lane: ir.Lane{Kind: ir.LaneS, Bits: bits}}, ir.Vec(4*uint32(bits), false), x.Int64(end))
		if r.Below(2) == 0 {
			x.Emit(ir.OpVecScatter, ir.Attr{Lane: l}, nil, v, p, index, mask)
		} else {
			x.Emit(ir.OpVecGather, ir.Attr{Lane: l}, []ir.Type{t}, p, index, mask)
		}
		return
	}
	touch(x, r, q, n, ir.Attr{})
}

// violateBulkBounds copies or sets one byte too many.
func violateBulkBounds(x *build.Func, r *choice.Record, legal bool) {
	size := int64(1 + r.Below(40))
	p, big := freshObject(x, r, size), x.NewSlot(r, 64, build.BytesOnly).Base
	from := int64(r.Below(int(size)))
	n := size - from
	if !legal {
		n++
	}
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(from))
	op := [...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[r.Below(2)]
	switch r.Below(4) {
	case 0:
		x.Emit(ir.OpMemSet, ir.Attr{}, nil, q, x.Int64(1), x.Int64(n))
	case 1:
		x.Emit(op, ir.Attr{}, nil, q, big, x.Int64(n))
	case 2:
		x.External("memcpy", []build.Value{big, q, x.Int64(n)}, ir.Ptr)
	default:
		x.Emit(op, ir.Attr{}, nil, big, q, x.Int64(n))
	}
}

// violateAlignment makes an access that promises an alignment of 2 to 16 where the address has less. The slot is
// aligned to 16; off stays below its 64 bytes less the largest access.
func violateAlignment(x *build.Func, r *choice.Record, legal bool) {
	i := x.Emit(ir.OpStackSlot, ir.Attr{Imm: 64, Align: 16}, nil)
	p := build.Value{ID: x.F.Result(i, 0), Type: ir.Ptr}
	x.Emit(ir.OpMemSet, ir.Attr{}, nil, p, x.Int64(0), x.Int64(64))
	a := int64(2) << r.Below(4)
	off := a * int64(1+r.Below(2))
	if !legal {
		off -= misaligned(r, a)
	}
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(off))
	at := ir.Attr{Align: uint32(a), N: 1 << r.Below(4)}
	switch r.Below(4) {
	case 0:
		x.Emit(ir.OpStore, at, nil, x.Int64(5), q)
	case 1:
		x.Emit(ir.OpLoad, at, []ir.Type{ir.Int}, q)
	default:
		touch(x, r, q, int64(1+r.Below(8)), ir.Attr{Align: at.Align})
	}
}

// violateWildcard uses an address whose allocation was not exposed, or is freed.
//
// ptrtoint exposes the allocation, ptrtoaddr does not. An exposed one that is freed is no candidate either.
func violateWildcard(x *build.Func, r *choice.Record, legal bool) {
	if r.Below(2) == 0 {
		p := x.External("calloc", []build.Value{x.Int64(1), x.Int64(8)}, ir.Ptr)
		n := x.Typed(ir.OpPtrToInt, ir.Attr{}, ir.Int, p)
		if !legal {
			x.External("free", []build.Value{p}, ir.Unit)
		}
		q := x.Typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, n)
		touch(x, r, q, int64(1+r.Below(8)), ir.Attr{})
		return
	}
	o := x.NewSlot(r, 8, build.BytesOnly)
	op := ir.OpPtrToAddr
	if legal {
		op = ir.OpPtrToInt
	}
	n := x.Raw(op, ir.Attr{}, o.Base)
	q := x.Typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, n)
	touch(x, r, q, int64(1+r.Below(8)), ir.Attr{})
}

// violateStrictProvenance is undefined only in runs that ask for strict provenance.
//
// Such runs take only pointers that were never ints.
func violateStrictProvenance(x *build.Func, r *choice.Record, legal bool) {
	o := x.NewSlot(r, 8, build.BytesOnly)
	n := x.Raw(ir.OpPtrToInt, ir.Attr{}, o.Base)
	q := x.Typed(ir.OpIntToPtr, ir.Attr{}, ir.Ptr, n)
	if legal {
		q = o.Base
	}
	touch(x, r, q, int64(1+r.Below(8)), ir.Attr{})
}

// violateConstant writes to constant data, all of it or a part, or reads the same bytes. Each kind of write has its
// own check of the permission. The text ends in a null byte, hence one more than its length.
func violateConstant(x *build.Func, r *choice.Record, legal bool) {
	const text = "constant"
	p := x.SymbolOf(x.Prog.Text(text), nil)
	at := int64(r.Below(len(text) + 1))
	n := 1 + int64(r.Below(len(text)+1-int(at)))
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(at))
	if legal {
		peek(x, r, q, min(n, 8), ir.Attr{})
		return
	}
	switch r.Below(4) {
	case 0:
		x.Emit(ir.OpMemSet, ir.Attr{}, nil, q, x.Int64('c'), x.Int64(n))
	case 1:
		x.Emit(ir.OpAtomicStore, ir.Attr{N: uint32(min(n, 8)), Order: ir.SeqCst}, nil, x.Int64(1), q)
	case 2:
		o := x.NewSlot(r, n, build.BytesOnly)
		x.Emit(ir.OpMemCpy, ir.Attr{}, nil, q, o.Base, x.Int64(n))
	default:
		x.Emit(ir.OpStore, ir.Attr{N: uint32(n)}, nil, x.Int64(1), q)
	}
}

// violateFreed uses memory after its end; something else may have been allocated meanwhile.
//
// A new allocation may have the address of the old one: provenance, not the address, decides.
func violateFreed(x *build.Func, r *choice.Record, legal bool) {
	size := int64(8 * (1 + r.Below(3)))
	p := x.External("calloc", []build.Value{x.Int64(size), x.Int64(1)}, ir.Ptr)
	x.External("free", []build.Value{p}, ir.Unit)
	q := p
	if r.Below(2) == 0 || legal {
		q = x.External("calloc", []build.Value{x.Int64(size), x.Int64(1)}, ir.Ptr)
	}
	if !legal {
		q = p
	}
	touch(x, r, q, int64(1+r.Below(8)), ir.Attr{})
}

// violateSlot uses a slot after control left its region.
//
// A slot lives as long as control is in the region that it was made in.
func violateSlot(x *build.Func, r *choice.Record, legal bool) {
	outer := x.Region
	region := x.F.AddRegion(outer, ir.PlainRegion)
	next := x.F.AddBlock(outer)
	entry := x.F.AddBlock(region)
	keep := x.NewSlot(r, 8, build.BytesOnly)
	x.Br(entry, x.Token())
	x.Region = region
	x.Open(entry, nil)
	o := x.NewSlot(r, 8, build.BytesOnly)
	if legal {
		touch(x, r, o.Base, int64(1+r.Below(8)), ir.Attr{})
		o = keep
	}
	x.Region = outer
	x.Yield(r, next, x.Token())
	x.Open(next, nil)
	touch(x, r, o.Base, int64(1+r.Below(8)), ir.Attr{})
}

// violateLoopSlot uses the slot of the iteration before.
//
// continue ends the life of the slots of the iteration, and the argument brings the pointer into the next.
func violateLoopSlot(x *build.Func, r *choice.Record, legal bool) {
	outer := x.Region
	keep := x.NewSlot(r, 8, build.BytesOnly)
	region := x.F.AddRegion(outer, ir.LoopRegion)
	next := x.F.AddBlock(outer)
	header := x.F.AddBlock(region)
	more := x.F.AddBlock(region)
	x.Br(header, x.WithToken([]ir.Operand{{Value: x.Int64(int64(1 + r.Below(2))).ID}, {Value: keep.Base.ID}}))
	n := build.Value{ID: x.F.AddArg(header, ir.Int, ir.NoAnnot), Type: ir.Int}
	p := build.Value{ID: x.F.AddArg(header, ir.Ptr, ir.NoAnnot), Type: ir.Ptr}
	x.Region = region
	x.Open(header, nil)
	touch(x, r, p, int64(1+r.Below(8)), ir.Attr{})
	o := x.NewSlot(r, 8, build.BytesOnly)
	touch(x, r, o.Base, 8, ir.Attr{})
	x.Brif(x.Raw(ir.OpIntToBool, ir.Attr{}, n), ir.Target{Block: more, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	x.Open(more, nil)
	less := x.Raw(ir.OpSub, ir.Attr{}, n, x.Int64(1))
	q := o.Base
	if legal {
		q = keep.Base
	}
	x.Count()
	x.At.Inst(ir.OpContinue, ir.Attr{}, x.WithToken([]ir.Operand{{Value: less.ID}, {Value: q.ID}}), nil, nil, ir.Synthetic)
	x.Region = outer
	x.Open(next, nil)
}

// violateDoubleFree frees memory twice, or another allocation the second time.
func violateDoubleFree(x *build.Func, r *choice.Record, legal bool) {
	p := x.External("malloc", []build.Value{x.Int64(8)}, ir.Ptr)
	q := x.External("malloc", []build.Value{x.Int64(8)}, ir.Ptr)
	x.External("free", []build.Value{p}, ir.Unit)
	if r.Below(2) == 0 {
		q = x.External("malloc", []build.Value{x.Int64(8)}, ir.Ptr) // perhaps in the same place
	}
	if legal {
		p = q
	}
	x.External("free", []build.Value{p}, ir.Unit)
}

// violateFree frees what is no start of a heap allocation: its inside, its end, constant data or a slot. The twin
// goes to the end and back, which is the start again.
func violateFree(x *build.Func, r *choice.Record, legal bool) {
	p := x.External("malloc", []build.Value{x.Int64(8)}, ir.Ptr)
	if legal {
		q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(8))
		p = x.Raw(ir.OpPtrAdd, ir.Attr{}, q, x.Int64(-8))
	} else {
		switch r.Below(4) {
		case 0:
			p = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(1))
		case 1:
			p = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(8))
		case 2:
			p = x.SymbolOf(x.Prog.Text("data"), nil)
		default:
			p = x.NewSlot(r, 8, build.BytesOnly).Base
		}
	}
	x.External("free", []build.Value{p}, ir.Unit)
}

// violateEnded uses a slot after stack_end, to access it or to end it again; the twin uses another one.
func violateEnded(x *build.Func, r *choice.Record, legal bool) {
	p := x.NewSlot(r, 8, build.BytesOnly).Base
	ended := p
	if legal {
		ended = x.NewSlot(r, 8, build.BytesOnly).Base
	}
	x.Emit(ir.OpStackEnd, ir.Attr{}, nil, ended)
	if r.Below(3) == 0 {
		x.Emit(ir.OpStackEnd, ir.Attr{}, nil, p)
		return
	}
	touch(x, r, p, 8, ir.Attr{})
}

// violateSlotSize makes a slot of a size that is negative, too large or poison.
func violateSlotSize(x *build.Func, r *choice.Record, legal bool) {
	n := x.Int64(int64(r.Byte()))
	if !legal {
		switch r.Below(3) {
		case 0:
			n = x.Raw(ir.OpSub, ir.Attr{}, x.Int64(0), x.Int64(1+int64(r.Byte())))
		case 1:
			n = x.Raw(ir.OpAdd, ir.Attr{}, x.Int64(math.MaxInt64), x.Int64(1+int64(r.Byte())))
		default:
			n = poisoned(x, r, false)
		}
	}
	x.Raw(ir.OpStackSlotDyn, ir.Attr{Align: 1 << r.Below(5)}, n)
}

// violateSlotEnd ends what is no start of a slot of the function: its inside, its end, heap memory or data.
func violateSlotEnd(x *build.Func, r *choice.Record, legal bool) {
	p := x.NewSlot(r, 8, build.BytesOnly).Base
	if !legal {
		switch r.Below(4) {
		case 0:
			p = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(1))
		case 1:
			p = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(8))
		case 2:
			p = x.SymbolOf(x.Prog.Text("data"), nil)
		default:
			p = x.External("malloc", []build.Value{x.Int64(8)}, ir.Ptr)
		}
	}
	x.Emit(ir.OpStackEnd, ir.Attr{}, nil, p)
}

// violateSignature calls a function with one argument too many or too few, one of another type, no result or one of
// another type.
func violateSignature(x *build.Func, r *choice.Record, legal bool) {
	identity(x.Prog, "byteparam")
	f := x.SymbolOf("byteparam", nil)
	args, results := []build.Value{x.Int64(3)}, []ir.Type{ir.Int}
	if !legal {
		switch r.Below(5) {
		case 0:
			args = append(args, x.Int64(4))
		case 1:
			args = nil
		case 2:
			args = []build.Value{x.Bool(true)}
		case 3:
			results = nil
		default:
			results = []ir.Type{ir.Bool}
		}
	}
	x.Call(f, args, results)
}

// violateTarget calls data or a slot. Both are good pointers, only not to a function.
func violateTarget(x *build.Func, r *choice.Record, legal bool) {
	identity(x.Prog, "byteparam")
	p := x.SymbolOf("byteparam", nil)
	if !legal {
		switch r.Below(2) {
		case 0:
			p = x.SymbolOf(x.Prog.Text("data"), nil)
		default:
			p = x.NewSlot(r, 8, build.BytesOnly).Base
		}
	}
	x.Call(p, []build.Value{x.Int64(1)}, []ir.Type{ir.Int})
}

// violateOverlap copies n bytes between places less than n apart by memcpy, or exactly n apart. d = n - 1, an overlap
// in one byte, is drawn at least half of the time; with n = 1 it is 0, the same place.
func violateOverlap(x *build.Func, r *choice.Record, legal bool) {
	n := int64(1 + r.Below(9))
	p := x.NewSlot(r, 32, build.BytesOnly).Base
	d := n
	if !legal {
		d = int64(r.Byte()) % n
		if r.Below(2) == 0 {
			d = n - 1
		}
	}
	if r.Below(2) == 0 {
		d = -d
	}
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(12))
	s := x.Raw(ir.OpPtrAdd, ir.Attr{}, q, x.Int64(d))
	x.Emit(ir.OpMemCpy, ir.Attr{}, nil, q, s, x.Int64(n))
}

// violateLength gives a bulk operation a length that is poison or negative, or fills with poison. The twin's length
// is in [0, 7] or 0, and the memory has 8 bytes.
func violateLength(x *build.Func, r *choice.Record, legal bool) {
	o, from := x.NewSlot(r, 8, build.BytesOnly).Base, x.NewSlot(r, 8, build.BytesOnly).Base
	n := either64(x, legal, 0, -1)
	fill := x.Int64(1)
	switch r.Below(3) {
	case 0:
		n = x.Raw(ir.OpZExt, ir.Attr{Imm: 3}, poisoned(x, r, legal))
	case 1:
		n, fill = x.Int64(8), poisoned(x, r, legal)
		x.Emit(ir.OpMemSet, ir.Attr{}, nil, o, fill, n)
		return
	}
	switch r.Below(3) {
	case 0:
		x.Emit(ir.OpMemSet, ir.Attr{}, nil, o, fill, n)
	case 1:
		x.Emit(ir.OpMemCpy, ir.Attr{}, nil, o, from, n)
	default:
		x.Emit(ir.OpMemMove, ir.Attr{}, nil, o, from, n)
	}
}

// violateMask has a mask of which one byte is poison.
//
// A mask is looked at in all its lanes.
func violateMask(x *build.Func, r *choice.Record, legal bool) {
	l, t := ir.Lane{Kind: ir.LaneU, Bits: 8}, ir.Vec(32, false)
	p := x.NewSlot(r, 8, build.BytesOnly).Base
	v := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.Int64(1))
	mask := x.Raw(ir.OpVecInsert, ir.Attr{Lane: l}, v, poisoned(x, r, legal), x.Int64(int64(r.Below(4))))
	switch r.Below(3) {
	case 0:
		x.Emit(ir.OpVecLoad, ir.Attr{Lane: l}, []ir.Type{t}, p, mask)
	case 1:
		x.Emit(ir.OpVecStore, ir.Attr{Lane: l}, nil, v, p, mask)
	default:
		x.Emit(ir.OpVecGather, ir.Attr{Lane: l}, []ir.Type{t}, p, v, mask)
	}
}

// violateExternal hands poison to a function of the host, as a fixed argument or one of printf's.
func violateExternal(x *build.Func, r *choice.Record, legal bool) {
	v := poisoned(x, r, legal)
	if r.Below(2) == 0 {
		x.External("putchar", []build.Value{x.Raw(ir.OpZExt, ir.Attr{Imm: 7}, v)}, ir.Int)
		return
	}
	x.External("printf", []build.Value{x.SymbolOf(x.Prog.Text("%d\n"), nil), v}, ir.Int)
}

// violateRead shows bytes of which one is uninit, poison or part of a pointer.
//
// write sends all n bytes, so that the k-th is read whatever is printed.
func violateRead(x *build.Func, r *choice.Record, legal bool) {
	n := int64(1 + r.Below(8))
	k := int64(r.Below(int(n)))
	o := x.NewSlot(r, n, build.Anything)
	x.Emit(ir.OpMemSet, ir.Attr{}, nil, o.Base, x.Int64('a'), x.Int64(k))
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, o.Base, x.Int64(k+1))
	x.Emit(ir.OpMemSet, ir.Attr{}, nil, q, x.Int64('b'), x.Int64(n-k-1))
	at := x.Raw(ir.OpPtrAdd, ir.Attr{}, o.Base, x.Int64(k))
	switch {
	case legal:
		x.Emit(ir.OpStore, ir.Attr{N: 1}, nil, x.Int64('c'), at)
	case r.Below(2) == 0:
		x.Emit(ir.OpStore, ir.Attr{N: 1}, nil, poisoned(x, r, false), at)
	}
	x.External("write", []build.Value{x.Int64(1), o.Base, x.Int64(n)}, ir.Int)
}

// violateResult makes the result of main poison. The generator returns it at the end of main, far from here.
func violateResult(x *build.Func, r *choice.Record, legal bool) {
	v := poisoned(x, r, legal)
	x.Prog.Result = &v
}

// violateRace writes while another thread may write.
//
// The thread writes the same 8 bytes. Only the join orders the two writes; the time at which either runs does not.
func violateRace(x *build.Func, r *choice.Record, legal bool) {
	worker(x.Prog)
	o := x.NewSlot(r, 8, build.BytesOnly)
	id := x.External("thread_spawn", []build.Value{x.SymbolOf("worker", nil), o.Base}, ir.Int)
	if legal {
		x.External("thread_join", []build.Value{id}, ir.Int)
	}
	x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, x.Int64(1), o.Base)
	if !legal {
		x.External("thread_join", []build.Value{id}, ir.Int)
	}
}

// violateToken reads with a token from before the write.
//
// Only runs that check tokens report it: the load reads the new bytes either way.
func violateToken(x *build.Func, r *choice.Record, legal bool) {
	o := x.NewSlot(r, 8, build.BytesOnly)
	old, p := x.Mem, o.Base
	x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, x.Int64(1), p)
	token := x.Mem
	if !legal {
		token = old
	}
	x.Count()
	x.At.Inst(ir.OpLoad, ir.Attr{N: 8}, []ir.Operand{{Value: p.ID}, {Value: token}}, nil, []ir.Type{ir.Int}, ir.Synthetic)
}

// violateLandingPad makes a landing pad where no call has unwound to. There is no twin but nothing.
func violateLandingPad(x *build.Func, r *choice.Record, legal bool) {
	if !legal {
		x.Emit(ir.OpLandingPad, ir.Attr{}, nil)
	}
}

// violateContract prints a number by %d that a C int of 32 bits does not hold. The twin takes the last that fits, at
// either end.
func violateContract(x *build.Func, r *choice.Record, legal bool) {
	d := x.SymbolOf(x.Prog.Text("%d\n"), nil)
	if r.Below(2) == 0 {
		x.External("printf", []build.Value{d, either64(x, legal, 1<<31-1, 1<<33)}, ir.Int)
		return
	}
	x.External("printf", []build.Value{d, either64(x, legal, -1<<31, -1<<33)}, ir.Int)
}

// violateJoin joins a thread a second time, or a number that is no thread.
func violateJoin(x *build.Func, r *choice.Record, legal bool) {
	worker(x.Prog)
	o := x.NewSlot(r, 8, build.BytesOnly)
	id := x.External("thread_spawn", []build.Value{x.SymbolOf("worker", nil), o.Base}, ir.Int)
	x.External("thread_join", []build.Value{id}, ir.Int)
	if !legal {
		if r.Below(2) == 0 {
			id = x.Int64(77)
		}
		x.External("thread_join", []build.Value{id}, ir.Int)
	}
}

// violateList has a variadic function take two ints of 4 bytes, where one was passed, one of them is a truth value, or one has more bytes.
func violateList(x *build.Func, r *choice.Record, legal bool) {
	const name = "takes2"
	if x.Prog.M.Func(name) == nil {
		f := x.Prog.M.AddFunc(name, nil, []ir.Param{{Type: ir.Int, Annot: ir.Signed(34)}})
		f.Variadic = true
		y := x.Prog.EmptyFunc(f, 100, true)
		list := y.Raw(ir.OpStackSlot, ir.Attr{Imm: ir.VaListBytes, Align: 8})
		y.Emit(ir.OpVaStart, ir.Attr{}, nil, list)
		a := y.Emit(ir.OpVaArg, ir.Attr{N: 4}, []ir.Type{ir.Int}, list)
		b := y.Emit(ir.OpVaArg, ir.Attr{N: 4}, []ir.Type{ir.Int}, list)
		y.Emit(ir.OpVaEnd, ir.Attr{}, nil, list)
		y.At.Ret(ir.Synthetic, y.At.Binary(ir.OpSub, f.Result(a, 1), f.Result(b, 1), ir.Synthetic), y.Mem)
	}
	args := []build.Value{x.Int64(-1 << 31), x.Int64(1<<32 - 1)}
	if kind := r.Below(3); !legal {
		switch kind {
		case 0:
			args = args[:1]
		case 1:
			args[r.Below(2)] = x.Int64([...]int64{1 << 32, -1<<31 - 1}[r.Below(2)])
		default:
			args[r.Below(2)] = x.Raw(ir.OpBConst, ir.Attr{Imm: 1})
		}
	}
	x.Call(x.SymbolOf(name, nil), args, []ir.Type{ir.Int})
}

// violateSource breaks, or does not, a rule of the source language that a mark names, in an instruction that nothing reads.
// Only a run that asks for it reports it.
func violateSource(x *build.Func, r *choice.Record, legal bool) {
	a, b, claim := x.Int64(100), x.Int64(27), ir.Signed(8)
	if !legal {
		b = x.Int64(29 + int64(r.Below(90)))
	}
	op, rule := ir.OpAdd, ir.RuleSignedOverflow
	switch r.Below(4) {
	case 0:
		op = ir.OpMul
		b = x.Int64(1)
		if !legal {
			b = x.Int64(2)
		}
	case 1: // a quotient by zero needs no claim
		op, rule, claim = ir.OpTDiv, ir.RuleDivision, ir.NoAnnot
		if !legal {
			b = x.Int64(0)
		}
	case 2:
		op, rule, claim = ir.OpShl, ir.RuleShift, ir.NoAnnot
		if !legal {
			b = x.Int64(-1)
		}
	}
	v := x.Raw(op, ir.Attr{}, a, b)
	x.F.SetAnnot(v.ID, claim)
	x.F.SetMark(x.F.Def(v.ID), ir.Mark{Rule: rule, Type: "signed char"})
}
