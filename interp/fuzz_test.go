package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
)

// fuzzFuel bounds a fuzzed run; the engines may notice its end at different instructions.
const fuzzFuel = 20000

// addCorpus seeds a fuzz target with the programs of the corpus.
func addCorpus(f *testing.F) {
	for _, pattern := range []string{"../corpus/pass/*.tir", "../corpus/ub/*/*.tir", "../corpus/diff/*.tir"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no corpus at %s: %v", pattern, err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src, uint64(len(src)))
		}
	}
}

// readable parses and verifies a fuzzed text; nil if it is none.
func readable(src []byte) *ir.Module {
	if len(src) > 1<<16 {
		return nil
	}
	m, err := parser.Parse("fuzz.tir", src)
	if err != nil || ir.Verify(m) != nil {
		return nil
	}
	return m
}

// inputFor makes arguments of the scalar types, poison for the others.
func inputFor(f *ir.Func, seed uint64) []interp.Value {
	r := rand.New(rand.NewPCG(seed, 7))
	var args []interp.Value
	for _, p := range f.Params {
		switch p.Type.Kind() {
		case ir.KindInt:
			args = append(args, interp.Int{V: boundary[r.IntN(len(boundary))]})
		case ir.KindBool:
			args = append(args, interp.Bool(r.IntN(2) == 1))
		default:
			args = append(args, interp.PoisonInput(p.Type, 1))
		}
	}
	return args
}

// disagreement runs every function of m on both engines, in strict and in normal mode, and
// describes the first difference: in the end, the values, the reports, the instructions
// counted, the calls or the output.
func disagreement(m *ir.Module, seed uint64) error {
	for _, f := range m.Funcs {
		if f != m.Func(f.Name) {
			continue
		}
		for _, strict := range []bool{true, false} {
			var text [2]string
			var kinds [2]interp.OutcomeKind
			for n, exact := range []bool{false, true} {
				var out bytes.Buffer
				o := interp.Options{Entry: f.Name, Args: inputFor(f, seed), Strict: strict, Exact: exact, Fuel: fuzzFuel,
					Seed: seed, AddressSeed: seed, MemLimit: 64 << 20, MaxDepth: 200, Stdout: &out}
				res, err := interp.Run(context.Background(), m, o)
				if err != nil {
					return err
				}
				kinds[n] = res.Kind
				text[n] = behaviour(res) + fmt.Sprintf("\noutput %q", out.String())
				for _, e := range res.Events {
					text[n] += "\ncall " + e.Name
				}
			}
			undecided := func(k interp.OutcomeKind) bool { return k == interp.OutOfFuel || k == interp.Unsupported }
			if undecided(kinds[0]) || undecided(kinds[1]) {
				continue
			}
			if text[0] != text[1] {
				return fmt.Errorf("@%s strict=%v\nfast:\n%s\nreference:\n%s", f.Name, strict, text[0], text[1])
			}
		}
	}
	return nil
}

// FuzzEngines holds the fast engine equal to the reference evaluator on mutated programs.
func FuzzEngines(f *testing.F) {
	addCorpus(f)
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		if m := readable(src); m != nil {
			if err := disagreement(m, seed); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzVerify: what verifies runs without a BUG panic, whatever options it runs with.
func FuzzVerify(f *testing.F) {
	addCorpus(f)
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		m := readable(src)
		if m == nil {
			return
		}
		for _, fn := range m.Funcs {
			o := interp.Options{Entry: fn.Name, Args: inputFor(m.Func(fn.Name), seed), Fuel: fuzzFuel, MemLimit: 64 << 20, MaxDepth: 200,
				CheckMemSSA: seed&1 != 0, StrictProvenance: seed&2 != 0, Strict: seed&4 != 0, VScale: 1 + seed>>3&3,
				DontCare: interp.Choice{Kind: interp.ChoiceKind(seed >> 5 & 3)}, Freeze: interp.Choice{Kind: interp.ChooseRandom, Seed: seed}}
			out, err := interp.Run(context.Background(), m, o)
			if err != nil {
				continue // arguments that do not fit under this vscale
			}
			_ = out.Text()
			for _, u := range out.Reports {
				_ = u.Text(true)
			}
		}
	})
}

// TestEnginesAgreeProperty is the gopter form: straight-line programs over random operations
// and annotations; a failure shrinks its list of instructions.
func TestEnginesAgreeProperty(t *testing.T) {
	params := gopter.DefaultTestParametersWithSeed(int64(testseed.Seed(t)))
	params.MinSuccessfulTests = 400
	if testing.Short() {
		params.MinSuccessfulTests = 60
	}
	props := gopter.NewProperties(params)
	props.Property("the engines agree", prop.ForAll(func(code []uint32, a, b int64) (bool, error) {
		text := straightLine(code)
		m := readable([]byte(text))
		if m == nil {
			return false, fmt.Errorf("does not verify:\n%s", text)
		}
		m2 := m.Func("main")
		o := interp.Options{Args: []interp.Value{interp.Int{V: num.New(a)}, interp.Int{V: num.New(b)}}, Strict: true}
		if len(m2.Params) != 2 {
			return false, nil
		}
		fast, err := interp.Run(context.Background(), m, o)
		if err != nil {
			return false, err
		}
		o.Exact = true
		reference, err := interp.Run(context.Background(), m, o)
		if err != nil {
			return false, err
		}
		if f, p := behaviour(fast), behaviour(reference); f != p {
			return false, fmt.Errorf("%s\nfast: %s\nreference: %s", text, f, p)
		}
		return true, nil
	}, gen.SliceOf(gen.UInt32()), gen.Int64(), gen.Int64()))
	props.TestingRun(t)
}

// straightLine makes a program of one instruction a word, each on earlier values.
func straightLine(code []uint32) string {
	ops := []string{"add", "sub", "mul", "and", "or", "xor", "shl", "shr", "min", "max", "div", "rem", "tdiv", "trem"}
	var s strings.Builder
	s.WriteString(`func @main(int, int) -> int {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = iconst 5
`)
	n := 3
	for _, w := range code[:min(len(code), 60)] {
		x, y := int(w>>8)%n, int(w>>16)%n
		an := annots[int(w>>24)%len(annots)]
		switch w % 8 {
		case 0:
			fmt.Fprintf(&s, "    v%d%s = zext v%d, %d\n", n, an, x, 1+(w>>16)%70)
		case 1:
			fmt.Fprintf(&s, "    v%d%s = sext v%d, %d\n", n, an, x, 1+(w>>16)%70)
		case 2:
			fmt.Fprintf(&s, "    v%d%s = iconst %d\n", n, an, int32(w))
		case 3:
			y = 2 // shifts stay small
			fallthrough
		default:
			op := ops[int(w>>3)%len(ops)]
			if strings.HasPrefix(op, "sh") {
				y = 2
			}
			fmt.Fprintf(&s, "    v%d%s = %s v%d, v%d\n", n, an, op, x, y)
		}
		n++
	}
	fmt.Fprintf(&s, `    ret v%d
}
`, n-1)
	return s.String()
}
