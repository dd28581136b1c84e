package cgen_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	cgen "github.com/tuffy-ir/tuffy/fuzz/gen/c"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// interpreted runs a program in the interpreter and returns what it prints, and the outcome.
func interpreted(t *testing.T, text string) (string, *interp.Outcome) {
	t.Helper()
	m, err := c.Compile([]c.File{{Name: "a.c", Text: []byte(text)}}, c.Options{Hosted: true, Checks: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var out bytes.Buffer
	o, err := interp.Run(context.Background(), m, interp.Options{Stdout: &out, SourceUB: true})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), o
}

// defined holds the interpreter to what the generator says of a defined program.
func defined(t *testing.T, p *cgen.Program) {
	t.Helper()
	got, o := interpreted(t, p.Text)
	if len(o.Reports) > 0 {
		t.Fatalf("a program that is defined is reported: %s\n%s", o.Reports[0].Text(false), p.Text)
	}
	if o.Kind != interp.Returned || got != p.Output {
		t.Fatalf("%s, printed\n%s, expected\n%s\n%s", o.Text(), got, p.Output, p.Text)
	}
}

// TestPrograms: the interpreter prints what the generator's own evaluator says, and reports nothing.
func TestPrograms(t *testing.T) {
	seed := testseed.Seed(t)
	for n := range testseed.Rounds(150, 15) {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			defined(t, cgen.Generate(gen.Expand(seed<<20+uint64(n), 200+n*5), cgen.Config{}))
		})
	}
}

// TestAgainstGCC: so does gcc's program. It is the judge of the generator's evaluator.
func TestAgainstGCC(t *testing.T) {
	seed := testseed.Seed(t)
	for n := range testseed.Rounds(40, 3) {
		p := cgen.Generate(gen.Expand(seed<<20+uint64(n), 200+n*20), cgen.Config{})
		out, err := exec.Command(gcctest.Build(t, map[string]string{"a.c": p.Text}, "-w", "-O1")).Output()
		if err != nil || string(out) != p.Output {
			t.Fatalf("program %d: %v, printed\n%s, expected\n%s\n%s", n, err, out, p.Output, p.Text)
		}
	}
}

// TestPlants: each item is reported where the interpreter must, and its twin is not.
func TestPlants(t *testing.T) {
	for n := range cgen.Plants {
		row := &cgen.Plants[n]
		t.Run(strings.ReplaceAll(row.Name, " ", "_"), func(t *testing.T) {
			var bad, good int
			for seed := range uint64(testseed.Rounds(12, 4)) {
				p := cgen.Generate(gen.Expand(seed, 100), cgen.Config{UB: true, Plant: row.Name})
				if !p.Bad {
					good++
					got, o := interpreted(t, p.Text)
					if len(o.Reports) > 0 {
						t.Fatalf("the twin is reported: %s\n%s", o.Reports[0].Text(false), p.Text)
					}
					if !strings.HasPrefix(got, p.Output) || !strings.HasSuffix(got, "end\n") {
						t.Fatalf("the twin prints %s\n%s", got, p.Text)
					}
					continue
				}
				bad++
				_, o := interpreted(t, p.Text)
				if row.Unseen != "" {
					t.Logf("%d reports, though it need not be seen: %s", len(o.Reports), row.Unseen)
					continue
				}
				if len(o.Reports) == 0 {
					t.Fatalf("nothing is reported: %s\n%s", o.Text(), p.Text)
				}
			}
			if bad == 0 || good == 0 {
				t.Errorf("%d programs and %d twins: the seeds say nothing", bad, good)
			}
		})
	}
}

// golden is a hash of programs of [cgen.Version]: the same bytes give the same programs as ever.
const golden = "version 5: 48bf63bebd9d81ef"

func TestGolden(t *testing.T) {
	h := sha256.New()
	for seed := range uint64(40) {
		p := cgen.Generate(gen.Expand(seed, 300), cgen.Config{UB: seed%2 == 1})
		fmt.Fprintln(h, p.Text, p.Output, p.Status, p.Bad)
	}
	if got := fmt.Sprintf("version %d: %x", cgen.Version, h.Sum(nil)[:8]); got != golden {
		t.Errorf("programs change: give the generator another version in the same change, and put %q here", got)
	}
}

// TestEmpty: no bytes give a program, too.
func TestEmpty(t *testing.T) {
	defined(t, cgen.Generate(nil, cgen.Config{}))
}

// FuzzPrograms takes any bytes, as fuzz/check does.
func FuzzPrograms(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(gen.Expand(seed, 300))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		defined(t, cgen.Generate(data[:min(len(data), 2000)], cgen.Config{}))
	})
}
