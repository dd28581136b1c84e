// Package llvm generates functions in LLVM IR: scalars of all widths with every flag, intrinsics, freeze, branches and loops that end.
//
// [Module] is a text that LLVM of a version reads; what it draws is a matter of the seed. Functions have no undefined behaviour but
// that of divisions and of poison, and use no memory: what reads memory is for mutation of programs that have some.
//
// Non-goals: valid programs in the sense of a source language, floats, memory.
package llvm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Config says what is generated.
type Config struct {
	Seed      uint64
	Functions int
	Version   int // of LLVM: what it does not know is left out
}

// widths are those of integers, the usual ones more often.
var widths = []int{1, 8, 8, 8, 16, 16, 32, 32, 32, 64, 64, 7, 13, 33}

// flags are what an operation may have, and the first version that knows it.
var flags = map[string][]struct {
	word string
	from int
}{
	"add": {{"nuw", 0}, {"nsw", 0}}, "sub": {{"nuw", 0}, {"nsw", 0}}, "mul": {{"nuw", 0}, {"nsw", 0}}, "shl": {{"nuw", 0}, {"nsw", 0}},
	"lshr": {{"exact", 0}}, "ashr": {{"exact", 0}}, "udiv": {{"exact", 0}}, "sdiv": {{"exact", 0}}, "or": {{"disjoint", 18}},
	"zext": {{"nneg", 18}}, "trunc": {{"nuw", 20}, {"nsw", 20}}, "icmp": {{"samesign", 20}},
}

