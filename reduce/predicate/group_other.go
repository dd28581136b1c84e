//go:build !unix

package predicate

import "os/exec"

// grouped leaves a command as it is: without process groups, cancelling kills only the command itself.
func grouped(*exec.Cmd) {}
