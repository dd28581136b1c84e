/* Wide strings made of others, beside strings with blanks. */
#include <stdio.h>
#include <wchar.h>
int main(){wchar_t*w=L"a" "b\x41" L"c";printf("%zu %d\n",wcslen(w),w[2]);wchar_t v[]=L"x" "\n" L"\u00e9";printf("%zu %d %d\n",sizeof v,v[1],v[2]);wchar_t*q="p" L"q";printf("%d %d\n",q[0],q[1]);return 0;}
