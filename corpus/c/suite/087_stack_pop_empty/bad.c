#include <stdio.h>

struct stack { int top; char item[8]; };

static int match(const char *s)
{
    char item[8];
    int top = 0;
    for (; *s; s++) {
        if (*s == '(' || *s == '[') {
            item[top++] = *s;
        } else {
            char want = *s == ')' ? '(' : '[';
            if (item[--top] != want)
                return 0;
        }
    }
    return top == 0;
}

int main(void)
{
    printf("%d\n", match("([])"));
    printf("%d\n", match("[(])"));
    match("())(");
    printf("done\n");
    return 0;
}
