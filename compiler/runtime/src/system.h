/* What the library has of the system. */

/* A system call, which gives an error as a number from -4095 to -1. */
unsigned long __tuffy_syscall(unsigned long number, unsigned long a, unsigned long b, unsigned long c);

/* Writes all of n bytes to a descriptor; -1 on an error. */
unsigned long __tuffy_write(unsigned long descriptor, const void *p, unsigned long n);
