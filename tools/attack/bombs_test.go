package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestBombs makes the table: names are different, and there are as many as the attack promises.
func TestBombs(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range allBombs() {
		if seen[b.name] || len(b.argv) == 0 || len(b.files) == 0 {
			t.Errorf("bomb %q", b.name)
		}
		seen[b.name] = true
	}
	t.Logf("%d bombs", len(seen))
	if len(seen) < 200 {
		t.Errorf("%d bombs, want 200", len(seen))
	}
}

// TestBombsAreRead reads the programs of bombs that are not about reading: one with a slip of the pen
// would be refused and try nothing.
func TestBombsAreRead(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range testseed.Every(3, allBombs()) {
		write, ok := b.files["p.tir"]
		if !ok || strings.HasPrefix(b.name, "text-") || strings.HasPrefix(b.name, "type-") || strings.Contains(b.name, "-far") || strings.Contains(b.name, "swap") {
			continue
		}
		var buf bytes.Buffer
		w := bufio.NewWriter(&buf)
		write(w)
		w.Flush()
		if text := buf.String(); len(text) < 1<<20 && !seen[text] {
			seen[text] = true
			m, err := parser.Parse("p.tir", []byte(text))
			if err == nil {
				err = ir.Verify(m)
			}
			if err != nil {
				t.Errorf("%s: %s", b.name, firstLine(err.Error()))
			}
		}
	}
}

// TestEvenly: what --first and --count choose is in order, without repetition, and as many as there are.
func TestEvenly(t *testing.T) {
	list := make([]int, 200)
	for n := range list {
		list[n] = n
	}
	for _, first := range []int{0, 1, 5, 199, 200, 500} {
		for _, count := range []int{0, 1, 3, 199, 500} {
			got := evenly(list, first, count)
			want := max(0, len(list)-first)
			if count > 0 {
				want = min(want, count)
			}
			if len(got) != want {
				t.Errorf("evenly(%d, %d) are %d, want %d", first, count, len(got), want)
			}
			for n, x := range got {
				if x < first || n > 0 && x <= got[n-1] {
					t.Errorf("evenly(%d, %d)[%d] is %d", first, count, n, x)
				}
			}
			if count > 0 && len(got) > 0 && got[0] != first {
				t.Errorf("evenly(%d, %d) begins with %d", first, count, got[0])
			}
		}
	}
}
