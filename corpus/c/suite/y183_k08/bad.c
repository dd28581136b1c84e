#include <stdio.h>
#include <time.h>
#include <string.h>
int main(void) { struct tm t; 
 t.tm_year = 100; t.tm_mon = 1; t.tm_mday = 2;
 time_t x = mktime(&t);
 printf("%d\n", x == 77); }
