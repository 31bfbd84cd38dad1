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
/** What lists with pages and several reads at once bring, which comes with their pages. */
const NOT_ON_EVERY_PAGE = /\/(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/;
const HOME = /\/src\/pages\/home\.tsx/;
const LOGIN = /\/src\/pages\/login\.tsx/;
/** Small, and the sign-in pages need them without the title cards. */
const WITH_FRAME = /\/(?:(?:title-path|title-address)\.ts|lib\/head\.tsx)$/;

/**
 * One file for every module that two pages share would cost a slow phone one round trip each. So what every page needs
 * is in two files, one of which changes only when a dependency does; what home shares with others is in a third,
 * and what the sign-in pages share in a fourth.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, graph) =>
      id.includes('/node_modules/') && !NOT_ON_EVERY_PAGE.test(id) && isImportedBy(EVERY_PAGE, id, graph)
        ? 'vendor'
        : null,
    priority: 3,
  },
  {
    name: (id, graph) =>
      !NOT_ON_EVERY_PAGE.test(id) && (WITH_FRAME.test(id) || isImportedBy(EVERY_PAGE, id, graph))
        ? 'frame'
        : null,
    priority: 2,
  },
  {
    name: (id, graph) => (!NOT_ON_EVERY_PAGE.test(id) && isImportedBy(HOME, id, graph) ? 'titles' : null),
    minShareCount: 2,
    priority: 1,
  },
  {
    name: (id, graph) =>
      id.includes('/features/identity/') && isImportedBy(LOGIN, id, graph) ? 'identity' : null,
    minShareCount: 2,
    priority: 1,
  },
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
    // Every page has these files already: naming them again at each later import would make the first ones larger.
    modulePreload: {
      resolveDependencies: (_file, imports) =>
        imports.filter((name) => !/\/(?:vendor|frame|rolldown-runtime)-[\w-]+\.js$/.test(name)),
    },
  },
  // Development: without the list Vite finds dependencies page by page, and reloads the browser for each.
  optimizeDeps: { entries: ['src/{root,entry.client}.tsx', 'src/{app,pages}/**/*.tsx'] },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
});