var (
	binary     = []string{"add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "and", "or", "xor", "add", "sub", "udiv", "sdiv", "urem", "srem"}
	preds      = []string{"eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"}
	intrinsics = []string{"smax", "smin", "umax", "umin", "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "fshl", "fshr", "ctpop", "ctlz", "cttz", "abs", "bitreverse", "bswap"}
)

// gen writes a module.
type gen struct {
	r        *rand.Rand
	c        Config
	b        strings.Builder
	declared map[string]string
	vals     []val // of the function at hand
	n        int
	blocks   int
	block    string
}

// val is a value by its name and width.
type val struct {
	name string
	bits int
}

// Module is a text of functions @f0, @f1 and so on.
func Module(c Config) string {
	g := &gen{r: rand.New(rand.NewPCG(c.Seed, 23)), c: c, declared: map[string]string{}}
	for n := range c.Functions {
		g.function(n)
	}
	names := make([]string, 0, len(g.declared))
	for name := range g.declared {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		g.b.WriteString(g.declared[name])
	}
	return g.b.String()
}

func (g *gen) pick(words []string) string { return words[g.r.IntN(len(words))] }

func (g *gen) width() int { return widths[g.r.IntN(len(widths))] }

// function writes one.
func (g *gen) function(n int) {
	g.vals, g.n, g.blocks, g.block = nil, 0, 0, "entry"
	var params []string
	for i := range 1 + g.r.IntN(3) {
		w := g.width()
		attr := ""
		if g.r.IntN(3) == 0 {
			attr = " noundef"
		}
		if g.c.Version >= 19 && w >= 8 && g.r.IntN(6) == 0 {
			lo := g.r.IntN(20) - 10
			attr += fmt.Sprintf(" range(i%d %d, %d)", w, lo, lo+1+g.r.IntN(100))
		}
		name := fmt.Sprintf("%%p%d", i)
		params = append(params, fmt.Sprintf("i%d%s %s", w, attr, name))
		g.vals = append(g.vals, val{name, w})
	}
	outer := g.b
	g.b = strings.Builder{}
	for range 2 + g.r.IntN(7) {
		switch g.r.IntN(14) {
		case 0:
			g.diamond()
		case 1:
			g.loop()
		default:
			g.inst()
		}
	}
	last := g.vals[len(g.vals)-1-g.r.IntN(min(2, len(g.vals)))]
	body := g.b.String()
	g.b = outer
	fmt.Fprintf(&g.b, "define i%d @f%d(%s) {\nentry:\n%s  ret i%d %s\n}\n\n", last.bits, n, strings.Join(params, ", "), body, last.bits, last.name)
}

// line writes an instruction with a result.
func (g *gen) line(bits int, format string, args ...any) val {
	v := val{fmt.Sprintf("%%v%d", g.n), bits}
	g.n++
	fmt.Fprintf(&g.b, "  %s = %s\n", v.name, fmt.Sprintf(format, args...))
	g.vals = append(g.vals, v)
	return v
}

// operand is a value of a width, or a constant.
func (g *gen) operand(bits int) string {
	if g.r.IntN(4) > 0 {
		for range 4 {
			v := g.vals[len(g.vals)-1-g.r.IntN(min(len(g.vals), 6))]
			if v.bits == bits {
				return v.name
			}
		}
	}
	if bits == 1 {
		return g.pick([]string{"true", "false"})
	}
	switch g.r.IntN(12) {
	case 0:
		return fmt.Sprint(-(int64(1) << (min(bits, 63) - 1)))
	case 1:
		return fmt.Sprint(int64(1)<<(min(bits, 63)-1) - 1)
	case 2:
		if g.r.IntN(8) == 0 {
			return g.pick([]string{"undef", "poison"})
		}
		return fmt.Sprint(1 << g.r.IntN(bits-1))
	case 3, 4:
		return "-1"
	case 5, 6:
		return "0"
	}
	limit := int64(1) << (min(bits, 7) - 1)
	return fmt.Sprint(g.r.Int64N(2*limit) - limit)
}

// flag is a choice of the flags of an operation.
func (g *gen) flag(op string) string {
	s := ""
	for _, f := range flags[op] {
		if f.from <= g.c.Version && g.r.IntN(3) == 0 {
			s += " " + f.word
		}
	}
	return s
}

// recent is a value that was computed lately.
func (g *gen) recent() val { return g.vals[len(g.vals)-1-g.r.IntN(min(len(g.vals), 4))] }

// inst writes an instruction.
func (g *gen) inst() {
	v := g.recent()
	w := v.bits
	switch g.r.IntN(12) {
	case 0:
		g.cast(v)
	case 1:
		c := g.line(1, "icmp%s %s i%d %s, %s", g.flag("icmp"), g.pick(preds), w, v.name, g.operand(w))
		g.line(w, "select i1 %s, i%d %s, i%d %s", c.name, w, g.operand(w), w, v.name)
	case 2:
		g.line(1, "icmp%s %s i%d %s, %s", g.flag("icmp"), g.pick(preds), w, v.name, g.operand(w))
	case 3:
		g.line(w, "freeze i%d %s", w, v.name)
	case 4, 5:
		g.intrinsic(v)
	default:
		op := g.pick(binary)
		x, y := v.name, g.operand(w)
		if g.r.IntN(3) == 0 {
			x, y = y, x
		}
		if strings.HasSuffix(op, "div") || strings.HasSuffix(op, "rem") {
			if x, y = v.name, fmt.Sprint(1+g.r.IntN(1<<min(w-1, 6))); w == 1 {
				op = "xor"
			} else if g.r.IntN(3) == 0 {
				y = g.operand(w)
			}
		}
		if w == 1 && (y == "1" || y == "0") {
			y = "true"
		}
		g.line(w, "%s%s i%d %s, %s", op, g.flag(op), w, x, y)
	}
}

// cast writes a conversion to another width.
func (g *gen) cast(v val) {
	w := g.width()
	switch {
	case w < v.bits:
		g.line(w, "trunc%s i%d %s to i%d", g.flag("trunc"), v.bits, v.name, w)
	case w > v.bits && g.r.IntN(2) == 0:
		g.line(w, "sext i%d %s to i%d", v.bits, v.name, w)
	case w > v.bits:
		g.line(w, "zext%s i%d %s to i%d", g.flag("zext"), v.bits, v.name, w)
	}
}

// intrinsic writes a call of one.
func (g *gen) intrinsic(v val) {
	name, w := g.pick(intrinsics), v.bits
	if w == 1 || name == "bswap" && w%16 != 0 {
		return
	}
	t := fmt.Sprintf("i%d", w)
	args, params := t+" "+v.name, t
	switch name {
	case "ctlz", "cttz", "abs":
		args, params = args+", i1 "+g.pick([]string{"true", "false"}), params+", i1"
	case "fshl", "fshr":
		args, params = fmt.Sprintf("%s, %s %s, %s %s", args, t, g.operand(w), t, g.operand(w)), t+", "+t+", "+t
	case "ctpop", "bitreverse", "bswap":
	default:
		args, params = fmt.Sprintf("%s, %s %s", args, t, g.operand(w)), t+", "+t
	}
	of := "llvm." + name + "." + t
	g.declared[of] = fmt.Sprintf("declare %s @%s(%s)\n", t, of, params)
	g.line(w, "call %s @%s(%s)", t, of, args)
}

// label begins a block.
func (g *gen) label(name string) {
	fmt.Fprintf(&g.b, "%s:\n", name)
	g.block = name
}

// diamond writes a branch whose arms meet again in a phi.
func (g *gen) diamond() {
	n := g.blocks
	g.blocks++
	v := g.recent()
	c := g.line(1, "icmp %s i%d %s, %s", g.pick(preds), v.bits, v.name, g.operand(v.bits))
	from := g.block
	fmt.Fprintf(&g.b, "  br i1 %s, label %%then%d, label %%join%d\n", c.name, n, n)
	known := len(g.vals)
	g.label(fmt.Sprintf("then%d", n))
	for range 1 + g.r.IntN(3) {
		g.inst()
	}
	arm := g.vals[len(g.vals)-1]
	g.vals = g.vals[:known]
	other := g.operand(arm.bits)
	fmt.Fprintf(&g.b, "  br label %%join%d\n", n)
	end := g.block
	g.label(fmt.Sprintf("join%d", n))
	g.line(arm.bits, "phi i%d [ %s, %%%s ], [ %s, %%%s ]", arm.bits, arm.name, end, other, from)
}

// loop writes one of few iterations.
func (g *gen) loop() {
	n := g.blocks
	g.blocks++
	v := g.recent()
	from := g.block
	fmt.Fprintf(&g.b, "  br label %%loop%d\n", n)
	g.label(fmt.Sprintf("loop%d", n))
	known := len(g.vals)
	fmt.Fprintf(&g.b, "  %%i%d = phi i8 [ 0, %%%s ], [ %%k%d, %%loop%d ]\n", n, from, n, n)
	fmt.Fprintf(&g.b, "  %%s%d = phi i%d [ %s, %%%s ], [ %%t%d, %%loop%d ]\n", n, v.bits, v.name, from, n, n)
	g.vals = append(g.vals, val{fmt.Sprintf("%%i%d", n), 8}, val{fmt.Sprintf("%%s%d", n), v.bits})
	g.inst()
	op := g.pick([]string{"add", "xor", "sub", "mul"})
	fmt.Fprintf(&g.b, "  %%t%d = %s%s i%d %%s%d, %s\n  %%k%d = add nuw nsw i8 %%i%d, 1\n  %%c%d = icmp eq i8 %%k%d, %d\n", n, op, g.flag(op), v.bits, n, g.operand(v.bits), n, n, n, n, 1+g.r.IntN(9))
	fmt.Fprintf(&g.b, "  br i1 %%c%d, label %%done%d, label %%loop%d\n", n, n, n)
	g.label(fmt.Sprintf("done%d", n))
	g.vals = append(g.vals[:known], val{fmt.Sprintf("%%t%d", n), v.bits})
}
