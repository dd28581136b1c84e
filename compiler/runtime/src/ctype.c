/* Classes of characters in the C locale (C11 7.4): 1 or 0 for every int. */

static int __tuffy_between(int c, int low, int high) { return low <= c && c <= high; }

int isdigit(int c) { return __tuffy_between(c, '0', '9'); }
int isupper(int c) { return __tuffy_between(c, 'A', 'Z'); }
int islower(int c) { return __tuffy_between(c, 'a', 'z'); }
int isprint(int c) { return __tuffy_between(c, ' ', '~'); }
int isgraph(int c) { return __tuffy_between(c, '!', '~'); }
/* The bit 32 is all that a small letter of ASCII has more than its capital. */
int isalpha(int c) { return __tuffy_between(c | 32, 'a', 'z'); }
int isalnum(int c) { return __tuffy_between(c | 32, 'a', 'z') | __tuffy_between(c, '0', '9'); }
int isxdigit(int c) { return __tuffy_between(c | 32, 'a', 'f') | __tuffy_between(c, '0', '9'); }
int isspace(int c) { return __tuffy_between(c, '\t', '\r') | (c == ' '); }
int isblank(int c) { return (c == '\t') | (c == ' '); }
int iscntrl(int c) { return __tuffy_between(c, 0, 31) | (c == 127); }
int ispunct(int c)
{
	int letter = __tuffy_between(c | 32, 'a', 'z') | __tuffy_between(c, '0', '9');
	return __tuffy_between(c, '!', '~') & !letter;
}
int toupper(int c) { return __tuffy_between(c, 'a', 'z') ? c - 32 : c; }
int tolower(int c) { return __tuffy_between(c, 'A', 'Z') ? c + 32 : c; }
