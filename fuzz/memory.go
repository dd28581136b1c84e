package fuzz

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// base is a pointer to the start of an object.
func (x *function) base(o *object) value {
	if o.global != "" {
		return x.symbolOf(o.global, o)
	}
	return o.base
}

// symbolOf makes symbol_addr.
func (x *function) symbolOf(name string, o *object) value {
	i := x.emit(ir.OpSymbolAddr, ir.Attr{Aux: uint32(x.g.m.Symbol(name))}, nil)
	return x.define(i, 0, value{obj: o})
}

// newSlot makes a stack slot; its bytes are set unless it may have any content.
func (x *function) newSlot(r *record, size int64, c content) *object {
	o := &object{size: size, align: 1 << r.below(5), content: c, scope: x.scope}
	if r.below(2) == 0 {
		o.align = 8
	}
	i := x.emit(ir.OpStackSlot, ir.Attr{Imm: size, Align: o.align}, nil)
	o.base = value{id: x.f.Result(i, 0), typ: ir.Ptr, obj: o}
	if c == bytesOnly {
		x.fill(r, o)
	}
	o.base = x.define(i, 0, value{obj: o})
	return o
}

// fill sets all bytes of an object.
func (x *function) fill(r *record, o *object) {
	x.emit(ir.OpMemSet, ir.Attr{}, nil, o.base, x.int64(int64(r.byte())), x.int64(o.size))
}

var slotSizes = [...]int64{8, 16, 24, 32, 40, 64, 4, 128}

func (x *function) stackSlot(r *record) { x.newSlot(r, slotSizes[r.below(len(slotSizes))], bytesOnly) }

// uninitSlot makes memory whose bytes may be in any state, and puts something there.
func (x *function) uninitSlot(r *record) {
	o := x.newSlot(r, slotSizes[r.below(5)], anything)
	v := x.find(r, func(v *value) bool { return v.typ == ir.Int || v.typ == ir.Ptr || v.typ.Kind() == ir.KindByte })
	if v != nil {
		x.storeAt(r, *v, o.base, min(int(o.size), 1+r.below(8)))
	}
	t := [...]ir.Type{ir.Int, ir.Bytes(8), ir.Ptr, ir.F64, ir.Vec(64, false)}[r.below(5)]
	x.loadAt(r, t, o.base, 8)
}

// pointerSlot makes memory that holds pointers into one object.
func (x *function) pointerSlot(r *record) {
	p := x.find(r, func(v *value) bool {
		return v.obj != nil && v.typ == ir.Ptr && v.flags == 0 && v.obj.content == bytesOnly && v.obj.size >= 8 && v.obj.scope <= x.scope
	})
	if p == nil {
		x.stackSlot(r)
		return
	}
	o := p.obj
	o.escaped = true
	s := x.newSlot(r, int64(8*(1+r.below(3))), pointersOnly)
	s.pointee = o
	for at := int64(0); at < s.size; at += 8 {
		to := s.base
		if at > 0 {
			to = x.pointer(s.base, x.int64(at))
		}
		x.storeAt(r, x.into(r, o, 8), to, 8)
	}
}

// into is a pointer into o with at least n bytes after it.
func (x *function) into(r *record, o *object, n int64) value {
	if r.below(2) == 0 {
		if v := x.find(r, func(v *value) bool {
			return v.obj == o && v.typ == ir.Ptr && v.flags == 0 && v.lo >= 0 && v.hi+n <= o.size
		}); v != nil {
			return *v
		}
	}
	b := x.base(o)
	room := o.size - n - b.hi
	if room <= 0 || r.below(3) == 0 {
		return b
	}
	return x.pointer(b, x.offset(r, room, n))
}

// offset is an int in [0, room], mostly a multiple of the access size n.
func (x *function) offset(r *record, room, n int64) value {
	if r.below(3) < 2 {
		k := int64(r.byte()) % (room + 1)
		if n > 0 && n <= 8 && r.below(3) < 2 {
			k -= k % n
		}
		return x.int64(k)
	}
	v := x.intIn(r, within(0, room))
	if v.span.constant() {
		return v
	}
	if step := int64(8); room >= step && r.below(2) == 0 {
		v = x.binary(r, ir.OpAnd, v, x.int64(room&^(step-1)))
	}
	return v
}

