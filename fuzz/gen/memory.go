package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// base is a pointer to the start of an object. A global's address is made anew, stack and heap
// objects have one value.
func base(x *body, o *build.Object) build.Value {
	if o.Global != "" {
		return x.SymbolOf(o.Global, o)
	}
	return o.Base
}

// Sizes in bytes; zero bytes choose 8. Callers that need room for a pointer draw from the first five only.
var slotSizes = [...]int64{8, 16, 24, 32, 40, 64, 4, 128}

func stackSlot(x *body, r *choice.Record) {
	x.NewSlot(r, slotSizes[r.Below(len(slotSizes))], build.BytesOnly)
}

// uninitSlot makes memory whose bytes may be in any state, and puts something there. Its bytes may
// be uninit, poison or parts of pointers, so what is read is tainted.
func uninitSlot(x *body, r *choice.Record) {
	// The sizes are at least 8, as the load below takes 8 bytes.
	o := x.NewSlot(r, slotSizes[r.Below(5)], build.Anything)
	v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Int || v.Type == ir.Ptr || v.Type.Kind() == ir.KindByte })
	if v != nil {
		storeAt(x, r, *v, o.Base, min(int(o.Size), 1+r.Below(8)))
	}
	t := [...]ir.Type{ir.Int, ir.Bytes(8), ir.Ptr, ir.F64, ir.Vec(64, false)}[r.Below(5)]
	loadAt(x, r, t, o.Base, 8)
}

// pointerSlot makes memory that holds pointers into one object. All of its bytes are pointers to
// the same object, so that loads give pointers of known target.
func pointerSlot(x *body, r *choice.Record) {
	p := x.Find(r, func(v *build.Value) bool {
		// The object must have room for an access of 8 bytes, and must live at least as long as the slot.
		return v.Obj != nil && v.Type == ir.Ptr && v.Flags == 0 && v.Obj.Content == build.BytesOnly && v.Obj.Size >= 8 && v.Obj.Scope <= x.Scope
	})
	if p == nil {
		stackSlot(x, r)
		return
	}
	o := p.Obj
	// What is stored in memory may be read and used by others, so the object counts as escaped from here
	// on.
	o.Escaped = true
	s := x.NewSlot(r, int64(8*(1+r.Below(3))), build.PointersOnly)
	s.Pointee = o
	// Every 8 bytes are filled at once, so a load of a pointer never finds uninit bytes.
	for at := int64(0); at < s.Size; at += 8 {
		to := s.Base
		if at > 0 {
			to = x.Pointer(s.Base, x.Int64(at))
		}
		storeAt(x, r, x.into(r, o, 8), to, 8)
	}
}

// alignment is what the address of v is surely a multiple of. An address of unknown offset is
// aligned to nothing.
func alignment(v build.Value) uint32 {
	if v.Obj == nil || v.Lo != v.Hi {
		return 1
	}
	a := max(v.Obj.Align, 1)
	// The address is aligned as the object but for the offset, so halves are tried until the offset is a
	// multiple; 1 ends it.
	for v.Lo%int64(a) != 0 {
		a /= 2
	}
	return a
}

// access makes the attributes of an access of n bytes through p. A claim beyond what is known would
// be undefined behaviour, and is made as such only if asked for.
func access(x *body, r *choice.Record, p build.Value, n int) ir.Attr {
	a := ir.Attr{N: uint32(n)}
	if r.Chance(300) {
		// A claim at most as strong as what is known.
		a.Align = alignment(p)
		if r.Chance(x.prog.Cfg.UB / 2) {
			a.Align *= 2
		}
	}
	return a
}

// outOfBounds reports whether an access of n bytes is to be left out. In dead code anything goes.
func outOfBounds(x *body, p build.Value, n int) bool {
	// With UB the access may be made, and is the violation then.
	return p.Obj != nil && p.Hi+int64(n) > p.Obj.Size && !x.unsafe && x.prog.Cfg.UB == 0
}

