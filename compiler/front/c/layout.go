package c

import (
	"modernc.org/cc/v4"
)

// record is the layout of a struct or union as gcc lays it out on x86-64 (System V ABI 3.1.2).
type record struct {
	size, align int64
	union       bool
	fields      []member
}

// member is a field of a record.
type member struct {
	f     *cc.Field
	name  string
	t     cc.Type
	off   int64 // in bytes; of a bit-field that of its first byte
	align int64 // what the field is aligned to within the record
	bits  *bitField
}

// bitField is where the bits of a bit-field lie: width bits from bit shift of the byte at its offset.
type bitField struct {
	shift, width uint32
	t            cc.Type
}

// sizeof is the size of a type in bytes. Of a function and of void it is 1, as gcc has it.
func (u *unit) sizeof(t cc.Type) int64 {
	switch x := t.(type) {
	case *cc.ArrayType:
		n := u.arrayLen(x)
		if n < 0 {
			return 0
		}
		e := u.sizeof(x.Elem())
		if e > 0 && n > maxSize/e {
			u.fail(nil, "the type %s is larger than %d bytes", t, int64(maxSize))
		}
		return n * e
	case *cc.StructType, *cc.UnionType:
		return u.record(t).size
	case *cc.EnumType:
		return u.sizeof(x.UnderlyingType())
	}
	if isVector(t) {
		return t.VectorSize()
	}
	switch t.Kind() {
	case cc.Void, cc.Function:
		return 1
	}
	n := t.Size()
	if n < 0 {
		u.fail(nil, "the size of %s is not known", t)
	}
	return n
}

// maxSize is the largest size of an object, in bytes. A record of two members that large can be measured in bits.
const maxSize = 1 << 58

// alignof is the alignment of a type in bytes.
func (u *unit) alignof(t cc.Type) int64 {
	if a := t.Attributes(); a != nil && a.Aligned() > 0 && t.Typedef() != nil {
		return a.Aligned()
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		return u.alignof(x.Elem())
	case *cc.StructType, *cc.UnionType:
		return u.record(t).align
	case *cc.EnumType:
		return u.alignof(x.UnderlyingType())
	}
	if isVector(t) {
		return t.VectorSize()
	}
	return max(1, int64(t.Align()))
}

// alignofExpr is the alignment that the declaration of an object or a member says, or that of the type of an expression.
func (u *unit) alignofExpr(n cc.ExpressionNode) int64 {
	a := u.alignof(u.designated(n))
	switch x := bare(n).(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent && !isFunc(d.Type()) {
			if at := d.Type().Attributes(); at != nil {
				a = max(a, at.Aligned())
			}
			return max(a, int64(d.Alignas()))
		}
	case *cc.PostfixExpression:
		t := u.designated(x.PostfixExpression)
		if x.Case == cc.PostfixExpressionPSelect {
			t = elem(u.valueType(x.PostfixExpression))
		}
		if x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect {
			if path, ok := u.find(t, x.Token2.SrcStr()); ok {
				return path[len(path)-1].align
			}
		}
	}
	return a
}

// arrayLen is the number of elements, -1 if it is not known when the program is compiled.
func (u *unit) arrayLen(t *cc.ArrayType) int64 {
	if n, ok := u.stringLens[t]; ok {
		return n
	}
	if t.IsVLA() {
		return -1
	}
	if e := t.SizeExpression(); e != nil {
		if n, ok := u.constInt(e); ok {
			if v, small := n.Int64(); small && v >= 0 {
				return v
			}
			if n.Sign() < 0 {
				u.fail(e, "an array cannot have %s elements", n)
			}
			u.fail(e, "an array of %s elements is larger than %d bytes", n, int64(maxSize))
		}
	}
	return max(t.Len(), 0)
}

// fields lists the fields of a struct or union type, unnamed ones among them.
func fields(t cc.Type) (all []*cc.Field, union bool) {
	switch x := t.(type) {
	case *cc.StructType:
		for i := 0; i < x.NumFields(); i++ {
			all = append(all, x.FieldByIndex(i))
		}
	case *cc.UnionType:
		for i := 0; i < x.NumFields(); i++ {
			all = append(all, x.FieldByIndex(i))
		}
		union = true
	}
	return all, union
}

