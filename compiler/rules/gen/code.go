package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
)

// stmt is a statement that makes the register name, written with DST for where.
// The name is empty for a statement that only sets flags. DST becomes dst in the statement that makes the value
// of the rule, and 0 elsewhere, which asks the selector for a new register.
type stmt struct{ name, text string }

// val is what a register of the code holds: an operand as it is, or the Go variable of a register.
// Exactly one of the two is set: an operand is fetched where it is read, since how it is fetched, as a register
// or from memory, depends on the reader.
type val struct {
	operand string // of the pattern
	name    string
}

// coder turns the code of a rule, which overwrites registers, into calls that make each value once.
// A move between registers makes nothing: the value is known by another name.
// The code of a rule speaks of registers that are written more than once, as the processor's are; the selector
// works on virtual registers, each of which one statement makes. The environment is what turns the one
// into the other.
type coder struct {
	*program
	l     *selectionLeaf
	stmts []stmt
	// Not a statement, and so not part of the cost: the selector gives the operand's register the new name.
	moved string // the operand that is the value itself
	out   string // the name of the value
	// By register of the code: what the last write so far left there.
	env map[string]val
	// By variable of the pattern.
	holds map[string]schema.Holding
	// What the marks in the text stand for: a register of the program has no number before the program is encoded.
	refs []*reg
}

// code makes the statements of a rule.
func (c *coder) code() error {
	c.env, c.holds = map[string]val{}, map[string]schema.Holding{}
	for _, o := range c.l.rule.Operands {
		c.holds[o.Var] = o
	}
	// In order: a statement sees what those before it wrote, and nothing else.
	for _, i := range c.l.rule.Code {
		if err := c.inst(i); err != nil {
			return err
		}
	}
	// A rule for a condition leaves flags, and so no register at all.
	out, ok := c.env["out"]
	if !ok && c.l.rule.Out.In != "flags" {
		return fmt.Errorf("out is not written")
	}
	if c.out = out.name; out.operand != "" {
		c.moved = c.hold(out.operand)
	}
	// Rules of equal size are tried the cheapest first; moves are not counted, as they make nothing.
	c.l.cost = len(c.stmts)
	return nil
}

// text is the Go text of the statements, once the registers of the program have their numbers.
// It must be called after encode: before that every register has the number 0.
func (c *coder) text() string {
	var lines []string
	if c.moved != "" {
		lines = append(lines, fmt.Sprintf("s.move(dst, %s)", c.moved))
	}
	for _, s := range c.stmts {
		where := "0"
		if s.name != "" && s.name == c.out {
			where = "dst"
		}
		text := strings.Replace(s.text, "DST", where, 1)
		if s.name != "" && where != "dst" && c.read(s) {
			text = s.name + " := " + text
		}
		lines = append(lines, text)
	}
	return regexp.MustCompile(`«\d+»`).ReplaceAllStringFunc(strings.Join(lines, "; "), func(ref string) string {
		n, _ := strconv.Atoi(strings.Trim(ref, "«»"))
		return fmt.Sprint(c.refs[n].at)
	})
}

// ref stands for the number of a register.
// What is marked as read here is kept by encode; a value that only the code reads has no other reader.
func (c *coder) ref(r *reg) string {
	r.read = true
	c.refs = append(c.refs, r)
	// The quotation marks occur in no Go text that the coder writes, so that a mark cannot be mistaken.
	return fmt.Sprintf("«%d»", len(c.refs)-1)
}

// value is an operand of the pattern, as Go.
func (c *coder) value(v string) string {
	// An empty register keeps the text well formed until the error of code is returned; nothing is written then.
	if c.values[v] == nil {
		c.values[v] = &reg{bank: 'v'} // of a rule that [coder.code] refuses
	}
	return fmt.Sprintf("s.found.values[%s].Value", c.ref(c.values[v]))
}

// calc is arithmetic on constants, as Go.
func (c *coder) calc(e *schema.Expr) string {
	switch {
	case e.Const == "W":
		return "int64(W)"
	case e.Lit != "":
		return e.Lit
	}
	return fmt.Sprintf("s.found.numbers[%s]", c.ref(c.expr(e)))
}

