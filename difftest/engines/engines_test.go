package engines_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/internal/tirgen"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// module reads a program of the test.
func module(t *testing.T, name, text string) *ir.Module {
	t.Helper()
	m, err := parser.Parse(name, []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var both = []string{"interp", "sim", "native"}

// tally counts what became of a folder of programs.
type tally struct {
	files, compiled, agreed int
	why                     map[string]int
}

// folder runs every function of every program of a folder on all engines, at -O0 and -O2.
func folder(t *testing.T, dir string, runs int) *tally {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.tir"))
	if err != nil {
		t.Fatal(err)
	}
	n := &tally{why: map[string]int{}}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := parser.Parse(filepath.Base(file), text)
		if err != nil || ir.Verify(m) != nil {
			continue
		}
		n.files++
		list, err := engines.Check(context.Background(), m, engines.Config{Engines: both, Levels: []string{"0", "2"}, Runs: runs, Compile: compiler.Options{Check: true}})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		compared, rejected, differ := 0, false, false
		for _, a := range list {
			compared += a.Compared
			for _, r := range a.Rejected {
				rejected = true
				t.Logf("%s: %s is not compiled: %s", filepath.Base(file), a.Func, r)
			}
			if len(a.Differences) > 0 {
				differ = true
				t.Errorf("%s: %s", filepath.Base(file), a)
			}
		}
		if !rejected {
			n.compiled++
			if !differ && compared > 0 {
				n.agreed++
			}
		}
	}
	return n
}

// TestCorpus: the programs of corpus/pass and the kernels do the same on all engines.
func TestCorpus(t *testing.T) {
	for _, dir := range []string{"pass", "demo"} {
		n := folder(t, filepath.Join("..", "..", "corpus", dir), 8)
		t.Logf("corpus/%s: %d programs, %d compile, %d of them have calls to compare, which agree", dir, n.files, n.compiled, n.agreed)
	}
}

// TestPrintf: printf and snprintf of the library print what those of the interpreter print, for
// random directives of every kind.
func TestPrintf(t *testing.T) {
	seed := testseed.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		var data, body strings.Builder
		v, mem := 10, "v0"
		value := func(format string, args ...any) string {
			v++
			fmt.Fprintf(&body, "    v%d%s\n", v, fmt.Sprintf(format, args...))
			return fmt.Sprintf("v%d", v)
		}
		for n := range 60 {
			format := ""
			var args []string
			for range 1 + r.IntN(3) {
				d, float := directive(r)
				format += d + "|"
				if float {
					args = append(args, value(" = fconst.f64 0x%016x", number(r)))
				} else {
					x := int64(r.Uint64()) >> r.IntN(64)
					if !strings.Contains(d, "l") {
						x = int64(int32(x))
					}
					args = append(args, value(":s64 = iconst %d", x))
				}
			}
			fmt.Fprintf(&data, "data @f%d const = \"%s\\n\\x00\"\n", n, format)
			f := value(" = symbol_addr @f%d", n)
			p := value(" = symbol_addr @printf")
			v += 2
			fmt.Fprintf(&body, "    v%d, v%d:s32 = call %s(%s), %s -> int\n", v-1, v, p, strings.Join(append([]string{f}, args...), ", "), mem)
			mem = fmt.Sprintf("v%d", v-1)
		}
		text := data.String() + `func @main() {
  bb0(v0: mem):
` + body.String() + "    ret " + mem + "\n}\n"
		agree(t, module(t, "printf.tir", text), []string{"2"})
	}
}

// directive makes a directive that is defined.
func directive(r *rand.Rand) (text string, float bool) {
	float = r.IntN(2) == 0
	verb := string("fFeEgG"[r.IntN(6)])
	flags := "-+ #0"
	if !float {
		verb = string("diuxXo"[r.IntN(6)])
		if strings.Contains("diu", verb) {
			flags = "-+ 0"
		}
		verb = []string{"", "hh", "h", "l", "ll", "z"}[r.IntN(6)] + verb
	}
	text = "%"
	for _, c := range flags {
		if r.IntN(4) == 0 {
			text += string(c)
		}
	}
	if r.IntN(2) == 0 {
		text += fmt.Sprint(1 + r.IntN(40))
	}
	if r.IntN(2) == 0 {
		text += "." + fmt.Sprint(r.IntN(20))
	}
	return text + verb, float
}

// number makes the bits of a double of any kind but NaN, whose sign is left open.
func number(r *rand.Rand) uint64 {
	bits := []uint64{r.Uint64(), math.Float64bits(float64(r.IntN(2000)) / 8), math.Float64bits(float64(r.IntN(100000)) / 1000), 0, 1 << 63,
		r.Uint64() & (1<<52 - 1), math.Float64bits(math.Inf(1)), math.Float64bits(9.995), math.Float64bits(math.MaxFloat64)}[r.IntN(9)]
	if math.IsNaN(math.Float64frombits(bits)) {
		return 0
	}
	return bits
}

