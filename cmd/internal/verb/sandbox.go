package verb

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/fuzz/check"
)

// sandboxFlag declares --sandbox of a command that may run native code; where says when.
func sandboxFlag(c *cobra.Command, to *string, where string) {
	c.Flags().StringVar(to, "sandbox", "on", where+": `on` or off: confine native code by a filter of system calls (docs/reference/security.md)")
	takes(c, "sandbox", "on", "off")
}

// applySandbox does what --sandbox says, for the whole process.
//
// It must be called before the first native run, and there is no way back on.
func applySandbox(mode string) {
	if mode == "off" {
		engines.RunUnconfined()
	}
}

// needsSandbox is the error of a command that is about to run native code where it cannot be confined.
//
// nil if confinement was turned off. Asked before the work starts, since an engine that refuses every program
// would look like a campaign that finds nothing.
func needsSandbox() error {
	if !engines.Confined() {
		return nil
	}
	if err := engines.CanConfine(); err != nil {
		return unsupported{err}
	}
	return nil
}

// sandboxed does what --sandbox says of a command that runs checks.
func sandboxed(mode string, rows []check.Check) error {
	applySandbox(mode)
	// Only the checks of the back end run native code.
	if slices.ContainsFunc(rows, func(c check.Check) bool { return strings.HasPrefix(c.Name, "backend/") }) {
		return needsSandbox()
	}
	return nil
}
