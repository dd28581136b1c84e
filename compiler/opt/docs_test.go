package opt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
)

// TestDocumented: docs/reference/optimizer.md has the row of every pass, with its parameters.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "optimizer.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range opt.Passes() {
		var params []string
		for _, q := range p.Params {
			params = append(params, fmt.Sprintf("%s=%d", q.Name, q.Default))
		}
		if row := fmt.Sprintf("| `%s` | %s | %s | %s |", p.Name, p.Kind(), p.Doc, strings.Join(params, ", ")); !strings.Contains(string(text), row) {
			t.Errorf("docs/reference/optimizer.md lacks\n%s", row)
		}
	}
}
