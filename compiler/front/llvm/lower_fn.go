package llvm

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// fn lowers one function.
type fn struct {
	c   *lowering
	src *function
	f   *ir.Func
	b   *ir.Builder // nil where control does not come
	mem ir.Value
	o   ir.Origin
	x   *instr // at hand

	vals      []ir.Value              // of the local values
	zexts     map[widthOf]ir.Value    // values without their sign, made in this block
	lanes     map[ir.Value][]ir.Value // the elements that a vector was made of
	blocks    []ir.Block              // of the blocks
	phis      [][]instr               // the phis of each block
	from      uint32                  // the block at hand
	dead      ir.Block                // ends in unreachable, at the place of deadAt
	deadAt    ir.Origin
	copies    []bool             // loads of numbers that are only stored
	bits      []bool             // numbers of which only bits go to memory
	addresses []bool             // numbers of 64 bits that are addresses
	mixed     []bool             // values that are only handed on, and may be undefined in part
	stored    []bool             // loads of which some uses are stores
	raw       map[int32]ir.Value // their bytes
	records   []bool             // addresses of parts of structs and arrays
	loose     bool               // numbers that are loaded are such
	demand    []uint64           // the bits of each number that something depends on
	allocated map[int32]*instr   // allocas by their slot
	slots     map[int32]string   // names of variables, by the local value that is their address
}

// widthOf is a number as one of so many bits: sext gives the same value for another width.
type widthOf struct {
	v    ir.Value
	bits uint32
}

// function lowers a definition.
func (c *lowering) function(src *function) {
	if src.naked {
		c.fail(src.at, "naked functions are not supported")
	}
	params, results := c.signature(src)
	g := &fn{c: c, src: src, zexts: map[widthOf]ir.Value{}, lanes: map[ir.Value][]ir.Value{}, dead: ir.NoBlock}
	g.f = c.m.AddFunc(src.name, params, results)
	if g.o = ir.Synthetic; !c.apart {
		g.f.Pos = src.at.position()
		g.o = c.m.SourceOrigin(g.f.Pos)
	}
	g.f.Variadic = src.t.variadic
	g.f.Linkage = linkageOf(src.linkage, src.hidden, src.section)
	g.f.Attrs.NoInline, g.f.Attrs.AlwaysInline = src.noinline && !src.always, src.always
	g.vals = make([]ir.Value, len(src.ntypes))
	for i := range g.vals {
		g.vals[i] = ir.NoValue
	}
	g.scan()
	g.variables()
	entry := g.f.AddBlock(ir.Body)
	g.b, g.mem = g.f.At(entry), g.f.AddArg(entry, ir.Mem, ir.NoAnnot)
	order := g.order()
	g.makeBlocks(order)
	for i := range src.params {
		g.vals[i] = g.b.Param(i, g.o)
	}
	g.promises()
	if src.name == "main" {
		g.hooks(c.starts)
	}
	if g.b != nil {
		g.goTo(g.blocks[src.order[0]])
	}
	for _, b := range order {
		g.block(b)
	}
}

// hooks calls functions that take nothing.
func (g *fn) hooks(all []hook) {
	for _, h := range all {
		i := g.b.Call(g.b.SymbolAddr(h.name, g.o), nil, g.mem, nil, g.o)
		g.mem = g.f.Result(i, 0)
	}
}

// param is a type as that of a parameter or result.
func (c *lowering) param(t *typ, at place) ir.Param {
	v, ok := t.valueType()
	if !ok || t.kind == tMetadata || t.kind == tToken {
		c.fail(at, "a parameter or result of type %s is not supported", t.text())
	}
	return ir.Param{Type: v, Annot: claim(t)}
}

// claim is what holds of all values of t.
func claim(t *typ) ir.Annot {
	switch t.kind {
	case tInt:
		if t.bits > 1 {
			return ir.Signed(t.bits)
		}
	case tVector, tArray:
		return ir.ElemClaims(claim(t.elem))
	case tStruct:
		var all []ir.Annot
		for _, f := range t.fields {
			all = append(all, claim(f))
		}
		return ir.FieldClaims(all)
	}
	return ir.NoAnnot
}

