package att

import (
	"fmt"
	"strconv"
	"strings"
)

// ignored are directives that say nothing that a file needs.
var ignored = map[string]bool{".file": true, ".ident": true, ".loc": true, ".att_syntax": true, ".addrsig": true, ".code64": true}

// fileDirective is a directive of a text at file scope; known is false of those that data and alignment share.
func (a *assembler) fileDirective(name, rest string) (known bool, err error) {
	st := a.file
	args := split(rest)
	for i := range args {
		args[i] = strings.TrimSpace(args[i])
	}
	each := func(f func(s *Symbol)) {
		for _, n := range args {
			f(st.symbol(n))
		}
	}
	switch name {
	case ".text", ".data", ".bss", ".rodata":
		st.enter(name, "", "")
	case ".section", ".pushsection":
		if name == ".pushsection" {
			st.stack = append(st.stack, st.now)
		}
		return true, st.section(args)
	case ".popsection":
		if len(st.stack) == 0 {
			return true, fmt.Errorf("there is no section to go back to")
		}
		st.last, st.now = st.now, st.stack[len(st.stack)-1]
		st.stack = st.stack[:len(st.stack)-1]
	case ".previous":
		if st.last == nil {
			return true, fmt.Errorf("there is no section to go back to")
		}
		st.last, st.now = st.now, st.last
	case ".globl", ".global":
		each(func(s *Symbol) { s.Global = true })
	case ".weak":
		each(func(s *Symbol) { s.Weak = true })
	case ".local":
		each(func(s *Symbol) { s.Local = true })
	case ".hidden", ".internal", ".protected":
		each(func(s *Symbol) { s.Visibility = name[1:] })
	case ".type", ".size", ".set", ".equ", ".symver", ".weakref":
		if len(args) < 2 || args[0] == "" {
			return true, fmt.Errorf("%s needs a symbol and what it says of it", name)
		}
		return true, a.aboutSymbol(name, args)
	case ".comm", ".lcomm":
		return true, st.common(name, args)
	case ".ascii", ".asciz", ".string":
		return true, a.text8(name, args)
	case ".zero", ".skip", ".space", ".fill":
		return true, a.fill(name, args)
	case ".align", ".balign", ".p2align":
		return true, a.align(name, args)
	case ".byte", ".word", ".short", ".value", ".2byte", ".long", ".int", ".4byte", ".quad", ".8byte":
		return false, nil
	default:
		if ignored[name] || strings.HasPrefix(name, ".cfi_") {
			return true, nil
		}
		return true, fmt.Errorf("the directive %s is not supported", name)
	}
	return true, nil
}

// section is .section NAME, "FLAGS", @TYPE.
func (st *fileState) section(args []string) error {
	if len(args) == 0 || args[0] == "" {
		return fmt.Errorf(".section needs a name")
	}
	name := strings.Trim(args[0], `"`)
	flags, kind := "", ""
	if len(args) > 1 {
		flags = strings.Trim(args[1], `"`)
		if strings.Trim(flags, "awxTR") != "" {
			return fmt.Errorf("the flags %q of a section are not supported", flags)
		}
	}
	if len(args) > 2 {
		kind = strings.TrimLeft(args[2], "@%")
	}
	if len(args) > 3 {
		return fmt.Errorf("groups of sections are not supported")
	}
	st.enter(name, flags, kind)
	return nil
}

// aboutSymbol is a directive whose first argument is a symbol.
func (a *assembler) aboutSymbol(name string, args []string) error {
	st := a.file
	s := st.symbol(args[0])
	switch name {
	case ".type":
		s.Type = strings.TrimLeft(strings.Trim(args[1], `"`), "@%#")
		switch s.Type {
		case "function", "object", "notype", "gnu_indirect_function", "tls_object", "STT_FUNC", "STT_OBJECT":
		default:
			return fmt.Errorf("the type %s of a symbol is not supported", s.Type)
		}
	case ".size": // that of a label is of no consequence
		if n, err := number(args[1]); err == nil {
			s.Size = uint64(n)
		}
	case ".symver":
		alias := st.symbol(args[1])
		alias.Of, alias.Version, alias.Global = args[0], true, true
	default:
		of, ok := reference(args[1])
		if !ok || of.add != 0 || of.less != "" {
			return fmt.Errorf("%s to anything but a symbol is not supported", name)
		}
		s.Of = of.name
	}
	return nil
}

// common is .comm NAME, SIZE, ALIGNMENT.
func (st *fileState) common(name string, args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("%s needs a symbol and a size", name)
	}
	size, err := number(args[1])
	align := int64(1)
	if err == nil && len(args) > 2 {
		align, err = number(args[2])
	}
	if err != nil || size <= 0 || align <= 0 || align&(align-1) != 0 {
		return fmt.Errorf("%s needs a size and an alignment", name)
	}
	s := st.symbol(args[0])
	s.Common, s.Offset, s.Local = uint64(size), int(align), name == ".lcomm" || s.Local
	s.Type = "object"
	return nil
}

// text8 is .ascii and its like.
func (a *assembler) text8(name string, args []string) error {
	for _, s := range args {
		t, err := strconv.Unquote(s)
		if err != nil {
			return fmt.Errorf("%s needs texts in quotes", name)
		}
		if name != ".ascii" {
			t += "\x00"
		}
		a.bytes([]byte(t)...)
	}
	return nil
}

// fill is .zero N, .skip N, VALUE and .fill COUNT, SIZE, VALUE.
func (a *assembler) fill(name string, args []string) error {
	var n [3]int64
	for i, s := range args[:min(3, len(args))] {
		var err error
		if n[i], err = number(s); err != nil {
			return err
		}
	}
	count, size, value := n[0], int64(1), n[1]
	if name == ".fill" {
		if value = n[2]; len(args) > 1 {
			size = n[1]
		}
	}
	if count < 0 || size < 0 || size > 8 || count*size > maxCode {
		return fmt.Errorf("%s of so many bytes is not supported", name)
	}
	for range count {
		for k := range size {
			a.bytes(byte(value >> (8 * min(k, 7))))
		}
	}
	return nil
}

// align notes that what follows is aligned.
func (a *assembler) align(name string, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s needs a number", name)
	}
	n, err := number(args[0])
	if err != nil {
		return err
	}
	if name == ".p2align" && n >= 0 && n < 16 {
		n = 1 << n
	}
	if n <= 0 || n > 1<<12 || n&(n-1) != 0 {
		return fmt.Errorf("%s %s: no alignment", name, args[0])
	}
	p := a.file.now
	p.Align = max(p.Align, uint64(n))
	fill := byte(0)
	if strings.Contains(p.Flags, "x") {
		fill = 0x90
	}
	a.pieces = append(a.pieces, piece{align: int(n), fill: fill, line: a.line, text: a.text})
	return nil
}

// dataRef is an element of .long or .quad that is an address or a difference.
func (a *assembler) dataRef(s string, size int) error {
	r, ok := reference(s)
	if !ok || r.kind != "" && r.kind != "PLT" || size < 4 {
		return fmt.Errorf("%s is no number, and no address of %d bytes", strings.TrimSpace(s), size)
	}
	kind := Abs64
	switch {
	case r.less != "" && size == 8:
		kind = PC64
	case r.less != "":
		kind = PC32
	case size == 4:
		kind = Abs32
	}
	a.pieces = append(a.pieces, piece{code: make([]byte, size), refs: []pieceRef{{size: size, s: r, kind: kind}}, line: a.line, text: a.text})
	return nil
}
