package parser

import (
	"math"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// elsewhere are instructions of other languages, and what is written here.
var elsewhere = map[string]string{
	"return": "did you mean ret?", "jmp": "did you mean br?", "jump": "did you mean br?", "goto": "did you mean br?",
	"phi": "a block takes arguments: bb1(v5: int), and br gives them: br bb1(v4)", "alloca": "did you mean stack_slot?",
	"getelementptr": "did you mean ptradd?", "gep": "did you mean ptradd?", "cmp": "did you mean icmp or fcmp?",
	"const": "did you mean iconst?", "mov": "a value is used by its name", "neg": "write sub of 0 and the value",
	"sdiv": "did you mean tdiv?", "udiv": "did you mean div?", "srem": "did you mean trem?", "urem": "did you mean rem?",
	"ashr": "did you mean shr?", "lshr": "did you mean shr, of a zext?", "trunc": "did you mean zext or sext?",
}

// mnemonic finds the opcode, the longest name over the dotted parts, and reads its suffixes.
// Names contain dots themselves (vec.reduce.add), so the longest one that is an opcode counts; what remains
// are suffixes, in the order of the opcode's row.
// Only .sat and the size of an atomic access may be left out.
// It sets s.op before it reads suffixes, so that messages can name the spelling that the opcode wants.
func (p *parser) mnemonic(s *stmt, mn token) {
	parts := strings.Split(mn.text, ".")
	// More parts than any spelling has; the rest would only cost time.
	if len(parts) > 12 {
		parts = parts[:12]
	}
	n, ok := len(parts), false
	for ; n > 0; n-- {
		if s.op, ok = ir.OpByName(strings.Join(parts[:n], ".")); ok {
			break
		}
	}
	if !ok {
		hint := ""
		if near := p.nearest(parts[0]); near != "" {
			hint = "did you mean " + near + "?"
		}
		if own, ok := elsewhere[parts[0]]; ok {
			hint = own
		}
		p.fail(mn.off, hint, "unknown instruction %s", clip(mn.text))
	}
	rest := parts[n:]
	for _, suf := range s.op.Info().Suffix {
		used := false
		if len(rest) > 0 {
			used = p.suffix(s, suf, rest[0], mn)
		}
		// A suffix that may be left out and is not there leaves its part to the next suffix of the row.
		if used {
			rest = rest[1:]
		} else if suf != ir.SufSat && suf != ir.SufOptBytes {
			p.fail(mn.off, "write "+spelling(s.op), "%s lacks %s", clip(mn.text), suffixNames[suf])
		}
	}
	if len(rest) > 0 {
		p.fail(mn.off, "write "+spelling(s.op), "%s has an unknown suffix .%s", clip(mn.text), clip(rest[0]))
	}
}

// suffixNames and suffixForms say in messages what an opcode lacks; every kind of suffix has a row.
var suffixNames = [...]string{
	ir.SufType: "a float type", ir.SufBits: "a number of bits", ir.SufBytes: "a number of bytes",
	ir.SufOptBytes: "a number of bytes", ir.SufPred: "an integer predicate", ir.SufFPred: "a float predicate",
	ir.SufOrder: "a memory ordering", ir.SufFail: "the memory ordering on failure", ir.SufRMW: "an operation",
	ir.SufSat: "sat", ir.SufLane: "a lane format", ir.SufIntLane: "an int lane format",
	ir.SufFloatLane: "a float lane format", ir.SufIntMaskLane: "an int or mask lane format",
}

var suffixForms = [...]string{
	ir.SufType: ".f32", ir.SufBits: ".BITS", ir.SufBytes: ".BYTES", ir.SufOptBytes: "[.BYTES]",
	ir.SufPred: ".eq|ne|lt|le|gt|ge", ir.SufFPred: ".oeq|olt|une|…",
	ir.SufOrder: ".relaxed|acquire|release|acqrel|seqcst", ir.SufFail: ".relaxed|acquire|seqcst",
	ir.SufRMW: ".xchg|add|sub|and|or|xor", ir.SufSat: "[.sat]", ir.SufLane: ".s32|u8|i16|f64|ptr|m|…",
	ir.SufIntLane: ".s32|u8|i16|…", ir.SufFloatLane: ".f16|bf16|f32|f64", ir.SufIntMaskLane: ".s32|u8|i16|m|…",
}

// spelling is how the mnemonic of op is written, for hints.
func spelling(op ir.Op) string {
	s := op.String()
	for _, suf := range op.Info().Suffix {
		s += suffixForms[suf]
	}
	return s
}

// suffix reads one dotted part; false means that it is not one of kind suf.
// Numbers beyond 31 bits are refused here, since an attribute has 32.
// On false the caller fails, or the suffix may be left out and its field is 0.
func (p *parser) suffix(s *stmt, suf ir.Suffix, part string, mn token) (ok bool) {
	a := &s.attr
	switch suf {
	// plainTypes has the aliases float and double too, so fconst.double is read; the printer writes f64.
	case ir.SufType:
		t, found := plainTypes[part]
		// A type is kept as its handle, as ir.Attr has one number for all suffixes of a kind.
		a.N = uint32(t)
		return found && t.Kind() == ir.KindFloat
	case ir.SufBits, ir.SufBytes, ir.SufOptBytes:
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return false
		}
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil || n > math.MaxInt32 {
			p.fail(mn.off, "", "suffix .%s of %s is over the limit of %d", clip(part), s.op, math.MaxInt32)
		}
		if n == 0 && suf == ir.SufOptBytes {
			p.fail(mn.off, "leave the size out for the natural one", "%s of 0 bytes", s.op)
		}
		a.N = uint32(n)
		return true
	case ir.SufPred, ir.SufFPred:
		a.Pred, ok = ir.ParsePred(part, suf == ir.SufFPred)
	case ir.SufOrder:
		a.Order, ok = ir.ParseOrdering(part)
	case ir.SufFail:
		a.Fail, ok = ir.ParseOrdering(part)
	case ir.SufRMW:
		a.RMW, ok = ir.ParseRMWOp(part)
	case ir.SufSat:
		a.Sat = part == "sat"
		return a.Sat
	default:
		// All four kinds of lane suffix share the attribute; the opcode's row restricts which formats it
		// takes.
		var l ir.Lane
		l, ok = ir.ParseLane(part)
		switch suf {
		case ir.SufIntLane:
			ok = ok && l.IsInt()
		case ir.SufFloatLane:
			ok = ok && l.IsFloat()
		case ir.SufIntMaskLane:
			ok = ok && (l.IsInt() || l.Kind == ir.LaneMask)
		}
		a.Lane = l
	}
	return ok
}

