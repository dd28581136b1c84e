package check

import "github.com/tuffy-ir/tuffy/ir"

// slot is fresh memory. It must be stored to before it is loaded.
func (x *expander) slot(size int64, align uint32) ir.Value {
	return x.b.StackSlot(size, align, ir.Synthetic)
}

// moved is p plus n bytes.
func (x *expander) moved(p ir.Value, n int64) ir.Value {
	if n == 0 {
		return p
	}
	return x.bin(ir.OpPtrAdd, p, x.k(n))
}

func (x *expander) load(n uint32, p ir.Value, t ir.Type) ir.Value {
	return x.make(ir.OpLoad, ir.Attr{N: n}, []ir.Type{t}, p)
}

func (x *expander) store(n uint32, v, p ir.Value) {
	x.make(ir.OpStore, ir.Attr{N: n}, nil, v, p)
}

// spilled is fresh memory that holds v, which is no int. Ints have no size in memory unless the
// access gives one.
func (x *expander) spilled(v ir.Value) ir.Value {
	n, _ := x.f.TypeOf(v).Size(1)
	p := x.slot(int64(n), 1)
	x.store(uint32(n), v, p)
	return p
}

// constant is the value of operand n if it is an iconst. Claims on it could make it poison.
func (x *expander) constant(n int) (int64, bool) {
	d := x.f.Def(x.f.Arg(x.i, n))
	if d == ir.NoInst || x.f.Op(d) != ir.OpIConst || x.f.AnnotOf(x.f.Arg(x.i, n)) != ir.NoAnnot || x.f.Operand(x.i, n).Annot != ir.NoAnnot {
		return 0, false
	}
	return x.f.SmallConst(d)
}

