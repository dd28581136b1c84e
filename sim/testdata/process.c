/* The process: arguments, environment, auxiliary vector, standard input, memory. */
#include "start.h"

static char buffer[4096];

int run(int argc, char **argv, char **envp, uint64_t *aux) {
	number(argc);
	for (int i = 0; i < argc; i++) put(argv[i]), put("\n");
	for (; *envp; envp++) put(*envp), put("\n");
	for (; aux[0]; aux += 2)
		if (aux[0] == 6) number(aux[1]); /* AT_PAGESZ */
	uint32_t crc = ~0u;
	for (long n; (n = call3(0, 0, buffer, sizeof buffer)) > 0;)
		for (long i = 0; i < n; i++) {
			crc ^= (unsigned char)buffer[i];
			for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
		}
	number(~crc);
	char *p = (char *)call6(9, 0, 1 << 16, 3, 0x22, -1, 0);
	for (int i = 0; i < 1 << 16; i += 1000) p[i] = i >> 4;
	memcpy(p + 4090, p, 10000);
	uint64_t sum = 0;
	for (int i = 0; i < 1 << 16; i++) sum = sum * 31 + (unsigned char)p[i];
	number(sum);
	number(call3(11, p, 1 << 16, 0));
	char *heap = (char *)call3(12, 0, 0, 0);
	if ((char *)call3(12, heap + 100000, 0, 0) != heap + 100000) return 2;
	memset(heap, 7, 100000);
	number(heap[0] + heap[99999]);
	number(call3(1, 7, "x", 1) == -9); /* EBADF */
	number(call3(1, 1, (char *)16, 1) == -14); /* EFAULT */
	char *q = (char *)call6(9, 0, 3 * 4096, 3, 0x22, -1, 0);
	q[4096] = 9;
	number(-call3(10, q, 4096, 1)); /* mprotect */
	number(-call3(11, q, 4096, 0));
	number(-call3(11, q + 8192, 100, 0));
	number(q[4096]);
	number(-call3(10, q, 8192, 3)); /* ENOMEM */
	number(-call3(10, q + 1, 4096, 3)); /* EINVAL */
	number(-call3(11, q + 1, 4096, 0));
	number(-call3(11, q + 4096, 0, 0));
	number(-call6(9, 0, 0, 3, 0x22, -1, 0));
	number(call6(9, (long)q + 8192, 4096, 3, 0x32, -1, 0) - (long)q);
	number(-call6(9, (long)q + 8192, 4096, 3, 0x100022, -1, 0)); /* EEXIST */
	number(-call6(9, 0, 1L << 60, 3, 0x22, -1, 0));
	number(call3(12, heap, 0, 0) == (long)heap);
	number(call3(12, heap + 5000, 0, 0) == (long)heap + 5000);
	heap[4999] = 1;
	number(call3(12, 1, 0, 0) == (long)heap + 5000);
	long base = 0;
	number(call3(158, 0x1002, buffer, 0)), number(call3(158, 0x1003, &base, 0)), number(base == (long)buffer);
	number(-call3(158, 0x1003, 16, 0)), number(-call3(158, 7, 0, 0));
	number(-call3(0, 9, buffer, 1)), number(call3(0, 0, buffer, 1)), number(call3(1, 1, buffer, 0));
	call3(1, 2, "to the error output\n", 20);
	return 42 + argc;
}
