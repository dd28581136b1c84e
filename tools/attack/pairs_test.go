package main

import (
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	integer "github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
)

func testSeed(t *testing.T) uint64 {
	seed := uint64(1)
	if s, err := strconv.ParseUint(os.Getenv("TUFFY_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("TUFFY_SEED=%d", seed)
	return seed
}

func mustParse(t *testing.T, text string) *ir.Module {
	t.Helper()
	m, err := parser.Parse("pair.tir", []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

// TestPairsVerify makes pairs, each different, and reads them. Making them also holds right integer
// pairs to the evaluator of this package, which panics where one does not hold.
func TestPairsVerify(t *testing.T) {
	s := &session{seed: testSeed(t)}
	for _, p := range s.makePairs(testseed.Rounds(500, 60)) {
		mustParse(t, p.before)
		mustParse(t, p.after)
	}
}

// TestEvaluator holds the evaluator to the interpreter.
func TestEvaluator(t *testing.T) {
	r := rand.New(rand.NewPCG(testSeed(t), 0))
	for range 300 {
		w := &world{r: r}
		lhs, rhs := identities[r.IntN(len(identities))](w.ruleArgs())
		x := pick(r, lhs, rhs)
		m := mustParse(t, emit(x, w.params))
		draw := newSampler(w.params, x)
		for range 5 {
			args := draw.draw(r)
			e := &evaluator{args: args, params: w.params, memo: map[*expr]val{}}
			want := e.eval(x)
			if e.huge {
				continue
			}
			given := make([]interp.Value, len(args))
			for i, a := range args {
				if given[i] = interp.Poison(interp.Poison{}); a != nil {
					given[i] = interp.Int{V: integer.FromBig(a)}
				}
			}
			o, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Args: given, PoisonResult: true, Fuel: 10000})
			if err != nil {
				t.Fatal(err)
			}
			var got *big.Int
			switch v := o.Values[0].(type) {
			case interp.Int:
				got = v.V.Big()
			case interp.Bool:
				got = toVal(bool(v))
			}
			if (got == nil) != (want == nil) || got != nil && got.Cmp(want) != 0 {
				t.Fatalf("the interpreter gives %v, the evaluator %v, for %v in\n%s", got, want, args, m)
			}
		}
	}
}