// Alignment goes with the first byte that is accessed: later ones have none of their own.
var memoryExpansions = map[ir.Op][]expansion{
	// Going out of bounds and back is defined: only accesses must be inside.
	ir.OpSymbolAddr: {func(x *expander) []ir.Value {
		p := x.make(ir.OpSymbolAddr, x.attr, nil)
		return one(x.moved(x.moved(p, 24), -24))
	}},
	ir.OpBitCast: {func(x *expander) []ir.Value {
		from, to := x.typ(0), x.f.TypeOf(x.f.Result(x.i, 0))
		n, sized := from.Size(1)
		if to != ir.Int {
			n, sized = to.Size(1)
		}
		if !sized || x.annotated() || x.mem == ir.NoValue || n == 0 {
			return nil
		}
		p := x.slot(int64(n), 1)
		x.store(uint32(n), x.f.Arg(x.i, 0), p)
		return one(x.load(uint32(n), p, to))
	}},
	ir.OpBitCastExpose: {func(x *expander) []ir.Value {
		from, to := x.typ(0), x.f.TypeOf(x.f.Result(x.i, 0))
		n, sized := from.Size(1)
		if to != ir.Int {
			n, sized = to.Size(1)
		}
		if !sized || x.annotated() || x.mem == ir.NoValue || n == 0 {
			return nil
		}
		p := x.slot(int64(n), 1)
		x.store(uint32(n), x.f.Arg(x.i, 0), p)
		return one(x.make(ir.OpLoadExpose, ir.Attr{N: uint32(n)}, []ir.Type{to}, p))
	}},
	// The distance is split into two parts.
	ir.OpPtrAdd: {func(x *expander) []ir.Value {
		p, n := x.arg(0), x.arg(1)
		half := x.shr(n, 1)
		return one(x.bin(ir.OpPtrAdd, x.bin(ir.OpPtrAdd, p, half), x.difference(n, half)))
	}},
	ir.OpPtrDiff: {func(x *expander) []ir.Value {
		a, b := x.arg(0), x.arg(1)
		if x.r.Below(2) == 0 {
			return one(x.sext(x.negate(x.bin(ir.OpPtrDiff, b, a)), 64)) // 2^63 is its own opposite
		}
		// Differences across allocations are undefined, those of addresses are not.
		x.loose = true // two allocations
		return one(x.sext(x.difference(x.address(a), x.address(b)), 64))
	}},
	// The original instruction stays for its effect, which is to expose the allocation.
	ir.OpPtrToInt: unary(func(x *expander, a ir.Value) ir.Value {
		x.b.Unary(ir.OpPtrToInt, a, ir.Synthetic)
		return x.address(a)
	}),
	ir.OpPtrToAddr: unary(func(x *expander, a ir.Value) ir.Value {
		return x.zext(x.difference(x.address(x.moved(a, -1)), x.k(-1)), 64)
	}),
	// A pointer of the same allocation that was exposed may be moved to the address instead; where
	// the address belongs to another one, the result has the wrong provenance.
	ir.OpIntToPtr: unary(func(x *expander, a ir.Value) ir.Value {
		t := x.f.TypeOf(x.f.Result(x.i, 0))
		if p := x.exposed(); p != ir.NoValue && x.f.TypeOf(p) == t && x.r.Below(2) == 0 {
			x.tight = true // it may point into another allocation
			return x.bin(ir.OpPtrAdd, p, x.difference(a, x.address(p)))
		}
		null := x.make(ir.OpIntToPtr, ir.Attr{}, []ir.Type{t}, x.k(0))
		return x.bin(ir.OpPtrAdd, null, a)
	}),
	ir.OpFreeze: {(*expander).freezeBytes},
	ir.OpExtractValue: {func(x *expander) []ir.Value {
		path, v := x.f.Path(x.i), x.f.Arg(x.i, 0)
		if len(path) < 2 || x.annotated() {
			return x.fieldFromMemory()
		}
		for _, p := range path {
			v = x.b.ExtractValue(v, ir.Synthetic, p)
		}
		return one(v)
	}},
	ir.OpInsertValue: {func(x *expander) []ir.Value {
		if x.annotated() {
			return nil
		}
		path, agg := x.f.Path(x.i), x.f.Arg(x.i, 0)
		t := x.f.TypeOf(agg)
		out := x.b.Poison(t, ir.Synthetic)
		for n := range t.Len() {
			v := x.b.ExtractValue(agg, ir.Synthetic, uint32(n))
			if uint32(n) == path[0] {
				if v = x.f.Arg(x.i, 1); len(path) > 1 {
					inner := x.b.ExtractValue(agg, ir.Synthetic, uint32(n))
					v = x.b.InsertValue(inner, v, ir.Synthetic, path[1:]...)
				}
			}
			out = x.b.InsertValue(out, v, ir.Synthetic, uint32(n))
		}
		return one(out)
	}},
	ir.OpStackSlotDyn: {func(x *expander) []ir.Value {
		if n, ok := x.constant(0); ok {
			return one(x.slot(n, x.f.Attr(x.i).Align))
		}
		return nil
	}},
	ir.OpLoad:        {(*expander).loadBytes, (*expander).loadCopy, (*expander).loadFields},
	ir.OpLoadExpose:  {(*expander).loadBytes, (*expander).loadCopy},
	ir.OpStore:       {(*expander).storeBytes, (*expander).storeCopy, (*expander).storeFields},
	ir.OpMemCpy:      {(*expander).copyBytes},
	ir.OpMemMove:     {(*expander).copyBytes},
	ir.OpVaCopy:      {(*expander).copyList},
	ir.OpMemSet:      {(*expander).setBytes},
	ir.OpAtomicLoad:  {(*expander).atomicLoad},
	ir.OpAtomicStore: {(*expander).atomicStore},
	ir.OpRMW:         {(*expander).rmw},
	ir.OpCmpXchg:     {(*expander).cmpxchg},
	// Without threads a fence orders nothing.
	ir.OpFence: {func(x *expander) []ir.Value {
		if x.threads() {
			return nil
		}
		return one(x.mem)
	}},
}

func (x *expander) address(p ir.Value) ir.Value {
	return x.b.Unary(ir.OpPtrToAddr, p, ir.Synthetic)
}

