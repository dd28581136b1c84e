// Package gcctest builds programs for tests that compare with gcc, or that need it to call what
// Tuffy has made. Without gcc such a test fails.
package gcctest

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// Build compiles and links files, whose names say what they are (.c, .s, .o), and returns the name
// of the program. Arguments are options of gcc and further files.
func Build(t testing.TB, files map[string]string, args ...string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Fatal("this test needs gcc: make deps installs it")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	command := []string{"-o", program}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(files[name]), 0o600); err != nil {
			t.Fatal(err)
		}
		command = append(command, file)
	}
	if out, err := exec.Command(gcc, append(command, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return program
}
