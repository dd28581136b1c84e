package mutants

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Rows builds tuffy-fuzz of the module at root with mutants in it, runs a campaign with the flags of
// `tuffy-fuzz run`, and returns the lines of the report: the first says how many programs there were, and each of the
// others is what the campaign takes for a bug. It needs the go command.
func Rows(root string, planted []Mutant, flags ...string) (programs string, rows []string, err error) {
	dir, err := os.MkdirTemp("", "rows")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(dir)
	binary, folder := filepath.Join(dir, "tuffy-fuzz"), filepath.Join(dir, "campaign")
	if err := Build(root, binary, "./cmd/tuffy-fuzz", planted...); err != nil {
		return "", nil, err
	}
	args := append([]string{"run", "-q", "--out", folder}, flags...)
	out, err := exec.Command(binary, args...).CombinedOutput()
	// Status 1 says that there are bugs, which is what is asked for.
	if e, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || e.ExitCode() != 1) {
		return "", nil, fmt.Errorf("%w\n%s", err, out)
	}
	out, err = exec.Command(binary, "report", folder).Output()
	if e, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || e.ExitCode() != 1) {
		return "", nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	// The second line has the names of the columns.
	return lines[0], lines[min(2, len(lines)):], nil
}
