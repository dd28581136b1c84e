package verb

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFuzzCorpus converts there and back and says what is wrong with a file.
func TestFuzzCorpus(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"go/a": "go test fuzz v1\n[]byte(\"one\")\n", "go/b": "go test fuzz v1\n[]byte(\"two\")\n", "two/a": "go test fuzz v1\nuint64(258)\nstring(\"x\")\n",
		"bad/a": "go test fuzz v1\nuint64(x)\n",
	} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		args, want string
		bad        bool // what a file says, not how the command was called
	}{
		{"--to go-fuzz go raw", "2 inputs: 2 written, 0 known; 0 descriptions left out\n", false},
		{"--to go-fuzz go raw", "2 inputs: 0 written, 2 known; 0 descriptions left out\n", false},
		{"--to go raw back", "2 inputs: 2 written, 0 known; 0 descriptions left out\n", false},
		{"--to go-fuzz two raw2", "1 input: 1 written, 0 known; 0 descriptions left out\n", false},
		{"--to go --types uint64,string raw2 back2", "1 input: 1 written, 0 known; 0 descriptions left out\n", false},
		{"--to go-fuzz bad out", at("bad/a") + ":2: expected TYPE(LITERAL)", true},
		{"--to go missing out", "no such file", true},
		{"--to go --types map raw out", `no "map"`, false},
		{"--to go-fuzz --types string go out", "--types is for --to go", false},
		{"--to afl go out", "--to afl: expected go or go-fuzz", false},
		{"go out", "say which format", false},
	} {
		args := strings.Fields(row.args)
		for n := len(args) - 2; n < len(args); n++ {
			args[n] = at(args[n])
		}
		var out bytes.Buffer
		c := dressed(fuzzCorpus())
		c.SilenceErrors, c.SilenceUsage = true, true
		c.SetArgs(args)
		c.SetOut(&out)
		err := c.Execute()
		var bad badInput
		got := out.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, row.want) || errors.As(err, &bad) != row.bad || (err == nil) != strings.HasSuffix(row.want, "out\n") {
			t.Errorf("%s: %q, %v", row.args, got, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(at("back2"), only(t, at("back2"))))
	if err != nil || string(text) != "go test fuzz v1\nuint64(258)\nstring(\"x\")\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func only(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files in %s, %v", len(files), dir, err)
	}
	return files[0].Name()
}
