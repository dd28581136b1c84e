#include <stdio.h>

static int convert(int value, char unit)
{
    int scale = 10;
    switch (unit) {
    case 'm':
        scale = 1000;
        return value * scale;
    case 'c':
        return value * scale;
    default:
        return value;
    }
}

int main(void)
{
    printf("%d\n", convert(3, 'm'));
    printf("%d\n", convert(7, 'k'));
    printf("%d\n", convert(12, 'c'));
    return 0;
}