// read says that a later statement reads what s makes.
// A name is searched as text. Names that are prefixes of others, as r1 of r10, at worst name a result that
// nothing reads, which Go's compiler would refuse in the generated file, not something else's result.
func (c *coder) read(s stmt) bool {
	for _, t := range c.stmts {
		if t.name != s.name && strings.Contains(t.text, s.name) {
			return true
		}
	}
	return false
}

// operandBits is how many bits of an operand are needed, as Go.
// W is the operand size of the rule, w the size of the container: where low bits of the result depend on low
// bits of the operand only, garbage above the container does no harm.
func (c *coder) operandBits(v string) string {
	if n, ok := c.holds[v].Size.(float64); ok {
		return fmt.Sprint(int(n))
	}
	if modular(c.l.lhs, true) && c.l.rule.Out.In != "flags" {
		return "w"
	}
	return "W"
}

// hold is the register of an operand, as Go. The processor looks at the low bits of an amount only.
// That is why an amount has a fetch of its own: bits above the mask of a shift need not be made right.
func (c *coder) hold(v string) string {
	if root := c.l.lhs; (root.Op == "shl" || root.Op == "shr") && root.Args[1].Var == v {
		return fmt.Sprintf("s.count(%s, W)", c.value(v))
	}
	if in := c.holds[v].In; in == "bool" || in == "cl" {
		return fmt.Sprintf("s.narrow(%s)", c.value(v))
	}
	return fmt.Sprintf("s.reg(%s, %s)", c.value(v), c.operandBits(v))
}

// reg is a register that is read, as Go.
// Three things have no statement behind them: operands, which have $, registers that only hold an operand, and
// RCX where an operand is pinned to it. Anything else that was not written before is an error of the rule.
func (c *coder) reg(name string) (string, error) {
	if v, ok := strings.CutPrefix(name, "$"); ok {
		return c.hold(v), nil
	}
	switch v, ok := c.env[name]; {
	case !ok && name == "rcx":
		for x, h := range c.holds {
			if h.In == "cl" {
				return c.hold(x), nil
			}
		}
		fallthrough
	case !ok:
		return "", fmt.Errorf("%s is read before it is written", name)
	case v.operand != "":
		return c.hold(v.operand), nil
	default:
		return v.name, nil
	}
}

// source is an operand that may be in memory or an immediate, as Go, at size bits.
func (c *coder) source(a schema.MachineArg, size string) (string, error) {
	if a.Imm != nil {
		return fmt.Sprintf("immSource(%s)", c.calc(a.Imm)), nil
	}
	name, ok := strings.CutPrefix(a.Reg, "$")
	if v := c.env[a.Reg]; v.operand != "" {
		name, ok = v.operand, true
	}
	// A load is folded into an instruction only if the code reads the operand once: a second read would
	// need its register anyhow, or load twice.
	if ok && c.holds[name].In != "bool" && c.holds[name].In != "cl" && c.reads(name) == 1 {
		return fmt.Sprintf("s.rmAt(%s, %s, %s)", c.value(name), c.operandBits(name), size), nil
	}
	r, err := c.reg(a.Reg)
	return fmt.Sprintf("regSource(%s)", r), err
}

// reads counts how often the code names an operand.
// Immediates do not count: a constant of the pattern is no operand.
func (c *coder) reads(v string) int {
	n := 0
	for _, i := range c.l.rule.Code {
		for _, a := range i.Args {
			if a.Reg == "$"+v {
				n++
			}
		}
	}
	return n
}

// make adds a statement that makes a new value of register d; of no register it only sets flags.
// What d held before keeps its own name: a later statement that has read it is not changed by this one.
func (c *coder) make(d, text string) {
	name := ""
	if d != "" {
		name = fmt.Sprintf("r%d", len(c.stmts))
		c.env[d] = val{name: name}
	}
	c.stmts = append(c.stmts, stmt{name, text})
}