// storeAt writes v, an int in n bytes. A store of what is unusual changes what is known of the
// object's content.
func storeAt(x *body, r *choice.Record, v, p build.Value, n int) {
	// The size of a type that has one takes the place of n, so callers may pass any n for it.
	if size, ok := v.Type.Size(1); ok {
		n = int(size)
	}
	if n == 0 || outOfBounds(x, p, n) {
		return
	}
	if v.Obj != nil {
		v.Obj.Escaped = true
	}
	op := ir.OpStore
	// What a volatile store writes is looked at: addresses, which are open, are not to be seen there.
	if event(r, n) && !v.Wild && v.Flags&(build.Fragments|build.Unspecified) == 0 {
		op = ir.OpVolatileStore
	}
	i := x.Emit(op, access(x, r, p, n), nil, v, p)
	// Bits beyond the stored bytes are not read: they may be called don't-care.
	if v.Type == ir.Int {
		x.IgnoreHigh(i, 0, uint(8*n))
	}
}

// loadAt reads a value of type t, an int of n bytes. Aggregates and vectors have their own size; an
// int has n bytes.
func loadAt(x *body, r *choice.Record, t ir.Type, p build.Value, n int) {
	if size, ok := t.Size(1); ok {
		n = int(size)
	}
	if outOfBounds(x, p, n) {
		return
	}
	if event(r, n) {
		x.Define(x.Emit(ir.OpVolatileLoad, access(x, r, p, n), []ir.Type{t}, p), 1, loaded(x, t, p, n))
		return
	}
	op := ir.OpLoad
	// Where no byte is that of a pointer, reading for exposure is reading.
	if p.Obj != nil && p.Obj.Content == build.BytesOnly && !t.IsAggregate() && t.Kind() != ir.KindPtr && t != ir.Unit && r.Chance(60) {
		op = ir.OpLoadExpose
	}
	i := x.Emit(op, access(x, r, p, n), []ir.Type{t}, p)
	x.Define(i, 0, loaded(x, t, p, n))
}

// event decides whether an access of n bytes is volatile.
func event(r *choice.Record, n int) bool {
	return (n == 1 || n == 2 || n == 4 || n == 8) && r.Chance(30)
}

// loaded is what is known of a value read through p. The result's range follows from its bytes;
// content of unknown kind taints it.
// The caller has made sure that n bytes at p are in the object.
func loaded(x *body, t ir.Type, p build.Value, n int) build.Value {
	v := build.Value{Type: t, Class: build.AllClasses, Span: span.Unsigned(uint(8 * n)), Flags: p.Flags}
	if t.IsAggregate() {
		v.Span = span.Unsigned(64)
	}
	switch {
	case p.Obj == nil || p.Obj.Content == build.Anything:
		// Bytes and vectors keep parts of pointers and poison byte by byte; of an int or a float any such
		// byte makes poison of the whole.
		v.Flags |= build.Tainted
		if t.Kind() == ir.KindByte || t.Kind() == ir.KindVec {
			v.Flags |= build.Fragments
		}
	// A byte other than 0 and 1 is no truth value.
	case t == ir.Bool || hasBool(t):
		v.Flags |= build.Tainted
	}
	return v
}

// hasBool reports whether t or a part of it is a truth value.
func hasBool(t ir.Type) bool {
	if !t.IsAggregate() {
		return t == ir.Bool
	}
	for n := range t.Len() {
		if f, _ := t.Field(n); hasBool(f) {
			return true
		}
	}
	return false
}

// storable reports whether v may be written where all bytes are known. A NaN's bits would be seen
// by a load of another type.
func storable(x *body, v *build.Value) bool {
	// A pointer is no number, an aggregate with pointers neither; unit has no bytes.
	return x.usable(v) && (!v.NaN || x.prog.Has(preset.Unspecified)) && v.Type.Kind() != ir.KindPtr && v.Type != ir.Unit &&
		(!v.Type.IsAggregate() || isPlain(v.Type))
}

