#include "cli/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/embed.h"
#include "cli/format.h"
#include "cli/home.h"

/* Where the data stand in the template. */
static const char place[] = "<!-- data -->";

static char *read_template(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (file != NULL && getdelim(&text, &size, '\0', file) >= 0 && strstr(text, place) != NULL) {
        fclose(file);
        return text;
    }
    if (file == NULL && errno == ENOENT)
        fputs("belay report: this build has no page, because npm was missing when it was made; install nodejs and npm, "
              "then build Belay again with the npm registry in reach\n",
              stderr);
    else
        fprintf(stderr, "belay report: %s is not the page that this build has made; build Belay again\n", path);
    if (file != NULL)
        fclose(file);
    free(text);
    return NULL;
}

char *page_template(void)
{
    char home[PATH_MAX];
    if (!home_find(home))
        return NULL;
    char *path = format_text("%s/share/report.html", home);
    char *text = read_template(path);
    free(path);
    return text;
}

static void embed_json(FILE *page, const char *id, const json_t *json)
{
    FILE *text = tmpfile();
    if (text == NULL || json_dumpf(json, text, JSON_COMPACT) != 0)
        abort();
    rewind(text);
    embed(page, id, text);
    fclose(text);
}

void page_write(FILE *page, const char *template, const json_t *judgement, FILE *trace)
{
    const char *data = strstr(template, place);
    fwrite(template, 1, (size_t)(data - template), page);
    embed_json(page, "judgement", judgement);
    if (trace != NULL)
        embed(page, "trace", trace);
    fputs(data + strlen(place), page);
}
