/* An interpreter of a stack machine whose code is bytes: loop, switch, operand stack, locals. */
#define DEFAULT_N 1000
#include "harness.h"

enum { PUSH, LOAD, STORE, ADD, SUB, MUL, AND, LESS, JUMP, JUMPZ, DUP, HALT };

/* s = 0; i = 0; while (i < n) { if (i & 1) s = s * 3 + i; else s = s - i; i = i + 1 } */
static const u8 code[] = {
    PUSH, 0, STORE, 1, PUSH, 0, STORE, 2,
    LOAD, 2, LOAD, 0, LESS, JUMPZ, 53,
    LOAD, 2, PUSH, 1, AND, JUMPZ, 34,
    LOAD, 1, PUSH, 3, MUL, LOAD, 2, ADD, STORE, 1, JUMP, 41,
    LOAD, 1, LOAD, 2, SUB, STORE, 1,
    LOAD, 2, PUSH, 1, ADD, DUP, STORE, 2, STORE, 3, JUMP, 8,
    LOAD, 1, HALT};

static NOINLINE i32 run(const u8 *pc, i32 arg) {
  i32 stack[16], locals[4] = {arg, 0, 0, 0};
  i32 *sp = stack;
  const u8 *start = pc;
  for (;;) {
    switch (*pc++) {
    case PUSH: *sp++ = *pc++; break;
    case LOAD: *sp++ = locals[*pc++]; break;
    case STORE: locals[*pc++] = *--sp; break;
    case ADD: sp--; sp[-1] = (i32)((u32)sp[-1] + (u32)sp[0]); break;
    case SUB: sp--; sp[-1] = (i32)((u32)sp[-1] - (u32)sp[0]); break;
    case MUL: sp--; sp[-1] = (i32)((u32)sp[-1] * (u32)sp[0]); break;
    case AND: sp--; sp[-1] &= sp[0]; break;
    case LESS: sp--; sp[-1] = sp[-1] < sp[0]; break;
    case JUMP: pc = start + *pc; break;
    case JUMPZ: pc = *--sp ? pc + 1 : start + *pc; break;
    case DUP: *sp = sp[-1]; sp++; break;
    default: return sp[-1];
    }
  }
}

static NOINLINE u64 kernel(u32 n) { return (u64)(u32)run(code, (i32)n) + n; }