// store writes something known to a place with known bytes, so that content stays what the object says.
func store(x *body, r *choice.Record) {
	if x.prog.Has(preset.Pointers) && r.Chance(200) && pointerAccess(x, r, true) {
		return
	}
	v := x.Find(r, func(v *build.Value) bool { return storable(x, v) })
	if v == nil {
		stackSlot(x, r)
		return
	}
	w := *v
	// Sizes up to 8 bytes, among them those that machines have no store for; a power of two in 400 of 1000
	// cases.
	n := 1 + r.Below(8)
	if r.Chance(400) {
		n = 1 << r.Below(4)
	}
	if w.Type == ir.Int && x.prog.Has(preset.Wide) && (r.Chance(100) || w.Span.BitLen() > 64 && r.Chance(600)) {
		// Up to 24 bytes mostly, up to 64 at times.
		n = 8 + r.Below(17)
		if r.Below(4) == 0 {
			n = 8 + r.Below(57)
		}
	}
	if size, ok := w.Type.Size(1); ok {
		n = int(size)
	}
	storeAt(x, r, w, x.place(r, int64(n), true), n)
}

// pointerAccess loads or stores a pointer where pointers are. Pointers are stored only where
// pointers are, so that bytes of objects stay numbers.
func pointerAccess(x *body, r *choice.Record, write bool) bool {
	p := x.Find(r, func(v *build.Value) bool {
		// Only whole pointers at multiples of 8 are known to be there.
		return v.Obj != nil && v.Type == ir.Ptr && v.Flags == 0 && v.Obj.Content == build.PointersOnly && v.Lo == v.Hi && v.Lo >= 0 && v.Lo%8 == 0 && v.Hi+8 <= v.Obj.Size &&
			!(write && v.Obj.Constant)
	})
	if p == nil {
		return false
	}
	to := *p
	// The target is the one object that the slot's pointers lead into.
	if write {
		storeAt(x, r, x.into(r, to.Obj.Pointee, 8), to, 8)
		return true
	}
	o := to.Obj.Pointee
	i := x.Emit(ir.OpLoad, access(x, r, to, 8), []ir.Type{ir.Ptr}, to)
	// Wild: the offset is one of [0, size-8], so 8 bytes may be accessed but nothing is claimed of the
	// address.
	x.Define(i, 0, build.Value{Obj: o, Wild: true, Lo: 0, Hi: o.Size - 8})
	return true
}

// load reads what is known where bytes are known, now and then a pointer where pointers are or
// something that may
// be poison. What is loaded is computed with according to its flags.
func load(x *body, r *choice.Record) {
	if x.prog.Has(preset.Pointers) && r.Chance(250) && pointerAccess(x, r, false) {
		return
	}
	if x.prog.Has(preset.Poison) && r.Chance(120) {
		// Poison is read on purpose; the flags of loaded keep it from what is observed.
		if p := x.Find(r, func(v *build.Value) bool {
			return v.Obj != nil && v.Type == ir.Ptr && v.Flags == 0 && v.Obj.Content == build.Anything && v.Lo >= 0 && v.Hi+8 <= v.Obj.Size
		}); p != nil {
			loadAt(x, r, [...]ir.Type{ir.Int, ir.Bytes(8), ir.Ptr, ir.F64, ir.Vec(64, false)}[r.Below(5)], *p, 1+r.Below(8))
			return
		}
	}
	n := 1 << r.Below(4)
	t := ir.Int
	switch r.Below(8) {
	case 1, 2:
		n = 1 + r.Below(8)
	case 3:
		if x.prog.Has(preset.Floats) {
			t = build.FloatTypes[r.Below(4)]
		}
	case 4:
		if x.prog.Has(preset.Casts) {
			t = ir.Bytes(uint32(1 + r.Below(12)))
		}
	case 5:
		if x.prog.Has(preset.Vectors) {
			t = build.Vectors[r.Below(len(build.Vectors))]
		}
	case 6:
		if x.prog.Has(preset.Aggregates) {
			t = build.Aggregates[r.Below(plainAggregates)]
		}
	case 7:
		switch {
		// Truth values are read only where poison is on, as they come out tainted.
		case x.prog.Has(preset.Wide):
			n = 8 + r.Below(17)
		case x.prog.Has(preset.Poison):
			t = ir.Bool
		}
	}
	if size, ok := t.Size(1); ok {
		n = int(size)
	}
	loadAt(x, r, t, x.place(r, int64(n), false), n)
}

