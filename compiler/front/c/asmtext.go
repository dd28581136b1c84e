package c

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
	"github.com/tuffy-ir/tuffy/x86/att"
	"modernc.org/cc/v4"
)

// asmKind is where an operand of inline assembly is.
type asmKind uint8

const (
	asmGeneral asmKind = iota
	asmVector
	asmMemory
	asmConstant
	asmFlag
	asmX87
)

// asmChoice is what was chosen of what a constraint allows.
type asmChoice struct {
	kind  asmKind
	reg   string // the register, that of the address of an operand in memory, or the condition
	among string // the registers that it may be, of general ones
	tied  int    // the output whose register it has, or -1
	early bool   // the output is written before the inputs are read
	reads bool   // the output is read, too
}

// asmBuilder makes inline assembly of a statement.
type asmBuilder struct {
	g   *fn
	n   *cc.Asm
	ops []*asmOperand
	asm *ir.Asm

	labels []string    // of C that the text may go to
	exit   *asmOperand // the output that says to which; nil if there are none
	first  int         // the number of the first label among the operands
}

// asmOrder is the order in which registers are given to operands.
const asmOrder = "rax rdx rcx rsi rdi r8 r9 r10 r11 rbx r12 r13 r14 r15 rbp"

// asmLetters are the constraints of registers, with those that they allow.
var asmLetters = map[byte]string{
	'a': "rax", 'b': "rbx", 'c': "rcx", 'd': "rdx", 'S': "rsi", 'D': "rdi", 'r': asmOrder, 'q': asmOrder, 'l': asmOrder, 'U': asmOrder,
	'Q': "rax rdx rcx rbx", 'R': "rax rdx rcx rsi rdi rbx rbp", 'A': "rax rdx", 'g': asmOrder, 'X': asmOrder,
}

// constraints decides where each operand is.
func (a *asmBuilder) constraints() {
	for k, op := range a.ops {
		op.tied = -1
		c, _, _ := strings.Cut(op.constraint, ",")
		if op.out {
			if c == "" || c[0] != '=' && c[0] != '+' {
				a.g.u.fail(a.n, "the constraint %q of an output begins with neither = nor +", op.constraint)
			}
			op.reads = c[0] == '+'
			if flag, ok := strings.CutPrefix(c, "=@cc"); ok {
				cond, ok := att.Condition(flag)
				if !ok {
					a.g.u.fail(a.n, "the constraint %q of inline assembly is not known", op.constraint)
				}
				op.kind, op.reg = asmFlag, "cc"+cond.String()
				continue
			}
		}
		a.constraint(k, op, c)
	}
}

