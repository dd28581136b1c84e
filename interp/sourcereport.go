package interp

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// SourceReport is a report in the words of the source language. It is made with the report, before the run changes what it
// tells of. All texts are of the source: no value, block or allocation of the IR is named.
type SourceReport struct {
	Language string         `json:"language"`
	Headline string         `json:"headline"`
	At       SourcePlace    `json:"at"`
	Values   []SourceValue  `json:"values,omitempty"`  // of the expressions that were operated on
	Objects  []SourceObject `json:"objects,omitempty"` // that it is about
	Chain    []SourceStep   `json:"chain,omitempty"`   // where a value that is none comes from, its birth first
	Other    *SourcePlace   `json:"other,omitempty"`   // the other side: the earlier access of a race
	Calls    []SourcePlace  `json:"calls,omitempty"`   // that led there, the innermost first
	Rule     string         `json:"rule,omitempty"`    // of the standard: C11 6.5p5
	Fix      string         `json:"fix,omitempty"`     // what is usually done about it
	// Follows is the place of an earlier report, of which this one merely comes.
	Follows *SourcePlace `json:"follows,omitempty"`
}

// SourcePlace is a place of the source.
type SourcePlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Func string `json:"func,omitempty"`
	Expr string `json:"expr,omitempty"` // that is evaluated there
	Text string `json:"text,omitempty"` // of the line
	// The expression takes Width bytes of the line from column From on; both are 0 where that is not known.
	From  int `json:"from,omitempty"`
	Width int `json:"width,omitempty"`
}

// SourceValue is the value of an expression.
type SourceValue struct {
	Expr  string `json:"expr"`
	Type  string `json:"type,omitempty"`
	Value string `json:"value"`
}

// SourceObject is an object: what it is, where it came to be and where it ended.
type SourceObject struct {
	What  string       `json:"what"`
	Born  *SourcePlace `json:"born,omitempty"`
	How   string       `json:"how,omitempty"` // declared, allocated by malloc
	Died  *SourcePlace `json:"died,omitempty"`
	Ended string       `json:"ended,omitempty"` // freed
}

// SourceStep is a step in the life of a value that is none.
type SourceStep struct {
	At   SourcePlace `json:"at"`
	What string      `json:"what"`
}

// info tells the source of values of the function of a frame; nil where nothing does.
func (fr Frame) info() ir.SourceInfo {
	if fr.fn == nil {
		return nil
	}
	return fr.fn.Module.Debug.Info()
}

// sourcePlace is the place of a frame in the source.
func (fr Frame) sourcePlace() (SourcePlace, bool) {
	if fr.info() == nil {
		return SourcePlace{}, false
	}
	p := SourcePlace{File: fr.fn.Module.File, Line: fr.Pos.Line, Col: fr.Pos.Col, Func: sourceName(fr.Func)}
	if l, ok := fr.fn.Module.Location(fr.origin()); ok && fr.Pos.Line == 0 {
		p.File, p.Line, p.Col = l.File, l.Line, l.Col
		fr.Location = &l
	}
	if p.Line == 0 {
		return p, false
	}
	p.Text, _ = fr.sourceLine()
	if e, ok := fr.expr(); ok {
		p.Expr = e.Text
		if decides(fr.fn.Op(fr.inst)) && e.Loc.File == p.File {
			p.Line, p.Col, p.Text = e.Loc.Line, e.Loc.Col, lineOf(fr.fn.Module, e.Loc)
		}
		if e.Loc.File == p.File && e.Loc.Line == p.Line && e.Width > 0 {
			p.From, p.Width = e.Loc.Col, e.Width
		}
	}
	return p, true
}

// InSource is the place of a frame in the source; ok is false where the program does not tell its source.
func (fr Frame) InSource() (p SourcePlace, ok bool) { return fr.sourcePlace() }

// origin is that of the instruction of a frame.
func (fr Frame) origin() ir.Origin {
	if fr.inst == ir.NoInst {
		return ir.Synthetic
	}
	return fr.fn.Origin(fr.inst)
}

// expr is the expression that the instruction of a frame is about: what its result stands for, or the memory that it
// leaves, or what it decides by.
func (fr Frame) expr() (ir.SourceExpr, bool) {
	info, f := fr.info(), fr.fn
	if info == nil || fr.inst == ir.NoInst {
		return ir.SourceExpr{}, false
	}
	for n := f.NumResults(fr.inst) - 1; n >= 0; n-- {
		if e, ok := sayForward(info, f, f.Result(fr.inst, n)); ok {
			return e, true
		}
	}
	if decides(f.Op(fr.inst)) && f.NumOperands(fr.inst) > 0 {
		return sayBackward(info, f, f.Arg(fr.inst, 0))
	}
	return ir.SourceExpr{}, false
}

