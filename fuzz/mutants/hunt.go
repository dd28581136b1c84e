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
//
// It is what the command hunt prints as JSON and Hunt reads: one a seed.
type Result struct {
	Found bool
	First string // check that first failed
	// A panic counts as found, though no program showed a difference.
	Panic   bool    // it was a panic: a checker of the compiler's own saw it before any program ran
	Seconds float64 // until then, or all there were
	// CPU is what campaigns are compared by: Seconds depend on what else the machine does.
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
//
// A program of this size is read at a glance; a mutant whose bug stays larger says something about the reducer.
const MaxInsts = 12

// Small reports whether a bug was found and reduced far enough.
func (r *Result) Small() bool { return r.Reduced && r.Insts <= MaxInsts }

// Hunt builds the campaign of the module at root with a mutant in it, none if it is nil, and
// runs it with the flags of the command hunt, once with each of the seeds. A mutant of the backend or of a
// pass is looked for by the checks of these, in the programs of its preset.
//
// The binary is built once and run once a seed, one after another, so that the times are comparable. It needs the
// go command. An error is one of building or running; a mutant that is not found is a result.
func Hunt(root string, m *Mutant, seeds []uint64, flags ...string) (all []*Result, err error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var planted []Mutant
	// The flags of the caller come last and so win over those of the mutant.
	// Without a mutant the same campaign measures how often the checks fail by themselves, which must be never.
	if m != nil {
		planted = append(planted, *m)
		flags = slices.Concat(m.flags(), flags)
	}
	// The overlay is read by the build alone: after it the folder needs only the binary.
	binary := filepath.Join(dir, "hunt")
	if err := Build(root, binary, "./fuzz/mutants/hunt", planted...); err != nil {
		return nil, err
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

// Build builds a command of the module at root with mutants in it, and writes it to binary. It needs the
// go command.
func Build(root, binary, command string, planted ...Mutant) error {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	overlay, err := overlay(root, dir, planted)
	if err != nil {
		return err
	}
	// Symbols are not needed and make linking slow.
	_, err = output(root, "go", "build", "-ldflags=-s -w", "-overlay", overlay, "-o", binary, command)
	return err
}

// flags are those of the command hunt for a mutant.
//
// Without them an engine's mutant is looked for by all checks in the mix. Backend without a Preset gives an empty
// name, which is the mix as well.
func (m *Mutant) flags() []string {
	switch m.Where {
	case Backend:
		return []string{"-only", "backend", "-preset", m.Preset}
	case Opt:
		return []string{"-only", "passes", "-preset", "passes"}
	}
	return nil
}

// overlay writes the files of the module at root that mutants change to dir, and beside them the
// file that `go build -overlay` takes, whose path it returns. Without a mutant nothing is
// replaced. Several mutants may change one file.
func overlay(root, dir string, planted []Mutant) (string, error) {
	// From the path of a file to that of the text that stands for it; a second mutant of the file edits that text.
	replace := map[string]string{}
	for _, m := range planted {
		// The go command compares absolute paths.
		path, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(m.File)))
		if err != nil {
			return "", err
		}
		if replace[path] == "" {
			replace[path] = path
		}
		src, err := os.ReadFile(replace[path])
		if err != nil {
			return "", err
		}
		// An old text that is gone or ambiguous ends the hunt before anything is built.
		if src, err = m.Apply(src); err != nil {
			return "", err
		}
		wrong := filepath.Join(dir, fmt.Sprintf("wrong%d.go", len(replace)))
		if replace[path] != path {
			wrong = replace[path]
		}
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
//
// Standard output is the result, standard error the explanation, of which 2000 bytes hold the last messages of a
// compiler.
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