// firstNamed is the first declarator of the fields.
func firstNamed(all []*cc.Field) *cc.Declarator {
	for _, f := range all {
		if d := f.Declarator(); d != nil {
			return d
		}
	}
	return nil
}

// record is the layout of t.
func (u *unit) record(t cc.Type) *record {
	all, union := fields(t)
	var key any = t
	if len(all) > 0 {
		key = all[0] // qualified copies of a type share their fields
	}
	if r, ok := u.records[key]; ok {
		return r
	}
	r := &record{align: 1, union: union}
	u.records[key] = r
	var own placement
	limit := int64(0)
	if d := firstNamed(all); d != nil {
		own, limit = u.placed.records[d], u.packAt(d.NameTok())
	}
	var bit int64 // the first free bit
	for _, f := range all {
		ft := f.Type()
		natural := u.alignof(ft)
		if u.placed.members[f.Declarator()].aligned > 0 && isInt(ft) {
			natural = u.sizeof(ft) // the parser gives the type what the declaration says of the member
		}
		align := natural
		if d := f.Declarator(); d != nil {
			u.checkAlign(d, int64(d.Alignas()), u.placed.members[d].aligned, u.placed.records[d].aligned, align)
		}
		at := u.placed.members[f.Declarator()]
		fieldPack := own.packed || at.packed
		if fieldPack {
			align = 1
		}
		if d := f.Declarator(); d != nil {
			align = max(align, int64(d.Alignas()))
		}
		align = max(align, at.aligned)
		if limit > 0 {
			align = min(align, limit)
		}
		m := member{f: f, name: f.Name(), t: ft, align: align}
		if union {
			bit = 0
		}
		if f.IsBitfield() {
			w := f.ValueBits()
			unitBits := 8 * u.sizeof(ft)
			if !isInt(ft) || w > unitBits {
				u.fail(f.Declarator(), "a bit-field of %d bits cannot have the type %s", w, ft)
			}
			if w == 0 {
				bit = roundUp(bit, 8*u.alignof(ft))
				r.size = max(r.size, bit/8)
				continue
			}
			if limit > 0 && fieldPack {
				align = min(max(natural, at.aligned), limit) // gcc's: the pragma undoes the attribute here
			}
			if a := at.aligned; a > 0 {
				if limit > 0 {
					a = min(a, limit)
				}
				bit = roundUp(bit, 8*a)
			}
			if !fieldPack && limit == 0 && bit/unitBits != (bit+w-1)/unitBits {
				bit = roundUp(bit, unitBits)
			}
			if f.Name() != "" {
				r.align = max(r.align, align)
			}
			m.off = bit / 8
			m.bits = &bitField{shift: uint32(bit % 8), width: uint32(w), t: ft}
			bit += w
		} else {
			bit = roundUp(bit, 8*align)
			m.off = bit / 8
			r.align = max(r.align, align)
			if !f.IsFlexibleArrayMember() {
				bit += 8 * u.sizeof(ft)
			}
		}
		if bit/8 > maxSize {
			u.fail(f.Declarator(), "the type %s is larger than %d bytes", t, int64(maxSize))
		}
		r.size = max(r.size, (bit+7)/8)
		r.fields = append(r.fields, m)
	}
	r.align = max(r.align, own.aligned)
	r.size = roundUp(r.size, r.align)
	return r
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// find is the way to a field by name: through the unnamed records that hold it.
func (u *unit) find(t cc.Type, name string) (path []member, ok bool) {
	for _, m := range u.record(t).fields {
		if m.name == name {
			return []member{m}, true
		}
		if m.name == "" && isRecord(m.t) {
			if sub, ok := u.find(m.t, name); ok {
				return append([]member{m}, sub...), true
			}
		}
	}
	return nil, false
}

// step is the place of a member of the record at l.
func (g *fn) step(l place, m member) place {
	return place{p: g.offset(l.p, m.off), t: m.t, align: powerOfTwo(m.off, max(l.align, 1)), field: m.bits, volatile: isVolatile(l), segment: g.u.partSegment(l), union: l.union || l.t.Kind() == cc.Union}
}

// bytesOf is how many bytes a bit-field touches.
func (b *bitField) bytesOf() int64 { return int64(b.shift+b.width+7) / 8 }
