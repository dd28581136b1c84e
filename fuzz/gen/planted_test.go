package gen

import (
	"context"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestPlanted: a program has the undefined behaviour that the generator planted and no other,
// or none where the generator promises so.
func TestPlanted(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 400
	}
	first := testseed.Seed(t)
	codes, defined, failures := map[interp.Code]int{}, 0, 0
	for k := range n {
		s := first + uint64(k)
		m, info := Generate(Expand(s, 800), preset.UB)
		if info.Expect == 0 && !info.Defined {
			continue
		}
		if err := ir.Verify(m); err != nil {
			t.Fatalf("seed %d: %v", s, err)
		}
		o := fuzz.Options(true, s)
		o.StrictProvenance = info.Expect == interp.UBStrictProvenance
		o.CheckMemSSA = info.Expect == interp.UBStaleToken
		o.SourceUB = info.Expect == interp.UBSource
		out, err := interp.Run(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		got := interp.Code(0)
		text := out.Kind.String() + " " + out.Reason
		if out.Kind == interp.Undefined {
			got, text = out.UB.Code, out.UB.Text(false)
		}
		if got == info.Expect || got == 0 && out.Kind != interp.Returned {
			codes[got]++
			if info.Defined {
				defined++
			}
			continue
		}
		t.Errorf("seed %d: want %s, got %s\n", s, info.Expect, text)
		if failures++; failures > 20 {
			t.FailNow()
		}
	}
	t.Logf("%d defined", defined)
	for _, c := range interp.Codes() {
		t.Logf("%5d %s", codes[c], c)
		// The generator makes no setjmp: control that comes back by no edge would keep passes off its functions.
		if codes[c] == 0 && n >= 6000 && c != interp.UBBadJump {
			t.Errorf("%s is never planted", c)
		}
	}
}

// TestDefined: without undefined behaviour in the configuration there is none in the programs.
func TestDefined(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 500
	}
	first, failures := testseed.Seed(t), 0
	for k := range n {
		s := first + uint64(k)
		m, info := Generate(Expand(s, 800), []preset.Config{preset.Default, preset.Ints, preset.MemoryOnly, preset.FloatsOnly, preset.VectorsOnly}[k%5])
		if !info.Defined || info.Expect != 0 {
			t.Fatalf("seed %d: %+v", s, info)
		}
		out, err := interp.Run(context.Background(), m, fuzz.Options(true, s))
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind == interp.Undefined {
			t.Errorf("seed %d: %s", s, out.UB.Text(false))
			if failures++; failures > 10 {
				t.FailNow()
			}
		}
	}
}
