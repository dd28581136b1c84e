package verb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaFolder holds a schema for each record.
var schemaFolder = filepath.Join("..", "..", "..", "docs", "reference", "schema")

// schemaTexts are the schemas as JSON values, by the name of the record, and the one that they have in common.
func schemaTexts() (map[string]any, error) {
	files, err := filepath.Glob(filepath.Join(schemaFolder, "*.json"))
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if out[strings.TrimSuffix(filepath.Base(file), ".json")], err = jsonschema.UnmarshalJSON(bytes.NewReader(text)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// commonSchema holds definitions and is no record.
const commonSchema = "common"

// schemas reads all of them, by the name of the record.
func schemas() (map[string]*jsonschema.Schema, error) {
	texts, err := schemaTexts()
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	for name, doc := range texts {
		if err := c.AddResource(name+".json", doc); err != nil {
			return nil, err
		}
	}
	out := map[string]*jsonschema.Schema{}
	for name := range texts {
		if name == commonSchema {
			continue
		}
		if out[name], err = c.Compile(name + ".json"); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// TestSchemasSayEverything: a schema has the keys of every object, allows no others, and describes each of them; of
// a map it has the type of the values.
func TestSchemasSayEverything(t *testing.T) {
	texts, err := schemaTexts()
	if err != nil {
		t.Fatal(err)
	}
	var look func(at string, v any)
	look = func(at string, v any) {
		switch v := v.(type) {
		case []any:
			for n, x := range v {
				look(fmt.Sprintf("%s/%d", at, n), x)
			}
		case map[string]any:
			_, keys := v["properties"]
			values, isMap := v["additionalProperties"].(map[string]any)
			if v["type"] == "object" && (keys == (isMap && len(values) > 0) || keys && v["additionalProperties"] != false) {
				t.Errorf("%s: an object whose keys are not known", at)
			}
			if v["type"] == "array" && v["items"] == nil {
				t.Errorf("%s: an array of anything", at)
			}
			props, _ := v["properties"].(map[string]any)
			for name, p := range props {
				if p, ok := p.(map[string]any); !ok || p["description"] == nil {
					t.Errorf("%s/%s has no description", at, name)
				}
			}
			// The map of keys is no schema: a key may be called as a word of a schema.
			for name, x := range props {
				look(at+"/properties/"+name, x)
			}
			for name, x := range v {
				if name != "properties" {
					look(at+"/"+name, x)
				}
			}
		}
	}
	for name, doc := range texts {
		look(name, doc)
	}
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
			if m, ok := v.(map[string]any); values == 0 && (!ok || !strings.HasPrefix(fmt.Sprint(m["schema"]), "tuffy/"+args[0]+"/")) {
				ts.Fatalf("the record does not name tuffy/%s:\n%s", args[0], raw)
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
