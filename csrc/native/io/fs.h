/* fs.h -- the contained file system. Layer 7.
 *
 * Programs see the host's files through a read-only view; what they write lives in an overlay of Java
 * objects that hang at the VM's root array, so that undo, the collector and the state key cover it
 * like any other object:
 *   NR_FILES  Object[] of nodes, sorted by path
 *   node      Object[5] { byte[] path, byte[] data, long[] meta, byte[] host path, node }
 *   NR_FDS    Object[], index = descriptor - FIRST_FD; entry Object[3] { node, long[] { flags, offset }, names }
 * A node hides the host's entry of the same path, and everything below it if it is absent, no
 * directory, or opaque. Its content is `data`, or that of the host's file `host path`. A further hard link
 * of a file has the file's node as its last element and no content of its own.
 *
 * Functions answer 0, an errno, or minus a NatResult (thrown, host failure). */
#ifndef JPF_FS_H
#define JPF_FS_H
#include "native/world.h"

#define FS_PATH 4096
#define FIRST_FD 3
#define FS_DEVICE 1 /* st_dev of everything: one file system, mounted at / */
#define NR_FILES ((enum NatRoot)2)
#define NR_FDS ((enum NatRoot)3)

enum FsKind { FK_ABSENT = 0, FK_FILE, FK_DIR, FK_LINK, FK_OTHER };
enum FsMeta {
    FM_KIND,
    FM_MODE,
    FM_SIZE,
    FM_MTIME,
    FM_ATIME,
    FM_OPAQUE,
    FM_LINKED, /* names in the table */
    FM_INO,
    FM_N
};

typedef struct FsStat {
    u8 kind;
    u32 mode; /* st_mode, type bits included */
    u64 ino, dev;
    u32 nlink, uid, gid;
    i64 size, mtime, atime, ctime; /* ns */
} FsStat;

/* Absolute path without ".", ".." and symbolic links (the last one kept unless `follow`). The last
 * component need not exist. */
int fs_resolve(ThreadInfo *ti, const char *path, bool follow, char *out);
/* The same with the entry itself. *may: the program may read it (vm.fs.read); what is the overlay's own it may. */
int fs_lookup_readable(ThreadInfo *ti, const char *path, bool follow, char *at, FsStat *st, Ref *node, bool *may);
/* A reading of the host's file or directory `at`, which the program calls `path`, is refused, and told: EACCES. */
int fs_refuse(ThreadInfo *ti, const char *path, const char *at);
int fs_stat(ThreadInfo *ti, const char *path, bool follow, FsStat *st);
int fs_fstat(ThreadInfo *ti, int fd, FsStat *st);
int fs_open(ThreadInfo *ti, const char *path, int flags, u32 mode, int *fd);
int fs_close(ThreadInfo *ti, int fd);
/* pos < 0: at the descriptor's offset, which moves. *done: bytes. */
int fs_read(ThreadInfo *ti, int fd, u8 *p, u64 n, i64 pos, u64 *done);
int fs_write(ThreadInfo *ti, int fd, const u8 *p, u64 n, i64 pos, u64 *done);
int fs_seek(ThreadInfo *ti, int fd, i64 off, int whence, i64 *at);
int fs_truncate(ThreadInfo *ti, int fd, i64 size);
int fs_mkdir(ThreadInfo *ti, const char *path, u32 mode);
int fs_unlink(ThreadInfo *ti, const char *path, bool dir, bool any /* file or directory */);
int fs_rename(ThreadInfo *ti, const char *from, const char *to);
int fs_symlink(ThreadInfo *ti, const char *target, const char *path);
int fs_link(ThreadInfo *ti, const char *from, const char *to);
int fs_readlink(ThreadInfo *ti, const char *path, char *out /* FS_PATH */);
int fs_chmod(ThreadInfo *ti, const char *path, u32 mode);
int fs_utimes(ThreadInfo *ti, const char *path, i64 atime, i64 mtime, bool follow);
/* A time of n units of so many nanoseconds, as fs_utimes takes it: one that is too far away is as far as may be. */
static inline i64 fs_ns(i64 n, i64 unit) {
    i64 ns;
    return __builtin_mul_overflow(n, unit, &ns) ? (n < 0 ? INT64_MIN : INT64_MAX) : ns;
}
int fs_access(ThreadInfo *ti, const char *path, int amode);
/* Names in a directory, sorted, without "." and "..". Free with fs_names_free. looked_at: a descriptor of it is
 * open. */
typedef struct FsNames {
    char **v;
    u32 n, cap;
} FsNames;
int fs_list(ThreadInfo *ti, const char *path, bool looked_at, FsNames *names);
void fs_names_free(Ctx *cx, FsNames *n);
/* The node of a file that is to be mapped up to `end`, its content its own and in the table, so that what
 * descriptors write is seen in the map and the other way round; 0: it has no name any more. */
int fs_map(ThreadInfo *ti, int fd, i64 end, Ref *node);
/* Directory streams are descriptors. */
int fs_opendir(ThreadInfo *ti, const char *path, int *fd);
int fs_fdopendir(ThreadInfo *ti, int fd);
int fs_readdir(ThreadInfo *ti, int fd, Ref *name);
bool fs_append(ThreadInfo *ti, int fd); /* opened with O_APPEND */
const char *fs_fd_path(ThreadInfo *ti, int fd, char *buf);

/* fs_node.c: the tables */
Ref fs_find(ThreadInfo *ti, const char *path); /* the overlay's node or 0; the file's for a hard link */
/* New node in the table (replacing one of the same path). */
int fs_put(ThreadInfo *ti, const char *path, u8 kind, u32 mode, Ref data, i64 size, const char *host, Ref *node);
int fs_alias(ThreadInfo *ti, const char *path, Ref node); /* one more name of a file of the table */
int fs_drop(ThreadInfo *ti, const char *path); /* take it out of the table */
int fs_lstat(ThreadInfo *ti, const char *resolved, FsStat *st, Ref *node);
i64 fs_meta(ThreadInfo *ti, Ref node, enum FsMeta m);
void fs_set_meta(ThreadInfo *ti, Ref node, enum FsMeta m, i64 v);
Ref fs_slot(ThreadInfo *ti, Ref node, u32 i);
void fs_bytes(ThreadInfo *ti, Ref bytes, char *out /* FS_PATH */);
u32 fs_count(ThreadInfo *ti);
void fs_node_path(ThreadInfo *ti, u32 i, char *out);
int fs_materialize(ThreadInfo *ti, Ref node, u64 at_least); /* content into `data`, room for at_least */

/* fs_host.c: the host's files, opened once and read with pread */
struct HostFiles;
int host_open(ThreadInfo *ti, const char *path, int *host_fd);
void host_files_free(Ctx *cx, struct HostFiles *hf);
int host_stat(const char *path, bool follow, FsStat *st);

/* Another content at every reading (a pipe, a device of the host's, in a search a file of /proc): no program has it. */
bool fs_varies(const ThreadInfo *ti, const char *path, const FsStat *st);
bool fs_is_device(const char *path); /* fs_fd.c: one that needs no host */

/* Exceptions. */
int fs_throw_io(ThreadInfo *ti, int err, const char *what); /* IOException */
int fs_throw_unix(ThreadInfo *ti, int err); /* sun.nio.fs.UnixException */
#endif
