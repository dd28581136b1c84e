package llvm

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// lowering makes the module of Tuffy IR.
type lowering struct {
	p   *parser
	mod *module
	o   Options
	m   *ir.Module

	i1, i8, i32, i64 *typ
	ptr              *typ
	labels           map[string]*labels    // of functions whose blocks have addresses
	uninit           uint64                // bytes of the symbol of uninit bytes, 0 if there is none
	locations        map[int32]ir.Location // of metadata
	fresh            map[string]bool       // files whose texts were looked for
	tables           map[string]bool       // tables of distances that have one of addresses
	apart            bool                  // what is translated is not the text of the module
	starts, ends     []hook                // of llvm.global_ctors and llvm.global_dtors
}

// hook is a function that runs before or after main.
type hook struct {
	priority int64
	name     string
}

// labels are the blocks of a function whose addresses are taken: each is a byte of a symbol.
type labels struct {
	symbol string
	names  []string
}

func newLowering(p *parser, o Options) *lowering {
	c := &lowering{p: p, mod: p.mod, o: o, m: ir.NewModule(), labels: map[string]*labels{}, locations: map[int32]ir.Location{}, fresh: map[string]bool{}, tables: map[string]bool{}}
	c.i1, c.i8, c.i32, c.i64, c.ptr = p.types.integer(1), p.types.integer(8), p.types.integer(32), p.types.integer(64), p.types.pointer(0)
	c.m.File, c.m.Source = p.file, p.src
	return c
}

// fail is a mistake at a place, or what is not supported.
func (c *lowering) fail(at place, format string, args ...any) { c.p.failPlace(at, format, args...) }

// run lowers the module.
func (c *lowering) run() {
	c.aliases()
	for _, g := range c.mod.globals {
		if !g.alias {
			c.global(g)
		}
	}
	for _, f := range c.mod.funcs {
		if f.defined {
			c.p.body(f)
			c.function(f)
			f.insts, f.blocks, f.order, f.ntypes, f.vars = nil, nil, nil, nil, nil
		}
	}
	c.addRuntime()
	for _, name := range slices.Sorted(keysOf(c.labels)) {
		l := c.labels[name]
		c.m.AddData(&ir.Data{Name: l.symbol, Const: true, Linkage: ir.Linkage{Binding: ir.Local}, Pieces: []ir.DataPiece{{Zero: uint64(len(l.names))}}})
	}
	if c.uninit > 0 {
		c.m.AddData(&ir.Data{Name: uninitSymbol, Const: true, Linkage: ir.Linkage{Binding: ir.Local}, Pieces: []ir.DataPiece{{Zero: c.uninit, Uninit: true}}})
	}
	c.m.Asm = append(c.m.Asm, c.mod.asm...)
	if c.o.Hosted {
		c.hosted()
	}
}

func keysOf[V any](m map[string]V) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// hosted defines the objects of the C library that host functions know by a number.
func (c *lowering) hosted() {
	for i, name := range []string{"stdout", "stderr", "stdin"} {
		g, ok := c.mod.byName[name].(*global)
		if ok && g.init == nil {
			c.m.AddData(&ir.Data{Name: name, Const: true, Align: 8, Pieces: []ir.DataPiece{{Bytes: []byte{byte(i + 1), 0, 0, 0, 0, 0, 0, 0}}}})
		}
	}
}

// linkage is how other modules see a symbol.
func linkageOf(linkage, visibility, section string) ir.Linkage {
	l := ir.Linkage{}
	switch linkage {
	case "private", "internal", "available_externally":
		l.Binding = ir.Local
	case "weak", "weak_odr", "linkonce", "linkonce_odr", "extern_weak", "common":
		l.Binding = ir.Weak
	}
	if l.Binding != ir.Local {
		switch visibility {
		case "hidden":
			l.Visibility = ir.Hidden
		case "protected":
			l.Visibility = ir.Protected
		}
	}
	if len(section) <= 200 {
		l.Section = section
	}
	return l
}

// aliases finds what names stand for. An alias of a constant address is replaced where it is used.
func (c *lowering) aliases() {
	for _, g := range c.mod.globals {
		if g.alias {
			seen := 0
			for x := g; ; seen++ {
				if seen > len(c.mod.globals) {
					c.fail(g.at, "the alias @%s stands for itself", g.name)
				}
				if x.init.c == nil || x.init.c.kind != vGlobal {
					break
				}
				next, ok := c.mod.byName[x.init.c.name].(*global)
				if !ok || !next.alias {
					break
				}
				x = next
			}
		}
	}
}