// pointer makes ptradd.
func (x *function) pointer(p, off value) value {
	v := value{flags: flow(p, off), obj: p.obj, wild: p.wild}
	if lo, hi := off.span.lo, off.span.hi; lo.IsInt64() && hi.IsInt64() && off.span.bitLen() < 40 {
		v.lo, v.hi = p.lo+lo.Int64(), p.hi+hi.Int64()
	} else {
		v.obj = nil
	}
	return x.define(x.emit(ir.OpPtrAdd, ir.Attr{}, nil, p, off), 0, v)
}

// place finds memory of n known bytes.
func (x *function) place(r *record, n int64, write bool) value {
	ok := func(o *object) bool {
		return o != nil && o.size >= n && (o.content == bytesOnly || o.content == readOnly && !write) && !(write && o.constant)
	}
	v := x.find(r, func(v *value) bool {
		return ok(v.obj) && v.typ == ir.Ptr && v.flags == 0 && v.lo >= 0 && v.hi+n <= v.obj.size
	})
	if v != nil && x.g.cfg.UB > 0 && r.chance(x.g.cfg.UB/3) {
		return x.pointer(x.base(v.obj), x.int64(v.obj.size-int64(r.byte())%n))
	}
	if v != nil && r.below(3) < 2 {
		return *v
	}
	if v == nil {
		for _, o := range x.g.globals {
			if ok(o) && r.below(2) == 0 {
				return x.into(r, o, n)
			}
		}
		return x.into(r, x.newSlot(r, max(n, slotSizes[r.below(5)]), bytesOnly), n)
	}
	return x.into(r, v.obj, n)
}

// alignment is what the address of v is surely a multiple of.
func alignment(v value) uint32 {
	if v.obj == nil || v.lo != v.hi {
		return 1
	}
	a := max(v.obj.align, 1)
	for v.lo%int64(a) != 0 {
		a /= 2
	}
	return a
}

// access makes the attributes of an access of n bytes through p.
func (x *function) access(r *record, p value, n int) ir.Attr {
	a := ir.Attr{N: uint32(n)}
	if r.chance(300) {
		a.Align = alignment(p)
		if r.chance(x.g.cfg.UB / 2) {
			a.Align *= 2
		}
	}
	return a
}

// outOfBounds reports whether an access of n bytes is to be left out.
func (x *function) outOfBounds(p value, n int) bool {
	return p.obj != nil && p.hi+int64(n) > p.obj.size && !x.unsafe && x.g.cfg.UB == 0
}

// storeAt writes v, an int in n bytes.
func (x *function) storeAt(r *record, v, p value, n int) {
	if size, ok := v.typ.Size(1); ok {
		n = int(size)
	}
	if n == 0 || x.outOfBounds(p, n) {
		return
	}
	if v.obj != nil {
		v.obj.escaped = true
	}
	i := x.emit(ir.OpStore, x.access(r, p, n), nil, v, p)
	if v.typ == ir.Int {
		x.ignoreHigh(r, i, 0, uint(8*n))
	}
}

// loadAt reads a value of type t, an int of n bytes.
func (x *function) loadAt(r *record, t ir.Type, p value, n int) {
	if size, ok := t.Size(1); ok {
		n = int(size)
	}
	if x.outOfBounds(p, n) {
		return
	}
	i := x.emit(ir.OpLoad, x.access(r, p, n), []ir.Type{t}, p)
	x.define(i, 0, x.loaded(t, p, n))
}

// loaded is what is known of a value read through p.
func (x *function) loaded(t ir.Type, p value, n int) value {
	v := value{typ: t, class: allClasses, span: unsignedSpan(uint(8 * n)), flags: p.flags}
	if t.IsAggregate() {
		v.span = unsignedSpan(64)
	}
	switch {
	case p.obj == nil || p.obj.content == anything:
		v.flags |= tainted
		if t.Kind() == ir.KindByte || t.Kind() == ir.KindVec {
			v.flags |= fragments
		}
	case t == ir.Bool || hasBool(t):
		v.flags |= tainted
	}
	return v
}

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

