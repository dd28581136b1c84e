// Package lean has the Lean files that state and prove what the optimizer and the selector rest on, so that a report can show
// a theorem where there are no sources.
//
// Non-goals: reading Lean. A declaration is found by its name and ends where the next one begins.
package lean

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"
	"sync"
)

//go:embed TuffyLean/Rewrites/*.lean TuffyLean/Facts/*.lean TuffyLean/Target/X86/*.lean
var sources embed.FS

// Theorem is a declaration of a Lean file.
type Theorem struct {
	Name string // with its namespace
	File string // from the root of the sources of Tuffy
	Line int    // of its first line, from 1
	Text string // the lines of it, the proof included
}

var (
	declared = regexp.MustCompile(`^(?:@\[[^\]]*\] *)?(?:(?:private|protected|noncomputable) )*(?:[a-z]+_rule|theorem|lemma|def) ([\w.'!?]+)`)
	opened   = regexp.MustCompile(`^(?:noncomputable )?(namespace|section|mutual|end)(?: ([\w.]+))?`)
	// A macro that declares rules, with what their names begin and end with.
	made = regexp.MustCompile(`_rule \$\(mkIdent [^"]*s!"(\w+)\{\w+\}(\w*)"`)
)

var index = sync.OnceValue(func() map[string]Theorem {
	all := map[string]Theorem{}
	err := fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := sources.ReadFile(path)
		if err == nil {
			read(all, "lean/"+path, string(text))
		}
		return err
	})
	if err != nil {
		panic("BUG: the Lean files: " + err.Error())
	}
	return all
})

// read takes the declarations of a file, those that stand first in their line.
func read(all map[string]Theorem, file, text string) {
	lines := strings.Split(text, "\n")
	type scope struct{ name, namespace string } // of a section the namespace is empty
	var open []scope
	// whole is a name in the namespaces that are open.
	whole := func(name string) string {
		for k := len(open) - 1; k >= 0; k-- {
			name = open[k].namespace + name
		}
		return name
	}
	for n, line := range lines {
		if m := opened.FindStringSubmatch(line); m != nil {
			switch {
			case m[1] == "namespace":
				open = append(open, scope{m[2], m[2] + "."})
			case m[1] == "section" || m[1] == "mutual":
				open = append(open, scope{m[2], ""})
			case len(open) > 0:
				open = open[:len(open)-1]
			}
			continue
		}
		name, margin := "", 0
		if m := declared.FindStringSubmatch(line); m != nil {
			name = m[1]
		} else if m := made.FindStringSubmatch(line); m != nil {
			name, margin = m[1]+"*"+m[2], len(line)-len(strings.TrimLeft(line, " "))
		} else {
			continue
		}
		end := n + 1
		for end < len(lines) && (strings.HasPrefix(lines[end], strings.Repeat(" ", margin+1)) || strings.HasPrefix(lines[end], "|")) {
			end++
		}
		all[whole(name)] = Theorem{whole(name), file, n + 1, strings.Join(lines[n:end], "\n") + "\n"}
	}
}

// Find is the declaration with that name. The theorem of a rule is the declaration of the rule, whose command states and
// proves it.
func Find(name string) (Theorem, bool) {
	if t, ok := index()[name]; ok {
		return t, true
	}
	// One that a macro declares: its name is that of the macro's text with a word in the place of the star.
	for pattern, t := range index() {
		if before, after, ok := strings.Cut(pattern, "*"); ok && len(name) > len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) {
			t.Name = name
			return t, true
		}
	}
	return Theorem{}, false
}
