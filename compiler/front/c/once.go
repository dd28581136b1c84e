package c

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"slices"

	"modernc.org/cc/v4"
)

// A text is preprocessed once, while it is parsed, where that is safe; [parse] does it in two steps. The parser may not stop where the
// preprocessor ends a text early, which it does at a header that is not found or is named by no name, and where macros expand to too
// much. Alignments that a pragma sets are found by counting tokens, which only the first of the two steps does. So what this reads are
// texts that include by literal names, in no circle, with headers that are there and without such a pragma; and any mistake is left to
// the two steps.

// missingRoot is the directory that is searched last: a file that is found there is not found.
const missingRoot = "/tuffy/missing"

// onceLimit is how many tokens macros may expand to.
func onceLimit(src []byte) int { return 1_000_000 + 10*len(src) }

var (
	literalInclude  = regexp.MustCompile(`(?m)^[ \t]*(?:#|%:|\?\?=)[ \t]*include(?:_next)?[ \t]*["<]([^">\n]*)[">]`)
	computedInclude = regexp.MustCompile(`(?m)^[ \t]*(?:#|%:|\?\?=)[ \t]*include(?:_next)?\b[ \t]*(?:[^"< \t]|$)`)
)

// leaveIt is what a hook of the parser panics with to end it.
type leaveIt struct{}

// onceFiles is a tree that ends the parser at what is not safe.
type onceFiles struct {
	tree
	includes map[string][]string // what files that are not built in include: last elements of names
}

// Open implements fs.FS.
func (t onceFiles) Open(name string) (fs.File, error) {
	if _, missing := cutDir(name, missingRoot); missing {
		panic(leaveIt{})
	}
	f, err := t.tree.Open(name)
	_, builtIn := cutDir(name, headerRoot)
	if err == nil && !builtIn {
		t.check(name, []byte(t.texts[name]))
	}
	return f, err
}

// check ends the parser if a text is not safe.
func (t onceFiles) check(name string, text []byte) {
	if computedInclude.Match(text) || bytes.Contains(text, []byte("#pragma pack")) {
		panic(leaveIt{})
	}
	var all []string
	for _, m := range literalInclude.FindAllSubmatch(text, -1) {
		all = append(all, path.Base(string(m[1])))
	}
	base := path.Base(name)
	t.includes[base] = append(t.includes[base], all...)
	if t.circular(base, base, map[string]bool{}) {
		panic(leaveIt{})
	}
}

// circular reports whether a file may include itself, by way of what a file includes.
func (t onceFiles) circular(self, by string, seen map[string]bool) bool {
	seen[by] = true
	return slices.ContainsFunc(t.includes[by], func(next string) bool {
		return next == self || !seen[next] && t.circular(self, next, seen)
	})
}

// parseOnce reads and types a translation unit, if it is a safe one without mistakes.
func parseOnce(cfg cc.Config, name string, src []byte, sources []cc.Source, files tree) (ast *cc.AST, ok bool) {
	// What the parser does not survive is left to the two steps, too.
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	once := onceFiles{files, map[string][]string{}}
	once.check(name, src)
	cfg.FS = once
	cfg.IncludePaths = append(slices.Clone(cfg.IncludePaths), missingRoot)
	cfg.SysIncludePaths = append(slices.Clone(cfg.SysIncludePaths), missingRoot)
	cfg.ExpansionLimit = onceLimit(src)
	cfg.PragmaHandler = func(toks []cc.Token) error {
		if slices.ContainsFunc(toks, func(t cc.Token) bool { return t.SrcStr() == "pack" }) {
			panic(leaveIt{})
		}
		return nil
	}
	ast, err := cc.Translate(&cfg, sources)
	return ast, err == nil
}
