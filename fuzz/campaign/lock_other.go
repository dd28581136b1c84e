//go:build !unix

package campaign

import (
	"errors"
	"os"
)

// tryLock refuses: a lock that went with the process, however that ends, is made of flock.
func tryLock(*os.File) (taken bool, err error) {
	return false, errors.New("campaigns need a Unix system")
}

func tryShare(*os.File) (taken bool, err error) { return tryLock(nil) }

// linked reports whether a file has more than one name, where that can be known.
func linked(os.FileInfo) bool { return false }