// signature is how a function is called.
func (c *lowering) signature(f *function) (params, results []ir.Param) {
	for i, t := range f.t.fields {
		p := c.param(t, f.at)
		if _, ok := plainNumber(f.names[i]); !ok && nameFits(f.names[i]) {
			p.Name = f.names[i]
		}
		if a := f.params[i].align; t.kind == tPtr && a > 1 && a <= 1<<31 {
			p.Annot = ir.Aligned(uint32(a))
		}
		if cl := f.params[i].noFPClass; t.kind == tFloat && cl != 0 {
			p.Annot = ir.NoFPClass(cl)
		}
		params = append(params, p)
	}
	if f.t.elem.kind != tVoid {
		r := c.param(f.t.elem, f.at)
		if cl := f.ret.noFPClass; f.t.elem.kind == tFloat && cl != 0 {
			r.Annot = ir.NoFPClass(cl)
		}
		results = append(results, r)
	}
	return params, results
}

// nameFits reports whether a name is one of a parameter.
func nameFits(s string) bool {
	for i := range len(s) {
		if c := s[i]; classes[c]&(chLetter|chDigit) == 0 || i == 0 && classes[c]&chDigit != 0 {
			return false
		}
	}
	return s != ""
}

// order is the blocks that control may come to, each behind those that dominate it.
func (g *fn) order() []uint32 {
	src := g.src
	seen := make([]bool, len(src.blocks))
	type frame struct {
		block uint32
		next  int
	}
	var post []uint32
	stack := []frame{{src.order[0], 0}}
	seen[src.order[0]] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		b := &src.blocks[top.block]
		last := &src.insts[b.end-1]
		next := last.nums
		if last.op == opInvoke {
			next = next[:1]
		}
		if top.next < len(next) {
			n := next[len(next)-1-top.next]
			top.next++
			if !seen[n] {
				seen[n] = true
				stack = append(stack, frame{n, 0})
			}
			continue
		}
		post = append(post, top.block)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(post)
	return post
}

// makeBlocks makes a block for each one that is reached, with an argument for each phi.
func (g *fn) makeBlocks(order []uint32) {
	src := g.src
	g.blocks, g.phis = make([]ir.Block, len(src.blocks)), make([][]instr, len(src.blocks))
	for i := range g.blocks {
		g.blocks[i] = ir.NoBlock
	}
	for _, n := range order {
		b := g.f.AddBlock(ir.Body)
		g.blocks[n] = b
		g.f.AddArg(b, ir.Mem, ir.NoAnnot)
		insts := src.insts[src.blocks[n].first:src.blocks[n].end]
		k := 0
		for k < len(insts) && insts[k].op == opPhi {
			x := &insts[k]
			t := g.typeOf(x.t, x.at)
			a := claim(x.t)
			if x.t.kind == tFloat && x.flags&(flagNNaN|flagNInf) != 0 {
				a = ir.NoFPClass(excluded(x.flags))
			}
			g.vals[x.slot] = g.f.AddArg(b, t, a)
			k++
		}
		g.phis[n] = insts[:k]
		for _, x := range insts[k:] {
			if x.op == opPhi {
				g.c.fail(x.at, "a phi stands behind another instruction")
			}
		}
	}
	if len(g.phis[src.order[0]]) > 0 {
		g.c.fail(g.phis[src.order[0]][0].at, "the first block of a function has no phi")
	}
}

// typeOf is the type of values of t.
func (g *fn) typeOf(t *typ, at place) ir.Type {
	v, ok := t.valueType()
	if !ok {
		g.c.fail(at, "values of type %s are not supported", t.text())
	}
	return v
}

