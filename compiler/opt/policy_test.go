package opt_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// live counts the instructions of a module.
func live(m *ir.Module) int {
	n := 0
	for _, f := range m.Funcs {
		n += f.Live()
	}
	return n
}

// golden compares what a policy makes of the programs of the corpus with what it made of them when
// it was locked: instructions and a digest of the text, by program.
func golden(t *testing.T, version string) {
	t.Helper()
	c, err := opt.Policy(version)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, folder := range []string{"bench", "pass"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "corpus", folder, "*.tir"))
		if err != nil || len(files) == 0 {
			t.Fatal(err, len(files))
		}
		for _, name := range files {
			m := read(t, name)
			n := live(m)
			if _, err := pass.Run(m, opt.Passes(), pass.Options{Config: c}); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&got, "%s/%s %d %d %x\n", folder, filepath.Base(name), n, live(m), sha256.Sum256([]byte(m.String())))
		}
	}
	name := filepath.Join("testdata", version+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("policy %s makes other programs than when it was locked (-want +got):\n%s", version, d)
	}
}
