package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestToolsOnCorpus compares what the tools say on both engines, on every function of the corpus.
func TestToolsOnCorpus(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../corpus/pass/*.tir", "../corpus/ub/*/*.tir", "../corpus/diff/*.tir"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no corpus at %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	seed := testseed.Seed(t)
	for _, name := range testseed.Sample(t, 100, files) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m := readable(src)
		if m == nil {
			continue
		}
		for _, f := range m.Funcs {
			if f != m.Func(f.Name) {
				continue
			}
			for _, strict := range []bool{true, false} {
				o := interp.Options{Entry: f.Name, Args: inputFor(f, seed), Strict: strict, Fuel: fuzzFuel, Seed: seed, AddressSeed: seed,
					MemLimit: 64 << 20, MaxDepth: 200}
				if err := fuzz.CompareTools(t.Context(), m, o); err != nil {
					t.Errorf("%s: @%s strict=%v: %v", name, f.Name, strict, err)
				}
			}
		}
	}
}

// TestToolsOnKernels compares them on the kernels at their smallest size.
func TestToolsOnKernels(t *testing.T) {
	for _, name := range testseed.Sample(t, 6, kernelNames(t)) {
		k := loadKernel(t, name)
		o := interp.Options{Entry: "kernel", Args: []interp.Value{interp.NewInt(k.sizes["T"].n)}}
		if err := fuzz.CompareTools(t.Context(), k.m, o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestToolsOnThreads: threads that wait, that stand in the middle of a block, or that never ran when the run ends.
func TestToolsOnThreads(t *testing.T) {
	const src = `data @x align 4 = zero 4

func @worker(ptr) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = iconst 3
    br bb1(v2, v0)

  bb1(v3: int:s32, v4: mem):
    v5, v6 = rmw.add.seqcst.4 v1, v2, v4
    v7 = iconst 1
    v8 = sub v3, v7
    v9:s32 = sext v8, 32
    v10 = iconst 0
    v11 = icmp.gt v9, v10
    brif v11, bb1(v9, v5), bb2

  bb2:
    ret v6, v5
}

func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @x
    v2 = symbol_addr @worker
    v3 = symbol_addr @thread_spawn
    v4 = symbol_addr @thread_join
    v5, v6 = call v3(v2, v1), v0 -> int
    v7, v8 = call v3(v2, v1), v5 -> int
    v9, v10 = call v3(v2, v1), v7 -> int
    v11, v12 = call v4(v6), v9 -> int
    v13 = iconst 1
    ret v12, v11
}
`
	m := irtest.Parse(t, src)
	for seed := range uint64(100) {
		if err := fuzz.CompareTools(t.Context(), m, interp.Options{Seed: seed}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestTraceOfUnusedParts: the high part of a split is shown, whether or not something uses it.
func TestTraceOfUnusedParts(t *testing.T) {
	m := irtest.Parse(t, `func @main(int) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = iconst 1
    v3 = sub v1, v2
    v4 = sext v3, 65
    v5, v6 = split.1 v4
    ret v6, v0
}
`)
	for _, n := range []int64{0, 1, 7} {
		if err := fuzz.CompareTools(t.Context(), m, interp.Options{Args: []interp.Value{interp.NewInt(n)}}); err != nil {
			t.Errorf("%d: %v", n, err)
		}
	}
}

// TestDontCareAboveWords: a product of which the bits from 128 on are overwritten is what the reference evaluator makes of it.
func TestDontCareAboveWords(t *testing.T) {
	m := irtest.Parse(t, `func @main(int, int) -> (int, int) {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3:i128 = mul v1, v2
    v4 = zext v3, 128
    v5:i64 = mul v1, v2
    v6 = iconst 60
    v7 = shr v5, v6
    v8 = zext v7, 4
    ret v4, v8, v0
}
`)
	big := func(n uint, d int64) interp.Value { return interp.Int{V: num.Pow2(n).Add(num.New(d))} }
	neg := func(v interp.Value) interp.Value { return interp.Int{V: v.(interp.Int).V.Neg()} }
	values := []interp.Value{interp.NewInt(-3), big(64, 1), big(127, 5), big(128, -1), neg(big(128, -7)), neg(big(100, 3)), big(200, 9)}
	for _, x := range values {
		for _, y := range values {
			if err := fuzz.CompareTools(t.Context(), m, interp.Options{Args: []interp.Value{x, y}}); err != nil {
				t.Errorf("%s, %s: %v", x, y, err)
			}
		}
	}
}

// TestLowBitsOfWide: extensions and comparisons of ints that need not be words, at the edges of words.
func TestLowBitsOfWide(t *testing.T) {
	m := irtest.Parse(t, `func @main(int, int:u64) -> (int, int, int, int, int, int, int, int) {
  bb0(v0: mem):
    v1 = param 0
    v2:u64 = param 1
    v3 = iconst 3
    v4:u70 = mul v1, v3
    v5 = zext v4, 64
    v6 = sext v4, 64
    v7 = zext v4, 8
    v8 = sext v1, 33
    v9 = icmp.lt v1, v2
    v10 = bool_to_int v9
    v11 = icmp.ge v2, v4
    v12 = bool_to_int v11
    v13 = icmp.eq v1, v2
    v14 = bool_to_int v13
    v15:u63 = zext v4, 64
    ret v5, v6, v7, v8, v10, v12, v14, v15, v0
}
`)
	for _, x := range []uint{0, 1, 31, 62, 63, 64, 65, 69} {
		for _, d := range []int64{-1, 0, 1, 5} {
			for _, y := range []uint64{0, 1, 1 << 63, 1<<63 - 1, 1<<64 - 1} {
				for _, v := range []num.Int{num.Pow2(x).Add(num.New(d)), num.Pow2(x).Add(num.New(d)).Neg(), num.FromUint64(y)} {
					o := interp.Options{Args: []interp.Value{interp.Int{V: v}, interp.Int{V: num.FromUint64(y)}}, PoisonResult: true}
					if err := fuzz.CompareEngines(t.Context(), m, o); err != nil {
						t.Errorf("%s, %d: %v", v, y, err)
					}
				}
			}
		}
	}
}

// TestComparisonSinks: a comparison that stands before other instructions of its block, as what steps a loop's variables puts
// them, reads its operands as they were there; arguments that change places are checked before either is written.
func TestComparisonSinks(t *testing.T) {
	for _, text := range []string{`func @main(int:u8) -> (int, int) {
  bb0(v0: mem):
    v1:u8 = param 0
    v2 = iconst 0
    v3 = iconst 3
    br bb1(v2, v2)

  bb1(v4:u9: int, v5:u16: int):
    v6 = icmp.ge v4, v1
    v7:u16 = add v5, v4
    v8:u9 = add v4, v3
    brif v6, bb2, bb1(v8, v7)

  bb2:
    ret v5, v7, v0
}
`, `func @main(int:u8) -> (int, int) {
  bb0(v0: mem):
    v1:u8 = param 0
    v2 = iconst 0
    v3 = iconst 20
    v11 = iconst 9
    br bb1(v1, v11, v2)

  bb1(v4:u8: int, v5:u7: int, v6:u8: int):
    v7 = iconst 1
    v8 = add v6, v7
    v9 = icmp.eq v8, v3
    v10 = add v4, v7
    brif v9, bb2, bb1(v5, v10, v8)

  bb2:
    ret v4, v5, v0
}
`} {
		m := irtest.Parse(t, text)
		for n := range int64(256) {
			if err := fuzz.CompareEngines(t.Context(), m, interp.Options{Args: []interp.Value{interp.NewInt(n)}, PoisonResult: true}); err != nil {
				t.Errorf("%d: %v\n%s", n, err, text)
			}
		}
	}
}
