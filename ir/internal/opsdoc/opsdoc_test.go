package opsdoc

import (
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

func TestDocsAreCurrent(t *testing.T) {
	got, err := os.ReadFile("../../../docs/ops.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != Markdown() {
		t.Error("docs/ops.md is stale: run go generate ./ir")
	}
}

// TestGroups holds the sections to the table: each opcode in one of them, in order.
func TestGroups(t *testing.T) {
	next := 0
	for _, g := range Groups {
		if int(g.First) != next || g.Last < g.First {
			t.Errorf("section %q starts at %s, want opcode %d", g.Title, g.First, next)
		}
		next = int(g.Last) + 1
	}
	if next != ir.NumOps {
		t.Errorf("the sections end before opcode %d of %d", next, ir.NumOps)
	}
}

// TestSpelled finds letters, suffixes, rules and flags of the table that have no text here.
func TestSpelled(t *testing.T) {
	known := ir.OpFlags(0)
	for _, row := range flagText {
		known |= row.flag
	}
	for n := range ir.Ops {
		op := ir.Op(n)
		info := op.Info()
		for _, s := range info.Suffix {
			if suffixText[s] == "" {
				t.Errorf("%s: suffix %d has no text", op, s)
			}
		}
		for _, c := range []byte(strings.TrimSuffix(info.Sig, "?k")) {
			if letterText[c] == "" {
				t.Errorf("%s: letter %c has no text", op, c)
			}
		}
		if resultText[info.Result] == "" && info.Result != ir.ResNone {
			t.Errorf("%s: result rule %d has no text", op, info.Result)
		}
		if info.Flags&^known != 0 {
			t.Errorf("%s: flags %b have no text", op, info.Flags&^known)
		}
	}
}
