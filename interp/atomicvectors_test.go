package interp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/parser"
)

// atomicVectors has the cases that Lean executed with IR/Atomic.lean; the format is described in
// lean/TuffyLean/Export/AtomicVectors.lean.
const atomicVectors = "atomic"

const atomicSize = 24

// atomicWorld is where the four allocations of a run are.
type atomicWorld struct {
	ids   [4]memory.AllocID
	space *memory.Space
}

func (w *atomicWorld) prepare(s *memory.Space) error {
	w.space = s
	for i := range w.ids {
		id, err := s.Alloc(memory.Heap, atomicSize, 16, "", 0)
		if err != nil {
			return err
		}
		w.ids[i] = id
		b := make([]memory.Byte, atomicSize)
		for k := range b {
			if b[k] = memory.BitsByte(uint8(37*k + 1)); i == 1 && k < atomicSize/2 {
				b[k] = memory.UninitByte()
			}
		}
		if err := s.WriteBytes(s.Record(id), 0, b); err != nil {
			return err
		}
	}
	s.Expose(w.ids[1])
	s.Record(w.ids[2]).ReadOnly = true
	s.Free(w.ids[3], 0, memory.Freed)
	return nil
}

// pointer reads an address: an allocation and an offset, or ? and a number; before it * for
// wildcard provenance and ! for none.
func (w *atomicWorld) pointer(word string) (memory.Pointer, error) {
	if word == "null" {
		return memory.Pointer{}, nil
	}
	text := strings.TrimLeft(word, "*!")
	var p memory.Pointer
	if number, ok := strings.CutPrefix(text, "?"); ok {
		n, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			return p, err
		}
		p.Addr = n
	} else {
		a, off, _ := strings.Cut(text, "+")
		i, err := strconv.Atoi(a)
		n, err2 := strconv.ParseInt(off, 10, 64)
		if err = errors.Join(err, err2); err != nil || i < 0 || i >= len(w.ids) {
			return p, fmt.Errorf("%q is no address (%v)", word, err)
		}
		p = w.space.Pointer(w.ids[i], uint64(n))
	}
	switch word[0] {
	case '*':
		p = memory.Pointer{Addr: p.Addr, Kind: memory.ProvWildcard}
	case '!':
		p = memory.Pointer{Addr: p.Addr}
	}
	return p, nil
}

func (w *atomicWorld) address(p memory.Pointer) string {
	if p == (memory.Pointer{}) {
		return "null"
	}
	where := fmt.Sprintf("?%d", p.Addr)
	for i, id := range w.ids {
		if d := int64(p.Addr - w.space.Record(id).Base); d > -64 && d < 64 && (p.Kind != memory.ProvAlloc || p.Alloc == id) {
			where = fmt.Sprintf("%d+%d", i, d)
		}
	}
	switch p.Kind {
	case memory.ProvWildcard:
		return "*" + where
	case memory.ProvAlloc:
		return where
	}
	return "!" + where
}

func (w *atomicWorld) byte(word string) (memory.Byte, error) {
	if a, n, ok := strings.Cut(word, "."); ok {
		p, err := w.pointer(a)
		k, err2 := strconv.Atoi(n)
		return memory.FragmentByte(p, uint8(k)), errors.Join(err, err2)
	}
	switch word {
	case "u":
		return memory.UninitByte(), nil
	case "p":
		return memory.PoisonByte(0), nil
	}
	n, err := strconv.ParseUint(word, 16, 8)
	return memory.BitsByte(uint8(n)), err
}

// value reads a value of type t.
func (w *atomicWorld) value(t ir.Type, word string) (Value, error) {
	switch t.Kind() {
	case ir.KindPtr:
		if word == "poison" {
			return Poison{}, nil
		}
		p, err := w.pointer(word)
		return Ptr{p}, err
	case ir.KindByte:
		var out Bytes
		for _, x := range strings.Split(word, ",") {
			b, err := w.byte(x)
			if err != nil {
				return nil, err
			}
			out.B = append(out.B, b)
		}
		return out, nil
	}
	return vectorValue(word, t)
}

func (w *atomicWorld) text(v Value) string {
	switch v := v.(type) {
	case Ptr:
		return w.address(v.Pointer)
	case Bytes:
		return bytesText(v.B, ",", w.address)
	}
	return vectorText(v)
}

// atomicCase is a case as a program whose operands are parameters.
type atomicCase struct {
	params []string // types
	words  []string // the arguments as they are written
	body   []string
	shown  []string // names and types of the results
	want   []string // what they are
	found  [2]int   // cmpxchg that did not give what it expected, and that did
	ub     string   // what the last line ends with, if it is undefined
	ends   []string
}

func (c *atomicCase) param(t, word string) string {
	c.params, c.words = append(c.params, t), append(c.words, word)
	return fmt.Sprintf("p%d", len(c.params)-1)
}

