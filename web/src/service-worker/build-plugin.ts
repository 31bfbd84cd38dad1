import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LANGUAGES } from '@lakou/contract/languages';
import { build, type Plugin, type Rolldown } from 'vite';
import { findMessageFiles } from '../lib/message-files.ts';

const FILE = 'service-worker.js';

/**
 * Builds the worker at the root, so that its scope is every page, and writes the id of the build into it. In a build of its own: it
 * shares code with pages, but must stand alone.
 */
export function buildServiceWorker(): Plugin {
  return {
    name: 'lakou-service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const id = createHash('sha256')
        .update(Object.keys(bundle).toSorted().join())
        .digest('hex')
        .slice(0, 12);
      const source = await bundleWorker({
        __BUILD__: JSON.stringify(id),
        __OFFLINE_FILES__: JSON.stringify(offlineFiles(bundle)),
      });
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };
}

async function bundleWorker(define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(import.meta.dirname, 'worker.ts'), output: { codeSplitting: false } },
    },
  });
  if (!('output' in built)) throw new Error('the service worker was not built');
  const [{ code }] = built.output;
  return code;
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
