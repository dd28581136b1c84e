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

// It must be called after encode: before that every register has the number 0.
// text is the Go text of the statements, once the registers of the program have their numbers.
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

// What is marked as read here is kept by encode; a value that only the code reads has no other reader.
// ref stands for the number of a register.
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

// A name is searched as text. Names that are prefixes of others, as r1 of r10, at worst name a result that
// nothing reads, which Go's compiler would refuse in the generated file, not something else's result.
// read says that a later statement reads what s makes.
func (c *coder) read(s stmt) bool {
	for _, t := range c.stmts {
		if t.name != s.name && strings.Contains(t.text, s.name) {
			return true
		}
	}
	return false
}

// W is the operand size of the rule, w the size of the container: where low bits of the result depend on low
// bits of the operand only, garbage above the container does no harm.
// operandBits is how many bits of an operand are needed, as Go.
func (c *coder) operandBits(v string) string {
	if n, ok := c.holds[v].Size.(float64); ok {
		return fmt.Sprint(int(n))
	}
	if modular(c.l.lhs, true) && c.l.rule.Out.In != "flags" {
		return "w"
	}
	return "W"
}

// That is why an amount has a fetch of its own: bits above the mask of a shift need not be made right.
// hold is the register of an operand, as Go. The processor looks at the low bits of an amount only.
func (c *coder) hold(v string) string {
	if root := c.l.lhs; (root.Op == "shl" || root.Op == "shr") && root.Args[1].Var == v {
		return fmt.Sprintf("s.count(%s, W)", c.value(v))
	}
	if in := c.holds[v].In; in == "bool" || in == "cl" {
		return fmt.Sprintf("s.narrow(%s)", c.value(v))
	}
	return fmt.Sprintf("s.reg(%s, %s)", c.value(v), c.operandBits(v))
}

// Three things have no statement behind them: operands, which have $, registers that only hold an operand, and
// RCX where an operand is pinned to it. Anything else that was not written before is an error of the rule.
// reg is a register that is read, as Go.
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

// Immediates do not count: a constant of the pattern is no operand.
// reads counts how often the code names an operand.
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

// make adds a statement that makes a new value of register d.
func (c *coder) make(d, format string, args ...any) {
	name := fmt.Sprintf("r%d", len(c.stmts))
	c.stmts = append(c.stmts, stmt{name, fmt.Sprintf(format, args...)})
	c.env[d] = val{name: name}
}

// do adds a statement that makes no register, only flags.
func (c *coder) do(format string, args ...any) {
	c.stmts = append(c.stmts, stmt{"", fmt.Sprintf(format, args...)})
}

// width is an operand size, as Go.
func width(size any) string {
	if n, ok := size.(float64); ok {
		return fmt.Sprint(int(n))
	}
	return "W"
}

// inst adds an instruction.
func (c *coder) inst(i *schema.Instruction) error {
	n := width(i.Size)
	if cc, ok := strings.CutPrefix(i.Inst, "set"); ok {
		c.make(i.Args[0].Reg, "s.set(x86.%s, DST)", strings.ToUpper(cc))
		return nil
	}
	switch i.Inst {
	case "mov":
		return c.mov(i, n)
	case "lea":
		return c.lea(i)
	case "div", "idiv":
		return c.div(i)
	// The sign of RAX in all bits of RDX, as a signed division wants its upper half.
	case "cwd":
		x, err := c.reg("rax")
		c.make("rdx", "s.sign(W, %s)", x)
		return err
	case "neg", "not", "inc", "dec":
		return c.inPlace(i, fmt.Sprintf("un%s%s[size(%s)]", strings.ToUpper(i.Inst[:1]), i.Inst[1:], n))
	case "bswap":
		return c.inPlace(i, fmt.Sprintf("swaps[size(%s)]", n))
	}
	var src []string
	for k, a := range i.Args {
		var text string
		var err error
		switch {
		case i.Inst == "shlx" || i.Inst == "shrx" || i.Inst == "sarx":
			if k == 1 {
				text, err = c.source(a, n)
			} else if k == 2 {
				text, err = c.reg(a.Reg)
			}
		// The middle operand of three must be a register in the encodings of andn (VEX.vvvv), not in those of imul.
		case k == 1 && len(i.Args) == 3: // andn, imul with an immediate
			text, err = c.reg(a.Reg)
			if i.Inst == "imul" {
				text, err = c.source(a, n)
			}
		case k > 0 && i.From == nil:
			text, err = c.source(a, n)
		}
		if err != nil {
			return err
		}
		src = append(src, text)
	}
	return c.rest(i, n, src)
}

