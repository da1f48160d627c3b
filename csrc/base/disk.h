/* disk.h -- what does not fit into memory: files without a name in a folder of the user's choice. Layer 1.
 *
 * A file has no name from the moment it is made on, so that it is gone when it is closed, and when the process ends in
 * whatever way. What the folder cannot take or give ends the search in order (ERR_STOP): no call succeeds after one
 * that has failed.
 *
 * A Disk belongs to one Ctx. Those that were made beside each other are of one folder: what they hold is counted
 * together, and where one has failed all have, for the same reason. */
#ifndef JPF_DISK_H
#define JPF_DISK_H
#include "base/pack.h"

typedef struct DiskUse DiskUse;

typedef struct Disk {
    Ctx *cx;
    char *folder;
    DiskUse *use;
} Disk;

typedef struct DiskFile {
    int fd; /* from disk_open on */
    u64 bytes;
} DiskFile;

/* ERR_CONFIG, with the key that names the folder: no file can be written there. */
Disk *disk_new(Ctx *cx, const char *folder, const char *key);
/* The same folder for another Ctx; NULL: no memory. */
Disk *disk_beside(Ctx *cx, const Disk *first);
void disk_free(Disk *d); /* its files are closed by now */
u64 disk_bytes(const Disk *d), disk_peak(const Disk *d); /* in the files of all, now and at most */
u64 disk_room(const Disk *d); /* bytes that are free in the folder */
Status disk_open(Disk *d, DiskFile *f);
void disk_close(Disk *d, DiskFile *f);
Status disk_append(Disk *d, DiskFile *f, const void *v, size_t n);
/* Of a file that stays as it is, by several at once, each with a Disk of its own. */
Status disk_read(Disk *d, const DiskFile *f, u64 at, void *v, size_t n);
/* So many bytes more, all 0, whole pages of them, in memory as in the file. */
Status disk_map(Disk *d, DiskFile *f, size_t n, void **v);
void disk_unmap(void *v, size_t n);

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
