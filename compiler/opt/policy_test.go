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
// it was locked: instructions and a digest of the text, by program. A program that was added since says
// nothing of the policy; -update locks it, too.
func golden(t *testing.T, version string) {
	t.Helper()
	c, err := opt.Policy(version)
	if err != nil {
		t.Fatal(err)
	}
	corpus, name := filepath.Join("..", "..", "corpus"), filepath.Join("testdata", version+".golden")
	locked, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var programs []string
	if *update {
		for _, folder := range []string{"bench", "pass"} {
			files, err := filepath.Glob(filepath.Join(corpus, folder, "*.tir"))
			if err != nil || len(files) == 0 {
				t.Fatal(err, len(files))
			}
			for _, f := range files {
				programs = append(programs, folder+"/"+filepath.Base(f))
			}
		}
	} else {
		for line := range strings.Lines(string(locked)) {
			programs = append(programs, strings.Fields(line)[0])
		}
	}
	var got strings.Builder
	for _, p := range programs {
		m := read(t, filepath.Join(corpus, filepath.FromSlash(p)))
		n := live(m)
		if _, err := pass.Run(m, opt.Passes(), pass.Options{Config: c}); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %d %d %x\n", p, n, live(m), sha256.Sum256([]byte(m.String())))
	}
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(locked), got.String()); d != "" || len(programs) < 100 {
		t.Errorf("policy %s makes other programs than when it was locked, or of %d only (-want +got):\n%s", version, len(programs), d)
	}
}
