// Package ub holds the pages that explain each kind of undefined behaviour, one Markdown
// file a code, and finds them by name. The text of a page starts with "# TUF-UB-NNN slug".
//
// Non-goals: rendering, and knowing the codes, which package interp defines.
package ub

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed TUF-UB-*.md poison.md
var pages embed.FS

// Page returns the text of a page. id is a code (TUF-UB-012, or 12), the short name of a code
// (use-after-free), or poison for the page about the births of poison. ok is false if there
// is no such page.
func Page(id string) (text string, ok bool) {
	id = strings.ToLower(strings.TrimSpace(id))
	if n, err := strconv.Atoi(strings.TrimPrefix(id, "tuf-ub-")); err == nil {
		return read(fmt.Sprintf("TUF-UB-%03d.md", n))
	}
	if id == "poison" {
		return read("poison.md")
	}
	return bySlug(strings.ReplaceAll(id, " ", "-"))
}

func read(name string) (string, bool) {
	b, err := pages.ReadFile(name)
	return string(b), err == nil
}

// bySlug finds the page whose heading ends with the slug.
func bySlug(slug string) (string, bool) {
	files, err := pages.ReadDir(".")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	for _, f := range files {
		text, _ := read(f.Name())
		heading, _, _ := strings.Cut(text, "\n")
		if words := strings.Fields(heading); len(words) == 3 && words[2] == slug {
			return text, true
		}
	}
	return "", false
}