// more reports whether operands follow on the line of the mnemonic.
// A brace ends a line too: the last instruction of a region may stand before it on its line.
func (p *parser) more() bool {
	return !p.tok.nl && p.tok.kind != tEOF && p.tok.kind != tArrow && !p.is('}') && !p.is('!')
}

// operands reads what follows the mnemonic, by the form of the opcode's row, into operands, targets,
// attribute and extra.
// How many operands there should be is the verifier's matter.
// The forms are a column of the opcode table; the printer's switch over them writes what this one reads.
func (p *parser) operands(s *stmt) {
	a := &s.attr
	// Flags stand between mnemonic and operands, in any order, and may be repeated.
	if s.op.Is(ir.HasFPFlags) {
		for {
			if p.acceptWord("reassoc") {
				a.Flags |= ir.Reassoc
			} else if p.acceptWord("contract") {
				a.Flags |= ir.Contract
			} else {
				break
			}
		}
	}
	// Without the test a form's reader would take the next line for its operands.
	if p.tok.nl && needsOperand(s.op) {
		p.unexpected("an operand of " + s.op.String())
	}
	switch s.op.Info().Form {
	case ir.FormInt:
		p.intConst(s)
	case ir.FormBool:
		if !p.isWord("true") && !p.isWord("false") {
			p.unexpected("true or false")
		}
		if p.isWord("true") {
			a.Imm = 1
		}
		p.next()
	case ir.FormFloat:
		p.floatConst(s)
	case ir.FormParam:
		p.paramIndex(s)
	case ir.FormSymbol:
		a.Aux = uint32(p.m.Symbol(p.symbolName()))
	// The number stands behind the operands and is told from them by its token.
	case ir.FormWidth:
		p.list(s)
		a.Imm = int64(p.uintMax(math.MaxInt32, "a width in bits"))
	case ir.FormSlot:
		a.Imm = int64(p.uintMax(math.MaxInt64, "a number of bytes"))
		p.slotAlign(a)
	case ir.FormSlotDyn:
		p.list(s)
		p.slotAlign(a)
	case ir.FormPath:
		p.list(s)
		p.path(s)
	case ir.FormCall:
		p.call(s)
	case ir.FormIntrinsic:
		a.Aux = uint32(p.m.Symbol(p.take(tString, "the quoted name of the intrinsic").text))
		p.list(s)
	case ir.FormBr:
		s.targets = []target{p.target()}
	case ir.FormBrIf:
		s.ops = []use{p.use()}
		p.expect(',', "after the condition")
		s.targets = append(s.targets, p.target())
		p.expect(',', "after the first target")
		s.targets = append(s.targets, p.target())
	case ir.FormSwitch:
		p.switchTargets(s)
	default:
		p.list(s)
	}
}

