package cgen

import (
	"fmt"
	"math/big"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

// stmtRow is a way to make statements.
type stmtRow struct {
	weight  int
	feature string
	make    func(b *body, r *choice.Record) []*stmt // nil if it cannot be made here
}

var stmtRows []stmtRow

// init fills the table of ways to make statements, which call each other.
func init() {
	stmtRows = []stmtRow{
		{18, "", (*body).assignStmt},
		{10, "", (*body).changeStmt},
		{5, "", (*body).stepStmt},
		{14, "", (*body).declStmt},
		{6, "", (*body).ifStmt},
		{7, "loops", (*body).forStmt},
		{3, "loops", (*body).whileStmt},
		{4, "switch", (*body).switchStmt},
		{2, "", (*body).blockStmt},
		{3, "goto", (*body).gotoStmt},
		{7, "", (*body).printStmt},
		{6, "calls", (*body).callStmt},
		{4, "records", (*body).recordStmt},
		{6, "pointers", (*body).pointerStmt},
		{3, "pointers", (*body).walkStmt},
		{3, "strings", (*body).stringStmt},
		{2, "strings", (*body).bytesStmt},
		{3, "malloc", (*body).mallocStmt},
		{2, "vla", (*body).vlaStmt},
		{2, "setjmp", (*body).setjmpStmt},
		{2, "qsort", (*body).sortStmt},
		{2, "function pointers", (*body).tableStmt},
	}
}

// maxNesting bounds blocks in blocks.
const maxNesting = 4

// list draws at most n statements from the function's bytes.
func (b *body) list(n int) []*stmt {
	var out []*stmt
	for range n {
		if b.src.done() {
			break
		}
		r := b.src.record()
		weights := make([]int, len(stmtRows))
		for i, row := range stmtRows {
			if row.feature == "" || b.g.on[row.feature] {
				weights[i] = row.weight
			}
		}
		row := stmtRows[r.Choose(weights)]
		out = append(out, b.withScratch(func() []*stmt { return row.make(b, r) })...)
	}
	return out
}

// withScratch puts the declarations that statements need before them.
func (b *body) withScratch(make func() []*stmt) []*stmt {
	outer, looked := b.scratch, b.looked
	b.scratch, b.looked = nil, map[*variable]bool{}
	made := make()
	out := append(b.scratch, made...)
	b.scratch, b.looked = outer, looked
	return out
}

// inner draws the statements of a block with a scope of its own.
func (b *body) inner(n int) []*stmt {
	if b.depth >= maxNesting {
		n = 1
	}
	b.depth++
	b.push()
	out := b.list(n)
	b.pop()
	b.depth--
	return out
}

func one(e *expr) []*stmt { return []*stmt{{kind: sExpr, e: e}} }

func (b *body) assignStmt(r *choice.Record) []*stmt {
	to := b.lvalue(r, true, 1)
	if to == nil {
		return nil
	}
	return one(assign(to, b.arith(r, 3)))
}

var changeSigns = []string{"+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="}

func (b *body) changeStmt(r *choice.Record) []*stmt {
	to := b.lvalue(r, true, 1)
	if to == nil {
		return nil
	}
	from, sign := b.forChange(b.arith(r, 2), to), changeSigns[r.Below(len(changeSigns))]
	if to.typ.float() || from.typ.float() {
		sign = []string{"+=", "-=", "*=", "/="}[r.Below(4)]
	}
	return one(&expr{op: opChange, sign: sign, typ: to.typ, args: []*expr{to, from}, bits: to.bits})
}

func (b *body) stepStmt(r *choice.Record) []*stmt {
	to := b.lvalue(r, true, 1)
	if to == nil {
		return nil
	}
	sign := []string{"++", "--"}[r.Below(2)]
	if to.typ.kind == kBool {
		sign = "++"
	}
	return one(&expr{op: opStep, sign: sign, post: r.Below(2) == 0, typ: to.typ, args: []*expr{to}, bits: to.bits})
}

// local declares a variable of a type.
func (b *body) local(prefix string, t *typ) *variable {
	return &variable{name: b.g.name(prefix), typ: t, depth: len(b.scopes)}
}

func (b *body) declStmt(r *choice.Record) []*stmt {
	v := b.local("v", b.g.objectType(r))
	v.constant = r.Chance(80)
	v.volat = !v.constant && b.g.on["volatile"] && calm(v.typ) && r.Chance(100)
	v.static = b.g.on["static"] && !b.pure && r.Chance(100)
	if v.static {
		v.init = b.constantInitial(r, v.typ)
	} else {
		v.init = b.initialOf(r, v.typ, func(t *typ) *expr { return b.ofType(r, t, 2) })
	}
	b.add(v)
	return []*stmt{{kind: sDecl, v: v}}
}

func (b *body) ifStmt(r *choice.Record) []*stmt {
	s := &stmt{kind: sIf, e: b.arith(r, 3), body: b.inner(1 + r.Below(4))}
	if r.Below(2) == 0 {
		s.other = b.inner(1 + r.Below(3))
	}
	return []*stmt{s}
}

// tripCount is a constant that bounds a loop.
func (b *body) tripCount(r *choice.Record) *expr {
	e := number(basic[kInt], int64(1+r.Below(9)>>b.loops))
	b.g.trips = append(b.g.trips, e)
	return e
}

// counted is a loop with a counter that nothing else changes: up, down, or in steps. The declarations come first.
func (b *body) counted(r *choice.Record, form stmtKind, inside func(i *expr) []*stmt) []*stmt {
	t := basic[[]kind{kInt, kUInt, kLong, kShort, kUChar}[r.Below(5)]]
	v := b.local("i", t)
	v.init, v.counter = &initial{e: number(t, 0)}, true
	trips, x := b.tripCount(r), variableOf(v)
	step := &expr{op: opStep, sign: "++", post: r.Below(2) == 0, typ: t, args: []*expr{x}}
	s := &stmt{kind: form, trips: trips}
	b.push()
	b.add(v)
	b.loops++
	switch form {
	case sFor:
		s.init, s.e, s.step = assign(x, number(t, 0)), binary("<", x, trips), step
		s.body = inside(x)
	case sWhile:
		s.e = binary("<", x, trips)
		s.body = append([]*stmt{{kind: sExpr, e: step}}, inside(x)...)
	default:
		step.post = false
		s.e = binary("<", step, trips)
		s.body = inside(x)
	}
	b.loops--
	b.pop()
	// A block around both, so that the counter ends with its loop.
	return []*stmt{{kind: sBlock, body: []*stmt{{kind: sDecl, v: v}, s}}}
}

func (b *body) forStmt(r *choice.Record) []*stmt {
	return b.counted(r, sFor, func(*expr) []*stmt { return b.loopBody(r, true) })
}

func (b *body) whileStmt(r *choice.Record) []*stmt {
	k := []stmtKind{sWhile, sDo}[r.Below(2)]
	return b.counted(r, k, func(*expr) []*stmt { return b.loopBody(r, true) })
}

// loopBody is the statements of a loop, now and then with a break or continue.
func (b *body) loopBody(r *choice.Record, leaves bool) []*stmt {
	out := b.inner(1 + r.Below(4))
	if leaves && r.Below(3) == 0 {
		k := []stmtKind{sBreak, sContinue}[r.Below(2)]
		out = append(out, b.withScratch(func() []*stmt {
			return []*stmt{{kind: sIf, e: b.arith(r, 2), body: []*stmt{{kind: k}}}}
		})...)
		out = append(out, b.inner(1+r.Below(2))...)
	}
	return out
}

// switchStmt draws a switch on an integer, with labels that are different, ranges, fallthrough, and default anywhere.
func (b *body) switchStmt(r *choice.Record) []*stmt {
	e := b.intExpr(r, 2)
	if e.typ.size == 16 || e.bits > 0 || e.typ.kind == kBool || e.typ.size < 4 {
		e = cast(basic[[]kind{kInt, kUInt, kLong, kULong}[r.Below(4)]], e)
	}
	if r.Below(2) == 0 {
		e = binary("&", e, number(basic[kInt], 7))
	}
	s := &stmt{kind: sSwitch, e: e}
	next := int64(r.Below(4))
	for range 1 + r.Below(5) {
		a := &arm{falls: r.Below(3) == 0}
		for range 1 + r.Below(2) {
			a.values = append(a.values, big.NewInt(next))
			next += int64(1 + r.Below(3))
		}
		if r.Below(5) == 0 {
			a.last = big.NewInt(next)
			next += 1 + int64(r.Below(3))
		}
		a.body = b.inner(1 + r.Below(2))
		s.cases = append(s.cases, a)
	}
	if r.Below(2) == 0 {
		s.cases[r.Below(len(s.cases))].other = true
	}
	s.cases[len(s.cases)-1].falls = false
	return []*stmt{s}
}

func (b *body) blockStmt(r *choice.Record) []*stmt {
	return []*stmt{{kind: sBlock, body: b.inner(1 + r.Below(4))}}
}

// gotoStmt leaves blocks for a label behind them, or goes back to one before them a few times.
func (b *body) gotoStmt(r *choice.Record) []*stmt {
	label := b.g.name("L")
	jump := []*stmt{{kind: sGoto, label: label}}
	if r.Below(2) == 0 {
		cond := b.arith(r, 2)
		body := b.inner(1 + r.Below(3))
		body = append(body, &stmt{kind: sIf, e: cond, body: jump})
		body = append(body, b.inner(1)...)
		return []*stmt{{kind: sBlock, body: body}, {kind: sLabel, label: label}}
	}
	v := b.local("i", basic[kInt])
	v.init, v.counter = &initial{e: number(v.typ, 0)}, true
	b.add(v)
	x := variableOf(v)
	again := binary("<", &expr{op: opStep, sign: "++", typ: v.typ, args: []*expr{x}}, b.tripCount(r))
	b.loops++
	body := b.inner(1 + r.Below(3))
	b.loops--
	return []*stmt{{kind: sDecl, v: v}, {kind: sLabel, label: label}, {kind: sBlock, body: body}, {kind: sIf, e: again, body: jump}}
}

func (b *body) printStmt(r *choice.Record) []*stmt {
	if b.pure {
		return nil
	}
	s := &stmt{kind: sPrint}
	for n := range 1 + r.Below(3) {
		// What is printed in two parts is evaluated twice, so that it is only read.
		e := b.lvalue(r, false, 0)
		if e == nil || n > 0 && r.Below(2) == 0 {
			continue
		}
		s.print, s.words = append(s.print, e), append(s.words, fmt.Sprintf(" %d:", n))
	}
	for _, v := range b.visible() {
		if v.text && r.Below(3) == 0 {
			s.print, s.words = append(s.print, decayed(variableOf(v))), append(s.words, " s:")
			break
		}
	}
	if len(s.print) == 0 {
		return nil
	}
	return []*stmt{s}
}

// decayed is an array as the pointer to its first element.
func decayed(e *expr) *expr { return address(indexed(e, number(basic[kInt], 0))) }

// callStmt calls a function for its result or for what it does.
func (b *body) callStmt(r *choice.Record) []*stmt {
	var able []*function
	for _, f := range b.g.funcs {
		if f.native == nil && !f.private && (!b.pure || !f.effects) {
			able = append(able, f)
		}
	}
	if len(able) == 0 {
		return nil
	}
	f := able[r.Below(len(able))]
	e := b.call(r, f, 1)
	switch {
	case e == nil:
		return nil
	case r.Below(3) == 0 || b.kept:
		return one(e)
	}
	v := b.local("v", f.typ.elem)
	v.init = &initial{e: convertible(e, v.typ)}
	b.add(v)
	return []*stmt{{kind: sDecl, v: v}}
}

// recordStmt assigns whole structs and unions.
func (b *body) recordStmt(r *choice.Record) []*stmt {
	for _, v := range b.visible() {
		if v.typ.record() && b.writable(v) && !v.volat && r.Below(2) == 0 {
			return one(&expr{op: opAssign, typ: v.typ, args: []*expr{variableOf(v), b.ofType(r, v.typ, 2)}})
		}
	}
	return nil
}
