// build.mjs PAGE: bundles scripts and styles into one file without references to others.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const bundle = async entry => {
    const { outputFiles } = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        target: 'es2022',
        format: 'iife',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        legalComments: 'inline',
    });
    return outputFiles[0].text;
};

const page = process.argv[2];
const style = await bundle('style.css');
const script = (await bundle('main.jsx')).replaceAll('</script', '<\\/script');
const html = readFileSync('index.html', 'utf8')
    .replace('/* style */', () => style)
    .replace('/* script */', () => script);
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, html);
