package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
)

const exported = "../../../lean/export/passes.json"

func readExport(t *testing.T) (data []byte, names []string) {
	t.Helper()
	data, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	if names, err = passesIn(".."); err != nil {
		t.Fatal(err)
	}
	return data, names
}

// TestCurrent: kinds_gen.go is what the committed export generates.
func TestCurrent(t *testing.T) {
	data, names := readExport(t)
	want, err := generate("passes.json", data, names)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../kinds_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("kinds_gen.go is stale: run go generate ./compiler/opt")
	}
}

// TestDamaged: whatever part of the export is missing or something else, there is an error with the
// file, or a table, never a panic.
func TestDamaged(t *testing.T) {
	data, _ := readExport(t)
	exporttest.Texts(t, "bad.json", data, func(data []byte) error {
		_, err := generate("bad.json", data, nil)
		return err
	})
	small := []byte(`{"format": "tuffy-passes", "version": 1, "lean": "4.28.0", "passes": [
		{"name": "gvn", "kind": "refinement", "status": "argued", "rewrites": [
			{"name": "equal", "kinds": ["equivalence", "refinement"]},
			{"name": "proven", "kinds": ["refinement"], "theorem": "A.proven", "axioms": ["propext"]}]}]}`)
	exporttest.Each(t, "bad.json", small, func(data []byte) error {
		_, err := generate("bad.json", data, []string{"gvn"})
		return err
	})
}

// TestErrors: what is wrong with an export is said with its line, and nothing is made of it.
func TestErrors(t *testing.T) {
	data, names := readExport(t)
	dce := `{"name": "dce", "kind": "refinement", "status": "argued"`
	unused := `{"name": "unused", "kinds": ["equivalence", "refinement"]}`
	theorem := `"theorem": "Tuffy.Rewrites.Int.add_zero"`
	for _, row := range []struct{ old, with, want string }{
		{dce, strings.Replace(dce, "dce", "dcf", 1), `line 3: there is no such pass in Go`},
		{dce, strings.Replace(dce, "dce", "dcf", 1), `pass "dce" of Go is not in it`},
		{dce, strings.Replace(dce, "dce", "gvn", 1), `it is there twice`},
		{dce, strings.Replace(dce, "refinement", "equivalence", 1), `line 3: its kind is equivalence, but the weakest of its rewrites is refinement`},
		{dce, strings.Replace(dce, "refinement", "sameness", 1), `unknown kind "sameness"`},
		{dce, strings.Replace(dce, "argued", "proven", 1), `its status is proven, but not all of its rewrites have a theorem`},
		{dce, strings.Replace(dce, "argued", "tested", 1), `unknown status "tested"`},
		{unused, strings.Replace(unused, "equivalence", "sameness", 1), `pass "dce": line 5: rewrite "unused": unknown kind "sameness"`},
		{unused, strings.Replace(unused, `"equivalence", "refinement"`, `"refinement", "equivalence"`, 1), `kinds stand once, the strongest first`},
		{unused, strings.Replace(unused, `"equivalence", "refinement"`, ``, 1), `it has no kind`},
		{unused, strings.Replace(unused, `"unused"`, `"dead_arguments"`, 1), `rewrite "dead_arguments": it is there twice`},
		{theorem, `"theorem": ""`, `rewrite "add_zero": it has no theorem`},
		{theorem + `, "axioms": ["propext"]`, theorem + `, "axioms": ["wish"]`, `its proof Tuffy.Rewrites.Int.add_zero rests on the axiom wish`},
		{theorem + `, "axioms": ["propext"]`, `"axioms": []`, `its status is proven, but not all of its rewrites have a theorem`},
		{`"lean": "4.28.0",`, `"lean": "4.28.0"`, `line 2, column 2: invalid character`},
	} {
		if strings.Count(string(data), row.old) != 1 {
			t.Fatalf("%q is there %d times", row.old, strings.Count(string(data), row.old))
		}
		_, err := generate("bad.json", []byte(strings.Replace(string(data), row.old, row.with, 1)), names)
		if err == nil || !strings.HasPrefix(err.Error(), "bad.json: ") || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s\ngot  %v\nwant %s", row.with, err, row.want)
		}
	}
}
