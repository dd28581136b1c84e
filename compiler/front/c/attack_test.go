package c_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestMutated gives the front end texts that are almost C. Each is a module that verifies, or errors with places.
func TestMutated(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	var texts [][]byte
	for _, dir := range []string{"pass", "ub"} {
		for _, name := range files(t, dir) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
	words := strings.Fields("( ) { } [ ] ; , . -> * & + - ++ ? : = == << int char struct union enum void float 0 1 -1 sizeof return goto case default \"s\" 'c' ... # __attribute__ typedef static const long x main 99999999999999999999 [] {} (int) &&")
	accepted := 0
	for range testseed.Rounds(600, 60) {
		text := bytes.Clone(texts[r.IntN(len(texts))])
		for range 1 + r.IntN(3) {
			at := r.IntN(len(text))
			switch r.IntN(4) {
			case 0: // delete
				text = append(text[:at:at], text[min(len(text), at+1+r.IntN(8)):]...)
			case 1: // insert a word
				text = append(append(text[:at:at], " "+words[r.IntN(len(words))]+" "...), text[at:]...)
			case 2: // copy a piece
				from := r.IntN(len(text))
				piece := bytes.Clone(text[from:min(len(text), from+1+r.IntN(40))])
				text = append(append(text[:at:at], piece...), text[at:]...)
			default: // a byte
				text[at] = byte(r.IntN(256))
			}
			if len(text) == 0 {
				text = []byte(" ")
			}
		}
		m, err := c.Compile([]c.File{{Name: "mutated.c", Text: text}}, c.Options{Hosted: true})
		if err != nil {
			var es c.Errors
			if !errors.As(err, &es) || len(es) == 0 {
				t.Fatalf("%v is no list of errors:\n%s", err, text)
			}
			for _, e := range es {
				if e.File == "" || e.Line < 1 || e.Col < 1 || e.Msg == "" {
					t.Errorf("%+v has no place:\n%s", e, text)
				}
			}
			continue
		}
		accepted++
		if err := ir.Verify(m); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	if accepted == 0 {
		t.Error("no text was accepted: what follows the parser was not tested")
	}
}
