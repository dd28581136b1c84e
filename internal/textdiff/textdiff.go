// Package textdiff puts two texts side by side, line by line, and says which lines changed. It is for
// programs and listings of some thousand lines; words within a line are not compared.
package textdiff

import "strings"

// Row is a line of both texts, or of one of them. Numbers count from 1; 0 says that the text has no line here.
// A row that is not changed has both texts, which are equal.
type Row struct {
	Left, Right       string
	LeftNum, RightNum int
	Changed           bool
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
	return out
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
