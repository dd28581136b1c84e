package mutants

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Compiles reports whether the package of a mutant builds with it. A rule makes texts, not programs: where the types do
// not fit there is no mutant. It needs the go command; an error is one of finding the file.
func Compiles(root string, m Mutant) (bool, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	overlay, err := overlay(root, dir, []Mutant{m})
	if err != nil {
		return false, err
	}
	cmd := exec.Command("go", "build", "-overlay", overlay, "./"+filepath.ToSlash(filepath.Dir(filepath.FromSlash(m.File))))
	cmd.Dir = root
	return endsWell(cmd)
}

// HasWitness reports whether tests of packages of the module at root fail with a mutant and pass without it: then it is wrong, whether a
// campaign sees it or not. If they pass nothing is known; most such mutants change nothing that a program can see. If they fail
// without it, too, as some do on a machine that lacks what they need or is too slow, nothing is known either.
func HasWitness(root string, m Mutant, packages []string) (bool, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	overlay, err := overlay(root, dir, []Mutant{m})
	if err != nil {
		return false, err
	}
	passed, err := testsPass(root, packages, "-overlay", overlay)
	if passed || err != nil {
		return false, err
	}
	// The go command remembers those that passed, so that it runs them once.
	return testsPass(root, packages)
}

// testsPass runs tests. A mutant may make one run for ever.
func testsPass(root string, packages []string, flags ...string) (bool, error) {
	cmd := exec.Command("go", slices.Concat([]string{"test", "-short", "-failfast", "-timeout", "5m"}, flags, packages)...)
	cmd.Dir = root
	return endsWell(cmd)
}

// endsWell runs a command and reports whether it ended well. A status other than 0 is an answer, and that there is no such
// command an error.
func endsWell(cmd *exec.Cmd) (ok bool, err error) {
	out, err := cmd.CombinedOutput()
	if _, is := errors.AsType[*exec.ExitError](err); is {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w\n%s", err, out)
	}
	return true, nil
}
