package host

// Classes of characters in the C locale (C11 7.4). The argument is EOF or a value of unsigned char.
var ctypeFunctions = []Function{
	class("isalnum", "a letter or a digit", isAlnum),
	class("isalpha", "a letter", isAlpha),
	class("isblank", "a blank or a tab", func(c int64) bool { return c == ' ' || c == '\t' }),
	class("iscntrl", "a control character", func(c int64) bool { return c >= 0 && c < ' ' || c == 127 }),
	class("isdigit", "a decimal digit", isDigit),
	class("isgraph", "visible", isGraph),
	class("islower", "a lower-case letter", isLower),
	class("isprint", "visible or a blank", func(c int64) bool { return isGraph(c) || c == ' ' }),
	class("ispunct", "visible and no letter or digit", func(c int64) bool { return isGraph(c) && !isAlnum(c) }),
	class("isspace", "white space", isSpace),
	class("isupper", "an upper-case letter", isUpper),
	class("isxdigit", "a hexadecimal digit", isXDigit),
	mapped("tolower", "the lower-case letter of an upper-case one, else the argument", func(c int64) int64 {
		if isUpper(c) {
			return c + 'a' - 'A'
		}
		return c
	}),
	mapped("toupper", "the upper-case letter of a lower-case one, else the argument", func(c int64) int64 {
		if isLower(c) {
			return c - 'a' + 'A'
		}
		return c
	}),
}

func isDigit(c int64) bool  { return c >= '0' && c <= '9' }
func isUpper(c int64) bool  { return c >= 'A' && c <= 'Z' }
func isLower(c int64) bool  { return c >= 'a' && c <= 'z' }
func isAlpha(c int64) bool  { return isUpper(c) || isLower(c) }
func isAlnum(c int64) bool  { return isAlpha(c) || isDigit(c) }
func isGraph(c int64) bool  { return c > ' ' && c < 127 }
func isSpace(c int64) bool  { return c == ' ' || c >= '\t' && c <= '\r' }
func isXDigit(c int64) bool { return isDigit(c) || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f' }

// class is a function that says 1 of the characters of a class, where C promises no more than not 0.
func class(name, what string, in func(int64) bool) Function {
	return mapped(name, "1 if the character is "+what+", else 0", func(c int64) int64 {
		if in(c) {
			return 1
		}
		return 0
	})
}

// mapped is a function of a character. Others than these are undefined behaviour (C11 7.4 p1): a char that is
// negative is what programs get wrong.
func mapped(name, doc string, f func(int64) int64) Function {
	return Function{Name: name, Params: []Kind{Int}, Result: []Kind{Int}, Doc: doc,
		Pure: func(x []uint64) (uint64, bool) {
			c := int64(int32(x[0]))
			if c < -1 || c > 255 {
				return 0, false
			}
			return uint64(f(c)), true
		},
		Call: func(e Env, a []Value) ([]Value, Status) {
			c := a[0].signed(32)
			if c < -1 || c > 255 {
				e.Contract("%s: %d is neither EOF (-1) nor a value of unsigned char (0 to 255)", name, c)
				return give(e, IntValue(0))
			}
			return one(IntValue(f(c)))
		}}
}
