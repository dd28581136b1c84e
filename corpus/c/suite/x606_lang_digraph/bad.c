%:include <stdio.h>
int main(void) <%
    int a<:2:> = <% 1, 2 %>;
    printf("%d\n", a<:2:>); /* BAD */
    return 0;
%>
