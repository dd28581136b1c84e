package verb

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/fatih/color"
)

// crashSafe keeps a crash of ours from looking like a verdict. What Go ends by itself (a panic of
// another goroutine, a fatal error of the runtime) ends by SIGABRT instead of with status 2, which
// means undefined behaviour.
// Every command calls it before it looks at its flags.
func crashSafe() {
	debug.SetTraceback("crash")
	dumpNoCore()
}

// confess reports a panic of this goroutine, which is a bug of ours, and how to report it.
//
// It must be called by the function that recovers, since the stack is that of the caller. A bug is never
// reported with the status of a verdict: a reducer or a script would take it for one.
func confess(w io.Writer, command string, reason any) int {
	// The first line is the message. What follows it is in the stack.
	text, _, _ := strings.Cut(strings.TrimPrefix(fmt.Sprint(reason), "BUG: "), "\n")
	fmt.Fprintln(w, color.New(color.FgRed, color.Bold).Sprint("internal error:"), text)
	fmt.Fprintf(w, "This is a bug of %s, not of the program that it works on. Please report it at\n", command)
	fmt.Fprintf(w, "https://github.com/tuffy-ir/tuffy/issues with this command, its files, and these lines:\n\n%s\n", strings.Join(os.Args, " "))
	fmt.Fprintf(w, "%s%s", versionText(), debug.Stack())
	return StatusInternal
}