// decides reports whether an instruction makes no value, and is about the one that it is given.
func decides(op ir.Op) bool { return op == ir.OpBrIf || op == ir.OpSwitch || op == ir.OpRet }

// transparent are the instructions that make of a value one that the source writes alike.
var transparent = map[ir.Op]bool{ir.OpSExt: true, ir.OpZExt: true, ir.OpBoolToInt: true, ir.OpBitCast: true, ir.OpPtrToAddr: true, ir.OpPtrToInt: true,
	ir.OpFPConvert: true, ir.OpSIToFP: true, ir.OpUIToFP: true}

// saidSteps bounds how far an expression is looked for.
const saidSteps = 4

// sayForward is the expression that v, or what it is converted to, stands for.
func sayForward(info ir.SourceInfo, f *ir.Func, v ir.Value) (ir.SourceExpr, bool) {
	for range saidSteps {
		if e, ok := info.Expr(f.Name, v); ok {
			return e, true
		}
		next := ir.NoValue
		for u := range f.Uses(v) {
			if transparent[f.Op(u.Inst)] {
				next = f.Result(u.Inst, 0)
				break
			}
		}
		if next == ir.NoValue {
			break
		}
		v = next
	}
	return ir.SourceExpr{}, false
}

// sayBackward is the expression that v, or what it was converted from, stands for.
func sayBackward(info ir.SourceInfo, f *ir.Func, v ir.Value) (ir.SourceExpr, bool) {
	for range saidSteps {
		if e, ok := info.Expr(f.Name, v); ok {
			return e, true
		}
		i := f.Def(v)
		if i == ir.NoInst || !transparent[f.Op(i)] && f.Op(i) != ir.OpICmp {
			break
		}
		v = f.Arg(i, 0)
	}
	return ir.SourceExpr{}, false
}

// variableOf is the variable in whose memory a pointer of f points, as far as the function shows it.
func variableOf(info ir.SourceInfo, f *ir.Func, v ir.Value) (ir.SourceExpr, bool) {
	for range 2 * saidSteps {
		if e, ok := info.Expr(f.Name, v); ok && e.Declared {
			return e, true
		}
		i := f.Def(v)
		if i == ir.NoInst {
			break
		}
		switch f.Op(i) {
		case ir.OpPtrAdd, ir.OpPtrAddInBounds:
			v = f.Arg(i, 0)
		case ir.OpSymbolAddr:
			return info.Symbol(f.Module.SymbolName(f.SymbolOf(i)))
		default:
			return ir.SourceExpr{}, false
		}
	}
	return ir.SourceExpr{}, false
}

// sourceName is the name that the source has for a symbol: without what tells static names of several files apart.
func sourceName(symbol string) string {
	name, rest, _ := strings.Cut(strings.TrimPrefix(symbol, "@"), ".")
	if strings.HasPrefix(rest, "asm.") {
		return "inline assembly"
	}
	return name
}

// sourceReport is u in the words of the source; nil where the program does not tell its source.
func (w *world) sourceReport(u *UB) *SourceReport {
	fr := u.Where
	calls := u.Stack
	// What goes wrong in the library is a mistake of who called it.
	for fr.info() == nil && len(calls) > 0 {
		fr, calls = calls[0], calls[1:]
	}
	at, ok := fr.sourcePlace()
	if !ok {
		return nil
	}
	t := &teller{w: w, u: u, fr: fr, info: fr.info(), inLibrary: u.Where.library()}
	r := &SourceReport{Language: t.info.Language(), At: at}
	r.Values = t.values()
	t.objects(r)
	if p, ok := t.failedAllocation(); ok {
		r.Objects = append(r.Objects, SourceObject{What: "an allocation was made to fail", How: "asked for", Born: &p})
	}
	r.Chain = t.chain()
	for _, c := range calls {
		if p, ok := c.sourcePlace(); ok {
			r.Calls = append(r.Calls, p)
		}
	}
	if u.Other != nil {
		if p, ok := u.Other.sourcePlace(); ok {
			r.Other = &p
		}
	}
	r.Follows = w.followed(u)
	words := t.words()
	r.Headline, r.Fix = t.headline(), words.fix
	if words.paragraph != "" {
		r.Rule = "C11 " + words.paragraph
	}
	return r
}

