// Package version says what this program was built of.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Short is the version of the module and the revision of the sources.
func Short() string {
	lines := strings.Split(Text(), "\n")
	return lines[0] + ", " + lines[1]
}

// Text is module, revision of the sources, Go and the machine, a line each.
func Text() string {
	module, version, revision := "github.com/tuffy-ir/tuffy", "(devel)", "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Path != "" {
			module, version = info.Main.Path, info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				revision += " with changes"
			}
		}
	}
	return fmt.Sprintf("%s %s\nrevision %s\n%s %s/%s\n", module, version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