// constraint decides by the letters of one alternative of a constraint.
func (a *asmBuilder) constraint(k int, op *asmOperand, c string) {
	u := a.g.u
	var memory, constant, vector, address bool
	x87 := ""
	for n := 0; n < len(c); n++ {
		switch l := c[n]; {
		case strings.IndexByte("=+%?!*#", l) >= 0:
		case l == '&':
			op.early = true
		case l >= '0' && l <= '9' && !op.out:
			end := n
			for end+1 < len(c) && c[end+1] >= '0' && c[end+1] <= '9' {
				end++
			}
			op.tied, _ = strconv.Atoi(c[n : end+1])
			n = end
		case l == '[' && !op.out:
			end := strings.IndexByte(c[n:], ']')
			op.tied = len(a.ops)
			for j, o := range a.ops {
				if end > 0 && o.name == c[n+1:n+end] {
					op.tied = j
				}
			}
			n += max(end, 0)
		case l == 'm' || l == 'o' || l == 'V':
			memory = true
		case strings.IndexByte("insIJKLMNOeZEFGHC", l) >= 0:
			constant = true
		case l == 'x' || l == 'v':
			vector = true
		case l == 'p':
			op.among, address = asmOrder, true
		case l == 't' || l == 'u' || l == 'f':
			x87 += string(l)
		case l == 'y':
			u.unsupported(a.n, "the constraint %q of inline assembly means a register of MMX, which is not supported", op.constraint)
		case asmLetters[l] != "":
			op.among += " " + asmLetters[l]
			memory = memory || l == 'g' || l == 'X'
			constant = constant || l == 'g' || l == 'X'
		default:
			u.fail(a.n, "the constraint %q of inline assembly is not known", op.constraint)
		}
	}
	if op.tied >= 0 {
		if op.tied >= len(a.ops) || !a.ops[op.tied].out {
			u.fail(a.n, "the constraint %q of inline assembly names no output", op.constraint)
		}
		op.kind = a.ops[op.tied].kind
		if op.kind != asmGeneral && op.kind != asmVector && op.kind != asmX87 {
			u.unsupported(a.n, "the constraint %q of inline assembly names an output that is in no register, which is not supported", op.constraint)
		}
		return
	}
	if constant && !op.out {
		if v, ok := u.constant(op.e); ok && v.kind == constInt && (v.i.FitsSigned(32) || op.among == "") {
			op.kind, op.t = asmConstant, u.valueType(op.e)
			op.k = int64(v.i.Low64())
			switch u.sizeof(op.t) { // as gcc writes it: sign-extended
			case 1:
				op.k = int64(int8(op.k))
			case 2:
				op.k = int64(int16(op.k))
			case 4:
				op.k = int64(int32(op.k))
			}
			return
		}
	}
	switch {
	case x87 != "" && isFloat(u.valueType(op.e)):
		op.kind, op.among = asmX87, x87Among(op, x87)
	case address:
		// The value is an address; in the text it stands in parentheses.
		op.kind = asmGeneral
	case vector && (op.among == "" || isFloat(u.valueType(op.e))):
		op.kind = asmVector
	case op.among != "" && (!memory || u.inRegister(op.e)):
		op.kind = asmGeneral
	case memory:
		op.kind, op.among = asmMemory, asmOrder
	case constant:
		u.fail(a.n, "operand %d of inline assembly must be a constant", k)
	default:
		u.fail(a.n, "the constraint %q of inline assembly allows nothing", op.constraint)
	}
}

// inRegister reports whether a general register can hold the value of an expression.
func (u *unit) inRegister(n cc.ExpressionNode) bool {
	t := u.valueType(n)
	if isVoid(t) || isVLA(t) || isRecord(t) || isVector(t) {
		return false
	}
	size := u.sizeof(t)
	return size <= 8 && size&(size-1) == 0
}

// asmClobber adds what a clobber says.
func (g *fn) asmClobber(n *cc.Asm, clobbers []string, e cc.ExpressionNode) []string {
	s := stringOf(e)
	if s == nil {
		g.u.fail(n, "a clobber of inline assembly must be a string")
	}
	b, _, _ := g.u.stringBytes(s)
	name := strings.TrimPrefix(strings.TrimRight(string(b), "\x00"), "%")
	switch {
	case name == "cc" || name == "memory":
		return append(clobbers, name)
	case name == "flags" || name == "fpsr" || name == "dirflag" || name == "fpcr" || name == "mxcsr" || strings.HasPrefix(name, "mm"):
		return clobbers
	case name == "st":
		return append(clobbers, "st0")
	case len(name) == 5 && strings.HasPrefix(name, "st(") && name[3] >= '0' && name[3] <= '7' && name[4] == ')':
		return append(clobbers, "st"+name[3:4])
	}
	for r := x86.RAX; r <= x86.XMM15; r++ {
		for _, size := range []int{8, 16, 32, 64, 128, 256} {
			if r.Name(size) == name && r != x86.RSP {
				return append(clobbers, r.String())
			}
		}
	}
	g.u.fail(n, "the clobber %q of inline assembly is not known", name)
	return nil
}

