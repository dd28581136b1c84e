package difftest_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
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

var needleFolders = []string{"needles"}

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
	for _, n := range needles(t, "needles") {
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
		for k := range int64(10000) {
			for i := range in.Args {
				in.Args[i].Int = new(num.New(k % 256))
				if k > 255 {
					in.Args[i].Int = new(num.New(k))
				}
			}
			if k > 0 {
				text = "" // one argument is enough
			}
			o.Decide = func(d interp.Decision) (num.Int, bool) { return v.Sub(num.New(0)), d.Kind == interp.DecideFreeze }
			if differ(o) {
				return true
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

// TestNeedles looks for each needle and holds the count of what is found, in all and in each class.
func TestNeedles(t *testing.T) {
	for _, folder := range needleFolders {
		found, all := map[string]int{}, map[string]int{}
		for k, n := range needles(t, folder) {
			if *needleTime == 0 && testing.Short() && k%10 != int(testseed.Seed(t)%10) {
				continue
			}
			all[n.class]++
			c := difftest.Config{Entry: "f", Seed: testseed.Seed(t), Workers: 1, Runs: 4000}
			if *needleTime > 0 {
				c.Runs, c.Time = 0, *needleTime
			}
			start := time.Now()
			res, err := difftest.Check(context.Background(), n.before, n.after, c)
			if err != nil {
				t.Fatalf("%s/%s: %v", n.class, n.name, err)
			}
			ok := res.Verdict() == difftest.Diverged
			if ok {
				found[n.class]++
			}
			if *needleTime > 0 {
				fmt.Printf("%-8s %-40s found %-5t runs %-8d %.2fs\n", folder, n.class+"/"+n.name, ok, res.Pairs[0].Runs, time.Since(start).Seconds())
			}
		}
		total := 0
		for _, n := range found {
			total += n
		}
		t.Logf("%s: %d found", folder, total)
		for class := range all {
			t.Logf("  %-12s %d of %d", class, found[class], all[class])
		}
	}
}
