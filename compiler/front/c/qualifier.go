package c

import (
	"bytes"
	"regexp"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// The parser forgets the qualifier _Atomic of a type. So it is read as an attribute, which types keep: builtin.h
// has _Atomic(type) as a macro, and the word alone becomes another macro of the same length, so that places stay.
// Behind a parenthesis, where the parser takes no attribute for the beginning of a type, the word goes behind the type's name.

const atomicAttribute = "__tuffy_atomic__"

var (
	atomicWord    = regexp.MustCompile(`\b_Atomic\b([ \t]*[^ \t(]|[ \t]*$)`)
	segmentInType = regexp.MustCompile(`(\([ \t]*)(__seg_[fg]s)([ \t]+)((?:unsigned|signed|long|short|const|volatile)\b(?:[ \t]+(?:unsigned|signed|long|short|int|char|double|const|volatile)\b)*|(?:struct|union|enum)[ \t]+\w+|\w+)`)
	atomicInType  = regexp.MustCompile(`(\([ \t]*)_Atomic([ \t]+)((?:unsigned|signed|long|short|const|volatile)\b(?:[ \t]+(?:unsigned|signed|long|short|int|char|double|const|volatile)\b)*|(?:struct|union|enum)[ \t]+\w+|\w+)`)
)

// spellAtomic puts the macro in the place of each qualifier _Atomic of a text.
func spellAtomic(text []byte) []byte {
	if bytes.Contains(text, []byte("__seg_")) {
		text = segmentInType.ReplaceAll(text, []byte("$1$4$3$2"))
	}
	if !bytes.Contains(text, []byte("_Atomic")) {
		return text
	}
	text = atomicInType.ReplaceAll(text, []byte("$1$3${2}_AtomiQ"))
	return atomicWord.ReplaceAll(text, []byte("_AtomiQ$1"))
}

// isAtomic reports whether accesses of l are atomic: its type says so, and one instruction accesses so much. For others
// there is a lock, see [fn.isLocked].
func (u *unit) isAtomic(l place) bool {
	a := l.t.Attributes()
	return a != nil && a.IsAttrSet(atomicAttribute) && l.field == nil && oneAccess(u.sizeof(l.t)) && (isInt(l.t) || isPtr(l.t) || isFloat(l.t))
}

// rawType is a type without qualifiers that has the bits of an atomic type: an unsigned integer, or a pointer.
func (u *unit) rawType(t cc.Type) cc.Type {
	if isPtr(t) {
		return elem(t).Pointer()
	}
	switch u.sizeof(t) {
	case 1:
		return u.ast.UChar
	case 2:
		return u.ast.UShort
	case 4:
		return u.ast.UInt
	}
	return u.ast.ULong
}

// fromRaw is the value of type t whose bits a value of [unit.rawType] has.
func (g *fn) fromRaw(v ir.Value, t cc.Type) value {
	switch {
	case isFloat(t):
		v = g.live().Convert(ir.OpBitCast, v, g.u.irType(t), g.o)
	case isInt(t) && signed(t):
		v = g.live().Extend(ir.OpSExt, v, width(t), g.o)
	}
	return value{v: v, t: t}
}

// toRaw is the opposite of fromRaw.
func (g *fn) toRaw(x value, t cc.Type) value {
	v := x.v
	switch {
	case isFloat(t):
		v = g.live().Convert(ir.OpBitCast, v, ir.Int, g.o)
	case isInt(t) && signed(t):
		v = g.live().Extend(ir.OpZExt, v, width(t), g.o)
	}
	return value{v: v, t: g.u.rawType(t)}
}

// update changes the object l to what next makes of its value, and gives both. Of an atomic object it is one access
// (C11 6.5.16.2p3): a loop around a compare and swap.
func (g *fn) update(l place, next func(old value) value) (before, after value) {
	if g.isLocked(l) {
		g.locked(func() { before, after = g.update(l, next) })
		return before, after
	}
	if !g.u.isAtomic(l) {
		before = g.read(l)
		after = next(before)
		g.write(l, after)
		return before, after
	}
	return g.exchanged(l, next)
}

// exchanged is update of an object of an atomic type, or that an atomic function changes.
func (g *fn) exchanged(l place, next func(old value) value) (before, after value) {
	raw := g.u.rawType(l.t)
	temp := func() place { return place{p: g.temp(raw), t: raw, align: g.u.alignof(raw)} }
	object, seen, made := place{p: l.p, t: raw, align: g.u.sizeof(raw)}, temp(), temp()
	g.write(seen, g.atomicRead(object, ir.SeqCst))
	loop, fail, done := g.block(), g.block(), g.block()
	g.jump(loop)
	g.start(loop)
	old := g.read(seen)
	g.write(made, g.toRaw(next(g.fromRaw(old.v, l.t)), l.t))
	ok, found := g.exchange(object, old, g.read(made), ir.SeqCst, ir.SeqCst)
	g.branch(ok, done, fail)
	g.start(fail)
	g.write(seen, found)
	g.jump(loop)
	g.start(done)
	return g.fromRaw(g.read(seen).v, l.t), g.fromRaw(g.read(made).v, l.t)
}