// exposed is the pointer of which the operand of an inttoptr was computed. It looks back over at
// most four instructions.
func (x *expander) exposed() ir.Value {
	v := x.f.Arg(x.i, 0)
	for range 4 {
		d := x.f.Def(v)
		if d == ir.NoInst {
			break
		}
		switch x.f.Op(d) {
		case ir.OpPtrToInt:
			return x.f.Arg(d, 0)
		case ir.OpAdd, ir.OpSub:
			v = x.f.Arg(d, 0)
		default:
			return ir.NoValue
		}
	}
	return ir.NoValue
}

// freezeBytes freezes the bytes one by one as ints, which none of them is that holds a part of
// a pointer. A byte that holds a part of a pointer is not an int, so programs with such bytes are
// left alone.
func (x *expander) freezeBytes() []ir.Value {
	t := x.typ(0)
	n, sized := t.Size(1)
	if k := t.Kind(); k != ir.KindByte && k != ir.KindVec || t.Scalable() || !sized || n == 0 || n > mostBytes || x.annotated() || x.mem == ir.NoValue || x.fragments() {
		return nil
	}
	p := x.spilled(x.f.Arg(x.i, 0))
	for k := range int64(n) {
		at := x.moved(p, k)
		x.store(1, x.b.Unary(ir.OpFreeze, x.load(1, at, ir.Int), ir.Synthetic), at)
	}
	return one(x.load(uint32(n), p, t))
}

// fragments reports whether a byte of the program may hold a part of a pointer. It is a look at all
// stores of pointers, wherever they go.
func (x *expander) fragments() bool {
	for _, d := range x.m.Data {
		if len(d.Relocs) > 0 {
			return true
		}
	}
	for _, f := range x.m.Funcs {
		for i := range f.AllInsts() {
			switch op := f.Op(i); {
			case op == ir.OpStore, op == ir.OpAtomicStore, op == ir.OpBitCast, op == ir.OpBitCastExpose:
				if holdsPointer(f.TypeOf(f.Arg(i, 0))) {
					return true
				}
			case op == ir.OpRMW, op == ir.OpCmpXchg:
				if holdsPointer(f.TypeOf(f.Arg(i, 1))) {
					return true
				}
			case op.IsVector() && f.Attr(i).Lane.Kind == ir.LanePtr:
				return true
			}
		}
	}
	return false
}

// holdsPointer reports whether a pointer is among the parts of a value.
func holdsPointer(t ir.Type) bool {
	switch t.Kind() {
	case ir.KindPtr:
		return true
	case ir.KindStruct, ir.KindArray:
		for n := range t.Len() {
			if f, ok := t.Field(n); ok && holdsPointer(f) {
				return true
			}
		}
	}
	return false
}

// fieldFromMemory stores an aggregate without ints and loads a field. The offset is the sum of the
// sizes of the fields before, which is the layout of docs/spec.
func (x *expander) fieldFromMemory() []ir.Value {
	t, to := x.typ(0), x.f.TypeOf(x.f.Result(x.i, 0))
	path := x.f.Path(x.i)
	if x.annotated() || x.mem == ir.NoValue || len(path) != 1 || to.Kind() == ir.KindInt || to.IsAggregate() || to == ir.Unit {
		return nil
	}
	off := int64(0)
	for n := range uint64(path[0]) {
		f, _ := t.Field(n)
		off += int64(f.FieldSize(1))
	}
	p := x.spilled(x.f.Arg(x.i, 0))
	return one(x.load(uint32(to.FieldSize(1)), x.moved(p, off), to))
}

// first makes the attributes of the access of the first byte, which has the alignment. Alignment
// claims concern the address, which is that of the first byte.
func (x *expander) first(k int64) ir.Attr {
	a := ir.Attr{N: 1}
	if k == 0 {
		a.Align = x.attr.Align
	}
	return a
}

