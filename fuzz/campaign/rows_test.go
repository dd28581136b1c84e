package campaign

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestGroups: findings that one part explains are one row, also where a right program needs that part, too, and two
// bugs whose programs have innocent parts in common are two.
func TestGroups(t *testing.T) {
	rows := func(suspects ...string) map[string]int {
		fs := findings{}
		for n, text := range suspects {
			hash := fmt.Sprintf("%012x", n)
			fs[hash] = &finding{Hash: hash, Number: int64(n), State: Reduced, Reduced: "r", Suspects: text}
		}
		fs.regroup()
		out := map[string]int{}
		for _, f := range fs {
			if f.State == Reduced && f.SameAs == "" {
				out[f.Part]++
			} else if f.State != Same || fs[f.SameAs] == nil || fs[f.SameAs].Part != f.Part {
				t.Errorf("%+v", f)
			}
		}
		return out
	}
	for _, row := range []struct {
		suspects []string
		want     []string
	}{
		{[]string{"extend=0.750,divide=1.000,entry=0.000", "extend=1.000,entry=0.000", "extend=0.900,call=1.000,entry=0.100"}, []string{"extend"}},
		{[]string{"shift=1.000,compare=0.500", "shift=1.000,compare=0.400", "move=1.000,compare=0.500", "move=0.900,compare=0.500,shift=0.200"}, []string{"move", "shift"}},
		// The part with the greatest sum explains no finding best.
		{[]string{"a=0.900,b=1.000", "a=0.900,c=1.000", "b=0.700,d=0.100"}, []string{"b", "c"}},
	} {
		got := rows(row.suspects...)
		for part, n := range got {
			if n != 1 {
				t.Errorf("%d rows of %s", n, part)
			}
		}
		if len(got) != len(row.want) {
			t.Errorf("%v: rows %v, want %v", row.suspects, got, row.want)
			continue
		}
		for _, part := range row.want {
			if got[part] != 1 {
				t.Errorf("%v: rows %v, want %v", row.suspects, got, row.want)
			}
		}
	}
}

// TestGroupsEnd: any weights are divided among rows, each finding in one, and dividing them once more changes nothing.
func TestGroupsEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	for range testseed.Rounds(300, 50) {
		fs := findings{}
		for n := range 1 + r.IntN(8) {
			var all []check.Suspect
			for p := range 6 {
				if r.IntN(2) == 0 {
					all = append(all, check.Suspect{Part: string(rune('a' + p)), Weight: float64(r.IntN(11)) / 10})
				}
			}
			hash := fmt.Sprintf("%012x", n)
			fs[hash] = &finding{Hash: hash, Number: int64(n), State: Reduced, Reduced: "r", Suspects: packSuspects(all)}
			if back, err := unpackSuspects(fs[hash].Suspects); err != nil || !slices.Equal(back, all) {
				t.Fatalf("%v: %v, %v", all, back, err)
			}
		}
		fs.regroup()
		if err := related(fs.sorted()); err != nil {
			t.Fatal(err)
		}
		if again := fs.regroup(); len(again) > 0 {
			t.Fatalf("%+v", again[0])
		}
	}
}