// needsOperand reports whether the form has no spelling without an operand.
func needsOperand(op ir.Op) bool {
	switch op.Info().Form {
	case ir.FormPlain, ir.FormRet, ir.FormYield:
		return false
	}
	return true
}

// slotAlign reads the alignment of a stack slot, if there is one on the line.
func (p *parser) slotAlign(a *ir.Attr) {
	if p.isWord("align") && !p.tok.nl {
		p.next()
		p.accept('=')
		a.Align = p.alignment()
	}
}

// list reads operands separated by commas, with align=N anywhere among them where the opcode
// has one. It stops before a number or a bracket, behind the comma.
// A list ends with its line.
// A comma at the end of a line is a mistake, as no operand follows.
// tail says that something other than an operand ends the list, which then has to be reached: a list of those
// forms without it is a mistake at the place where it is missing.
func (p *parser) list(s *stmt) {
	form := s.op.Info().Form
	tail := form == ir.FormWidth || form == ir.FormPath
	aligned := int32(-1)
	for first := true; first && (p.more() || tail) || !first; first = false {
		switch {
		case tail && len(s.ops) > 0 && (p.tok.kind == tNumber || p.is('[')):
			return
		case s.op.Is(ir.HasAlign) && p.isWord("align"):
			if aligned >= 0 {
				p.fail(p.tok.off, "", "align= is given twice")
			}
			aligned = p.tok.off
			p.next()
			p.expect('=', "after align")
			s.attr.Align = p.alignment()
		default:
			s.ops = append(s.ops, p.use())
		}
		if tail && !p.is(',') {
			p.unexpected("','")
		}
		if !p.accept(',') {
			break
		}
	}
	if aligned >= 0 && len(s.ops) == 0 {
		p.fail(aligned, "", "%s has an alignment and no operands", s.op)
	}
}

// intConst reads the constant: into the attribute if it is an int64, else into the pool.
// Equal constants always get the same form, so comparing attributes compares small ones.
func (p *parser) intConst(s *stmt) {
	v := p.integer()
	if n, ok := v.Int64(); ok {
		s.attr.Imm = n
	} else {
		s.ext = &extra{konst: v}
	}
}

// floatConst reads the bits, of f80 and f128 into the pool.
// Bits are kept and no float value, so the payload and sign of a NaN survive reading and printing.
func (p *parser) floatConst(s *stmt) {
	t := s.attr.FloatType()
	v := p.float(t)
	if t.IsWideFloat() {
		s.ext = &extra{konst: v}
	} else {
		s.attr.Imm = int64(v.Low64())
	}
}

