package main

import (
	"fmt"
	"strings"
)

// stmt is a statement that makes the register name, written with DST for where.
type stmt struct{ name, text string }

// coder turns the code of a rule, which overwrites registers, into calls that make each value once.
// A move between registers makes nothing: the value is known by another name.
type coder struct {
	*leafGen
	stmts []stmt
	env   map[string]val
	holds map[string]holding
}

// code writes the body that emits a rule's instructions in order. What the rule calls out must be
// defined by then, unless the rule only sets flags.
func (w *leafGen) code() error {
	c := &coder{leafGen: w, env: map[string]val{}, holds: map[string]holding{}}
	for _, o := range w.l.rule.Operands {
		c.holds[o.Var] = o
	}
	for k := range w.l.rule.Code {
		if err := c.inst(&w.l.rule.Code[k]); err != nil {
			return err
		}
	}
	out, ok := c.env["out"]
	if !ok && !w.flagging {
		return fmt.Errorf("out is not written")
	}
	if out.operand != "" {
		c.g.printf("s.move(dst, %s)\n", c.hold(out.operand))
	}
	for _, s := range c.stmts {
		where := "0"
		if s.name != "" && s.name == out.name {
			where = "dst"
		}
		text := strings.Replace(s.text, "DST", where, 1)
		if s.name != "" && where != "dst" && c.read(s) {
			text = s.name + " := " + text
		}
		c.g.printf("%s\n", text)
	}
	w.l.cost = len(c.stmts)
	return nil
}

// read says that a later statement reads what s makes.
func (c *coder) read(s stmt) bool {
	for _, t := range c.stmts {
		if t.name != s.name && strings.Contains(t.text, s.name) {
			return true
		}
	}
	return false
}

// operandBits is how many bits of an operand are needed, as Go.
func (c *coder) operandBits(v string) string {
	if n, ok := c.holds[v].Size.(float64); ok {
		return fmt.Sprint(int(n))
	}
	if c.modular && !c.flagging {
		return "w"
	}
	return "W"
}

// hold is the register of an operand, as Go. The processor looks at the low bits of an amount only.
func (c *coder) hold(v string) string {
	if root := c.l.lhs; (root.Op == "shl" || root.Op == "shr") && root.Args[1].Var == v {
		return fmt.Sprintf("s.count(%s.Value, W)", v)
	}
	switch c.holds[v].In {
	case "bool":
		return fmt.Sprintf("s.narrow(%s.Value)", v)
	case "cl":
		return fmt.Sprintf("s.narrow(%s.Value)", v)
	}
	return fmt.Sprintf("s.reg(%s.Value, %s)", v, c.operandBits(v))
}

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
func (c *coder) source(a arg, size string) (string, error) {
	if a.imm != nil {
		return fmt.Sprintf("immSource(%s)", c.calc(a.imm)), nil
	}
	name, ok := strings.CutPrefix(a.reg, "$")
	if v := c.env[a.reg]; v.operand != "" {
		name, ok = v.operand, true
	}
	if ok && c.holds[name].In != "bool" && c.holds[name].In != "cl" && c.reads(name) == 1 {
		return fmt.Sprintf("s.rmAt(%s.Value, %s, %s)", name, c.operandBits(name), size), nil
	}
	r, err := c.reg(a.reg)
	return fmt.Sprintf("regSource(%s)", r), err
}

