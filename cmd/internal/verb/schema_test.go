package verb

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaFolder holds a schema for each record.
var schemaFolder = filepath.Join("..", "..", "..", "docs", "reference", "schema")

// schemas reads all of them, by the name of the record.
func schemas() (map[string]*jsonschema.Schema, error) {
	files, err := filepath.Glob(filepath.Join(schemaFolder, "*.json"))
	if err != nil {
		return nil, err
	}
	out := map[string]*jsonschema.Schema{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(filepath.Base(file), doc); err != nil {
			return nil, err
		}
		s, err := c.Compile(filepath.Base(file))
		if err != nil {
			return nil, err
		}
		out[strings.TrimSuffix(filepath.Base(file), ".json")] = s
	}
	return out, nil
}

// runConforms is the script command `conforms NAME FILE`: every JSON value of the file conforms to the schema of the record,
// and the first one names it.
func runConforms(known map[string]*jsonschema.Schema) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 || known[args[0]] == nil {
			ts.Fatalf("usage: conforms NAME FILE, with the name of a schema")
		}
		text := ts.ReadFile(args[1])
		values := 0
		for d := json.NewDecoder(strings.NewReader(text)); d.More(); values++ {
			var raw json.RawMessage
			ts.Check(d.Decode(&raw))
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
			ts.Check(err)
			if err := known[args[0]].Validate(v); err != nil {
				ts.Fatalf("%v\n%s", err, raw)
			}
			if m, ok := v.(map[string]any); values == 0 && (!ok || m["schema"] != schemaOf(args[0])) {
				ts.Fatalf("the record does not name %s:\n%s", schemaOf(args[0]), raw)
			}
		}
		if values == 0 {
			ts.Fatalf("no record in %q", text)
		}
	}
}

// TestSchemasRefuse: a schema refuses what is not its record: another name, a key more, a number for a string of digits.
func TestSchemasRefuse(t *testing.T) {
	known, err := schemas()
	if err != nil || len(known) < 12 {
		t.Fatalf("%d schemas, %v", len(known), err)
	}
	good := `{"schema":"tuffy/seeds/1","ran":1,"groups":[{"outcome":"returned 0","seeds":["18446744073709551615"]}]}`
	for _, change := range [][2]string{{"", ""}, {"seeds/1", "seed/1"}, {`"ran":1`, `"ran":1,"more":2`}, {`"18446744073709551615"`, "18446744073709551615"}, {`"ran":1,`, ""}, {`"ran":1`, `"ran":18446744073709551615`}} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(good, change[0], change[1], 1)))
		if err != nil {
			t.Fatal(err)
		}
		if err := known["seeds"].Validate(v); (err == nil) != (change[0] == "") {
			t.Errorf("with %q for %q: %v", change[1], change[0], err)
		}
	}
}

// TestSchemasAreDocumented: docs/reference/json.md has a row for every schema.
func TestSchemasAreDocumented(t *testing.T) {
	known, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(schemaFolder, "..", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range known {
		if !strings.Contains(string(text), "| `"+name+"` |") || !strings.Contains(string(text), "(schema/"+name+".json)") {
			t.Errorf("docs/reference/json.md has no row for %s", name)
		}
	}
}
