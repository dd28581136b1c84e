package c

import (
	"encoding/binary"
	"sort"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// maxImage bounds the bytes of an initialised object.
const maxImage = 1 << 28

// image is the initial value of an object of static storage.
type image struct {
	u      *unit
	bytes  []byte
	relocs map[int64]ir.Reloc
}

// grow makes sure that there are n bytes.
func (m *image) grow(n int64, at cc.Node) {
	if n > maxImage {
		m.u.unsupported(at, "an initialised object of more than %d bytes is not supported", maxImage)
	}
	if n > int64(len(m.bytes)) {
		m.bytes = append(m.bytes, make([]byte, n-int64(len(m.bytes)))...)
	}
}

func (m *image) text(off int64, t cc.Type, e *cc.PrimaryExpression) {
	b, _, _ := m.u.stringBytes(e)
	n := m.u.sizeof(t)
	if t.IsIncomplete() {
		n = int64(len(b))
	}
	if int64(len(b)) > n {
		b = b[:n]
	}
	m.grow(off+n, e)
	copy(m.bytes[off:], b)
	for i := off + int64(len(b)); i < off+n; i++ {
		m.bytes[i] = 0
	}
}

// assign writes the constant that an expression is. It takes records from compound literals alone.
func (m *image) assign(off int64, t cc.Type, bits *bitField, e cc.ExpressionNode) {
	if bits != nil {
		m.grow(off+bits.bytesOf(), e)
	} else {
		m.grow(off+m.u.sizeof(t), e)
	}
	if isRecord(t) || isArray(t) || isVector(t) {
		if p := literalOf(e); p != nil {
			w := &initWalk{u: m.u, to: m}
			w.braced(t, off, nil, p.InitializerList)
			return
		}
		m.u.fail(e, "this initialiser is not constant")
	}
	if isComplex(t) {
		m.complex(off, t, e)
		return
	}
	c, ok := m.u.constant(e)
	if ok {
		m.u.surprises(e, m.u.valueType(e), c.i, c.kind == constInt && bits == nil, t)
		c, ok = m.u.constConvert(c, e.Type(), t)
	}
	if !ok {
		m.u.fail(e, "this initialiser is not constant")
	}
	m.put(off, t, bits, c)
}

// literalOf is the compound literal that an expression is.
func literalOf(n cc.ExpressionNode) *cc.PostfixExpression {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n != nil && n.ExpressionList == nil {
			return literalOf(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return literalOf(n.ExpressionList)
		}
	case *cc.CastExpression:
		return literalOf(n.CastExpression)
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionComplit {
			return n
		}
	}
	return nil
}

func (m *image) clear(off int64, t cc.Type) {
	end := off + m.u.sizeof(t)
	for k := off; k < end && k < int64(len(m.bytes)); k++ {
		m.bytes[k] = 0
		delete(m.relocs, k)
	}
}

func (m *image) again(from, to int64, t cc.Type) bool { return false }

// put writes a constant.
func (m *image) put(off int64, t cc.Type, bits *bitField, c constant) {
	size := m.u.sizeof(t)
	delete(m.relocs, off)
	switch {
	case c.kind == constAddr && c.sym != "":
		m.relocs[off] = ir.Reloc{Off: uint64(off), Sym: m.u.m.Symbol(c.sym), Addend: c.off}
	case c.kind == constAddr:
		binary.LittleEndian.PutUint64(m.bytes[off:], uint64(c.off))
	case c.kind == constFloat:
		m.float(off, t, c)
	case bits != nil:
		old := num.FromBytes(m.bytes[off : off+bits.bytesOf()])
		mask := num.Mask(uint(bits.width)).Shl(uint(bits.shift))
		v := old.AndNot(mask).Or(c.i.Low(uint(bits.width)).Shl(uint(bits.shift)))
		m.int(off, bits.bytesOf(), v)
	default:
		m.int(off, size, c.i.Low(uint(size*8)))
	}
}

// int writes a number that is not negative, the low byte first.
func (m *image) int(off, size int64, v num.Int) {
	b := v.FillBytes(make([]byte, size))
	copy(m.bytes[off:], b)
}

// complex writes a complex constant, which is real here.
func (m *image) complex(off int64, t cc.Type, e cc.ExpressionNode) {
	re, im, ok := m.u.constComplex(e)
	if !ok {
		m.u.fail(e, "this initialiser is not constant")
	}
	p := m.u.complexPart(t)
	if isInt(p) {
		m.put(off, p, nil, constant{i: wrap(re.integer(), p)})
		m.put(off+p.Size(), p, nil, constant{i: wrap(im.integer(), p)})
		return
	}
	m.float(off, p, re.rounded(p))
	m.float(off+p.Size(), p, im.rounded(p))
}

// constantLengths reports whether what the parser takes for arrays of variable length has constant lengths: those that
// builtins make.
func (u *unit) constantLengths(t cc.Type) bool {
	a, ok := t.(*cc.ArrayType)
	if !ok {
		return !isVLA(t)
	}
	if a.IsVLA() {
		if _, constant := u.constInt(a.SizeExpression()); !constant {
			return false
		}
	}
	return u.constantLengths(a.Elem())
}

// data makes the data symbol of an object of static storage.
func (u *unit) data(sym string, d *cc.Declarator, init *cc.Initializer) *ir.Data {
	t := d.Type()
	if isVLA(t) && !u.constantLengths(t) { // C11 6.7.6.2p2
		u.fail(d, "%s has static storage duration: the length of an array must be a constant expression there", d.Name())
	}
	m := &image{u: u, relocs: map[int64]ir.Reloc{}}
	if init != nil {
		u.initialize(m, t, 0, init)
	}
	size := u.sizeof(t)
	if isArray(t) && t.IsIncomplete() && init == nil {
		size = u.sizeof(elem(t)) // C11 6.9.2: as if it had one element
	}
	u.declaresData(sym, t)
	x := u.addData(sym, u.position(d), max(size, int64(len(m.bytes))), u.declAlign(d), isConst(d), m)
	u.saySymbol(sym, d)
	if u.debug != nil && d.Name() != "__func__" {
		x.Origin = u.variable(d, ir.Variable{Local: d.IsStatic() || u.unseen(d)})
	}
	return x
}

// addData adds a data symbol with the bytes and relocations of m and zeros up to size.
func (u *unit) addData(sym string, pos ir.Position, size, align int64, readOnly bool, m *image) *ir.Data {
	end := int64(len(m.bytes))
	for end > 0 && m.bytes[end-1] == 0 {
		end--
	}
	x := &ir.Data{Name: sym, Const: readOnly, Align: alignAttr(align), Pos: pos}
	if end > 0 {
		x.Pieces = append(x.Pieces, ir.DataPiece{Bytes: m.bytes[:end]})
	}
	if size > end {
		x.Pieces = append(x.Pieces, ir.DataPiece{Zero: uint64(size - end)})
	}
	if len(x.Pieces) == 0 {
		x.Pieces = []ir.DataPiece{{Zero: 0}}
	}
	for _, r := range m.relocs {
		x.Relocs = append(x.Relocs, r)
	}
	sort.Slice(x.Relocs, func(i, j int) bool { return x.Relocs[i].Off < x.Relocs[j].Off })
	return u.m.AddData(x)
}

// isConst reports whether an object may not be written. Of a pointer its own qualifiers count, which the parser
// keeps where the declarator has a star.
func isConst(d *cc.Declarator) bool {
	t := d.Type()
	for isArray(t) {
		t = elem(t)
	}
	if isPtr(t) {
		return d.Pointer != nil && constPointer(d.Pointer)
	}
	a := t.Attributes()
	return d.IsConst() || a != nil && a.IsConst()
}

// constPointer reports whether the last star of a declarator, which is that of the object, is followed by const.
func constPointer(p *cc.Pointer) bool {
	for p.Pointer != nil {
		p = p.Pointer
	}
	for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
		if x := q.TypeQualifier; x != nil && x.Case == cc.TypeQualifierConst {
			return true
		}
	}
	return false
}

// compoundLiteral makes the data symbol of a compound literal outside of functions.
func (u *unit) compoundLiteral(n *cc.PostfixExpression) string {
	if s, ok := u.literals[n]; ok {
		return s
	}
	u.nstatic++
	s := ".literal" + u.suffix + "." + num.New(int64(u.nstatic)).String()
	u.literals[n] = s
	t := u.compoundType(n)
	m := &image{u: u, relocs: map[int64]ir.Reloc{}}
	m.grow(u.sizeof(t), n)
	w := &initWalk{u: u, to: m}
	w.braced(t, 0, nil, n.InitializerList)
	u.addData(s, u.position(n), max(u.sizeof(t), int64(len(m.bytes))), u.alignof(t), constName(n.TypeName), m).Linkage.Binding = ir.Local
	return s
}
