package lean

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFind: every theorem that Lean's export names is found, in a file that has its name in that line.
func TestFind(t *testing.T) {
	files, err := filepath.Glob("export/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var all any
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		n, missing := 0, []string(nil)
		theorems(all, func(name string) {
			n++
			found, ok := Find(name)
			if !ok {
				missing = append(missing, name)
				return
			}
			src, err := os.ReadFile(filepath.Join("..", found.File))
			if err != nil {
				t.Fatal(err)
			}
			short := name[strings.LastIndexByte(name, '.')+1:]
			if line := strings.Split(string(src), "\n")[found.Line-1]; !strings.Contains(line, short) && !strings.Contains(line, "s!\"") || !strings.HasPrefix(found.Text, line) {
				t.Errorf("%s: %s:%d is %q", name, found.File, found.Line, line)
			}
		})
		t.Logf("%s: %d theorems, %d missing: %q", file, n, len(missing), missing[:min(len(missing), 10)])
		if n == 0 || len(missing) > 0 {
			t.Errorf("%s: of %d theorems %d are not found: %q", file, n, len(missing), missing[:min(len(missing), 10)])
		}
	}
	if _, ok := Find("Tuffy.Rewrites.Int.no"); ok {
		t.Error("a theorem that there is not was found")
	}
}

// theorems visits the values of the keys "theorem" anywhere in a JSON value.
func theorems(v any, do func(name string)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			theorems(x, do)
		}
	case map[string]any:
		for k, x := range v {
			if name, ok := x.(string); ok && k == "theorem" && name != "" {
				do(name)
			}
			theorems(x, do)
		}
	}
}
