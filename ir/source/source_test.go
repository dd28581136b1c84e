package source

import (
	"strings"
	"testing"
)

// TestCaretCells: the caret stands in the cell of a terminal where the place is, after wide characters, characters that
// combine, tabs and what is escaped. Cells are counted by hand, in the second column: what stands before the place takes them.
func TestCaretCells(t *testing.T) {
	for _, row := range []struct {
		before string
		cells  int
	}{
		{"", 0}, {"ab", 2}, {"漢字", 4}, {"한글 ", 5}, {"かな", 4}, {"Ａ", 2}, {"é", 1}, {"e\u0301", 1}, {"x\u20dd", 1}, {"😀", 2}, {"αβ", 2}, {"“”…", 3}, {"\u202e", 12}, {"\x1b", 4},
	} {
		line, caret, _ := strings.Cut(Excerpt(row.before+"here", len(row.before)+1), "\n")
		if want := strings.Repeat(" ", 2+row.cells) + "^"; caret != want || !strings.HasSuffix(line, "here") {
			t.Errorf("%q: the caret is at %d, expected at %d:\n%s\n%s", row.before, len(caret)-1, len(want)-1, line, caret)
		}
	}
	// A tab stands below a tab, wherever the terminal has its stops.
	if got := Excerpt("\t漢\there", 6); got != "  \t漢\there\n  \t  \t^" {
		t.Errorf("%q", got)
	}
}

// TestUnderline underlines a range around the caret, before it and behind it, and leaves it out where cells are not bytes.
func TestUnderline(t *testing.T) {
	for _, tt := range []struct {
		line             string
		col, from, width int
		want             string
	}{
		{"x = a + b;", 7, 5, 5, "  x = a + b;\n      ~~^~~"},
		{"a[i] = 1;", 6, 1, 4, "  a[i] = 1;\n  ~~~~ ^"},
		{"return f(x);", 1, 8, 4, "  return f(x);\n  ^      ~~~~"},
		{"\tx++;", 2, 2, 3, "  \tx++;\n  \t^~~"},
		{"x = ä + b;", 1, 5, 6, "  x = ä + b;\n  ^"},
		{"x", 1, 1, 9, "  x\n  ^"},
		{"x", 1, 0, 0, "  x\n  ^"},
	} {
		if got := Underline(tt.line, tt.col, tt.from, tt.width); got != tt.want {
			t.Errorf("%q %d %d %d:\n%s\nwant\n%s", tt.line, tt.col, tt.from, tt.width, got, tt.want)
		}
	}
}
