package verb

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/corpus"
	"github.com/tuffy-ir/tuffy/docs/undefined"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// sarifSchema is the part of SARIF that is written, from its specification.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/sarif-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSARIF holds what is written of programs of the corpus to the schema, and wants rules that the results name, and places in
// the order of a line.
func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	results := 0
	for _, item := range testseed.Sample(t, 8, undefined.Items()) {
		text := corpus.Undefined(item.ID())["bad_1.c"]
		if text == "" || item.Number == 11 { // whose main has parameters
			continue
		}
		m, err := c.Compile([]c.File{{Name: "dir with blank/bad.c", Text: []byte(text)}}, c.Options{Hosted: true, Words: true, Checks: true})
		if err != nil {
			t.Fatal(err)
		}
		out, err := interp.Run(context.Background(), m, interp.Options{Entry: "main", SourceUB: true, Leaks: true, NoEvents: true})
		if err != nil {
			t.Fatal(err)
		}
		var s bytes.Buffer
		if err := writeSARIF(&s, out, nil); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v\n%s", item.ID(), err, s.String())
		}
		results += checkSARIF(t, s.Bytes(), len(out.Reports)+len(out.Leaks))
	}
	if results == 0 {
		t.Error("no program has a result")
	}
}

// checkSARIF wants as many results as findings, the rule of each and a region with a width above 0. It returns their number.
func checkSARIF(t *testing.T, text []byte, want int) int {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != want {
		t.Errorf("%d results, want %d", len(run.Results), want)
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is %s, the result says %s", r.RuleIndex, run.Tool.Driver.Rules[r.RuleIndex].ID, r.RuleID)
		}
		if g := r.Locations[0].Physical.Region; g == nil || g.EndColumn != 0 && g.EndColumn <= g.StartColumn {
			t.Errorf("%s has the region %v", r.RuleID, g)
		}
	}
	return len(run.Results)
}
