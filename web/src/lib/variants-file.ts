import type { Plugin } from 'vite';

/** Builds `entry.variants.ts` beside the server's build, as `variants.js`. */
export function variantsFile(): Plugin {
  return {
    name: 'lakou-variants-file',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      this.emitFile({ type: 'chunk', id: '/src/entry.variants.ts', fileName: 'variants.js' });
    },
  };
}
