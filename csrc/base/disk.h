/* disk.h -- what does not fit into memory: files without a name in a folder of the user's choice. Layer 1.
 *
 * A file has no name from the moment it is made on, so that it is gone when it is closed, and when the process ends in
 * whatever way. What the folder cannot take or give ends the search in order (ERR_STOP): no call succeeds after one
 * that has failed. */
#ifndef JPF_DISK_H
#define JPF_DISK_H
#include "base/pack.h"

typedef struct Disk {
    Ctx *cx;
    char *folder;
    u64 bytes, peak; /* in the files, now and at most */
    bool failed;
} Disk;

typedef struct DiskFile {
    int fd; /* from disk_open on */
    u64 bytes;
} DiskFile;

/* ERR_CONFIG, with the key that names the folder: no file can be written there. */
Disk *disk_new(Ctx *cx, const char *folder, const char *key);
void disk_free(Disk *d); /* its files are closed by now */
u64 disk_room(const Disk *d); /* bytes that are free in the folder */
Status disk_open(Disk *d, DiskFile *f);
void disk_close(Disk *d, DiskFile *f);
Status disk_append(Disk *d, DiskFile *f, const void *v, size_t n);
Status disk_read(Disk *d, const DiskFile *f, u64 at, void *v, size_t n);

/* A vector of plain values (arena.h) that may be longer than memory: its storage is a file that is mapped. The system
 * keeps of it what is in use. Without a Disk it is an ordinary vector. New elements are 0. (vec_push and its kin do
 * not take it.) */
#define DISK_VEC(T)                                                                                                    \
    struct {                                                                                                           \
        T *v;                                                                                                          \
        u32 n, room;                                                                                                   \
        Disk *disk; /* set while it is empty */                                                                        \
        DiskFile file;                                                                                                 \
    }
Status disk_vec_grow_(Ctx *cx, Disk *d, DiskFile *f, void **v, u32 *cap, u64 need, size_t elem);
#define disk_vec_reserve(cx, x, extra)                                                                                 \
    ((x)->n + (u64)(extra) <= (x)->room ? ST_OK                                                                        \
                                        : disk_vec_grow_((cx), (x)->disk, &(x)->file, (void **)&(x)->v, &(x)->room,    \
                                                         (x)->n + (u64)(extra), sizeof *(x)->v))
#define disk_vec_push(cx, x, val)                                                                                      \
    (disk_vec_reserve((cx), (x), 1) == ST_OK ? ((x)->v[(x)->n++] = (val), ST_OK) : ST_ERROR)
void disk_vec_free_(Ctx *cx, Disk *d, DiskFile *f, void *v, u32 cap, size_t elem);
#define disk_vec_free(cx, x)                                                                                           \
    (disk_vec_free_((cx), (x)->disk, &(x)->file, (x)->v, (x)->room, sizeof *(x)->v), (x)->v = NULL,                    \
     (x)->n = (x)->room = 0)
void disk_vec_pack_(Pack *p, Disk *d, DiskFile *f, void **v, u32 *n, u32 *cap, size_t elem);
#define disk_vec_pack(p, x)                                                                                            \
    disk_vec_pack_((p), (x)->disk, &(x)->file, (void **)&(x)->v, &(x)->n, &(x)->room, sizeof *(x)->v)

#endif
