package c

import (
	"bytes"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/front/c/internal/support"
)

// supportHeaders are the headers that declare what package support has, by its files: a program that does not include one of them, and names
// such a function, means its own.
var supportHeaders = map[string][]string{
	"src/err.c": {"err.h"}, "src/getopt.c": {"getopt.h", "unistd.h"}, "src/libgen.c": {"libgen.h"}, "src/net.c": {"arpa/inet.h", "netinet/in.h"}, "src/search.c": {"search.h"},
}

// supportFor are the files of package support that a program for the interpreter names.
func supportFor(files []File, o Options) (more []File) {
	if !o.Checks || !o.Hosted {
		return nil
	}
	own := o
	own.Checks, own.Warn, own.Entry, own.Restrict, own.EffectiveTypes = false, nil, "", false, false
	for _, g := range support.Groups {
		includes := slices.ContainsFunc(files, func(f File) bool {
			return slices.ContainsFunc(supportHeaders[g.File], func(h string) bool { return bytes.Contains(f.Text, []byte(h)) })
		})
		names := slices.ContainsFunc(files, func(f File) bool {
			return slices.ContainsFunc(g.Names, func(name string) bool { return hasWord(f.Text, name) })
		})
		if !includes || !names {
			continue
		}
		text, err := support.Sources.ReadFile(g.File)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		more = append(more, File{Name: "/tuffy/" + g.File, Text: text, Own: &own})
	}
	return more
}

// hasWord reports whether a text has a word that is a part of no other.
func hasWord(text []byte, word string) bool {
	in := func(n int) bool {
		if n < 0 || n >= len(text) {
			return false
		}
		c := text[n]
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	for from := 0; ; {
		n := bytes.Index(text[from:], []byte(word))
		if n < 0 {
			return false
		}
		from += n
		if !in(from-1) && !in(from+len(word)) {
			return true
		}
		from += len(word)
	}
}