// followed is the place of the report about the value that u is about, nil if it is the first.
func (w *world) followed(u *UB) *SourcePlace {
	if u.Cause == nil {
		return nil
	}
	birth := u.Cause.Birth()
	for _, old := range w.reports {
		if old.Source != nil && old.Where.fn == birth.fn && old.Where.inst == birth.inst && birth.inst != ir.NoInst {
			return &old.Source.At
		}
	}
	return nil
}

// teller makes one report.
type teller struct {
	w         *world
	u         *UB
	fr        Frame // in the source
	info      ir.SourceInfo
	inLibrary bool // the report is of an instruction of the library that fr calls
}

// expr is the expression that the report is about.
func (t *teller) expr() string {
	if e, ok := t.fr.expr(); ok {
		return e.Text
	}
	return ""
}

// values are the operands by their expressions.
func (t *teller) values() (out []SourceValue) {
	f, i := t.fr.fn, t.fr.inst
	if i == ir.NoInst || t.inLibrary {
		return nil
	}
	n := t.w.number(f)
	for k := range f.NumOperands(i) {
		v := f.Arg(i, k)
		e, ok := sayBackward(t.info, f, v)
		if d := f.Def(v); !ok || e.Object || e.Type == "" || d != ir.NoInst && (f.Op(d) == ir.OpIConst || f.Op(d) == ir.OpFConst) {
			continue
		}
		for _, o := range t.u.Operands {
			if o.Name == n.Name(v) {
				out = append(out, SourceValue{e.Text, e.Type, t.value(o.Value, e.Type)})
				break
			}
		}
	}
	return out
}

// value writes a value of a type of the source.
func (t *teller) value(v Value, typ string) string {
	switch v := v.(type) {
	case Poison:
		return "indeterminate"
	case Int:
		s := v.V.String()
		if k, ok := v.V.Int64(); ok && strings.HasSuffix(typ, "char") && k >= ' ' && k < 127 {
			s += fmt.Sprintf(" %q", rune(k))
		}
		return s
	case Bool:
		if v {
			return "1"
		}
		return "0"
	case Float:
		s := FormatValue(v, nil)
		s, _, _ = strings.Cut(s, " (")
		return s
	case Ptr:
		return t.pointer(v.Pointer)
	}
	return t.plain(FormatValue(v, t.w.space))
}

// pointer says where a pointer points.
func (t *teller) pointer(p memory.Pointer) string {
	id := t.w.allocationOf(p)
	if id == memory.NoAlloc {
		if p.Addr == 0 {
			return "null"
		}
		return fmt.Sprintf("0x%x, which is in no object", p.Addr)
	}
	a := t.w.space.Record(id)
	name, e := t.object(a)
	off := int64(p.Addr - a.Base)
	switch {
	case a.Kind == memory.Function:
		return strings.Trim(name, "'")
	case off == 0:
		return "the address of " + name
	case e.Elem > 0 && off%int64(e.Elem) == 0:
		return fmt.Sprintf("the address of element %d of %s", off/int64(e.Elem), name)
	}
	return fmt.Sprintf("the address of byte %d of %s", off, name)
}

// libraryObject is what reports call an object of the C library.
const libraryObject = "an object of the C library"

// object is the name of an allocation in the source, in quotes, or what it is.
func (t *teller) object(a *memory.Alloc) (string, ir.SourceExpr) {
	if fr, ok := t.w.at(a.Birth); ok && fr.info() != nil && fr.inst != ir.NoInst && fr.fn.NumResults(fr.inst) > 0 {
		for n := range fr.fn.NumResults(fr.inst) {
			if e, ok := fr.info().Expr(fr.fn.Name, fr.fn.Result(fr.inst, n)); ok && e.Declared {
				return "'" + e.Text + "'", e
			}
		}
	}
	if name, ok := strings.CutPrefix(a.Name, "@"); ok {
		if e, ok := t.info.Symbol(name); ok {
			return "'" + e.Text + "'", e
		}
		if strings.HasPrefix(name, "__tuffy_") {
			return libraryObject, ir.SourceExpr{}
		}
		if strings.HasPrefix(name, ".str") || strings.Contains(name, ".str.") {
			return "a string literal", ir.SourceExpr{}
		}
		return "'" + sourceName(name) + "'", ir.SourceExpr{}
	}
	if a.Kind == memory.Heap {
		s := "the " + ir.Counted(a.Size, "byte")
		if a.Size == 0 {
			s = "the allocation of no bytes"
		}
		if a.Name != "" {
			s += " of " + a.Name
		}
		if fr, ok := t.w.at(a.Birth); ok {
			if p, ok := fr.sourcePlace(); ok {
				s += fmt.Sprintf(" at line %d", p.Line)
			}
		}
		return s, ir.SourceExpr{}
	}
	if a.Kind != memory.Stack {
		return "the object of " + strings.TrimPrefix(a.Name, "@"), ir.SourceExpr{}
	}
	return "a temporary object", ir.SourceExpr{}
}