// rest are the instructions whose operands are all alike.
func (c *coder) rest(i *schema.Instruction, n string, src []string) error {
	d := i.Args[0].Reg
	title := strings.ToUpper(i.Inst[:1]) + i.Inst[1:]
	var x string
	var err error
	if cc, ok := strings.CutPrefix(i.Inst, "cmov"); ok {
		if x, err = c.reg(d); err == nil {
			c.make(d, "s.cmov(x86.%s, %s, DST, %s, %s)", strings.ToUpper(cc), n, x, src[1])
		}
		return err
	}
	switch i.Inst {
	case "add", "sub", "and", "or", "xor", "adc", "sbb":
		if x, err = c.reg(d); err == nil {
			c.make(d, "s.alu(&alu%s, %s, DST, %s, %s)", title, n, x, src[1])
		}
	case "cmp":
		if v, ok := strings.CutPrefix(d, "$"); ok && c.reads(v) == 1 {
			c.do("s.compareRule(%s, %s, %s)", n, c.value(v), src[1])
		} else if x, err = c.reg(d); err == nil {
			c.do("s.compare(%s, %s, %s)", n, x, src[1])
		}
	case "test":
		v, ok := strings.CutPrefix(d, "$")
		switch {
		case ok && i.Args[1].Reg == d:
			// A test of a value with itself and a comparison with 0 set CF, OF, SF, ZF and PF alike.
			c.do("s.compareRule(%s, %s, immSource(0))", n, c.value(v)) // the same flags, but AF
		case ok && i.Args[1].Imm != nil:
			c.do("s.testRule(%s, %s, %s)", n, c.value(v), c.calc(i.Args[1].Imm))
		default:
			err = fmt.Errorf("a test of two registers")
		}
	case "imul":
		if len(i.Args) == 3 {
			c.make(d, "s.imulImm(%s, DST, %s, %s)", n, src[1], c.calc(i.Args[2].Imm))
		} else if x, err = c.reg(d); err == nil {
			c.make(d, "s.over(imuls[size(%s)], DST, %s, %s)", n, x, src[1])
		}
	case "shl", "shr", "sar", "rol", "ror":
		if x, err = c.reg(d); err != nil {
			return err
		}
		if a := i.Args[1]; a.Imm != nil {
			c.make(d, "s.shiftImm(&sh%s, %s, DST, %s, %s)", title, n, x, c.calc(a.Imm))
		} else {
			var y string
			y, err = c.reg("rcx")
			c.make(d, "s.shiftCL(&sh%s, %s, DST, %s, %s)", title, n, x, y)
		}
	// The source is fetched at the size that it is extended from: no more bits of it need to be right.
	case "movzx", "movsx":
		v := strings.TrimPrefix(i.Args[1].Reg, "$")
		from := width(i.From)
		text := fmt.Sprintf("s.rmAt(%s, %s, %s)", c.value(v), from, from)
		if c.holds[v].In == "bool" {
			text = fmt.Sprintf("regSource(s.narrow(%s))", c.value(v))
		}
		c.make(d, "s.extendFrom(DST, %s, %s, %s, %v)", text, from, n, i.Inst == "movsx")
	case "popcnt", "lzcnt", "tzcnt", "blsr", "blsi", "blsmsk":
		c.make(d, "s.unary(%ss[size(%s)], DST, %s)", i.Inst, n, src[1])
	case "andn":
		c.make(d, "s.three(andns[size(%s)], DST, %s, %s)", n, src[1], src[2])
	case "shlx", "shrx", "sarx":
		c.make(d, "s.shiftX(%ss, %s, DST, %s, %s)", i.Inst, n, src[1], src[2])
	default:
		err = fmt.Errorf("instruction %q is not known", i.Inst)
	}
	return err
}

// mov gives a value another name, makes a constant, or writes a part of a register.
func (c *coder) mov(i *schema.Instruction, n string) error {
	d, a := i.Args[0].Reg, i.Args[1]
	_, written := c.env[d]
	v, operand := strings.CutPrefix(a.Reg, "$")
	switch {
	case a.Imm != nil:
		c.make(d, "s.constant(DST, %s)", c.calc(a.Imm))
	// A write of 8 or 16 bits keeps the rest of the register, so what was there is an operand, too.
	case written && n != "W":
		x, err := c.reg(d)
		if err != nil {
			return err
		}
		c.make(d, "s.over(movRows[size(%s)], DST, %s, regSource(%s))", n, x, c.hold(v))
	// A write of 32 bits clears the upper half of the register: this is a zero extension, not a copy.
	case n == "32":
		c.make(d, "s.extendFrom(DST, s.rmAt(%s, 32, 32), 32, 64, false)", c.value(v))
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

// inPlace adds an instruction of one operand, which it reads and overwrites.
func (c *coder) inPlace(i *schema.Instruction, row string) error {
	d := i.Args[0].Reg
	x, err := c.reg(d)
	c.make(d, "s.inPlace(%s, DST, %s)", row, x)
	return err
}

// The arguments are those of the schema's form: destination, base, index or nothing, scale, displacement.
// lea is an address of registers.
func (c *coder) lea(i *schema.Instruction) error {
	base, err := c.reg(i.Args[1].Reg)
	if err != nil {
		return err
	}
	fields := "base: " + base
	if i.Args[2].Reg != "" {
		index, err := c.reg(i.Args[2].Reg)
		if err != nil {
			return err
		}
		fields += fmt.Sprintf(", index: %s, scale: %d", index, i.Args[3].Num)
	}
	if d := i.Args[4].Imm; d.Lit != "0" {
		fields += fmt.Sprintf(", disp: int32(%s)", c.calc(d))
	}
	c.make(i.Args[0].Reg, "s.lea(W, DST, address{%s})", fields)
	return nil
}

// The instruction leaves both quotient and remainder; a rule has one of them as its value, the other has no name.
// div makes two values.
func (c *coder) div(i *schema.Instruction) error {
	low, err := c.reg("rax")
	if err != nil {
		return err
	}
	high, err := c.reg("rdx")
	if err != nil {
		return err
	}
	y, err := c.reg(i.Args[0].Reg)
	if err != nil {
		return err
	}
	// The one that is the result is the last to be moved to out.
	last := c.l.rule.Code[len(c.l.rule.Code)-1]
	if last.Inst != "mov" {
		return fmt.Errorf("a division whose result is not moved to out at the end")
	}
	if last.Args[1].Reg == "rax" {
		c.make("rax", "s.divide(%ss, W, %s, %s, %s, DST, 0)", i.Inst, low, high, y)
	} else {
		c.make("rdx", "s.divide(%ss, W, %s, %s, %s, 0, DST)", i.Inst, low, high, y)
	}
	return nil
}
