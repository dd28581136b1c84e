// Package sim executes x86-64 machine code, one decoded instruction after the other, and says how
// the run ended. Everything that the program can do wrong is data ([Stop]): a page fault with
// address and kind of access, a division error, a read of an undefined flag. Nothing that the
// program does crashes or hangs the process: memory and steps are limited.
//
// The simulator decodes with package x86 into blocks of operations with a function each, keeps
// blocks until a store reaches the page they come from, and translates addresses through a small
// cache. Flags are kept as the result and the carries of the last operation and computed when
// something reads them. Flags that an instruction leaves undefined are tracked.
//
// It loads static ELF executables and relocatable objects, gives a process the stack of the System
// V ABI, answers a handful of Linux system calls ([Machine.Run]), and hands calls of symbols that
// no object defines to [Options.Host]. What it does not model it refuses by name ([Refused]).
//
// Sources: Intel 64 and IA-32 Architectures Software Developer's Manual, volumes 1 and 2; System V
// Application Binary Interface, AMD64 supplement. docs/lab/simulator.md has the comparison with the
// processor, instruction by instruction.
//
// Non-goals: system mode, segments, the rest of the x87, MMX, AVX-512, threads, signals, dynamic linking, floating
// point exceptions and roundings other than to nearest, exact timing.
package sim