// bulk sets or copies up to 16 bytes. Lengths may be variables within the room that is left.
func bulk(x *body, r *choice.Record) {
	n := int64(1 + r.Below(16))
	// Room of n bytes is asked for even if the count turns out less.
	dst := x.place(r, n, true)
	count := x.Int64(n)
	if r.Chance(300) {
		count = x.intIn(r, span.Within(0, n))
	}
	a := ir.Attr{}
	if r.Chance(300) {
		a.Align = alignment(dst)
	}
	k := r.Below(3)
	if k == 0 {
		// Nine signed bits: memset reads the low 8, so values beyond a byte and negative ones are tried.
		b := x.intIn(r, span.Signed(9))
		op := ir.OpMemSet
		if r.Chance(30) {
			op = ir.OpVolatileMemSet
		}
		i := x.Emit(op, a, nil, dst, b, count)
		x.IgnoreHigh(i, 1, 8)
		return
	}
	src := x.place(r, n, false)
	// The claim holds for both addresses.
	a.Align = min(a.Align, alignment(src))
	op := ir.OpMemMove
	// memcpy of ranges that overlap is undefined. Two objects are apart for sure if one of them is local:
	// two globals or parameters may be the same memory.
	apart := dst.Obj != src.Obj && (dst.Obj.Local() || src.Obj.Local()) || dst.Obj == src.Obj && (dst.Hi+n <= src.Lo || src.Hi+n <= dst.Lo)
	if k == 1 && (apart || x.unguarded(r)) {
		op = ir.OpMemCpy
	}
	if r.Chance(30) {
		op = map[ir.Op]ir.Op{ir.OpMemCpy: ir.OpVolatileMemCpy, ir.OpMemMove: ir.OpVolatileMemMove}[op]
	}
	x.Emit(op, a, nil, dst, src, count)
}

// pointerAdd moves a pointer inside its object or back to its start. At most one past the end is reached.
func pointerAdd(x *body, r *choice.Record) {
	p := x.anyPointer(r)
	if p == nil {
		stackSlot(x, r)
		return
	}
	q := *p
	if room := q.Obj.Size - q.Hi; room > 0 && !r.Chance(200) {
		off := offset(x, r, room, 8)
		x.PointerBy(adding(r, q), q, off)
		return
	}
	// A pointer of known offset comes back to the start; others by their least offset, so they stay in
	// bounds.
	x.PointerBy(adding(r, q), q, x.Int64(-q.Lo))
}

// adding is how a pointer is moved that stays in its object: which is alive, sometimes by ptradd.inbounds.
func adding(r *choice.Record, p build.Value) ir.Op {
	if r.Below(2) == 0 && p.Lo >= 0 && p.Hi <= p.Obj.Size {
		return ir.OpPtrAddInBounds
	}
	return ir.OpPtrAdd
}

// outside makes a pointer that leaves its object, which is for arithmetic only. It is never
// accessed through; comparing and subtracting it is defined.
func outside(x *body, r *choice.Record) {
	p := x.anyPointer(r)
	if p == nil {
		stackSlot(x, r)
		return
	}
	q := *p
	// Up to 2048 bytes away, in either direction.
	d := int64(1) << r.Below(12)
	if r.Below(2) == 1 {
		d = -d
	}
	v := x.Pointer(q, x.Int64(d))
	// Only under UB there is an access.
	if x.unguarded(r) && !x.unsafe {
		x.Emit(ir.OpLoad, ir.Attr{N: 8}, nil, v)
		return
	}
	difference(x, v, q)
}

// Pointers out of bounds are not compared across the object's ends.
// a and b are of one object; a.Lo, a.Hi and b.Lo, b.Hi are the offsets that bound the difference.
func difference(x *body, a, b build.Value) {
	for _, p := range []build.Value{a, b} {
		if p.Wild && (p.Lo < 0 || p.Hi >= p.Obj.Size) && !x.unsafe {
			return
		}
	}
	s := span.Within(a.Lo-b.Hi, a.Hi-b.Lo)
	x.Int(ir.OpPtrDiff, ir.Attr{}, s, a, b)
}

// pointerDiff subtracts two pointers into one object.
func pointerDiff(x *body, r *choice.Record) {
	p := x.anyPointer(r)
	if p == nil {
		stackSlot(x, r)
		return
	}
	a := *p
	// p itself is found in the worst case, so q is not nil.
	q := x.Find(r, func(v *build.Value) bool { return v.Obj == a.Obj && v.Type == ir.Ptr && v.Flags == 0 })
	difference(x, a, *q)
}