// block lowers a block.
func (g *fn) block(n uint32) {
	b := &g.src.blocks[n]
	g.start(g.blocks[n])
	g.from = n
	for k := b.first + len(g.phis[n]); k < b.end; k++ {
		g.x = &g.src.insts[k]
		g.o = g.origin(g.x)
		g.instruction(g.x)
		if g.b == nil {
			return
		}
	}
}

// start continues in b.
func (g *fn) start(b ir.Block) {
	g.b, g.mem = g.f.At(b), g.f.Args(b)[0]
	clear(g.zexts)
}

// newBlock makes a block that control brings a token to.
func (g *fn) newBlock() ir.Block {
	b := g.f.AddBlock(ir.Body)
	g.f.AddArg(b, ir.Mem, ir.NoAnnot)
	return b
}

// goTo ends the block.
func (g *fn) goTo(b ir.Block, args ...ir.Value) {
	g.b.Br(ir.Goto(b, append([]ir.Value{g.mem}, args...)...), g.o)
	g.b = nil
}

// target is an edge from the block at hand to block n, with what the phis there take.
func (g *fn) target(n uint32) ir.Target {
	args := []ir.Value{g.mem}
	guess := 0
	for i := range g.phis[n] {
		x := &g.phis[n][i]
		if guess >= len(x.nums) || x.nums[guess] != g.from {
			guess = slices.Index(x.nums, g.from)
		}
		if guess < 0 {
			g.c.fail(x.at, "the phi has no value for the block %%%s, from which control comes", g.src.blocks[g.from].name)
		}
		args = append(args, g.val(x.args[guess]))
	}
	return ir.Goto(g.blocks[n], args...)
}

// deadBlock is a block that is not to be reached.
func (g *fn) deadBlock() ir.Block {
	if g.dead == ir.NoBlock || g.deadAt != g.o {
		g.dead, g.deadAt = g.newBlock(), g.o
		g.f.At(g.dead).Stop(ir.OpUnreachable, g.o)
	}
	return g.dead
}

// undefinedIf is undefined behaviour if bad is true or poison.
func (g *fn) undefinedIf(bad ir.Value) {
	if i := g.f.Def(bad); i != ir.NoInst && g.f.Op(i) == ir.OpBConst && g.f.Attr(i).Imm == 0 {
		return
	}
	next := g.newBlock()
	g.b.BrIf(bad, ir.Goto(g.deadBlock(), g.mem), ir.Goto(next, g.mem), g.o)
	g.b, g.mem = g.f.At(next), g.f.Args(next)[0] // what was made before stays at hand
}

// set makes v the value of the instruction at hand.
func (g *fn) set(v ir.Value) {
	g.vals[g.x.slot] = v
}

// Short forms of what is made often.

func (g *fn) num(n int64) ir.Value                          { return g.b.Int64(n, g.o) }
func (g *fn) big(n num.Int) ir.Value                        { return g.b.IConst(n, g.o) }
func (g *fn) bin(op ir.Op, x, y ir.Value) ir.Value          { return g.b.Binary(op, x, y, g.o) }
func (g *fn) un(op ir.Op, x ir.Value) ir.Value              { return g.b.Unary(op, x, g.o) }
func (g *fn) cmp(p ir.Pred, x, y ir.Value) ir.Value         { return g.b.Compare(p, x, y, g.o) }
func (g *fn) choose(c, x, y ir.Value) ir.Value              { return g.b.Select(c, x, y, g.o) }
func (g *fn) sext(x ir.Value, n uint32) ir.Value            { return g.b.Extend(ir.OpSExt, x, n, g.o) }
func (g *fn) bool(v bool) ir.Value                          { return g.b.BConst(v, g.o) }
func (g *fn) conv(op ir.Op, x ir.Value, t ir.Type) ir.Value { return g.b.Convert(op, x, t, g.o) }

// with claims something of a value that was just made.
func (g *fn) with(v ir.Value, a ir.Annot) ir.Value {
	g.f.SetAnnot(v, a)
	return v
}