// global lowers a variable.
func (c *lowering) global(g *global) {
	if g.name == "llvm.global_ctors" || g.name == "llvm.global_dtors" {
		c.hooks(g)
		return
	}
	if g.name == "llvm.used" || g.name == "llvm.compiler.used" {
		return
	}
	if g.init == nil {
		return
	}
	if g.as != 0 {
		c.fail(g.at, "variables in address space %d are not supported", g.as)
	}
	if !c.p.lay(g.t) {
		c.fail(g.at, "a variable of type %s is not supported", g.t.text())
	}
	im := &image{c: c, size: g.t.size, name: g.name}
	im.put(0, *g.init, g.at)
	if len(im.table) > 0 {
		c.tables[g.name] = true
		c.m.AddData(&ir.Data{Name: g.name + tableSuffix, Const: true, Linkage: ir.Linkage{Binding: ir.Local}, Align: 8, Pieces: []ir.DataPiece{{Zero: 2 * g.t.size}}, Relocs: im.table})
	}
	align := max(g.align, 1)
	if g.align == 0 {
		if align = g.t.align; g.t.size > 16 { // what compilers may rely on (DataLayout::getPreferredAlign)
			align = max(align, 16)
		}
	}
	c.m.AddData(&ir.Data{Name: g.name, Const: g.constant, Linkage: linkageOf(g.linkage, g.hidden, g.section), Align: uint32(min(align, 1<<31)),
		Pieces: im.pieces(), Relocs: im.relocs, Pos: g.at.position()})
}

// position is that of the text.
func (p place) position() ir.Position { return ir.Position{Line: p.line, Col: p.off - p.start + 1} }

// hooks notes the functions that run before main, or after it.
func (c *lowering) hooks(g *global) {
	if g.init == nil || g.init.c == nil || g.init.c.kind != vAggregate {
		return
	}
	var all []hook
	for _, e := range g.init.c.list {
		if e.c == nil || e.c.kind != vAggregate || len(e.c.list) < 2 || e.c.list[1].c == nil {
			c.fail(g.at, "@%s is no list of functions", g.name)
		}
		if e.c.list[1].c.kind == vNull {
			continue
		}
		k, ok := c.fold(e.c.list[1], g.at)
		n, ok2 := c.fold(e.c.list[0], g.at)
		if !ok || !ok2 || k.sym == "" {
			c.fail(g.at, "@%s is no list of functions", g.name)
		}
		p, _ := n.n.Int64()
		all = append(all, hook{p, k.sym})
	}
	slices.SortStableFunc(all, func(a, b hook) int { return cmp.Compare(a.priority, b.priority) })
	if g.name == "llvm.global_ctors" {
		c.starts = all
	} else {
		slices.Reverse(all)
		c.ends = all
	}
}

// image is the initial value of a variable.
type image struct {
	c      *lowering
	size   uint64
	bytes  []byte // up to the last one that is not zero
	uninit []span
	relocs []ir.Reloc
	name   string     // of the variable
	table  []ir.Reloc // the addresses of a table of distances
}

// tableSuffix is behind the name of a table of distances in that of its table of addresses.
const tableSuffix = ".addresses"

// span is a run of bytes.
type span struct{ from, to uint64 }

// maxImage bounds the bytes of a variable that are written out.
const maxImage = 1 << 28

// at makes room for the bytes up to end.
func (im *image) grow(end uint64, at place) {
	if end > maxImage {
		im.c.fail(at, "a variable with more than %d initialised bytes is not supported", maxImage)
	}
	if n := int(end); n > len(im.bytes) {
		im.bytes = append(im.bytes, make([]byte, n-len(im.bytes))...)
	}
}

// put writes a constant at an offset.
func (im *image) put(off uint64, v value, at place) {
	c := im.c
	if !c.p.lay(v.t) {
		c.fail(at, "a constant of type %s is not supported", v.t.text())
	}
	k := v.c
	switch k.kind {
	case vZero, vNull:
		return
	case vUndef, vPoison:
		if v.t.size > 0 {
			im.uninit = append(im.uninit, span{off, off + v.t.size})
		}
		return
	case vString:
		im.grow(off+uint64(len(k.text)), k.at)
		copy(im.bytes[off:], k.text)
		return
	case vAggregate:
		if v.t.kind == tVector && v.t.elem.bitSize()%8 != 0 {
			c.fail(k.at, "vectors of %s in variables are not supported", v.t.elem.text())
		}
		for i, e := range k.list {
			o := uint64(i)
			switch v.t.kind {
			case tStruct:
				o = v.t.offsets[i]
			case tVector:
				o *= v.t.elem.bitSize() / 8
			default:
				o *= v.t.elem.size
			}
			im.put(off+o, e, at)
		}
		return
	case vSplat:
		for i := range v.t.n {
			im.put(off+i*(v.t.elem.bitSize()/8), k.list[0], at)
		}
		return
	}
	f, ok := c.fold(v, at)
	if !ok {
		c.fail(at, "this initialiser is not supported")
	}
	n := v.t.storeSize()
	if f.sym != "" && f.from != "" {
		im.relative(off, f, n, at)
		return
	}
	if f.sym != "" {
		if n != 8 {
			c.fail(at, "an address in %d bytes is not supported", n)
		}
		a, _ := f.n.SignExtend(64).Int64()
		im.relocs = append(im.relocs, ir.Reloc{Off: off, Sym: c.m.Symbol(f.sym), Addend: a})
		return
	}
	if f.n.Sign() == 0 {
		return
	}
	im.grow(off+n, at)
	f.n.Low(uint(8 * n)).FillBytes(im.bytes[off : off+n])
}

