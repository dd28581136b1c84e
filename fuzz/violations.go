package fuzz

import "github.com/tuffy-ir/tuffy/ir"

// violations are instructions that are undefined behaviour, each of its own kind.
var violations = []func(x *function, r *record){
	func(x *function, r *record) { // branch on poison
		c := x.raw(ir.OpPoison, ir.Bool)
		next := x.f.AddBlock(x.region)
		t := ir.Target{Block: next, Args: x.token()}
		x.brif(c, t, t)
		x.open(next, nil)
	},
	func(x *function, r *record) { // switch on poison
		next := x.f.AddBlock(x.region)
		p := x.raw(ir.OpPoison, ir.Int)
		x.count()
		x.at.Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{{Value: p.id}}, []ir.Target{{Block: next, Args: x.token()}}, nil, ir.Synthetic)
		x.open(next, nil)
	},
	func(x *function, r *record) { // a violated claim reaches the outside
		v := x.int64(300)
		x.f.SetAnnot(v.id, ir.Unsigned(8))
		x.external("putchar", []value{v}, ir.Int)
	},
	func(x *function, r *record) { // out of bounds
		o := x.newSlot(r, 8, bytesOnly)
		p := x.pointer(o.base, x.int64(int64(1+r.below(9))))
		x.define(x.emit(ir.OpLoad, ir.Attr{N: 8}, nil, p), 0, value{span: unsignedSpan(64)})
	},
	func(x *function, r *record) { // null
		p := x.define(x.emit(ir.OpIntToPtr, ir.Attr{}, nil, x.int64(0)), 0, value{})
		x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.int64(1), p)
	},
	func(x *function, r *record) { // use after free, double free
		p := x.external("malloc", []value{x.int64(8)}, ir.Ptr)
		x.external("free", []value{p}, ir.Unit)
		if r.below(2) == 0 {
			x.external("free", []value{p}, ir.Unit)
			return
		}
		x.define(x.emit(ir.OpLoad, ir.Attr{N: 4}, nil, p), 0, value{span: unsignedSpan(32)})
	},
	func(x *function, r *record) { // free of a slot
		x.external("free", []value{x.newSlot(r, 8, bytesOnly).base}, ir.Unit)
	},
	func(x *function, r *record) { // uninit bytes shown
		o := x.newSlot(r, 8, anything)
		x.external("write", []value{x.int64(1), o.base, x.int64(4)}, ir.Int)
	},
	func(x *function, r *record) { // overlap
		o := x.newSlot(r, 16, bytesOnly)
		x.emit(ir.OpMemCpy, ir.Attr{}, nil, o.base, x.pointer(o.base, x.int64(int64(1+r.below(7)))), x.int64(8))
	},
	func(x *function, r *record) { // misaligned
		o := x.newSlot(r, 24, bytesOnly)
		p := x.pointer(o.base, x.int64(1))
		q := x.pointer(o.base, x.int64(2))
		x.define(x.emit(ir.OpLoad, ir.Attr{N: 4, Align: 4}, nil, p), 0, value{span: unsignedSpan(32)})
		x.define(x.emit(ir.OpLoad, ir.Attr{N: 4, Align: 4}, nil, q), 0, value{span: unsignedSpan(32)})
	},
	func(x *function, r *record) { // constant memory
		p := x.symbolOf(x.g.text("const"), nil)
		x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.int64(1), p)
	},
	func(x *function, r *record) { // wrong signature
		c := x.g.funcs[r.below(len(x.g.funcs))]
		f := x.symbolOf(c.name, nil)
		x.call(f, []value{x.bool(true), x.bool(true), x.bool(false), x.bool(true), x.bool(true), x.bool(true)}, nil)
	},
	func(x *function, r *record) { // call of data
		x.call(x.symbolOf(x.g.text("data"), nil), nil, nil)
	},
	func(x *function, r *record) { // no provenance
		o := x.newSlot(r, 8, bytesOnly)
		n := x.define(x.emit(ir.OpPtrToAddr, ir.Attr{}, nil, o.base), 0, value{span: unsignedSpan(64), flags: unspecified})
		p := x.define(x.emit(ir.OpIntToPtr, ir.Attr{}, nil, n), 0, value{})
		x.define(x.emit(ir.OpLoad, ir.Attr{N: 8}, nil, p), 0, value{span: unsignedSpan(64)})
	},
	func(x *function, r *record) { // a slot used after its region
		outer := x.region
		region := x.f.AddRegion(outer, ir.PlainRegion)
		next := x.f.AddBlock(outer)
		entry := x.f.AddBlock(region)
		x.br(entry, x.token())
		x.region = region
		x.open(entry, nil)
		o := x.newSlot(r, 8, bytesOnly)
		x.region = outer
		x.yield(r, next, x.token())
		x.open(next, nil)
		x.define(x.emit(ir.OpLoad, ir.Attr{N: 8}, nil, o.base), 0, value{span: unsignedSpan(64)})
	},
	func(x *function, r *record) { // a poison length
		o := x.newSlot(r, 8, bytesOnly)
		x.emit(ir.OpMemSet, ir.Attr{}, nil, o.base, x.int64(0), x.raw(ir.OpPoison, ir.Int))
	},
	func(x *function, r *record) { // a poison pointer
		p := x.raw(ir.OpPoison, ir.Ptr)
		x.emit(ir.OpStore, ir.Attr{N: 2}, nil, x.int64(1), p)
	},
	func(x *function, r *record) { // a pointer made of known bytes has no provenance
		p := x.define(x.emit(ir.OpBitCast, ir.Attr{}, []ir.Type{ir.Ptr}, x.int64(0x123456789a)), 0, value{})
		x.define(x.emit(ir.OpLoad, ir.Attr{N: 1}, nil, p), 0, value{span: unsignedSpan(8)})
	},
	func(x *function, r *record) { // unreachable is reached
		c := x.never(r)
		out, next := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
		x.brif(c, ir.Target{Block: next, Args: x.token()}, ir.Target{Block: out, Args: x.token()})
		mem := x.mem
		x.open(out, nil)
		x.count()
		x.at.Inst(ir.OpUnreachable, ir.Attr{}, nil, nil, nil, ir.Synthetic)
		x.mem = mem
		x.open(next, nil)
	},
	func(x *function, r *record) { // an argument that the library function does not take
		x.external("printf", []value{x.symbolOf(x.g.text("%d\n"), nil), x.big(pow2(40))}, ir.Int)
	},
	func(x *function, r *record) { // main gives poison
		x.g.poisonResult = true
	},
	func(x *function, r *record) { // landing_pad
		x.define(x.emit(ir.OpLandingPad, ir.Attr{}, nil), 0, value{})
	},
}

// violation makes something undefined in main.
func (x *function) violation(r *record) { violations[r.below(len(violations))](x, r) }