// storable reports whether v may be written where all bytes are known.
func (x *function) storable(v *value) bool {
	return x.usable(v) && (!v.nan || x.g.has(Unspecified)) && v.typ.Kind() != ir.KindPtr && v.typ != ir.Unit &&
		(!v.typ.IsAggregate() || isPlain(v.typ))
}

func (x *function) store(r *record) {
	if x.g.has(Pointers) && r.chance(200) && x.pointerAccess(r, true) {
		return
	}
	v := x.find(r, func(v *value) bool { return x.storable(v) })
	if v == nil {
		x.stackSlot(r)
		return
	}
	w := *v
	n := 1 + r.below(8)
	if r.chance(400) {
		n = 1 << r.below(4)
	}
	if w.typ == ir.Int && x.g.has(Wide) && (r.chance(100) || w.span.bitLen() > 64 && r.chance(600)) {
		n = 8 + r.below(17)
		if r.below(4) == 0 {
			n = 8 + r.below(57)
		}
	}
	if size, ok := w.typ.Size(1); ok {
		n = int(size)
	}
	x.storeAt(r, w, x.place(r, int64(n), true), n)
}

// pointerAccess loads or stores a pointer where pointers are.
func (x *function) pointerAccess(r *record, write bool) bool {
	p := x.find(r, func(v *value) bool {
		return v.obj != nil && v.typ == ir.Ptr && v.flags == 0 && v.obj.content == pointersOnly && v.lo == v.hi && v.lo >= 0 && v.lo%8 == 0 && v.hi+8 <= v.obj.size &&
			!(write && v.obj.constant)
	})
	if p == nil {
		return false
	}
	to := *p
	if write {
		x.storeAt(r, x.into(r, to.obj.pointee, 8), to, 8)
		return true
	}
	o := to.obj.pointee
	i := x.emit(ir.OpLoad, x.access(r, to, 8), []ir.Type{ir.Ptr}, to)
	x.define(i, 0, value{obj: o, wild: true, lo: 0, hi: o.size - 8})
	return true
}

func (x *function) load(r *record) {
	if x.g.has(Pointers) && r.chance(250) && x.pointerAccess(r, false) {
		return
	}
	if x.g.has(Poison) && r.chance(120) {
		if p := x.find(r, func(v *value) bool {
			return v.obj != nil && v.typ == ir.Ptr && v.flags == 0 && v.obj.content == anything && v.lo >= 0 && v.hi+8 <= v.obj.size
		}); p != nil {
			x.loadAt(r, [...]ir.Type{ir.Int, ir.Bytes(8), ir.Ptr, ir.F64, ir.Vec(64, false)}[r.below(5)], *p, 1+r.below(8))
			return
		}
	}
	n := 1 << r.below(4)
	t := ir.Int
	switch r.below(8) {
	case 1, 2:
		n = 1 + r.below(8)
	case 3:
		if x.g.has(Floats) {
			t = floatTypes[r.below(4)]
		}
	case 4:
		if x.g.has(Casts) {
			t = ir.Bytes(uint32(1 + r.below(12)))
		}
	case 5:
		if x.g.has(Vectors) {
			t = vectors[r.below(len(vectors))]
		}
	case 6:
		if x.g.has(Aggregates) {
			t = aggregates[r.below(plainAggregates)]
		}
	case 7:
		switch {
		case x.g.has(Wide):
			n = 8 + r.below(17)
		case x.g.has(Poison):
			t = ir.Bool
		}
	}
	if size, ok := t.Size(1); ok {
		n = int(size)
	}
	x.loadAt(r, t, x.place(r, int64(n), false), n)
}

// local reports whether no other pointer can lead to o but those that the function made.
func (o *object) local() bool { return o.global == "" && o.scope >= 0 }

