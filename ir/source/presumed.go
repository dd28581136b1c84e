package source

import (
	"strconv"
	"strings"
)

// Presumed is the line that has a number in a file by the directives #line of a text in C (C11 6.10.4), without its end; empty if there is
// none. The text begins as line 1 of the file name. Of several lines with one number the first counts.
// It takes time linear in the text.
func Presumed(text, name, file string, n int) string {
	if !strings.Contains(text, "#") {
		if name != file {
			return ""
		}
		return Line(text, n)
	}
	at, in := 0, name
	for line := range strings.Lines(text) {
		if at++; at == n && in == file {
			return strings.TrimRight(line, "\r\n")
		}
		if number, said, ok := lineDirective(line); ok {
			at = number - 1
			if said != "" {
				in = said
			}
		}
	}
	return ""
}

// lineDirective reads # line 12 "file" and # 12 "file". The file is empty if it does not say one.
func lineDirective(line string) (n int, file string, ok bool) {
	s := strings.TrimLeft(line, " \t")
	if !strings.HasPrefix(s, "#") {
		return 0, "", false
	}
	f := strings.Fields(s[1:])
	if len(f) > 0 && f[0] == "line" {
		f = f[1:]
	}
	if len(f) == 0 {
		return 0, "", false
	}
	n, err := strconv.Atoi(f[0])
	if err != nil || n < 0 {
		return 0, "", false
	}
	if _, rest, quoted := strings.Cut(s, `"`); quoted && len(f) > 1 {
		file, _, _ = strings.Cut(rest, `"`)
	}
	return n, file, true
}
