package host

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// standardHeaders are those of C11 7.1.2 that declare functions.
var standardHeaders = []string{"assert.h", "complex.h", "ctype.h", "fenv.h", "inttypes.h", "locale.h", "math.h", "setjmp.h", "signal.h", "stdio.h", "stdlib.h", "string.h", "threads.h", "time.h", "uchar.h", "wchar.h", "wctype.h"}

// declared are the functions that a header of the C library that is built in declares for programs of ISO C.
func declared(t *testing.T, header string) (names []string) {
	t.Helper()
	var out bytes.Buffer
	if err := c.Preprocess(c.File{Name: "t.c", Text: []byte("#include <" + header + ">\n")}, c.Options{Defines: "#define __STRICT_ANSI__ 1\n"}, true, &out); err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?m)^#.*$`).ReplaceAllString(out.String(), "")
	depth, start := 0, 0
	for n, b := range []byte(text) {
		switch b {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				start = n + 1
			}
		case ';':
			if depth > 0 {
				continue
			}
			s := strings.TrimSpace(text[start:n])
			start = n + 1
			if m := regexp.MustCompile(`(?s)^[^(]*?\b(\w+)\s*\(`).FindStringSubmatch(s); m != nil && !strings.HasPrefix(s, "typedef") && !strings.HasPrefix(m[1], "_") && m[1] != "void" {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// TestStandard: each function that the headers of C11 declare is there, or the page names it with a reason why not.
func TestStandard(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/host.md")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\| C11 7\\.\\d+: [^|]+ \\|$").FindAllStringSubmatch(string(page), -1) {
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[1], -1) {
			missing[m[1]] = true
		}
	}
	count := 0
	for _, header := range standardHeaders {
		var lacks []string
		for _, name := range declared(t, header) {
			count++
			_, ok := Lookup(name)
			switch {
			case !ok && !missing[name]:
				lacks = append(lacks, name)
			case ok && missing[name]:
				t.Errorf("the page says that there is no %s", name)
			}
		}
		if slices.Sort(lacks); len(lacks) > 0 {
			t.Errorf("<%s> declares, and neither is it here nor does the page say why: %s", header, strings.Join(lacks, " "))
		}
	}
	if count < 500 {
		t.Errorf("the headers declare only %d functions", count)
	}
}
