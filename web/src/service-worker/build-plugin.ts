import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LANGUAGES } from '@lakou/contract/languages';
import type { Plugin, Rolldown } from 'vite';
import { findMessageFiles } from '../lib/message-files.ts';

const FILE = 'service-worker.js';

/** Builds the worker at the root, so that its scope is every page, and writes the id of the build into it. */
export function buildServiceWorker(): Plugin {
  return {
    name: 'lakou-service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(import.meta.dirname, 'worker.ts'),
        fileName: FILE,
      });
    },
    generateBundle(_options, bundle) {
      const worker = bundle[FILE];
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
      if (worker.imports.length > 0)
        throw new Error(`the service worker must stand alone: ${worker.imports.join(', ')}`);
      const build = createHash('sha256')
        .update(Object.keys(bundle).toSorted().join())
        .digest('hex')
        .slice(0, 12);
      worker.code = worker.code
        .replaceAll('__BUILD__', JSON.stringify(build))
        .replaceAll('__OFFLINE_FILES__', JSON.stringify(offlineFiles(bundle)));
    },
  };
}

/** What the pages for downloads load, directly and on demand. */
const OFFLINE_ENTRIES =
  /\/src\/(?:entry\.client|root|app\/(?:frame|player-layout)|pages\/(?:downloads|watch-download))\.tsx/;
/** Of what is loaded on demand: downloads, the player, and the drawings that these pages show. */
const ON_DEMAND =
  /\/src\/(?:features\/playback\/|ui\/art\/(?:poster-placeholder|moon-and-projector|radio)\.)/;
const ENGINE = /\/hls\.(?:light\.)?min-[\w-]+\.mjs$/;

function offlineFiles(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<string>();
  const add = (name: string): void => {
    const chunk = byName.get(name);
    if (!chunk || needed.has(name)) return;
    needed.add(name);
    for (const imported of chunk.imports) add(imported);
    for (const imported of chunk.dynamicImports)
      if (ON_DEMAND.test(byName.get(imported)?.facadeModuleId ?? '')) add(imported);
  };
  for (const { fileName, facadeModuleId } of chunks)
    if (OFFLINE_ENTRIES.test(facadeModuleId ?? '')) add(fileName);
  const engines = Object.keys(bundle).filter((name) => ENGINE.test(`/${name}`));
  const messages = findMessageFiles(bundle);
  return {
    always: [...needed, ...engines].map((name) => `/${name}`),
    languages: Object.fromEntries(
      LANGUAGES.map((language) => [language, messages[`${language} everyone`] ?? []]),
    ),
  };
}
