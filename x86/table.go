package x86

import (
	"slices"
	"strings"
)

// Forms is the table, a row an encoding; [Op] is its index. Row 0 is no instruction, so that the
// zero Inst is none. The numbers are not stable between versions: text and bytes are.
var Forms = compileTable()

// The order of the groups gives the constants' numbers; rows of one opcode need not stand together.
func compileTable() []Form {
	rows := slices.Concat(
		aluRows(), movRows(), shiftRows(), mulRows(), bitRows(), controlRows(), stringRows(), systemRows(),
		sseMoveRows(), sseArithmeticRows(), sseIntegerRows(), sse4Rows(), avxRows(), x87Rows(), legacyRows(),
	)
	forms := make([]Form, 1, len(rows)+1)
	for i := range rows {
		forms = append(forms, rows[i].compile())
	}
	return forms
}

// encodings is the column that Append and Decode work from, by itself for the sake of the cache. A Form
// has names and slices that encoding never looks at.
var encodings = func() []encoding {
	out := make([]encoding, len(Forms))
	for i := range Forms {
		out[i] = Forms[i].enc
	}
	return out
}()

// ins is a row without the rarer columns, which the methods below add. The methods below return a
// changed copy, so that rows can be made from others.
func ins(name, args, code string, flags effect) row {
	return row{name: name, args: args, code: code, flags: flags}
}

// imp names registers that the text does not.
func (r row) imp(words string) row { r.implicit = words; return r }

// need says which feature of the processor the row takes; without it the row is in the baseline of
// x86-64 (psABI, 3.1.1).
func (r row) need(f Feature) row { r.feature = f; return r }

// prefix allows lock, rep or repne before the row. An instruction with another prefix is refused by
// encoder and decoder alike.
func (r row) prefix(p Prefix) row { r.prefixes = p; return r }

// in restricts a row to one mode. Rows that name 64-bit registers need no mark: compile restricts
// them.
func (r row) in(m Mode) row { r.mode = m; return r }

// merge marks a move whose register form keeps the upper part of the destination.
func (r row) merge() row { r.merges = true; return r }

// needAll gives rows a feature.
func needAll(f Feature, rows []row) []row {
	for i := range rows {
		rows[i].feature = f
	}
	return rows
}

// Replacers for the sizes of a family: # is the size, immz and iz the immediate of at most 32 bits,
// {a} the accumulator. 64-bit operations have immediates of 32 bits, sign-extended; only mov has 64.
var (
	size8  = strings.NewReplacer("#", "8", "immz", "imm8", "iz", "ib", "{a}", "al")
	size16 = strings.NewReplacer("#", "16", "immz", "imm16", "iz", "iw", "{a}", "ax", "{d}", "dx")
	size32 = strings.NewReplacer("#", "32", "immz", "imm32", "iz", "id", "{a}", "eax", "{d}", "edx")
	size64 = strings.NewReplacer("#", "64", "immz", "imm32", "iz", "id", "{a}", "rax", "{d}", "rdx")
)

// prefix is 66 for 16 bits, REX.W for 64; the replacement applies to operands, implicit registers and
// code alike.
func (r row) sized(size *strings.Replacer, prefix string) row {
	r.args, r.implicit = size.Replace(r.args), size.Replace(r.implicit)
	r.code = prefix + size.Replace(r.code)
	return r
}

// words is the family of 16, 32 and 64 bits. The operand-size prefix comes before one that is part
// of the opcode, REX.W after it. Mandatory prefixes stay in front of REX.W: "F3 REX.W 0F B8".
func words(r row) []row {
	w64 := "REX.W "
	out := []row{r.sized(size16, "66 "), r.sized(size32, ""), r.sized(size64, w64)}
	for _, rep := range []string{"F2 ", "F3 "} {
		if rest, ok := strings.CutPrefix(r.code, rep); ok {
			out[2].code = rep + w64 + size64.Replace(rest)
		}
	}
	return out
}

// bytesAndWords is the family of 8 to 64 bits; code8 is the notation of the row of 8 bits. Opcodes of
// 8-bit operations are one less than the others' for most families, but not all.
func bytesAndWords(r row, code8 string) []row {
	byteRow := r
	byteRow.code = code8
	return append([]row{byteRow.sized(size8, "")}, words(r)...)
}

// The effects on flags. Each is the "Flags Affected" section of the manual for a group of instructions.
// A flag that is neither written nor undefined keeps its value.
var (
	noFlags    = effect{}
	allFlags   = OF | SF | ZF | AF | PF | CF
	arithmetic = effect{writes: allFlags}
	withCarry  = effect{reads: CF, writes: allFlags}
	logic      = effect{writes: OF | SF | ZF | PF | CF, undef: AF}
	increment  = effect{writes: OF | SF | ZF | AF | PF}
	onlyCarry  = effect{writes: CF, undef: OF | SF | AF | PF}
	multiply   = effect{writes: CF | OF, undef: SF | ZF | AF | PF}
	divide     = effect{undef: allFlags}
	// Shifts by one define OF, others leave it undefined; the count is part of the operand, so these
	// are different rows.
	shiftOne  = effect{writes: OF | SF | ZF | PF | CF, undef: AF}
	shiftMany = effect{writes: SF | ZF | PF | CF, undef: OF | AF}
	scan      = effect{writes: ZF, undef: OF | SF | AF | PF | CF}
	scanCarry = effect{writes: ZF | CF, undef: OF | SF | AF | PF}
	bitField  = effect{writes: OF | SF | ZF | CF, undef: AF | PF}
	// The flags of a conditional row are narrowed to those of the condition by Inst.ReadsFlags.
	condition = effect{reads: OF | SF | ZF | PF | CF}
	direction = effect{reads: DF}
)
