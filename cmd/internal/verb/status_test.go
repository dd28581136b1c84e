package verb

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// runFull is the script command `full command args…` or `full2 command args…`: it runs the command
// with standard output, or standard error, on a device that is full. The command must exit with
// status 65 and, where it can, say why.
func runFull(stream string) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) == 0 {
			ts.Fatalf("usage: full command args…")
		}
		runWithStatus(ts, false, append([]string{"65", "timeout", "60", "sh", "-c", `"$@" ` + stream + `>/dev/full`, "sh"}, args...))
		if stream == "1" {
			if text := ts.ReadFile("stderr"); !strings.Contains(text, "cannot write the output: ") || !strings.Contains(text, "no space left on device") {
				ts.Fatalf("says %q", text)
			}
		}
	}
}

// runWithStatus is the script command `status N command args…`: it runs the command and
// fails unless it exits with status N. Output is left for stdout and stderr.
func runWithStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command args…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var ee *exec.ExitError
	if errors.As(err, &ee) {
		got = ee.ExitCode()
		if w, ok := ee.Sys().(syscall.WaitStatus); ok && w.Signaled() {
			got = 128 + int(w.Signal()) // as a shell says it
		}
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
