package gen

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
)

func TestProgramsVerify(t *testing.T) {
	n := testseed.Rounds(20000, 800)
	first := testseed.Seed(t)
	check := func(what string, data []byte, c preset.Config) {
		m := Program(data, c)
		if err := ir.Verify(m); err != nil {
			t.Fatalf("%s does not verify: %v\n%s", what, err, m)
		}
	}
	configs := []preset.Config{preset.Default, preset.Default, preset.Ints, preset.MemoryOnly, preset.FloatsOnly, preset.VectorsOnly, preset.UB, preset.Backend, {MinInsts: 200, MaxInsts: 600, MaxFuncs: 8, MaxDepth: 6, Swarm: 1000}}
	for k := range n {
		s := first + uint64(k)
		check("seed "+strconv.FormatUint(s, 10), Expand(s, 40+k%1200), configs[k%len(configs)])
	}
	ones := make([]byte, 4000)
	for i := range ones {
		ones[i] = 0xff
	}
	for _, c := range configs {
		check("the empty string", nil, c)
		check("zeros", make([]byte, 4000), c)
		check("0xff", ones, c)
	}
}

func TestProgramsAreDeterministic(t *testing.T) {
	first := testseed.Seed(t)
	for k := range 300 {
		data := Expand(first+uint64(k), 700)
		a := Program(data, preset.Default).Canonical()
		if b := Program(append([]byte(nil), data...), preset.Default).Canonical(); a != b {
			t.Fatalf("seed %d: two programs from the same bytes", first+uint64(k))
		}
	}
}

// TestSmallChanges flips one bit in the second half of the bytes and counts the lines that
// change, among the programs that do.
func TestSmallChanges(t *testing.T) {
	first := testseed.Seed(t)
	share, n, effective := 0.0, testseed.Rounds(2000, 400), 0
	for k := range n {
		s := first + uint64(k)
		data := Expand(s, 240)
		before := Program(data, preset.Default).Canonical()
		data[120+int(s*7919%120)] ^= 1 << (s % 8)
		if d := changedLines(before, Program(data, preset.Default).Canonical()); d > 0 {
			effective++
			share += d
		}
	}
	share /= float64(max(effective, 1))
	t.Logf("flipping one late bit changes %d of %d programs, and %.1f %% of their lines on average", effective, n, 100*share)
	if share >= 0.3 || effective*4 < n {
		t.Errorf("30 %% or more of the lines, or too few programs")
	}
}

// changedLines is the share of the lines of a that no longest common subsequence with b has.
func changedLines(a, b string) float64 {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	row := make([]int, len(y)+1)
	for _, l := range x {
		diagonal := 0
		for j := range y {
			above := row[j+1]
			if l == y[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = above
		}
	}
	return float64(len(x)-row[len(y)]) / float64(len(x))
}

// TestProgramSizes: the instructions are about as many as asked for.
func TestProgramSizes(t *testing.T) {
	first := testseed.Seed(t)
	for _, want := range [][2]int{{30, 100}, {10, 20}, {1000, 2000}} {
		c := preset.Default
		c.MinInsts, c.MaxInsts, c.Steps = want[0], want[1], 100000
		sum, n := 0, 100
		for k := range n {
			for _, f := range Program(Expand(first+uint64(k), 16*want[1]), c).Funcs {
				sum += f.Live()
			}
		}
		mean := sum / n
		t.Logf("%d to %d instructions: %d on average", want[0], want[1], mean)
		if mean < want[0] || mean > want[1]*3/2+20 {
			t.Errorf("%d to %d instructions asked for, %d made on average", want[0], want[1], mean)
		}
	}
}

// TestWeights: a statement that is turned off is never made.
func TestWeights(t *testing.T) {
	first := testseed.Seed(t)
	c := preset.Default
	c.Weights = map[string]int{"clmul": 0, "loop": 0, "boundary": 0, "known": 0}
	off, on := 0, 0
	for k := range 1000 {
		data := Expand(first+uint64(k), 700)
		off += strings.Count(Program(data, c).Canonical(), "= clmul")
		on += strings.Count(Program(data, preset.Default).Canonical(), "= clmul")
	}
	if off != 0 || on == 0 {
		t.Errorf("%d clmul with the statement turned off, %d with it", off, on)
	}
}

// TestFeatures: a program without a feature has nothing of it.
func TestFeatures(t *testing.T) {
	first := testseed.Seed(t)
	for k := range 500 {
		text := Program(Expand(first+uint64(k), 700), preset.Ints).Canonical()
		for _, no := range []string{"vec", "fadd", "load", "malloc", "struct", "f64"} {
			if strings.Contains(text, no) {
				t.Fatalf("seed %d: an integer program has %q\n%s", first+uint64(k), no, text)
			}
		}
	}
}

func BenchmarkProgram(b *testing.B) {
	b.ReportAllocs()
	for k := range b.N {
		Program(Expand(uint64(k), 800), preset.Default)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "programs/s")
}

// TestNames: some programs define functions and data with names of the run-time library, and none defines
// a name that it calls the library by.
func TestNames(t *testing.T) {
	borrowed := map[string]int{}
	for seed := range uint64(testseed.Rounds(1000, 400)) {
		for _, name := range []string{"default", "compiled", "backend", "ub"} {
			m := Program(Expand(seed, 400), preset.Named()[name])
			for _, f := range m.Funcs {
				if _, is := host.Lookup(f.Name); is {
					borrowed[name+" func"]++
				}
				for b := range f.Blocks() {
					for i := range f.Insts(b) {
						if f.Op(i) != ir.OpCall || f.Op(f.Def(f.Arg(i, 0))) != ir.OpSymbolAddr {
							continue
						}
						called := m.SymbolName(f.SymbolOf(f.Def(f.Arg(i, 0))))
						if _, is := host.Lookup(called); !is {
							continue
						}
						if callee := m.Func(called); callee != nil && len(callee.Params) != f.NumOperands(i)-2 || m.DataNamed(called) != nil {
							t.Fatalf("seed %d, preset %s: a call of the library's @%s reaches the program's\n%s", seed, name, called, m)
						}
					}
				}
			}
			for _, d := range m.Data {
				if _, is := host.Lookup(d.Name); is {
					borrowed[name+" data"]++
				}
			}
		}
	}
	for _, kind := range []string{"default func", "default data", "compiled func", "compiled data", "backend func", "ub func"} {
		if borrowed[kind] < 30 {
			t.Errorf("%s: %d names of the library", kind, borrowed[kind])
		}
	}
	t.Log(borrowed)
}