// held is x where it satisfies the claim, else poison: extended to n bits, which changes nothing.
func (g *fn) held(op ir.Op, x ir.Value, n uint32, a ir.Annot) ir.Value {
	i := g.b.Inst(op, ir.Attr{Imm: int64(n)}, []ir.Operand{{Value: x, Annot: a}}, nil, []ir.Type{ir.Int}, g.o)
	return g.f.Result(i, 0)
}

// poisonUnless is v where c holds, else poison.
func (g *fn) poisonUnless(c, v ir.Value) ir.Value {
	return g.choose(c, v, g.b.Poison(g.f.TypeOf(v), g.o))
}

// zext is x, of n bits, without its sign.
func (g *fn) zext(x ir.Value, n uint32) ir.Value {
	if z, ok := g.zexts[widthOf{x, n}]; ok {
		return z
	}
	if i := g.f.Def(x); i != ir.NoInst && g.f.Op(i) == ir.OpIConst {
		if a := g.f.Attr(i); a.Aux == 0 && a.Imm >= 0 {
			return x
		}
	}
	z := g.b.Extend(ir.OpZExt, x, n, g.o)
	g.zexts[widthOf{x, n}] = z
	return z
}

// signed is u, a number below 2^n, in the form of iN.
func (g *fn) signed(u ir.Value, n uint32) ir.Value {
	v := g.sext(u, n)
	g.zexts[widthOf{v, n}] = u
	return v
}

// val is the value of an operand.
func (g *fn) val(v value) ir.Value {
	if v.c == nil {
		x := g.vals[v.slot]
		if x == ir.NoValue {
			g.c.fail(g.x.at, "an operand is not defined where control comes here")
		}
		return x
	}
	return g.constant(v)
}

// constant makes a constant.
func (g *fn) constant(v value) ir.Value {
	k, at := v.c, v.c.at
	if at.line == 0 && g.x != nil {
		at = g.x.at
	}
	switch k.kind {
	case vInt:
		if v.t.bits == 1 {
			return g.bool(k.int.Sign() != 0)
		}
		return g.big(k.int)
	case vFloat:
		return g.float(v.t.float, k.int)
	case vPoison:
		return g.b.Poison(g.typeOf(v.t, at), g.o)
	case vUndef:
		return g.frozen(g.b.Poison(g.typeOf(v.t, at), g.o), v.t)
	case vNull, vZero:
		return g.zero(v.t, at)
	case vString, vAggregate, vSplat:
		t := g.typeOf(v.t, at)
		return g.build(t, int(v.t.parts()), func(i int) ir.Value { return g.part(v, i) })
	case vGlobal, vExpr, vBlockAddress:
		if f, ok := g.c.fold(v, at); ok && f.from == "" {
			return g.folded(f, v.t)
		}
		if k.kind == vExpr {
			return g.expression(v, at)
		}
	}
	g.c.fail(at, "this operand is not supported")
	return 0
}

// folded makes a constant that was computed.
func (g *fn) folded(f folded, t *typ) ir.Value {
	if f.sym == "" {
		switch t.kind {
		case tInt:
			if t.bits == 1 {
				return g.bool(f.n.Sign() != 0)
			}
			return g.big(f.n)
		case tFloat:
			return g.float(t.float, f.n.Low(uint(t.float.FloatBits())))
		}
		if f.n.Sign() == 0 {
			return g.conv(ir.OpBitCast, g.num(0), ir.PtrIn(t.bits))
		}
		return g.conv(ir.OpIntToPtr, g.big(f.n), ir.PtrIn(t.bits))
	}
	p := g.b.SymbolAddr(f.sym, g.o)
	if f.n.Sign() != 0 {
		p = g.bin(ir.OpPtrAdd, p, g.big(f.n))
	}
	if t.kind == tInt {
		return g.sext(g.un(ir.OpPtrToInt, p), t.bits)
	}
	return p
}