// loadBytes puts an int, float or pointer together from its bytes. A pointer must stay whole: its
// bytes are fragments.
func (x *expander) loadBytes() []ir.Value {
	t := x.f.TypeOf(x.f.Result(x.i, 0))
	if t.Kind() == ir.KindPtr && !x.annotated() {
		b := x.make(ir.OpLoad, x.attr, []ir.Type{ir.Bytes(8)}, x.f.Arg(x.i, 0))
		return one(x.make(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, b))
	}
	if t.Kind() == ir.KindFloat && !t.IsWideFloat() && !x.annotated() {
		v := x.make(x.op, x.attr, []ir.Type{ir.Int}, x.f.Arg(x.i, 0))
		return one(x.float(v, t))
	}
	if t != ir.Int || x.attr.N > mostBytes || x.annotated() {
		return nil
	}
	return one(x.intAt(x.f.Arg(x.i, 0)))
}

// intAt reads the bytes of an int. The bytes are zero-extended and summed up little-endian.
func (x *expander) intAt(p ir.Value) ir.Value {
	out, op := x.k(0), ir.OpLoad
	if x.op == ir.OpLoadExpose {
		op = x.op
	}
	for k := range int64(x.attr.N) {
		b := x.make(op, x.first(k), []ir.Type{ir.Int}, x.moved(p, k))
		out = x.sum(out, x.shl(b, 8*k))
	}
	return out
}

