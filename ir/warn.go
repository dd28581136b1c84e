package ir

import "fmt"

// Warnings tells what verifies and can hardly be meant: a claim on a parameter that its signature does not
// make, so that arguments which keep to the signature are poison, and a claim on an operand of ret that
// lets results through which break the signature's, and are poison for the caller. It also tells of a claim on an operand that is
// weaker than that on the definition, which says nothing (RFC at-use annotations, "Constraint strength"). The module verifies.
func Warnings(m *Module) []VerifyError {
	var out []VerifyError
	for _, f := range m.Funcs {
		var names Numbering
		numbered := false
		warn := func(i Inst, format string, args ...any) {
			if !numbered {
				names, numbered = f.Names(), true
			}
			w := VerifyError{File: m.File, Func: f.Name, Block: names.BlockName(f.InstBlock(i)), Inst: f.InstText(names, i), Msg: fmt.Sprintf(format, args...)}
			if o := f.Origin(i); o != Synthetic {
				w.Pos = m.TextPos(o)
			}
			out = append(out, w)
		}
		for i := range f.AllInsts() {
			for n := range f.NumOperands(i) {
				o := f.Operand(i, n)
				if o.Annot == NoAnnot || o.Value == NoValue {
					continue
				}
				if says := f.AnnotOf(o.Value); says.weaker(o.Annot) {
					if !numbered {
						names, numbered = f.Names(), true
					}
					warn(i, "warning: %s is defined with the claim %s, so %s says nothing here: leave it out", names.Name(o.Value), says, o.Annot)
				}
			}
			switch f.Op(i) {
			case OpParam:
				n := int(f.Attr(i).Imm)
				says, here := f.Params[n].Annot, f.AnnotOf(f.Result(i, 0))
				if says != NoAnnot && !says.implies(here) {
					warn(i, "warning: the signature says %s of parameter %d, and %s is claimed here: what breaks one of them is poison", says, n, here)
				}
			case OpRet:
				for n := range f.Returns {
					says, here := f.Returns[n].Annot, f.Operand(i, n).Annot
					if here != NoAnnot && says != NoAnnot && !here.implies(says) {
						warn(i, "warning: the signature says %s of result %d, and %s is claimed here: what breaks one of them is poison", says, n, here)
					}
				}
			}
		}
	}
	return out
}

// implies reports whether a claims all that b does; don't-care bits are no claims about the value.
// It may be false where the claims of a imply b in a way that Meet does not show, as patterns imply ranges.
func (a Annot) implies(b Annot) bool {
	if a == b || b == NoAnnot {
		return true
	}
	if a.HasFields() || b.HasFields() {
		return true // claims on fields are compared where the fields are
	}
	x, y := a.values(), b.values()
	both, err := x.Meet(y)
	return err == nil && both == x
}

// weaker reports whether b claims less than a of values and nothing of which bits matter.
func (a Annot) weaker(b Annot) bool {
	if a == NoAnnot || b == NoAnnot || a == b || a.HasFields() || b.HasFields() || b.Known() != nil && b.Ignores() {
		return false
	}
	return a.implies(b) && !b.implies(a)
}

// values is a without what it says of don't-care bits.
func (a Annot) values() Annot {
	k := a.Known()
	if k == nil || !a.Ignores() {
		return a
	}
	out := []byte(k.pattern)
	for n := range out {
		if out[n] == 'x' {
			out[n] = '?'
		}
	}
	known, err := KnownBits(string(out))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return a&^annKnownMask | known
}
