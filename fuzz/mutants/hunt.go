package mutants

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Result is what became of the hunt for a mutant.
type Result struct {
	Found    bool
	First    string  // check that first failed
	Panic    bool    // it was a panic: a checker of the compiler's own saw it before any program ran
	Seconds  float64 // until then, or all there were
	CPU      float64 // seconds of processor time until then, of all threads of the campaign
	Programs int64   // made until then
	Check    string  // of the bug described below: the first one reduced to [MaxInsts], else the smallest
	Rule     string
	Message  string
	Reduced  bool
	Insts    int    // of the reduced program
	Text     string // of it
	Note     string // the report, if there is no reduced program
}

// MaxInsts is how many instructions a reduced program should have at most.
const MaxInsts = 12

// Small reports whether a bug was found and reduced far enough.
func (r *Result) Small() bool { return r.Reduced && r.Insts <= MaxInsts }

// Hunt builds the campaign of the module at root with a mutant in it, none if it is nil, and
// runs it with the flags of the command hunt, once with each of the seeds. A mutant of the backend or of a
// pass is looked for by the checks of these, in the programs of its preset.
func Hunt(root string, m *Mutant, seeds []uint64, flags ...string) (all []*Result, err error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	overlay, err := overlay(root, dir, m)
	if err != nil {
		return nil, err
	}
	binary := filepath.Join(dir, "hunt")
	if _, err := output(root, "go", "build", "-ldflags=-s -w", "-overlay", overlay, "-o", binary, "./fuzz/mutants/hunt"); err != nil {
		return nil, err
	}
	if m != nil {
		flags = slices.Concat(m.flags(), flags)
	}
	for _, seed := range seeds {
		out, err := output(root, binary, slices.Concat(flags, []string{"-seed", fmt.Sprint(seed)})...)
		if err != nil {
			return nil, err
		}
		r := &Result{}
		if err := json.Unmarshal(out, r); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// flags are those of the command hunt for a mutant.
func (m *Mutant) flags() []string {
	switch m.Where {
	case Backend:
		return []string{"-only", "backend", "-preset", m.Preset}
	case Opt:
		return []string{"-only", "passes", "-preset", "passes"}
	}
	return nil
}

// overlay writes the wrong version of a file of the module at root to dir, and beside it the
// file that `go build -overlay` takes, whose path it returns. Without a mutant nothing is
// replaced.
func overlay(root, dir string, m *Mutant) (string, error) {
	replace := map[string]string{}
	if m != nil {
		path, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(m.File)))
		if err != nil {
			return "", err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		if src, err = m.Apply(src); err != nil {
			return "", err
		}
		wrong := filepath.Join(dir, "wrong.go")
		if err := os.WriteFile(wrong, src, 0o644); err != nil {
			return "", err
		}
		replace[path] = wrong
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}

// output runs a command in a folder. Its errors carry the end of what it wrote.
func output(dir, name string, args ...string) ([]byte, error) {
	var text bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, &text
	out, err := cmd.Output()
	if err != nil {
		end := text.Bytes()
		return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, end[max(0, len(end)-2000):])
	}
	return out, nil
}