// paramIndex reads the index of a parameter or its name in the signature.
// An index beyond the parameters is the verifier's matter; a name that there is not cannot be represented.
func (p *parser) paramIndex(s *stmt) {
	if p.tok.kind != tPercent {
		s.attr.Imm = int64(p.uintMax(math.MaxInt32, "a parameter index or %name"))
		return
	}
	name, at := p.tok.text, p.tok.off
	p.next()
	i, ok := p.fn.params[name]
	if !ok {
		p.fail(at, "", "%s has no parameter %%%s", nameText(p.fn.f.Name), clip(name))
	}
	s.attr.Imm = int64(i)
}

// path reads `[0, 2, …]`, which may be empty: the aggregate itself.
// Whether the fields exist is found out with the operand's type, by inference or by the verifier.
func (p *parser) path(s *stmt) {
	p.expect('[', "before the field path")
	s.ext = &extra{}
	for !p.is(']') {
		s.ext.path = append(s.ext.path, uint32(p.uintMax(math.MaxUint32, "a field index")))
		if !p.accept(',') {
			break
		}
	}
	p.expect(']', "after the field path")
}

// call reads `v0(v1, …)[, mem]`.
// The memory token is the last operand and may be missing, which the verifier refuses.
// Which operand is the token is decided by its place and not by its type.
func (p *parser) call(s *stmt) {
	s.ops = append(s.ops, p.use())
	p.expect('(', "before the arguments of the call")
	for !p.is(')') {
		s.ops = append(s.ops, p.use())
		if !p.accept(',') {
			break
		}
	}
	p.expect(')', "after the arguments of the call")
	if p.is(',') && !p.tok.nl {
		p.next()
		s.ops = append(s.ops, p.use())
	}
}

// target reads `bb1(v0, …)`.
// Arguments may be left out with their parentheses: bb1 and bb1() are one.
func (p *parser) target() target {
	var t target
	t.label, t.off = p.numbered("bb", "a label such as bb1")
	if p.is('(') && !p.tok.nl {
		p.next()
		for !p.is(')') {
			t.args = append(t.args, p.use())
			if !p.accept(',') {
				break
			}
		}
		p.expect(')', "after the block arguments")
	}
	return t
}

// switchTargets reads `v0, [1: bb1, 2: bb2(v3)], bb3`. The default is the last target and has no case.
// Cases that are equal are the verifier's matter.
func (p *parser) switchTargets(s *stmt) {
	s.ops = []use{p.use()}
	p.expect(',', "after the value")
	p.expect('[', "before the cases")
	for !p.is(']') {
		c := p.integer()
		p.expect(':', "after the case")
		t := p.target()
		t.konst = &c
		s.targets = append(s.targets, t)
		if len(s.targets) >= maxPerInst {
			p.fail(t.off, "", "more than the limit of %d targets", maxPerInst)
		}
		if !p.accept(',') {
			break
		}
	}
	p.expect(']', "after the cases")
	p.expect(',', "before the default target")
	s.targets = append(s.targets, p.target())
}

// nearest returns the mnemonic most like s, or nothing if none is like it.
// It compares with every name, so it is only asked for mistakes that are shown.
// A third of the letters may be wrong; of equally near names the first of the table wins.
func (p *parser) nearest(s string) string {
	if len(s) > 40 || p.nerrs > MaxErrors {
		return ""
	}
	best, limit := "", len(s)/3+1
	consider := func(name string) {
		if d := distance(s, name); d < limit {
			best, limit = name, d
		}
	}
	for i := range ir.Ops {
		consider(ir.Ops[i].Name)
	}
	for i := range sugars {
		consider(sugars[i].name)
	}
	return best
}

// distance is the Levenshtein distance.
// One row of the matrix is enough; the time is the product of the lengths.
// Both texts are short: nearest asks for words of at most 40 bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost = 1 + min(diag, row[j], row[j+1])
			}
			diag, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
