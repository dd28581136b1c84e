package llvm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// entity is what stands at the top level of a module: a definition, a variable, a node of metadata, a line of another kind.
type entity struct {
	name string // with its mark: @f, #1, !2, %struct.s, $comdat; "" of what is always there
	text string
}

// Part says which part of a module [Extract] gives.
type Part struct {
	Roots      []string               // functions and variables that are wanted
	Cut        func(name string) bool // a function that is only declared, so that what it needs is left out; nil cuts nothing
	StripDebug bool                   // leave debug information out
}

// Extract is the part of a module that functions and variables of some names need, as text.
func Extract(text string, o Part) (string, error) {
	roots, cut := o.Roots, o.Cut
	if o.StripDebug {
		text = debugUse.ReplaceAllString(text, "")
	}
	all := entities(text)
	byName := map[string]int{}
	for i, e := range all {
		if _, ok := byName[e.name]; !ok {
			byName[e.name] = i
		}
	}
	keep := make([]bool, len(all))
	var work []int
	need := func(name string) {
		if i, ok := byName[name]; ok && name != "" && !keep[i] {
			keep[i] = true
			work = append(work, i)
		}
	}
	for _, r := range roots {
		if _, ok := byName["@"+r]; !ok {
			return "", fmt.Errorf("there is no @%s", r)
		}
		need("@" + r)
	}
	for i, e := range all {
		if e.name == "" || e.name == "@llvm.global_ctors" || e.name == "@llvm.global_dtors" {
			keep[i] = true
			work = append(work, i)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		e := &all[i]
		if strings.HasPrefix(e.text, "define ") && cut != nil && cut(strings.TrimPrefix(e.name, "@")) && !slices.Contains(roots, e.name[1:]) {
			e.text = declarationOf(e.text)
		}
		if named.MatchString(e.text) { // a list of nodes keeps none alive
			continue
		}
		references(e.text, need)
	}
	var b strings.Builder
	for i, e := range all {
		switch {
		case !keep[i]:
		case named.MatchString(e.text):
			b.WriteString(keptNodes(e.text, func(name string) bool { k, ok := byName[name]; return ok && keep[k] }))
		default:
			b.WriteString(e.text)
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

// named is a list of nodes with a name, but for the flags of the module.
var named = regexp.MustCompile(`^!(llvm\.(dbg\.cu|ident|linker\.options|commandline)|[a-z]*\.?cfi[a-z.]*) = !\{`)

// debugUse is where debug information is referred to.
var debugUse = regexp.MustCompile(`(?m),? !dbg !\d+|^ +#dbg_.*\n|^!llvm\.dbg\.cu = .*\n`)

var nodeRef = regexp.MustCompile(`!\d+`)

// keptNodes is a list of nodes without those that are left out, or nothing.
func keptNodes(text string, kept func(name string) bool) string {
	head, list, _ := strings.Cut(text, "{")
	var refs []string
	for _, r := range nodeRef.FindAllString(list, -1) {
		if kept(r) {
			refs = append(refs, r)
		}
	}
	if len(refs) == 0 {
		return ""
	}
	return head + "{" + strings.Join(refs, ", ") + "}\n"
}

// entities cuts a module into what stands at its top level.
func entities(text string) (all []entity) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case line == "", line[0] == ';', line[0] == ' ', line[0] == '^':
			continue
		case strings.HasPrefix(line, "define "):
			from := i
			for i+1 < len(lines) && lines[i] != "}" {
				i++
			}
			all = append(all, entity{nameIn(line, '@'), strings.Join(lines[from:i+1], "\n")})
			continue
		case strings.HasPrefix(line, "declare "):
			all = append(all, entity{nameIn(line, '@'), line})
		case strings.HasPrefix(line, "attributes #"):
			all = append(all, entity{nameIn(line, '#'), line})
		case strings.IndexByte("@%$", line[0]) >= 0, line[0] == '!' && len(line) > 1 && line[1] >= '0' && line[1] <= '9':
			all = append(all, entity{nameIn(line, line[0]), line})
		default:
			all = append(all, entity{"", line})
		}
		for !balanced(all[len(all)-1].text) && i+1 < len(lines) { // an initialiser of many lines
			i++
			all[len(all)-1].text += "\n" + lines[i]
		}
	}
	return all
}

// balanced reports whether the square and curly brackets of a text outside strings are closed.
func balanced(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				return false
			}
			i += n + 1
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
	}
	return depth <= 0
}

// nameIn is the first name in a line that has a mark, with the mark.
func nameIn(line string, mark byte) string {
	name := ""
	marked(line, func(s string) bool {
		if s[0] == mark {
			name = s
		}
		return name == ""
	})
	return name
}

// references gives each name of a text that may stand at the top level.
func references(text string, f func(name string)) {
	marked(text, func(s string) bool { f(s); return true })
	if i := strings.Index(text, " comdat"); i >= 0 && !strings.HasPrefix(text[i:], " comdat(") { // of the symbol's own name
		f("$" + strings.TrimPrefix(nameIn(text, '@'), "@"))
	}
}

// marked gives each name with a mark, until f says that it is enough.
func marked(s string, f func(name string) bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				return
			}
			i += n + 1
		case '@', '%', '$', '#', '!':
			k := i + 1
			if k < len(s) && s[k] == '"' && s[i] != '!' {
				n := strings.IndexByte(s[k+1:], '"')
				if n < 0 {
					return
				}
				k += n + 2
			} else {
				for k < len(s) && classes[s[k]]&chName != 0 {
					k++
				}
			}
			if k == i+1 {
				continue
			}
			if !f(s[i:k]) {
				return
			}
			i = k - 1
		}
	}
}

// linkageWords are what a definition has before its type that a declaration has not.
var linkageWords = map[string]bool{"private": true, "internal": true, "linkonce": true, "linkonce_odr": true, "weak": true, "weak_odr": true,
	"available_externally": true, "dso_local": true, "hidden": true, "protected": true}

// declarationOf is the declaration of what a definition defines.
func declarationOf(text string) string {
	head, _, _ := strings.Cut(text, "\n")
	head = strings.TrimSuffix(strings.TrimSpace(head), "{")
	if at := strings.LastIndex(head, " !dbg "); at >= 0 {
		head = head[:at]
	}
	words := strings.Fields(head)[1:]
	for len(words) > 0 && linkageWords[words[0]] {
		words = words[1:]
	}
	head = "declare " + strings.Join(words, " ")
	for _, clause := range []string{" comdat", " personality ", " section ", " align "} {
		if end := strings.LastIndexByte(head, ')'); end >= 0 {
			if at := strings.Index(head[end:], clause); at >= 0 {
				head = head[:end+at]
			}
		}
	}
	return head
}
