/* A switch in a loop: a byte code machine that runs a program with a stack, and a tokenizer with states. */
#define DEFAULT_N 20
#include "harness.h"

enum op { PUSH, ADD, SUB, MUL, DUP, SWAP, LOAD, STORE, JUMP, JZ, LESS, MASK, HALT };
/* acc = 0; i = 0; while (i < arg) { acc = (acc * 3 + i) & 0xffff; i = i + 1; } */
static const int program[] = {
  PUSH, 0, STORE, 0, PUSH, 0, STORE, 1,
  LOAD, 1, LOAD, 2, LESS, JZ, 33,
  LOAD, 0, PUSH, 3, MUL, LOAD, 1, ADD, MASK, STORE, 0,
  LOAD, 1, PUSH, 1, ADD, STORE, 1,
  /* 33 */ LOAD, 1, LOAD, 2, LESS, JZ, 42, JUMP, 8, /* 42 */ HALT,
};

static int execute(int arg) {
  int stack[32], sp = 0, vars[4] = {0, 0, arg, 0}, pc = 0;
  for (;;) {
    switch ((enum op)program[pc++]) {
    case PUSH: stack[sp++] = program[pc++]; break;
    case ADD: sp--; stack[sp - 1] += stack[sp]; break;
    case SUB: sp--; stack[sp - 1] -= stack[sp]; break;
    case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
    case DUP: stack[sp] = stack[sp - 1]; sp++; break;
    case SWAP: { int t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; break; }
    case LOAD: stack[sp++] = vars[program[pc++]]; break;
    case STORE: vars[program[pc++]] = stack[--sp]; break;
    case JUMP: pc = program[pc]; break;
    case JZ: if (stack[--sp]) pc++; else pc = program[pc]; break;
    case LESS: sp--; stack[sp - 1] = stack[sp - 1] < stack[sp]; break;
    case MASK: stack[sp - 1] &= 0xffff; break;
    case HALT: return vars[0];
    }
  }
}

enum state { START, WORD, NUMBER, STRING, ESCAPE, COMMENT };
static const char source[] = "int main(void) { printf(\"x\\\"%d\\n\", 12 + 345 * a1); // note\n return 0x7f; }\n";

static u64 tokens(void) {
  enum state s = START;
  u64 count[6] = {0};
  for (const char *p = source; *p; p++) {
    char c = *p;
    switch (s) {
    case START:
      if ((c >= 'a' && c <= 'z') || c == '_') s = WORD;
      else if (c >= '0' && c <= '9') s = NUMBER;
      else if (c == '"') s = STRING;
      else if (c == '/' && p[1] == '/') s = COMMENT;
      break;
    case WORD: if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) { count[WORD]++; s = START; } break;
    case NUMBER: if (!((c >= '0' && c <= '9') || c == 'x' || (c >= 'a' && c <= 'f'))) { count[NUMBER]++; s = START; } break;
    case STRING: if (c == '\\') s = ESCAPE; else if (c == '"') { count[STRING]++; s = START; } break;
    case ESCAPE: count[ESCAPE]++; s = STRING; break;
    case COMMENT: if (c == '\n') { count[COMMENT]++; s = START; } break;
    }
  }
  return count[WORD] + 10 * count[NUMBER] + 100 * count[STRING] + 1000 * count[ESCAPE] + 10000 * count[COMMENT];
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 r = 0; r < n; r++) {
    sum = sum * 31 + (u64)execute(500 + (int)(r & 15));
    for (int i = 0; i < 50; i++) sum += tokens();
  }
  return sum;
}
