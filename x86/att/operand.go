package att

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

type operandKind uint8

const (
	register operandKind = iota
	memory
	immediate
	symbol // what a jump goes to
)

// operand is an operand of an instruction as it is written.
type operand struct {
	kind     operandKind
	reg      x86.Reg
	size     int // of a register, in bits
	mem      x86.Mem
	value    int64
	name     string
	indirect bool      // it has a star
	ref      *symbolic // a symbol that is added to the number; nil if there is none
	refErr   error     // what is wrong with it in inline assembly
}

// named are the registers by their names of all sizes.
var named = func() map[string]operand {
	m := map[string]operand{}
	for r := x86.RAX; r <= x86.R15; r++ {
		for _, size := range []int{8, 16, 32, 64} {
			m[r.Name(size)] = operand{reg: r, size: size}
		}
	}
	for r := x86.XMM0; r <= x86.XMM15; r++ {
		m[r.Name(128)], m[r.Name(256)] = operand{reg: r, size: 128}, operand{reg: r, size: 256}
	}
	for r := x86.AH; r <= x86.BH; r++ {
		m[r.String()] = operand{reg: r, size: 8}
	}
	for n := x86.AH; n <= x86.BH; n++ {
		m[n.Name(8)] = operand{reg: n, size: 8}
	}
	return m
}()

// operands reads a list of operands. segment is the byte of a prefix that one of them asks for, or 0.
func operands(s string) (out []operand, segment byte, err error) {
	for _, part := range split(s) {
		part = strings.TrimSpace(part)
		if part == "" {
			return nil, 0, fmt.Errorf("an operand is missing")
		}
		o := operand{}
		if rest, ok := strings.CutPrefix(part, "*"); ok {
			o.indirect, part = true, strings.TrimSpace(rest)
		}
		for name, b := range map[string]byte{"%fs:": 0x64, "%gs:": 0x65} {
			if rest, ok := strings.CutPrefix(part, name); ok {
				segment, part = b, rest
			}
		}
		if part == "" {
			return nil, 0, fmt.Errorf("an operand is missing")
		}
		indirect := o.indirect
		if o, err = oneOperand(part); err != nil {
			return nil, 0, err
		}
		o.indirect = indirect
		out = append(out, o)
	}
	return out, segment, nil
}

// split separates at commas outside of parentheses.
func split(s string) (out []string) {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	depth, from := 0, 0
	for n := range len(s) {
		switch s[n] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[from:n])
				from = n + 1
			}
		}
	}
	return append(out, s[from:])
}

// oneOperand reads a register, a number, an address or a symbol.
func oneOperand(s string) (operand, error) {
	switch {
	case s[0] == '%':
		o, ok := named[strings.ToLower(strings.TrimSpace(s[1:]))]
		if !ok {
			return o, fmt.Errorf("the register %s is not known", s)
		}
		return o, nil
	case s[0] == '$':
		n, err := number(s[1:])
		if err != nil {
			if r, ok := reference(s[1:]); ok {
				return operand{kind: immediate, value: placeholder, ref: &r, refErr: err}, nil
			}
		}
		return operand{kind: immediate, value: n}, err
	case strings.Contains(s, "(%") || strings.Contains(s, "(,"):
		return memoryOperand(s)
	case label(s):
		return operand{kind: symbol, name: s}, nil
	}
	n, err := number(s)
	if err != nil {
		if name, ok := strings.CutSuffix(s, "@PLT"); ok && name != "" && label(name) {
			return operand{kind: symbol, name: name}, nil
		}
		if r, ok := reference(s); ok {
			return operand{kind: memory, mem: x86.Mem{Disp: placeholder}, ref: &r, refErr: err}, nil
		}
		return operand{}, err
	}
	if int64(int32(n)) != n {
		return operand{}, fmt.Errorf("the address %s is too far", s)
	}
	return operand{kind: memory, mem: x86.Mem{Disp: int32(n)}}, nil
}

