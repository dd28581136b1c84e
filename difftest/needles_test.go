package difftest_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

var needleTime = flag.Duration("needles", 0, "look for each needle so long, and print what was found and when")

var needleFolders = []string{"needles", "needles-fresh"}

// needle is a pair that differs on few inputs or choices only, and something that shows it.
type needle struct {
	class, name   string
	before, after *ir.Module
	keys          map[string]string // how it shows: witness, an input; decide, what freeze takes; seeds, how many to try
}

// needles reads a folder of testdata. A file is a class. Behind a line "== NAME" and the keys stands a program, whose lines
// begin with a blank, or with - or + if only one of both sides has it.
func needles(t testing.TB, folder string) (out []*needle) {
	names, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no needles in %s: %v", folder, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split("\n"+string(text), "\n== ")[1:] {
			title, rest, _ := strings.Cut(part, "\n")
			n := &needle{class: strings.TrimSuffix(filepath.Base(name), ".txt"), name: title, keys: map[string]string{}}
			var sides [2]strings.Builder
			for line := range strings.Lines(rest) {
				switch {
				case strings.TrimSpace(line) == "":
				case line[0] == '-':
					sides[0].WriteString(line[1:])
				case line[0] == '+':
					sides[1].WriteString(line[1:])
				case line[0] == ' ':
					sides[0].WriteString(line)
					sides[1].WriteString(line)
				default:
					key, value, _ := strings.Cut(line, ":")
					n.keys[key] = strings.TrimSpace(value)
				}
			}
			n.before, n.after = irtest.Parse(t, sides[0].String()), irtest.Parse(t, sides[1].String())
			out = append(out, n)
		}
	}
	return out
}

// TestNeedlesShow: every needle is there: what stands with it shows it.
func TestNeedlesShow(t *testing.T) {
	for _, n := range slices.Concat(needles(t, needleFolders[0]), needles(t, needleFolders[1])) {
		if !n.shows(t) {
			t.Errorf("%s/%s does not show", n.class, n.name)
		}
	}
}

