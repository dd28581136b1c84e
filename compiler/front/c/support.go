package c

import (
	"bytes"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/front/c/internal/support"
)

// supportFor are the files of package support that a program for the interpreter names.
func supportFor(files []File, o Options) (more []File) {
	if !o.Checks || !o.Hosted {
		return nil
	}
	own := o
	own.Checks, own.Warn, own.Entry, own.Restrict, own.EffectiveTypes = false, nil, "", false, false
	for _, g := range support.Groups {
		includes := slices.ContainsFunc(files, func(f File) bool {
			return slices.ContainsFunc(g.Headers, func(h string) bool { return bytes.Contains(f.Text, []byte(h)) })
		})
		names := slices.ContainsFunc(files, func(f File) bool {
			return slices.ContainsFunc(g.Names, func(name string) bool { return hasWord(f.Text, name) })
		})
		if !includes || !names {
			continue
		}
		more = append(more, File{Name: "/tuffy/src/" + g.File, Text: g.Text, Own: &own})
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