// add appends the instruction of a line, whose result is result.
func (c *atomicCase) add(line, result string, suffix bool) {
	f := strings.Fields(line)
	name, f := f[0], f[1:]
	n := map[string]int{"load.atomic": 1, "store.atomic": 1, "rmw": 2, "cmpxchg": 2, "fence": 1}[name]
	name += "." + strings.Join(f[:n], ".")
	mem := fmt.Sprintf("m%d", len(c.body))
	next := fmt.Sprintf("m%d", len(c.body)+1)
	if f = f[n:]; len(f) == 0 {
		c.body = append(c.body, fmt.Sprintf("%s = %s %s", next, name, mem))
		return
	}
	t, size, f := f[0], "", f[1:]
	if t == "int" {
		if size, f = f[0], f[1:]; size != "8" || suffix {
			name += "." + size
		}
	}
	words, align := f[:len(f)-2], f[len(f)-1]
	at := 0 // the operand that is the address
	if strings.HasPrefix(name, "store") {
		at = 1
	}
	var args []string
	for i, x := range words {
		if i == at {
			args = append(args, c.param("ptr", x))
		} else {
			args = append(args, c.param(t, x))
		}
	}
	if align != "1" {
		args = append(args, "align="+align)
	}
	args = append(args, mem)
	if at == 1 {
		c.body = append(c.body, fmt.Sprintf("%s = %s %s", next, name, strings.Join(args, ", ")))
		return
	}
	if strings.HasPrefix(name, "cmpxchg") {
		if words[1] == result {
			c.found[1]++
		} else if !strings.HasPrefix(result, "TUF-UB") {
			c.found[0]++
		}
	}
	r := fmt.Sprintf("r%d", len(c.body))
	c.body = append(c.body, fmt.Sprintf("%s, %s = %s %s -> %s", next, r, name, strings.Join(args, ", "), t))
	c.shown, c.want = append(c.shown, r+" "+t), append(c.want, result)
}

// program is the text of the first n instructions, of which the results that they make are returned.
func (c *atomicCase) program(n int) string {
	names, next := map[string]string{"m0": "v0"}, 1
	fresh := func(x string) string {
		names[x] = fmt.Sprintf("v%d", next)
		next++
		return names[x]
	}
	var b strings.Builder
	for i := range c.params {
		fmt.Fprintf(&b, "    %s = param %d\n", fresh(fmt.Sprintf("p%d", i)), i)
	}
	for _, l := range c.body[:n] {
		left, right, _ := strings.Cut(l, " = ")
		words := strings.Split(right, " ")
		for i, x := range words {
			if v, ok := names[strings.TrimSuffix(x, ",")]; ok {
				words[i] = v + strings.Repeat(",", len(x)-len(strings.TrimSuffix(x, ",")))
			}
		}
		var defs []string
		for _, x := range strings.Split(left, ", ") {
			defs = append(defs, fresh(x))
		}
		fmt.Fprintf(&b, "    %s = %s\n", strings.Join(defs, ", "), strings.Join(words, " "))
	}
	var results, types []string
	for _, s := range c.shown {
		r, t, _ := strings.Cut(s, " ")
		if v, ok := names[r]; ok {
			results, types = append(results, v), append(types, t)
		}
	}
	arrow := ""
	if len(types) > 0 {
		arrow = " -> (" + strings.Join(types, ", ") + ")"
	}
	return fmt.Sprintf(`func @main(%s)%s {
  bb0(v0: mem):
%s    ret %s
}
`, strings.Join(c.params, ", "), arrow, b.String(),
		strings.Join(append(results, names[fmt.Sprintf("m%d", n)]), ", "))
}

// readAtomicCase reads the lines of a case; number chooses whether sizes are written that may be left out.
func readAtomicCase(text string, number int) *atomicCase {
	c := &atomicCase{}
	for n, l := range strings.Split(strings.TrimSpace(text), "\n") {
		what, res, _ := strings.Cut(l, " = ")
		if strings.HasPrefix(what, "end ") {
			c.ends = append(c.ends, res)
			continue
		}
		if strings.HasPrefix(res, "TUF-UB") {
			c.ub = res
		}
		c.add(what, res, (number+n)%2 == 0)
	}
	return c
}

