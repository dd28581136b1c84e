package object

import "encoding/binary"

// Call frame instructions (DWARF 5, 6.4.2).
const (
	cfaAdvance     = 0x40
	cfaOffset      = 0x80
	cfaRestore     = 0xc0
	cfaAdvance1    = 2
	cfaAdvance2    = 3
	cfaAdvance4    = 4
	cfaDefCFA      = 0x0c
	cfaDefRegister = 0x0d
	cfaDefOffset   = 0x0e
	returnColumn   = 16 // DWARF number of the return address
)

// ehFrame makes .eh_frame, the unwind tables of all functions (Linux Standard Base, "Exception
// Frames"; the entries are those of DWARF 5, 6.4).
// One common entry serves all functions; each has an entry of its own that points back to it.
func (u *unit) ehFrame() {
	s := &section{name: ".eh_frame", kind: shtProgbits, flags: shfAlloc, align: 8}
	// The length is filled in behind the body, padding included.
	entry := func(body func(start int)) {
		start := len(s.data)
		s.data = append(s.data, 0, 0, 0, 0)
		body(start)
		for (len(s.data)-start-4)%8 != 4 { // the length field included, a multiple of 8
			s.data = append(s.data, 0) // DW_CFA_nop
		}
		binary.LittleEndian.PutUint32(s.data[start:], uint32(len(s.data)-start-4))
	}
	entry(func(int) {
		// CIE: id 0, version 1, augmentation "zR", code alignment 1, data alignment -8.
		s.data = append(s.data, 0, 0, 0, 0, 1, 'z', 'R', 0, 1)
		s.data = appendSLEB(s.data, -8)
		s.data = append(s.data, returnColumn, 1, 0x1b) // pointers: pc-relative, 4 bytes, signed
		// At the entry of a function: CFA = RSP + 8, the return address at CFA - 8.
		s.data = append(s.data, cfaDefCFA, 7, 8, cfaOffset|returnColumn, 1)
	})
	for _, f := range u.funcs {
		if len(f.f.Unwind) == 0 {
			continue
		}
		entry(func(start int) {
			s.data = binary.LittleEndian.AppendUint32(s.data, uint32(start+4)) // distance back to the CIE
			// The start of the code relative to the field, then its length in bytes.
			s.relocs = append(s.relocs, fixup{Section: f.section, Reloc: Reloc{Offset: uint64(len(s.data)), Kind: PC32, Add: int64(f.off)}})
			s.data = append(s.data, 0, 0, 0, 0)
			s.data = binary.LittleEndian.AppendUint32(s.data, uint32(len(f.f.Code)))
			s.data = append(s.data, 0)
			s.data = appendUnwind(s.data, f.f.Unwind)
		})
	}
	if len(s.relocs) > 0 {
		u.sections = append(u.sections, s)
	}
}

// appendUnwind writes the instructions that lead from the common entry through the rows.
// Only what differs from the row before is written, beginning with the state of the common entry.
func appendUnwind(b []byte, rows []Unwind) []byte {
	// The state that the CIE sets up.
	at, reg, cfa := uint32(0), uint8(7), int32(8)
	var saved [returnColumn]int32 // 0: it is not
	for _, r := range rows {
		// Advances are in bytes, since the code alignment factor is 1; the shortest form is taken.
		switch d := r.Offset - at; {
		case d == 0:
		case d < 64:
			b = append(b, cfaAdvance|byte(d))
		case d < 1<<8:
			b = append(b, cfaAdvance1, byte(d))
		case d < 1<<16:
			b = binary.LittleEndian.AppendUint16(append(b, cfaAdvance2), uint16(d))
		default:
			b = binary.LittleEndian.AppendUint32(append(b, cfaAdvance4), d)
		}
		at = r.Offset
		switch {
		case r.CFAReg != reg && r.CFA != cfa:
			b = appendULEB(append(b, cfaDefCFA, r.CFAReg), uint64(r.CFA))
		case r.CFAReg != reg:
			b = append(b, cfaDefRegister, r.CFAReg)
		case r.CFA != cfa:
			b = appendULEB(append(b, cfaDefOffset), uint64(r.CFA))
		}
		reg, cfa = r.CFAReg, r.CFA
		var now [returnColumn]int32
		for _, x := range r.Saved {
			now[x.Reg] = x.Offset
			if saved[x.Reg] != x.Offset {
				// Factored by the data alignment of -8.
				b = appendULEB(append(b, cfaOffset|x.Reg), uint64(-x.Offset/8))
			}
		}
		for n := range now {
			if saved[n] != 0 && now[n] == 0 {
				// Back to the rule of the CIE, which is: not saved.
				b = append(b, cfaRestore|byte(n))
			}
		}
		saved = now
	}
	return b
}

// LEB128 without a sign is Go's uvarint (DWARF 5, 7.6).
func appendULEB(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

// appendSLEB ends when the rest is only copies of the last byte's sign bit (DWARF 5, figure C.2).
// Shifts of signed numbers copy the sign, so that it ends at 0 or -1.
func appendSLEB(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