// label reports whether s may be a label: a name, or a number and a direction.
func label(s string) bool {
	digits := strings.TrimLeft(s, "0123456789")
	if digits != s {
		return digits == "f" || digits == "b"
	}
	for _, c := range s {
		if c != '_' && c != '.' && c != '$' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return true
}

// memoryOperand reads disp(base,index,scale).
func memoryOperand(s string) (operand, error) {
	at := strings.LastIndex(s, "(")
	disp, in := strings.TrimSpace(s[:at]), strings.TrimSpace(s[at+1:])
	in, closed := strings.CutSuffix(in, ")")
	o := operand{kind: memory}
	bad := fmt.Errorf("%s is no address: displacement(%%base,%%index,scale) expected", s)
	if !closed {
		return o, bad
	}
	// What is written before an operand that is an address itself: 8+(%rax).
	if disp = strings.TrimSpace(strings.TrimSuffix(disp, "+")); disp != "" {
		n, err := number(disp)
		if err != nil {
			r, ok := reference(disp)
			if !ok {
				return o, err
			}
			o.ref, o.refErr, n = &r, err, placeholder
		}
		if int64(int32(n)) != n {
			return o, fmt.Errorf("the displacement %s is too large", disp)
		}
		o.mem.Disp = int32(n)
	}
	parts := strings.Split(in, ",")
	if len(parts) > 3 {
		return o, bad
	}
	reg := func(s string) (x86.Reg, error) {
		s = strings.ToLower(strings.TrimSpace(s))
		r, ok := named[strings.TrimPrefix(s, "%")]
		switch {
		case s == "":
			return x86.NoReg, nil
		case !ok || s[0] != '%' || r.size != 64:
			return 0, fmt.Errorf("%s in an address: a register of 64 bits expected", s)
		}
		return r.reg, nil
	}
	var err error
	if base := strings.ToLower(strings.TrimSpace(parts[0])); base == "%rip" {
		o.mem.RIP = true
		if len(parts) > 1 {
			return o, bad
		}
	} else if o.mem.Base, err = reg(base); err != nil {
		return o, err
	}
	if len(parts) > 1 {
		if o.mem.Index, err = reg(parts[1]); err != nil {
			return o, err
		}
		o.mem.Scale = 1
	}
	if len(parts) > 2 {
		n, err := number(parts[2])
		if err != nil {
			return o, err
		}
		if n != 1 && n != 2 && n != 4 && n != 8 {
			return o, fmt.Errorf("the scale of an address is 1, 2, 4 or 8, not %d", n)
		}
		o.mem.Scale = uint8(n)
	}
	if o.mem.Index == x86.NoReg {
		o.mem.Scale = 0
	}
	return o, nil
}

// number is the value of an expression of numbers.
func number(s string) (int64, error) {
	e := &expression{s: s}
	n := e.sum(0)
	e.blanks()
	if e.bad || e.at < len(e.s) {
		return 0, fmt.Errorf("%q is no number: symbols are not supported in inline assembly", strings.TrimSpace(s))
	}
	return n, nil
}

// maxDepth bounds the parentheses of an expression.
const maxDepth = 100

type expression struct {
	s     string
	at    int
	bad   bool
	depth int
}

func (e *expression) blanks() {
	for e.at < len(e.s) && (e.s[e.at] == ' ' || e.s[e.at] == '\t') {
		e.at++
	}
}

// levels are the operators from the weakest.
var levels = [][]string{{"|"}, {"^"}, {"&"}, {"+", "-"}, {"<<", ">>"}, {"*"}}

// sum is the value of operators from a level on; what is no expression sets bad.
func (e *expression) sum(level int) int64 {
	if level == len(levels) {
		return e.primary()
	}
	x := e.sum(level + 1)
	for !e.bad {
		e.blanks()
		op := ""
		for _, o := range levels[level] {
			if strings.HasPrefix(e.s[e.at:], o) {
				op = o
			}
		}
		if op == "" {
			break
		}
		e.at += len(op)
		y := e.sum(level + 1)
		switch op {
		case "|":
			x |= y
		case "^":
			x ^= y
		case "&":
			x &= y
		case "+":
			x += y
		case "-":
			x -= y
		case "<<":
			x <<= uint64(y) & 63
		case ">>":
			x = int64(uint64(x) >> (uint64(y) & 63))
		case "*":
			x *= y
		}
	}
	return x
}

// primary is a number, an expression in parentheses, or one with a sign.
func (e *expression) primary() int64 {
	e.blanks()
	if e.depth++; e.depth > maxDepth || e.at >= len(e.s) {
		e.bad = true
		return 0
	}
	defer func() { e.depth-- }()
	switch c := e.s[e.at]; {
	case c == '-':
		e.at++
		return -e.primary()
	case c == '+':
		e.at++
		return e.primary()
	case c == '~':
		e.at++
		return ^e.primary()
	case c == '(':
		e.at++
		x := e.sum(0)
		e.blanks()
		if e.at >= len(e.s) || e.s[e.at] != ')' {
			e.bad = true
			return 0
		}
		e.at++
		return x
	case c >= '0' && c <= '9':
		end := e.at
		for end < len(e.s) && (e.s[end] >= '0' && e.s[end] <= '9' || e.s[end]|0x20 >= 'a' && e.s[end]|0x20 <= 'z') {
			end++
		}
		n, err := strconv.ParseUint(strings.TrimRight(e.s[e.at:end], "uUlL"), 0, 64)
		e.bad = e.bad || err != nil
		e.at = end
		return int64(n)
	}
	e.bad = true
	return 0
}
