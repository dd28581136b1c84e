package campaign

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/lean"
)

// about is what is known of something that may be at fault.
type about struct {
	what    string        // sentences
	theorem *lean.Theorem // what says that it is right; nil if there is none
}

// describe says what a cause (check.Failure.Cause) or a suspect (check.Suspect) is; ok is false of one that this program does not have.
func describe(fault string) (a about, ok bool) {
	kind, name, _ := strings.Cut(fault, " ")
	switch kind + " " {
	case check.CauseRewrite:
		return aboutRewrite(name)
	case "rule ":
		if theorem := isel.Theorem(name); theorem != "" {
			return proven(fmt.Sprintf("%s is a rule of instruction selection.", name), theorem), true
		}
	case "x86 ":
		return about{what: fmt.Sprintf("%s is an instruction of the table of package x86: its encoding, or what selects it, may be wrong.", name)}, true
	}
	folder := map[string]string{"isel": "compiler/amd64/isel", "legalize": "compiler/legalize", "emit": "compiler/amd64/emit"}
	if pkg, name, is := strings.Cut(fault, "."); is && folder[pkg] != "" {
		return about{what: fmt.Sprintf("%s is a function of %s, beside the proven rules.", name, folder[pkg])}, true
	}
	return about{}, false
}

// aboutRewrite describes PASS/RULE.
func aboutRewrite(fault string) (about, bool) {
	name, rule, _ := strings.Cut(fault, "/")
	passes := opt.Passes()
	at := slices.IndexFunc(passes, func(p pass.Pass) bool { return p.Name == name })
	if at < 0 {
		return about{}, false
	}
	p := &passes[at]
	n := slices.IndexFunc(p.Rewrites, func(r pass.Rewrite) bool { return r.Name == rule })
	if n < 0 {
		return about{}, false
	}
	r := p.Rewrites[n]
	kind := r.Weakest.String()
	if r.Strongest != r.Weakest {
		kind = r.Strongest.String() + " or " + kind
	}
	what := fmt.Sprintf("%s is a rewrite (%s) of the pass %s, which %s.", rule, kind, name, strings.TrimSuffix(p.Doc, "."))
	if r.Theorem == "" {
		return about{what: what + " No theorem is about it alone: the file of the pass argues why it is right."}, true
	}
	return proven(what, r.Theorem), true
}

func proven(what, theorem string) about {
	t, ok := lean.Find(theorem)
	if !ok {
		panic("BUG: no Lean file has the theorem " + theorem)
	}
	return about{what, &t}
}
