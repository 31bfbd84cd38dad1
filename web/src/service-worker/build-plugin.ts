import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';

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
      worker.code = worker.code.replaceAll('__BUILD__', JSON.stringify(build));
    },
  };
}
