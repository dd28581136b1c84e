/* errno (C11 7.5) and the end by a signal. */

_Noreturn void __tuffy_trap(void);

static int __tuffy_errno;

int *__errno_location(void) { return &__tuffy_errno; }

/* Every signal that ends a program does so by an undefined instruction, as trap. */
_Noreturn void __tuffy_die(int number) { __tuffy_trap(); }