// relative notes an entry of a table of distances to the table itself, which code reads by llvm.load.relative. The addresses are
// in a table of their own, and here is nothing.
func (im *image) relative(off uint64, f folded, n uint64, at place) {
	if n != 4 || f.from != im.name || off%4 != 0 {
		im.c.fail(at, "the distance of @%s from @%s as an initialiser is not supported", f.sym, f.from)
	}
	a, _ := f.n.SignExtend(64).Int64()
	im.table = append(im.table, ir.Reloc{Off: 2 * off, Sym: im.c.m.Symbol(f.sym), Addend: a})
	im.uninit = append(im.uninit, span{off, off + n})
}

// pieces are the bytes as data has them.
func (im *image) pieces() []ir.DataPiece {
	var out []ir.DataPiece
	slices.SortFunc(im.uninit, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	pos := uint64(0)
	plain := func(to uint64) {
		if n := min(to, uint64(len(im.bytes))); n > pos {
			out = append(out, ir.DataPiece{Bytes: im.bytes[pos:n]})
			pos = n
		}
		if to > pos {
			out = append(out, ir.DataPiece{Zero: to - pos})
			pos = to
		}
	}
	for _, s := range im.uninit {
		plain(s.from)
		if s.to > pos {
			out = append(out, ir.DataPiece{Zero: s.to - pos, Uninit: true})
			pos = s.to
		}
	}
	plain(im.size)
	return out
}

// folded is a constant: a number, or an address.
type folded struct {
	n    num.Int // in the signed form; the addend of an address
	sym  string
	from string // of the distance of an address from another symbol
}

// fold computes a constant.
func (c *lowering) fold(v value, at place) (folded, bool) {
	k := v.c
	if k == nil {
		return folded{}, false
	}
	switch k.kind {
	case vInt, vFloat:
		return folded{n: k.int}, true
	case vNull, vZero:
		return folded{}, v.t.kind == tPtr || v.t.kind == tInt || v.t.kind == tFloat
	case vGlobal:
		return c.foldSymbol(k)
	case vBlockAddress:
		sym, n := c.labelAddress(k)
		return folded{n: num.New(int64(n)), sym: sym}, true
	case vExpr:
		return c.foldExpr(v, at)
	}
	return folded{}, false
}

// foldSymbol is the address of a symbol, or of what an alias stands for.
func (c *lowering) foldSymbol(k *constant) (folded, bool) {
	switch g := c.mod.byName[k.name].(type) {
	case *global:
		if g.alias {
			return c.fold(*g.init, g.at)
		}
		if g.linkage == "extern_weak" {
			return folded{}, true
		}
	case *function:
		if g.linkage == "extern_weak" && !g.defined && !inRuntime(k.name) {
			return folded{}, true
		}
	default:
		c.fail(k.at, "@%s is not defined or declared", k.name)
	}
	return folded{sym: k.name}, true
}

// foldExpr computes an operation on constants.
func (c *lowering) foldExpr(v value, at place) (folded, bool) {
	k := v.c
	if k.name == "getelementptr" {
		return c.foldGEP(k)
	}
	var xs [3]folded
	for i, e := range k.list {
		x, ok := c.fold(e, at)
		if !ok || i >= len(xs) {
			return x, false
		}
		xs[i] = x
	}
	x, y := xs[0], xs[1]
	from := k.list[0].t
	wrap := func(n num.Int) (folded, bool) {
		if v.t.kind != tInt {
			return folded{n: n}, v.t.kind == tPtr
		}
		return folded{n: n.SignExtend(uint(v.t.bits))}, true
	}
	switch k.name {
	case "bitcast", "addrspacecast", "inttoptr":
		if from.kind == tInt && x.sym == "" {
			x.n = x.n.Low(uint(from.bits))
		}
		return x, true
	case "ptrtoint", "ptrtoaddr":
		if x.sym != "" {
			return x, v.t.bitSize() == 64
		}
		return wrap(x.n)
	case "sub":
		if x.sym != "" && x.sym == y.sym {
			return wrap(x.n.Sub(y.n))
		}
		switch {
		case x.from != "" || y.from != "":
		case x.sym != "" && y.sym == "":
			return folded{n: x.n.Sub(y.n), sym: x.sym}, true
		case x.sym != "" && y.sym != "":
			return folded{n: x.n.Sub(y.n), sym: x.sym, from: y.sym}, true
		}
	case "add":
		if x.from == "" && y.from == "" && (x.sym == "") != (y.sym == "") {
			return folded{n: x.n.Add(y.n), sym: x.sym + y.sym}, true
		}
	}
	if x.from != "" && k.name == "trunc" && v.t.bits == 32 {
		return x, true
	}
	if x.sym != "" || y.sym != "" {
		return x, false
	}
	w := uint(from.bitSize())
	switch k.name {
	case "trunc", "sext":
		return wrap(x.n)
	case "zext":
		return wrap(x.n.Low(w))
	case "add":
		return wrap(x.n.Add(y.n))
	case "sub":
		return wrap(x.n.Sub(y.n))
	case "mul":
		return wrap(x.n.Mul(y.n))
	case "and":
		return wrap(x.n.And(y.n))
	case "or":
		return wrap(x.n.Or(y.n))
	case "xor":
		return wrap(x.n.Xor(y.n))
	case "shl", "lshr", "ashr":
		n, ok := y.n.Int64()
		switch {
		case !ok || n < 0 || uint(n) >= w:
			return x, false
		case k.name == "shl":
			return wrap(x.n.Shl(uint(n)))
		case k.name == "lshr":
			return wrap(x.n.Low(w).Shr(uint(n)))
		}
		return wrap(x.n.Shr(uint(n)))
	}
	return x, false
}

// foldGEP computes an address.
func (c *lowering) foldGEP(k *constant) (folded, bool) {
	base, ok := c.fold(k.list[0], k.at)
	if !ok {
		return base, false
	}
	off, ok := c.constOffset(k.elem, k.list[1:], k.at)
	base.n = base.n.Add(off).SignExtend(64)
	return base, ok
}

// constOffset is how far constant indices move.
func (c *lowering) constOffset(t *typ, indices []value, at place) (num.Int, bool) {
	off := num.Int{}
	for i, v := range indices {
		n, ok := c.fold(v, at)
		if !ok || n.sym != "" {
			return off, false
		}
		step, next := c.step(t, i, n.n, at)
		off, t = off.Add(step), next
	}
	return off, true
}

// step is how far index i, a number, moves in a t, and what is there.
func (c *lowering) step(t *typ, i int, n num.Int, at place) (num.Int, *typ) {
	if i > 0 && t.kind == tStruct {
		k, ok := n.Int64()
		if !ok || k < 0 || k >= int64(len(t.fields)) {
			c.fail(at, "%s has no field %s", t.text(), n)
		}
		c.mustLay(t, at)
		return num.FromUint64(t.offsets[k]), t.fields[k]
	}
	next := t
	if i > 0 {
		if t.kind != tArray && t.kind != tVector {
			c.fail(at, "%s has no parts to index", t.text())
		}
		next = t.elem
	}
	return n.Mul(num.FromUint64(c.stride(t, i, at))), next
}

// stride is the distance of the elements that index i of a t chooses from.
func (c *lowering) stride(t *typ, i int, at place) uint64 {
	if i > 0 {
		t = t.elem
	}
	c.mustLay(t, at)
	return t.size
}

// mustLay computes the layout of a type that must have one.
func (c *lowering) mustLay(t *typ, at place) {
	if !c.p.lay(t) {
		c.fail(at, "%s has no size that is supported", t.text())
	}
}

// labelAddress is the symbol and the number of a block whose address is taken.
func (c *lowering) labelAddress(k *constant) (string, int) {
	f, ok := c.mod.byName[k.name].(*function)
	if !ok || !f.defined {
		c.fail(k.at, "@%s is no function with blocks", k.name)
	}
	l := c.labels[k.name]
	if l == nil {
		l = &labels{symbol: fmt.Sprintf("%s.labels", k.name)}
		c.labels[k.name] = l
	}
	n := slices.Index(l.names, k.text)
	if n < 0 {
		n = len(l.names)
		l.names = append(l.names, k.text)
	}
	return l.symbol, n
}
