package parser

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// FuzzParse checks that no text makes the parser panic, that mistakes have places in the
// text, and that what parses prints to a text that reads back to the same module.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"testdata/ops.tir", "testdata/errors.txt"} {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(src), "\n}\n") {
			f.Add(part + "\n}\n")
		}
		for _, line := range strings.Split(string(src), "\n") {
			if strings.HasPrefix(line, "    ") {
				f.Add(body(line))
			}
		}
	}
	for i := range sugars {
		f.Add(body("v5, v6 = " + sugars[i].name + ".8 v1, v1, v1, v1"))
		f.Add(body("v5 = " + sugars[i].name + ".8 v1, v1"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("fuzz.tir", []byte(text))
		if err != nil {
			checkErrorList(t, err, text)
			return
		}
		checkRoundTrip(t, m)
	})
}

// TestMutants changes tokens of right texts: what still parses must round-trip.
func TestMutants(t *testing.T) {
	src, err := os.ReadFile("testdata/ops.tir")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	tokens := regexp.MustCompile(`[A-Za-z0-9_.$]+|\s+|"[^"]*"|.`)
	pool := tokens.FindAllString(string(src), -1)
	items := strings.Split(string(src), "\n}\n")
	parsed := 0
	const n = 3000
	for range n {
		toks := tokens.FindAllString(items[rng.IntN(len(items))]+"\n}\n", -1)
		for range 1 + rng.IntN(3) {
			i, j := rng.IntN(len(toks)), rng.IntN(len(toks))
			switch rng.IntN(5) {
			case 0:
				toks[i] = toks[j]
			case 1:
				toks[i] = pool[rng.IntN(len(pool))]
			case 2:
				toks[i] = ""
			case 3:
				toks[i] += pool[rng.IntN(len(pool))]
			default:
				toks[i], toks[j] = toks[j], toks[i]
			}
		}
		text := strings.Join(toks, "")
		m, err := Parse("mutant.tir", []byte(text))
		if err != nil {
			checkErrorList(t, err, text)
			continue
		}
		parsed++
		checkRoundTrip(t, m)
	}
	t.Logf("%d of %d mutants parse", parsed, n)
	if parsed < n/50 {
		t.Errorf("only %d of %d mutants parse: the round trip is hardly tested", parsed, n)
	}
}
