// Package textdiff puts two texts side by side, line by line, and says which lines changed. It is for
// programs and listings of some thousand lines; words within a line are not compared.
package textdiff

import (
	"fmt"
	"strings"
)

// Row is a line of both texts, or of one of them. Numbers count from 1; 0 says that the text has no line here.
// A row that is not changed has both texts, which are equal. A line of a changed row that the other text has in
// another place only moved.
type Row struct {
	Left, Right           string
	LeftNum, RightNum     int
	Changed               bool
	LeftMoved, RightMoved bool
}

// maxCells bounds the table of the comparison: beyond it all lines between the equal ends count as changed.
// A cell takes four bytes, so that the table takes 64 MB at most.
const maxCells = 1 << 24

// Rows puts the texts side by side by a longest common subsequence of lines. Lines that were replaced stand
// beside each other.
// Every line of both texts is in one row, in its order, so that either text can be read off its column.
func Rows(before, after string) []Row {
	a, b := lines(before), lines(after)
	var out []Row
	i, j := 0, 0
	// The last pair stands behind both texts and brings what follows the last equal lines.
	for _, m := range append(common(a, b), [2]int{len(a), len(b)}) {
		for i < m[0] || j < m[1] {
			r := Row{Changed: true}
			if i < m[0] {
				r.Left, r.LeftNum = a[i], i+1
				i++
			}
			if j < m[1] {
				r.Right, r.RightNum = b[j], j+1
				j++
			}
			out = append(out, r)
		}
		if i < len(a) && j < len(b) {
			out = append(out, Row{Left: a[i], Right: b[j], LeftNum: i + 1, RightNum: j + 1})
			i, j = i+1, j+1
		}
	}
	markMoved(out)
	return out
}

// markMoved pairs lines that only one side of a row has with equal lines of the other side, in their order: of three
// that went and two that came, two moved. Blank lines do not move: between programs there are too many.
func markMoved(rows []Row) {
	gone := map[string][]*Row{}
	for n := range rows {
		if r := &rows[n]; r.Changed && r.LeftNum > 0 && strings.TrimSpace(r.Left) != "" {
			gone[r.Left] = append(gone[r.Left], r)
		}
	}
	for n := range rows {
		r := &rows[n]
		if from := gone[r.Right]; r.Changed && r.RightNum > 0 && len(from) > 0 {
			from[0].LeftMoved, r.RightMoved = true, true
			gone[r.Right] = from[1:]
		}
	}
}

// Marks says how a line of a changed text is marked: first where only the text before has it, then where only the one after.
const (
	Removed   = '-'
	Added     = '+'
	MovedFrom = '<'
	MovedTo   = '>'
)

// Marked is a line of both texts in one column.
type Marked struct {
	Mark rune // ' ' of a line that stayed
	Text string
}

// Mark puts the lines of rows into one column: those that went or moved away before those that came, as unified
// differences have them.
func Mark(rows []Row) []Marked {
	var out, came []Marked
	for _, r := range rows {
		if !r.Changed {
			out = append(append(out, came...), Marked{' ', r.Left})
			came = came[:0]
			continue
		}
		if r.LeftNum > 0 {
			out = append(out, Marked{mark(r.LeftMoved, MovedFrom, Removed), r.Left})
		}
		if r.RightNum > 0 {
			came = append(came, Marked{mark(r.RightMoved, MovedTo, Added), r.Right})
		}
	}
	return append(out, came...)
}

func mark(moved bool, yes, no rune) rune {
	if moved {
		return yes
	}
	return no
}

// context is how many lines that stayed are shown around those that did not.
const context = 3

// Unified is the difference in one column, as diff -u writes it, with two more marks for lines that only moved; of
// what stayed it has the lines around. Equal texts have none.
func Unified(before, after string) []string {
	lines := Mark(Rows(before, after))
	var out []string
	left, right := 1, 1 // numbers of lines[n]
	for n := 0; n < len(lines); {
		// A hunk is all lines that are near a changed one.
		end, near := n, 0
		for ; end < len(lines) && (near > 0 || changedWithin(lines[end:], context)); end++ {
			near = max(near-1, 0)
			if lines[end].Mark != ' ' {
				near = context
			}
		}
		if end == n {
			n, left, right = n+1, left+1, right+1
			continue
		}
		head := len(out)
		out = append(out, "")
		l, r := 0, 0
		for _, x := range lines[n:end] {
			out = append(out, string(x.Mark)+x.Text)
			if x.Mark != Added && x.Mark != MovedTo {
				l++
			}
			if x.Mark != Removed && x.Mark != MovedFrom {
				r++
			}
		}
		out[head] = fmt.Sprintf("@@ -%s +%s @@", extent(left, l), extent(right, r))
		n, left, right = end, left+l, right+r
	}
	return out
}

// extent is a range of lines: one that is empty stands behind the line before it.
func extent(from, lines int) string {
	if lines == 0 {
		from--
	}
	return fmt.Sprintf("%d,%d", from, lines)
}

// changedWithin says whether one of the first lines, n of them and the next, is marked.
func changedWithin(lines []Marked, n int) bool {
	for _, x := range lines[:min(n+1, len(lines))] {
		if x.Mark != ' ' {
			return true
		}
	}
	return false
}

// common are the pairs of places of equal lines, ascending in both texts.
// Equal lines at both ends are taken without the table: programs before and after a pass differ in few places.
func common(a, b []string) [][2]int {
	var out [][2]int
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		out = append(out, [2]int{head, head})
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	x, y := a[head:len(a)-tail], b[head:len(b)-tail]
	if len(x)*len(y) <= maxCells {
		// best[i][j] is the length of the longest common subsequence of x[i:] and y[j:].
		best := make([][]int32, len(x)+1)
		for i := range best {
			best[i] = make([]int32, len(y)+1)
		}
		for i := len(x) - 1; i >= 0; i-- {
			for j := len(y) - 1; j >= 0; j-- {
				if x[i] == y[j] {
					best[i][j] = best[i+1][j+1] + 1
				} else {
					best[i][j] = max(best[i+1][j], best[i][j+1])
				}
			}
		}
		for i, j := 0, 0; i < len(x) && j < len(y); {
			switch {
			case x[i] == y[j]:
				out = append(out, [2]int{head + i, head + j})
				i, j = i+1, j+1
			// With equal lengths the line of the first text goes first, so that the answer is always the same one.
			case best[i+1][j] >= best[i][j+1]:
				i++
			default:
				j++
			}
		}
	}
	for n := range tail {
		out = append(out, [2]int{len(a) - tail + n, len(b) - tail + n})
	}
	return out
}

// A newline at the end begins no further line, and the empty text has none.
func lines(text string) []string {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
