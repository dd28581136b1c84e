#include <stdio.h>
#include <ctype.h>

static int stack[4];
static int sp;

static void push(int v)
{
    stack[sp++] = v;
}

static int pop(void)
{
    return stack[--sp];
}

static int eval(const char *s)
{
    sp = 0;
    for (; *s; s++) {
        if (isdigit((unsigned char)*s)) {
            push(*s - '0');
        } else {
            int b = pop(), a = pop();
            push(*s == '+' ? a + b : a * b);
        }
    }
    return pop();
}

int main(void)
{
    printf("%d\n", eval("12+3*"));
    printf("%d\n", eval("12+345+++"));
    return 0;
}
