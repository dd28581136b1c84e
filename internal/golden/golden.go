// Package golden reads and renews the golden listings of tests: programs in, listings out, in one text.
//
//	# what the file is about
//
//	=== name of a case
//	the program
//	--- demands
//	what must hold of the listing besides, in the words of the test
//	--- want
//	the listing
//
// A part starts at its line of dashes and ends before the next one; the test names them. Only the part
// want is renewed by -update, so a demand that was written by hand outlives the listing beside it.
package golden

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "renew the part want of golden listings")

// Updating reports whether -update was given: for a file that a test writes whole.
func Updating() bool { return *update }

// Case is a program with its parts.
type Case struct {
	Name    string
	Program string
	parts   []part
}

type part struct{ name, text string }

// Part is the text of a part, empty if there is none.
func (c *Case) Part(name string) string {
	for _, p := range c.parts {
		if p.name == name {
			return p.text
		}
	}
	return ""
}

// Check compares what listing makes of each case of a file with its part want, and with -update writes it there.
func Check(t *testing.T, file string, listing func(t *testing.T, c *Case) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, cases := parse(string(text))
	if len(cases) == 0 {
		t.Fatalf("%s has no cases", file)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			got := listing(t, c)
			if got != "" && !strings.HasSuffix(got, "\n") {
				got += "\n"
			}
			switch {
			case got == c.Part("want"):
			case *update:
				c.setWant(got)
			default:
				t.Errorf("%s: got\n%s\nwant\n%s\n(-update renews it)", file, got, c.Part("want"))
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, []byte(format(head, cases)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func (c *Case) setWant(text string) {
	for n := range c.parts {
		if c.parts[n].name == "want" {
			c.parts[n].text = text
			return
		}
	}
	c.parts = append(c.parts, part{"want", text})
}

// parse reads a file: what stands before the first case, and the cases.
func parse(text string) (head string, cases []*Case) {
	into := &head
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "=== "); ok {
			c := &Case{Name: strings.TrimSpace(name)}
			cases, into = append(cases, c), &c.Program
			continue
		}
		if name, ok := strings.CutPrefix(line, "--- "); ok && len(cases) > 0 {
			c := cases[len(cases)-1]
			c.parts = append(c.parts, part{name: strings.TrimSpace(name)})
			into = &c.parts[len(c.parts)-1].text
			continue
		}
		*into += line
	}
	return head, cases
}

func format(head string, cases []*Case) string {
	var s strings.Builder
	s.WriteString(head)
	for _, c := range cases {
		s.WriteString("=== " + c.Name + "\n" + c.Program)
		for _, p := range c.parts {
			s.WriteString("--- " + p.name + "\n" + p.text)
		}
	}
	return s.String()
}