// exposed takes a pointer to an int and back, and uses it. The object counts as escaped: a wildcard
// pointer may reach it.
func exposed(x *body, r *choice.Record) {
	p := x.place(r, 8, false)
	// Any address but 0. It differs between engines, hence unspecified; what is read through it does not.
	var i ir.Inst
	switch r.Below(4) {
	case 0:
		i = x.Emit(ir.OpBitCastExpose, ir.Attr{}, []ir.Type{ir.Int}, p)
	case 1: // by way of memory
		to := x.NewSlot(r, 8, build.Anything).Base
		x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, p, to)
		i = x.Emit(ir.OpLoadExpose, ir.Attr{N: 8}, []ir.Type{ir.Int}, to)
	default:
		i = x.Emit(ir.OpPtrToInt, ir.Attr{}, nil, p)
	}
	addr := x.Define(i, 0, build.Value{Span: span.Between(num.New(1), num.Pow2(64).Sub(num.New(1))), Flags: build.Unspecified})
	if p.Obj.Heap {
		p.Obj.Escaped = true
	}
	if room := p.Obj.Size - 8 - p.Hi; room > 0 && r.Below(2) == 1 {
		off := offset(x, r, room, 8)
		addr = x.Int(ir.OpAdd, ir.Attr{}, span.Add(addr.Span, off.Span), addr, off)
		// The offset goes into the bounds of the pointer, which are of the address that was exposed.
		p.Lo, p.Hi = p.Lo+int64(off.Span.Lo.Low64()), p.Hi+int64(off.Span.Hi.Low64())
	}
	i = x.Emit(ir.OpIntToPtr, ir.Attr{}, nil, addr)
	// Obj says what the wildcard pointer may reach.
	q := x.Define(i, 0, build.Value{Obj: p.Obj, Wild: true, Lo: p.Lo, Hi: p.Hi})
	loadAt(x, r, ir.Int, q, 1+r.Below(8))
}

// address computes with addresses so that the result does not depend on them. Differences of
// addresses in one object and alignment bits are the same in every layout.
func address(x *body, r *choice.Record) {
	p := x.anyPointer(r)
	if p == nil {
		stackSlot(x, r)
		return
	}
	a := *p
	whole := span.Between(num.Int{}, num.Pow2(64).Sub(num.New(1)))
	n := x.Define(x.Emit(ir.OpPtrToAddr, ir.Attr{}, nil, a), 0, build.Value{Span: whole, Flags: build.Unspecified})
	if r.Below(2) == 0 && alignment(a) > 1 {
		// Aligned addresses have zeros there in every layout, so the result is known, and specified.
		i := x.Emit(ir.OpAnd, ir.Attr{}, nil, n, x.Int64(int64(alignment(a)-1)))
		x.Define(i, 0, build.Value{Span: span.Within(0, 0)})
		return
	}
	q := x.Find(r, func(v *build.Value) bool { return v.Obj == a.Obj && v.Type == ir.Ptr && v.Flags == 0 })
	b := *q
	m := x.Define(x.Emit(ir.OpPtrToAddr, ir.Attr{}, nil, b), 0, build.Value{Span: whole, Flags: build.Unspecified})
	// The difference of two addresses in one object is that of the offsets.
	i := x.Emit(ir.OpSub, ir.Attr{}, nil, n, m)
	x.Define(i, 0, build.Value{Span: span.Within(a.Lo-b.Hi, a.Hi-b.Lo)})
}

// allocate calls malloc or calloc. The result is checked for null by none: the limit of memory is
// far away.
func allocate(x *body, r *choice.Record) {
	size := slotSizes[r.Below(5)]
	zero := r.Below(3) == 0
	name, args := "malloc", []build.Value{}
	if zero {
		name, args = "calloc", append(args, x.Int64(1))
	}
	args = append(args, x.Int64(size))
	res := x.External(name, args, ir.Ptr)
	o := &build.Object{Size: size, Align: 16, Content: build.BytesOnly, Heap: true, Scope: x.Scope}
	o.Base = build.Value{ID: res.ID, Type: ir.Ptr, Obj: o}
	if !zero {
		x.Fill(r, o)
	}
	x.Push(o.Base)
}