// agree fails unless every engine does the same and something was compared, of all functions or of the one of a name.
func agree(t *testing.T, m *ir.Module, levels []string, entry ...string) {
	t.Helper()
	c := engines.Config{Engines: both, Levels: levels, Runs: 20, Compile: compiler.Options{Check: true}}
	if len(entry) > 0 {
		c.Entry = entry[0]
		c.Inputs = apart(m.Func(entry[0]), m)
	}
	list, err := engines.Check(context.Background(), m, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if len(a.Differences) > 0 || len(a.Rejected) > 0 || a.Compared == 0 {
			t.Errorf("%s\n%s", a, m)
		}
	}
}

// apart are generated inputs of a function whose pointers do not point to the program's data: the programs below have the library
// write there, and what it reads must not lie there, too (C11 6.7.3.1).
func apart(f *ir.Func, m *ir.Module) []*difftest.Input {
	g, n := difftest.NewGenerator(f, 0, m), 20
	if len(f.Params) == 0 {
		n = 1
	}
	var out []*difftest.Input
	for k := range n {
		in := g.Input(k)
		if !slices.ContainsFunc(in.Args, func(a difftest.Arg) bool { return a.Symbol != "" }) {
			out = append(out, in)
		}
	}
	return out
}

// TestHost: each host function that native programs have does what that of the interpreter does.
func TestHost(t *testing.T) {
	for name, text := range hostPrograms(t) {
		m := module(t, name, text)
		// The variadic functions of lists.tir need arguments that no input has; the others pass them.
		called := slices.DeleteFunc(slices.Clone(m.Funcs), func(f *ir.Func) bool { return f.Variadic })
		for _, f := range testseed.Sample(t, 5, called) {
			agree(t, m, []string{"0", "2"}, f.Name)
		}
	}
}