// float makes a float of its bits.
func (g *fn) float(t ir.Type, bits num.Int) ir.Value {
	if t.IsWideFloat() {
		return g.b.FConstWide(t, bits.Shr(64).Low(64).Low64(), bits.Low(64).Low64(), g.o)
	}
	return g.b.FConst(t, bits.Low64(), g.o)
}

// zero is the zero of a type.
func (g *fn) zero(t *typ, at place) ir.Value {
	switch t.kind {
	case tInt:
		if t.bits == 1 {
			return g.bool(false)
		}
		return g.num(0)
	case tFloat:
		return g.float(t.float, num.Int{})
	case tPtr:
		return g.conv(ir.OpBitCast, g.num(0), ir.PtrIn(t.bits))
	}
	v := g.typeOf(t, at)
	return g.build(v, int(t.parts()), func(i int) ir.Value { return g.zero(t.part(i), at) })
}

// maxBuilt bounds the parts of an aggregate that is a value.
const maxBuilt = 1 << 12

// build makes an aggregate of its parts.
func (g *fn) build(t ir.Type, n int, part func(i int) ir.Value) ir.Value {
	if n > maxBuilt {
		g.c.fail(g.x.at, "a value with more than %d parts is not supported", maxBuilt)
	}
	parts := make([]ir.Value, n)
	for i := range parts {
		parts[i] = part(i)
	}
	v := g.b.Poison(t, g.o)
	for i, e := range parts {
		v = g.b.InsertValue(v, e, g.o, uint32(i))
	}
	g.lanes[v] = parts
	return v
}

// part is part i of an aggregate.
func (g *fn) part(v value, i int) ir.Value {
	if v.c == nil {
		return g.lane(g.val(v), i)
	}
	switch k := v.c; k.kind {
	case vAggregate:
		return g.constant(k.list[i])
	case vSplat:
		return g.constant(k.list[0])
	case vString:
		return g.num(int64(int8(k.text[i])))
	case vZero:
		return g.zero(v.t.part(i), k.at)
	case vPoison:
		return g.b.Poison(g.typeOf(v.t.part(i), k.at), g.o)
	case vUndef:
		e := v.t.part(i)
		return g.frozen(g.b.Poison(g.typeOf(e, k.at), g.o), e)
	}
	return g.lane(g.constant(v), i)
}

// lane is part i of a value.
func (g *fn) lane(v ir.Value, i int) ir.Value {
	if ps := g.lanes[v]; ps != nil {
		return ps[i]
	}
	return g.b.ExtractValue(v, g.o, uint32(i))
}

// frozen is freeze of a value, whose numbers fit their types.
func (g *fn) frozen(v ir.Value, t *typ) ir.Value {
	switch t.kind {
	case tInt:
		v = g.un(ir.OpFreeze, v)
		if t.bits > 1 {
			v = g.sext(v, t.bits)
		}
		return v
	case tFloat, tPtr:
		return g.un(ir.OpFreeze, v)
	}
	return g.build(g.typeOf(t, g.x.at), int(t.parts()), func(i int) ir.Value { return g.frozen(g.lane(v, i), t.part(i)) })
}

// map1 applies an operation to a value, or to each element of a vector.
func (g *fn) map1(t, to *typ, v value, f func(x ir.Value) ir.Value) ir.Value {
	if t.kind != tVector {
		return f(g.val(v))
	}
	return g.build(g.typeOf(to, g.x.at), int(t.n), func(i int) ir.Value { return f(g.part(v, i)) })
}

// map2 is map1 of two operands.
func (g *fn) map2(t, to *typ, v, w value, f func(x, y ir.Value) ir.Value) ir.Value {
	if t.kind != tVector {
		return f(g.val(v), g.val(w))
	}
	return g.build(g.typeOf(to, g.x.at), int(t.n), func(i int) ir.Value { return f(g.part(v, i), g.part(w, i)) })
}
