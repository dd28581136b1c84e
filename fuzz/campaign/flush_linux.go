package campaign

import (
	"os"

	"golang.org/x/sys/unix"
)

// canFlushAll says that [flushAll] does what it says.
const canFlushAll = true

// flushAll makes all that was written to the file system of f durable (syncfs, Linux 5.8 for errors of writing).
func flushAll(f *os.File) error {
	for {
		if err := unix.Syncfs(int(f.Fd())); err != unix.EINTR {
			return os.NewSyscallError("syncfs", err)
		}
	}
}
