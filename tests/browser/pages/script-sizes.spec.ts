import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@lakou/contract/languages';
import { expect, test } from '@playwright/test';

const client = join(process.env.WEB_BUILD ?? join(import.meta.dirname, '../../../web/build'), 'client');

interface Module {
  module: string;
  imports?: string[];
}
interface Manifest {
  entry: Module;
  routes: Record<string, Module>;
}

/** KB of compressed JavaScript that a page's app needs before it reacts to a tap, in every language. */
const MOST: Record<string, { routes: string[]; texts: string[]; kilobytes: number }> = {
  home: { routes: ['root', 'app/frame', 'pages/home'], texts: ['home'], kilobytes: 120 },
  'sign-in': { routes: ['root', 'app/frame', 'pages/login'], texts: ['home', 'everyone'], kilobytes: 150 },
};

function readManifest(): Manifest {
  const [file = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const text = readFileSync(join(client, file), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

function compressedSize(file: string): number {
  const path = join(client, file);
  // Small files are not compressed.
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

for (const [page, { routes, texts, kilobytes }] of Object.entries(MOST))
  for (const language of LANGUAGES)
    test(`the app of the ${page} page is at most ${kilobytes} KB in ${language}`, () => {
      const manifest = readManifest();
      const modules = [manifest.entry, ...routes.map((route) => manifest.routes[route]!)];
      const files = new Set(modules.flatMap(({ module, imports = [] }) => [module, ...imports]));
      for (const text of texts) {
        const found = globSync(`assets/${language}-${text}-*.js`, { cwd: client });
        expect(found).toHaveLength(1);
        for (const file of found) files.add(file);
      }
      const sizes = [...files].map((file) => [file, compressedSize(file)] as const);
      const sum = sizes.reduce((total, [, size]) => total + size, 0);
      expect(sum / 1024, JSON.stringify(sizes)).toBeLessThan(kilobytes);
    });
