#include "cli/embed.h"

#include <stdlib.h>
#include <zlib.h>

/* A window of 32 KiB, and the header of gzip, which browsers unpack by themselves. */
enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8 };

/* Three bytes are four digits, so only the last piece of the data may be no multiple of three. */
enum { IN_SIZE = 1 << 14, OUT_SIZE = 3 << 12 };

static void write_base64(FILE *to, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned first = data[i], second = left > 1 ? data[i + 1] : 0, third = left > 2 ? data[i + 2] : 0;
        unsigned bits = first << 16 | second << 8 | third;
        putc(digits[bits >> 18], to);
        putc(digits[bits >> 12 & 63], to);
        putc(left > 1 ? digits[bits >> 6 & 63] : '=', to);
        putc(left > 2 ? digits[bits & 63] : '=', to);
    }
}

static void compress_to(FILE *page, FILE *data)
{
    unsigned char in[IN_SIZE], out[OUT_SIZE];
    z_stream stream = {.next_out = out, .avail_out = OUT_SIZE};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    for (int state = Z_OK; state != Z_STREAM_END;) {
        if (stream.avail_in == 0) {
            stream.next_in = in;
            stream.avail_in = (uInt)fread(in, 1, IN_SIZE, data);
        }
        state = deflate(&stream, stream.avail_in == 0 ? Z_FINISH : Z_NO_FLUSH);
        if (stream.avail_out == 0 || state == Z_STREAM_END) {
            write_base64(page, out, OUT_SIZE - stream.avail_out);
            stream.next_out = out;
            stream.avail_out = OUT_SIZE;
        }
    }
    deflateEnd(&stream);
}

void embed(FILE *page, const char *id, FILE *data)
{
    fprintf(page, "<script type=\"application/gzip\" id=\"%s\">", id);
    compress_to(page, data);
    fputs("</script>\n", page);
}
