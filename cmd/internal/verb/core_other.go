//go:build !unix

package verb

// dumpNoCore has nothing to do where there are no core files.
func dumpNoCore() {}