func (x *function) bulk(r *record) {
	n := int64(1 + r.below(16))
	dst := x.place(r, n, true)
	count := x.int64(n)
	if r.chance(300) {
		count = x.intIn(r, within(0, n))
	}
	a := ir.Attr{}
	if r.chance(300) {
		a.Align = alignment(dst)
	}
	k := r.below(3)
	if k == 0 {
		b := x.intIn(r, signedSpan(9))
		i := x.emit(ir.OpMemSet, a, nil, dst, b, count)
		x.ignoreHigh(r, i, 1, 8)
		return
	}
	src := x.place(r, n, false)
	a.Align = min(a.Align, alignment(src))
	op := ir.OpMemMove
	apart := dst.obj != src.obj && (dst.obj.local() || src.obj.local()) || dst.obj == src.obj && (dst.hi+n <= src.lo || src.hi+n <= dst.lo)
	if k == 1 && (apart || x.unguarded(r)) {
		op = ir.OpMemCpy
	}
	x.emit(op, a, nil, dst, src, count)
}

func (x *function) anyPointer(r *record) *value {
	return x.find(r, func(v *value) bool { return v.obj != nil && v.typ == ir.Ptr && v.flags == 0 })
}

func (x *function) pointerAdd(r *record) {
	p := x.anyPointer(r)
	if p == nil {
		x.stackSlot(r)
		return
	}
	q := *p
	if room := q.obj.size - q.hi; room > 0 && !r.chance(200) {
		x.pointer(q, x.offset(r, room, 8))
		return
	}
	x.pointer(q, x.int64(-q.lo))
}

// outside makes a pointer that leaves its object, which is for arithmetic only.
func (x *function) outside(r *record) {
	p := x.anyPointer(r)
	if p == nil {
		x.stackSlot(r)
		return
	}
	q := *p
	d := int64(1) << r.below(12)
	if r.below(2) == 1 {
		d = -d
	}
	v := x.pointer(q, x.int64(d))
	if x.unguarded(r) && !x.unsafe {
		x.emit(ir.OpLoad, ir.Attr{N: 8}, nil, v)
		return
	}
	x.difference(v, q)
}

func (x *function) difference(a, b value) {
	for _, p := range []value{a, b} {
		if p.wild && (p.lo < 0 || p.hi >= p.obj.size) && !x.unsafe {
			return
		}
	}
	s := within(a.lo-b.hi, a.hi-b.lo)
	x.int(ir.OpPtrDiff, ir.Attr{}, s, a, b)
}

func (x *function) pointerDiff(r *record) {
	p := x.anyPointer(r)
	if p == nil {
		x.stackSlot(r)
		return
	}
	a := *p
	q := x.find(r, func(v *value) bool { return v.obj == a.obj && v.typ == ir.Ptr && v.flags == 0 })
	x.difference(a, *q)
}

// exposed takes a pointer to an int and back, and uses it.
func (x *function) exposed(r *record) {
	p := x.place(r, 8, false)
	addr := x.define(x.emit(ir.OpPtrToInt, ir.Attr{}, nil, p), 0, value{span: between(bigOne, new(big.Int).Sub(pow2(64), bigOne)), flags: unspecified})
	if p.obj.heap {
		p.obj.escaped = true
	}
	if room := p.obj.size - 8 - p.hi; room > 0 && r.below(2) == 1 {
		off := x.offset(r, room, 8)
		addr = x.int(ir.OpAdd, ir.Attr{}, addSpan(addr.span, off.span), addr, off)
		p.lo, p.hi = p.lo+off.span.lo.Int64(), p.hi+off.span.hi.Int64()
	}
	i := x.emit(ir.OpIntToPtr, ir.Attr{}, nil, addr)
	q := x.define(i, 0, value{obj: p.obj, wild: true, lo: p.lo, hi: p.hi})
	x.loadAt(r, ir.Int, q, 1+r.below(8))
}

