package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
)

const benchDir = "../corpus/bench"

// kernel is a program of corpus/bench with the sizes that its header states.
type kernel struct {
	name  string
	m     *ir.Module
	sizes map[string]size
}

type size struct {
	n        int64
	checksum string
	count    int64 // instructions that @main executes with that size
}

var countLine = regexp.MustCompile(`(?m)^// count ([TSM]): (\d+)`)

var sizeLine = regexp.MustCompile(`(?m)^// size ([TSM]): n=(\d+) checksum=([0-9a-f]+)`)

func loadKernel(tb testing.TB, name string) kernel {
	tb.Helper()
	src, err := os.ReadFile(filepath.Join(benchDir, name+".tir"))
	if err != nil {
		tb.Fatal(err)
	}
	m, err := parser.Parse(name+".tir", src)
	if err != nil {
		tb.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		tb.Fatal(err)
	}
	k := kernel{name, m, map[string]size{}}
	for _, s := range sizeLine.FindAllStringSubmatch(string(src), -1) {
		n, _ := strconv.ParseInt(s[2], 10, 64)
		k.sizes[s[1]] = size{n: n, checksum: s[3]}
	}
	for _, s := range countLine.FindAllStringSubmatch(string(src), -1) {
		sz := k.sizes[s[1]]
		sz.count, _ = strconv.ParseInt(s[2], 10, 64)
		k.sizes[s[1]] = sz
	}
	if len(k.sizes) == 0 {
		tb.Fatalf("%s has no sizes in its header", name)
	}
	return k
}

// run executes the kernel and checks its checksum.
func (k kernel) run(tb testing.TB, sz size, o interp.Options) *interp.Outcome {
	o.Entry, o.Args, o.Strict = "kernel", []interp.Value{interp.NewInt(sz.n)}, true
	out, err := interp.Run(context.Background(), k.m, o)
	if err != nil {
		tb.Fatal(err)
	}
	if out.Kind != interp.Returned {
		tb.Fatalf("%s: %s", k.name, out.Text())
	}
	got := out.Values[0].(interp.Int).V
	want, _ := num.Parse(sz.checksum, 16)
	if !got.Equal(want) {
		tb.Fatalf("%s(%d) = %s, want %s", k.name, sz.n, got.Text(16), sz.checksum)
	}
	return out
}

func kernelNames(tb testing.TB) []string {
	files, err := filepath.Glob(filepath.Join(benchDir, "*.tir"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no kernels in %s: %v", benchDir, err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".tir")
	}
	return files
}

// optimized is the kernel as -O with that level makes it.
func (k kernel) optimized(tb testing.TB, level string) kernel {
	tb.Helper()
	config, err := opt.Preset(level)
	if err != nil {
		tb.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(benchDir, k.name+".tir"))
	if err != nil {
		tb.Fatal(err)
	}
	// Without @main, which calls it, the kernel stays a function of its own.
	before, _, _ := bytes.Cut(src, []byte("\nfunc @main("))
	if k.m, err = parser.Parse(k.name+".tir", before); err != nil {
		tb.Fatal(err)
	}
	if _, err := pass.Run(context.Background(), k.m, opt.Passes(), pass.Options{Config: config}); err != nil {
		tb.Fatal(err)
	}
	return k
}

// BenchmarkKernels runs every program of corpus/bench at size M with all checks on, in its source form and
// as -O1 and -O2 make it, and reports millions of IR instructions a second of processor time, and the nanoseconds of it
// that a run takes in all. The nine kernels that peers were measured on are collatz crc32 fib list loop loop32 matmul
// sha256 sieve.
func BenchmarkKernels(b *testing.B) {
	for _, name := range kernelNames(b) {
		k := loadKernel(b, name)
		sz, ok := k.sizes["M"]
		if !ok {
			sz = k.sizes["S"]
		}
		for _, form := range []string{"source", "O1", "O2"} {
			b.Run(name+"/"+form, func(b *testing.B) {
				k := k
				if form != "source" {
					k = k.optimized(b, form[1:])
				}
				b.ReportAllocs()
				var steps int64
				start := usage.Spent(b)
				for b.Loop() {
					steps += k.run(b, sz, interp.Options{NoEvents: true}).Steps // as tuffy-interp does
				}
				spent := (usage.Spent(b) - start).Seconds()
				b.ReportMetric(float64(steps)/spent/1e6, "Minstr/cpu-s")
				b.ReportMetric(spent/float64(b.N)*1e9, "cpu-ns/op")
			})
		}
	}
}

// BenchmarkTrace prints all of a run of some kernels at size T, and reports nanoseconds of processor time a line.
func BenchmarkTrace(b *testing.B) {
	for _, name := range []string{"crc32", "list", "sha256", "matmul"} {
		for _, json := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/json=%v", name, json), func(b *testing.B) {
				k := loadKernel(b, name)
				lines := int64(0)
				start := usage.Spent(b)
				for b.Loop() {
					lines += k.run(b, k.sizes["T"], interp.Options{Observer: interp.NewTracer(io.Discard, interp.TraceOptions{JSON: json})}).Steps
				}
				b.ReportMetric((usage.Spent(b)-start).Seconds()/float64(lines)*1e9, "cpu-ns/line")
			})
		}
	}
}

