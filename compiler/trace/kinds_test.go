package trace_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/trace"
)

// TestFactKinds: the reference and the schema have every kind of facts.
func TestFactKinds(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "trace.md"))
	text, err2 := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "schema", "common.json"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	var schema struct {
		Defs struct {
			Fact struct {
				Properties struct{ Kind struct{ Enum []string } }
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range trace.FactKinds {
		names = append(names, k.Name)
		if row := "| `" + k.Name + "` | " + k.Doc + " |\n"; !strings.Contains(string(page), row) {
			t.Errorf("docs/reference/trace.md lacks %s", row)
		}
	}
	if !slices.Equal(names, schema.Defs.Fact.Properties.Kind.Enum) || !slices.IsSorted(names) {
		t.Errorf("the schema has %v, the table %v", schema.Defs.Fact.Properties.Kind.Enum, names)
	}
}

// TestTyped: what the text of a fact says stands in its fields.
func TestTyped(t *testing.T) {
	for _, c := range []struct {
		kind, value, want string
	}{
		{"const", "8", `{"kind":"const","value":"8","properties":["is_power_of_2"]}`},
		{"const", "0", `{"kind":"const","value":"0","properties":["is_zero"]}`},
		{"const", "-4", `{"kind":"const","value":"-4","properties":["is_negative"]}`},
		{"const", "12", `{"kind":"const","value":"12"}`},
		{"const", "true", `{"kind":"const","value":"true"}`},
		{"range", "-3..340282366920938463463374607431768211456", `{"kind":"range","value":"-3..340282366920938463463374607431768211456","min":"-3","max":"340282366920938463463374607431768211456"}`},
		{"annotation", ":s8", `{"kind":"annotation","value":":s8","min":"-128","max":"127"}`},
		{"annotation", ":u1", `{"kind":"annotation","value":":u1","min":"0","max":"1"}`},
		{"annotation", ":u8:known(?0_1x01)", `{"kind":"annotation","value":":u8:known(?0_1x01)","min":"0","max":"255","known_zeros":"0x12","known_ones":"0x9"}`},
		{"annotation", ":align8", `{"kind":"annotation","value":":align8"}`},
	} {
		text, err := json.Marshal(trace.Fact{Kind: c.kind, Value: c.value}.Typed())
		if err != nil || string(text) != c.want {
			t.Errorf("%s, want %s, %v", text, c.want, err)
		}
	}
}
