package engines

import "github.com/tuffy-ir/tuffy/x86"

// Rows are the rows of the table of encodings that the code of the program's own functions has, in the order of the table: what
// selection, legalization and allocation made of it.
func (g *Image) Rows() (out []x86.Op) {
	seen := make([]bool, len(x86.Forms))
	for _, code := range g.code {
		for len(code) > 0 {
			i, n, err := x86.Decode(code)
			if err != nil { // no code is behind it
				break
			}
			seen[i.Op] = true
			code = code[n:]
		}
	}
	for op, is := range seen {
		if is {
			out = append(out, x86.Op(op))
		}
	}
	return out
}
