// Runs instructions on the processor: reads records of code and state from standard input, writes
// the state after each to standard output. A fault is a result. See roles_test.go.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

struct state {
	uint64_t gpr[16];
	uint8_t ymm[16][32];
	uint64_t flags;
	uint8_t mem[64];
};

struct record {
	uint8_t length, code[15];
	struct state state;
};

struct result {
	uint64_t fault;
	struct state state;
};

struct state S __attribute__((aligned(64)));
uint64_t saved_rsp;
void *code_address;
extern void run(void);
extern char back[];

__asm__(
	".text\n.globl run, back\n"
	"run:\n"
	"push %rbx\npush %rbp\npush %r12\npush %r13\npush %r14\npush %r15\n"
	"mov %rsp, saved_rsp(%rip)\n"
	"pushq S+640(%rip)\npopfq\n"
	".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\nvmovdqu S+128+32*\\n(%rip), %ymm\\n\n.endr\n"
	"mov S(%rip), %rax\nmov S+8(%rip), %rcx\nmov S+16(%rip), %rdx\nmov S+24(%rip), %rbx\n"
	"mov S+32(%rip), %rsp\nmov S+40(%rip), %rbp\nmov S+48(%rip), %rsi\nmov S+56(%rip), %rdi\n"
	".irp n,8,9,10,11,12,13,14,15\nmov S+8*\\n(%rip), %r\\n\n.endr\n"
	"jmp *code_address(%rip)\n"
	"back:\n"
	"mov %rax, S(%rip)\nmov %rcx, S+8(%rip)\nmov %rdx, S+16(%rip)\nmov %rbx, S+24(%rip)\n"
	"mov %rsp, S+32(%rip)\nmov %rbp, S+40(%rip)\nmov %rsi, S+48(%rip)\nmov %rdi, S+56(%rip)\n"
	".irp n,8,9,10,11,12,13,14,15\nmov %r\\n, S+8*\\n(%rip)\n.endr\n"
	".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\nvmovdqu %ymm\\n, S+128+32*\\n(%rip)\n.endr\n"
	"mov saved_rsp(%rip), %rsp\n"
	"pushfq\npopq S+640(%rip)\ncld\nvzeroupper\n"
	"pop %r15\npop %r14\npop %r13\npop %r12\npop %rbp\npop %rbx\nret\n");

static sigjmp_buf escape;
static void handler(int sig) { siglongjmp(escape, sig); }

int main(void) {
	static char alternative[65536];
	stack_t stack = {.ss_sp = alternative, .ss_size = sizeof alternative};
	sigaltstack(&stack, 0);
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK | SA_NODEFER};
	int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
	for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, 0);
	uint8_t *code = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint8_t *arena = mmap((void *)0x60000000, 0x10000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (code == MAP_FAILED || arena == MAP_FAILED)
		return 1;
	uint8_t *memory = arena + 0x8000;
	code_address = code;
	struct record r;
	while (fread(&r, sizeof r, 1, stdin) == 1) {
		struct result out = {0};
		uint32_t mxcsr = 0x1f80;
		uint64_t target = (uint64_t)back;
		memcpy(code, r.code, r.length);
		memcpy(code + r.length, "\xff\x25\0\0\0\0", 6);
		memcpy(code + r.length + 6, &target, 8);
		S = r.state;
		memcpy(memory, r.state.mem, sizeof r.state.mem);
		__asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
		out.fault = sigsetjmp(escape, 1);
		if (!out.fault)
			run();
		__asm__ volatile("cld");
		out.state = S;
		memcpy(out.state.mem, memory, sizeof out.state.mem);
		fwrite(&out, sizeof out, 1, stdout);
	}
	return 0;
}
