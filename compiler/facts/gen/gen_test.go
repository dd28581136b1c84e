package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/ir"
)

const (
	exported = "../../../lean/export/facts.json"
	opsFile  = "../../../ir/ops.go"
)

func readExport(t *testing.T) (data []byte, names map[ir.Op]string) {
	t.Helper()
	data, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	if names, err = goNames(opsFile); err != nil {
		t.Fatal(err)
	}
	return data, names
}

// inFamily reports whether the family of facts has a part.
func inFamily(t *testing.T) func(part string) bool {
	t.Helper()
	exists, err := partsOf("facts")
	if err != nil {
		t.Fatal(err)
	}
	return exists
}

// TestCurrent: proofs_gen.go is what the committed export generates.
func TestCurrent(t *testing.T) {
	data, names := readExport(t)
	want, err := generate("facts.json", data, names, inFamily(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../proofs_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("proofs_gen.go is stale: run go generate ./compiler/facts")
	}
}

// TestDamaged: whatever part of the export is missing or something else, there is an error with the
// file, or a table, never a panic.
func TestDamaged(t *testing.T) {
	data, names := readExport(t)
	exists := inFamily(t)
	use := func(data []byte) error {
		_, err := generate("bad.json", data, names, exists)
		return err
	}
	exporttest.Texts(t, "bad.json", data, use)
	exporttest.Each(t, "bad.json", data, func(data []byte) error {
		// One rule at a time: that the other lists are empty is not what is tested.
		err := use(data)
		if err == nil {
			return nil
		}
		var rest []string
		for _, l := range strings.Split(err.Error(), "\n") {
			if !strings.HasSuffix(l, ": there are no rules") {
				rest = append(rest, l)
			}
		}
		if rest == nil {
			return nil
		}
		return damaged(strings.Join(rest, "\n"))
	})
}

type damaged string

func (d damaged) Error() string { return string(d) }

// TestErrors: what is wrong with an export is said with its line, and nothing is made of it.
func TestErrors(t *testing.T) {
	data, names := readExport(t)
	exists := inFamily(t)
	add := `{"op": "add", "on": ["int", "int"], "domains": ["bits", "range"], "vectors": "binary.txt", "theorem": "Tuffy.Facts.Forward.add"`
	for _, row := range []struct{ old, with, want string }{
		{add, strings.Replace(add, `"add"`, `"plus"`, 1), `line 3: forward "plus": unknown opcode "plus"`},
		{add, strings.Replace(add, `"int", "int"`, `"int"`, 1), `it is about 1 operands, which the opcode does not have`},
		{add, strings.Replace(add, `"int", "int"`, `"int", "integer"`, 1), `unknown type "integer"`},
		{add, strings.Replace(add, `"bits"`, `"bytes"`, 1), `unknown domain "bytes"`},
		{add, strings.Replace(add, `"bits", "range"`, ``, 1), `it says nothing`},
		{add, strings.Replace(add, "binary.txt", "none.txt", 1), `there is no part "none.txt" of vectors`},
		{add, strings.Replace(add, "binary.txt", "../rules.json", 1), `there is no part "../rules.json" of vectors`},
		{add, strings.Replace(add, "Tuffy.Facts.Forward.add", "", 1), `it has no theorem`},
		{add, strings.Replace(add, "Forward.add", "Forward.sub", 1), `it is there twice`},
		{add + `, "axioms": [`, add + `, "axioms": ["wish", `, `its proof Tuffy.Facts.Forward.add rests on the axiom wish`},
		{`"op": "icmp.eq", "on": ["int", "int"], "vectors"`, `"op": "icmp.eg", "on": ["int", "int"], "vectors"`, `edge "icmp.eg": unknown predicate "eg"`},
		{`{"operation": "widen"`, `{"operation": "broaden"`, `lattice "broaden": unknown operation on facts`},
		{`"lean": "4.28.0",`, `"lean": "4.28.0"`, `line 2, column 2: invalid character`},
	} {
		if strings.Count(string(data), row.old) != 1 {
			t.Fatalf("%q is there %d times", row.old, strings.Count(string(data), row.old))
		}
		_, err := generate("bad.json", []byte(strings.Replace(string(data), row.old, row.with, 1)), names, exists)
		if err == nil || !strings.HasPrefix(err.Error(), "bad.json: ") || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s\ngot  %v\nwant %s", row.with, err, row.want)
		}
	}
}