// allocated are names of allocations in messages, with an offset and what is said of them in parentheses.
var allocated = regexp.MustCompile(`(alloc(\d+))(?:[+-]\d+)?(?: \((?:0x[0-9a-f]+, )?[^()]*\))?`)

// symbols are names of functions and data in messages.
var symbols = regexp.MustCompile(`@("?)([A-Za-z_.][A-Za-z0-9_.]*)("?)`)

// inC has words of messages that are not those of a program in C, and what stands in their place.
var inC = []struct {
	of *regexp.Regexp
	in string
}{
	{regexp.MustCompile(`\bis no stream: stdout is the pointer with the address 1, .*$`), "is no stream"},
	{regexp.MustCompile(`\b0x1 is no stream to read: stdin is .*$`), "stdout is no stream to read"},
	{regexp.MustCompile(`\b0x2 is no stream to read: stdin is .*$`), "stderr is no stream to read"},
	{regexp.MustCompile(`\b0x3 is no stream to write: stdout is .*$`), "stdin is no stream to write"},
	{regexp.MustCompile(`\bthe size of the stack slot is\b`), "the size of the array in bytes is"},
	{regexp.MustCompile(`\b0x[0-9a-f]{1,3} \(no provenance\), which points into no allocation,`), "an address that was made from a null pointer"},
	{regexp.MustCompile(`\b0x[0-9a-f]+ \((no provenance|wildcard)\), which points into no allocation,`), "an address that is of no object"},
	{regexp.MustCompile(`\bis taken as byte\(1\)`), "is taken as char"},
	{regexp.MustCompile(`\bis taken as byte\((\d+)\)`), "is taken as $1 bytes"},
	{regexp.MustCompile(`\bis (taken as )?f32\b`), "is ${1}float"},
	{regexp.MustCompile(`\bis (taken as )?f64\b`), "is ${1}double"},
	{regexp.MustCompile(`\bis (taken as )?f80\b`), "is ${1}long double"},
	{regexp.MustCompile(`\bis (taken as )?ptr\b`), "is ${1}a pointer"},
}

// plain is a message without names of the IR.
func (t *teller) plain(s string) string {
	s = allocated.ReplaceAllStringFunc(s, func(m string) string {
		id, err := strconv.ParseUint(allocated.FindStringSubmatch(m)[2], 10, 32)
		if err != nil || id == 0 || memory.AllocID(id) >= t.w.space.Next() {
			return m
		}
		name, _ := t.object(t.w.space.Record(memory.AllocID(id)))
		return name
	})
	for _, w := range inC {
		s = w.of.ReplaceAllString(s, w.in)
	}
	s = strings.NewReplacer(" is uninit", " has no value", " are uninit", " have no value", " is poison", " is indeterminate", " a poison ", " an indeterminate ").Replace(s)
	return symbols.ReplaceAllStringFunc(s, func(m string) string {
		return sourceName(symbols.FindStringSubmatch(m)[2])
	})
}

// objects tells of the allocation of an access, or of the variable that had no value.
func (t *teller) objects(r *SourceReport) {
	if a := t.u.Access; a != nil && a.Alloc != memory.NoAlloc {
		r.Objects = append(r.Objects, t.about(t.w.space.Record(a.Alloc)))
		return
	}
	c := t.u.Cause
	if c == nil {
		return
	}
	c = c.Birth()
	if c.fn == nil || c.inst == ir.NoInst || c.Kind != CauseUninit {
		return
	}
	info := c.fn.Module.Debug.Info()
	if info == nil || c.fn.NumOperands(c.inst) == 0 {
		return
	}
	if e, ok := variableOf(info, c.fn, c.fn.Arg(c.inst, 0)); ok {
		r.Objects = append(r.Objects, SourceObject{What: fmt.Sprintf("'%s' (%s)", e.Text, e.Type), How: "declared", Born: declaration(e, c.fn)})
		return
	}
	for _, o := range c.Operands {
		if p, ok := o.Value.(Ptr); ok {
			if id := t.w.allocationOf(p.Pointer); id != memory.NoAlloc {
				r.Objects = append(r.Objects, t.about(t.w.space.Record(id)))
				return
			}
		}
	}
}