// BenchmarkReference is the reference evaluator on the same programs at size T or S.
func BenchmarkReference(b *testing.B) {
	for _, name := range []string{"loop", "fib", "sieve"} {
		b.Run(name, func(b *testing.B) {
			k := loadKernel(b, name)
			sz := size{n: map[string]int64{"loop": 2000, "fib": 12, "sieve": 0}[name]}
			var steps int64
			for b.Loop() {
				o := interp.Options{Exact: true, Entry: "kernel", Args: []interp.Value{interp.NewInt(sz.n)}}
				out, err := interp.Run(context.Background(), k.m, o)
				if err != nil {
					b.Fatal(err)
				}
				steps += out.Steps
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Minstr/s")
		})
	}
}

// BenchmarkCalls counts calls: fib(27) makes 2*fib(28)-1 = 635,621 of them.
func BenchmarkCalls(b *testing.B) {
	k := loadKernel(b, "fib")
	for b.Loop() {
		k.run(b, k.sizes["S"], interp.Options{})
	}
	const calls = 635_621.0
	b.ReportMetric(calls*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mcalls/s")
}

// BenchmarkStart is the whole way of a small program: parse, verify, lower, run.
func BenchmarkStart(b *testing.B) {
	src, err := os.ReadFile(filepath.Join(benchDir, "fib.tir"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m, err := parser.Parse("fib.tir", src)
		if err != nil {
			b.Fatal(err)
		}
		if err := ir.Verify(m); err != nil {
			b.Fatal(err)
		}
		if _, err := interp.Run(context.Background(), m, interp.Options{Entry: "kernel", Args: []interp.Value{interp.NewInt(3)}}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestKernels checks the checksums of every kernel at its smallest size on both engines, and
// that the engines count the same instructions.
func TestKernels(t *testing.T) {
	for _, name := range testseed.Sample(t, 6, kernelNames(t)) {
		t.Run(name, func(t *testing.T) {
			k := loadKernel(t, name)
			sz, ok := k.sizes["T"]
			if !ok {
				t.Fatalf("no size T")
			}
			fast := k.run(t, sz, interp.Options{})
			reference := k.run(t, sz, interp.Options{Exact: true})
			if fast.Steps != reference.Steps {
				t.Errorf("fast engine counts %d instructions, reference %d", fast.Steps, reference.Steps)
			}
			out, err := interp.Run(context.Background(), k.m, interp.Options{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			if out.Steps != k.sizes["S"].count {
				t.Errorf("@main executes %d instructions, the header says %d", out.Steps, k.sizes["S"].count)
			}
		})
	}
}

// TestNoAllocationPerInstruction: on ints that fit 64 bits a longer run allocates no more.
func TestNoAllocationPerInstruction(t *testing.T) {
	for _, name := range testseed.Sample(t, 3, []string{"loop", "loop32", "collatz", "fib", "sieve", "crc32"}) {
		k := loadKernel(t, name)
		allocs := func(n int64) float64 {
			return testing.AllocsPerRun(testseed.Rounds(5, 2), func() {
				o := interp.Options{Entry: "kernel", Args: []interp.Value{interp.NewInt(n)}, Strict: true}
				if out, err := interp.Run(context.Background(), k.m, o); err != nil || out.Kind != interp.Returned {
					t.Fatal(err, out)
				}
			})
		}
		lo, hi := int64(5), int64(15)
		if name == "loop" || name == "loop32" || name == "collatz" {
			hi = 2000
		}
		if a, b := allocs(lo), allocs(hi); b > a+2 {
			t.Errorf("%s: %v allocations for n=%d, %v for n=%d", name, a, lo, b, hi)
		}
	}
}

// toolRuns are the tools of BenchmarkTools.
var toolRuns = []struct {
	name  string
	start func(o *interp.Options)
}{
	{"plain", func(*interp.Options) {}},
	{"coverage", func(o *interp.Options) { o.Coverage = &interp.Coverage{} }},
	{"check-memssa", func(o *interp.Options) { o.CheckMemSSA = true }},
	{"trace-ret", func(o *interp.Options) {
		o.Observer = interp.NewTracer(io.Discard, interp.TraceOptions{Show: func(f *ir.Func, i ir.Inst) bool { return f.Op(i) == ir.OpRet }})
	}},
	{"dont-care", func(o *interp.Options) { o.DontCare.Kind = interp.ChooseRandom }},
}

// BenchmarkTools runs the programs of corpus/bench at size M with each of the tools that watch a run, by turns with a plain
// run, and reports how many times as much processor time they take: the geometric mean, and the worst. TUFFY_KERNELS
// names other programs, by a pattern of files whose @main is run.
func BenchmarkTools(b *testing.B) {
	type program struct {
		name string
		run  func(o interp.Options)
	}
	var programs []program
	if pattern := os.Getenv("TUFFY_KERNELS"); pattern != "" {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			b.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			m := readable(src)
			if m == nil {
				b.Fatalf("%s does not verify", file)
			}
			programs = append(programs, program{filepath.Base(file), func(o interp.Options) {
				if _, err := interp.Run(context.Background(), m, o); err != nil {
					b.Fatal(err)
				}
			}})
		}
	} else {
		for _, name := range kernelNames(b) {
			k := loadKernel(b, name)
			sz, ok := k.sizes["M"]
			if !ok {
				sz = k.sizes["S"]
			}
			programs = append(programs, program{name, func(o interp.Options) { k.run(b, sz, o) }})
		}
	}
	least := map[string][]float64{}
	for range b.N {
		for n, p := range programs {
			for _, tool := range toolRuns {
				o := interp.Options{}
				tool.start(&o)
				start := usage.Spent(b)
				p.run(o)
				spent := (usage.Spent(b) - start).Seconds()
				if list := least[tool.name]; n == len(list) {
					least[tool.name] = append(list, spent)
				} else {
					list[n] = min(list[n], spent)
				}
			}
		}
	}
	for _, tool := range toolRuns[1:] {
		sum, worst, which := 0.0, 0.0, ""
		for n, p := range programs {
			ratio := least[tool.name][n] / least["plain"][n]
			sum += math.Log(ratio)
			if ratio > worst {
				worst, which = ratio, p.name
			}
		}
		b.Logf("%s: %.2f, worst is %s with %.2f", tool.name, math.Exp(sum/float64(len(programs))), which, worst)
		b.ReportMetric(math.Exp(sum/float64(len(programs))), tool.name+"-times")
		b.ReportMetric(worst, tool.name+"-worst")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkSlowPath is an instruction that the fast engine leaves to the reference evaluator's functions (of what a wildcard points
// into nothing is known before it is resolved), with the three of the
// loop around it.
func BenchmarkSlowPath(b *testing.B) {
	m := irtest.Parse(b, `func @kernel(int:u64) -> int {
  bb0(v0: mem):
    v1:u64 = iconst 0
    v2:u64 = param 0
    v3:u64 = iconst 1
    v8 = stack_slot 8
    v9 = ptrtoint v8
    v10 = inttoptr v9
    br bb1(v1)

  bb1(v4:u64: int):
    v5 = ptrdiff v10, v8
    v6:u64 = add v4, v3
    v7 = icmp.eq v6, v2
    brif v7, bb2, bb1(v6)

  bb2:
    ret v5, v0
}
`)
	b.ReportAllocs()
	args := []interp.Value{interp.Int{V: num.New(int64(b.N) + 1)}}
	out, err := interp.Run(context.Background(), m, interp.Options{Entry: "kernel", Args: args, Fuel: 1 << 40, NoEvents: true})
	if err != nil || out.Kind != interp.Returned {
		b.Fatal(err, out)
	}
}
