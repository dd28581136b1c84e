package parser

import (
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// function is the text of a function body before its names are resolved.
// It is read completely before anything in it is resolved, since values and labels may come in any order.
type function struct {
	// Its signature is complete; its body stays empty until build.
	f      *ir.Func
	events []event // regions and blocks in the order of the text
	// In the order of the text, which becomes the order of block handles.
	blocks []block
	labels map[uint32]int32 // label number → index into blocks
	// Numbers name values for the whole function: a second binding of one is a mistake, whatever the scope.
	values map[uint32]int32 // value number → index into defs
	// Each def has one binding, hidden ones of expanded spellings included.
	defs   []def
	params map[string]int // by name
	// They make no statement: resolving turns each into a result of the call that it names.
	ret2 []call2
	// Of the instructions that are built.
	marks []marked
	// A module with such a function is not built; the flag keeps consequences of a mistake from being
	// reported as others.
	bad   bool // a mistake was reported
	lost  bool // by it bindings may be missing: an undefined value may be a consequence
	state resolveState
}

// event is where a block or region begins or ends.
// The list of them is the nesting, without a tree.
// Opens and closes are balanced, as nested appends both or ends the reading.
type event struct {
	kind  eventKind
	index int32 // of the block
	off   int32 // of a region header
	loop  bool
}

type eventKind uint8

const (
	evBlock eventKind = iota
	evOpen
	evClose
)

// block is the text of a block: its arguments and statements.
type block struct {
	off   int32
	args  []int32 // defs
	stmts []*stmt
}

// def is one binding of a value.
// It is made when the binding is read, and gets its type by inference and its value when it is built.
type def struct {
	num   uint32
	off   int32
	typ   ir.Type // 0 until it is known
	annot ir.Annot
	stmt  *stmt // nil for a block argument
	alias int32 // the def that stands for this one, or -1
	bad   bool  // its statement could not be read
	named bool  // by num: not a step of an expanded spelling
	value ir.Value
}

// use is an operand; ref is the def once the number is resolved.
// A use of an expanded spelling is made with its ref set, and its number is never looked at.
type use struct {
	num   uint32
	off   int32
	ref   int32 // -1 until resolved
	annot ir.Annot
}

// target is an edge as written; konst is the case of a switch, nil of the default and of branches.
type target struct {
	label uint32
	off   int32
	args  []use
	konst *num.Int // of a case
}

// stmt is an instruction as written.
// An expanded spelling makes several of them with one origin.
type stmt struct {
	op      ir.Op
	off     int32 // of the mnemonic or the first binding
	origin  ir.Origin
	attr    ir.Attr
	res     []int32 // defs
	ops     []use
	targets []target
	arrow   []ir.Param
	mark    ir.Mark
	// nil of nearly all
	ext *extra
}

// extra is what few instructions have.
type extra struct {
	path  []uint32
	konst num.Int
}

// function reads a function up to its closing brace.
// The first function of a name is the one that call_ret2 looks at; that there are two is the verifier's matter.
// The function joins the module before its body is read, so a mistake there leaves it without a body in a
// module that is then not returned.
func (p *parser) function() {
	p.next()
	at := p.tok.off
	name := p.symbolName()
	params, variadic := p.params()
	f := p.m.AddFunc(name, params, p.arrowTypes())
	f.Variadic = variadic
	f.Pos = p.pos(at)
	p.fn = &function{f: f, labels: map[uint32]int32{}, values: map[uint32]int32{}}
	for i, q := range params {
		if q.Name != "" {
			if p.fn.params == nil {
				p.fn.params = map[string]int{}
			}
			p.fn.params[q.Name] = i
		}
	}
	p.funcs = append(p.funcs, p.fn)
	if p.named != nil && p.named[name] == nil {
		p.named[name] = p.fn
	}
	p.funcAttrs(&f.Attrs, &f.Linkage)
	opened := p.tok.off
	p.expect('{', "before the body")
	p.region(0, opened)
}

// region reads blocks and regions up to the closing brace. A mistake in a line costs that
// line only.
// A body that is not closed ends where the next item begins, so one missing brace is one mistake.
// depth counts the regions around it, 0 for the body; opened is where its opening brace stands.
func (p *parser) region(depth int, opened int32) {
	var cur *block
	for {
		start := p.tok.off
		if p.accept('}') {
			p.mark(start)
			return
		}
		if p.tok.kind == tEOF || p.itemStart() {
			p.fn.bad = true
			what := "the body of " + nameText(p.fn.f.Name)
			if depth > 0 {
				what = "the region"
			}
			at := p.pos(opened)
			p.report(start, "", "%s is not closed: '}' expected for the '{' at %d:%d", what, at.Line, at.Col)
			return
		}
		// A line that failed leaves cur as it was: the lines after it still belong to the block before it.
		if !p.try(func() { cur = p.regionItem(depth, cur) }) {
			p.fn.bad = true
			p.recover(start)
		}
	}
}

// regionItem reads one line of a region and returns the block that later instructions join.
// A nested region ends the block before it: what follows the region needs a label of its own.
func (p *parser) regionItem(depth int, cur *block) *block {
	switch {
	case p.isWord("region"):
		p.nested(depth)
		return nil
	case p.tok.kind == tWord && isNumbered(p.tok.text, "bb"):
		return p.blockHeader()
	}
	if cur == nil {
		cur = p.addBlock(p.tok.off)
		p.fn.bad = true
		p.report(p.tok.off, "write a label such as bb0: before it", "instruction outside a block")
	}
	p.statement(cur)
	if p.tok.kind != tEOF && !p.tok.nl && !p.is('}') {
		if p.tok.kind == tWord && isNumbered(p.tok.text, "v") {
			p.fail(p.tok.off, "a comma stands between operands", "the end of the line expected, found %s", p.found())
		}
		p.unexpected("the end of the line")
	}
	return cur
}

// nested reads `region loop {` or `region plain {` and the region's lines. depth is that of the region around it;
// the bound keeps the recursion of this parser, and of everything that walks regions, off the end of the stack.
func (p *parser) nested(depth int) {
	ev := event{kind: evOpen, off: p.tok.off}
	p.next()
	ev.loop = p.isWord("loop")
	if !ev.loop && !p.isWord("plain") || p.tok.nl {
		p.report(p.tok.off, "", "region kind expected, loop or plain, found %s", p.found())
		p.fn.bad = true
	}
	if p.tok.kind == tWord && !p.tok.nl {
		p.next()
	}
	if depth >= MaxRegionDepth {
		p.report(ev.off, "", "regions are nested deeper than the limit of %d", MaxRegionDepth)
		p.stop()
		return
	}
	p.mark(ev.off)
	opened := p.tok.off
	p.expect('{', "after the region kind")
	p.fn.events = append(p.fn.events, ev)
	p.region(depth+1, opened)
	p.fn.events = append(p.fn.events, event{kind: evClose})
}

// recover skips the rest of the line that begins at start, a braced part as a whole.
// A brace that opens within the line belongs to it; one that closes the region does not.
// It always moves on if nothing of the line was read, so the loop over lines ends.
func (p *parser) recover(start int32) {
	p.arrays = 0
	if p.tok.off == start && p.tok.kind != tEOF {
		p.next()
	}
	for braces := 0; p.tok.kind != tEOF && !p.tok.nl; p.next() {
		if p.is('{') {
			braces++
		} else if p.is('}') {
			if braces == 0 {
				return
			}
			braces--
		}
	}
}

// isNumbered reports whether s is prefix and digits.
func isNumbered(s, prefix string) bool {
	d, ok := strings.CutPrefix(s, prefix)
	return ok && d != "" && strings.Trim(d, "0123456789") == ""
}

// numbered reads prefix and a number from the current token.
// Numbers are names: they need not be dense or in order.
// They are bounded because keys are uint32; v007 and v7 are one value.
func (p *parser) numbered(prefix, what string) (n uint32, off int32) {
	t := p.tok
	if t.kind != tWord || !isNumbered(t.text, prefix) {
		if prefix == "v" && t.kind == tNumber && !t.nl {
			p.fail(t.off, "a constant is an instruction: v9 = iconst "+clip(t.text), "%s expected, found %s", what, p.found())
		}
		if prefix == "v" && strings.HasPrefix(p.found(), "@") && !t.nl {
			p.fail(t.off, "an address is an instruction: v9 = symbol_addr "+p.found(), "%s expected, found %s", what, p.found())
		}
		p.unexpected(what)
	}
	v, err := strconv.ParseUint(t.text[len(prefix):], 10, 64)
	if err != nil || v > maxNumber {
		p.fail(t.off, "", "number of %s is over the limit of %d", clip(t.text), uint64(maxNumber))
	}
	p.next()
	return uint32(v), t.off
}

// addBlock begins a block at off.
// The pointer is valid until the next one is added.
func (p *parser) addBlock(off int32) *block {
	p.count(&p.nInsts, MaxInsts, "instructions and blocks")
	p.mark(off)
	p.fn.events = append(p.fn.events, event{kind: evBlock, index: int32(len(p.fn.blocks))})
	p.fn.blocks = append(p.fn.blocks, block{off: off})
	return &p.fn.blocks[len(p.fn.blocks)-1]
}

// blockHeader reads `bb1(v0: int, v1: ptr):`. The block exists whatever is wrong with its header, so that the
// instructions below it are read as part of something; arguments that were not read may be missing then (lost).
func (p *parser) blockHeader() *block {
	b := p.addBlock(p.tok.off)
	if !p.try(func() {
		n, off := p.numbered("bb", "a label")
		if first, dup := p.fn.labels[n]; dup {
			p.report(off, "", "label bb%d is already used in line %d", n, p.pos(p.fn.blocks[first].off).Line)
			p.fn.bad = true
		} else {
			p.fn.labels[n] = int32(len(p.fn.blocks) - 1)
		}
		if p.accept('(') {
			for !p.is(')') {
				p.blockArg(b)
				if !p.accept(',') {
					break
				}
			}
			p.expect(')', "after the block arguments")
		}
		p.expect(':', "after the label")
	}) {
		p.fn.bad, p.fn.lost = true, true
		p.recover(b.off)
	}
	return b
}

// blockArg reads one argument.
// It is bound before its type is read: a broken type is no undefined value.
func (p *parser) blockArg(b *block) {
	n, off := p.numbered("v", "a block argument such as v1: int")
	d := p.define(n, off, nil)
	b.args = append(b.args, d)
	p.fn.defs[d].bad = true
	t, a := p.claims(true)
	if t == 0 {
		p.fail(p.tok.off, "", "block argument v%d has no type: write v%d: type", n, n)
	}
	p.fn.defs[d].typ, p.fn.defs[d].annot, p.fn.defs[d].bad = t, a, false
}

// define adds a binding of value n.
// A second one is a mistake and keeps the first.
func (p *parser) define(n uint32, off int32, s *stmt) int32 {
	d := p.hidden(s, off)
	p.fn.defs[d].num, p.fn.defs[d].named = n, true
	if first, dup := p.fn.values[n]; dup {
		p.fn.bad = true
		p.report(off, "", "v%d is already defined in line %d", n, p.pos(p.fn.defs[first].off).Line)
		return d
	}
	p.fn.values[n] = d
	return d
}

// hidden adds a binding without a number: a step of an expanded spelling.
// Hidden ones count against the limit as all values do: one line of sugar makes several.
func (p *parser) hidden(s *stmt, off int32) int32 {
	p.count(&p.nValues, MaxValues, "values")
	p.fn.defs = append(p.fn.defs, def{off: off, stmt: s, alias: -1})
	return int32(len(p.fn.defs) - 1)
}

// use reads an operand.
func (p *parser) use() use {
	p.count(&p.nUses, MaxOperands, "operands")
	n, off := p.numbered("v", "a value such as v0")
	return use{num: n, off: off, ref: -1, annot: p.annotations()}
}

// statement reads `[bindings =] mnemonic operands [-> types] [marks]` into b.
// Whatever goes wrong, its bindings stay defined, as bad ones: uses of them are no further mistakes.
// lost is set while bindings are read, since after a mistake there others on the line are unknown.
func (p *parser) statement(b *block) {
	s := stmt{off: p.tok.off}
	first := len(p.fn.defs)
	done := false
	defer func() { // what a broken statement binds is defined all the same
		if !done {
			for i := first; i < len(p.fn.defs); i++ {
				p.fn.defs[i].bad = true
			}
		}
	}()
	lost := p.fn.lost
	p.fn.lost = true
	if p.tok.kind == tWord && isNumbered(p.tok.text, "v") {
		p.bindings(&s)
	}
	mn := p.tok
	if mn.kind != tWord || mn.nl && s.res != nil {
		if s.res == nil {
			p.tok.nl = false
		}
		p.unexpected("an instruction")
	}
	// From here on every binding of the line is known.
	p.fn.lost = lost
	s.origin = p.m.SourceOrigin(p.pos(s.off))
	p.next()
	if row, n := sugarNamed(mn.text); row != nil {
		p.sugar(b, s, row, n, mn)
	} else {
		p.mnemonic(&s, mn)
		p.operands(&s)
		s.arrow = p.arrow()
		p.emit(b, s)
	}
	last := &s // of a line that makes no instruction
	if n := len(b.stmts); n > 0 {
		last = b.stmts[n-1]
	}
	p.marks(s.origin, last)
	p.spelled(s.off, p.tok.off)
	done = true
}

// emit appends s to b and makes its bindings point to it.
// The statement is copied to the heap once it is complete.
// The order of calls is the order of the instructions in the block.
func (p *parser) emit(b *block, s stmt) {
	p.count(&p.nInsts, MaxInsts, "instructions and blocks")
	p.mark(s.off)
	kept := new(stmt)
	*kept = s
	for _, d := range s.res {
		p.fn.defs[d].stmt = kept
	}
	b.stmts = append(b.stmts, kept)
}

// arrow reads the result types of an instruction, which stand on its line.
func (p *parser) arrow() []ir.Param {
	if p.tok.nl {
		return nil
	}
	return p.arrowTypes()
}

// bindings reads `v0:s32, v1: ptr =`. A type is only noted here; inference compares it with the operation's.
func (p *parser) bindings(s *stmt) {
	for {
		n, off := p.numbered("v", "a value to bind")
		d := p.define(n, off, nil)
		s.res = append(s.res, d)
		t, a := p.claims(true)
		p.fn.defs[d].typ, p.fn.defs[d].annot = t, a
		if len(s.res) > maxPerInst {
			p.fail(off, "", "more than the limit of %d results", maxPerInst)
		}
		if !p.accept(',') {
			break
		}
	}
	p.expect('=', "after the values to bind")
}

// marks reads `!ub(…) !loc(…) !var(…) !prof(…) !weights(…)`. The rule of !ub is that of s, the last instruction of the line, nil of data.
// The others belong to the origin of the line, and so to every instruction that the line expands to.
// Each kind may stand once or more often on a line; the last one counts.
func (p *parser) marks(o ir.Origin, s *stmt) {
	for p.is('!') && !p.tok.nl {
		p.next()
		at := p.tok.off
		kind := p.take(tWord, "a mark: ub loc var prof weights").text
		p.expect('(', "after the mark")
		switch kind {
		case "ub":
			if s == nil {
				p.fail(at, "", "!ub is about an instruction")
			}
			name := p.take(tString, "a quoted rule")
			r, ok := ir.ParseRule(name.text)
			if !ok {
				p.fail(name.off, "rules: "+ruleNames(), "unknown rule %s", clip(strconv.Quote(name.text)))
			}
			s.mark = ir.Mark{Rule: r}
			if p.accept(',') {
				s.mark.Type = p.take(tString, "the quoted name of a type").text
			}
		case "loc":
			l := ir.Location{File: p.take(tString, "a quoted file name").text}
			if p.accept(',') {
				l.Line = int(p.uintMax(1<<31-1, "a line"))
			}
			if p.accept(',') {
				l.Col = int(p.uintMax(1<<31-1, "a column"))
			}
			if p.accept(',') {
				l.Scope = p.debugID()
			}
			p.m.SetLocation(o, l)
		case "var":
			v := ir.Variable{Name: p.take(tString, "a quoted variable name").text}
			if p.accept(',') {
				v.Debug = p.debugID()
			}
			if v.Debug != 0 && p.accept(',') {
				if v.Param = p.acceptWord("param"); !v.Param {
					if v.Local = p.acceptWord("local"); !v.Local {
						p.unexpected("param or local")
					}
				}
			}
			p.m.SetVariable(o, v)
		case "prof":
			p.m.SetCount(o, p.uintMax(1<<64-1, "a count"))
		case "weights":
			w := []uint64{}
			for !p.is(')') {
				w = append(w, p.uintMax(1<<64-1, "an edge count"))
				if !p.accept(',') {
					break
				}
			}
			p.m.SetWeights(o, w)
		default:
			p.fail(at, "marks: !ub !loc !var !prof !weights", "unknown mark !%s", clip(kind))
		}
		p.expect(')', "after the mark")
	}
}

// ruleNames are the rules that !ub names.
func ruleNames() string {
	var names []string
	for _, r := range ir.Rules[1:] {
		names = append(names, r.Name)
	}
	return strings.Join(names, " ")
}
