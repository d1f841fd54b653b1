// The data that the command has put into the page: gzip, as base64.

async function unpack(id) {
    const element = document.getElementById(id);
    if (element === null) return null;
    const bytes = Uint8Array.from(atob(element.textContent), digit => digit.charCodeAt(0));
    element.remove();
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return JSON.parse(await new Response(stream).text());
}

// What belay has found (src/cli/report.c), and the trace of the run; null: the run left none.
export async function unpackRun() {
    const [judgement, trace] = await Promise.all([unpack('judgement'), unpack('trace')]);
    return { judgement, trace };
}