// reads counts how often the code names an operand.
func (c *coder) reads(v string) int {
	n := 0
	for _, i := range c.l.rule.Code {
		for _, a := range i.args {
			if a.reg == "$"+v {
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
func (c *coder) inst(i *inst) error {
	n := width(i.Size)
	if cc, ok := strings.CutPrefix(i.Inst, "set"); ok {
		c.make(i.args[0].reg, "s.set(x86.%s, DST)", strings.ToUpper(cc))
		return nil
	}
	switch i.Inst {
	case "mov":
		return c.mov(i, n)
	case "lea":
		return c.lea(i)
	case "div", "idiv":
		return c.div(i)
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
	for k, a := range i.args {
		var text string
		var err error
		switch {
		case i.Inst == "shlx" || i.Inst == "shrx" || i.Inst == "sarx":
			if k == 1 {
				text, err = c.source(a, n)
			} else if k == 2 {
				text, err = c.reg(a.reg)
			}
		case k == 1 && len(i.args) == 3: // andn, imul with an immediate
			text, err = c.reg(a.reg)
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
func (c *coder) rest(i *inst, n string, src []string) error {
	d := i.args[0].reg
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
			c.do("s.compareRule(%s, %s.Value, %s)", n, v, src[1])
		} else if x, err = c.reg(d); err == nil {
			c.do("s.compare(%s, %s, %s)", n, x, src[1])
		}
	case "test":
		v, ok := strings.CutPrefix(d, "$")
		switch {
		case ok && i.args[1].reg == d:
			c.do("s.compareRule(%s, %s.Value, immSource(0))", n, v) // the same flags, but AF
		case ok && i.args[1].imm != nil:
			c.do("s.testRule(%s, %s.Value, %s)", n, v, c.calc(i.args[1].imm))
		default:
			err = fmt.Errorf("a test of two registers")
		}
	case "imul":
		if len(i.args) == 3 {
			c.make(d, "s.imulImm(%s, DST, %s, %s)", n, src[1], c.calc(i.args[2].imm))
		} else if x, err = c.reg(d); err == nil {
			c.make(d, "s.over(imuls[size(%s)], DST, %s, %s)", n, x, src[1])
		}
	case "shl", "shr", "sar", "rol", "ror":
		if x, err = c.reg(d); err != nil {
			return err
		}
		if a := i.args[1]; a.imm != nil {
			c.make(d, "s.shiftImm(&sh%s, %s, DST, %s, %s)", title, n, x, c.calc(a.imm))
		} else {
			var y string
			y, err = c.reg("rcx")
			c.make(d, "s.shiftCL(&sh%s, %s, DST, %s, %s)", title, n, x, y)
		}
	case "movzx", "movsx":
		v := strings.TrimPrefix(i.args[1].reg, "$")
		from := width(i.From)
		text := fmt.Sprintf("s.rmAt(%s.Value, %s, %s)", v, from, from)
		if c.holds[v].In == "bool" {
			text = fmt.Sprintf("regSource(s.narrow(%s.Value))", v)
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
func (c *coder) mov(i *inst, n string) error {
	d, a := i.args[0].reg, i.args[1]
	_, written := c.env[d]
	v, operand := strings.CutPrefix(a.reg, "$")
	switch {
	case a.imm != nil:
		c.make(d, "s.constant(DST, %s)", c.calc(a.imm))
	case written && n != "W":
		x, err := c.reg(d)
		if err != nil {
			return err
		}
		c.make(d, "s.over(movRows[size(%s)], DST, %s, regSource(%s))", n, x, c.hold(v))
	case n == "32":
		c.make(d, "s.extendFrom(DST, s.rmAt(%s.Value, 32, 32), 32, 64, false)", v)
	case operand:
		c.env[d] = val{operand: v}
	default:
		from, ok := c.env[a.reg]
		if !ok {
			return fmt.Errorf("%s is read before it is written", a.reg)
		}
		c.env[d] = from
	}
	return nil
}

func (c *coder) inPlace(i *inst, row string) error {
	d := i.args[0].reg
	x, err := c.reg(d)
	c.make(d, "s.inPlace(%s, DST, %s)", row, x)
	return err
}

// lea is an address of registers.
func (c *coder) lea(i *inst) error {
	base, err := c.reg(i.args[1].reg)
	if err != nil {
		return err
	}
	fields := "base: " + base
	if i.args[2].reg != "" {
		index, err := c.reg(i.args[2].reg)
		if err != nil {
			return err
		}
		fields += fmt.Sprintf(", index: %s, scale: %d", index, i.args[3].num)
	}
	if d := i.args[4].imm; d.Lit != "0" {
		fields += fmt.Sprintf(", disp: int32(%s)", c.calc(d))
	}
	c.make(i.args[0].reg, "s.lea(W, DST, address{%s})", fields)
	return nil
}

// div makes two values.
func (c *coder) div(i *inst) error {
	low, err := c.reg("rax")
	if err != nil {
		return err
	}
	high, err := c.reg("rdx")
	if err != nil {
		return err
	}
	y, err := c.reg(i.args[0].reg)
	if err != nil {
		return err
	}
	// The one that is the result is the last to be moved to out.
	last := c.l.rule.Code[len(c.l.rule.Code)-1]
	if last.Inst != "mov" {
		return fmt.Errorf("a division whose result is not moved to out at the end")
	}
	if last.args[1].reg == "rax" {
		c.make("rax", "s.divide(%ss, W, %s, %s, %s, DST, 0)", i.Inst, low, high, y)
	} else {
		c.make("rdx", "s.divide(%ss, W, %s, %s, %s, 0, DST)", i.Inst, low, high, y)
	}
	return nil
}