// run executes the first n instructions and says what is different from what Lean says.
func (c *atomicCase) run(n int, exact bool) error {
	src := c.program(n)
	m, err := parser.Parse("case.tir", []byte(src))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		return fmt.Errorf("%v\n%s", err, src)
	}
	var w atomicWorld
	out, err := Run(context.Background(), m, Options{Strict: true, Exact: exact, PoisonResult: true, Prepare: func(s *Setup) error {
		if err := w.prepare(s.Space); err != nil {
			return err
		}
		for i, p := range m.Funcs[0].Params {
			v, err := w.value(p.Type, c.words[i])
			if err != nil {
				return err
			}
			s.Args = append(s.Args, v)
		}
		return nil
	}})
	if err != nil {
		return fmt.Errorf("%v\n%s", err, src)
	}
	if c.ub != "" && n == len(c.body) {
		if out.Kind != Undefined || out.UB.Code.ID() != c.ub {
			return fmt.Errorf("%s %v, want %s\n%s", out.Kind, out.UB, c.ub, src)
		}
		return nil
	}
	if out.Kind != Returned {
		return fmt.Errorf("%s %v\n%s", out.Kind, out.UB, src)
	}
	for i, v := range out.Values {
		if got := w.text(v); got != c.want[i] {
			return fmt.Errorf("result %d is %s, want %s\n%s", i, got, c.want[i], src)
		}
	}
	for i, want := range c.ends {
		bs := make([]memory.Byte, atomicSize)
		out.Space.ReadBytes(out.Space.Record(w.ids[i]), 0, bs)
		if got := bytesText(bs, " ", w.address); got != want {
			return fmt.Errorf("allocation %d ends as %s, want %s\n%s", i, got, want, src)
		}
	}
	return nil
}

// check runs the case with an evaluator, and what comes before undefined behaviour too.
func (c *atomicCase) check(exact bool) error {
	err := c.run(len(c.body), exact)
	if c.ub != "" && err == nil && len(c.body) > 1 {
		err = c.run(len(c.body)-1, exact)
	}
	return err
}

func atomicCases(t *testing.T) []*atomicCase {
	var out []*atomicCase
	for n, text := range strings.Split("\n"+exporttest.Family(t, atomicVectors), "\ncase ")[1:] {
		_, lines, _ := strings.Cut(text, "\n")
		out = append(out, readAtomicCase(lines, n))
	}
	return out
}

// TestAtomicVectors holds both evaluators to what Lean says of atomic operations.
func TestAtomicVectors(t *testing.T) {
	counts := map[string]int{}
	var found [2]int
	for n, c := range testseed.Every(16, atomicCases(t)) {
		for _, exact := range []bool{true, false} {
			if err := c.check(exact); err != nil {
				t.Fatalf("case %d, exact %v: %v", n, exact, err)
			}
		}
		found[0], found[1] = found[0]+c.found[0], found[1]+c.found[1]
		for _, l := range c.body {
			_, what, _ := strings.Cut(l, " = ")
			parts := strings.Split(strings.Fields(what)[0], ".")
			if counts[parts[0]]++; parts[0] == "rmw" {
				counts["rmw."+parts[1]]++
			}
		}
	}
	for _, op := range []ir.Op{ir.OpAtomicLoad, ir.OpAtomicStore, ir.OpRMW, ir.OpCmpXchg, ir.OpFence} {
		name, _, _ := strings.Cut(op.Info().Name, ".")
		if counts[name] < testseed.Rounds(1000, 50) {
			t.Errorf("%d cases of %s", counts[name], op)
		}
	}
	for _, op := range []ir.RMWOp{ir.RMWXchg, ir.RMWAdd, ir.RMWSub, ir.RMWAnd, ir.RMWOr, ir.RMWXor} {
		if counts["rmw."+op.String()] < testseed.Rounds(1000, 50) {
			t.Errorf("%d cases of rmw.%s", counts["rmw."+op.String()], op)
		}
	}
	if least := testseed.Rounds(200, 10); found[0] < least || found[1] < least {
		t.Errorf("%d cmpxchg found what they expected, %d did not", found[1], found[0])
	}
	t.Logf("%v; %d cmpxchg found what they expected, %d did not", counts, found[1], found[0])
}

// TestWrongAtomicVectorsAreNoticed: a wrong result, and a wrong byte at the end, are errors.
func TestWrongAtomicVectorsAreNoticed(t *testing.T) {
	results, ends := 0, 0
	for n, c := range atomicCases(t) {
		if n%40 > 0 || c.ub != "" {
			continue
		}
		for i := range c.want {
			d := *c
			d.want = slices.Clone(c.want)
			if d.want[i] += "0"; d.check(true) == nil || d.check(false) == nil {
				t.Errorf("case %d: result %d is not looked at", n, i)
			}
			results++
		}
		for i := range c.ends {
			d := *c
			d.ends = slices.Clone(c.ends)
			if d.ends[i] = strings.Replace(d.ends[i], " ", " 1", 1); d.check(true) == nil || d.check(false) == nil {
				t.Errorf("case %d: end %d is not looked at", n, i)
			}
			ends++
		}
	}
	if results < 100 || ends < 20 {
		t.Errorf("%d results, %d ends: the test is vacuous", results, ends)
	}
}