// registers gives each operand a register: first those that have no choice.
func (a *asmBuilder) registers() {
	taken := map[string]bool{} // by outputs, inputs, clobbers
	clobbered := map[string]bool{}
	ins, outs := map[string]bool{}, map[string]bool{}
	for _, c := range a.asm.Clobbers {
		if strings.HasPrefix(c, "st") { // it says that an input is taken off the stack
			continue
		}
		taken[c], clobbered[c] = true, true
	}
	vectors := make([]string, 16)
	for n := range vectors {
		vectors[n] = fmt.Sprintf("xmm%d", n)
	}
	input := func(op *asmOperand) bool { return !op.out || op.reads || op.kind == asmMemory }
	give := func(op *asmOperand, r string) {
		op.reg = r
		taken[r] = true
		if input(op) {
			ins[r] = true
		}
		if op.out && op.kind != asmMemory {
			outs[r] = true
		}
	}
	needs := func(op *asmOperand) bool {
		return op.reg == "" && op.tied < 0 && op.kind != asmConstant && op.kind != asmFlag
	}
	for k, op := range a.ops {
		if fixed := strings.Fields(op.among); needs(op) && (op.kind == asmGeneral || op.kind == asmX87) && len(fixed) == 1 {
			r := fixed[0]
			if clobbered[r] || input(op) && ins[r] || op.out && outs[r] {
				a.g.u.fail(a.n, "operand %d of inline assembly has the constraint %q, and the register is taken", k, op.constraint)
			}
			give(op, r)
		}
	}
	for k, op := range a.ops {
		if op.tied >= 0 && a.ops[op.tied].reg != "" {
			if ins[a.ops[op.tied].reg] {
				a.g.u.fail(a.n, "operand %d of inline assembly has the constraint %q, and the register is taken", k, op.constraint)
			}
			give(op, a.ops[op.tied].reg)
		}
	}
	a.checkX87()
	// Outputs before inputs; those with the fewest registers first.
	for _, few := range []bool{true, false} {
		for _, out := range []bool{true, false} {
			for k, op := range a.ops {
				if !needs(op) || op.out != out || few != (len(op.among) < len(asmOrder)) {
					continue
				}
				from := strings.Fields(op.among)
				if op.kind == asmVector {
					from = vectors
				}
				r := a.choose(op, from, taken, ins)
				if r == "" {
					a.g.u.fail(a.n, "operand %d of inline assembly: there are not enough registers", k)
				}
				give(op, r)
				for _, in := range a.ops {
					if in.tied == k {
						give(in, r)
					}
				}
			}
		}
	}
}

// choose is a register that nothing has; else, for an input, one that an output has that is written after inputs are read.
func (a *asmBuilder) choose(op *asmOperand, from []string, taken, ins map[string]bool) string {
	for _, r := range from {
		if !taken[r] {
			return r
		}
	}
	if op.out || op.kind == asmMemory {
		return ""
	}
	for _, r := range from {
		for _, o := range a.ops {
			if o.out && !o.early && o.kind != asmMemory && o.reg == r && !ins[r] {
				return r
			}
		}
	}
	return ""
}

// expand puts the operands into the text.
func (a *asmBuilder) expand(text string) string {
	var b strings.Builder
	for n := 0; n < len(text); n++ {
		switch c := text[n]; {
		case c == '{': // {AT&T|Intel}
			end := strings.IndexByte(text[n:], '}')
			if end < 0 {
				b.WriteByte(c)
				continue
			}
			first, _, _ := strings.Cut(text[n+1:n+end], "|")
			b.WriteString(a.expand(first))
			n += end
		case c != '%':
			b.WriteByte(c)
		case n+1 == len(text):
			a.g.u.fail(a.n, "inline assembly ends with %%")
		case strings.IndexByte("%{|}", text[n+1]) >= 0:
			b.WriteByte(text[n+1])
			n++
		case text[n+1] == '=':
			fmt.Fprint(&b, len(a.g.u.asms))
			n++
		default:
			n = a.reference(&b, text, n+1) - 1
		}
	}
	return b.String()
}

// labelAt is the label that text names from n on, as l[name] or by its number behind the operands.
func (a *asmBuilder) labelAt(text string, n int) (k, end int, ok bool) {
	if a.exit == nil || text[n] != 'l' {
		return 0, 0, false
	}
	n++
	if n < len(text) && text[n] == '[' {
		name, _, closed := strings.Cut(text[n+1:], "]")
		k = slices.Index(a.labels, name)
		return k, n + len(name) + 2, closed && k >= 0
	}
	end = n
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	v, err := strconv.Atoi(text[n:end])
	k = v - a.first
	return k, end, err == nil && k >= 0 && k < len(a.labels)
}

