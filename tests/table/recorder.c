/* Preloaded into a program, writes down what it does to files whose names begin with RECORDED: what is written where, what
 * is cut off, removed, and what is synced. Records go to the file RECORD in the order in which things were done:
 *
 *     letter (o w t s u), length of the name, name, offset, length of the data, data       (numbers: 64 bits)
 *
 * For tests/table/power_cut.py. One thread only; files are named by the descriptor they were opened with. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { FILES = 1024 };
static char names[FILES][PATH_MAX];

static int real_open(const char *path, int flags, mode_t mode)
{
    int (*call)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
    return call(path, flags, mode);
}

static ssize_t real_write(int file, const void *data, size_t length)
{
    ssize_t (*call)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    return call(file, data, length);
}

static void put(int record, const void *data, size_t length)
{
    if (length && real_write(record, data, length) != (ssize_t)length)
        abort();
}

static void note(char letter, const char *name, uint64_t offset, const void *data, uint64_t length)
{
    static int record = -1;
    uint64_t named = strlen(name);
    if (record < 0)
        record = real_open(getenv("RECORD"), O_WRONLY | O_APPEND | O_CREAT, 0644);
    put(record, &letter, 1);
    put(record, &named, sizeof named);
    put(record, name, named);
    put(record, &offset, sizeof offset);
    put(record, &length, sizeof length);
    put(record, data, data ? length : 0);
}

static int is_recorded(const char *path)
{
    const char *wanted = getenv("RECORDED");
    return wanted && strncmp(path, wanted, strlen(wanted)) == 0;
}

static int opened(int file, const char *path)
{
    if (file >= 0 && file < FILES) {
        names[file][0] = 0;
        if (is_recorded(path)) {
            strncpy(names[file], path, PATH_MAX - 1);
            note('o', path, 0, NULL, 0);
        }
    }
    return file;
}

static const char *name_of(int file)
{
    return file >= 0 && file < FILES && names[file][0] ? names[file] : NULL;
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(real_open(path, flags, mode), path);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(real_open(path, flags, mode), path);
}

int close(int file)
{
    int (*call)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
    if (file >= 0 && file < FILES)
        names[file][0] = 0;
    return call(file);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset)
{
    ssize_t (*call)(int, const void *, size_t, off64_t) =
        (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    ssize_t done = call(file, data, length, offset);
    if (done > 0 && name_of(file))
        note('w', name_of(file), (uint64_t)offset, data, (uint64_t)done);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset)
{
    return pwrite64(file, data, length, offset);
}

ssize_t write(int file, const void *data, size_t length)
{
    off_t offset = name_of(file) ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t done = real_write(file, data, length);
    if (done > 0 && name_of(file))
        note('w', name_of(file), (uint64_t)offset, data, (uint64_t)done);
    return done;
}

int ftruncate64(int file, off64_t length)
{
    int (*call)(int, off64_t) = (int (*)(int, off64_t))dlsym(RTLD_NEXT, "ftruncate64");
    int failed = call(file, length);
    if (!failed && name_of(file))
        note('t', name_of(file), (uint64_t)length, NULL, 0);
    return failed;
}

int ftruncate(int file, off_t length)
{
    return ftruncate64(file, length);
}

static int synced(int file, const char *how)
{
    int (*call)(int) = (int (*)(int))dlsym(RTLD_NEXT, how);
    int failed = call(file);
    if (!failed && name_of(file))
        note('s', name_of(file), 0, NULL, 0);
    return failed;
}

int fsync(int file)
{
    return synced(file, "fsync");
}

int fdatasync(int file)
{
    return synced(file, "fdatasync");
}

int unlink(const char *path)
{
    int (*call)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    int failed = call(path);
    if (!failed && is_recorded(path))
        note('u', path, 0, NULL, 0);
    return failed;
}
