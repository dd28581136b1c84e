package golden

import (
	"os"
	"path/filepath"
	"testing"
)

const text = `# about

=== one case
func @f
--- demands
!x
--- want
old
lines
=== other

--- want
`

// TestParts: every line belongs to the head, a program or a part, and comes back where it was.
func TestParts(t *testing.T) {
	head, cases := parse(text)
	if got := format(head, cases); got != text {
		t.Errorf("got %q", got)
	}
	if len(cases) != 2 || cases[0].Name != "one case" || cases[0].Program != "func @f\n" || cases[0].Part("demands") != "!x\n" ||
		cases[0].Part("want") != "old\nlines\n" || cases[1].Program != "\n" || cases[1].Part("nothing") != "" {
		t.Errorf("read as %+v", cases)
	}
}

// TestUpdate renews what is wanted and nothing else.
func TestUpdate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cases.txt")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	was := *update
	defer func() { *update = was }()
	*update = true
	Check(t, file, func(t *testing.T, c *Case) string { return "new" })
	got, err := os.ReadFile(file)
	want := `# about

=== one case
func @f
--- demands
!x
--- want
new
=== other

--- want
new
`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	*update = false
	Check(t, file, func(t *testing.T, c *Case) string { return "new\n" })
}
