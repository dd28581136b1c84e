package c

import (
	"bytes"
	"io"
	"io/fs"

	"modernc.org/cc/v4"
)

// placement are the attributes that say where a member or a record lies.
type placement struct {
	packed  bool
	aligned int64 // 0 if there is none
}

// and is what two lists of attributes say together.
func (a placement) and(b placement) placement {
	return placement{a.packed || b.packed, max(a.aligned, b.aligned)}
}

// placements are the attributes of members, by their declarator, and of records, by the declarator of their first
// member. The parser keeps them in the tree only.
type placements struct {
	u       *unit
	members map[*cc.Declarator]placement
	records map[*cc.Declarator]placement
}

// find walks the tree, which has no way up from a member to its declaration.
func (p *placements) find(tree cc.Node) { walkTree(tree, p.node) }

// node keeps what a declaration of members, or a record, says of their places.
func (p *placements) node(n cc.Node) func() {
	switch d := n.(type) {
	case *cc.StructDeclaration:
		a := p.read(d.AttributeSpecifierList)
		for q := d.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
			a = a.and(p.read(q.AttributeSpecifierList))
			if n := q.AlignmentSpecifier; n != nil {
				a.aligned = max(a.aligned, p.alignment(n))
			}
			if q.TypeQualifier != nil {
				a = a.and(p.read(q.TypeQualifier.AttributeSpecifierList))
			}
		}
		if a != (placement{}) {
			for l := d.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
				if d := l.StructDeclarator.Declarator; d != nil {
					p.members[d] = a
				}
			}
		}
	case *cc.StructOrUnionSpecifier:
		if first := firstMember(d.StructDeclarationList); first != nil {
			if a := p.read(d.AttributeSpecifierList).and(p.read(d.AttributeSpecifierList2)); a != (placement{}) {
				p.records[first] = a
			}
		}
	}
	return nil
}

// alignment is what _Alignas says.
func (p *placements) alignment(n *cc.AlignmentSpecifier) int64 {
	if n.TypeName != nil {
		return p.u.alignof(n.TypeName.Type())
	}
	k, ok := p.u.constInt(n.ConstantExpression)
	a, _ := k.Int64()
	if !ok {
		return 0
	}
	return a
}

// firstMember is the first declarator in a list of members; a bit-field without a name has none.
func firstMember(l *cc.StructDeclarationList) *cc.Declarator {
	for ; l != nil; l = l.StructDeclarationList {
		for k := l.StructDeclaration.StructDeclaratorList; k != nil; k = k.StructDeclaratorList {
			if k.StructDeclarator.Declarator != nil {
				return k.StructDeclarator.Declarator
			}
		}
	}
	return nil
}

// read is what a list of attributes says.
func (p *placements) read(l *cc.AttributeSpecifierList) (r placement) {
	for ; l != nil; l = l.AttributeSpecifierList {
		for a := l.AttributeSpecifier.AttributeValueList; a != nil; a = a.AttributeValueList {
			v := a.AttributeValue
			switch v.Token.SrcStr() {
			case "packed", "__packed__":
				r.packed = true
			case "ms_struct", "__ms_struct__":
				p.u.try(func() { p.u.unsupported(v, "the attribute ms_struct is not supported") })
			case "aligned", "__aligned__":
				n := int64(16) // the greatest that any type needs
				if e := v.ArgumentExpressionList; e != nil {
					if k, ok := p.u.constInt(e.AssignmentExpression); ok {
						n, _ = k.Int64()
					}
				}
				r.aligned = max(r.aligned, n)
			}
		}
	}
	return r
}

// scanned is a file whose text is looked at for the attributes.
func (t tree) scanned(name string, f fs.File, err error) (fs.File, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	if t.o.long != nil && longMacro(b) {
		*t.o.long = true
		return nil, &fs.PathError{Op: "open", Path: name, Err: errLongMacro}
	}
	if _, old := t.texts[name]; !old && t.o.Opened != nil {
		t.o.Opened(name)
	}
	if _, builtIn := cutDir(name, headerRoot); !builtIn { // ours have no attributes about placement that matter
		*t.packed = *t.packed || mentionsPlacement(b)
	}
	t.texts[name] = string(b)
	if e := unfinished(name, b); e != nil {
		return nil, *e
	}
	b = respell(b, t.o)
	if !t.o.Assembly {
		b = t.o.lengths.mark(name, spellAtomic(b))
	}
	return memFile(st.Name(), b)
}

// mentionsPlacement reports whether a text may have attributes about placement.
func mentionsPlacement(b []byte) bool {
	for _, word := range []string{"packed", "aligned", "ms_struct", "lignas"} {
		if bytes.Contains(b, []byte(word)) {
			return true
		}
	}
	return false
}
