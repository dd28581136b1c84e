package c

import "modernc.org/cc/v4"

// isTransparent reports whether an argument for a parameter of a type may have the type of any member (gcc's manual,
// "Common Type Attributes", transparent_union).
func isTransparent(t cc.Type) bool {
	if t.Kind() != cc.Union {
		return false
	}
	_, is := attr(t.Attributes(), "transparent_union")
	return is
}

// transparent is a union whose first member of the kind of x has its value.
func (g *fn) transparent(x value, t cc.Type) value {
	for _, m := range g.u.record(t).fields {
		same := isPtr(m.t) && isPtrLike(x.t) || isInt(m.t) && isInt(x.t) || isFloat(m.t) && isFloat(x.t)
		if null, ok := g.constOf(x.v); ok && null.Sign() == 0 && isPtr(m.t) && isInt(x.t) {
			same = true
		}
		if !same || m.bits != nil {
			continue
		}
		l := place{p: g.temp(t), t: t, align: g.u.alignof(t)}
		g.write(g.step(l, m), g.convert(x, m.t))
		return value{v: l.p, t: t}
	}
	g.u.fail(g.node, "a value of type %s cannot become one of a member of %s", x.t, t)
	return x
}