// width is an operand size, as Go.
// W of the rule is W of the emitter: one rule serves all sizes that its theorem is about.
func width(size any) string {
	if n, ok := size.(float64); ok {
		return fmt.Sprint(int(n))
	}
	return "W"
}

// templates are the statements of instructions: those of several by their names, one of a single instruction that
// depends on its last argument by its name and that argument's form, r or i. In braces stand an argument (its number,
// and r for its register, s for one that may be in memory or an immediate, i for its immediate, v for its value), a
// register by name, and what [coder.word] knows.
var templates = func() map[string]string {
	out := map[string]string{}
	for names, text := range map[string]string{
		"set":                                 "s.set(x86.{cc}, DST)",
		"cmov":                                "s.cmov(x86.{cc}, {n}, DST, {0r}, {1s})",
		"cwd":                                 "s.sign(W, {rax})", // the upper half that a signed division wants
		"neg not inc dec":                     "s.inPlace(un{Name}[size({n})], DST, {0r})",
		"bswap":                               "s.inPlace(swaps[size({n})], DST, {0r})",
		"add sub and or xor adc sbb":          "s.alu(&alu{Name}, {n}, DST, {0r}, {1s})",
		"shl-i shr-i sar-i rol-i ror-i":       "s.shiftImm(&sh{Name}, {n}, DST, {0r}, {1i})",
		"shl shr sar rol ror":                 "s.shiftCL(&sh{Name}, {n}, DST, {0r}, {rcx})",
		"shlx shrx sarx":                      "s.shiftX({name}s, {n}, DST, {1s}, {2r})",
		"imul-i":                              "s.imulImm({n}, DST, {1s}, {2i})",
		"imul":                                "s.over(imuls[size({n})], DST, {0r}, {1s})",
		"popcnt lzcnt tzcnt blsr blsi blsmsk": "s.unary({name}s[size({n})], DST, {1s})",
		"andn":                                "s.three(andns[size({n})], DST, {1r}, {2s})", // VEX.vvvv is a register
		"movzx":                               "s.extendFrom(DST, {extended}, {n}, false)",
		"movsx":                               "s.extendFrom(DST, {extended}, {n}, true)",
		"div idiv":                            "s.divide({name}s, W, {rax}, {rdx}, {0r}, {halves})",
		"cmp":                                 "s.compare({n}, {0r}, {1s})",
		"cmp-once":                            "s.compareRule({n}, {0v}, {1s})",
		// A test of a value with itself and a comparison with 0 set CF, OF, SF, ZF and PF alike.
		"test-once": "s.compareRule({n}, {0v}, immSource(0))",
		"test-i":    "s.testRule({n}, {0v}, {1i})",
		"lea":       "s.lea(W, DST, address{base: {1r}{index}{disp}})",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = text
		}
	}
	return out
}()

// inst adds an instruction.
// An instruction that reads its first register and overwrites it makes a new value here: {0r} is the old one.
func (c *coder) inst(i *schema.Instruction) error {
	if i.Inst == "mov" {
		return c.mov(i, width(i.Size))
	}
	name, d := i.Inst, "rdx" // of cwd
	for _, family := range []string{"set", "cmov"} {
		if strings.HasPrefix(name, family) {
			name = family
		}
	}
	last := &schema.MachineArg{}
	if len(i.Args) > 0 {
		d, last = i.Args[0].Reg, &i.Args[len(i.Args)-1]
	}
	v, operand := strings.CutPrefix(d, "$")
	form := name
	switch {
	case last.Imm != nil && templates[name+"-i"] != "":
		form += "-i"
	case name == "cmp" && operand && c.reads(v) == 1, name == "test" && operand && last.Reg == d:
		form += "-once"
	case strings.HasSuffix(name, "div"):
		// The instruction leaves both quotient and remainder. The result is the one that is moved to out at the end.
		end := c.l.rule.Code[len(c.l.rule.Code)-1]
		if end.Inst != "mov" {
			return fmt.Errorf("a division whose result is not moved to out at the end")
		}
		if d = "rdx"; end.Args[1].Reg == "rax" {
			d = "rax"
		}
	}
	text, ok := templates[form]
	if !ok {
		return fmt.Errorf("instruction %q is not known with such arguments", i.Inst)
	}
	// They write no register: the name in the first place is an operand.
	if name == "cmp" || name == "test" {
		d = ""
	}
	return c.fill(d, text, i)
}