// hostPrograms are the programs that call the external functions, by their names.
func hostPrograms(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range []string{"host.tir", "libc.tir", "lists.tir", "math.tir"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(text)
	}
	src, err := os.ReadFile("../../clib/testdata/library.tgo")
	if err != nil {
		t.Fatal(err)
	}
	if out["library.tir"], err = tirgen.Translate("library.tgo", src); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEnds: every way in which a program can end is told apart, and so are results and memory that
// differ.
func TestEnds(t *testing.T) {
	m := module(t, "ends.tir", endsText)
	for _, level := range []string{"0", "2"} {
		for _, e := range []engines.Engine{&engines.Interp{}, &engines.Sim{Compile: compiler.Options{Level: level}}, &engines.Native{Compile: compiler.Options{Level: level}}} {
			for name, want := range map[string]engines.End{"returns": engines.Returned, "traps": engines.Trapped, "exits": engines.Exited, "aborts": engines.Trapped} {
				got, err := e.Run(context.Background(), &engines.Program{Module: m, Entry: name}, []*difftest.Input{nil, nil})
				if err != nil {
					t.Fatalf("%s: %s: %v", e.Name(), name, err)
				}
				for _, b := range got {
					if b.End != want || want == engines.Exited && b.Code != 7 || string(b.Output) != "x" {
						t.Errorf("%s at -O%s: %s: %s (%s) code %d, printed %q; want %s", e.Name(), level, name, b.End, b.Why, b.Code, b.Output, want)
					}
					if name == "returns" && (len(b.Results) != 1 || b.Results[0].Bytes[0].Value != 5 || b.Memory[0].Bytes[0].Value != 6) {
						t.Errorf("%s: results %v, memory %v; each case must start afresh", e.Name(), b.Results, b.Memory)
					}
				}
			}
		}
	}
}

const endsText = `
data @count = "\x05\x00\x00\x00"
func @print() {
  bb0(v0: mem):
    v1 = symbol_addr @putchar
    v2:u8 = iconst 120
    v3, v4:s32 = call v1(v2), v0 -> int
    ret v3
}
func @returns() -> int:u32 {
  bb0(v0: mem):
    v1 = symbol_addr @print
    v2 = call v1(), v0
    v3 = symbol_addr @count
    v4:u32 = load.4 v3, v2
    v5:u32 = iconst 1
    v6:u32 = add v4, v5
    v7 = store.4 v6, v3, v2
    ret v4, v7
}
func @traps() {
  bb0(v0: mem):
    v1 = symbol_addr @print
    v2 = call v1(), v0
    trap
}
func @exits() {
  bb0(v0: mem):
    v1 = symbol_addr @print
    v2 = call v1(), v0
    v3 = symbol_addr @exit
    v4:s32 = iconst 7
    v5 = call v3(v4), v2
    ret v5
}
func @aborts() {
  bb0(v0: mem):
    v1 = symbol_addr @print
    v2 = call v1(), v0
    v3 = symbol_addr @abort
    v5 = call v3(), v2
    ret v5
}
`

// TestPointers: a call through a pointer in memory passes and returns what the functions whose address
// is taken do, and memory that points to functions is compared.
func TestPointers(t *testing.T) {
	agree(t, module(t, "pointers.tir", pointersText), []string{"0", "1", "2"})
	agree(t, module(t, "external.tir", externalText), []string{"0", "1", "2"})
	agree(t, module(t, "negative.tir", negativeText), []string{"0", "1", "2"})
}

// negativeText reads more words of a negative result than the callee returns.
const negativeText = `
func @f(int:s64) -> int:s100 {
  bb0:
    v0:s64 = param 0
    ret v0
}
data @fs = zero 8 relocs [0: @f]
func @main() -> int:s32 {
  bb0(v0: mem):
    v1 = symbol_addr @fs
    v2 = load.8 v1, v0 -> ptr
    v3:s64 = iconst -7
    v4, v5:s200 = call v2(v3), v0 -> int
    v6 = iconst 150
    v7:s50 = shr v5, v6
    v8 = sub v7, v5
    v9:s32 = sext v8, 32
    ret v9, v4
}
`

// externalText calls memcmp through a pointer; a wide function of other types changes nothing.
const externalText = `
extern func @memcmp(ptr, ptr, int:u64) -> int:s32
func @wide(ptr, ptr) -> int:s156 {
  bb0:
    v1 = iconst 1
    ret v1
}
data @one = zero 16 relocs [0: @memcmp, 8: @wide]
data @a = "ab"
data @b = "ac"
func @main() -> int:s32 {
  bb0(v0: mem):
    v1 = symbol_addr @one
    v2 = load.8 v1, v0 -> ptr
    v3 = symbol_addr @a
    v4 = symbol_addr @b
    v5 = iconst 2
    v6, v7:s32 = call v2(v3, v4, v5), v0 -> int
    v8 = iconst 0
    v9 = icmp.lt v7, v8
    v10:u8 = bool_to_int v9
    ret v10, v6
}
`

const pointersText = `
func @wide(int:s130) -> int:u156 {
  bb0:
    v1 = param 0
    v2 = zext v1, 155
    ret v2
}
func @narrow(int:s130) -> int:u8 {
  bb0:
    v1:u8 = iconst 3
    ret v1
}
data @one = zero 8 relocs [0: @wide]
func @main() -> int:s32 {
  bb0(v0: mem):
    v1 = symbol_addr @one
    v2 = load.8 v1, v0 -> ptr
    v3:s64 = iconst -2
    v4, v5 = call v2(v3), v0 -> int
    v6:u32 = iconst 100
    v7 = shr v5, v6
    v8 = zext v7, 20
    ret v8, v4
}
`

// TestCompare: the comparison finds every kind of difference, and accepts what is any.
func TestCompare(t *testing.T) {
	cells := func(b ...byte) []engines.Cell {
		out := make([]engines.Cell, len(b))
		for n := range b {
			out[n].Value = b[n]
		}
		return out
	}
	base := func() *engines.Behaviour {
		return &engines.Behaviour{Output: []byte("o"), Results: []engines.Value{{Name: "result 0", Type: ir.Int, Bytes: cells(1, 2)}}, Memory: []engines.Memory{{Name: "@d", Bytes: cells(3, 4)}}}
	}
	for name, change := range map[string]func(b *engines.Behaviour){
		"end":    func(b *engines.Behaviour) { b.End = engines.Trapped },
		"crash":  func(b *engines.Behaviour) { b.End = engines.Crashed },
		"exit":   func(b *engines.Behaviour) { b.End = engines.Exited },
		"output": func(b *engines.Behaviour) { b.Output = nil },
		"result": func(b *engines.Behaviour) { b.Results[0].Bytes[1].Value = 9 },
		"memory": func(b *engines.Behaviour) { b.Memory[0].Bytes[0].Value = 9 },
	} {
		got := base()
		change(got)
		if engines.Compare(base(), got) == "" {
			t.Errorf("a difference of %s is not seen", name)
		}
	}
	want, got := base(), base()
	want.Results[0].Bytes[1].Kind = engines.Any
	got.Results[0].Bytes[1].Value = 9
	if why := engines.Compare(want, got); why != "" {
		t.Errorf("any is compared: %s", why)
	}
	want.Memory[0].Bytes[0] = engines.Cell{Kind: engines.Address, Base: "@d", Offset: 1}
	got.Symbols = map[string]uint64{"@d": 2}
	if why := engines.Compare(want, got); why != "" {
		t.Errorf("the address of @d+1 is not 3: %s", why)
	}
	got.Symbols["@d"] = 3
	if engines.Compare(want, got) == "" {
		t.Error("a wrong address is accepted")
	}
}
