// What hostile native code tries. Each function is called with 0 and 2, where it returns 40 more, and
// with 1, where it does what its name says. All of it lies in one section, without relocations.
typedef unsigned long word;

static inline __attribute__((always_inline)) long sys(long n, word a, word b, word c, word d) {
	register word r10 __asm__("r10") = d;
	register word r8 __asm__("r8") = 0;
	register word r9 __asm__("r9") = 0;
	long r;
	__asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return r;
}

#define HOSTILE(name) __attribute__((section(".text." #name))) long name(long n)
#define HARMLESS if (n != 1) return n + 40

HOSTILE(fork_bomb) { HARMLESS; for (;;) sys(57, 0, 0, 0, 0); }
HOSTILE(vforks) { HARMLESS; return sys(58, 0, 0, 0, 0); }
HOSTILE(clones) { HARMLESS; return sys(56, 0x11, 0, 0, 0); }
// The grandchild waits for its parent to end, then writes for ever.
HOSTILE(daemon_writes) {
	HARMLESS;
	if (sys(57, 0, 0, 0, 0) == 0) {
		sys(112, 0, 0, 0, 0); // setsid
		if (sys(57, 0, 0, 0, 0) == 0)
			for (;;) { char c = 'd'; sys(1, 1, (word)&c, 1, 0); }
	}
	return 41;
}
HOSTILE(opens) { HARMLESS; char f[4] = {'/', 0}; return sys(2, (word)f, 0, 0, 0) < 0 ? 41 : 99; }
HOSTILE(opens_at) { HARMLESS; char f[4] = {'/', 0}; return sys(257, -100, (word)f, 0, 0) < 0 ? 41 : 99; }
HOSTILE(unlinks) { HARMLESS; char f[8] = {'v', 'i', 'c', 't', 'i', 'm', 0}; sys(87, (word)f, 0, 0, 0); return 41; }
HOSTILE(sockets) { HARMLESS; sys(41, 2, 1, 0, 0); return 41; }
HOSTILE(executes) { HARMLESS; char f[16] = {'/', 'b', 'i', 'n', '/', 't', 'r', 'u', 'e', 0}; sys(59, (word)f, 0, 0, 0); return 41; }
HOSTILE(kills_parent) { HARMLESS; sys(62, sys(110, 0, 0, 0, 0), 9, 0, 0); return 41; }
HOSTILE(kills_all) { HARMLESS; sys(62, 0, 9, 0, 0); return 41; }
HOSTILE(traces_parent) { HARMLESS; sys(101, 16, 1, 0, 0); return 41; }
HOSTILE(writes_parent) { HARMLESS; sys(311, 1, 0, 0, 0); return 41; }
HOSTILE(raises_limits) { HARMLESS; word l[2] = {~0ul, ~0ul}; sys(160, 0, (word)l, 0, 0); return 41; }
HOSTILE(second_filter) { HARMLESS; sys(157, 22, 1, 0, 0); return 41; }
HOSTILE(maps_huge) { HARMLESS; sys(9, 0, 1ul << 40, 3, 0x22); return 41; }
HOSTILE(truncates_output) { HARMLESS; sys(77, 1, 0, 0, 0); return 41; }
HOSTILE(seeks_output) { HARMLESS; sys(8, 1, 1ul << 40, 0, 0); return 41; }
HOSTILE(waits_for_ever) { HARMLESS; sys(34, 0, 0, 0, 0); return 41; }
HOSTILE(old_call_gate) { HARMLESS; long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(2) : "memory"); return 41; }
HOSTILE(x32_fork) { HARMLESS; sys(57 | 0x40000000, 0, 0, 0, 0); return 41; }
// The report of the harness and what it says of the ends of calls.
HOSTILE(forges_report) { HARMLESS; word b[8] = {7, 7, 7, 7, 7, 7, 7, 7}; sys(1, 3, (word)b, 64, 0); return 41; }
HOSTILE(forges_ends) { HARMLESS; word b[6] = {0, 0, 16, 0, 0, 32}; sys(1, 4, (word)b, 48, 0); return 41; }
HOSTILE(forges_any) { HARMLESS; word b[6] = {0}; for (word d = 5; d < 64; d++) sys(1, d, (word)b, 48, 0); return 41; }
HOSTILE(reads_any) { HARMLESS; word b[6]; for (word d = 3; d < 64; d++) sys(0, d, (word)b, 48, 0); return 41; }
// Limits.
HOSTILE(loops) { HARMLESS; for (;;) __asm__ volatile("pause"); }
HOSTILE(prints) { HARMLESS; char b[4096]; for (int k = 0; k < 4096; k++) ((volatile char *)b)[k] = 'x'; for (;;) sys(1, 1, (word)b, 4096, 0); }
HOSTILE(grows_stack) { HARMLESS; volatile char *p = (volatile char *)__builtin_frame_address(0); for (;;) { p -= 4096; *p = 1; } }
HOSTILE(grows_heap) { HARMLESS; word b = sys(12, 0, 0, 0, 0); return sys(12, b + (2ul << 30), 0, 0, 0) == (long)b ? 41 : 99; }