// loadCopy loads from a copy of the memory. memcpy and memmove copy abstract bytes, so poison and
// pointers survive.
func (x *expander) loadCopy() []ir.Value {
	t := x.f.TypeOf(x.f.Result(x.i, 0))
	n := int64(x.attr.N)
	if size, ok := t.Size(1); ok {
		n = int64(size)
	}
	if n == 0 || x.annotated() {
		return nil
	}
	to := x.slot(n, max(x.attr.Align, 1))
	op := [...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[x.r.Below(2)]
	x.make(op, ir.Attr{Align: x.attr.Align}, nil, to, x.f.Arg(x.i, 0), x.k(n))
	return one(x.make(x.op, ir.Attr{N: x.attr.N}, []ir.Type{t}, to))
}

// loadFields loads an aggregate field by field. Fields are packed one after the other.
func (x *expander) loadFields() []ir.Value {
	t := x.f.TypeOf(x.f.Result(x.i, 0))
	if !t.IsAggregate() || x.annotated() || t.Len() == 0 {
		return nil
	}
	out, off := x.b.Poison(t, ir.Synthetic), int64(0)
	for n := range t.Len() {
		f, _ := t.Field(n)
		a := ir.Attr{N: uint32(f.FieldSize(1))}
		if n == 0 {
			a.Align = x.attr.Align
		}
		v := x.make(ir.OpLoad, a, []ir.Type{f}, x.moved(x.f.Arg(x.i, 0), off))
		out = x.b.InsertValue(out, v, ir.Synthetic, uint32(n))
		off += int64(f.FieldSize(1))
	}
	return one(out)
}

// storeBytes stores a pointer or float as its bytes, or an int byte by byte or in one piece that is
// read back.
func (x *expander) storeBytes() []ir.Value {
	t := x.typ(0)
	p := x.f.Arg(x.i, 1)
	if x.f.Operand(x.i, 1).Annot != ir.NoAnnot {
		return nil
	}
	v := x.arg(0)
	// The comparison in place is with what was stored, cut to its size.
	if t == ir.Int && x.attr.N <= mostBytes && x.r.Below(2) == 0 { // read it back
		x.make(ir.OpStore, x.attr, nil, v, p)
		x.same(x.intAt(p), x.zext(v, 8*x.attr.N))
		return one(x.mem)
	}
	switch {
	case t.Kind() == ir.KindPtr:
		b := x.make(ir.OpBitCast, ir.Attr{}, []ir.Type{ir.Bytes(8)}, v)
		x.make(ir.OpStore, x.attr, nil, b, p)
	case t.Kind() == ir.KindFloat && !t.IsWideFloat():
		x.make(ir.OpStore, x.attr, nil, x.bits(v), p)
	case t == ir.Int && x.attr.N <= mostBytes:
		x.intTo(v, p)
	default:
		return nil
	}
	return one(x.mem)
}

// intTo writes the bytes of an int. Stores keep the low bits of an int, so no masking is needed.
func (x *expander) intTo(v, p ir.Value) {
	for k := range int64(x.attr.N) {
		x.make(ir.OpStore, x.first(k), nil, x.shr(v, 8*k), x.moved(p, k))
	}
}

func (x *expander) storeCopy() []ir.Value {
	t := x.typ(0)
	n := int64(x.attr.N)
	if size, ok := t.Size(1); ok {
		n = int64(size)
	}
	if n == 0 || x.f.Operand(x.i, 1).Annot != ir.NoAnnot {
		return nil
	}
	from := x.slot(n, max(x.attr.Align, 1))
	x.store(x.attr.N, x.arg(0), from)
	op := [...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[x.r.Below(2)]
	x.make(op, ir.Attr{Align: x.attr.Align}, nil, x.f.Arg(x.i, 1), from, x.k(n))
	return one(x.mem)
}

func (x *expander) storeFields() []ir.Value {
	t := x.typ(0)
	if !t.IsAggregate() || x.annotated() || t.Len() == 0 {
		return nil
	}
	off := int64(0)
	for n := range t.Len() {
		f, _ := t.Field(n)
		a := ir.Attr{N: uint32(f.FieldSize(1))}
		if n == 0 {
			a.Align = x.attr.Align
		}
		v := x.b.ExtractValue(x.f.Arg(x.i, 0), ir.Synthetic, uint32(n))
		x.make(ir.OpStore, a, nil, v, x.moved(x.f.Arg(x.i, 1), off))
		off += int64(f.FieldSize(1))
	}
	return one(x.mem)
}

// mostBytes bounds the accesses and copies that are spelled out. Each byte is some instructions.
const mostBytes = 64

// copyBytes reads all bytes, then writes them. Reading all first is what makes overlap harmless,
// which memcpy forbids and memmove allows.
func (x *expander) copyBytes() []ir.Value {
	n, ok := x.constant(2)
	if !ok || n < 1 || n > mostBytes || x.annotated() {
		return nil
	}
	if x.r.Below(2) == 0 { // read it back
		t := []ir.Type{ir.Bytes(uint32(n))}
		was := x.make(ir.OpLoad, ir.Attr{N: uint32(n), Align: x.attr.Align}, t, x.f.Arg(x.i, 1))
		x.make(x.op, x.attr, nil, x.f.Arg(x.i, 0), x.f.Arg(x.i, 1), x.f.Arg(x.i, 2))
		x.same(was, x.make(ir.OpLoad, ir.Attr{N: uint32(n)}, t, x.f.Arg(x.i, 0)))
		return one(x.mem)
	}
	x.loose = x.loose || x.op == ir.OpMemCpy // overlap
	var bytes []ir.Value
	for k := range n {
		bytes = append(bytes, x.make(ir.OpLoad, x.first(k), []ir.Type{ir.Bytes(1)}, x.moved(x.f.Arg(x.i, 1), k)))
	}
	for k := range n {
		x.make(ir.OpStore, x.first(k), nil, bytes[k], x.moved(x.f.Arg(x.i, 0), k))
	}
	return one(x.mem)
}

// copyList copies the bytes of the list. What is no list is undefined for va_copy alone.
func (x *expander) copyList() []ir.Value {
	if x.annotated() {
		return nil
	}
	x.loose = true
	if t := []ir.Type{ir.Bytes(ir.VaListBytes)}; x.r.Below(2) == 0 {
		a := ir.Attr{N: ir.VaListBytes}
		x.make(ir.OpStore, a, nil, x.make(ir.OpLoad, a, t, x.f.Arg(x.i, 1)), x.f.Arg(x.i, 0))
	} else {
		x.make(ir.OpMemMove, ir.Attr{}, nil, x.f.Arg(x.i, 0), x.f.Arg(x.i, 1), x.k(ir.VaListBytes))
	}
	return one(x.mem)
}

// setBytes writes the bytes one by one, or in two halves. A memset of length 0 with the same byte
// keeps its undefined behaviour for poison.
func (x *expander) setBytes() []ir.Value {
	if x.annotated() {
		return nil
	}
	p, v := x.f.Arg(x.i, 0), x.f.Arg(x.i, 1)
	n, ok := x.constant(2)
	if ok && n >= 1 && n <= mostBytes {
		x.make(ir.OpMemSet, ir.Attr{}, nil, p, v, x.k(0)) // the byte may not be poison
		for k := range n {
			x.make(ir.OpStore, x.first(k), nil, v, x.moved(p, k))
		}
		return one(x.mem)
	}
	if x.attr.Align > 1 {
		return nil
	}
	length := x.f.Arg(x.i, 2)
	// Halving is possible for any length; alignment claims would not hold for the second half.
	half := x.shr(length, 1)
	x.make(ir.OpMemSet, ir.Attr{}, nil, p, v, half)
	x.make(ir.OpMemSet, ir.Attr{}, nil, x.bin(ir.OpPtrAdd, p, half), v, x.difference(length, half))
	return one(x.mem)
}

// atomicInt reports whether the operation is on an int by a single thread; it fills in the
// size. Other sizes and types have atomic forms of their own.
func (x *expander) atomicInt(t ir.Type) bool {
	if x.attr.N == 0 {
		x.attr.N = ir.IntBytes
	}
	return t == ir.Int && !x.annotated() && !x.threads()
}

func (x *expander) plainAttr() ir.Attr { return ir.Attr{N: x.attr.N, Align: x.attr.Align} }

func (x *expander) atomicLoad() []ir.Value {
	if !x.atomicInt(x.f.TypeOf(x.f.Result(x.i, 1))) {
		return nil
	}
	v := x.make(ir.OpLoad, x.plainAttr(), []ir.Type{ir.Int}, x.f.Arg(x.i, 0))
	return []ir.Value{x.mem, v}
}

func (x *expander) atomicStore() []ir.Value {
	if !x.atomicInt(x.typ(0)) {
		return nil
	}
	x.make(ir.OpStore, x.plainAttr(), nil, x.f.Arg(x.i, 0), x.f.Arg(x.i, 1))
	return one(x.mem)
}

// Without other threads nothing can come between load and store.
func (x *expander) rmw() []ir.Value {
	if !x.atomicInt(x.typ(1)) {
		return nil
	}
	p, v := x.f.Arg(x.i, 0), x.f.Arg(x.i, 1)
	old := x.make(ir.OpLoad, x.plainAttr(), []ir.Type{ir.Int}, p)
	if x.attr.RMW != ir.RMWXchg {
		op := map[ir.RMWOp]ir.Op{ir.RMWAdd: ir.OpAdd, ir.RMWSub: ir.OpSub, ir.RMWAnd: ir.OpAnd, ir.RMWOr: ir.OpOr, ir.RMWXor: ir.OpXor}[x.attr.RMW]
		v = x.bin(op, old, v)
	}
	x.make(ir.OpStore, x.plainAttr(), nil, v, p)
	return []ir.Value{x.mem, old}
}

// It stores in either case, which differs only for memory that cannot be written; both then are
// undefined.
func (x *expander) cmpxchg() []ir.Value {
	if !x.atomicInt(x.typ(1)) {
		return nil
	}
	p := x.f.Arg(x.i, 0)
	old := x.make(ir.OpLoad, x.plainAttr(), []ir.Type{ir.Int}, p)
	same := x.cmp(ir.EQ, x.zext(x.f.Arg(x.i, 1), 8*x.attr.N), old)
	x.make(ir.OpStore, x.plainAttr(), nil, x.sel(same, x.f.Arg(x.i, 2), old), p)
	return []ir.Value{x.mem, old}
}
