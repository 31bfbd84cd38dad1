import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';
import { inlineScripts } from './src/lib/inline-scripts.ts';
import { messageFiles } from './src/lib/message-files.ts';
import { variantsFile } from './src/lib/variants-file.ts';
import { buildServiceWorker } from './src/service-worker/build-plugin.ts';
import { indexStylesheet } from './src/styles/build-plugin.ts';

type Graph = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/** Whether a module is imported, directly or not, by one of those. */
function isImportedBy(those: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (those.test(id)) return true;
  // This package only re-exports; following it would count everything as imported.
  if (seen.has(id) || /\/node_modules\/radix-ui\//.test(id)) return false;
  seen.add(id);
  return (
    graph.getModuleInfo(id)?.importers.some((importer) => isImportedBy(those, importer, graph, seen)) ?? false
  );
}

const EVERY_PAGE = /\/src\/(?:entry\.client|root|app\/frame)\.tsx/;
const HOME = /\/src\/pages\/home\.tsx/;
/** Small, and the sign-in pages need it without the title cards. */
const TITLE_PATH = /\/(?:title-path|title-address)\.ts$/;

/**
 * One file for every module that two pages share would cost a slow phone one round trip each. So what every page needs
 * is in two files, one of which changes only when a dependency does; and what home shares with others is in a third.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, graph) =>
      id.includes('/node_modules/') && isImportedBy(EVERY_PAGE, id, graph) ? 'vendor' : null,
    priority: 3,
  },
  {
    name: (id, graph) => (TITLE_PATH.test(id) || isImportedBy(EVERY_PAGE, id, graph) ? 'frame' : null),
    priority: 2,
  },
  { name: (id, graph) => (isImportedBy(HOME, id, graph) ? 'titles' : null), minShareCount: 2, priority: 1 },
];

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    buildServiceWorker(),
    indexStylesheet(),
    inlineScripts(),
    messageFiles(),
    variantsFile(),
  ],
  build: {
    target: 'es2022',
    cssTarget: 'chrome111',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // Development: without the list Vite finds dependencies page by page, and reloads the browser for each.
  optimizeDeps: { entries: ['src/{root,entry.client}.tsx', 'src/{app,pages}/**/*.tsx'] },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
});