// reference writes the operand that text names from n on, and gives the place behind it.
func (a *asmBuilder) reference(b *strings.Builder, text string, n int) int {
	if k, end, ok := a.labelAt(text, n); ok {
		fmt.Fprintf(b, ".Lexit%d", k)
		return end
	}
	from := n
	mod := byte(0)
	if text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' {
		mod = text[n]
		n++
	}
	k := -1
	switch {
	case n < len(text) && text[n] == '[':
		end := strings.IndexByte(text[n:], ']')
		for j, op := range a.ops {
			if end > 0 && op.name == text[n+1:n+end] {
				k = j
			}
		}
		n += max(end, 0) + 1
	default:
		end := n
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		if v, err := strconv.Atoi(text[n:end]); err == nil {
			k = v
		}
		n = end
	}
	if k < 0 || k >= len(a.ops) {
		a.g.u.fail(a.n, "inline assembly names %%%s, which is no operand", text[from:min(n, len(text))])
	}
	b.WriteString(a.operand(k, mod))
	return n
}

// operand is the text of an operand with a modifier, or 0.
func (a *asmBuilder) operand(k int, mod byte) string {
	op := a.ops[k]
	size := a.g.u.sizeof(op.t)
	bad := func() string {
		a.g.u.unsupported(a.n, "the modifier %q of operand %d of inline assembly is not supported", string(mod), k)
		return ""
	}
	if mod == 'z' {
		if s, ok := map[int64]string{1: "b", 2: "w", 4: "l", 8: "q"}[size]; ok {
			return s
		}
		return bad()
	}
	switch op.kind {
	case asmConstant:
		switch mod {
		case 'c', 'P', 'a', 'p':
			return fmt.Sprint(op.k)
		case 'n':
			return fmt.Sprint(-op.k)
		}
		return fmt.Sprintf("$%d", op.k)
	case asmMemory:
		if mod == 'H' {
			return "8(%" + op.reg + ")"
		}
		return "(%" + op.reg + ")"
	case asmFlag:
		return bad()
	case asmX87:
		return x87Name(op.reg, mod)
	}
	reg := x86.NoReg
	for r := x86.RAX; r <= x86.XMM15; r++ {
		if r.String() == op.reg {
			reg = r
		}
	}
	if reg.IsXMM() {
		switch mod {
		case 't':
			return "%" + reg.Name(256)
		case 0, 'x':
			return "%" + reg.Name(128)
		}
		return bad()
	}
	bits := int(8 * size)
	switch mod {
	case 0:
	case 'b':
		bits = 8
	case 'w':
		bits = 16
	case 'k':
		bits = 32
	case 'q':
		bits = 64
	case 'h':
		if reg > x86.RBX {
			return bad()
		}
		return "%" + (x86.AH + reg - x86.RAX).Name(8)
	case 'a':
		return "(%" + reg.Name(64) + ")"
	case 'V':
		return reg.Name(bits)
	case 'P', 'p':
	default:
		return bad()
	}
	if mod == 0 && strings.HasPrefix(strings.TrimLeft(op.constraint, "="), "p") {
		return "(%" + reg.Name(64) + ")"
	}
	return "%" + reg.Name(bits)
}

// unquoted is the text of string literals of C that follow each other.
func unquoted(s string) (string, error) {
	var b strings.Builder
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if s[0] != '"' {
			return "", strconv.ErrSyntax
		}
		for s = s[1:]; ; {
			if s == "" {
				return "", strconv.ErrSyntax
			}
			if s[0] == '"' {
				s = s[1:]
				break
			}
			if strings.HasPrefix(s, `\'`) || strings.HasPrefix(s, `\?`) {
				b.WriteByte(s[1])
				s = s[2:]
				continue
			}
			if s[0] == '\\' && len(s) > 1 && s[1] >= '0' && s[1] <= '7' { // one to three digits
				n := 1
				for n < 4 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
					n++
				}
				v, _ := strconv.ParseUint(s[1:n], 8, 16)
				b.WriteByte(byte(v))
				s = s[n:]
				continue
			}
			if s[0] != '\\' {
				b.WriteByte(s[0])
				s = s[1:]
				continue
			}
			r, _, rest, err := strconv.UnquoteChar(s, '"')
			if err != nil {
				return "", err
			}
			b.WriteByte(byte(r))
			s = rest
		}
	}
	return b.String(), nil
}
