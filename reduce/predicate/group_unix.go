//go:build unix

package predicate

import (
	"os/exec"
	"syscall"
)

// grouped makes cancelling a command kill its children, too. A shell's children belong to its group
// unless they leave it on purpose.
func grouped(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