// holder is where in an allocation a pointer stands.
func (t *teller) holder(a *memory.Alloc, off uint64) string {
	name, e := t.object(a)
	switch {
	case e.Elem > 0 && off%e.Elem == 0:
		return fmt.Sprintf("element %d of %s", off/e.Elem, name)
	case off > 0:
		return fmt.Sprintf("%s at byte %d", name, off)
	}
	return name
}

// declaration is where a variable is declared.
func declaration(e ir.SourceExpr, f *ir.Func) *SourcePlace {
	if e.Loc.Line == 0 {
		return nil
	}
	return &SourcePlace{File: e.Loc.File, Line: e.Loc.Line, Col: e.Loc.Col, From: e.Loc.Col, Width: e.Width, Text: lineOf(f.Module, e.Loc)}
}

// failedAllocation is where an allocation was made to fail before a null pointer was used.
func (t *teller) failedAllocation() (SourcePlace, bool) {
	a := t.u.Access
	if t.u.Code != UBNull && (t.u.Code != UBDangling || a == nil || a.Pointer.Addr >= nullPage) {
		return SourcePlace{}, false
	}
	fr, ok := t.w.at(t.w.host.failed)
	if !ok {
		return SourcePlace{}, false
	}
	return fr.sourcePlace()
}

// about tells of an allocation.
func (t *teller) about(a *memory.Alloc) SourceObject {
	name, e := t.object(a)
	o := SourceObject{What: name}
	switch {
	case e.Text != "" && e.Elem > 0, a.Kind == memory.Function:
		o.What += fmt.Sprintf(" (%s)", e.Type)
	case e.Text != "":
		o.What += fmt.Sprintf(" (%s, %s)", e.Type, ir.Counted(a.Size, "byte"))
	case a.Kind != memory.Heap:
		o.What += fmt.Sprintf(" of %s", ir.Counted(a.Size, "byte"))
	}
	birth, born := t.w.at(a.Birth)
	switch {
	case e.Loc.Line > 0:
		o.How, o.Born = "declared", declaration(e, t.fr.fn)
	case born:
		if p, ok := birth.sourcePlace(); ok {
			o.How, o.Born = "made", &p
			if a.Kind == memory.Heap {
				o.How = "allocated"
			}
		}
	}
	if a.State == memory.Live {
		return o
	}
	o.Ended = map[memory.State]string{memory.Freed: "freed", memory.DeadSlot: "its life ended", memory.Returned: "its function returned"}[a.State]
	if death, ok := t.w.at(a.Death); ok {
		if p, ok := death.sourcePlace(); ok {
			o.Died = &p
		}
	}
	return o
}

// births say how a value that is none came to be, by the kind of its birth. %s is the expression.
var births = [numCauseKinds]string{
	CauseUninit: "%s is read and has no value", CauseFragment: "%s is read from bytes of something else", CausePoisonBytes: "%s is read and has no value",
	CauseBool: "%s is read, and its bytes are no truth value", CauseMissing: "%s is what came of a mistake that was reported before",
	CauseInstruction: "the function ends without a value to return", CauseJump: "%s was changed between setjmp and longjmp",
	CauseOutside: "%s was written by a function of which nothing is known", CauseArgument: "%s was given without a value",
}

// birth says how the value of an expression came to be none.
func (t *teller) birth(c *Cause, expr string) string {
	if f := births[c.Kind]; strings.Contains(f, "%s") {
		return fmt.Sprintf(f, expr)
	} else if f != "" {
		return f
	}
	if c.fn != nil && c.inst != ir.NoInst {
		if m := c.fn.Mark(c.inst); m.Rule != ir.RuleNone {
			return expr + ": " + ir.Rules[m.Rule].Doc
		}
	}
	if c.Detail != "" {
		return expr + ": " + t.plain(c.Detail)
	}
	return expr + ": " + c.Kind.String()
}

// chain is the way of a value that is none, each line of the source once.
func (t *teller) chain() (out []SourceStep) {
	if t.u.Cause == nil {
		return nil
	}
	seen := map[string]bool{}
	last := ""
	for n, c := range t.u.Cause.steps() {
		fr, ok := c.frame()
		if !ok {
			continue
		}
		p, ok := fr.sourcePlace()
		if !ok {
			continue
		}
		what := p.Expr
		if n == 0 {
			expr := "what is read"
			if p.Expr != "" {
				expr = "'" + p.Expr + "'"
			}
			what = t.birth(c, expr)
		}
		here := fmt.Sprintf("%s:%d %s", p.File, p.Line, p.Expr)
		if what == "" || seen[here] || here == last {
			continue
		}
		seen[here], last = true, here
		out = append(out, SourceStep{p, what})
	}
	return out
}