// braces are what [coder.fill] replaces.
var braces = regexp.MustCompile(`\{\w+\}`)

// fill adds a statement for register d.
// The first error counts, and no text is written after one.
func (c *coder) fill(d, text string, i *schema.Instruction) (err error) {
	text = braces.ReplaceAllStringFunc(text, func(key string) string {
		part, bad := c.word(strings.Trim(key, "{}"), d, i)
		if bad != nil && err == nil {
			err = bad
		}
		return part
	})
	c.make(d, text)
	return err
}

// word is what stands for a key of a template, as Go; d is the register that the statement makes.
func (c *coder) word(key, d string, i *schema.Instruction) (string, error) {
	n := width(i.Size)
	switch key {
	case "n":
		return n, nil
	case "name":
		return i.Inst, nil
	case "Name":
		return strings.ToUpper(i.Inst[:1]) + i.Inst[1:], nil
	case "cc":
		return strings.ToUpper(strings.TrimPrefix(strings.TrimPrefix(i.Inst, "set"), "cmov")), nil
	case "rax", "rcx", "rdx":
		return c.reg(key)
	case "halves":
		if d == "rax" {
			return "DST, 0", nil
		}
		return "0, DST", nil
	// The source is fetched at the size that it is extended from: no more bits of it need to be right.
	case "extended":
		v, from := strings.TrimPrefix(i.Args[1].Reg, "$"), width(i.From)
		if c.holds[v].In == "bool" {
			return fmt.Sprintf("regSource(s.narrow(%s)), %s", c.value(v), from), nil
		}
		return fmt.Sprintf("s.rmAt(%s, %[2]s, %[2]s), %[2]s", c.value(v), from), nil
	case "index":
		if i.Args[2].Reg == "" {
			return "", nil
		}
		r, err := c.reg(i.Args[2].Reg)
		return fmt.Sprintf(", index: %s, scale: %d", r, i.Args[3].Num), err
	case "disp":
		if e := i.Args[4].Imm; e.Lit != "0" {
			return fmt.Sprintf(", disp: int32(%s)", c.calc(e)), nil
		}
		return "", nil
	}
	a := i.Args[key[0]-'0']
	switch key[1] {
	case 'r':
		return c.reg(a.Reg)
	case 's':
		return c.source(a, n)
	case 'v':
		return c.value(strings.TrimPrefix(a.Reg, "$")), nil
	}
	return c.calc(a.Imm), nil
}

// mov gives a value another name, makes a constant, or writes a part of a register.
func (c *coder) mov(i *schema.Instruction, n string) error {
	d, a := i.Args[0].Reg, i.Args[1]
	_, written := c.env[d]
	v, operand := strings.CutPrefix(a.Reg, "$")
	switch {
	case a.Imm != nil:
		return c.fill(d, "s.constant(DST, {1i})", i)
	// A write of 8 or 16 bits keeps the rest of the register, so what was there is an operand, too.
	case written && n != "W":
		x, err := c.reg(d)
		c.make(d, fmt.Sprintf("s.over(movRows[size(%s)], DST, %s, regSource(%s))", n, x, c.hold(v)))
		return err
	// A write of 32 bits clears the upper half of the register: this is a zero extension, not a copy.
	case n == "32":
		c.make(d, fmt.Sprintf("s.extendFrom(DST, s.rmAt(%s, 32, 32), 32, 64, false)", c.value(v)))
	case operand:
		c.env[d] = val{operand: v}
	default:
		from, ok := c.env[a.Reg]
		if !ok {
			return fmt.Errorf("%s is read before it is written", a.Reg)
		}
		c.env[d] = from
	}
	return nil
}
