/* Executes instructions one at a time. A record on standard input is a processor state, the bytes
 * of an instruction and the memory it works on; the answer on standard output is the state
 * afterwards with the signal that ended it: SIGTRAP from the int3 that fills the rest of the page
 * of code, or a fault. The kernel loads and stores the state: everything happens in the signal
 * handler, which edits the frame that it returns through. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { CODE = 0x20000000, PAGE = 0x10000000, SIZE = 4096, WINDOW = 512, FILL = 0xa5 };

struct state {
	uint64_t reg[16], rip, flags;
	uint64_t vec[16][4];
	uint64_t x87[8][2], x87_depth; /* the stack of the x87, st first */
	unsigned char memory[WINDOW]; /* in the page from offset */
	unsigned char code[16];
	uint64_t code_at, offset;
	uint64_t signal, trap, address, outside; /* answers only */
};

static struct state s;
static const int order[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
	REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

static void transfer(int fd, int out) {
	char *p = (char *)&s;
	for (size_t n = sizeof s; n;) {
		ssize_t k = out ? write(fd, p, n) : read(fd, p, n);
		if (k <= 0) _exit(k == 0 && n == sizeof s ? 0 : 4);
		p += k, n -= k;
	}
}

static void next(int sig, siginfo_t *info, void *arg) {
	static int running;
	ucontext_t *u = arg;
	greg_t *g = u->uc_mcontext.gregs;
	char *fp = (char *)u->uc_mcontext.fpregs;
	uint64_t *present = (uint64_t *)(fp + 512);
	unsigned char *page = (unsigned char *)PAGE;
	if (running) {
		for (int i = 0; i < 16; i++) s.reg[i] = g[order[i]];
		s.rip = g[REG_RIP], s.flags = g[REG_EFL];
		for (int i = 0; i < 16; i++) {
			memset(s.vec[i], 0, 32);
			if (*present & 2) memcpy(s.vec[i], fp + 160 + 16 * i, 16);
			if (*present & 4) memcpy(s.vec[i] + 2, fp + 576 + 16 * i, 16);
		}
		memset(s.x87, 0, sizeof s.x87);
		s.x87_depth = 0;
		for (int i = 0; i < 8; i++) {
			int top = *(uint16_t *)(fp + 2) >> 11 & 7;
			if (!(*present & 1) || !(fp[4] >> (top + i) % 8 & 1)) continue;
			memcpy(s.x87[i], fp + 32 + 16 * i, 10);
			s.x87_depth++;
		}
		s.signal = sig, s.trap = g[REG_TRAPNO];
		s.address = s.trap == 14 ? (uint64_t)g[REG_CR2] : 0;
		memcpy(s.memory, page + s.offset, WINDOW);
		s.outside = 0;
		for (unsigned i = 0; i < SIZE; i++)
			if ((i < s.offset || i >= s.offset + WINDOW) && page[i] != FILL) s.outside++;
		transfer(1, 1);
	}
	running = 1;
	transfer(0, 0);
	for (int i = 0; i < 16; i++) g[order[i]] = s.reg[i];
	g[REG_EFL] = s.flags | 0x202;
	g[REG_RIP] = CODE + s.code_at;
	for (int i = 0; i < 16; i++) {
		memcpy(fp + 160 + 16 * i, s.vec[i], 16);
		memcpy(fp + 576 + 16 * i, s.vec[i] + 2, 16);
	}
	memset(fp, 0, 24);
	*(uint16_t *)fp = 0x37f;
	*(uint16_t *)(fp + 2) = (8 - s.x87_depth) % 8 << 11;
	fp[4] = 0xff << (8 - s.x87_depth);
	for (int i = 0; i < 8; i++) memcpy(fp + 32 + 16 * i, s.x87[i], 16);
	*present |= 7;
	*(uint32_t *)(fp + 24) = 0x1f80;
	memset(page, FILL, SIZE);
	memcpy(page + s.offset, s.memory, WINDOW);
	memset((void *)CODE, 0xcc, SIZE);
	memcpy((char *)CODE + s.code_at, s.code, sizeof s.code);
}

int main(void) {
	static char stack[1 << 16];
	stack_t alt = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction act = {.sa_sigaction = next, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
	if (mmap((void *)CODE, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, flags, -1, 0) == MAP_FAILED) return 1;
	if (mmap((void *)PAGE, SIZE, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) return 1;
	alarm(120); /* of a loop, which should not be */
	if (sigaltstack(&alt, 0)) return 1;
	int signals[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
	for (int i = 0; i < 5; i++)
		if (sigaction(signals[i], &act, 0)) return 1;
	__asm__ volatile("vpxor %%ymm0, %%ymm0, %%ymm0\n int3" ::: "memory", "xmm0");
	return 5;
}
