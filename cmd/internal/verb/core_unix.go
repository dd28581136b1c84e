//go:build unix

package verb

import "syscall"

// dumpNoCore sets the soft limit of core files to 0, so that an abort leaves no file behind.
func dumpNoCore() {
	var l syscall.Rlimit
	// Only the soft limit: children that want a core file may raise it again.
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &l) == nil {
		l.Cur = 0
		syscall.Setrlimit(syscall.RLIMIT_CORE, &l) // a core file would be a nuisance, no more
	}
}