func (n *needle) shows(t *testing.T) bool {
	o := interp.Options{Entry: "f", Strict: true, PoisonResult: true, KeepSlots: true, Fuel: difftest.DefaultFuel}
	f := n.before.Func("f")
	in := &difftest.Input{}
	for range f.Params {
		in.Args = append(in.Args, difftest.Arg{Int: new(num.New(200))})
	}
	differ := func(o interp.Options) bool {
		o.Prepare = in.Prepare(f.Params, 1)
		b, err := interp.Run(context.Background(), n.before, o)
		if err != nil {
			t.Fatalf("%s/%s: %v", n.class, n.name, err)
		}
		a, err := interp.Run(context.Background(), n.after, o)
		if err != nil {
			t.Fatalf("%s/%s: %v", n.class, n.name, err)
		}
		return difftest.Refines(b, a, f.Returns).Verdict == difftest.Diverged
	}
	if text, ok := n.keys["witness"]; ok {
		in, err := difftest.ParseInput(n.name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		res, err := difftest.Check(context.Background(), n.before, n.after, difftest.Config{Entry: "f", Inputs: []*difftest.Input{in}, Workers: 1})
		if err != nil {
			t.Fatalf("%s/%s: %v", n.class, n.name, err)
		}
		return res.Verdict() == difftest.Diverged
	}
	if text, ok := n.keys["decide"]; ok {
		v, _ := num.Parse(text, 0)
		o.Decide = func(d interp.Decision) (num.Int, bool) { return v, d.Kind == interp.DecideFreeze }
		// The argument, if there is one, may be any.
		for k := range int64(10000) {
			for i := range in.Args {
				in.Args[i].Int = new(num.New(k))
			}
			if differ(o) {
				return true
			}
			if len(in.Args) == 0 {
				break
			}
		}
		return false
	}
	var seeds uint64
	fmt.Sscan(n.keys["seeds"], &seeds)
	for s := range seeds {
		o.AddressSeed, o.ScheduleSeed = s, s
		if differ(o) {
			return true
		}
	}
	return false
}

// TestNeedles looks for each needle and holds the share that is found: 85 of 100, and half of each class of ten. With -short it
// looks for a tenth; with -needles 10s it looks for each so long, and says what it found when.
func TestNeedles(t *testing.T) {
	for _, folder := range needleFolders {
		found, all := map[string]int{}, map[string]int{}
		hits, total := 0, 0
		seed := testseed.Seed(t)
		for k, n := range needles(t, folder) {
			if *needleTime == 0 && testing.Short() && k%10 != int(seed%10) {
				continue
			}
			all[n.class]++
			total++
			if n.search(t, folder, seed) {
				found[n.class]++
				hits++
			}
		}
		t.Logf("%s: %d of %d", folder, hits, total)
		for _, class := range slices.Sorted(maps.Keys(all)) {
			t.Logf("  %-12s %d of %d", class, found[class], all[class])
			if all[class] >= 10 && 2*found[class] < all[class] {
				t.Errorf("%s: less than half of class %s", folder, class)
			}
		}
		if !testing.Short() && 100*hits < 85*total {
			t.Errorf("%s: %d of %d, want 85 of 100", folder, hits, total)
		}
	}
}

// search compares the pair of n, and reports whether it differs.
func (n *needle) search(t *testing.T, folder string, seed uint64) bool {
	c := difftest.Config{Entry: "f", Seed: seed, Workers: 1, Runs: 4000}
	if *needleTime > 0 {
		c.Runs, c.Time = 0, *needleTime
	}
	start := time.Now()
	res, err := difftest.Check(context.Background(), n.before, n.after, c)
	if err != nil {
		t.Fatalf("%s/%s: %v", n.class, n.name, err)
	}
	ok := res.Verdict() == difftest.Diverged
	if *needleTime > 0 {
		fmt.Printf("%-14s %-40s found %-5t runs %-8d %.2fs\n", folder, n.class+"/"+n.name, ok, res.Pairs[0].Runs, time.Since(start).Seconds())
	}
	return ok
}

// handedIn is a source of one input.
type handedIn struct{ in *difftest.Input }

func (h *handedIn) Propose(context.Context, []*difftest.Input) (out []*difftest.Input) {
	if h.in != nil {
		out = append(out, h.in)
	}
	h.in = nil
	return out
}

// TestSource: what somebody hands in is tried like a generated input, and only a difference counts.
func TestSource(t *testing.T) {
	const text = `func @f(int:u32, int:u32) -> int {
bb0:
 v0 = param 0
 v1 = param 1
 v2 = mul v0, v1
 v3 = iconst 18446743979220271189
 v4 = icmp.eq v2, v3
 v5 = bool_to_int v4
 ret %s
}
`
	before, after := irtest.Parse(t, fmt.Sprintf(text, "v5")), irtest.Parse(t, strings.Replace(fmt.Sprintf(text, "v6"), " ret", " v6 = iconst 0\n ret", 1))
	for _, c := range []struct {
		args string
		want difftest.Verdict
	}{
		{"[4294967279, 4294967291]", difftest.Diverged}, // the product of two primes
		{"[4294967279, 4294967290]", difftest.Refined},
	} {
		in, err := difftest.ParseInput("handed in", []byte(c.args))
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		res, err := difftest.Check(context.Background(), before, after, difftest.Config{Seed: testseed.Seed(t), Sources: []func(*difftest.Question) difftest.Source{
			func(q *difftest.Question) difftest.Source {
				asked++
				return &handedIn{in}
			},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if p := res.Pairs[0]; res.Verdict() != c.want || asked != 1 || c.want == difftest.Refined && p.Runs != difftest.DefaultRuns {
			t.Errorf("%s: %s, asked %d times", c.args, res.Text(), asked)
		}
	}
}
