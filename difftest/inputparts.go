package difftest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// inputPart is a number that an input holds, and how many bits it has: 0 if any.
type inputPart struct {
	quantity
	bits   uint
	signed bool
	float  bool // it is the rank of a float
	size   int  // bytes in memory, 0 elsewhere
}

// within is the number nearest to v that has as few bits as the part.
func (p *inputPart) within(v num.Int) num.Int {
	if p.bits == 0 || p.float {
		return v
	}
	if p.size > 0 || !p.signed {
		return num.Max(num.Int{}, num.Min(v, num.Mask(p.bits)))
	}
	return num.Max(num.Pow2(p.bits-1).Neg(), num.Min(v, num.Mask(p.bits-1)))
}

// partsOf are the numbers of an input: arguments and their fields, the bytes of those that are bytes, and of memory what was read.
func partsOf(f *ir.Func, in *Input, reads []read) (out []inputPart) {
	for n, p := range f.Params {
		out = argParts(out, place{func(in *Input) *Arg { return &in.Args[n] }, p.Type}, p.Annot, in)
	}
	for _, r := range reads {
		if at := textOf(in, r.name); at != nil && *at(in) != "" {
			out = append(out, memoryPart(at, int(r.off), r.size))
			if r.size > 1 && r.size <= 4 {
				for k := range r.size {
					out = append(out, memoryPart(at, int(r.off)+k, 1))
				}
			}
		}
	}
	return out
}

// argParts adds the numbers of an argument.
func argParts(out []inputPart, p place, an ir.Annot, in *Input) []inputPart {
	a := p.at(in)
	switch {
	case a.Int != nil:
		bits, signed, _ := an.Range()
		return append(out, inputPart{quantity: bounded(intAt(p), an), bits: uint(bits), signed: signed})
	case a.Bool != nil:
		return append(out, inputPart{quantity: quantity{
			func(in *Input) (num.Int, bool) {
				if a := p.at(in); a.Bool != nil && *a.Bool {
					return num.New(1), true
				}
				return num.Int{}, p.at(in).Bool != nil
			},
			func(in *Input, v num.Int) bool {
				*p.at(in) = Arg{Bool: new(v.Sign() != 0)}
				return v.FitsUnsigned(1)
			},
		}, bits: 1})
	case a.Fmt != "" && !p.t.IsWideFloat():
		return append(out, floatPart(p))
	case a.Buffer != nil || a.Symbol != "":
		return append(out, inputPart{quantity: quantity{
			func(in *Input) (num.Int, bool) { return num.New(p.at(in).Offset), true },
			func(in *Input, v num.Int) (ok bool) {
				p.at(in).Offset, ok = v.Int64()
				al := max(int64(an.Align()), 1)
				return ok && p.at(in).Offset%al == 0
			},
		}, bits: 12, signed: true})
	case a.Bytes != nil:
		n := len(wordsOf(*a.Bytes))
		for _, size := range []int{8, 4, 2, 1} {
			for off := 0; off+size <= min(n, 32); off += size {
				out = append(out, memoryPart(func(in *Input) *string { return p.at(in).Bytes }, off, size))
			}
		}
	case a.Fields != nil:
		for n := range a.Fields {
			f, _ := p.t.Field(uint64(n))
			out = argParts(out, place{func(in *Input) *Arg { return &p.at(in).Fields[n] }, f}, an.Field(uint64(n)), in)
		}
	}
	return out
}

// bounded refuses what violates a claim.
func bounded(q quantity, an ir.Annot) quantity {
	return quantity{q.get, func(in *Input, v num.Int) bool { return an.Holds(v) && q.put(in, v) }}
}

// floatPart is the rank of a float.
func floatPart(p place) inputPart {
	width := uint(p.t.FloatBits())
	return inputPart{quantity: quantity{
		func(in *Input) (num.Int, bool) {
			a := p.at(in)
			if a.Fmt == "" {
				return num.Int{}, false
			}
			v, err := interp.ParseFloat(p.t, a.Float)
			return rankOf(v), err == nil
		},
		func(in *Input, v num.Int) bool {
			bits, ok := bitsOfRank(v, width)
			*p.at(in) = Arg{Fmt: p.t.String(), Float: fmt.Sprintf("%#x", bits)}
			return ok
		},
	}, bits: width, float: true}
}

// textOf is where the bytes of an allocation stand that the input made or changes, nil if there is none.
func textOf(in *Input, name string) func(in *Input) *string {
	if symbol, ok := strings.CutPrefix(name, "@"); ok && in.Data[symbol] != nil {
		return dataText(symbol)
	}
	if rest, ok := strings.CutPrefix(name, "buffer "); ok {
		if n, err := strconv.Atoi(rest); err == nil && n < len(in.Buffers) {
			return bufferText(n)
		}
	}
	return nil
}

// memoryPart is a little-endian number in memory, of bytes that are all known. Setting it makes them known.
func memoryPart(at func(in *Input) *string, off, size int) inputPart {
	return inputPart{quantity: quantity{
		func(in *Input) (num.Int, bool) {
			words := wordsOf(*at(in))
			if off < 0 || off+size > len(words) {
				return num.Int{}, false
			}
			b := make([]byte, size)
			for k := range b {
				v, err := strconv.ParseUint(words[off+k], 16, 8)
				if err != nil {
					return num.Int{}, false
				}
				b[k] = byte(v)
			}
			return num.FromBytes(b), true
		},
		func(in *Input, v num.Int) bool {
			if !v.FitsUnsigned(uint(8*size)) && !v.FitsSigned(uint(8*size)) {
				return false
			}
			return writeText(at(in), off, v.FillBytes(make([]byte, size)))
		},
	}, bits: uint(8 * size), size: size}
}

// writeText writes bytes into a text, over bytes and pointers alike; what is left of a pointer becomes uninit. It is false if they do not fit.
func writeText(text *string, off int, b []byte) bool {
	words := wordsOf(*text)
	if off < 0 || off+len(b) > len(words) {
		return false
	}
	for k, w := range words {
		if strings.HasPrefix(w, "&") && k < off+len(b) && k+8 > off {
			for j := k; j < k+8; j++ {
				words[j] = "__"
			}
		}
	}
	for k, x := range b {
		words[off+k] = fmt.Sprintf("%02x", x)
	}
	*text = strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	return true
}

// writePointer writes a pointer into a text.
func writePointer(text *string, off, buffer int, to int64) bool {
	if !writeText(text, off, make([]byte, 8)) {
		return false
	}
	words := wordsOf(*text)
	words[off] = fmt.Sprintf("&%d+%d", buffer, to)
	for k := 1; k < 8; k++ {
		words[off+k] = ""
	}
	*text = strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	return true
}
