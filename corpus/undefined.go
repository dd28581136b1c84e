package corpus

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed c/ub/J2-*
var undefinedC embed.FS

// Undefined is the programs of an item of annex J.2 of C11 (J2-036), by the names of their files: what begins with bad_ has it, what
// begins with good_ does the like and is right. It is empty for an item without programs.
func Undefined(item string) map[string]string {
	programs := map[string]string{}
	entries, err := fs.ReadDir(undefinedC, "c/ub/"+item)
	if err != nil {
		return programs
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".c") {
			continue
		}
		text, err := undefinedC.ReadFile("c/ub/" + item + "/" + e.Name())
		if err != nil {
			panic("BUG: " + err.Error())
		}
		programs[e.Name()] = string(text)
	}
	return programs
}
