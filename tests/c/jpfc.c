/* jpfc.c -- the engine without Python: jpfc [run|explore] [+key=value ...] Class [args ...] */
#include <stdio.h>
#include <stdlib.h>

#include "vm/jpf.h"

static Status out(void *u, int fd, const char *b, size_t n) {
    (void)u;
    fwrite(b, 1, n, fd == 2 ? stderr : stdout);
    return ST_OK;
}

int main(int argc, char **argv) {
    const char *kv[400];
    u32 n = 0;
    int i = 1;
    bool run = i < argc && strcmp(argv[i], "run") == 0;
    if (i < argc && (run || strcmp(argv[i], "explore") == 0)) i++;
    const char *home = getenv("JAVA_HOME"), *replay = NULL;
    kv[n++] = "vm.jdk";
    kv[n++] = home ? home : "/usr/lib/jvm/java-17-openjdk-amd64";
    for (; i < argc && argv[i][0] == '+' && n < 398; i++) {
        char *eq = strchr(argv[i], '=');
        if (!eq) continue;
        *eq = 0;
        if (strcmp(argv[i] + 1, "replay") == 0) {
            replay = eq + 1;
            continue;
        }
        kv[n++] = argv[i] + 1;
        kv[n++] = eq + 1;
    }
    if (i >= argc) {
        fprintf(stderr, "usage: jpfc [run|explore] [+key=value ...] Class [args ...]\n");
        return 2;
    }
    Host host = {.mask = HE_OUTPUT, .output = out};
    JPF *j = jpf_new(&host, kv, n / 2);
    const Text *t = NULL;
    const char *const *args = (const char *const *)(argv + i + 1);
    Status st = j ? (run ? jpf_run(j, argv[i], args, (u32)(argc - i - 1), &t)
                         : jpf_explore(j, argv[i], args, (u32)(argc - i - 1), replay, &t))
                  : ST_ERROR;
    if (st != ST_OK) {
        fprintf(stderr, "jpfc: %s\n", j ? jpf_error(j)->msg : "out of memory");
        jpf_free(j);
        return 2;
    }
    fflush(stdout);
    fprintf(stderr, "%s\n", t->v);
    jpf_free(j);
    return 0;
}
