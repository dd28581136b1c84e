/* Comparisons of long doubles on patterns of every kind, and conversions to them: what compiled code makes of them is tested, too. */
#include <stdio.h>
#include <string.h>
typedef long double ld; typedef unsigned long long u64; static u64 st=88172645463325252u;
static u64 next(void){ st^=st<<13; st^=st>>7; return st^=st<<17; }
static ld last;
static void pat(ld*p){ u64 m=next(); unsigned short e=next(); ld x; memset(&x,0,16);
 switch(next()%8){ case 0: e&=0x8000; break; case 1: e&=0x8000; m>>=1; break; case 2: e|=0x7fff; m=next()%2?1ull<<63:m; break; case 3: e=(e&0x8000)|1; m|=1ull<<63; break; case 4: memcpy(p,&last,10); if(next()%2){ unsigned char*q=(unsigned char*)p; q[next()%3?9:0]^=128;} return; case 5: m=0; e&=0x8000; break; default: m|=1ull<<63; }
 memcpy(&x,&m,8); memcpy((char*)&x+8,&e,2); *p=x; }
int main(void){ for(int i=0;i<2000;i++){ ld x,y; pat(&x); memcpy(&last,&x,16); pat(&y);
 printf("%d%d%d%d%d%d%d%d%d\n",x<y,x<=y,x==y,x!=y,x>=y,x>y,!(x<y),__builtin_isunordered(x,y),x!=x); if(x) printf("t"); } for(int i=0;i<2000;i++){ u64 b=next(); if(next()%3==0) b&=~(0x7ffull<<52); if(next()%8==0) b|=0x7ffull<<52; if(next()%16==0) b&=0xfff0000000000000; double d; memcpy(&d,&b,8); unsigned c=b; float g; memcpy(&g,&c,4);
 ld x=d,y=g; unsigned short e; memcpy(&b,&x,8); memcpy(&e,(char*)&x+8,2); if(x==x) printf("%x %llx ",e,b); memcpy(&b,&y,8); memcpy(&e,(char*)&y+8,2); if(y==y) printf("%x %llx",e,b); printf("\n"); } return 0; }