// release frees something that the same sequence of statements allocated. Only what was allocated
// in this scope and has not escaped may be freed, so that no use comes after.
func release(x *body, r *choice.Record) {
	p := x.Find(r, func(v *build.Value) bool {
		return ends(x, v) && !v.Obj.Slot
	})
	if p == nil {
		allocate(x, r)
		return
	}
	q := *p
	x.External("free", []build.Value{q}, ir.Unit)
	if !x.unguarded(r) {
		q.Obj.Freed = true
	}
}

// ends reports whether v is the start of an object that may end here.
func ends(x *body, v *build.Value) bool {
	return v.Obj != nil && v.Obj.Heap && v.Obj.Scope == x.Scope && v.Obj.Base.ID == v.ID && !v.Obj.Escaped
}

// scopedSlot makes a slot that endSlot may end, of a size that is written or computed. Of a computed one the object
// is what is sure to be there.
func scopedSlot(x *body, r *choice.Record) {
	o := &build.Object{Size: slotSizes[r.Below(5)], Align: 1 << r.Below(6), Content: build.BytesOnly, Heap: true, Slot: true, Scope: x.Scope}
	var i ir.Inst
	if r.Below(2) == 0 {
		i = x.Emit(ir.OpStackSlot, ir.Attr{Imm: o.Size, Align: o.Align}, nil)
	} else {
		n := x.intIn(r, span.Within(o.Size, o.Size+int64(r.Byte())))
		i = x.Emit(ir.OpStackSlotDyn, ir.Attr{Align: o.Align}, nil, n)
	}
	o.Base = build.Value{ID: x.F.Result(i, 0), Type: ir.Ptr, Obj: o}
	x.Fill(r, o)
	o.Base = x.Define(i, 0, build.Value{Obj: o})
}

// endSlot ends a slot that the same sequence of statements made, as release does with heap memory.
func endSlot(x *body, r *choice.Record) {
	p := x.Find(r, func(v *build.Value) bool { return ends(x, v) && v.Obj.Slot })
	if p == nil {
		scopedSlot(x, r)
		return
	}
	q := *p
	x.Emit(ir.OpStackEnd, ir.Attr{}, nil, q)
	if !x.unguarded(r) {
		q.Obj.Freed = true
	}
}

// symbol makes a pointer to a data symbol.
func symbol(x *body, r *choice.Record) {
	o := x.prog.Globals[r.Below(len(x.prog.Globals))]
	x.SymbolOf(o.Global, o)
}

// atomic makes an atomic access of any order that its opcode takes, or a fence. A single thread
// sees atomic accesses as plain ones; orders are restricted by the opcode.
func atomic(x *body, r *choice.Record) {
	n := 1 << r.Below(4)
	k := r.Below(6)
	order := ir.Ordering(r.Below(5))
	if k == 5 {
		x.Emit(ir.OpFence, ir.Attr{Order: order}, nil)
		return
	}
	p := x.place(r, int64(n), k != 0)
	a := ir.Attr{Order: order}
	if n < 8 || r.Below(2) == 1 {
		a.N = uint32(n)
	}
	if r.Chance(300) {
		a.Align = alignment(p)
	}
	value64 := func() build.Value { return x.intIn(r, span.Signed(65)) }
	got := build.Value{Span: span.Unsigned(uint(8 * n))}
	switch k {
	case 0:
		if a.Order == ir.Release || a.Order == ir.AcqRel {
			a.Order = ir.SeqCst
		}
		x.Define(x.Emit(ir.OpAtomicLoad, a, nil, p), 1, got)
	case 1:
		if a.Order == ir.Acquire || a.Order == ir.AcqRel {
			a.Order = ir.Release
		}
		x.Emit(ir.OpAtomicStore, a, nil, value64(), p)
	case 2, 3:
		a.RMW = build.RMWOps[r.Below(len(build.RMWOps))]
		x.Define(x.Emit(ir.OpRMW, a, nil, p, value64()), 1, got)
	default:
		a.Fail = [...]ir.Ordering{ir.Relaxed, ir.Acquire, ir.SeqCst}[r.Below(3)]
		x.Define(x.Emit(ir.OpCmpXchg, a, nil, p, value64(), value64()), 1, got)
	}
}
