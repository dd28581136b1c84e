//go:build unix

package campaign

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks f for this process, and reports whether another one has it. flock belongs to the
// open file: it ends with the process, and a child does not keep it, since Go opens files with
// O_CLOEXEC.
func tryLock(f *os.File) (taken bool, err error) {
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK), err
}

// tryShare takes the lock as one of several that only ask.
func tryShare(f *os.File) (taken bool, err error) {
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK), err
}

// linked reports whether a file has more than one name.
func linked(info os.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Nlink > 1
}