// address computes with addresses so that the result does not depend on them.
func (x *function) address(r *record) {
	p := x.anyPointer(r)
	if p == nil {
		x.stackSlot(r)
		return
	}
	a := *p
	whole := between(bigZero, new(big.Int).Sub(pow2(64), bigOne))
	n := x.define(x.emit(ir.OpPtrToAddr, ir.Attr{}, nil, a), 0, value{span: whole, flags: unspecified})
	if r.below(2) == 0 && alignment(a) > 1 {
		i := x.emit(ir.OpAnd, ir.Attr{}, nil, n, x.int64(int64(alignment(a)-1)))
		x.define(i, 0, value{span: within(0, 0)})
		return
	}
	q := x.find(r, func(v *value) bool { return v.obj == a.obj && v.typ == ir.Ptr && v.flags == 0 })
	b := *q
	m := x.define(x.emit(ir.OpPtrToAddr, ir.Attr{}, nil, b), 0, value{span: whole, flags: unspecified})
	i := x.emit(ir.OpSub, ir.Attr{}, nil, n, m)
	x.define(i, 0, value{span: within(a.lo-b.hi, a.hi-b.lo)})
}

// allocate calls malloc or calloc.
func (x *function) allocate(r *record) {
	size := slotSizes[r.below(5)]
	zero := r.below(3) == 0
	name, args := "malloc", []value{}
	if zero {
		name, args = "calloc", append(args, x.int64(1))
	}
	args = append(args, x.int64(size))
	res := x.external(name, args, ir.Ptr)
	o := &object{size: size, align: 16, content: bytesOnly, heap: true, scope: x.scope}
	o.base = value{id: res.id, typ: ir.Ptr, obj: o}
	if !zero {
		x.fill(r, o)
	}
	x.push(o.base)
}

// release frees something that the same sequence of statements allocated.
func (x *function) release(r *record) {
	p := x.find(r, func(v *value) bool {
		return v.obj != nil && v.obj.heap && v.obj.scope == x.scope && v.obj.base.id == v.id && !v.obj.escaped
	})
	if p == nil {
		x.allocate(r)
		return
	}
	q := *p
	x.external("free", []value{q}, ir.Unit)
	if !x.unguarded(r) {
		q.obj.freed = true
	}
}

// symbol makes a pointer to a data symbol.
func (x *function) symbol(r *record) {
	o := x.g.globals[r.below(len(x.g.globals))]
	x.symbolOf(o.global, o)
}

// rmwOps are the operations of rmw that are made most often.
var rmwOps = [...]ir.RMWOp{ir.RMWAdd, ir.RMWXchg, ir.RMWSub, ir.RMWAnd, ir.RMWOr, ir.RMWXor}

func (x *function) atomic(r *record) {
	n := 1 << r.below(4)
	k := r.below(6)
	order := ir.Ordering(r.below(5))
	if k == 5 {
		x.emit(ir.OpFence, ir.Attr{Order: order}, nil)
		return
	}
	p := x.place(r, int64(n), k != 0)
	a := ir.Attr{Order: order}
	if n < 8 || r.below(2) == 1 {
		a.N = uint32(n)
	}
	if r.chance(300) {
		a.Align = alignment(p)
	}
	value64 := func() value { return x.intIn(r, signedSpan(65)) }
	got := value{span: unsignedSpan(uint(8 * n))}
	switch k {
	case 0:
		if a.Order == ir.Release || a.Order == ir.AcqRel {
			a.Order = ir.SeqCst
		}
		x.define(x.emit(ir.OpAtomicLoad, a, nil, p), 1, got)
	case 1:
		if a.Order == ir.Acquire || a.Order == ir.AcqRel {
			a.Order = ir.Release
		}
		x.emit(ir.OpAtomicStore, a, nil, value64(), p)
	case 2, 3:
		a.RMW = rmwOps[r.below(len(rmwOps))]
		x.define(x.emit(ir.OpRMW, a, nil, p, value64()), 1, got)
	default:
		a.Fail = [...]ir.Ordering{ir.Relaxed, ir.Acquire, ir.SeqCst}[r.below(3)]
		x.define(x.emit(ir.OpCmpXchg, a, nil, p, value64(), value64()), 1, got)
	}
}
